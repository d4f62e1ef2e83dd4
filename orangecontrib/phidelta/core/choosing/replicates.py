"""Candidates in bootstrap samples of the same cases: bands of cost, and who would be chosen.

Cases are drawn with replacement within each class, for all candidates alike. A score whose cut may
move takes its best cut in each sample.

References
----------
R. C. Holte, C. Drummond, "Cost-sensitive classifier evaluation using cost curves", PAKDD 2008.
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.choosing.conditions import CostCurve, cost_curve, lower_envelope
from orangecontrib.phidelta.core.decisions.counts import check_level
from orangecontrib.phidelta.core.decisions.spaces import check_booleans
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep, sweep


def replicate_curves(is_positive, candidates, *, replicates=500, seed=0):
    """Cost curves of several candidates in bootstrap samples: yields a list for each sample.

    Parameters
    ----------
    is_positive : boolean array (cases,)
        With both classes.
    candidates : sequence of arrays (cases,)
        Boolean: decisions that stay as they are. Else scores whose cut may move.
    replicates, seed : int

    Yields
    ------
    list of CostCurve
        One for each candidate.
    """
    is_positive = check_booleans("is_positive", is_positive)
    classes = np.flatnonzero(~is_positive), np.flatnonzero(is_positive)
    if not all(len(rows) for rows in classes):
        raise ValueError("a bootstrap needs positive and negative cases")
    makers = [_maker(is_positive, np.asarray(candidate)) for candidate in candidates]
    random = np.random.default_rng(seed)
    draws = np.empty(len(is_positive))
    for _ in range(replicates):
        for rows in classes:
            drawn = random.integers(0, len(rows), len(rows))
            draws[rows] = np.bincount(drawn, minlength=len(rows))
        yield [make(draws) for make in makers]


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


@dataclass(frozen=True, eq=False)
class Replicates:
    """Least costs of candidates in bootstrap samples, at a row of conditions.

    Attributes
    ----------
    condition : array (g,) in [0, 1]
    costs : array (samples, candidates, g)
        Normalised.
    curves : list of list of CostCurve
        As of `replicate_curves`.
    """

    condition: np.ndarray
    costs: np.ndarray
    curves: list[list[CostCurve]]

    def band(self, level=0.95):
        """Arrays (candidates, g): low and high quantile of each candidate's cost."""
        tail = (1 - check_level(level)) / 2
        return tuple(np.quantile(self.costs, [tail, 1 - tail], axis=0))

    @property
    def chosen(self):
        """Array (candidates, g): share of samples in which each costs least; ties are shared."""
        is_least = self.costs <= self.costs.min(axis=1, keepdims=True) + 1e-12
        return (is_least / is_least.sum(axis=1, keepdims=True)).mean(axis=0)

    def chosen_at(self, condition):
        """Array (candidates,): the same at one condition, between those of the row."""
        return np.array([np.interp(condition, self.condition, share) for share in self.chosen])


def replicated(samples, resolution=201):
    """`Replicates` of all that `replicate_curves` yields."""
    condition = np.linspace(0, 1, resolution)
    curves = list(samples)
    costs = np.array([[curve.cost_at(condition) for curve in each] for each in curves])
    return Replicates(condition, costs, curves)
