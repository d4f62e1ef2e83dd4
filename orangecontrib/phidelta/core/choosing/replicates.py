"""Candidates in bootstrap samples of the same cases: bands of cost, and who would be chosen.

Cases are drawn with replacement within each class, for all candidates alike. A score whose cut may
move takes its best cut in each sample.

References
----------
R. C. Holte, C. Drummond, "Cost-sensitive classifier evaluation using cost curves", PAKDD 2008:
bands by bootstrap. `benchmarks/choosing.py` prints how often the band here holds the true curve.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtri

from orangecontrib.phidelta.core.choosing.conditions import (
    CostCurve,
    cost_curve,
    dummy_cost,
    lower_envelope,
)
from orangecontrib.phidelta.core.decisions.counts import check_level
from orangecontrib.phidelta.core.decisions.spaces import check_booleans
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep, sweep

#: How many times the optimism of the best cut, as the bootstrap tells it, is added to a band:
#: twice was too little in simulations.
_OPTIMISM = 3


@dataclass(frozen=True, eq=False)
class Replicates:
    """Least costs of candidates in bootstrap samples; see `replicated`.

    Attributes
    ----------
    condition : array (g,) in [0, 1]
        From 0 to 1.
    observed : list of CostCurve
        Of the candidates, on the cases themselves.
    curves : list of list of CostCurve
        The same in each sample.
    cases : (int, int)
        Numbers of negatives and of positives.
    """

    condition: np.ndarray
    observed: list[CostCurve]
    curves: list[list[CostCurve]]
    cases: tuple[int, int]

    @cached_property
    def costs(self):
        """Array (samples, candidates, g): normalised costs."""
        return np.array(
            [[curve.cost_at(self.condition) for curve in sample] for sample in self.curves]
        )

    def band(self, level=0.95):
        """Arrays (candidates, g): low and high end of an interval of each candidate's true cost.

        Not quantiles of the samples: the best cut of a sample is too good for it, the more so the
        fewer cases there are, and such a band lies too low. Here it is Wald's interval for the
        decision chosen, with one more case right and one more wrong in each class, and above it
        three times what the samples cost less than the cases themselves.
        """
        z = ndtri((1 + check_level(level)) / 2)
        cost = np.array([curve.cost_at(self.condition) for curve in self.observed])
        error = np.array([self._error(curve) for curve in self.observed])
        optimism = np.maximum(cost - self.costs.mean(axis=0), 0)
        limit = [
            dummy_cost(self.condition) if len(curve.indices) > 1 else np.ones(len(self.condition))
            for curve in self.observed
        ]
        high = cost + _OPTIMISM * optimism + z * error
        return np.clip(cost - z * error, 0, limit), np.clip(high, 0, limit)

    def _error(self, curve):
        """Standard error (g,) of the cost of the decisions of a curve."""
        best = curve.position_at(self.condition)
        variance = 0.0
        for weight, rate, cases in zip(
            (1 - self.condition, self.condition),
            (curve.fpr[best], curve.tpr[best]),
            self.cases,
            strict=True,
        ):
            rate = (rate * cases + 1) / (cases + 2)
            variance = variance + weight**2 * rate * (1 - rate) / cases
        return np.sqrt(variance)

    @cached_property
    def chosen(self):
        """Array (candidates, g): share of samples in which each costs least; ties are shared."""
        is_least = self.costs <= self.costs.min(axis=1, keepdims=True) + 1e-12
        return (is_least / is_least.sum(axis=1, keepdims=True)).mean(axis=0)

    def chosen_at(self, condition):
        """Array (candidates,): the same at one condition, between those of the row."""
        return np.array([np.interp(condition, self.condition, share) for share in self.chosen])


def replicated(is_positive, candidates, *, replicates=500, seed=0, resolution=201, progress=None):
    """Candidates in bootstrap samples of the cases.

    Parameters
    ----------
    is_positive : boolean array (cases,)
        With both classes.
    candidates : sequence of arrays (cases,)
        Boolean: decisions that stay as they are. Else scores whose cut may move.
    replicates, seed : int
    resolution : int
        Number of conditions.
    progress : callable, optional
        Called with the share done, in [0, 1]; what it raises ends the work.

    Returns
    -------
    Replicates

    Raises
    ------
    ValueError
        Without positives or negatives; for scores that are nan or infinite.

    Examples
    --------
    >>> truth = [True] * 5 + [False] * 15
    >>> scores = [9, 8, 7, 4, 3] + [6, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]
    >>> never = [False] * 20
    >>> found = replicated(truth, [scores, never], replicates=100)
    >>> found.chosen_at(0.5).tolist()
    [1.0, 0.0]
    """
    is_positive = check_booleans("is_positive", is_positive)
    classes = np.flatnonzero(~is_positive), np.flatnonzero(is_positive)
    cases = tuple(len(rows) for rows in classes)
    if not all(cases):
        raise ValueError("a bootstrap needs positive and negative cases")
    makers = [_maker(is_positive, np.asarray(candidate)) for candidate in candidates]
    random = np.random.default_rng(seed)
    draws = np.ones(len(is_positive))
    observed = [make(draws) for make in makers]
    curves = []
    for number in range(replicates):
        for rows in classes:
            drawn = random.integers(0, len(rows), len(rows))
            draws[rows] = np.bincount(drawn, minlength=len(rows))
        curves.append([make(draws) for make in makers])
        if progress is not None:
            progress((number + 1) / replicates)
    return Replicates(np.linspace(0, 1, resolution), observed, curves, cases)


def _maker(is_positive, candidate):
    """A function of numbers of draws (cases,) to the candidate's cost curve."""
    if candidate.dtype == bool:
        return _decision_maker(is_positive, candidate)
    return _score_maker(is_positive, candidate)


def _decision_maker(is_positive, is_called):
    false_alarms, found = (np.flatnonzero(is_called & c) for c in (~is_positive, is_positive))
    positives = np.count_nonzero(is_positive)
    negatives = len(is_positive) - positives

    def make(draws):
        rates = draws[false_alarms].sum() / negatives, draws[found].sum() / positives
        return lower_envelope(*([rate] for rate in rates))

    return make


def _score_maker(is_positive, scores):
    whole = sweep(is_positive, scores)
    last = whole.index_of(scores)  # number of distinct scores above, hence the score's own place
    places = last[~is_positive], last[is_positive]
    classes = np.flatnonzero(~is_positive), np.flatnonzero(is_positive)

    def make(draws):
        fp, tp = (
            np.append(0.0, np.cumsum(np.bincount(place, draws[rows], len(whole.scores))))
            for place, rows in zip(places, classes, strict=True)
        )
        return cost_curve(ThresholdSweep(whole.cuts, tp, fp, whole.scores))

    return make
