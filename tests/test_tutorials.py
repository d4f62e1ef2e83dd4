"""The runner of the example workflows; tests/tutorials follows their lab sheets."""

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from AnyQt.QtCore import QTimer
from AnyQt.QtTest import QTest

from orangecontrib.phidelta.tutorials.runner import (
    close,
    errors_in_slots,
    main,
    output,
    run,
)

ROOT = Path(__file__).parents[1]
FOLDER = Path(str(files("orangecontrib.phidelta.tutorials")))
TUTORIALS = sorted(FOLDER.glob("*.ows"))

WORKFLOW = """<?xml version='1.0' encoding='utf-8'?>
<scheme version="2.0">
  <nodes>
    <node id="0" title="A file" position="(0, 0)"
      qualified_name="Orange.widgets.data.owfile.OWFile" />
    <node id="1" title="A table" position="(200, 0)"
      qualified_name="Orange.widgets.data.owtable.OWTable" />
  </nodes>
  <links>
    <link id="0" source_node_id="0" sink_node_id="1" source_channel="Data" sink_channel="Data"
      enabled="true" />
  </links>
  <node_properties>
    <properties node_id="0" format="literal">{properties}</properties>
  </node_properties>
</scheme>
"""


@pytest.fixture
def workflow(tmp_path):
    """Write a workflow, File to Data Table; its data has two rows, or is not there."""

    def write(data_exists):
        data = tmp_path / "data.tab"
        if data_exists:
            data.write_text("x\ty\n1\ta\n2\tb\n")
        properties = {"source": 1, "recent_urls": [data.as_uri()], "__version__": 1}
        path = tmp_path / "workflow.ows"
        path.write_text(WORKFLOW.format(properties=properties))
        return path

    return write


def test_each_workflow_has_a_sheet_that_is_followed():
    assert FOLDER / "phi-delta-diagram.ows" in TUTORIALS
    names = {path.stem for path in TUTORIALS}
    assert {path.stem for path in (ROOT / "tutorials").glob("*.md")} == names
    tests = (ROOT / "tests" / "tutorials").glob("test_*.py")
    found = {re.search(r'^WORKFLOW = "(.*)"$', path.read_text(), re.M)[1] for path in tests}
    assert found == names


def test_run_waits_for_the_last_widget(app, workflow):
    widgets = run(workflow(data_exists=True))
    assert list(widgets) == ["A file", "A table"]
    assert len(output(widgets["A file"], "Data")) == 2
    assert len(output(widgets["A table"], "Data")) == 2
    assert len(output(widgets["A table"], "Selected Data")) == 2
    close(widgets)


def test_pictures(app, workflow, tmp_path):
    assert main([str(workflow(data_exists=True)), "--out", str(tmp_path / "new" / "out")]) == 0
    assert sorted(path.name for path in tmp_path.glob("new/out/*")) == [
        "a-file.png",
        "a-table.png",
    ]
    assert (tmp_path / "new" / "out" / "a-file.png").read_bytes().startswith(b"\x89PNG")


def test_an_error_in_a_widget_is_named(app, workflow, capsys):
    assert main([str(workflow(data_exists=False))]) == 1
    assert capsys.readouterr().err.startswith("workflow.ows: A file: Read error")


def test_from_the_command_line(workflow):
    command = [sys.executable, "-I", "-m", "orangecontrib.phidelta.tutorials"]
    path = workflow(data_exists=False)
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "workflow.ows: A file: Read error" in done.stderr


def test_widgets_still_at_work_are_named(app):
    with pytest.raises(TimeoutError, match="Test and Score"):
        run(FOLDER / "phi-delta-diagram.ows", timeout=0)


def test_an_exception_in_a_slot_is_raised(app):
    QTimer.singleShot(0, lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError), errors_in_slots():
        QTest.qWait(50)
