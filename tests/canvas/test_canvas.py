"""Orange itself, on a virtual display, with an empty folder of settings, as its user sees it."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest
from AnyQt.QtGui import QImage

import orangecontrib.phidelta

USER = Path(__file__).with_name("user.py")
INSTALLED = Path(orangecontrib.phidelta.__file__).parent
PAGES = {
    "φ/δ Diagram": "phidelta",
    "Threshold Tuner": "thresholdtuner",
    "Operating Conditions": "operatingconditions",
    "Class Signature": "classsignature",
    "Signature Collection": "signaturecollection",
    "Feature Ranker": "featureranker",
}

pytestmark = pytest.mark.skipif(
    not (which("Xvfb") and which("xdotool")), reason="there is no virtual display"
)


@contextmanager
def display():
    """A screen of its own; its name."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1500x950x24",
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as lines:
            yield f":{lines.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def environment(home, screen):
    """Without the settings of who runs the tests, and without a network."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    nowhere = dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9")
    return {
        **kept,
        **nowhere,
        "DISPLAY": screen,
        "HOME": str(home),
        "QT_QPA_PLATFORM": "xcb",
        "QT_QPA_PLATFORMTHEME": "",
        "LC_ALL": "C.UTF-8",
    }


def orange(play, folder, screen, *workflow):
    """What the user saw in one session."""
    command = [sys.executable, str(USER), play, str(folder), *map(str, workflow)]
    env = environment(folder / "home", screen)
    done = subprocess.run(
        command, env=env, cwd=folder, capture_output=True, text=True, timeout=280, check=False
    )
    path = folder / f"{play}.json"
    seen = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    assert "failed" not in seen, f"{seen['failed']}\n{done.stderr[-3000:]}"
    assert done.returncode == 0, done.stderr[-3000:]
    return seen


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("canvas")
    (folder / "home").mkdir()
    return folder


@pytest.fixture(scope="module")
def sessions(folder):
    """What was seen in the first session, and in a second one with the workflow that was saved."""
    with display() as screen:
        seen = orange("first", folder, screen)
        return seen, orange("again", folder, screen, folder / "saved.ows")


def test_examples_open_without_errors(sessions):
    seen, _ = sessions
    names = {path.stem for path in (INSTALLED / "tutorials").glob("*.ows")}
    assert seen["examples"].keys() == names
    told = {name: list(filter(None, said.values())) for name, said in seen["examples"].items()}
    assert told == dict.fromkeys(names, [])


def test_f1_opens_the_page_of_the_widget(sessions):
    seen, _ = sessions
    urls = {
        name: (INSTALLED / f"help/widgets/{page}.html").as_uri() for name, page in PAGES.items()
    }
    assert seen["help"] == urls
    assert seen["help in the window"] == urls["Class Signature"]


def test_what_was_saved_comes_back(sessions):
    seen, again = sessions
    before, after = seen["workflow"], again["workflow"]
    settings = before["settings"]["Class Signature"]
    assert settings["label_count"] == "7"
    assert settings["view"] == "'generalised'"
    assert before["lines"] == [["File", "Data", "Class Signature", "Data"]]
    assert after == before


def test_report_and_picture(sessions, folder):
    seen, _ = sessions
    assert re.match(r"Class Signature", seen["report"])
    assert "View" in seen["report"]
    picture = QImage(str(folder / "picture.png"))
    assert picture.width() > 300
    colors = {picture.pixel(x, y) for x in range(0, 300, 3) for y in range(0, picture.height(), 3)}
    assert len(colors) > 10
