"""The cases of one feature after another, for what has to look at every value."""

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.counting.cases import (
    class_totals,
    effective_cases,
    part_of,
    totals_without,
)

_GROUPS = 64  # in which all columns of a sparse matrix would be taken


def known_columns(X, is_positive, weights, features):
    """Yield values, classes, weights (None: 1) and effective numbers (2,) of a feature's cases.

    Only cases that are used and known. The zeros that a sparse matrix does not store are two
    cases, one a class.

    Parameters
    ----------
    X, is_positive, weights
        Checked cases, see `core.counting.cases`.
    features : array of int
        The columns.
    """
    totals = [class_totals(is_positive, weights, n) for n in ((1,) if weights is None else (1, 2))]
    read = _sparse_columns if sparse.issparse(X) else _dense_columns
    for values, classes, weight, missing in read(X, is_positive, weights, features, totals[0]):
        known = [
            totals_without(missing, is_positive, weights, total, power)
            for power, total in enumerate(totals, 1)
        ]
        is_known = ~np.isnan(values)
        if weight is not None:
            is_known &= weight > 0
        if not is_known.all():
            values, classes = values[is_known], classes[is_known]
            weight = part_of(weight, is_known)
        yield values, classes, weight, effective_cases(known[0], known[-1])


def _dense_columns(X, is_positive, weights, features, _):
    for feature in features:
        values = X[:, feature].astype(float)
        yield values, is_positive, weights, np.flatnonzero(np.isnan(values))


def _sparse_columns(X, is_positive, weights, features, totals):
    groups = min(-(-_GROUPS * len(features) // max(X.shape[1], 1)), len(features))
    for group in np.array_split(features, groups or 1):
        part = X[:, group].tocsc()
        for start, end in zip(part.indptr[:-1], part.indptr[1:], strict=True):
            rows, values = part.indices[start:end], part.data[start:end].astype(float)
            zeros = totals_without(rows, is_positive, weights, totals)
            yield (
                np.append(values, [0, 0]),
                np.append(is_positive[rows], [False, True]),
                np.append(np.ones(len(rows)) if weights is None else weights[rows], zeros),
                rows[np.isnan(values)],
            )
