"""Numeric features scaled by their range: from sums to rates, and how certain they are.

A feature is scaled to [-1, 1] by its range and shares a token: with value v it calls a case
positive to (1 + v)/2.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 5 (token sharing).
"""

import numpy as np

from orangecontrib.phidelta.core.chance.independence import decision_p_values, mean_p_values
from orangecontrib.phidelta.core.chance.permutation import permutation_p_values
from orangecontrib.phidelta.core.counting.columns import known_columns
from orangecontrib.phidelta.core.counting.moments import moments
from orangecontrib.phidelta.core.features.marks import Marks, decision_error

_TOGETHER = 700  # features whose certainty is computed in one step


#: The squares of greater ranges, summed over the cases, are no numbers.
GREATEST_SPAN = 1e150


def linear_marks(sums, features, cases=None):
    """A mark for each numeric feature, scaled to [-1, 1] by its range.

    Parameters
    ----------
    sums : Moments
        Of these features; used up, for the marks take over their memory.
    features : array of int
    cases : Cases, optional
        Those that were counted, for a second look.

    Returns
    -------
    Marks
        Of a constant feature all is nan. One with two values is a decision. Of other features, the
        p-value is that of the mean difference if the classes are drawn at random: normal where
        that can be trusted, else what the second look tells; without one, a bound, and nan where
        the range is greater than `GREATEST_SPAN`.
    """
    with np.errstate(over="ignore"):
        is_huge = sums.high - sums.low > GREATEST_SPAN
    marks = _of_moments(sums, features)
    if cases is not None and is_huge.any():
        _scale_down(marks, is_huge, cases)
    if cases is not None and cases.tests and marks.is_bound.any():
        bounded = marks.is_bound
        columns = known_columns(*cases[:3], features[bounded])
        marks.p_value[bounded] = permutation_p_values(columns, marks.cases[:, bounded])
        marks.is_bound[:] = False
    return marks


def _scale_down(marks, which, cases):
    """Fill in the certainty of marks of features whose squares are too great for numbers."""
    features = marks.features[which]
    sums = moments(cases.X[:, features] * 2.0**-600, cases.is_positive, cases.weights)
    small = _of_moments(sums, features)
    marks.dispersion[:, which] = small.dispersion
    for name in ("standard_error", "p_value", "is_bound"):
        getattr(marks, name)[which] = getattr(small, name)


def _of_moments(sums, features):
    """What the moments tell by themselves; they are used up."""
    weight, rates, variances = sums.weight, sums.mean, sums.scatter
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # all relative to the pivot, as the means are
        sums.low -= sums.pivot
        sums.high -= sums.pivot
        is_decision = _has_two_values(sums)
        span = np.subtract(sums.high, sums.low, out=sums.high)
        span[~((span > 0) & np.isfinite(span) & (weight > 0).all(axis=0))] = np.nan
        rates -= sums.low
        rates /= span
        np.clip(rates, 0, 1, out=rates)
        variances /= weight
        variances /= np.square(span)
        is_huge = span > GREATEST_SPAN
        cases = np.broadcast_to(sums.cases, rates.shape)
        p_value, is_bound, dispersion, standard_error = _certainty(rates, variances, cases)
    rows = rates[:, is_decision], cases[:, is_decision]
    standard_error[is_decision] = decision_error(*rows)
    p_value[is_decision] = decision_p_values(*rows)
    is_bound[is_decision], dispersion[:, is_decision] = False, 1
    p_value[is_huge & ~is_decision], is_bound[is_huge] = np.nan, False
    return Marks.of(
        features,
        rates=rates,
        cases=cases,
        standard_error=standard_error,
        p_value=p_value,
        is_bound=is_bound,
        dispersion=dispersion,
        is_decision=is_decision,
    )


def _certainty(rates, variances, cases):
    """p-values, whether they are bounds, `Marks.dispersion` and standard errors of δ.

    Of features with these means and variances in the classes; some at a time, for memory's sake.
    """
    count = rates.shape[1]
    p_value, is_bound, standard_error = np.empty(count), np.empty(count, bool), np.empty(count)
    dispersion = np.empty((3, count))
    for start in range(0, count, _TOGETHER):
        some = slice(start, start + _TOGETHER)
        part = rates[:, some], variances[:, some], cases[:, some]
        p_value[some], is_bound[some] = _independence(*part)
        dispersion[:, some] = _dispersion(*part)
        standard_error[some] = np.sqrt((part[1] / (part[2] - 1)).sum(axis=0))
    return p_value, is_bound, dispersion, standard_error


def _independence(rates, variances, cases):
    total = cases.sum(axis=0)
    delta = rates[1] - rates[0]
    mean = (rates * cases).sum(axis=0) / total
    variance = (variances * cases).sum(axis=0) / total + cases.prod(axis=0) * (delta / total) ** 2
    return mean_p_values(delta, cases, variance, np.maximum(mean, 1 - mean))


def _dispersion(rates, variances, cases):
    total = cases.sum(axis=0)
    mean = (rates * cases).sum(axis=0) / total
    squares = variances * cases
    own, within = squares / (cases - 1), squares.sum(axis=0) / (total - 2)
    found = np.vstack([own / (rates * (1 - rates)), within / (mean * (1 - mean))])
    # of a constant class 0 / 0: its variance is 0
    found[:2][variances == 0] = 0
    return np.clip(found, 1e-12, 1, out=found)


def _has_two_values(sums):
    """Boolean array (features,): among values of a range and mean, two have most scatter."""
    low, high = sums.low, sums.high
    weights = np.broadcast_to(sums.weight, sums.mean.shape) * (1 - 1e-6)
    rows = zip(sums.mean, sums.scatter, weights, strict=True)
    return np.logical_and(
        *(scatter >= (mean - low) * (high - mean) * weight for mean, scatter, weight in rows)
    )
