"""A user before Orange: looks at its windows from within, acts by the X server's mouse and keys.

    python user.py PLAY FOLDER [WORKFLOW]

starts Orange, as `python -m Orange.canvas` does, and follows one of the `plays`. What was seen is
written to the folder: PLAY.json, and pictures of the screen.
"""

import json
import os
import runpy
import subprocess
import sys
import time
import traceback
from pathlib import Path

import plays
from AnyQt.QtCore import QObject, QPoint, QTimer, QUrl
from AnyQt.QtCore import pyqtSlot as Slot
from AnyQt.QtGui import QDesktopServices, QGuiApplication
from AnyQt.QtWidgets import QApplication
from orangecanvas import main
from orangecanvas.application.application import CanvasApplication

PATIENCE = float(os.environ.get("PATIENCE", 60))  # seconds for whatever is waited for


class User(QObject):
    """Follows a play: a generator that acts, and yields what it waits for before it goes on.

    A timer asks whether that has come: so the play goes on in dialogs, too, which have an event
    loop of their own.
    """

    def __init__(self, play, folder):
        super().__init__()
        self.folder = folder
        self.name = play.__name__
        self.seen = {"urls": []}
        self.waits_for, self.since = None, time.monotonic()
        self.steps = play(self)
        self.hand = None
        self.timer = QTimer(self, interval=50)
        self.timer.timeout.connect(self.go_on)
        self.timer.start()
        for scheme in ("file", "http", "https"):
            QDesktopServices.setUrlHandler(scheme, self, "note_url")

    @Slot(QUrl)
    def note_url(self, url):
        """What Orange would open in the browser."""
        self.seen["urls"].append(url.toString())

    def go_on(self):
        """Act, if the hand is free and what is waited for has come; end at the first error."""
        if self.hand is not None and self.hand.poll() is None:
            return
        is_well = False
        try:
            error = self.window("ErrorReporting")
            assert error is None, "Orange reports an error"
            if self.waits_for is None or self.waits_for():
                self.waits_for, self.since = next(self.steps, self.end), time.monotonic()
            waited = time.monotonic() - self.since
            assert waited < PATIENCE, f"waited in vain in line {self.line}"
            is_well = True
        finally:
            if not is_well:
                self.fail(traceback.format_exc())

    @property
    def line(self):
        """Where in the play we are."""
        step = self.steps
        while getattr(step, "gi_yieldfrom", None) is not None:
            step = step.gi_yieldfrom
        return step.gi_frame and step.gi_frame.f_lineno

    def end(self):
        """The play is over: Orange ends when its windows are closed, or the test says so."""
        self.timer.stop()
        self.write()
        return True

    def fail(self, told):
        self.picture("failed")
        self.seen["failed"] = told
        self.write()
        os._exit(1)

    def write(self):
        text = json.dumps(self.seen, ensure_ascii=False, indent=1)
        (self.folder / f"{self.name}.json").write_text(text, encoding="utf-8")

    # --- looks

    def picture(self, name):
        """Save what is on the screen."""
        path = self.folder / f"{self.name}-{name}.png"
        QGuiApplication.primaryScreen().grabWindow(0).save(str(path))

    def windows(self, kind):
        """The visible windows of a class, by its name, or the name of one that it inherits."""
        return [
            window
            for window in QApplication.topLevelWidgets()
            if window.isVisible() and kind in {each.__name__ for each in type(window).__mro__}
        ]

    def window(self, kind):
        """The last one of them, or None."""
        return next(iter(self.windows(kind)[::-1]), None)

    # --- acts

    def do(self, *words):
        """Let the X server do it; Orange goes on meanwhile."""
        self.hand = subprocess.Popen(["xdotool", *map(str, words)])

    def click(self, control, place=None, times=1):
        """Click in the middle of a control, or at a place in it."""
        point = middle(control, place)
        clicks = ["click", "--repeat", times, "--delay", 60, 1]
        self.do("mousemove", point.x(), point.y(), *clicks)

    def drag(self, start, end):
        """Press at a point of the screen, move to another, release."""
        steps = [start + (end - start) * part / 10 for part in range(1, 11)]
        moves = [word for p in steps for word in ("mousemove", p.x(), p.y(), "sleep", 0.03)]
        press = ["mousemove", start.x(), start.y(), "sleep", 0.1, "mousedown", 1, "sleep", 0.1]
        self.do(*press, *moves, "sleep", 0.1, "mouseup", 1)

    def key(self, *keys):
        self.do("key", "--delay", 60, *keys)

    def type(self, text):
        self.do("type", "--delay", 5, text)


def middle(control, place=None):
    """A point of the screen."""
    return control.mapToGlobal(control.rect().center() if place is None else QPoint(place))


class Watched(CanvasApplication):
    """Orange's application, with a user before it."""

    play = folder = None

    def exec(self):
        QTimer.singleShot(0, self.begin)  # in the loop, where an error is one of the play
        return super().exec()

    def begin(self):
        self.user = User(getattr(plays, self.play), self.folder)


if __name__ == "__main__":
    name, folder, *workflow = sys.argv[1:]
    Watched.play, Watched.folder = name, Path(folder)
    main.CanvasApplication = Watched
    sys.argv[1:] = workflow
    runpy.run_module("Orange.canvas", run_name="__main__", alter_sys=True)
