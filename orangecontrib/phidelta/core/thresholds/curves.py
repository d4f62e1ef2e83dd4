"""A measure at every cut of a score, its best cut, and how much the cut matters.

Everything is computed for all cuts of a `ThresholdSweep` at once, at any class ratio: sensitivity
and specificity are those of the data, prevalence and costs may be those of another population.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import Measure, known_measure
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence
from orangecontrib.phidelta.core.thresholds.constraints import (
    ROUNDING,
    Constraint,
    InfeasibleError,
    feasible,
)
from orangecontrib.phidelta.core.thresholds.operatingpoints import (
    FlatZone,
    OperatingPoint,
    nearest_half,
)
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep
from orangecontrib.phidelta.core.underflow import underflow_to_zero


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

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> curve = measure_curve(cuts, "cost", prevalence=0.2, cost_fn=3)
    >>> curve
    <MeasureCurve of cost at 6 cuts, prevalence 0.2; best 0.4 at cut 0.25>
    >>> curve.values.round(3).tolist()
    [0.6, 0.4, 0.8, 0.6, 0.4, 0.8]
    >>> curve.flat_zone(relative=0.3)
    FlatZone(low=0.1, high=0.4, first=4, last=4)
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
        index = int(self.sweep.index_of(cut))
        return OperatingPoint.of(self.sweep, self.values, float(cut), index)

    @property
    def has_best(self):
        """True where a feasible cut has a value."""
        return not np.isneginf(self._merit.max())

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
        index = nearest_half(self.sweep, ties)
        cut = float(self.sweep.cuts[index])
        return OperatingPoint.of(self.sweep, self.values, cut, index)

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
        is_near = self._merit >= self._merit[best.index] - loss
        return FlatZone.around(best.index, is_near, self.sweep.scores)

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

    def table(self, maximum=1000, also=(), **parameters):
        """All measures at thinned cuts: a dict of name to array.

        cut, tp, fp, fn, tn (as counted) and `Counts.measures` at the prevalence of the curve;
        `parameters` for measures other than the curve's own. Rows as in `thinned`. Also what
        each `Measure` in `also` is, as measures over ranges are.
        """
        rows = self.thinned(maximum)
        counts = self.sweep.counts(rows)
        cells = {name: getattr(counts, name) for name in ("tp", "fp", "fn", "tn")}
        measures = counts.measures(self.prevalence, **{**parameters, **self.parameters})
        others = {m.name: measure_curve(self.sweep, m, self.prevalence).values[rows] for m in also}
        return {"cut": self.sweep.cuts[rows]} | cells | measures | others

    @cached_property
    def extent(self):
        """(least, greatest) finite value; nan without any."""
        known = self.values[np.isfinite(self.values)]
        return (float(known.min()), float(known.max())) if len(known) else (np.nan, np.nan)

    @cached_property
    def _merit(self):
        """The values with their sign such that more is better; -inf where unusable."""
        signed = -self.values if self.measure.lower_is_better else self.values
        # fmax: nan is unusable, too
        return np.fmax(np.where(self.is_feasible, signed, -np.inf), -np.inf)

    @cached_property
    def _rounding(self):
        greatest = max(np.abs(self.measure.range))
        return ROUNDING * (greatest if np.isfinite(greatest) else np.nanmax(self.values))


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
    sweep.check_classes("tuning")
    measure = known_measure(measure).for_sweep(sweep)
    constraints = (constraints,) if isinstance(constraints, Constraint) else tuple(constraints)
    prevalence = check_prevalence(sweep.prevalence if prevalence is None else prevalence)
    joint = sweep.joint_proportions(prevalence)
    is_feasible, reason = feasible(constraints, joint)
    return MeasureCurve(
        sweep,
        measure,
        measure.of_joint(*joint, **parameters),
        is_feasible,
        prevalence,
        parameters,
        reason,
    )
