"""Encodings of numeric features that look at the order of the values: one sort for each feature.

References
----------
A. N. Kolmogorov, N. V. Smirnov: the greatest |δ| over all cuts (`scipy.stats.ks_2samp`). H. B.
Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947): test of the area under the ROC
curve.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import kolmogorov

from orangecontrib.phidelta.core.chance.independence import mean_p_values
from orangecontrib.phidelta.core.chance.permutation import permutation_p_values
from orangecontrib.phidelta.core.counting.columns import known_columns
from orangecontrib.phidelta.core.features.marks import Marks
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
    kind = {"best cut": _BestCut, "ranks": _Ranks}[encoding]
    rows = np.full((len(features), len(kind._fields)), np.nan)
    for number, column in enumerate(known_columns(X, is_positive, weights, features)):
        curve = _curve(*column[:3])
        if curve is not None:
            rows[number] = kind.of(curve, column[3])
        if progress is not None:
            progress((number + 1) / len(features))
    found = kind(*rows.T)
    rates = np.array([found.fpr, found.tpr])
    cases = np.array([found.negatives, found.positives])
    if encoding == "best cut":
        return Marks.of_decisions(features, rates, cases, p_value=found.p_value, cuts=found.cut)
    delta = rates[1] - rates[0]
    p_value, is_bound = mean_p_values(delta, cases, found.variance, found.reach)
    if tests and is_bound.any():
        columns = known_columns(X, is_positive, weights, features[is_bound])
        ranked = (_ranked(_curve(*column[:3])) for column in columns)
        p_value[is_bound] = permutation_p_values(ranked, cases[:, is_bound])
        is_bound[:] = False
    return Marks.of(
        features,
        rates=rates,
        cases=cases,
        standard_error=found.standard_error,
        p_value=p_value,
        is_bound=is_bound,
    )


class _BestCut(NamedTuple):
    """What is found of a feature, or of all as arrays, by the cut with the greatest |δ|."""

    fpr: float
    tpr: float
    negatives: float
    positives: float
    p_value: float
    cut: float

    @classmethod
    def of(cls, curve, cases):
        inner = slice(1, -1)
        fpr, tpr = curve.fpr[inner], curve.tpr[inner]
        best = np.argmax(np.abs(tpr - fpr))
        statistic = np.sqrt(cases.prod() / cases.sum()) * np.abs(tpr[best] - fpr[best])
        p_value = kolmogorov(statistic)
        return cls(fpr[best], tpr[best], *cases, p_value, curve.cuts[inner][best])


class _Ranks(NamedTuple):
    """The same by the mid-ranks; `variance` and greatest magnitude, `reach`, are the ranks'."""

    fpr: float
    tpr: float
    negatives: float
    positives: float
    standard_error: float
    variance: float
    reach: float

    @classmethod
    def of(cls, curve, cases):
        delta = curve.auc - 1 / 2
        # the mean of the mid-ranks of all cases is 0, hence the mean of the rates 1/2
        fpr = 1 / 2 - curve.prevalence * delta
        counts = np.diff(curve.fpr) * cases[0] + np.diff(curve.tpr) * cases[1]
        from_middle = _mid_ranks(counts) - 1 / 2
        variance = counts @ from_middle**2 / counts.sum()
        # Of classes kept apart none can be told: n/a, not 0 (or what rounding leaves of it).
        error = np.sqrt(area_variance(curve, cases))
        error = error if error > 1e-9 else np.nan
        return cls(fpr, fpr + delta, *cases, error, variance, np.abs(from_middle).max())


def _curve(values, is_positive, weights):
    """Sweep of the cases; None without both classes or a finite range."""
    if is_positive.all() or not is_positive.any() or not np.isfinite(values).all():
        return None
    curve = sweep(is_positive, values, weights)
    return curve if len(curve.scores) > 1 else None


def _mid_ranks(counts):
    """Mid-ranks of so many cases with each value, the greatest value first, in (0, 1)."""
    return 1 - (np.cumsum(counts) - counts / 2) / counts.sum()


def _ranked(curve):
    """The mid-ranks of a sweep's scores, whether they are of positives, and their weights."""
    negative, positive = np.diff(curve.fp), np.diff(curve.tp)
    ranks = np.tile(_mid_ranks(negative + positive), 2)
    return ranks, np.repeat([False, True], len(negative)), np.append(negative, positive)
