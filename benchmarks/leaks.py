"""What widgets leave behind: memory, objects, tasks, threads and connections, beside Orange's own.

Widgets are opened with data and closed again, get other data, and (the Class Signature) arrange
their pictures in other ways. The first fifth of the runs, which fills caches, is not counted.

QT_QPA_PLATFORM=offscreen python benchmarks/leaks.py [--openings 300] [--changes 300]
    [--arrangements 100] [--only OWPhiDelta ...]
"""

import argparse
import ctypes
import gc
import itertools
import threading
from collections import Counter
from functools import partial
from pathlib import Path

from AnyQt.QtCore import QCoreApplication, QEvent, QMetaMethod, QObject
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation
from Orange.widgets.data.owrank import OWRank
from Orange.widgets.evaluate.owrocanalysis import OWROCAnalysis
from Orange.widgets.utils.concurrent import TaskState

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

#: Widgets on results, then those on data; the first of each is Orange's.
GROUPS = (
    (OWROCAnalysis, OWPhiDelta, OWThresholdTuner),
    (OWRank, OWClassSignature, OWFeatureRanker),
)


def settled():
    """Let Qt and Python delete what is to be deleted."""
    QCoreApplication.sendPostedEvents(None, QEvent.DeferredDelete)
    QTest.qWait(1)
    gc.collect()


def megabytes():
    """Memory of this process, without what the allocator merely holds back."""
    settled()
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def left():
    """How many there are of all that might be left behind."""
    settled()
    objects = gc.get_objects()
    found = Counter(
        objects=sum(isinstance(each, QObject) for each in objects),
        tasks=sum(isinstance(each, TaskState) for each in objects),
        widgets=len(QApplication.allWidgets()),
        threads=threading.active_count(),
    )
    app = QApplication.instance()
    for number in range(app.metaObject().methodCount()):
        method = app.metaObject().method(number)
        if method.methodType() == QMetaMethod.MethodType.Signal:
            found["connections"] += app.receivers(getattr(app, bytes(method.name()).decode()))
    return found


def wait(widget):
    """Until nothing is computed in the background."""
    for _ in range(5000):
        if getattr(widget, "task", None) is None:
            break
        QTest.qWait(2)
    QTest.qWait(1)


def send(widget, inputs):
    """Give inputs, by the names of the widget's methods."""
    for name, value in inputs.items():
        getattr(widget, name)(value)
    widget.handleNewSignals()
    wait(widget)
    widget.grab()


def open_and_close(cls, inputs):
    """What is garbage is collected, or the memory would be that of garbage."""
    widget = cls()
    send(widget, inputs)
    close(widget)
    settled()


def close(widget):
    widget.close()
    widget.onDeleteWidget()
    widget.deleteLater()


def measure(title, step, times):
    """Do a step many times, and print what has grown since the first fifth."""
    for number in range(times):
        if number == times // 5:
            before, memory = left(), megabytes()
        step()
    grown = {k: v - before[k] for k, v in left().items() if v != before[k]} or "nothing"
    more = megabytes() - memory
    print(f"{title}, {times} times: {more:+.1f} MB, left: {grown}", flush=True)


def inputs_of(is_results):
    """Two different sets of inputs."""
    tables = Table("heart_disease"), Table("titanic")[::3]
    if not is_results:
        return [{"set_data": table} for table in tables]
    learners = [NaiveBayesLearner(), TreeLearner()]
    return [{"set_results": CrossValidation(k=5, store_data=True)(t, learners)} for t in tables]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name, times in (("openings", 300), ("changes", 300), ("arrangements", 100)):
        parser.add_argument(f"--{name}", type=int, default=times)
    parser.add_argument("--only", nargs="*")
    asked = parser.parse_args()
    app = QApplication([])
    for number, group in enumerate(GROUPS):
        inputs = inputs_of(number == 0)
        for cls in group:
            if asked.only and cls.__name__ not in asked.only:
                continue
            measure(f"{cls.name} opened", partial(open_and_close, cls, inputs[0]), asked.openings)
            widget = cls()
            change(widget, itertools.cycle(inputs), asked.changes)
            if cls is OWClassSignature:
                arrange(widget, asked.arrangements)
            close(widget)
    app.quit()


def change(widget, turns, times):
    """Give a widget other data, in turns."""
    measure(f"{widget.name}, other data", lambda: send(widget, next(turns)), times)


def arrange(widget, times):
    """Arrange the pictures of the Class Signature in other ways."""
    ways = itertools.cycle(("beside", "over", "one"))

    def step():
        widget.arrangement = next(ways)
        widget.update_all()
        wait(widget)
        widget.grab()

    measure(f"{widget.name}, other arrangement", step, times)


if __name__ == "__main__":
    main()
