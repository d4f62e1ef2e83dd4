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


def best_cut_marks(sums, features, cases):
    """A mark for each numeric feature: "value > cut", where |δ| is greatest.

    Parameters
    ----------
    sums
        None: each value has to be looked at.
    features : array of int
        The columns.
    cases : Cases

    Returns
    -------
    Marks
        The p-value is that of the Kolmogorov-Smirnov test, by the limiting distribution, which is
        not too small. The standard error is that of a cut that was not sought.
    """
    found, rates, effective = _sorted(_BestCut, features, cases)
    return Marks.of_decisions(features, rates, effective, p_value=found.p_value, cuts=found.cut)


def rank_marks(sums, features, cases):
    """A mark for each numeric feature: its mid-ranks, scaled to [-1, 1].

    Parameters as of `best_cut_marks`; with `tests`, a second look is taken at the ranks where
    their moments do not tell the p-value.

    Returns
    -------
    Marks
        The p-value is that of the sum of the positives' ranks if classes are drawn at random.
    """
    found, rates, effective = _sorted(_Ranks, features, cases)
    delta = rates[1] - rates[0]
    p_value, is_bound = mean_p_values(delta, effective, found.variance, found.reach)
    if cases.tests and is_bound.any():
        columns = known_columns(*cases[:3], features[is_bound])
        ranked = (_ranked(_curve(*column[:3])) for column in columns)
        p_value[is_bound] = permutation_p_values(ranked, effective[:, is_bound])
        is_bound[:] = False
    return Marks.of(
        features,
        rates=rates,
        cases=effective,
        standard_error=found.standard_error,
        p_value=p_value,
        is_bound=is_bound,
    )


def _sorted(kind, features, cases):
    """What `kind` finds of each feature, with rates and effective numbers of cases (2, ...)."""
    rows = np.full((len(features), len(kind._fields)), np.nan)
    for number, column in enumerate(known_columns(*cases[:3], features)):
        curve = _curve(*column[:3])
        if curve is not None:
            rows[number] = kind.of(curve, column[3])
        if cases.progress is not None:
            cases.progress((number + 1) / len(features))
    found = kind(*rows.T)
    return found, np.array([found.fpr, found.tpr]), np.array([found.negatives, found.positives])


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
