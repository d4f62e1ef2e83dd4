"""Dragging the Threshold Tuner's handle by one step, against redraws.

One model, 10 folds of 100,000 cases each. A step finds the cut nearest to the pointer, moves
handle and line and rewrites the read-out; nothing is counted, tuned or drawn anew. A redraw shows
the model again: its curves in both views, tuned for the measure. Painting is left to Qt's event
loop, as on a screen: it paints what a moved item covers, the whole strip under the line included.

QT_QPA_PLATFORM=offscreen python benchmarks/drag.py [--cases 100000]
"""

import argparse
import itertools

from AnyQt.QtWidgets import QApplication
from class_ratio import results
from Orange.widgets.evaluate.owrocanalysis import OWROCAnalysis
from timing import report

from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner


def shown(widget_class, tested):
    """A widget on the (offscreen) screen that has received the results."""
    widget = widget_class()
    widget.set_results(tested)
    widget.handleNewSignals()
    widget.resize(1060, 780)
    widget.show()
    QApplication.processEvents()
    return widget


def painted(call):
    """The call, and all that Qt paints after it."""

    def both():
        call()
        QApplication.processEvents()

    return both


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000, help="cases in each of 10 folds")
    cases = parser.parse_args().cases
    app = QApplication([])
    tested = results(models=1, cases_a_fold=cases)
    tuner = shown(OWThresholdTuner, tested)
    (item,) = tuner.diagram.classifiers.values()
    points = itertools.cycle(item.parts["curves"].points[::7])

    def step():
        tuner.diagram.handle.setPos(*next(points))

    title = f"drag step / %s, 10 folds of {cases:,}"
    report(title % "redraw, both without painting", step, tuner.show_model, 1 / 20)
    report(title % "redraw, both painted", painted(step), painted(tuner.show_model), 1 / 4)
    peer = shown(OWROCAnalysis, tested)
    redraw = painted(peer.controls.display_def_threshold.click)
    report(title % "redraw of Orange's ROC Analysis, both painted", painted(step), redraw, 1 / 20)
    app.quit()


if __name__ == "__main__":
    main()
