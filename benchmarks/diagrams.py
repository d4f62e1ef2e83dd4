"""Making a diagram of features, and showing very many points.

A diagram of features is made for each class; it costs little more than the bare plot of Orange
that it stands on. Ten thousand points of a table are one item: with an item for each they would
take a hundred times as long as a hundred points, with a legend of all of them ten thousand times.
The widget, which also reads and lists them and sends their scores, should take at most a second.

QT_QPA_PLATFORM=offscreen python benchmarks/diagrams.py
"""

import numpy as np
from AnyQt.QtWidgets import QApplication
from Orange.data import ContinuousVariable, Domain, Table
from Orange.widgets.visualize.utils.plotutils import PlotWidget
from timing import report, seconds

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.features import FeatureDiagram
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta


def hits_and_false_alarms(count):
    """Of so many classifiers, for 80 positives and 200 negatives; array (2, count)."""
    return np.random.default_rng(0).integers(1, [[80], [200]], (2, count))


def points(count):
    """Points of a table at random places."""
    tp, fp = hits_and_false_alarms(count)
    return [
        Classifier(f"row {i}", Outcome(Counts(a, b, 80 - a, 200 - b)))
        for i, (a, b) in enumerate(zip(tp, fp, strict=True))
    ]


def painted(diagram, count):
    """A call that shows so many points and paints them."""
    shown, colors = points(count), theme.model_colors(count)

    def call():
        diagram.show_classifiers(shown, colors)
        diagram.grab()

    return call


def sent(widget, count):
    """A call that sends so many points to the widget, which shows them and sends their scores."""
    tp, fp = hits_and_false_alarms(count)
    domain = Domain([ContinuousVariable(name) for name in ("tp", "fp", "fn", "tn")])
    table = Table.from_numpy(domain, np.column_stack([tp, fp, 80 - tp, 200 - fp]))

    def call():
        widget.set_points(table)
        widget.handleNewSignals()
        QApplication.processEvents()
        widget.grab()

    return call


def main():
    app = QApplication([])
    kept = []
    report(
        "a diagram of features made / a bare plot",
        lambda: kept.append(FeatureDiagram()),
        lambda: kept.append(PlotWidget()),
        2.5,
    )
    diagram = Diagram()
    diagram.resize(800, 600)
    diagram.show_space(phi_delta(0.3), 0.3)
    diagram.show()
    report(
        "10,000 points shown and painted / 100",
        painted(diagram, 10_000),
        painted(diagram, 100),
        40,
    )
    widget = OWPhiDelta()
    widget.show()
    took = seconds(sent(widget, 10_000))
    print(f"10,000 points sent to the widget: {took:.2f} s (at most 1)")
    app.quit()


if __name__ == "__main__":
    main()
