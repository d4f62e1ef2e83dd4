"""Moving the class ratio in the φ/δ Diagram, against a redraw of Orange's ROC Analysis.

10 models, 10 folds of 10,000 cases each; curves, isometrics and heatmap on; both painted. The time
of a move does not depend on the number of cases (curves are thinned to what a screen can show),
that of a redraw does: with folds of 1,000 cases the two come closer. A move without painting, with
curved isometrics of three measures, is to take no more than a frame of a screen, 16 ms.

QT_QPA_PLATFORM=offscreen python benchmarks/class_ratio.py
"""

import itertools

import numpy as np
from AnyQt.QtWidgets import QApplication
from Orange.data import DiscreteVariable, Domain, Table
from Orange.evaluation import Results
from Orange.widgets.evaluate.owrocanalysis import OWROCAnalysis
from timing import report, seconds

from orangecontrib.phidelta.widgets.bases import stages
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

#: Nothing is done in the background, so that all of it is measured.
stages.MOST_AT_ONCE = float("inf")


def results(models=10, folds=10, cases_a_fold=10_000):
    """Results of models of growing skill on cases of which 30 % are positive."""
    random = np.random.default_rng(0)
    cases = folds * cases_a_fold
    actual = (random.random(cases) < 0.3).astype(float)
    skill = np.linspace(0.3, 2, models)[:, None]
    logit = random.normal(size=(models, cases)) + skill * (actual - 0.5)
    positive = 1 / (1 + np.exp(-logit))
    domain = Domain([], DiscreteVariable("class", ("no", "yes")))
    tested = Results(
        data=Table.from_numpy(domain, np.empty((cases, 0)), actual),
        domain=domain,
        row_indices=np.arange(cases),
        folds=[slice(i, i + cases_a_fold) for i in range(0, cases, cases_a_fold)],
        actual=actual,
        predicted=(positive > 0.5).astype(float),
        probabilities=np.stack([1 - positive, positive], axis=2),
    )
    tested.learner_names = [f"Model {i + 1}" for i in range(models)]
    return tested


def compare(cases_a_fold):
    tested = results(cases_a_fold=cases_a_fold)
    ours, theirs = OWPhiDelta(), OWROCAnalysis()
    ours.set_results(tested)
    ours.handleNewSignals()
    ours.measures.set_state((["accuracy", "mcc"], "information", {}))
    ours.measures.changed.emit()
    theirs.set_results(tested)
    for widget in (ours, theirs):
        widget.resize(1000, 700)
        widget.show()
    QApplication.processEvents()
    positions = itertools.cycle(range(-150, 151, 7))

    def move():
        # as while dragging: outputs wait until the slider is let go
        ours.ratio_control.slider.setValue(next(positions))
        ours.diagram.grab()

    def move_only():
        ours.ratio_control.slider.setValue(next(positions))

    def redraw():
        theirs.controls.display_def_threshold.click()
        theirs.plotview.grab()

    ours.ratio_control.slider.setSliderDown(True)
    title = f"class ratio moved / ROC Analysis redrawn, folds of {cases_a_fold:,}"
    report(title, move, redraw, 0.1)
    ours.measures.set_state((["distance", "mcc", "information"], "information", {}))
    ours.measures.changed.emit()
    least = 1000 * seconds(move_only, runs=43)
    print(f"class ratio moved, without painting: {least:.1f} ms (at most 16)")


def main():
    app = QApplication([])
    for cases_a_fold in (10_000, 1_000):
        compare(cases_a_fold)
    app.quit()


if __name__ == "__main__":
    main()
