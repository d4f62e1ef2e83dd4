"""Every threshold of scores that come in blocks, in bins whose number is fixed.

A score is known by its bits, in the order of the numbers. As long as there are few distinct ones,
each is a bin of its own; where there are too many, the last bit of all is dropped, until they fit.
So the counts at the edges of bins are those of a sort of all cases, only what lies within a bin is
not told apart, and the bins depend neither on how the cases were cut into blocks nor on the order.
"""

from functools import partial

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.measures import known_measure
from orangecontrib.phidelta.core.lazy import is_lazy, reduced
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep, checked_scores, midway
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: Bins are counted in an array of all that could occur, if there are no more than these.
_COUNTABLE = 2**21


class ScoreStatistics:
    """Sufficient statistics of a sweep: add blocks of cases, merge in any order.

    Memory is that of a few arrays of `bins`, whatever the number of cases. Each cut of the sweep
    has its exact counts; `area_error` and `best_possible` bound what the cuts between may hide.

    Parameters
    ----------
    bins : int
        There are at most so many cuts besides "never" and "always positive"; at least 2. Where
        there are no more distinct scores, the sweep is that of all cases, cut for cut.
    are_probabilities : bool
        Scores lie in [0, 1], and are as finely told apart near 1 as they are near 0: models that
        are sure have many of them there.

    Examples
    --------
    >>> morning, evening = ScoreStatistics(), ScoreStatistics()
    >>> both = (
    ...     morning.update([True, False, True], [0.9, 0.7, 0.6])
    ...     .merge(evening.update([True, False], [0.4, 0.1]))
    ... )
    >>> both
    <ScoreStatistics of 3 positives and 2 negatives, 5 distinct scores>
    >>> both.sweep()
    <ThresholdSweep of 3 positives and 2 negatives at 6 cuts, AUC 0.667>
    """

    def __init__(self, *, bins=2**16, are_probabilities=False):
        if bins < 2:
            raise ValueError(f"expected at least 2 bins. Got {bins}")
        self._most, self._order = bins, _Folded if are_probabilities else _Plain
        self._dropped = 0
        self._keys, self._counts = np.empty(0, np.int64), np.empty((2, 0))

    def __repr__(self):
        negatives, positives = self._counts.sum(axis=1)
        what = "distinct scores" if self.is_exact else "bins"
        return (
            f"<ScoreStatistics of {positives:g} positives and {negatives:g} negatives, "
            f"{len(self._keys)} {what}>"
        )

    @property
    def is_exact(self):
        """True while each distinct score has a bin of its own."""
        return self._dropped == 0

    @underflow_to_zero
    def update(self, is_positive, scores, weights=None):
        """Add a block of cases; gives self. Arguments and errors as of `core.sweep`.

        Arrays of dask are added block by block, where the blocks are. ValueError, too, for scores
        beyond [0, 1] where probabilities are expected.
        """
        if is_lazy(is_positive, scores, weights):
            of_block = partial(_of_block, self._most, self._order is _Folded)
            merge = ScoreStatistics.merge
            return self.merge(reduced(of_block, merge, is_positive, scores, weights))
        is_positive, scores, weights = checked_scores(is_positive, scores, weights)
        keys = self._order.keys(scores) >> self._dropped
        self._add(*_counted(keys, is_positive, weights))
        return self

    @underflow_to_zero
    def merge(self, other):
        """Add what `other` has seen; gives self.

        ValueError where the two are made with different arguments.
        """
        if (self._most, self._order) != (other._most, other._order):
            raise ValueError("the statistics to merge differ in bins or are_probabilities")
        self._drop(max(other._dropped - self._dropped, 0))
        self._add(other._keys >> (self._dropped - other._dropped), other._counts)
        return self

    @underflow_to_zero
    def sweep(self):
        """The `ThresholdSweep` of the cuts between bins; its `scores` are the least of each bin.

        ValueError before there are cases.
        """
        if not len(self._keys):
            raise ValueError("expected cases to sweep. Got none")
        first = self._keys[::-1] << self._dropped
        low, high = self._order.scores(first, first | ((1 << self._dropped) - 1))
        cuts = np.concatenate([[np.inf], midway(low[:-1], high[1:]), [-np.inf]])
        fp, tp = np.cumsum(np.pad(self._counts[:, ::-1], ((0, 0), (1, 0))), axis=1)
        return ThresholdSweep(cuts, tp, fp, low)

    @property
    @underflow_to_zero
    def area_error(self):
        """The AUC of all cases differs by no more than this from that of the sweep; 0 if exact.

        A positive and a negative of the same bin count half a pair, and may be one or none.
        """
        if self.is_exact:
            return 0.0
        shares = self._counts / self._counts.sum(axis=1, keepdims=True)
        return float(shares[0] @ shares[1] / 2)

    def best_possible(self, measure, prevalence=None, **parameters):
        """A value that no cut of the cases surpasses, also none within a bin; see `best_cut`.

        A cut within a bin decides between what the cuts on either side of the bin do, so its rates
        lie in a rectangle; measures are best at a corner of it, or tend to 0 where they are
        undefined there.
        """
        sweep = self.sweep()
        corners = [sweep.counts(slice(None))]
        if not self.is_exact:
            for inner, outer in ((slice(1, None), slice(-1)), (slice(-1), slice(1, None))):
                tp, fp = sweep.tp[inner], sweep.fp[outer]
                corners.append(Counts(tp, fp, sweep.positives - tp, sweep.negatives - fp))
        measure = known_measure(measure)
        values = np.concatenate(
            [each.measure(measure.name, prevalence, **parameters) for each in corners]
        )
        if measure.lower_is_better:
            return float(np.nanmin(values))
        return float(np.where(np.isnan(values), 0, values).max())

    def _add(self, keys, counts):
        """Add bins; those of the same key are one."""
        self._keys = np.concatenate([self._keys, keys])
        self._counts = np.concatenate([self._counts, counts], axis=1)
        order = np.argsort(self._keys, kind="stable")
        self._keys, self._counts = self._keys[order], self._counts[:, order]
        self._drop(0)
        while len(self._keys) > self._most:
            self._drop(1)

    def _drop(self, bits):
        """Tell scores apart by so many bits less."""
        keys = self._keys >> bits
        self._dropped += bits
        starts = np.flatnonzero(np.diff(keys, prepend=keys[:1] - 1))
        self._keys = keys[starts]
        if len(starts):
            self._counts = np.add.reduceat(self._counts, starts, axis=1)


class _Plain:
    """Numbers by their bits, as integers of the same order; -0 and 0 are one."""

    _SIGN = np.iinfo(np.int64).min
    _GREATEST = np.finfo(float).max.view(np.int64)

    @classmethod
    def keys(cls, scores):
        bits = scores.view(np.int64)
        return np.where(bits < 0, cls._SIGN - bits, bits)

    @classmethod
    def scores(cls, low, high):
        """The least and the greatest number with keys from low to high."""
        edges = np.clip([low, high], -cls._GREATEST, cls._GREATEST)
        return np.where(edges < 0, cls._SIGN - edges, edges).view(float)


class _Folded:
    """Probabilities up to 1/2 by their bits, those above by the bits of 1 - p, from behind."""

    _HALF = np.float64(0.5).view(np.int64)

    @classmethod
    def keys(cls, scores):
        if not (scores.min() >= 0 and scores.max() <= 1):
            raise ValueError(
                f"scores must be probabilities. Got {scores.min():g} to {scores.max():g}"
            )
        upper = 2 * cls._HALF - (1 - scores).view(np.int64)
        return np.where(scores > 0.5, upper, np.abs(scores).view(np.int64))  # -0 becomes 0

    @classmethod
    def scores(cls, low, high):
        """The least and the greatest probability with keys from low to high."""
        edges = np.clip([low, high], 0, 2 * cls._HALF)
        is_upper = edges > cls._HALF
        below = np.where(is_upper, 2 * cls._HALF - edges, edges).view(float)
        # what 1 - p is of numbers above 1/2: whole multiples of 2 ** -53
        steps = np.ldexp(below, 53)
        upper = 1 - np.ldexp([np.floor(steps[0]), np.ceil(steps[1])], -53)
        return np.where(is_upper, upper, below)


def _of_block(bins, are_probabilities, *block):
    return ScoreStatistics(bins=bins, are_probabilities=are_probabilities).update(*block)


def _counted(keys, is_positive, weights):
    """The distinct keys, increasing, and (2, keys): what negatives and positives weigh."""
    first = keys.min()
    if int(keys.max()) - int(first) < _COUNTABLE:
        places = keys - first
        occurring = np.flatnonzero(np.bincount(places))
        counts = _sums(places, is_positive, weights)[:, occurring]
        return first + occurring, counts
    distinct, places = np.unique(keys, return_inverse=True)
    return distinct, _sums(places, is_positive, weights)


def _sums(places, is_positive, weights):
    size = places.max() + 1
    return np.array(
        [
            np.bincount(places[members], None if weights is None else weights[members], size)
            for members in (~is_positive, is_positive)
        ],
        float,
    )
