"""Operating conditions: class ratio and costs as one number, and what decisions cost there.

Whether one decision is cheaper than another depends only on the odds n c_FP : p c_FN of false
alarms against misses. So all conditions lie on a line, here from 0 (positives rare, or misses
cheap) to 1 (positives frequent, or misses dear): c = p c_FN / (p c_FN + n c_FP). On it a decision
is a straight line of cost, and a score whose cut may move is the lower envelope of those of its
cuts, which is the dual of its convex hull in the ROC plot.

References
----------
C. Drummond, R. C. Holte, "Cost curves", Machine Learning 65 (2006) 95-130, doi
10.1007/s10994-006-8199-5. F. Provost, T. Fawcett, Machine Learning 42 (2001) 203-231, doi
10.1023/A:1007601015854: only decisions on the hull can be best.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence


def condition_of(prevalence, cost_fp=1.0, cost_fn=1.0):
    """The operating condition in [0, 1]: p c_FN / (p c_FN + n c_FP).

    Parameters
    ----------
    prevalence : float
        Fraction of positives, strictly between 0 and 1.
    cost_fp, cost_fn : float
        Not negative, not both zero.

    Examples
    --------
    >>> condition_of(0.1, cost_fp=1, cost_fn=9)
    0.5
    """
    MEASURES["cost"].checked({"cost_fp": cost_fp, "cost_fn": cost_fn})
    misses = check_prevalence(prevalence) * cost_fn
    return misses / (misses + (1 - prevalence) * cost_fp)


def odds_of(condition):
    """n c_FP : p c_FN at a condition: the slope of lines of equal cost in the ROC plot.

    From inf at condition 0 to 0 at condition 1.
    """
    condition = np.asarray(condition, float)
    with np.errstate(divide="ignore"):
        return (1 - condition) / condition


def class_ratio_at(condition, cost_fp=1.0, cost_fn=1.0):
    """Negatives per positive at which these costs make the condition; see `condition_of`."""
    return float(odds_of(condition) * cost_fn / cost_fp)


def miss_cost_at(condition, prevalence, cost_fp=1.0):
    """Cost of a miss at which this prevalence makes the condition; see `condition_of`."""
    prevalence = check_prevalence(prevalence)
    return float((1 - prevalence) / prevalence * cost_fp / odds_of(condition))


def cost_of_all_wrong(prevalence, cost_fp=1.0, cost_fn=1.0):
    """Cost per case of deciding every case wrongly: what a normalised cost is a share of."""
    return (1 - check_prevalence(prevalence)) * cost_fp + prevalence * cost_fn


def normalised_cost(fpr, tpr, condition):
    """Expected cost as a share of the cost of deciding every case wrongly, in [0, 1].

    c (1 - tpr) + (1 - c) fpr (Drummond & Holte 2006); arrays are broadcast.

    Examples
    --------
    >>> print(f"{normalised_cost(fpr=0.2, tpr=0.9, condition=0.4):.2f}")
    0.16
    """
    condition = np.asarray(condition, float)
    return condition * (1 - np.asarray(tpr, float)) + (1 - condition) * np.asarray(fpr, float)


def dummy_cost(condition):
    """Normalised cost of the better one of "always negative" and "always positive"."""
    return np.minimum(condition, 1 - np.asarray(condition, float))


def relative_cost(condition, cost):
    """A normalised cost as a share of that of the better dummy; nan where that is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.asarray(cost, float) / dummy_cost(condition)
    return np.where(np.isinf(share), np.nan, share)


class Stretch(NamedTuple):
    """Conditions at which one decision of one candidate costs least; see `cheapest`."""

    low: float
    high: float
    candidate: int
    decision: int


@dataclass(frozen=True, eq=False)
class CostCurve:
    """The least cost at each condition, and the decision that has it: a lower envelope.

    Attributes
    ----------
    fpr, tpr : arrays (k,)
        Decisions on the envelope, from condition 0 to 1, hence with rates that do not decrease.
    indices : int array (k,)
        Which of the given decisions they are.
    breaks : array (k + 1,)
        Decision i is best at conditions from breaks[i] to breaks[i + 1]; from 0.0 to 1.0.
    """

    fpr: np.ndarray
    tpr: np.ndarray
    indices: np.ndarray
    breaks: np.ndarray

    def __repr__(self):
        return f"<CostCurve of {len(self.indices)} decisions, area {self.area:.3f}>"

    def position_at(self, condition):
        """Which decision of the envelope (0 to k - 1) is best there; at a break, the later one."""
        return np.searchsorted(self.breaks[1:-1], condition, side="right")

    def index_at(self, condition):
        """Which of the given decisions is best there."""
        return self.indices[self.position_at(condition)]

    def cost_at(self, condition):
        """Least normalised cost at conditions, in [0, 1]."""
        best = self.position_at(condition)
        return normalised_cost(self.fpr[best], self.tpr[best], condition)

    @property
    def vertices(self):
        """Arrays (k + 1,) of conditions and costs between which the envelope is straight."""
        return self.breaks, self.cost_at(self.breaks)

    @property
    def area(self):
        """Expected normalised cost where every condition is equally likely."""
        where, cost = self.vertices
        return float(np.sum(np.diff(where) * (cost[1:] + cost[:-1]) / 2))


def lower_envelope(fpr, tpr):
    """The least cost of several decisions at each condition.

    Parameters
    ----------
    fpr, tpr : arrays (m,)
        Rates in [0, 1], no nan.

    Returns
    -------
    CostCurve
        Of equal decisions the first one stands for all.

    Raises
    ------
    ValueError
        Without decisions, or for rates that are nan.

    Examples
    --------
    >>> curve = lower_envelope(fpr=[0.0, 0.2, 0.4, 1.0], tpr=[0.0, 0.7, 0.7, 1.0])
    >>> curve.indices.tolist(), curve.breaks.round(3).tolist()
    ([0, 1, 3], [0.0, 0.222, 0.727, 1.0])
    """
    fpr, tpr = np.asarray(fpr, float), np.asarray(tpr, float)
    if fpr.shape != tpr.shape or not fpr.size or np.isnan(fpr).any() or np.isnan(tpr).any():
        raise ValueError(
            f"expected known rates of one or more decisions. Got shapes {fpr.shape}, {tpr.shape}"
        )
    # by fpr, the best of equal ones first; only who beats all before can be on the hull
    order = np.lexsort((np.arange(fpr.size), -tpr, fpr))
    _, leads = np.unique(np.maximum.accumulate(tpr[order]), return_index=True)
    kept = _concave(fpr[order], tpr[order], leads)
    indices = order[kept]
    d_fpr, d_tpr = np.diff(fpr[indices]), np.diff(tpr[indices])
    breaks = np.concatenate([[0.0], d_fpr / (d_fpr + d_tpr), [1.0]])
    return CostCurve(fpr[indices], tpr[indices], indices, breaks)


def cost_curve(sweep):
    """`CostCurve` of a score whose cut may move: indices are those of `ThresholdSweep.cuts`.

    "Always negative" and "always positive" are cuts too, so it is nowhere above them.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cost_curve(sweep([True, True, False, True, False], [0.9, 0.7, 0.6, 0.4, 0.2]))
    <CostCurve of 2 decisions, area 0.100>
    """
    hull = sweep.hull
    curve = lower_envelope(sweep.fpr[hull], sweep.tpr[hull])
    return CostCurve(curve.fpr, curve.tpr, hull[curve.indices], curve.breaks)


def cheapest(curves):
    """Which of several candidates costs least at each condition, and with which decision.

    Parameters
    ----------
    curves : sequence of CostCurve
        Of equal decisions that of the first candidate is told.

    Returns
    -------
    list of Stretch
        From condition 0 to 1; `decision` counts those of the candidate's curve.

    Examples
    --------
    >>> bold, shy = lower_envelope([0.3], [0.9]), lower_envelope([0.1], [0.6])
    >>> [(round(s.low, 2), round(s.high, 2), s.candidate) for s in cheapest([bold, shy])]
    [(0.0, 0.4, 1), (0.4, 1.0, 0)]
    """
    sizes = [len(curve.indices) for curve in curves]
    owners = np.repeat(np.arange(len(curves)), sizes)
    places = np.concatenate([np.arange(size) for size in sizes])
    fpr, tpr = (np.concatenate([getattr(c, rate) for c in curves]) for rate in ("fpr", "tpr"))
    whole = lower_envelope(fpr, tpr)
    found = zip(whole.breaks[:-1], whole.breaks[1:], whole.indices, strict=True)
    return [
        Stretch(float(low), float(high), int(owners[i]), int(places[i])) for low, high, i in found
    ]


def _concave(fpr, tpr, rows):
    """Those of the rows, increasing in both rates, that lie on their upper convex hull."""
    hull = []
    for row in rows.tolist():
        while len(hull) > 1 and _is_below(fpr, tpr, *hull[-2:], row):
            hull.pop()
        hull.append(row)
    return np.array(hull)


def _is_below(fpr, tpr, before, middle, after):
    """True where the middle one is not above the line from the one before to the one after."""
    rise = (tpr[middle] - tpr[before]) * (fpr[after] - fpr[before])
    return rise <= (tpr[after] - tpr[before]) * (fpr[middle] - fpr[before])
