"""Class-wise sums, squares and range of the columns of a sparse matrix, without densifying it.

What is not stored is 0, and 0 is a value. Sums are matrix products of blocks, which are views of
the matrix. They are taken about zero, for a column with zeros is not far from zero for its spread;
those of columns without zeros about one of their values.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.counting.cases import class_totals, is_little, totals_without

_ENTRIES = 2**17  # most entries of a block
_GROUPS = 64  # in which columns are taken, where they are needed one by one


@dataclass(frozen=True, eq=False)
class Block:
    """Some neighbouring entries of a CSR or CSC matrix.

    Attributes
    ----------
    cases, features : slices
        What the block spans of the matrix.
    values : array (entries,)
    transposed : CSC or CSR (features, cases)
        A view of the entries.
    """

    cases: slice
    features: slice
    values: np.ndarray
    transposed: object

    @property
    def columns(self):
        """Array (entries,) of int: each entry's feature, as number in the whole matrix."""
        return self._places("csr", self.features.start)

    @property
    def rows(self):
        """Array (entries,) of int: each entry's case."""
        return self._places("csc", self.cases.start)

    def _places(self, along, start):
        if self.transposed.format != along:
            return self.transposed.indices.astype(np.intp, copy=False)
        lengths = np.diff(self.transposed.indptr)
        return np.repeat(np.arange(start, start + len(lengths)), lengths)

    def sums(self, values, weight):
        """Sums (features, k) over the cases of entries `values` times weights (cases, k)."""
        self.transposed.data = values
        return self.transposed @ weight


def blocks(X, least=2**10):
    """Yield the entries of a CSR or CSC matrix as `Block`s, along its layout in memory.

    Each has at least so many entries, unless there are fewer.
    """
    size = int(np.clip(X.nnz // 64, least, max(_ENTRIES, least)))
    spans = [slice(0, count) for count in X.shape]
    along = 0 if X.format == "csr" else 1
    transposed = sparse.csc_array if X.format == "csr" else sparse.csr_array
    for begin in range(0, X.nnz, size):
        end = min(begin + size, X.nnz)
        first = np.searchsorted(X.indptr, begin, "right") - 1
        last = np.searchsorted(X.indptr, end, "left")
        spans[along] = slice(first, last)
        # filled by hand: the constructor would look at every index
        block = transposed(tuple(span.stop - span.start for span in reversed(spans)))
        block.indices = X.indices[begin:end]
        block.indptr = np.clip(X.indptr[first : last + 1], begin, end) - begin
        yield Block(*spans, X.data[begin:end], block)


def sparse_sums(X, is_positive, weights=None):
    """Sums over the cases, by class: negatives in the first row, positives in the second.

    Parameters
    ----------
    X : scipy CSR or CSC (cases, features)
        In canonical format: no entry is stored twice.
    is_positive : boolean array (cases,)
    weights : array (cases,), optional
        Cases of weight zero are left out.

    Returns
    -------
    weight, squared_weight : arrays (2, features), or (2, 1) where no value is missing
        Weight of the known values, and sum of the squares of their weights.
    pivot : array (features,), or (1,) where all are 0
        What the sums are about.
    sums, squares : arrays (2, features)
        Weighted sums of the known values less the pivot, and of the squares of these.
    low, high : arrays (features,)
        Least and greatest known value; inf and -inf where there is none.
    """
    features = X.shape[1]
    is_used = _used(weights)
    is_full = _full_columns(X, is_used)
    # nan: no known value yet
    pivot = np.where(is_full, np.nan, 0) if is_full.any() else np.zeros(1)
    missing = None
    sums, squares = np.zeros((features, 2)), np.zeros((features, 2))
    low = np.where(is_full, np.inf, 0)
    high = -low
    for block in blocks(X):
        values = block.values.astype(float, copy=False)
        weight = class_columns(block.cases, is_positive, weights)
        is_missing = np.isnan(values)
        if is_missing.any():
            missing = np.zeros((powers(weights), features, 2)) if missing is None else missing
            for power, part in enumerate(missing, 1):
                part[block.features] += block.sums(is_missing.astype(float), weight**power)
        is_known = _known(block, is_missing, is_used)
        _widen(low, high, block.columns, values, is_known)
        if len(pivot) == features:
            values = values - _pivots(pivot, block, values, is_known)
        if is_known is not None:
            values = np.where(is_known, values, 0)
        sums[block.features] += block.sums(values, weight)
        squares[block.features] += block.sums(np.square(values), weight)
    known = known_weights(X, missing, is_positive, weights)
    return *known, np.nan_to_num(pivot, copy=False), sums.T, squares.T, low, high


def rest_weights(X, taken, is_positive, weights, power=1, are_missing=False):
    """Array (2, features): class totals of the cases, but for the stored entries of each column.

    Parameters
    ----------
    X, is_positive, weights
        As of `sparse_sums`.
    taken : array (2, features)
        Class totals of these entries.
    power : int
        As of `class_totals`.
    are_missing : bool
        But for the missing ones among them only.
    """
    totals = class_totals(is_positive, weights, power)
    rest = totals[:, np.newaxis] - taken
    if weights is None:
        return rest
    is_doubtful = is_little(rest, totals[:, np.newaxis]).any(axis=0)
    if not are_missing and is_doubtful.any():
        is_full = _full_columns(X, _used(weights))
        rest[:, is_full], is_doubtful[is_full] = 0, False
    doubtful = np.flatnonzero(is_doubtful)
    for group in np.array_split(doubtful, min(_GROUPS, len(doubtful)) or 1):
        part = X[:, group].tocsc()
        for feature, start, end in zip(group, part.indptr[:-1], part.indptr[1:], strict=True):
            cases = part.indices[start:end]
            cases = cases[np.isnan(part.data[start:end])] if are_missing else cases
            rest[:, feature] = totals_without(cases, is_positive, weights, totals, power)
    return rest


def known_weights(X, missing, is_positive, weights):
    """`weight` and `squared_weight` as of `sparse_sums`, given both of missing values, or None."""
    exponents = range(1, 1 + powers(weights))
    if missing is None:
        known = [class_totals(is_positive, weights, power)[:, np.newaxis] for power in exponents]
    else:
        known = [
            rest_weights(X, part.T, is_positive, weights, power, are_missing=True)
            for power, part in zip(exponents, missing, strict=True)
        ]
    return known[0], known[-1]


def _used(weights):
    """Which cases are used; None: all."""
    return None if weights is None or weights.all() else weights > 0


def powers(weights):
    """Of how many powers the weights are added up; without weights all are the same."""
    return 1 if weights is None else 2


def _pivots(pivot, block, values, is_known):
    """The pivot of each entry; that of a feature is set at its first finite known value."""
    columns = block.columns
    pivots = pivot[columns]
    is_first = np.isnan(pivots)
    if not is_first.any():
        return pivots
    is_first &= np.isfinite(values)
    if is_known is not None:
        is_first &= is_known
    # of a column that comes twice the last one counts
    pivot[columns[is_first][::-1]] = values[is_first][::-1]
    return pivot[columns]


def _known(block, is_missing, is_used):
    """Which entries are known values of cases that are used; None: all."""
    if is_used is not None:
        return ~is_missing & is_used[block.rows]
    return ~is_missing if is_missing.any() else None


def _widen(low, high, columns, values, is_known):
    """Widen the ranges of the features by the known ones among some values."""
    if is_known is not None:
        columns, values = columns[is_known], values[is_known]
    # most ranges begin or end at 0 and stay so
    if len(values) and values.min() < low.max():
        np.minimum.at(low, columns, values)
    if len(values) and values.max() > high.min():
        np.maximum.at(high, columns, values)


def _full_columns(X, is_used):
    """Boolean array (features,): the columns without a zero that is not stored."""
    if is_used is None and X.format == "csr":
        # a column that is not stored in one of a few cases is not full
        candidates = np.arange(X.shape[1])
        for case in range(0, X.shape[0], max(X.shape[0] // 16, 1)):
            stored = X.indices[X.indptr[case] : X.indptr[case + 1]]
            candidates = np.intersect1d(candidates, stored, assume_unique=True)
        if not len(candidates):
            return np.full(X.shape[1], False)
    stored = np.zeros(X.shape[1], np.int32)
    for block in blocks(X):
        columns = block.columns if is_used is None else block.columns[is_used[block.rows]]
        stored += np.bincount(columns, minlength=len(stored)).astype(np.int32)
    return stored == (X.shape[0] if is_used is None else np.count_nonzero(is_used))


def class_columns(cases, is_positive, weights):
    """Array (cases, 2): each case's weight in the column of its class, 0 in the other."""
    is_positive = is_positive[cases]
    columns = np.column_stack([~is_positive, is_positive]).astype(float)
    return columns if weights is None else columns * weights[cases, np.newaxis]
