"""Features that say the same: a feature too similar to a better one is passed over.

Token sharing extends to pairs: any feature u, scaled to [0, 1], is a soft class to which another
feature v is a soft classifier, with tpr = Σ u v / Σ u and fpr = Σ (1 - u) v / Σ (1 - u). Its
δ(v | u) is cov(u, v) / (mean(u) (1 - mean(u))). Shared tokens keep it small even for v = u; taken
both ways and relative to that,

    δ(v | u) δ(u | v) / (δ(u | u) δ(v | v)) = cov(u, v)² / (var(u) var(v)),

so the similarity that token sharing gives is the absolute correlation of the encoded features: 1
for a feature and itself, or its opposite, however it is scaled.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 5 (token sharing).
"""

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.features.encodings import ENCODINGS
from orangecontrib.phidelta.core.lazy import refuse_lazy
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@underflow_to_zero
def similarity(first, second, weights=None):
    """Absolute correlation of two encoded features over the cases where both are known.

    Parameters
    ----------
    first, second : arrays (cases,)
        nan where missing.
    weights : array (cases,), optional

    Returns
    -------
    float in [0, 1]
        0 where one of them is constant over these cases.

    Examples
    --------
    >>> first = np.array([0.1, 0.4, np.nan, 0.9, 0.3])
    >>> second = np.array([0.8, 0.5, 0.2, 0.0, 0.7])
    >>> print(f"{similarity(first, second):.3f}")
    0.991
    """
    refuse_lazy("similarity", first, second, weights)
    is_known = ~(np.isnan(first) | np.isnan(second))
    root = np.ones(np.sum(is_known)) if weights is None else np.sqrt(weights[is_known])
    return abs(float(_unit(first[is_known], root) @ _unit(second[is_known], root)))


@underflow_to_zero
def distinct(columns, limit, count=None, *, weights=None):
    """Take columns in turn, but none too similar to one that was taken before.

    Parameters
    ----------
    columns : iterable of (key, array (cases,))
        Encoded features, best first, nan where missing; read one at a time.
    limit : float in [0, 1]
        The greatest similarity that may be.
    count : int, optional
        Stop when so many are taken.
    weights : array (cases,), optional

    Returns
    -------
    taken : list of keys
        In the order of `columns`. Their columns are held while the work lasts.
    passed_over : dict of key to (key, float)
        What was passed over, the better one it is too similar to, and their similarity.

    Examples
    --------
    >>> columns = {
    ...     "height": np.array([160.0, 171, 182, 190]),
    ...     "weight": np.array([58.0, 71, 80, 93]),
    ...     "age": np.array([44.0, 31, 60, 29]),
    ... }
    >>> taken, passed_over = distinct(columns.items(), limit=0.9)
    >>> better, similarity = passed_over["weight"]
    >>> print(f"{taken}; weight is as {better}: {similarity:.3f}")
    ['height', 'age']; weight is as height: 0.993
    """
    if not 0 <= limit <= 1:
        raise ValueError(f"the limit of similarity must lie in [0, 1]. Got {limit}")
    taken, passed_over = {}, {}
    for key, column in columns:
        if len(taken) == count:
            break
        column = _standardised(column)
        for better, other in taken.items():
            # of complete columns the product is the correlation, else it is nan
            product = abs(column @ other) if weights is None else np.nan
            if np.isnan(product):
                product = similarity(column, other, weights)
            product = min(float(product), 1.0)
            if product > limit:
                passed_over[key] = better, product
                break
        else:
            taken[key] = column
    return list(taken), passed_over


def encoded(X, signature, mark):
    """A mark's values for all cases, in [-1, 1], nan where missing.

    Parameters
    ----------
    X : array (cases, features), or scipy sparse
        The table of the signature.
    signature : Signature
    mark : int

    Returns
    -------
    array (cases,)
        1 or -1 for decisions; else scaled by the range or by mid-ranks.
    """
    feature, subset = signature.features[mark], signature.subsets[mark]
    column = X[:, [feature]].toarray().ravel() if sparse.issparse(X) else X[:, feature]
    column = np.asarray(column, float)
    is_known, result = ~np.isnan(column), np.full(len(column), np.nan)
    if subset is not None:
        result[is_known] = np.where(np.isin(column[is_known], subset), 1.0, -1.0)
    else:
        read = ENCODINGS[signature.encodings[feature]].read
        result[is_known] = read(column[is_known], signature.cuts[mark])
    return result


def _standardised(column):
    """The column with mean 0 and norm 1 over its known cases."""
    is_known = ~np.isnan(column)
    result = np.full(len(column), np.nan)
    result[is_known] = _unit(column[is_known], np.ones(is_known.sum()))
    return result


def _unit(column, root):
    """Weighted deviations from the mean, with norm 1; 0 of a constant. `root` is √weight."""
    if not root.any():
        return np.zeros(len(column))
    deviations = (column - np.average(column, weights=root**2)) * root
    norm = np.linalg.norm(deviations)
    # the deviations of a constant are rounding
    scale = np.max(np.abs(column) * root) * np.sqrt(len(column))
    return deviations / norm if norm > 1e-12 * scale else np.zeros(len(column))
