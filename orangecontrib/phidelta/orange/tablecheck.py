"""Orange tables, as they really come, checked before their features are scored.

Scripts and add-ons make tables that no reader of files would make.
"""

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.words import explain_unfit_table
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.targetcheck import (
    check_classes,
    check_target,
    is_code,
    values_of,
)

#: Weights can be squared, added up and divided by each other within these.
LEAST_WEIGHT, GREATEST_WEIGHT = 1e-100, 1e100


def check_features(data):
    """Raise UnfitError unless the table has features, and a categorical target that varies."""
    if not data.domain.attributes:
        raise UnfitError(
            "The data have no features. Move variables from metas to features, e.g. with Select "
            "Columns."
        )
    check_target(data.domain, "features are scored by how they tell classes apart")
    check_storage(data)
    codes, target = class_codes(data), data.domain.class_var
    unfit = np.count_nonzero(~is_code(codes[~np.isnan(codes)], target))
    if unfit:
        _fail(f"the class of some rows ({unfit}) is no value of “{target.name}”")
    check_classes(codes, target, "rows")


def check_storage(data):
    """Raise UnfitError unless the features are stored as Orange stores them: as numbers."""
    X, size = data.X, (len(data), len(data.domain.attributes))
    if sparse.issparse(X) and X.format not in ("csr", "csc"):
        _fail(f"its features are stored as a sparse matrix of format “{X.format}”, not CSR or CSC")
    if isinstance(X, np.matrix) or not (sparse.issparse(X) or isinstance(X, np.ndarray)):
        _fail(f"its features are stored as “{type(X).__name__}”, not as an array")
    if X.dtype.kind not in "biuf":
        _fail(f"its features are stored as “{X.dtype.name}”, not as numbers")
    if X.shape != size:
        _fail(f"its features are of size {_by(X.shape)} instead of {_by(size)}")


def check_values(data):
    """Raise UnfitError where a categorical feature has numbers that are none of its values."""
    for index, variable in enumerate(data.domain.attributes):
        if variable.is_discrete:
            column = data.X[:, [index]]
            column = column.toarray() if sparse.issparse(column) else column
            unfit = np.count_nonzero(~is_code(column[~np.isnan(column)], variable))
            if unfit:
                _fail(f"what some rows ({unfit}) have is no value of “{variable.name}”")


def occurring_classes(data):
    """Names of the class values that occur, in their order."""
    return values_of(class_codes(data), data.domain.class_var)


def class_codes(data):
    """Array (rows,) of float: the classes as indices of the target's values, or nan."""
    try:
        # not by the variable, which would be sought among all features
        codes = data.Y.toarray() if sparse.issparse(data.Y) else data.Y
        codes = np.asarray(codes, float).ravel()
    except (TypeError, ValueError):
        _fail("its classes are not stored as numbers")
    if len(codes) != len(data):
        _fail(f"it has {len(codes)} classes in {len(data)} rows")
    return codes


def rows_of_sides(data, positive):
    """The table without the rows whose class is on neither side of a `PositiveClass`."""
    is_neither = positive.is_neither(class_codes(data))
    return data[~is_neither] if is_neither.any() else data


def checked_weights(data, is_positive):
    """Weights of the rows, 0 for those of unknown class; None where all weigh the same.

    Parameters
    ----------
    data : Orange.data.Table
    is_positive : boolean array (rows,)

    Raises
    ------
    UnfitError
        For weights that cannot be, or that leave a class without cases.
    """
    is_known = ~np.isnan(class_codes(data))
    if not data.has_weights():
        return None if is_known.all() else is_known * 1.0
    weights = np.asarray(data.W, float).ravel()
    if not np.all(np.isfinite(weights) & (weights >= 0)):
        raise UnfitError("The rows have impossible weights. They must be numbers of 0 or more.")
    weights = weights * is_known
    used = weights[weights > 0]
    if used.size and not LEAST_WEIGHT <= used.min() <= used.max() <= GREATEST_WEIGHT:
        raise UnfitError(
            "The rows have weights too great or too small to be added up. Use 0, or weights from "
            f"{LEAST_WEIGHT:g} to {GREATEST_WEIGHT:g}."
        )
    if not weights[is_positive].any() or not weights[~is_positive].any():
        raise UnfitError("All rows of a class have weight 0. Use data with weights in each class.")
    return weights


def _fail(fault):
    raise UnfitError(explain_unfit_table(fault))


def _by(shape):
    return " x ".join(map(str, shape))
