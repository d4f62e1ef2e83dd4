"""Tables of value and class of nominal features, counted in one pass."""

import copy

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.counting.cases import (
    class_totals,
    class_weights,
    effective_cases,
    part_of,
)
from orangecontrib.phidelta.core.counting.sparse import blocks, rest_weights
from orangecontrib.phidelta.core.counting.tiles import reduce_cases

_TILE = 2**15  # most elements of a tile


class Contingency:
    """Counts of every value of nominal features, by class; mergeable.

    Parameters
    ----------
    features : array of int
        The nominal columns.
    sizes : array of int
        How many values each of them has; the codes are 0 to size - 1, nan where missing.

    Attributes
    ----------
    counts : array (2, sum of sizes)
        Weight of the negatives (first row) and the positives with each value, feature by feature.
    """

    def __init__(self, features, sizes):
        self.features = np.asarray(features, np.intp)
        self.sizes = np.asarray(sizes, np.intp)
        self._ends = np.cumsum(self.sizes)
        self._starts = self._ends - self.sizes
        self.counts = np.zeros((2, int(self.sizes.sum())))
        self._squared_weight = np.zeros((2, len(self.sizes)))

    @property
    def weight(self):
        """Array (2, features): weight of the known values, by class."""
        count = len(self.features)
        of = np.repeat(np.arange(count), self.sizes)
        return np.array([np.bincount(of, row, minlength=count) for row in self.counts])

    @property
    def cases(self):
        """Array (2, features): effective numbers of cases with known value."""
        return effective_cases(self.weight, self._squared_weight)

    def tables(self):
        """List of arrays (2, size), one for each feature."""
        pairs = zip(self._starts, self._ends, strict=True)
        return [self.counts[:, start:end] for start, end in pairs]

    @property
    def swapped(self):
        """The same with positives as negatives."""
        other = copy.copy(self)
        other.counts, other._squared_weight = self.counts[::-1], self._squared_weight[::-1]
        return other

    def merge(self, other):
        """Add the counts of `other`; gives self."""
        self.counts += other.counts
        self._squared_weight += other._squared_weight
        return self

    def update(self, X, is_positive, weights=None):
        """Count the cases, arguments as of `moments`; gives self.

        ValueError where a number is not the code of a value.
        """
        before = self.weight
        if sparse.issparse(X):
            self._update_sparse(X, is_positive, weights)
        else:
            self._update_dense(X, is_positive, weights)
        if weights is None:
            self._squared_weight += self.weight - before
        return self

    def _update_dense(self, X, is_positive, weights):
        height = max(_TILE // max(len(self.features), 1), 1)
        for row in range(0, len(X), height):
            rows = slice(row, row + height)
            codes = X[rows] if len(self.features) == X.shape[1] else X[rows][:, self.features]
            self._count_tile(codes, is_positive[rows], part_of(weights, rows))

    def _count_tile(self, codes, is_positive, weights):
        if not codes.size:
            return
        codes = codes.astype(float, copy=False)
        low, high = reduce_cases(np.minimum, codes), reduce_cases(np.maximum, codes)
        has_gaps = np.isnan(high).any()
        if has_gaps:
            low, high = np.fmin.reduce(codes), np.fmax.reduce(codes)
        self._refuse(self.features[(low < 0) | (high >= self.sizes)])
        places = codes + self._starts
        if has_gaps:
            places[np.isnan(codes)] = self.counts.shape[1]
        places += (is_positive * (self.counts.shape[1] + 1.0))[:, np.newaxis]
        self._add(places.ravel(), None if weights is None else np.repeat(weights, codes.shape[1]))
        if weights is not None and has_gaps:
            squares = class_weights(is_positive, weights)[2:]
            self._squared_weight += squares @ ~np.isnan(codes)
        elif weights is not None:
            self._squared_weight += class_totals(is_positive, weights, 2)[:, np.newaxis]

    def _update_sparse(self, X, is_positive, weights):
        number = np.full(X.shape[1], -1)
        number[self.features] = np.arange(len(self.features))
        stored, missing_squares = np.zeros((2, 2 * X.shape[1]))
        for block in blocks(X):
            columns = block.columns
            is_nominal = number[columns] >= 0
            columns, cases = columns[is_nominal], block.rows[is_nominal]
            which = number[columns]
            codes, weight = block.values[is_nominal], part_of(weights, cases)
            self._refuse(self.features[which[(codes < 0) | (codes >= self.sizes[which])]])
            is_missing = np.isnan(codes)
            places = np.where(is_missing, self.counts.shape[1], codes + self._starts[which])
            self._add(places + is_positive[cases] * (self.counts.shape[1] + 1.0), weight)
            columns = columns + X.shape[1] * is_positive[cases]
            stored += np.bincount(columns, weight, minlength=len(stored))
            if weights is not None and is_missing.any():
                squares = np.square(weight[is_missing])
                missing_squares += np.bincount(columns[is_missing], squares, minlength=len(stored))
        self._add_rest(X, is_positive, weights, stored.reshape(2, -1))
        if weights is not None:
            missing = missing_squares.reshape(2, -1)
            known = rest_weights(X, missing, is_positive, weights, 2, are_missing=True)
            self._squared_weight += known[:, self.features]

    def _add_rest(self, X, is_positive, weights, stored):
        """Count what is not stored: it has the value with code 0."""
        zeros = rest_weights(X, stored, is_positive, weights)
        self.counts[:, self._starts] += zeros[:, self.features]

    def _add(self, places, weights):
        """Count places in the two rows of `counts`, each with one more for missing values."""
        index = places.astype(np.intp)
        if np.any(index != places):
            raise ValueError("codes of nominal values must be whole numbers. Got fractions")
        width = self.counts.shape[1] + 1
        counted = np.bincount(index, weights, minlength=2 * width).reshape(2, width)
        self.counts += counted[:, :-1]

    def _refuse(self, features):
        if len(features):
            raise ValueError(
                "codes of nominal values must be 0, 1, ... up to their number. "
                f"Got others in the features {sorted(set(features.tolist()))}"
            )
