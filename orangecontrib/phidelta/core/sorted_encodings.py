"""Encodings of numeric features that look at the order of the values: one sort for each feature.

References
----------
A. N. Kolmogorov, N. V. Smirnov: the greatest |δ| over all cuts (`scipy.stats.ks_2samp`). H. B.
Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947): test of the area under the ROC
curve.
"""

import numpy as np
from scipy import sparse
from scipy.special import kolmogorov, ndtr

from orangecontrib.phidelta.core.areas import area_variance
from orangecontrib.phidelta.core.cases import class_totals, part_of, remaining
from orangecontrib.phidelta.core.marks import Marks
from orangecontrib.phidelta.core.sweep import sweep

_GROUPS = 64  # in which the columns of a sparse matrix are taken


def sorted_marks(X, is_positive, weights, features, encoding, design, progress=None):
    """A mark for each numeric feature, by best cut or by ranks.

    Parameters
    ----------
    X, is_positive, weights
        As of `class_signature`.
    features : array of int
        The columns.
    encoding : str
        "best cut": the decision "value > cut" with the greatest |δ|; "ranks": mid-ranks, scaled to
        [-1, 1].
    design : array (2, 1)
        As of `linear_marks`.
    progress : callable, optional
        Is told the share that is done, after each feature.

    Returns
    -------
    Marks
        The p-value is that of the Kolmogorov-Smirnov or the Mann-Whitney test, by the limiting
        distribution. Standard error and interval of a best cut are those of a cut that was not
        sought, hence too small.
    """
    mark_of = {"best cut": _best_cut, "ranks": _ranks}[encoding]
    rows = np.full((len(features), 7), np.nan)
    for number, cases in enumerate(_columns(X, is_positive, weights, features)):
        curve = _curve(*cases)
        if curve is not None:
            rows[number] = mark_of(curve, design.ravel())
        if progress is not None:
            progress((number + 1) / len(features))
    rates, cases, (standard_error, p_value, cuts) = rows.T[:2], rows.T[2:4], rows.T[4:]
    if encoding == "best cut":
        return Marks.of_decisions(features, rates, cases, p_value, cuts)
    freedom, is_decision = np.full(len(features), np.inf), np.full(len(features), False)
    subsets = (None,) * len(features)
    return Marks(
        features, rates, cases, standard_error, p_value, freedom, is_decision, cuts, subsets
    )


def _columns(X, is_positive, weights, features):
    """Yield values, classes and weights of the cases of each feature.

    The zeros that a sparse matrix does not store are two cases, one a class.
    """
    if not sparse.issparse(X):
        for feature in features:
            yield X[:, feature].astype(float), is_positive, weights
        return
    totals = class_totals(is_positive, weights)
    for group in np.array_split(features, min(_GROUPS, len(features)) or 1):
        part = X[:, group].tocsc()
        for start, end in zip(part.indptr[:-1], part.indptr[1:], strict=True):
            rows = part.indices[start:end]
            stored, weight = is_positive[rows], part_of(weights, rows)
            zeros = remaining(totals, class_totals(stored, weight))
            yield (
                np.append(part.data[start:end].astype(float), [0, 0]),
                np.append(stored, [False, True]),
                np.append(np.ones(len(rows)) if weight is None else weight, zeros),
            )


def _curve(values, is_positive, weights):
    """Sweep of the known cases; None without both classes or a finite range."""
    is_known = ~np.isnan(values)
    if weights is not None:
        is_known &= weights > 0
    if not is_known.all():
        values, is_positive = values[is_known], is_positive[is_known]
        weights = part_of(weights, is_known)
    if is_positive.all() or not is_positive.any() or not np.isfinite(values).all():
        return None
    curve = sweep(is_positive, values, weights)
    return curve if len(curve.scores) > 1 else None


def _best_cut(curve, design):
    inner = slice(1, -1)
    fpr, tpr = curve.fpr[inner], curve.tpr[inner]
    best = np.argmax(np.abs(tpr - fpr))
    cases = np.array([curve.negatives, curve.positives]) / design
    statistic = np.sqrt(cases.prod() / cases.sum()) * np.abs(tpr[best] - fpr[best])
    cut = curve.cuts[inner][best]
    return fpr[best], tpr[best], *cases, np.nan, kolmogorov(statistic), cut


def _ranks(curve, design):
    delta = curve.auc - 1 / 2
    # the mean of the mid-ranks of all cases is 0, hence the mean of the rates 1/2
    fpr = 1 / 2 - curve.prevalence * delta
    cases = np.array([curve.negatives, curve.positives]) / design
    # Of classes kept apart none can be told: n/a, not 0 (or what rounding leaves of it).
    standard_error = np.sqrt(area_variance(curve, cases))
    standard_error = standard_error if standard_error > 1e-9 else np.nan
    total = cases.sum()
    ties = total * (np.diff(curve.tp) + np.diff(curve.fp)) / (curve.tp[-1] + curve.fp[-1])
    spread = total + 1 - np.sum(ties**3 - ties) / (total * (total - 1))
    p_value = 2 * ndtr(-abs(delta) / np.sqrt(spread / (12 * cases.prod())))
    return fpr, fpr + delta, *cases, standard_error, p_value, np.nan
