"""Subsets of nominal values as classifiers: from what was counted to rates and p-values.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 5.
"""

from itertools import chain, compress

import numpy as np

from orangecontrib.phidelta.core.chance.independence import decision_p_values, table_p_value
from orangecontrib.phidelta.core.features.marks import Marks
from orangecontrib.phidelta.core.features.subsets import is_sought, subsets_of


def nominal_marks(tables, features, kind, cases):
    """Marks for subsets of the values of nominal features.

    Parameters
    ----------
    tables : list of arrays (2, values)
        Weight of the negatives (first row) and positives with each value of a feature.
    features : array of int
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
    subsets = [subsets_of(table, kind) for table in tables]
    counts = [len(each) for each in subsets]
    parts = [_subset_rates(table, each) for table, each in zip(tables, subsets, strict=True)]
    rates = np.concatenate([np.empty((2, 0)), *parts], axis=1)
    are_sought = [is_sought(table, kind) for table in tables]
    is_best = np.repeat(np.array(are_sought, bool), counts)
    each_cases = np.repeat(cases, counts, axis=1)
    p_value, choices = np.empty(len(is_best)), np.ones(len(is_best))
    p_value[~is_best] = decision_p_values(rates[:, ~is_best], each_cases[:, ~is_best])
    pairs = list(compress(zip(tables, cases.T[:, :, np.newaxis], strict=True), are_sought))
    p_value[is_best] = [table_p_value(_effective(*pair)) for pair in pairs]
    choices[is_best] = [max(np.count_nonzero(table.any(axis=0)) - 1, 1) for table, _ in pairs]
    return Marks.of_decisions(
        np.repeat(np.asarray(features, np.intp), counts),
        rates,
        each_cases,
        subsets=tuple(chain.from_iterable(subsets)),
        p_value=p_value,
        choices=choices,
    )


def _subset_rates(table, subsets):
    """Rates (2, subsets); nan where a class has no case."""
    if not table.sum(axis=1).all():
        return np.full((2, len(subsets)), np.nan)
    starts = np.cumsum([0, *map(len, subsets[:-1])])
    inside = np.add.reduceat(table[:, list(chain.from_iterable(subsets))], starts, axis=1)
    return np.clip(inside / table.sum(axis=1, keepdims=True), 0, 1)


def _effective(table, cases):
    """The table as one of effective numbers of cases, which a class (2, 1) has so many of."""
    totals = table.sum(axis=1, keepdims=True)
    return table * np.divide(cases, totals, out=np.zeros((2, 1)), where=totals > 0)
