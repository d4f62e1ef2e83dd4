"""Encodings of numeric features that look at the order of the values: one sort for each feature.

References
----------
A. N. Kolmogorov, N. V. Smirnov: the greatest |δ| over all cuts (`scipy.stats.ks_2samp`). H. B.
Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947): test of the area under the ROC
curve.
"""

import numpy as np
from scipy.special import kolmogorov

from orangecontrib.phidelta.core.chance.independence import mean_p_values
from orangecontrib.phidelta.core.chance.permutation import permutation_p_values
from orangecontrib.phidelta.core.counting.columns import known_columns
from orangecontrib.phidelta.core.features.signatures import Marks
from orangecontrib.phidelta.core.thresholds.areas import area_variance
from orangecontrib.phidelta.core.thresholds.sweeps import sweep


def sorted_marks(X, is_positive, weights, features, encoding, progress=None, tests=True):
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
    tests : bool
        Take a second look at the ranks where their moments do not tell the p-value.

    Returns
    -------
    Marks
        The p-value is that of the Kolmogorov-Smirnov test, by the limiting distribution, which is
        not too small; or that of the sum of the positives' ranks when the classes are drawn at
        random. The standard error of a best cut is that of a cut that was not sought.
    """
    mark_of = {"best cut": _best_cut, "ranks": _ranks}[encoding]
    rows = np.full((len(features), 7), np.nan)
    for number, column in enumerate(known_columns(X, is_positive, weights, features)):
        curve = _curve(*column[:3])
        if curve is not None:
            rows[number] = mark_of(curve, column[3])
        if progress is not None:
            progress((number + 1) / len(features))
    rates, cases = rows.T[:2], rows.T[2:4]
    if encoding == "best cut":
        p_value, cuts = rows.T[4:6]
        return Marks.of_decisions(features, rates, cases, p_value, cuts)
    standard_error, variance, reach = rows.T[4:]
    p_value, is_bound = mean_p_values(rates[1] - rates[0], cases, variance, reach)
    if tests and is_bound.any():
        columns = known_columns(X, is_positive, weights, features[is_bound])
        ranked = (_ranked(_curve(*column[:3])) for column in columns)
        p_value[is_bound] = permutation_p_values(ranked, cases[:, is_bound])
        is_bound[:] = False
    return Marks.of_ranks(features, rates, cases, standard_error, p_value, is_bound)


def _curve(values, is_positive, weights):
    """Sweep of the cases; None without both classes or a finite range."""
    if is_positive.all() or not is_positive.any() or not np.isfinite(values).all():
        return None
    curve = sweep(is_positive, values, weights)
    return curve if len(curve.scores) > 1 else None


def _best_cut(curve, cases):
    inner = slice(1, -1)
    fpr, tpr = curve.fpr[inner], curve.tpr[inner]
    best = np.argmax(np.abs(tpr - fpr))
    statistic = np.sqrt(cases.prod() / cases.sum()) * np.abs(tpr[best] - fpr[best])
    return fpr[best], tpr[best], *cases, kolmogorov(statistic), curve.cuts[inner][best], np.nan


def _ranks(curve, cases):
    delta = curve.auc - 1 / 2
    # the mean of the mid-ranks of all cases is 0, hence the mean of the rates 1/2
    fpr = 1 / 2 - curve.prevalence * delta
    counts = np.diff(curve.fpr) * cases[0] + np.diff(curve.tpr) * cases[1]
    from_middle = _mid_ranks(counts) - 1 / 2
    variance = counts @ from_middle**2 / counts.sum()
    # Of classes kept apart none can be told: n/a, not 0 (or what rounding leaves of it).
    standard_error = np.sqrt(area_variance(curve, cases))
    standard_error = standard_error if standard_error > 1e-9 else np.nan
    return fpr, fpr + delta, *cases, standard_error, variance, np.abs(from_middle).max()


def _mid_ranks(counts):
    """Mid-ranks of so many cases with each value, the greatest value first, in (0, 1)."""
    return 1 - (np.cumsum(counts) - counts / 2) / counts.sum()


def _ranked(curve):
    """The mid-ranks of a sweep's scores, whether they are of positives, and their weights."""
    negative, positive = np.diff(curve.fp), np.diff(curve.tp)
    ranks = np.tile(_mid_ranks(negative + positive), 2)
    return ranks, np.repeat([False, True], len(negative)), np.append(negative, positive)
