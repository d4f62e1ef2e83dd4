"""Class-wise means, scatter and range of every column, in one pass over tiles that fit the cache.

The class sums of a tile are a matrix product: two rows of weights, one a class, times the tile.
Sums are taken about a pivot: zero, or the middle of the first known values where these are far
from zero for their spread. Means stay relative to it, for to add it would round them to the
precision of the pivot. Means and scatter merge without cancellation.

References
----------
T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for computing the sample variance: analysis and
recommendations", The American Statistician 37 (1983).
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import reduce

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.counting.cases import class_weights, effective_cases, part_of
from orangecontrib.phidelta.core.counting.sparse import sparse_sums
from orangecontrib.phidelta.core.counting.tiles import parts, reduce_cases, tiles


@dataclass(eq=False)
class Moments:
    """Of each feature, by class: negatives in the first row, positives in the second.

    Attributes
    ----------
    weight, squared_weight : arrays (2, features), or (2, 1) where no value is missing
        Sums of the weights of the known values, and of the squares of these weights.
    pivot : array (features,), or (1,) where all are the same
        What the means are relative to.
    mean, scatter : arrays (2, features)
        Weighted mean less the pivot, and weighted sum of squared deviations from the mean.
    low, high : arrays (features,)
        Least and greatest known value of a case whose weight is above zero; inf and -inf if none.
    """

    weight: np.ndarray
    squared_weight: np.ndarray
    pivot: np.ndarray
    mean: np.ndarray
    scatter: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @classmethod
    def of_sums(cls, weight, squared_weight, pivot, sums, squares, low, high):
        """From sums about the pivot, and those of squares; takes over the arrays."""
        sums /= np.where(weight > 0, weight, np.inf)
        squares -= np.square(sums) * weight
        np.maximum(squares, 0, out=squares)
        return cls(weight, squared_weight, pivot, sums, squares, low, high)

    @property
    def cases(self):
        """Effective numbers of cases with known value; shaped as `weight`."""
        return effective_cases(self.weight, self.squared_weight)

    @property
    def swapped(self):
        """The same with positives as negatives."""
        names = ("weight", "squared_weight", "mean", "scatter")
        return replace(self, **{name: getattr(self, name)[::-1] for name in names})

    def merge(self, other):
        """The moments of the cases of both; the order does not matter. Changes and gives self."""
        weight = self.weight + other.weight
        is_unknown = self.low > self.high
        self.pivot = np.where(is_unknown, other.pivot, self.pivot)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            share = np.where(weight > 0, other.weight / weight, 0)
            step = other.mean - self.mean + (other.pivot - self.pivot)
            self.scatter += other.scatter + step**2 * (self.weight * share)
            self.mean += step * share
        self.weight, self.squared_weight = weight, self.squared_weight + other.squared_weight
        np.minimum(self.low, other.low, out=self.low)
        np.maximum(self.high, other.high, out=self.high)
        return self

    def of_features(self, index):
        """The moments of some of the features."""
        return Moments(
            *(
                part if part.shape[-1] == 1 else part[..., index]
                for part in (getattr(self, field.name) for field in fields(self))
            )
        )


def moments(X, is_positive, weights=None, features=None):
    """`Moments` of the features.

    Parameters
    ----------
    X : array (cases, all features), or scipy CSR or CSC
        Missing values are nan; what a sparse matrix does not store is 0.
    is_positive : boolean array (cases,)
    weights : array (cases,), optional
        Cases of weight zero are left out.
    features : array of int, optional
        The columns; None: all.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if sparse.issparse(X):
            found = Moments.of_sums(*sparse_sums(X, is_positive, weights))
            return found if features is None else found.of_features(features)
    return _dense_moments(X, is_positive, weights, features)


def _dense_moments(X, is_positive, weights, features):
    slices = parts(X)
    if len(slices) == 1:
        return _pass(X, is_positive, weights, features)

    def pass_over(part):
        return _pass(X[part], is_positive[part], part_of(weights, part), features)

    first, *others = slices
    with ThreadPoolExecutor(len(others)) as pool:
        found = pool.map(pass_over, others)
        return reduce(Moments.merge, found, pass_over(first))


def _pass(X, is_positive, weights, features):
    count = X.shape[1] if features is None else len(features)
    sums = _Sums(count, weights is not None)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # of this thread
        for cases, rows, groups in tiles(X, count):
            block, weight = X[cases], class_weights(is_positive[cases], part_of(weights, cases))
            has_unused = weights is not None and not weights[cases].all()
            for some in rows:
                is_used = weights[cases][some] > 0 if has_unused else slice(None)
                share = weight[:, some][:, is_used]
                totals = share.sum(axis=1, keepdims=True)
                for columns in groups:
                    index = columns if features is None else features[columns]
                    sums.add(block[some][:, index][is_used], columns, share, totals)
        return sums.moments()


class _Sums:
    """What one pass adds up, about the pivot, for each feature."""

    def __init__(self, count, is_weighted):
        self._pivot, self._seeks_pivots = np.zeros(count), True
        self._weights = np.zeros((4 if is_weighted else 2, 1))
        self._sums, self._squares = np.zeros((2, count)), np.zeros((2, count))
        self._low, self._high = np.full(count, np.inf), np.full(count, -np.inf)
        self._buffer = np.empty((0, 0))

    def add(self, tile, columns, weight, totals):
        """Add a tile of these features (a slice).

        weight : array (2 or 4, cases)
            As of `class_weights`; none is zero in both classes.
        totals : array (2 or 4, 1)
            Its sums.
        """
        if not tile.size:
            return
        tile = tile.astype(float, copy=False)
        low, high = reduce_cases(np.minimum, tile), reduce_cases(np.maximum, tile)
        is_known = ~np.isnan(tile) if np.isnan(low).any() else None
        if is_known is not None:
            low, high = np.fmin.reduce(tile), np.fmax.reduce(tile)
        self._add_weights(columns, totals, None if is_known is None else weight @ is_known)
        self._widen(low, high, columns)
        share, tile = weight[:2], self._about_pivot(tile, self._pivot[columns], is_known)
        # added to views: += on an indexed array would store twice
        sums, squares = self._sums[:, columns], self._squares[:, columns]
        sums += share @ tile
        squares += share @ np.square(tile, out=self._buffer)

    def _add_weights(self, columns, totals, known):
        """Add the known weights of a tile; while none is missing, once for all features."""
        count = len(self._pivot)
        if known is not None and self._weights.shape[1] < count:
            self._weights = np.repeat(self._weights, count, axis=1)
            self._weights[:, : columns.start] += totals
        if self._weights.shape[1] == count:
            self._weights[:, columns] += totals if known is None else known
        elif columns.stop == count:
            self._weights += totals

    def _widen(self, low, high, columns):
        """Widen the ranges; the first known values give the pivot."""
        lowest, highest = self._low[columns], self._high[columns]
        if self._seeks_pivots:
            is_new = lowest > highest
            self._pivot[columns][is_new] = _pivots(low, high)[is_new]
        np.fmin(lowest, low, out=lowest)
        np.fmax(highest, high, out=highest)
        if self._seeks_pivots:
            self._seeks_pivots = np.any(self._low > self._high)

    def _about_pivot(self, tile, pivot, is_known):
        """Values less the pivot, 0 where missing; in the buffer if not as they are."""
        # fresh memory for every tile would cost more than the arithmetic
        if self._buffer.shape != tile.shape:
            self._buffer = np.empty_like(tile)
        if is_known is None and not pivot.any():
            return tile
        np.subtract(tile, pivot, out=self._buffer)
        if is_known is not None:
            np.copyto(self._buffer, 0, where=~is_known)
        return self._buffer

    def moments(self):
        weights = self._weights[:2], self._weights[-2:]
        sums = self._sums, self._squares, self._low, self._high
        return Moments.of_sums(*weights, self._pivot, *sums)


def _pivots(low, high):
    """What to subtract: the middle of a range where it exceeds 100 times its width, else 0."""
    middle, span = low / 2 + high / 2, high - low
    return np.where((span >= 0) & (np.abs(middle) > 100 * span), middle, 0)
