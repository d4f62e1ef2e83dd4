"""Run workflows without a screen, as Orange runs them with one.

python -m orangecontrib.phidelta.tutorials FILE... [--out FOLDER]

Prints the tables that widgets send on an output "Scores", saves a picture of each widget to the
FOLDER, and ends with 1 if a widget shows an error.
"""

import os

# before Qt and OpenMP are loaded; on small data, threads that wait for each other cost most
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import re
import sys
import time
import warnings
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

from AnyQt.QtCore import Qt, qInstallMessageHandler
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from Orange.canvas.config import Config
from Orange.data.pandas_compat import table_to_frame
from orangecanvas.registry import WidgetRegistry
from orangewidget.settings import set_widget_settings_dir_components
from orangewidget.workflow.discovery import WidgetDiscovery
from orangewidget.workflow.widgetsscheme import WidgetsScheme

QUIET = 4  # steps of 50 ms; the signal manager itself waits up to 100 ms before it delivers


def discover():
    """The registry of all installed widgets, found the way Orange finds them."""
    registry = WidgetRegistry()
    WidgetDiscovery(registry).run(Config.widgets_entry_points())
    return registry


def run(path, timeout=300):
    """Open the workflow file and wait for all its widgets: a dict of node title -> widget.

    Raises TimeoutError, naming the widgets still at work after `timeout` seconds, or whatever a
    widget raised meanwhile.
    """
    registry = discover()
    scheme = WidgetsScheme()
    with ExitStack() as failed, errors_in_slots(), open(path, "rb") as stream:
        failed.callback(scheme.clear)
        scheme.load_from(stream, registry)
        scheme.signal_manager.start()
        widgets = {node.title: scheme.widget_for_node(node) for node in scheme.nodes}
        wait(scheme.signal_manager, timeout)
        failed.pop_all()
    return widgets


@contextmanager
def errors_in_slots():
    """Raise the first exception of a Qt slot at the end: Qt would abort, pyqtgraph go on."""
    errors = []
    hook, sys.excepthook = sys.excepthook, lambda kind, error, trace: errors.append(error)
    try:
        yield
    finally:
        sys.excepthook = hook
        if errors:
            raise errors[0]


def wait(manager, timeout):
    """Process events until no widget has had anything to do for a while."""
    deadline = time.monotonic() + timeout
    quiet = 0
    while quiet < QUIET:
        QTest.qWait(50)
        busy = {
            *manager.pending_nodes(),
            *manager.invalidated_nodes(),
            *manager.blocking_nodes(),
            *manager.active_nodes(),
            # the manager does not ask widgets that nothing is connected to
            *(node for node in manager.workflow().nodes if node.processing_state),
        }
        quiet = 0 if busy else quiet + 1
        if busy and time.monotonic() > deadline:
            names = ", ".join(sorted(node.title for node in busy))
            raise TimeoutError(f"Still at work after {timeout} s: {names}.")


def output(widget, title):
    """What the widget sends on the output of this title; None if nothing."""
    node = widget.signalManager.scheme().node_for_widget(widget)
    link = SimpleNamespace(source_node=node, source_channel=node.output_channel(title))
    return next(iter(widget.signalManager.link_contents(link).values()), None)


def shown_errors(widget):
    """The error messages that the widget shows."""
    return [message.formatted for message in widget.Error.active]


def close(widgets):
    """Remove the widgets as Orange does when it closes a workflow."""
    next(iter(widgets.values())).signalManager.scheme().clear()
    QTest.qWait(0)


def save_pictures(widgets, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for title, widget in widgets.items():
        widget.resize(widget.sizeHint())
        name = re.sub(r"\W+", "-", title.replace("φ", "phi").replace("δ", "delta").lower())
        widget.grab().save(str(folder / f"{name}.png"))


def scores_as_text(widget):
    """The measures in rows, the first ten models or features in columns; without single folds."""
    table = output(widget, "Scores")
    if table is None:
        return "none"
    frame = table_to_frame(table, include_metas=True)
    names = [variable.name for variable in table.domain.metas]
    if "Fold" in names:
        frame = frame[frame.pop("Fold") == "all"]
        names.remove("Fold")
    return frame.head(10).set_index(names).T.to_string(float_format="{:.3f}".format, na_rep="n/a")


def report(widgets):
    """Print the score tables and return the errors shown, each with the title of its widget."""
    for title, widget in widgets.items():
        if any(signal.name == "Scores" for signal in widget.get_signals("outputs")):
            sys.stdout.write(f"{title}, Scores:\n{scores_as_text(widget)}\n")
    return [f"{title}: {text}" for title in widgets for text in shown_errors(widgets[title])]


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m orangecontrib.phidelta.tutorials",
        description="Run Orange workflows without a screen.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a workflow (.ows)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="save pictures of the widgets")
    options = parser.parse_args(arguments)
    errors = []
    for path in options.files:
        widgets = run(path)
        if options.out:
            save_pictures(widgets, options.out)
        errors += [f"{path.name}: {error}\n" for error in report(widgets)]
        close(widgets)
    sys.stderr.writelines(errors)
    return 1 if errors else 0


def show_qt_message(kind, context, text):
    if "propagateSizeHints" not in text:  # Qt's offscreen platform says this of every window
        sys.stderr.write(f"{text}\n")


def start():
    """What the command line does: `main` with an application, and settings of its own."""
    warnings.filterwarnings("ignore", module=r"(?!orangecontrib\.phidelta)")
    qInstallMessageHandler(show_qt_message)
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)  # or there are no web views
    app = QApplication(sys.argv[:1])
    with TemporaryDirectory() as settings:  # the user's own settings stay out of it
        set_widget_settings_dir_components(settings, app.applicationVersion())
        return main()
