"""Encodings of numeric features that look at the order of the values: one sort for each feature.

References
----------
A. N. Kolmogorov, N. V. Smirnov: the greatest |δ| over all cuts (`scipy.stats.ks_2samp`). H. B.
Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947), and E. R. DeLong et al.,
Biometrics 44 (1988): test and variance of the area under the ROC curve.
"""

import numpy as np
from scipy import sparse
from scipy.special import kolmogorov, ndtr

from orangecontrib.phidelta.core.cases import (
    class_totals,
    effective_cases,
    part_of,
    totals_without,
)
from orangecontrib.phidelta.core.marks import Marks
from orangecontrib.phidelta.core.sweep import sweep

_GROUPS = 64  # in which the columns of a sparse matrix are taken


def sorted_marks(X, is_positive, weights, features, encoding, progress=None):
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
    powers = (1,) if weights is None else (1, 2)
    totals = [class_totals(is_positive, weights, power) for power in powers]
    cases = effective_cases(totals[0], totals[-1])
    for number, column in enumerate(_columns(X, is_positive, weights, features, totals[0])):
        *known, missing = column
        curve = _curve(*known)
        if curve is not None:
            some = _cases_without(missing, is_positive, weights, totals) if len(missing) else cases
            rows[number] = mark_of(curve, some)
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


def _columns(X, is_positive, weights, features, totals):
    """Yield values, classes and weights of the cases of each feature, and where it is missing.

    The zeros that a sparse matrix does not store are two cases, one a class.
    """
    if not sparse.issparse(X):
        for feature in features:
            values = X[:, feature].astype(float)
            yield values, is_positive, weights, np.flatnonzero(np.isnan(values))
        return
    for group in np.array_split(features, min(_GROUPS, len(features)) or 1):
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


def _cases_without(missing, is_positive, weights, totals):
    """Effective numbers of cases but for the missing ones; totals of each power of the weights."""
    known = [
        totals_without(missing, is_positive, weights, total, power)
        for power, total in enumerate(totals, 1)
    ]
    return effective_cases(known[0], known[-1])


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


def _best_cut(curve, cases):
    inner = slice(1, -1)
    fpr, tpr = curve.fpr[inner], curve.tpr[inner]
    best = np.argmax(np.abs(tpr - fpr))
    statistic = np.sqrt(cases.prod() / cases.sum()) * np.abs(tpr[best] - fpr[best])
    cut = curve.cuts[inner][best]
    return fpr[best], tpr[best], *cases, np.nan, kolmogorov(statistic), cut


def _ranks(curve, cases):
    delta = curve.auc - 1 / 2
    # the mean of the mid-ranks of all cases is 0, hence the mean of the rates 1/2
    fpr = 1 / 2 - curve.prevalence * delta
    standard_error = _area_error(curve, cases)
    total = cases.sum()
    ties = total * (np.diff(curve.tp) + np.diff(curve.fp)) / (curve.tp[-1] + curve.fp[-1])
    spread = total + 1 - np.sum(ties**3 - ties) / (total * (total - 1))
    p_value = 2 * ndtr(-abs(delta) / np.sqrt(spread / (12 * cases.prod())))
    return fpr, fpr + delta, *cases, standard_error, p_value, np.nan


def _area_error(curve, cases):
    """Standard error of the area under the ROC curve, by DeLong; nan for one case of a class."""
    beaten_by_negatives = (curve.tpr[1:] + curve.tpr[:-1]) / 2
    beaten_by_positives = 1 - (curve.fpr[1:] + curve.fpr[:-1]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = sum(
            np.diff(rate) @ (shares - curve.auc) ** 2 / (count - 1)
            for rate, shares, count in (
                (curve.fpr, beaten_by_negatives, cases[0]),
                (curve.tpr, beaten_by_positives, cases[1]),
            )
        )
        return np.sqrt(variance)
