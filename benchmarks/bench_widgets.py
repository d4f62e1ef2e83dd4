"""Widgets beside Orange's on the same results, for `bench`."""

import numpy as np
from AnyQt.QtWidgets import QApplication
from class_ratio import results
from Orange.widgets.evaluate.owcalibrationplot import OWCalibrationPlot
from Orange.widgets.evaluate.owrocanalysis import OWROCAnalysis
from Orange.widgets.tests.base import WidgetTest

from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner


class _Case(WidgetTest):
    """Makes widgets that know their signals."""

    def runTest(self):
        """Nothing of its own."""


def _case():
    QApplication.instance() or QApplication(["bench"])
    _Case.setUpClass()
    case = _Case()
    case.setUp()
    return case


def opening(case, kind, tested):
    """A call that opens results in a widget, and paints it."""
    widget = case.create_widget(kind)
    widget.resize(1000, 700)
    widget.show()

    def call():
        case.send_signal("Evaluation Results", tested, widget=widget)
        case.wait_until_finished(widget=widget)
        widget.grab()

    return call


def compared(scale):
    """Rows of (what, size, ours, name of the other, other, aim)."""
    case = _case()
    fold = 10_000 // scale
    tested = results(cases_a_fold=fold)
    size = f"10 models x 10 folds x {fold:,}"
    ours, theirs = opening(case, OWPhiDelta, tested), opening(case, OWROCAnalysis, tested)
    yield "φ/δ Diagram, opened", size, ours, "ROC Analysis", theirs, 0.5
    tested = results(models=2, cases_a_fold=fold)
    size = f"2 models x 10 folds x {fold:,}"
    ours, theirs = (
        opening(case, OWThresholdTuner, tested),
        opening(case, OWCalibrationPlot, tested),
    )
    yield "Threshold Tuner, opened", size, ours, "Calibration Plot", theirs, None


def growing(scale):
    """Rows of (what, size, number of values, call)."""
    case = _case()
    for models, folds in ((1, 1), (10, 10), (30, 10)):
        fold = 10_000 // scale
        tested = results(models, folds, fold)
        call = opening(case, OWPhiDelta, tested)
        count = models * folds * fold
        yield "φ/δ Diagram, opened", f"{models} models x {folds} folds x {fold:,}", count, call
    for count in (10**2, 10**3, 10**4, 10**5):
        yield "a diagram of features, shown", f"{count:,} marks", count, marks(count)


def marks(count):
    """A call that shows and paints so many marks."""
    from AnyQt.QtGui import QColor

    from orangecontrib.phidelta.core.decisions.spaces import by_strength
    from orangecontrib.phidelta.plot.features import FeatureDiagram
    from orangecontrib.phidelta.plot.marks import MarkLayer

    random = np.random.default_rng(0)
    names = [f"feature {number}" for number in range(count)]
    rates = random.beta(1, 9, count), random.beta(1, 9, count)
    layer = MarkLayer("yes", *rates, names, names, ["numeric"] * count, QColor("teal"))
    diagram = FeatureDiagram()
    diagram.resize(1000, 700)
    diagram.show()

    def call():
        diagram.show_layers([layer], by_strength([rates]))
        diagram.grab()

    return call
