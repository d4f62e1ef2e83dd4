"""Features as soft classifiers: from what was counted to rates, and how certain they are.

A numeric feature is scaled to [-1, 1] by its range and shares a token: with value v it calls a
case positive to (1 + v)/2. A subset of nominal values, or a cut, calls it positive or not.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 5 (token sharing).
B. L. Welch, Biometrika 34 (1947): two means of unequal variance.
"""

import numpy as np
from scipy.special import chdtrc, stdtr

from orangecontrib.phidelta.core.marks import Marks, decision_errors
from orangecontrib.phidelta.core.subsets import membership, subsets_of


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
        The p-value is that of Welch's t-test; a feature with two values is a decision.
    """
    weight, rates, errors, cases = moments.weight, moments.mean, moments.scatter, moments.cases
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
        freedoms = cases - 1
        errors /= weight
        errors /= freedoms
        errors /= np.square(span)
        variance = errors.sum(axis=0)
        np.square(errors, out=errors)
        errors /= freedoms
        freedom = np.square(variance) / errors.sum(axis=0)
        standard_error = np.sqrt(variance, out=variance)
        p_value = 2 * stdtr(freedom, -np.abs(rates[1] - rates[0]) / standard_error)
    cases = np.broadcast_to(cases, rates.shape)
    standard_error[is_decision], p_value[is_decision] = decision_errors(
        rates[:, is_decision], cases[:, is_decision]
    )
    freedom[is_decision] = np.inf
    none = np.broadcast_to(np.nan, len(span)), (None,) * len(span)
    return Marks(features, rates, cases, standard_error, p_value, freedom, is_decision, *none)


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
        The p-value is that of the χ² test (without continuity correction) of subset and class; of
        a best subset, which was sought, that of all values and class.
    """
    subsets = [subsets_of(table, kind, name) for table, name in zip(tables, names, strict=True)]
    counts = [len(each) for each in subsets]
    rates = [_subset_rates(table, each) for table, each in zip(tables, subsets, strict=True)]
    p_values = None
    if kind == "best":
        pairs = zip(tables, cases.T[:, :, np.newaxis], strict=True)
        p_values = np.array([_independence(table, number) for table, number in pairs], float)
    none = np.empty((2, 0))
    return Marks.of_decisions(
        np.repeat(np.asarray(features, np.intp), counts),
        np.concatenate([none, *rates], axis=1),
        np.repeat(cases, counts, axis=1),
        p_values,
        subsets=tuple(subset for each in subsets for subset in each),
    )


def _subset_rates(table, subsets):
    """Rates (2, subsets); nan where one value at most occurs, or a class has no case."""
    if np.count_nonzero(table.sum(axis=0)) < 2 or not table.sum(axis=1).all():
        return np.full((2, len(subsets)), np.nan)
    inside = table @ membership(subsets, table.shape[1]).T
    return np.clip(inside / table.sum(axis=1, keepdims=True), 0, 1)


def _independence(table, cases):
    """p-value of Pearson's χ² of value and class, of so many cases (2, 1); nan of a constant."""
    table = table[:, table.sum(axis=0) > 0]
    if table.shape[1] < 2 or not table.sum(axis=1).all():
        return np.nan
    table = table * (cases / table.sum(axis=1, keepdims=True))
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return chdtrc(table.shape[1] - 1, np.sum((table - expected) ** 2 / expected))
