"""What goes wrong where no test would see it: in slots, in threads; and what takes long."""

import logging
import os
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from AnyQt.QtCore import QtMsgType, qInstallMessageHandler
from AnyQt.QtWidgets import QApplication

#: A step may keep the main thread so long (seconds it works, and seconds that pass on a machine
#: that has other things to do).
MOST_WORK = 2.0
MOST_TIME = 20.0
_SERIOUS = {QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}
#: What Qt says of a screen that is none, and of texts that no font has.
_HARMLESS = (
    *("RHI", "QRhi", "Vulkan", "GPUInfo", "OpenGL"),  # of reports, without a graphics card
    "propagateSizeHints",
    "QFont",
    "OpenType",
    "fonts",
    "XDG_RUNTIME_DIR",
    "raise()",
    "QItemSelectionModel",
)


class Watch:
    """Collects, while it is entered, what Python and Qt do not hand to a test.

    Attributes
    ----------
    problems : list of str
        Each with what was done when it happened.
    """

    def __init__(self):
        self.problems = []
        self._doing = "nothing"
        self._stack = ExitStack()

    def __enter__(self):
        for holder, name in (
            (sys, "excepthook"),
            (threading, "excepthook"),
            (sys, "unraisablehook"),
        ):
            self._stack.enter_context(patch.object(holder, name, self._hook(name)))
        before = qInstallMessageHandler(self._on_qt)
        self._stack.callback(qInstallMessageHandler, before)
        handler = logging.Handler(logging.ERROR)
        handler.emit = lambda record: self._note(f"logged: {handler.format(record)}")
        logging.getLogger().addHandler(handler)
        self._stack.callback(logging.getLogger().removeHandler, handler)
        return self

    def __exit__(self, *_):
        self._stack.close()

    @contextmanager
    def doing(self, what):
        """Do one step; an exception is noted and not raised, as Qt would do."""
        self._doing = what
        worked, began = time.thread_time(), time.monotonic()
        try:
            yield
        except Exception as error:  # noqa: BLE001  that is what is looked for
            self._note(_told(error))
        passed = time.monotonic() - began
        if passed <= MOST_WORK:
            return  # the clock of work is slow on some machines
        worked = time.thread_time() - worked
        if worked > MOST_WORK * _patience() or passed > MOST_TIME * _patience():
            self._note(f"took {worked:.1f} s of work, {passed:.1f} s in all")

    def settle(self, widget, most=60.0):
        """Let the widget finish what it does in the background; each round of events is a step."""
        doing, end = self._doing, time.monotonic() + most * _patience()
        while True:
            with self.doing(f"events after {doing}"):
                QApplication.processEvents()
            if getattr(widget, "task", None) is None and not widget.isInvalidated():
                break
            if time.monotonic() > end:
                self._doing = doing
                self._note(f"is still at work after {most:.0f} s")
                widget.cancel()
                break
            time.sleep(0.001)
        with self.doing(f"events after {doing}"):
            QApplication.processEvents()  # outputs that were deferred

    def _note(self, what):
        self.problems.append(f"{self._doing}: {what}")

    def _hook(self, name):
        def hook(*args):
            first = args[0]
            error = args[1] if name == "excepthook" and len(args) == 3 else first.exc_value
            self._note(f"{name}: {_told(error)}")

        return hook

    def _on_qt(self, kind, _, text):
        if kind in _SERIOUS and not any(each in text for each in _HARMLESS):
            self._note(f"Qt: {text}")


def _patience():
    """A factor for slow machines."""
    return float(os.environ.get("TEST_PATIENCE", "1"))


def _told(error):
    """An exception with the last place in our package, or else the last of all."""
    trace, places = error.__traceback__, []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append((f"{code.co_filename}", trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    own = [p for p in places if "phidelta" in p[0]] or places or [("?", 0, "?")]
    ends = " < ".join(f"{path.split('/')[-1]}:{line} {name}" for path, line, name in own[:-4:-1])
    return f"{type(error).__name__}: {str(error)[:150]} ({ends})"
