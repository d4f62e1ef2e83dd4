"""Class-wise weight of what is there, and of what is not, in one pass over a table; mergeable.

A value is there unless it is 0; what a sparse matrix does not store is 0.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.counting.cases import class_weights, effective_cases, part_of
from orangecontrib.phidelta.core.counting.sparse import (
    blocks,
    class_columns,
    known_weights,
    powers,
    rest_weights,
)
from orangecontrib.phidelta.core.counting.tiles import tiles

_ENTRIES = 2**17  # least entries of a block
_FIRST = 256  # cases that are looked at before all others


@dataclass(eq=False)
class Presence:
    """Of each feature, by class: negatives in the first row, positives in the second.

    Attributes
    ----------
    present, absent : arrays (2, features)
        Weight of the known values that are not 0, and of those that are.
    squared_weight : array (2, features), or (2, 1) where no value is missing
        Sum of the squared weights of the known values.
    """

    present: np.ndarray
    absent: np.ndarray
    squared_weight: np.ndarray

    @property
    def cases(self):
        """Effective numbers of cases with known value; shaped as `present`."""
        return effective_cases(self.present + self.absent, self.squared_weight)

    @property
    def swapped(self):
        """The same with positives as negatives."""
        return Presence(*(rows[::-1] for rows in vars(self).values()))

    def merge(self, other):
        """The presence in the cases of both. Changes and gives self."""
        self.present += other.present
        self.absent += other.absent
        self.squared_weight = self.squared_weight + other.squared_weight
        return self


def presence(X, is_positive, weights=None, features=None):
    """`Presence` of the features; arguments as of `core.counting.moments.moments`."""
    if sparse.issparse(X):
        found = _sparse_presence(X, is_positive, weights)
        return found if features is None else _of_features(found, features)
    return _dense_presence(X, is_positive, weights, features)


def _of_features(found, features):
    squared = found.squared_weight
    squared = squared if squared.shape[1] == 1 else squared[:, features]
    return Presence(found.present[:, features], found.absent[:, features], squared)


def _dense_presence(X, is_positive, weights, features):
    count = X.shape[1] if features is None else len(features)
    present, absent, squared = np.zeros((3, 2, count))
    for cases, rows, groups in tiles(X, count):
        block, weight = X[cases], class_weights(is_positive[cases], part_of(weights, cases))
        for some in rows:
            share = weight[:, some]
            for columns in groups:
                index = columns if features is None else features[columns]
                tile = block[some][:, index]
                is_absent, is_missing = tile == 0, np.isnan(tile)
                absent[:, columns] += share[:2] @ is_absent
                present[:, columns] += share[:2] @ ~(is_absent | is_missing)
                if weights is not None:
                    squared[:, columns] += share[2:] @ ~is_missing
    return Presence(present, absent, present + absent if weights is None else squared)


def _sparse_presence(X, is_positive, weights):
    if weights is not None and not X.data.all():
        X = X.copy()  # where little weight is left, only what is stored counts as there
        X.eliminate_zeros()
    present, missing = np.zeros((X.shape[1], 2)), None
    # to add up the sums of many small blocks would take longer than the blocks
    for block in blocks(X, least=max(X.shape[1], _ENTRIES)):
        if block.values.min() > 0:  # and none is missing
            _add_present(present, block, None, is_positive, weights)
            continue
        is_there, is_missing = block.values != 0, np.isnan(block.values)
        if is_missing.any():
            if missing is None:
                missing = np.zeros((powers(weights), X.shape[1], 2))
            weight = class_columns(block.cases, is_positive, weights)
            for power, part in enumerate(missing, 1):
                part[block.features] += block.sums(is_missing.astype(float), weight**power)
            is_there &= ~is_missing
        _add_present(present, block, is_there, is_positive, weights)
    taken = present if missing is None else present + missing[0]
    absent = rest_weights(X, taken.T, is_positive, weights)
    squared = known_weights(X, missing, is_positive, weights)[1]
    return Presence(present.T, absent, squared)


def _add_present(present, block, is_there, is_positive, weights):
    """Add the entries of a block that are there (None: all) to the weights (features, 2)."""
    own = is_positive[block.cases]
    if weights is not None or own.any() != own.all():
        weight = class_columns(block.cases, is_positive, weights)
        flags = np.ones(len(block.values)) if is_there is None else is_there.astype(float)
        present[block.features] += block.sums(flags, weight)
        return
    columns = block.columns if is_there is None else block.columns[is_there]
    present[:, int(own[0])] += np.bincount(columns, minlength=len(present))


def is_thin(X):
    """Whether a table is sparse, and not only stored as such: at most half of it is stored."""
    return sparse.issparse(X) and 2 * X.nnz <= X.shape[0] * X.shape[1]


class Zeros(NamedTuple):
    """Of each feature: whether a value is negative, and how many are 0, and known.

    Of those with a negative value, and of thin tables, zeros and known values are not counted.
    """

    is_negative: np.ndarray
    zeros: np.ndarray
    known: np.ndarray


def zeros(X, weights, features):
    """`Zeros` of the features in the cases whose weight is above zero.

    Parameters
    ----------
    X, weights
        Checked cases, see `core.counting.cases`.
    features : array of int
    """
    if weights is not None and not weights.all():
        X = X[weights > 0]
    if is_thin(X):
        is_negative = np.full(X.shape[1], False)
        if X.nnz and not X.data.min() >= 0:
            for block in blocks(X):
                is_negative[block.columns[block.values < 0]] = True
        nothing = np.zeros(len(features))
        return Zeros(is_negative[features], nothing, nothing)
    X = X.toarray() if sparse.issparse(X) else X
    is_negative = (X[:_FIRST][:, features] < 0).any(axis=0)
    zero, known = np.zeros((2, len(features)))
    left = np.flatnonzero(~is_negative)
    for cases, rows, groups in tiles(X, len(left)):
        for some in rows:
            for columns in groups:
                tile = X[cases][some][:, features[left[columns]]]
                is_negative[left[columns]] |= (tile < 0).any(axis=0)
                zero[left[columns]] += np.count_nonzero(tile == 0, axis=0)
                known[left[columns]] += np.count_nonzero(tile == tile, axis=0)
    return Zeros(is_negative, zero, known)
