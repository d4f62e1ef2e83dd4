"""Dragging the condition in Operating Conditions, and its bootstrap samples.

10 models, 10 folds of 10,000 cases each: a step of the line, while costs move and while the class
ratio moves, with a range and with samples, without painting. Then what 2,000 bootstrap samples of
10,000 cases take of one model. Times are those of this process's CPU. Exits with 1 if a step takes
more than 16 ms, or a model more than 2 s.

QT_QPA_PLATFORM=offscreen python benchmarks/conditions.py
"""

import itertools
import sys

import numpy as np
from AnyQt.QtWidgets import QApplication
from class_ratio import results
from timing import seconds

from orangecontrib.phidelta.core.choosing.replicates import replicated
from orangecontrib.phidelta.widgets.bases import stages
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions

#: Seconds of CPU.
STEP, SAMPLES = 0.016, 2.0
STEPS = 20

#: Nothing is done in the background, so that all of it is measured.
stages.MOST_AT_ONCE = float("inf")


def shown(tested):
    """A widget on the (offscreen) screen that has received the results."""
    widget = OWOperatingConditions()
    widget.set_results(tested)
    widget.handleNewSignals()
    widget.resize(1180, 800)
    widget.show()
    QApplication.processEvents()
    return widget


def step_seconds(widget):
    """Seconds of a step of the line, the mean of some."""
    places = itertools.cycle(np.linspace(0.2, 0.8, 37))
    line = widget.conditions_view.costs.line

    def drag():
        for _ in range(STEPS):
            line.setValue(next(places))
            line.sigDragged.emit(line)

    return seconds(drag, runs=3) / STEPS


def told(title, took, limit):
    """Print a time beside its limit; True where it is kept."""
    print(f"{title}: {1000 * took:.1f} ms (at most {1000 * limit:.0f})")
    return took <= limit


def drags():
    """Whether all drags keep the limit."""
    widget = shown(results())
    kept = [told("step of the costs", step_seconds(widget), STEP)]
    widget.ranges = (True, 1.0, 10.0, 1.0, 10.0, "uniform")
    widget.show_outlook()
    widget.samples = widget.conditions.replicated(20)
    widget.show_samples()
    kept.append(told("the same, with a range and samples", step_seconds(widget), STEP))
    widget.conditions_view.show_diagram()
    kept.append(told("the same, with the diagram in front", step_seconds(widget), STEP))
    widget.moves = "ratio"
    kept.append(told("step of the class ratio", step_seconds(widget), STEP))
    return all(kept)


def samples():
    """Whether the samples of a model keep the limit."""
    random = np.random.default_rng(0)
    is_positive = random.random(10_000) < 0.3
    scores = random.normal(size=10_000) + is_positive
    took = seconds(lambda: replicated(is_positive, [scores], replicates=2000), runs=2)
    return told("2,000 samples of 10,000 cases of one model", took, SAMPLES)


def main():
    app = QApplication([])
    kept = [drags(), samples()]
    app.quit()
    return not all(kept)


if __name__ == "__main__":
    sys.exit(main())
