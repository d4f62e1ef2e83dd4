"""All there is to know of the cuts of one classifier, for one measure."""

from dataclasses import dataclass

from orangecontrib.phidelta.core.decisions.measures import known_measure
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.thresholds.bestcuts import theoretical_cut
from orangecontrib.phidelta.core.thresholds.curves import MeasureCurve, measure_curve
from orangecontrib.phidelta.core.thresholds.stability import CutSpread, fold_cuts
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@dataclass(frozen=True, eq=False)
class Tuning:
    """Cuts of a classifier; see `tune`.

    Attributes
    ----------
    curve, cost : MeasureCurve
        Of the measure tuned for, and of the expected cost, over all cases.
    fold_curves : dict of int to MeasureCurve
        By the number of the fold, from 1.
    fold_cuts : CutSpread
        The best cuts of the folds.
    theory : float
        The cut that would cost least if the scores were calibrated probabilities.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import Classifier, Outcome, sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> tree = Classifier("Tree", Outcome(cuts.counts(3)), sweep=cuts)
    >>> tuning = tune(tree, "cost", 0.2, parameters={"cost_fp": 1, "cost_fn": 3})
    >>> print(f"best cut {tuning.point().cut}, in theory {tuning.theory:.3f}")
    best cut 0.25, in theory 0.667
    """

    curve: MeasureCurve
    cost: MeasureCurve
    fold_curves: dict[int, MeasureCurve]
    fold_cuts: CutSpread
    theory: float

    def __repr__(self):
        return f"<Tuning over {len(self.fold_curves)} folds: {self.curve!r}>"

    def point(self, cut=None):
        """`OperatingPoint` of a cut; None: the best one, or 0.5 where none is feasible."""
        if cut is not None:
            return self.curve.at(cut)
        return self.curve.best if self.curve.has_best else self.curve.at(0.5)

    def zone(self, percent):
        """The `FlatZone` of so many per cent; None where no cut is best."""
        return self.curve.flat_zone(percent / 100) if self.curve.has_best else None


@underflow_to_zero
def tune(classifier, measure, prevalence, constraints=(), parameters=None):
    """Tune the cut of a classifier that has a sweep.

    Parameters
    ----------
    classifier : Classifier
    measure : str or Measure
    prevalence : float
        Fraction of positives where the cut shall be used; also for the folds.
    constraints : Constraint or sequence of Constraint
    parameters : dict of str to float
        Of all measures; each takes its own, the expected cost among them. The usual values where
        there are none.

    Returns
    -------
    Tuning

    Examples
    --------
    >>> from orangecontrib.phidelta.core import Classifier, Outcome, sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> tree = Classifier("Tree", Outcome(cuts.counts(3)), sweep=cuts)
    >>> tune(tree, "kappa", 0.2, parameters={"cost_fp": 1, "cost_fn": 3})
    <Tuning over 0 folds: <MeasureCurve of kappa at 6 cuts, prevalence 0.2; best 0.444 at cut 0.8>>
    """
    parameters = DEFAULTS | dict(parameters or {})
    own, costs = (
        {k: parameters[k] for k in known_measure(m).parameters} for m in (measure, "cost")
    )
    rule = {"prevalence": prevalence, "constraints": constraints, **own}
    sweep, folds, numbers = classifier.sweep, classifier.fold_sweeps, classifier.fold_numbers
    return Tuning(
        measure_curve(sweep, measure, **rule),
        measure_curve(sweep, "cost", prevalence, **costs),
        {n: measure_curve(fold, measure, **rule) for n, fold in zip(numbers, folds, strict=True)},
        fold_cuts(folds, measure, **rule),
        theoretical_cut(**costs, prevalence=prevalence, data_prevalence=sweep.prevalence),
    )
