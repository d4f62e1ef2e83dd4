"""The cases of one feature after another, for what has to look at every value."""

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.cases import class_totals, part_of, totals_without

_GROUPS = 64  # in which all columns of a sparse matrix would be taken


def known_columns(X, is_positive, weights, features):
    """Yield values, classes, weights and squares of the weights of the cases of each feature.

    Only cases that are used and known. The zeros that a sparse matrix does not store are two
    cases, one a class. Weights and squares may be None: all are 1.

    Parameters
    ----------
    X, is_positive, weights
        Checked cases, see `core.cases`.
    features : array of int
        The columns.
    """
    read = _sparse_columns if sparse.issparse(X) else _dense_columns
    for values, classes, weight, square in read(X, is_positive, weights, features):
        is_known = ~np.isnan(values)
        if weight is not None:
            is_known &= weight > 0
        if not is_known.all():
            values, classes = values[is_known], classes[is_known]
            weight, square = part_of(weight, is_known), part_of(square, is_known)
        yield values, classes, weight, square


def _dense_columns(X, is_positive, weights, features):
    squares = None if weights is None else np.square(weights)
    for feature in features:
        yield X[:, feature].astype(float), is_positive, weights, squares


def _sparse_columns(X, is_positive, weights, features):
    powers = (1,) if weights is None else (1, 2)
    totals = [class_totals(is_positive, weights, power) for power in powers]
    groups = min(-(-_GROUPS * len(features) // X.shape[1]), len(features))
    for group in np.array_split(features, groups or 1):
        part = X[:, group].tocsc()
        for start, end in zip(part.indptr[:-1], part.indptr[1:], strict=True):
            rows = part.indices[start:end]
            stored, weight = is_positive[rows], part_of(weights, rows)
            columns = []
            for power, total in zip(powers, totals, strict=True):
                taken = class_totals(stored, weight, power)
                zeros = totals_without(rows, is_positive, weights, total, taken, power)
                each = np.ones(len(rows)) if weight is None else weight**power
                columns.append(np.append(each, zeros))
            values = np.append(part.data[start:end].astype(float), [0, 0])
            yield values, np.append(stored, [False, True]), columns[0], columns[-1]
