"""Cases of two classes, with or without weights.

Wherever an array has a row for each class, negatives come first and positives second.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.lazy import refuse_lazy


class Cases(NamedTuple):
    """Checked cases of two classes, and how long they may be looked at.

    Attributes
    ----------
    X, is_positive, weights
        As `checked_cases` gives them.
    progress : callable or None
        Is told the share in (0, 1] that is done; what it raises stops the work.
    tests : bool
        Whether p-values are worth a second look.
    """

    X: object
    is_positive: np.ndarray
    weights: np.ndarray | None = None
    progress: Callable | None = None
    tests: bool = True


def checked_cases(X, is_positive, weights=None):
    """The arguments as the one pass needs them, copied only where it must be.

    Parameters
    ----------
    X : array (cases, features) of numbers, or scipy sparse
    is_positive : boolean array (cases,)
    weights : array (cases,), optional

    Returns
    -------
    X : array, or CSR or CSC without duplicate entries
    is_positive : boolean array
    weights : float array or None

    Raises
    ------
    ValueError
        For shapes that do not agree, and for weights that are negative or not finite.
    """
    refuse_lazy("comparing cases", X, is_positive, weights)
    if sparse.issparse(X):
        X = X if X.format in ("csr", "csc") else X.tocsr()
        if not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
    else:
        X = np.asarray(X)
        X = X if X.dtype.kind in "biuf" else X.astype(float)
    is_positive = np.asarray(is_positive, bool)
    if X.ndim != 2 or is_positive.shape != X.shape[:1]:
        raise ValueError(
            "expected a table (cases, features) and a class for each case. "
            f"Got shapes {X.shape} and {is_positive.shape}"
        )
    if weights is not None:
        weights = np.asarray(weights, float)
        is_known = weights.shape == is_positive.shape and np.isfinite(weights).all()
        if not is_known or np.any(weights < 0):
            raise ValueError(
                f"expected {len(is_positive)} weights, finite and not negative. Got {weights}"
            )
    return X, is_positive, weights


def class_weights(is_positive, weights=None):
    """Array (2, cases): each case's weight in the row of its class, 0 in the other.

    With weights, (4, cases): the squares of both rows below them.
    """
    rows = np.empty((2 if weights is None else 4, len(is_positive)))
    rows[1] = is_positive
    np.subtract(1, rows[1], out=rows[0])
    if weights is not None:
        rows[:2] *= weights
        np.square(rows[:2], out=rows[2:])
    return rows


def class_totals(is_positive, weights=None, power=1):
    """Array (2,): sum of the weights, or of a power of them, of negatives and of positives."""
    if weights is None:
        positives = np.count_nonzero(is_positive)
        return np.array([len(is_positive) - positives, positives], float)
    # einsum makes no copy of the weights; each class by itself, for one can weigh next to nothing
    terms = ",".join("i" * (power + 1)) + "->"
    classes = (~is_positive, is_positive)
    return np.array([np.einsum(terms, *[weights] * power, members) for members in classes])


def totals_without(cases, is_positive, weights, totals, power=1):
    """Array (2,): `class_totals` without some cases (array of int), given those of all.

    A difference of sums of weights is rounding where little is left; then that is added up.
    """
    if len(cases) == len(is_positive):
        return np.zeros(2)
    rest = totals - class_totals(is_positive[cases], part_of(weights, cases), power)
    if weights is None or not is_little(rest, totals).any():
        return rest
    is_left = np.full(len(is_positive), True)
    is_left[cases] = False
    return class_totals(is_positive[is_left], weights[is_left], power)


def is_little(rest, totals):
    """Where a difference of sums that were rounded cannot be relied on."""
    return rest < 1e-3 * totals


def effective_cases(weight, squared_weight):
    """Kish's effective number of cases, (Σ weight)² / Σ weight²; 0 without a case."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(weight > 0, weight * (weight / squared_weight), 0)


def part_of(weights, cases):
    """Weights of some cases; None where there are none."""
    return None if weights is None else weights[cases]
