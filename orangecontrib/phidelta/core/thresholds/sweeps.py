"""Every threshold of one score column, sorted and counted once.

A case is called positive where score > cut. Cuts lie midway between neighbouring scores, plus one
above and one below all of them, so no score equals a cut and `>` and `>=` cannot disagree.
(Between two neighbouring floating-point numbers nothing lies; there the cut is the lower one.)

References
----------
T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters 27 (2006): curve, area,
convex hull.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import Counts, prevalence_of
from orangecontrib.phidelta.core.decisions.spaces import check_booleans
from orangecontrib.phidelta.core.lazy import is_lazy
from orangecontrib.phidelta.core.thresholds.areas import area_interval, area_variance
from orangecontrib.phidelta.core.thresholds.outlines import Outline
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: How far sums of probabilities may leave [0, 1].
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class ThresholdSweep:
    """What every cut of a score decides, from "nothing positive" to "everything positive".

    Attributes
    ----------
    cuts : array (k + 1,)
        Decreasing, from inf to -inf.
    tp, fp : arrays (k + 1,)
        (Weighted) numbers of positive and negative cases with score > cut; not decreasing.
    scores : array (k,)
        The distinct scores, decreasing; scores[i] lies between cuts[i] and cuts[i + 1].

    Examples
    --------
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> cuts.tp.tolist()
    [0.0, 1.0, 1.0, 2.0, 3.0, 3.0]
    """

    cuts: np.ndarray
    tp: np.ndarray
    fp: np.ndarray
    scores: np.ndarray

    def __repr__(self):
        return (
            f"<ThresholdSweep of {self.positives:g} positives and {self.negatives:g} negatives "
            f"at {len(self.cuts)} cuts, AUC {self.auc:.3f}>"
        )

    @property
    def positives(self):
        return self.tp[-1]

    @property
    def negatives(self):
        return self.fp[-1]

    def check_classes(self, purpose):
        """ValueError unless there are positive and negative cases."""
        if not (self.positives and self.negatives):
            raise ValueError(
                f"{purpose} needs positive and negative cases. "
                f"Got {self.positives:g} positives, {self.negatives:g} negatives"
            )

    @property
    def prevalence(self):
        """Fraction of positives, as of `prevalence_of`."""
        return float(prevalence_of(self.positives, self.negatives))

    @property
    def is_probability(self):
        """True where all scores lie in [0, 1]; sums of probabilities up to rounding."""
        return bool(self.scores[-1] >= 0 and self.scores[0] <= 1 + _ROUNDING)

    @property
    def ends(self):
        """(low, high) to draw scores between: 0 and 1, or a little beyond those that are none."""
        if self.is_probability:
            return 0.0, 1.0
        low, high = float(self.scores[-1]), float(self.scores[0])
        pad = 0.05 * high - 0.05 * low or 0.5
        greatest = np.finfo(float).max
        return max(low - pad, -greatest), min(high + pad, greatest)

    @cached_property
    def tpr(self):
        """True positive rates (k + 1,); nan without positives."""
        return _rate(self.tp)

    @cached_property
    def fpr(self):
        """False positive rates (k + 1,); nan without negatives."""
        return _rate(self.fp)

    @property
    def sensitivity(self):
        return self.tpr

    @property
    def specificity(self):
        return 1 - self.fpr

    @property
    @underflow_to_zero
    def auc(self):
        """Area under the ROC curve, ties counting half, in [0, 1]; nan without both classes."""
        return float(np.sum(np.diff(self.fpr) * (self.tpr[1:] + self.tpr[:-1]) / 2))

    def auc_interval(self, level=0.95):
        """Interval (low, high) of the area, see `area_interval`; weights count as repeated cases.

        nan with fewer than two cases of a class.
        """
        low, high = area_interval(
            self.auc, area_variance(self), (self.negatives, self.positives), level
        )
        return float(low), float(high)

    @cached_property
    @underflow_to_zero
    def hull(self):
        """Indices of the cuts on the convex hull of the ROC curve, increasing; (0,) to (k,).

        No other cut is best at any class ratio and costs. (The hull's slopes are the isotonic
        regression of the share of positives on the score: pool adjacent violators.)
        """
        # here, for it takes longer to import than all that a sweep needs besides
        from scipy.optimize import isotonic_regression

        # by powers of two, which round nothing: no class is so light that it is lost in the share
        positive, negative = (
            np.ldexp(np.diff(counts), -np.frexp(counts[-1])[1]) for counts in (self.tp, self.fp)
        )
        cases = positive + negative
        counted = np.flatnonzero(cases)
        if not len(counted):
            return np.array([0, len(cases)])
        share = positive[counted] / cases[counted]
        fitted = isotonic_regression(share, weights=cases[counted], increasing=False)
        ends = counted[fitted.blocks[1:-1] - 1] + 1
        return np.concatenate([[0], ends, [len(cases)]])

    def index_of(self, cut):
        """Index of the entry that decides all cases as `cut` does; arrays give arrays."""
        # Views, not copies: this is asked at each step of a drag.
        below = np.searchsorted(self.scores[::-1], np.asarray(cut, float), side="right")
        return len(self.scores) - below

    def counts(self, index):
        """`Counts` at the cut(s) with this index or indices."""
        if isinstance(index, list):
            index = np.asarray(index)  # numpy before 1.23 takes lists of lists for tuples
        tp, fp = self.tp[index], self.fp[index]
        return Counts(tp, fp, self.positives - tp, self.negatives - fp)

    def joint_proportions(self, prevalence):
        """(tp, fp, fn, tn) at every cut, as fractions of all cases at this prevalence."""
        # misses from counts, as 1 - rate would round them
        positive, negative = prevalence / self.positives, (1 - prevalence) / self.negatives
        counts = self.counts(slice(None))
        return (
            positive * counts.tp,
            negative * counts.fp,
            positive * counts.fn,
            negative * counts.tn,
        )

    @cached_property
    def outline(self):
        """What a screen shows of the curve, an `Outline`; found once."""
        return Outline.of(self)

    def thinned(self, resolution=1 / 1000):
        """Indices of at most 2 / resolution + 2 cuts that draw the same curve.

        Dropped are cuts within `resolution` (as a rate) of the one before, in fpr and tpr; first
        and last stay.
        """
        fpr, tpr = np.nan_to_num(self.fpr), np.nan_to_num(self.tpr)
        cell = np.floor(fpr / resolution) + np.floor(tpr / resolution)
        _, first = np.unique(cell, return_index=True)
        return np.unique(np.append(first, len(cell) - 1))


@underflow_to_zero
def sweep(is_positive, scores, weights=None):
    """Sort scores once and count what every cut decides.

    Parameters
    ----------
    is_positive : boolean array (cases,)
        Or of 1 and 0.
    scores : array (cases,)
        Higher means more positive; finite. Equal scores are never separated.
    weights : array (cases,), optional
        Not negative.

    Returns
    -------
    ThresholdSweep
        Of arrays of dask, that of `ScoreStatistics`, whose cuts are exact but may be fewer.

    Raises
    ------
    ValueError
        For nan or infinite scores, no cases, lengths that differ, negative or infinite weights,
        and classes that are not True or False.

    Examples
    --------
    >>> sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    <ThresholdSweep of 3 positives and 2 negatives at 6 cuts, AUC 0.667>
    """
    if is_lazy(is_positive, scores, weights):
        # here, for it stands on this module
        from orangecontrib.phidelta.core.thresholds.streams import ScoreStatistics

        return ScoreStatistics().update(is_positive, scores, weights).sweep()
    is_positive, scores, weights = checked_scores(is_positive, scores, weights)
    if weights is None:
        scores, positive = _merged(is_positive, scores)
        last = _last_of_ties(scores)
        tp = np.cumsum(positive)[last]
        fp = last + 1 - tp
    else:
        order = np.argsort(-scores)
        scores, positive = scores[order], is_positive[order]
        weights = weights[order]
        last = _last_of_ties(scores)
        tp = np.cumsum(np.where(positive, weights, 0))[last]
        fp = np.cumsum(np.where(positive, 0, weights))[last]
    distinct = scores[last]
    cuts = np.concatenate([[np.inf], midway(distinct[:-1], distinct[1:]), [-np.inf]])
    return ThresholdSweep(cuts, _from_zero(tp), _from_zero(fp), distinct)


def checked_scores(is_positive, scores, weights=None):
    """The arguments of `sweep` as arrays; ValueError as there."""
    is_positive, scores = check_booleans("is_positive", is_positive), np.asarray(scores, float)
    if scores.ndim != 1 or is_positive.shape != scores.shape or not len(scores):
        raise ValueError(
            "expected one score and one class for each of one or more cases. "
            f"Got shapes {scores.shape} and {is_positive.shape}"
        )
    unfit = np.count_nonzero(~np.isfinite(scores))
    if unfit:
        raise ValueError(f"scores must be finite numbers. Got {unfit} nan or infinite ones")
    if weights is not None:
        weights = np.asarray(weights, float)
        is_known = weights.shape == scores.shape and np.isfinite(weights).all()
        if not is_known or weights.min() < 0:
            raise ValueError(
                f"expected {len(scores)} weights, finite and not negative. Got {weights}"
            )
    return is_positive, scores, weights


def _last_of_ties(scores):
    return np.append(np.flatnonzero(scores[1:] != scores[:-1]), len(scores) - 1)


def _merged(is_positive, scores):
    """Scores in decreasing order, and which of them are of positives.

    Two short sorts and a merge of two runs (linear in numpy's stable sort) take less time than
    sorting indices.
    """
    runs = [scores[is_positive], scores[~is_positive]]
    for run in runs:
        run.sort()
    both = np.concatenate(runs)
    order = np.argsort(both, kind="stable")[::-1]
    return both[order], order < len(runs[0])


def midway(upper, lower):
    """Cuts between neighbouring scores: upper > cut >= lower."""
    middle = upper / 2
    middle += lower / 2
    touching = middle >= upper
    middle[touching] = lower[touching]
    return middle


def _from_zero(cumulated):
    return np.concatenate([[0.0], cumulated])


def _rate(cumulated):
    with np.errstate(divide="ignore", invalid="ignore"):
        return cumulated / cumulated[-1]
