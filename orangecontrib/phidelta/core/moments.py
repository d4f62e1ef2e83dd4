"""Class-wise means, scatter and range of every column, in one pass over tiles that fit the cache.

The class sums of a tile are a matrix product: two rows of weights, one a class, times the tile.
Sums are taken about zero, or about the first cases where the numbers are far from zero for their
spread, and turned into means and scatter, which merge without cancellation.

References
----------
T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for computing the sample variance: analysis and
recommendations", The American Statistician 37 (1983).
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.cases import class_totals, class_weights, part_of, remaining
from orangecontrib.phidelta.core.sparse_sums import sparse_sums
from orangecontrib.phidelta.core.tiles import parts, reduce_cases, tiles

_HEAD = 64  # cases that decide whether to shift


@dataclass(eq=False)
class Moments:
    """Of each feature, by class: negatives in the first row, positives in the second.

    Attributes
    ----------
    weight : array (2, features), or (2, 1) where no value is missing
        Weight of the known values.
    mean, scatter : arrays (2, features)
        Weighted mean, and weighted sum of squared deviations from it.
    low, high : arrays (features,)
        Least and greatest known value of a case whose weight is above zero; inf and -inf if none.
    """

    weight: np.ndarray
    mean: np.ndarray
    scatter: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def merge(self, other):
        """The moments of the cases of both; the order does not matter. Changes and gives self."""
        weight = self.weight + other.weight
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            share = np.where(weight > 0, other.weight / weight, 0)
            step = other.mean - self.mean
            self.scatter += other.scatter + step**2 * (self.weight * share)
            self.mean += step * share
        self.weight = weight
        np.minimum(self.low, other.low, out=self.low)
        np.maximum(self.high, other.high, out=self.high)
        return self

    def of_features(self, index):
        """The moments of some of the features."""
        weight = self.weight if self.weight.shape[1] == 1 else self.weight[:, index]
        return Moments(
            weight, self.mean[:, index], self.scatter[:, index], self.low[index], self.high[index]
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
            missing, *sums = sparse_sums(X, is_positive, weights)
            totals = class_totals(is_positive, weights)[:, np.newaxis]
            found = _finished(remaining(totals, missing), *sums)
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
    sums = _Sums(_shift(X, features))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # of this thread
        for cases, pairs in tiles(X, count):
            block, weight = X[cases], class_weights(is_positive[cases], part_of(weights, cases))
            has_unused = weights is not None and not weights[cases].all()
            for rows, columns in pairs:
                index = columns if features is None else features[columns]
                tile, share = block[rows][:, index], weight[:, rows]
                if has_unused:
                    is_used = weights[cases][rows] > 0
                    tile, share = tile[is_used], share[:, is_used]
                sums.add(tile, columns, share)
        return sums.moments(class_totals(is_positive, weights))


class _Sums:
    """What one pass adds up, about the shift, for each feature."""

    def __init__(self, shift):
        count = len(shift)
        self._shift = shift
        self._missing = np.zeros((2, 1))
        self._sums, self._squares = np.zeros((2, count)), np.zeros((2, count))
        self._low, self._high = np.full(count, np.inf), np.full(count, -np.inf)
        self._buffer = np.empty((0, 0))

    def add(self, tile, columns, weight):
        """Add a tile of these features (a slice); weight (2, cases) as of `class_weights`."""
        if not tile.size:
            return
        tile, shift = tile.astype(float, copy=False), self._shift[columns]
        low, high = reduce_cases(np.minimum, tile), reduce_cases(np.maximum, tile)
        if np.isnan(low).any():
            low, high = np.fmin.reduce(tile), np.fmax.reduce(tile)
            is_missing = np.isnan(tile)
            self._add_missing(weight @ is_missing, columns)
            tile = np.where(is_missing, 0, tile - shift)
        elif shift.any():
            tile = tile - shift
        lowest, highest = self._low[columns], self._high[columns]
        np.fmin(lowest, low, out=lowest)
        np.fmax(highest, high, out=highest)
        self._sums[:, columns] += weight @ tile
        self._squares[:, columns] += weight @ self._squared(tile)

    def _squared(self, tile):
        # fresh memory for every tile would cost more than the arithmetic
        if self._buffer.shape != tile.shape:
            self._buffer = np.empty_like(tile)
        return np.square(tile, out=self._buffer)

    def _add_missing(self, missing, columns):
        if self._missing.shape[1] == 1:
            self._missing = np.zeros(self._sums.shape)
        self._missing[:, columns] += missing

    def moments(self, totals):
        weight = remaining(totals[:, np.newaxis], self._missing)
        return _finished(weight, self._sums, self._squares, self._low, self._high, self._shift)


def _finished(weight, sums, squares, low, high, shift=0.0):
    """Sums about the shift, and those of squares, to moments; changes the arrays."""
    sums /= np.where(weight > 0, weight, np.inf)
    squares -= np.square(sums) * weight
    np.maximum(squares, 0, out=squares)
    sums += shift
    return Moments(weight, sums, squares, low, high)


def _shift(X, features):
    """What to subtract: the middle of the first cases where it exceeds 100 times their range."""
    low, high = np.full((2, X.shape[1]), [[np.inf], [-np.inf]])
    for row in X[:_HEAD]:
        np.fmin(low, row, out=low)
        np.fmax(high, row, out=high)
    if features is not None:
        low, high = low[features], high[features]
    with np.errstate(invalid="ignore", over="ignore"):
        middle, span = low / 2 + high / 2, high - low
        return np.where((span >= 0) & (np.abs(middle) > 100 * span), middle, 0)
