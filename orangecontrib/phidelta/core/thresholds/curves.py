"""The best cut of a score, and how much it matters.

Everything is computed for all cuts of a `ThresholdSweep` at once, at any class ratio: sensitivity
and specificity are those of the data, prevalence and costs may be those of another population.

References
----------
C. Elkan, "The foundations of cost-sensitive learning", IJCAI 2001: equation 2 (the cut of
calibrated probabilities), theorem 2 (another class ratio).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import MEASURES, Measure, known_measure
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: Values are equal up to rounding if they differ by less than this part of the greatest possible
#: one (of costs, which have none: of the greatest one at hand).
_ROUNDING = 1e-10


class InfeasibleError(ValueError):
    """No cut fulfils the constraints, or none has a defined value; the message says which."""


@dataclass(frozen=True, eq=False)
class OperatingPoint:
    """What one cut of a score does.

    Attributes
    ----------
    cut : float
        A case is positive where score > cut; -inf: always, inf: never.
    value : float
        Of the measure that was asked for.
    sensitivity, specificity : float
    index : int
        Of the cut in `ThresholdSweep.cuts`.
    """

    cut: float
    value: float
    sensitivity: float
    specificity: float
    index: int


@dataclass(frozen=True, eq=False)
class FlatZone:
    """Cuts that are nearly as good as the best: every cut with low <= cut < high.

    Attributes
    ----------
    low, high : float
        Scores, or -inf and inf where the zone ends with the last cut.
    first, last : int
        The zone's cuts are `ThresholdSweep.cuts[first:last + 1]`.
    """

    low: float
    high: float
    first: int
    last: int


@dataclass(frozen=True)
class Constraint:
    """A bound on a measure, e.g. Constraint("sensitivity", ">=", 0.9).

    It holds up to rounding, at the prevalence of the tuning; not where the measure is undefined.
    ValueError for an unknown measure, relation or parameter.
    """

    measure: str
    relation: str
    bound: float
    parameters: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self):
        known_measure(self.measure).checked(self.parameters)
        if self.relation not in (">=", "<="):
            raise ValueError(f"relation must be '>=' or '<='. Got {self.relation!r}")
        if not np.isfinite(self.bound):
            raise ValueError(f"bound must be a finite number. Got {self.bound}")

    def __str__(self):
        return f"{self.measure.replace('_', ' ')} {self.relation} {self.bound:g}"

    def holds(self, values):
        """Boolean array: where values of the measure keep the bound."""
        slack = _ROUNDING * max(abs(self.bound), 1)
        if self.relation == ">=":
            return values >= self.bound - slack
        return values <= self.bound + slack


@dataclass(frozen=True, eq=False)
class MeasureCurve:
    """A measure at every cut of a sweep; see `measure_curve`.

    Attributes
    ----------
    sweep : ThresholdSweep
    measure : Measure
    values : array (k + 1,)
        nan where undefined.
    is_feasible : boolean array (k + 1,)
        Where all constraints hold.
    prevalence : float
    parameters : dict of str to float
        Of the measure.
    reason : str
        Why no cut is feasible; empty if one is.
    """

    sweep: ThresholdSweep
    measure: Measure
    values: np.ndarray
    is_feasible: np.ndarray
    prevalence: float
    parameters: Mapping[str, float]
    reason: str = ""

    def __repr__(self):
        best = f"best {self.best.value:.3g} at cut {self.best.cut:.3g}" if self.has_best else ""
        return (
            f"<MeasureCurve of {self.measure.name} at {len(self.values)} cuts, "
            f"prevalence {self.prevalence:.3g}; {best or 'no best cut'}>"
        )

    def at(self, cut):
        """`OperatingPoint` of any cut; `cut` is kept as it is."""
        return self._point(float(cut), int(self.sweep.index_of(cut)))

    @property
    def has_best(self):
        """True where a feasible cut has a value."""
        return bool(self._merit.max() > -np.inf)

    @cached_property
    def best(self):
        """`OperatingPoint` of the best feasible cut.

        Among cuts of equal value (up to rounding) the one nearest 0.5, then the higher one. An
        infinite cut is chosen only where no finite one is as good, and of two infinite ones that
        which is nearer to deciding as 0.5 does.

        Raises
        ------
        InfeasibleError
            If no cut is feasible and has a value.
        """
        if not self.has_best:
            raise InfeasibleError(
                self.reason or f"{self.measure.name} is undefined at every feasible cut"
            )
        ties = np.flatnonzero(self._merit >= self._merit.max() - self._rounding)
        index = int(ties[np.argmin(self._distance_from_half(ties))])
        return self._point(float(self.sweep.cuts[index]), index)

    def flat_zone(self, relative=0.01, *, absolute=0.0):
        """The contiguous feasible cuts around the best whose values are nearly as good.

        Parameters
        ----------
        relative : float
            Largest loss as a share of the best value's size: 0.01 admits a cost of up to 1 % more
            than the least one, a kappa of up to 1 % less than the greatest.
        absolute : float
            Largest loss in the measure's own unit. The larger of the two losses is allowed.

        Returns
        -------
        FlatZone
        """
        if not (0 <= relative < np.inf and 0 <= absolute < np.inf):
            raise ValueError(
                "relative and absolute must be finite and not negative. "
                f"Got {relative} and {absolute}"
            )
        best = self.best
        loss = max(relative * abs(best.value), absolute) + self._rounding
        outside = np.flatnonzero(~(self._merit >= self._merit[best.index] - loss))
        after = np.searchsorted(outside, best.index)
        first = int(outside[after - 1]) + 1 if after > 0 else 0
        last = int(outside[after]) - 1 if after < len(outside) else len(self.values) - 1
        scores = self.sweep.scores
        return FlatZone(
            float(scores[last]) if last < len(scores) else -np.inf,
            float(scores[first - 1]) if first > 0 else np.inf,
            first,
            last,
        )

    def thinned(self, maximum=1000):
        """Indices, increasing, of at most `maximum` cuts: the best, and others along the curve.

        The others are evenly spread in fpr + tpr, "never" and "always positive" among them; where
        there are no more than `maximum` cuts, it is all of them. At least 3.
        """
        if maximum < 3:
            raise ValueError(f"maximum must be at least 3. Got {maximum}")
        if len(self.values) <= maximum:
            return np.arange(len(self.values))
        along = self.sweep.fpr + self.sweep.tpr
        steps = np.linspace(along[0], along[-1], maximum - 1)
        indices = np.searchsorted(along, steps)
        indices[-1] = len(along) - 1
        return np.unique(np.append(indices, self.best.index) if self.has_best else indices)

    def table(self, maximum=1000, **parameters):
        """All measures at thinned cuts: a dict of name to array.

        cut, tp, fp, fn, tn (as counted) and `Counts.measures` at the prevalence of the curve;
        `parameters` for measures other than the curve's own. Rows as in `thinned`.
        """
        rows = self.thinned(maximum)
        counts = self.sweep.counts(rows)
        cells = {name: getattr(counts, name) for name in ("tp", "fp", "fn", "tn")}
        measures = counts.measures(self.prevalence, **{**parameters, **self.parameters})
        return {"cut": self.sweep.cuts[rows]} | cells | measures

    @cached_property
    def _merit(self):
        """The values with their sign such that more is better; -inf where unusable."""
        usable = self.is_feasible & ~np.isnan(self.values)
        signed = -self.values if self.measure.lower_is_better else self.values
        return np.where(usable, signed, -np.inf)

    @cached_property
    def _rounding(self):
        greatest = max(np.abs(self.measure.range))
        return _ROUNDING * (greatest if np.isfinite(greatest) else np.nanmax(self.values))

    def _distance_from_half(self, indices):
        distance = np.abs(self.sweep.cuts[indices] - 0.5)
        if np.isfinite(distance).any():
            return distance
        scores = self.sweep.scores
        nearest_end = np.where(indices == 0, scores[0] - 0.5, 0.5 - scores[-1])
        return np.maximum(nearest_end, 0)

    def _point(self, cut, index):
        sweep = self.sweep
        return OperatingPoint(
            cut,
            float(self.values[index]),
            float(sweep.tp[index] / sweep.positives),
            float(1 - sweep.fp[index] / sweep.negatives),
            index,
        )


@underflow_to_zero
def measure_curve(sweep, measure, prevalence=None, *, constraints=(), **parameters):
    """A measure at every cut of a sweep.

    Parameters
    ----------
    sweep : ThresholdSweep
        With positive and negative cases.
    measure : str or Measure
        A name in `MEASURES`.
    prevalence : float, optional
        Fraction of positives, strictly between 0 and 1, where the cut shall be used; None: that of
        the data.
    constraints : Constraint or sequence of Constraint
        What a cut must fulfil to be the best.
    **parameters
        Of the measure: beta; cost_fp, cost_fn; weight.

    Returns
    -------
    MeasureCurve

    Raises
    ------
    ValueError
        For an unknown measure or parameter, an impossible prevalence, a class without cases.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> measure_curve(cuts, "accuracy").values.tolist()
    [0.4, 0.6, 0.4, 0.6, 0.8, 0.6]
    """
    if not (sweep.positives > 0 and sweep.negatives > 0):
        raise ValueError(
            "tuning needs positive and negative cases. "
            f"Got {sweep.positives:g} positives, {sweep.negatives:g} negatives"
        )
    measure = known_measure(measure)
    constraints = (constraints,) if isinstance(constraints, Constraint) else tuple(constraints)
    prevalence = check_prevalence(sweep.prevalence if prevalence is None else prevalence)
    joint = _joint_proportions(sweep, prevalence)
    is_feasible, reason = _feasible(constraints, joint)
    return MeasureCurve(
        sweep,
        measure,
        measure.of_joint(*joint, **parameters),
        is_feasible,
        prevalence,
        parameters,
        reason,
    )


@underflow_to_zero
def best_cut(sweep, measure, prevalence=None, *, constraints=(), **parameters):
    """The cut at which a measure is best, e.g. best_cut(s, "cost", cost_fp=1, cost_fn=5).

    Cost and distances are minimised, all others maximised. Parameters as in `measure_curve`, ties
    as in `MeasureCurve.best`.

    Returns
    -------
    OperatingPoint

    Raises
    ------
    InfeasibleError
        If no cut fulfils the constraints, or none of those that do has a defined value.
    ValueError
        As in `measure_curve`.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> best_cut(cuts, "accuracy")
    OperatingPoint(cut=0.25, value=0.8, sensitivity=1.0, specificity=0.5, index=4)
    >>> best_cut(cuts, "accuracy", constraints=Constraint("specificity", ">=", 0.9)).cut
    0.8
    >>> best_cut(cuts, "cost", 0.1, cost_fp=1, cost_fn=5).cut
    0.8
    """
    return measure_curve(sweep, measure, prevalence, constraints=constraints, **parameters).best


def theoretical_cut(cost_fp=1.0, cost_fn=1.0, *, prevalence=None, data_prevalence=None):
    """The cut of calibrated probabilities that has the least expected cost, in [0, 1].

    c_FP / (c_FP + c_FN) where the cut is used at the class ratio for which the probabilities are
    calibrated. Otherwise the odds of the cut shift by the odds of the two prevalences (2001,
    theorem 2).

    Parameters
    ----------
    cost_fp, cost_fn : float
        Costs of a false positive and a false negative; not negative, not both zero.
    prevalence, data_prevalence : float, optional
        Fraction of positives where the cut is used, and in the data for which the probabilities
        are calibrated; both or none.

    Examples
    --------
    >>> theoretical_cut(cost_fp=1, cost_fn=4)
    0.2
    """
    MEASURES["cost"].checked({"cost_fp": cost_fp, "cost_fn": cost_fn})
    if (prevalence is None) != (data_prevalence is None):
        raise ValueError(
            "expected both prevalence and data_prevalence, or none of them. "
            f"Got {prevalence} and {data_prevalence}"
        )
    used, calibrated = (
        check_prevalence(0.5 if p is None else p) for p in (prevalence, data_prevalence)
    )
    against = cost_fp * (1 - used) * calibrated
    return against / (against + cost_fn * used * (1 - calibrated))


def _joint_proportions(sweep, prevalence):
    """(tp, fp, fn, tn) at every cut; misses from counts, as 1 - rate would round them."""
    positive, negative = prevalence / sweep.positives, (1 - prevalence) / sweep.negatives
    return (
        positive * sweep.tp,
        negative * sweep.fp,
        positive * (sweep.positives - sweep.tp),
        negative * (sweep.negatives - sweep.fp),
    )


def _feasible(constraints, joint):
    """Where all constraints hold, and the reason why they hold nowhere."""
    is_feasible = np.ones(len(joint[0]), bool)
    reasons = []
    for constraint in constraints:
        values = MEASURES[constraint.measure].of_joint(*joint, **constraint.parameters)
        holds = constraint.holds(values)
        is_feasible &= holds
        if not holds.any():
            reasons.append(_unreached(constraint, values))
    if not (reasons or is_feasible.any()):
        reasons = ["no cut has " + " and ".join(str(constraint) for constraint in constraints)]
    return is_feasible, "; ".join(reasons)


def _unreached(constraint, values):
    known = values[~np.isnan(values)]
    if not len(known):
        return f"no cut has {constraint}: it is undefined"
    extreme = (
        f"highest is {known.max():.3g}"
        if constraint.relation == ">="
        else f"lowest is {known.min():.3g}"
    )
    return f"no cut has {constraint}: the {extreme}"
