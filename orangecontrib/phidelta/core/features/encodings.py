"""Features as soft classifiers: from what was counted to rates, and how certain they are.

A numeric feature is scaled to [-1, 1] by its range and shares a token: with value v it calls a
case positive to (1 + v)/2. A subset of nominal values, or a cut, calls it positive or not.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 5 (token sharing).
"""

from itertools import chain

import numpy as np

from orangecontrib.phidelta.core.chance.independence import (
    decision_p_values,
    mean_p_values,
    table_p_value,
)
from orangecontrib.phidelta.core.features.marks import Marks, decision_error
from orangecontrib.phidelta.core.features.subsets import subsets_of

_TOGETHER = 700  # features whose certainty is computed in one step


#: The squares of greater ranges, summed over the cases, are no numbers.
GREATEST_SPAN = 1e150


def linear_marks(moments, features):
    """A mark for each numeric feature, scaled to [-1, 1] by its range.

    Parameters
    ----------
    moments : Moments
        Of these features; used up, for the marks take over their memory.
    features : array of int

    Returns
    -------
    Marks
        A feature with two values is a decision. Of other features, the p-value is that of the mean
        difference if the classes are drawn at random: normal where that can be trusted, else a
        bound; nan where the range is greater than `GREATEST_SPAN`.
    """
    weight, rates, variances = moments.weight, moments.mean, moments.scatter
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # all relative to the pivot, as the means are
        moments.low -= moments.pivot
        moments.high -= moments.pivot
        is_decision = _has_two_values(moments)
        span = np.subtract(moments.high, moments.low, out=moments.high)
        span[~((span > 0) & np.isfinite(span) & (weight > 0).all(axis=0))] = np.nan
        rates -= moments.low
        rates /= span
        np.clip(rates, 0, 1, out=rates)
        variances /= weight
        variances /= np.square(span)
        is_huge = span > GREATEST_SPAN
        cases = np.broadcast_to(moments.cases, rates.shape)
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


def _has_two_values(moments):
    """Boolean array (features,): among values of a range and mean, two have most scatter."""
    low, high = moments.low, moments.high
    weights = np.broadcast_to(moments.weight, moments.mean.shape) * (1 - 1e-6)
    rows = zip(moments.mean, moments.scatter, weights, strict=True)
    return np.logical_and(
        *(scatter >= (mean - low) * (high - mean) * weight for mean, scatter, weight in rows)
    )


def nominal_marks(tables, features, names, kind, cases):
    """Marks for subsets of the values of nominal features.

    Parameters
    ----------
    tables : list of arrays (2, values)
        Weight of the negatives (first row) and positives with each value of a feature.
    features : array of int
    names : sequence of str
        Of these features, for errors.
    kind : str
        "single", "pairs", "all", "best", see `subsets_of`.
    cases : array (2, features)
        Effective numbers of negatives and positives with known value.

    Returns
    -------
    Marks
        The p-value is that of subset and class; of a best subset, which was sought, that of all
        values and class.
    """
    subsets = [subsets_of(table, kind, name) for table, name in zip(tables, names, strict=True)]
    counts = [len(each) for each in subsets]
    rates = [_subset_rates(table, each) for table, each in zip(tables, subsets, strict=True)]
    sought = {}
    if kind == "best":
        pairs = zip(tables, cases.T[:, :, np.newaxis], strict=True)
        sought["p_value"] = np.array([table_p_value(_effective(*pair)) for pair in pairs], float)
        occurring = [np.count_nonzero(table.sum(axis=0)) for table in tables]
        sought["choices"] = np.maximum(np.array(occurring, float) - 1, 1)
    none = np.empty((2, 0))
    return Marks.of_decisions(
        np.repeat(np.asarray(features, np.intp), counts),
        np.concatenate([none, *rates], axis=1),
        np.repeat(cases, counts, axis=1),
        subsets=tuple(subset for each in subsets for subset in each),
        **sought,
    )


def _subset_rates(table, subsets):
    """Rates (2, subsets); nan where one value at most occurs, or a class has no case."""
    if np.count_nonzero(table.sum(axis=0)) < 2 or not table.sum(axis=1).all():
        return np.full((2, len(subsets)), np.nan)
    starts = np.cumsum([0, *map(len, subsets[:-1])])
    inside = np.add.reduceat(table[:, list(chain.from_iterable(subsets))], starts, axis=1)
    return np.clip(inside / table.sum(axis=1, keepdims=True), 0, 1)


def _effective(table, cases):
    """The table as one of effective numbers of cases, which a class (2, 1) has so many of."""
    totals = table.sum(axis=1, keepdims=True)
    return table * np.divide(cases, totals, out=np.zeros((2, 1)), where=totals > 0)
