"""Results of many predictions, and how long the window stands still while they are shown."""

import time

import numpy as np
from AnyQt.QtCore import QTimer
from AnyQt.QtWidgets import QApplication
from Orange.data import DiscreteVariable, Domain
from Orange.evaluation import Results


def many_results(cases, models=5, seed=1):
    """Results of models that know better and better who is positive (about 3 of 10 cases)."""
    random = np.random.default_rng(seed)
    results = Results(domain=Domain([], DiscreteVariable("y", values=("no", "yes"))))
    results.actual = (random.random(cases) < 0.3).astype(float)
    results.row_indices, results.folds = np.arange(cases), [...]
    strength = 0.5 * np.arange(1, models + 1)[:, None]
    logit = random.normal(size=(models, cases)) + strength * results.actual - 1
    score = 1 / (1 + np.exp(-logit))
    results.probabilities = np.stack([1 - score, score], axis=2)
    results.predicted = (score > 0.5).astype(float)
    results.learner_names = [f"model {number}" for number in range(1, models + 1)]
    return results


def open_results(widget, results):
    """As the canvas does."""
    widget.set_results(results)
    widget.handleNewSignals()


def change_positive(widget):
    """As by the list of classes."""
    widget.positive = [value for value in ("no", "yes") if value not in widget.positive]
    widget.read_positive()


def drag_class_ratio(widget, steps=10):
    """Move the class ratio step by step as by the slider, and let it go."""
    move = getattr(widget, "move_space", widget.show_space)
    settle = getattr(widget, "settle", widget.commit.deferred)

    def step(number):
        widget.class_ratio = 1 + number / 5
        move()
        if number < steps:
            QTimer.singleShot(20, lambda: step(number + 1))
        else:
            settle()

    step(1)


class Ticks:
    """The longest time between two ticks of a timer, in all and at work in this thread."""

    def __init__(self):
        self.longest = self.at_work = 0.0
        self._last = self._now()

    @staticmethod
    def _now():
        return time.perf_counter(), time.thread_time()

    def tick(self):
        now = self._now()
        passed, worked = now[0] - self._last[0], now[1] - self._last[1]
        self.longest, self.at_work = max(self.longest, passed), max(self.at_work, worked)
        self._last = now


def longest_gaps(widget, action, at_least=0.4, at_most=120):
    """Do something with the widget and wait for what follows: seconds between ticks.

    Returns
    -------
    (longest, longest at work), seconds
    """
    ticks, timer, begun = Ticks(), QTimer(), time.perf_counter()
    timer.timeout.connect(ticks.tick)
    timer.start(5)
    QTimer.singleShot(0, lambda: action(widget))
    while widget.isInvalidated() or time.perf_counter() < begun + at_least:
        QApplication.processEvents()
        time.sleep(0.0005)
        assert time.perf_counter() < begun + at_most
    ticks.tick()
    timer.stop()
    return ticks.longest, ticks.at_work
