"""Cases of two classes, with or without weights.

Wherever an array has a row for each class, negatives come first and positives second.
"""

import numpy as np
from scipy import sparse


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
        if weights.shape != is_positive.shape or not np.all(np.isfinite(weights) & (weights >= 0)):
            raise ValueError(
                f"expected {len(is_positive)} weights, finite and not negative. Got {weights}"
            )
    return X, is_positive, weights


def class_weights(is_positive, weights=None):
    """Array (2, cases): each case's weight in the row of its class, 0 in the other."""
    rows = np.empty((2, len(is_positive)))
    rows[1] = is_positive
    np.subtract(1, rows[1], out=rows[0])
    if weights is not None:
        rows *= weights
    return rows


def class_totals(is_positive, weights=None, power=1):
    """Array (2,): sum of the weights, or of a power of them, of negatives and of positives."""
    if weights is None:
        positives = np.count_nonzero(is_positive)
        return np.array([len(is_positive) - positives, positives], float)
    # einsum makes no copy of the weights
    factors = [weights] * power
    total = np.einsum(",".join("i" * power) + "->", *factors)
    positive = np.einsum(",".join("i" * power) + ",i->", *factors, is_positive)
    return np.array([remaining(total, positive), positive])


def remaining(totals, taken):
    """totals - taken, where both are sums of weights; what is left by rounding is 0."""
    rest = totals - taken
    return np.where(rest > 1e-9 * totals, rest, 0)


def part_of(weights, cases):
    """Weights of some cases; None where there are none."""
    return None if weights is None else weights[cases]
