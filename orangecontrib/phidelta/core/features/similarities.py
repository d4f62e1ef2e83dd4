"""How similar all features are to each other, with a class or without one.

The similarity is that of `core.features.redundancy`: the absolute correlation of encoded features.
"""

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.features.encodings import ENCODINGS, encodings_of
from orangecontrib.phidelta.core.features.redundancy import similarity
from orangecontrib.phidelta.core.lazy import refuse_lazy
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: So many cases are multiplied at a time.
_BLOCK = 20_000
#: Below this share of the sum of squares, a variance from sums may be rounding.
_LITTLE = 1e-6


@underflow_to_zero
def similarities(columns, weights=None, progress=None):
    """Absolute correlations of all pairs of encoded features.

    Parameters
    ----------
    columns : array (cases, features)
        nan where missing; a pair is compared over the cases where both are known.
    weights : array (cases,), optional
    progress : callable, optional
        Is told the share in (0, 1] that is done; what it raises stops the work.

    Returns
    -------
    array (features, features) in [0, 1]
        Symmetrical, with 1 on the diagonal. 0 where one of a pair is constant over these cases.

    Examples
    --------
    >>> columns = np.array([[1.0, 4, 7], [2, 3, np.nan], [3, 2, 9], [4, 1, 8]])
    >>> print(similarities(columns).round(2))
    [[1.   1.   0.65]
     [1.   1.   0.65]
     [0.65 0.65 1.  ]]
    """
    refuse_lazy("similarity", columns, weights)
    columns = np.asarray(columns, float)
    weights = np.ones(len(columns)) if weights is None else np.asarray(weights, float)
    centred, is_known = _centred(columns, weights)
    totals, products, sums, squares = _sums(centred, is_known, weights, progress)
    with np.errstate(divide="ignore", invalid="ignore"):
        covariances = products - sums * sums.T / totals
        variances = squares - sums**2 / totals
        result = np.abs(covariances) / np.sqrt(variances * variances.T)
    is_unsure = ~(variances > _LITTLE * squares)
    for i, j in np.argwhere(np.triu(is_unsure | is_unsure.T | ~np.isfinite(result), 1)):
        result[i, j] = result[j, i] = similarity(columns[:, i], columns[:, j], weights)
    np.fill_diagonal(result, 1)
    return np.minimum(result, 1)


def plain_columns(X, values, encoding, weights=None):
    """Encode features without a class, one at a time.

    Parameters
    ----------
    X : array (cases, features), or scipy sparse CSR or CSC
    values : sequence
        None for each numeric feature.
    encoding : str
        A key of `ENCODINGS`. The best cut needs a class: numbers are scaled then.
    weights : array (cases,), optional

    Yields
    ------
    array (cases,)
        nan where missing, and all nan of an infinite range. Of a nominal feature, 1 for its most
        frequent value (of several, the first) and -1 for the others.
    """
    encoding = "linear" if encoding == "best cut" else encoding
    encodings = encodings_of(X, weights, values, encoding)
    by_column = X.tocsc() if sparse.issparse(X) else X
    for feature, own in enumerate(encodings):
        column = by_column[:, [feature]]
        column = column.toarray() if sparse.issparse(column) else column
        yield _plain(np.asarray(column, float).ravel(), own, weights)


def vary(columns):
    """Boolean array (features,): which columns have two values or more."""
    with np.errstate(invalid="ignore"):
        low = np.min(columns, axis=0, initial=np.inf, where=~np.isnan(columns))
        high = np.max(columns, axis=0, initial=-np.inf, where=~np.isnan(columns))
        return high > low


def most_central(matrix):
    """The feature with the greatest mean similarity to the others; of several, the first."""
    return int(np.argmax(matrix.sum(axis=0).round(12)))


def _plain(column, encoding, weights):
    is_known, result = ~np.isnan(column), np.full(len(column), np.nan)
    known = column[is_known]
    if encoding is None:
        codes = known.astype(int)
        counts = np.bincount(codes, None if weights is None else weights[is_known])
        result[is_known] = np.where(codes == np.argmax(counts), 1.0, -1.0) if len(codes) else 0
    elif np.isfinite(known).all():
        with np.errstate(over="ignore"):
            is_finite = np.isfinite(np.ptp(known)) if len(known) else False
        result[is_known] = ENCODINGS[encoding].read(known, None) if is_finite else np.nan
    return result


def _centred(columns, weights):
    """Columns less their means, scaled to 1 at most, 0 where missing; and where they are known."""
    is_known = ~np.isnan(columns)
    total = weights @ is_known
    filled = np.where(is_known, columns, 0)
    means = np.divide(weights @ filled, total, out=np.zeros(len(total)), where=total > 0)
    centred = np.where(is_known, filled - means, 0)
    size = np.max(np.abs(centred), axis=0, initial=0)
    return centred / np.where(size > 0, size, 1), is_known


def _sums(centred, is_known, weights, progress):
    """Over the cases where both of a pair are known: weight, Σ u v, Σ u and Σ u², by pairs."""
    features = centred.shape[1]
    found = np.zeros((4, features, features))
    is_complete = is_known.all()
    for start in range(0, len(centred), _BLOCK):
        part = slice(start, start + _BLOCK)
        values, known = centred[part], is_known[part].astype(float)
        weighted = values * weights[part, np.newaxis]
        found[1] += weighted.T @ values
        if not is_complete:
            found[0] += (known * weights[part, np.newaxis]).T @ known
            found[2] += weighted.T @ known
            found[3] += (weighted * values).T @ known
        if progress is not None:
            progress(min(part.stop / len(centred), 1))
    if is_complete:
        found[0] = weights.sum()
        found[2] = (weights @ centred)[:, np.newaxis]
        found[3] = np.diag(found[1])[:, np.newaxis]
    return found
