"""Subsets of a nominal feature's values: each, against the other values, is a binary feature.

A subset and its complement are one feature with two names; the smaller is taken, of two equally
large ones that without the first value.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 5.
"""

from itertools import chain, combinations

import numpy as np

#: All subsets are taken of at most so many values.
MOST_VALUES = 8
SUBSETS = ("single", "pairs", "all", "best")


def subsets_of(table, kind):
    """Subsets of the values that occur.

    Parameters
    ----------
    table : array (2, values)
        Weight of the negatives (first row) and positives with each value.
    kind : str
        "single": each value; "pairs": and each two of them; "all": every subset, of more than 8
        values the best; "best": the one with the greatest δ.

    Returns
    -------
    list of tuples of int
        Indices of values, increasing. A feature with two values has one subset, the second value,
        even if only the first occurs; of more values, a constant one has the only one that does.
    """
    if kind not in SUBSETS:
        raise ValueError(f"subsets must be one of {', '.join(SUBSETS)}. Got {kind!r}")
    values = np.flatnonzero(table.sum(axis=0)).tolist()
    if values and table.shape[1] == 2:
        return [(1,)]
    if len(values) <= 2:
        return [tuple(values[-1:])]
    if is_sought(table, kind):
        return [best_subset(table)]
    largest = {"single": 1, "pairs": 2, "all": len(values)}[kind]
    sizes = range(1, min(largest, len(values) // 2) + 1)
    subsets = chain.from_iterable(combinations(values, size) for size in sizes)
    return [s for s in subsets if 2 * len(s) < len(values) or values[0] not in s]


def is_sought(table, kind):
    """Whether the best subset is taken; arguments as of `subsets_of`."""
    return kind == "best" or (kind == "all" and np.count_nonzero(table.sum(axis=0)) > MOST_VALUES)


def best_subset(table):
    """The subset of values with the greatest δ, in closed form; arguments as of `subsets_of`.

    δ of a subset is the sum of P(value | positive) - P(value | negative) over its values, hence
    greatest where all positive terms are taken. Where no term is, every subset has δ = 0 and the
    last value that occurs is taken.
    """
    table = np.asarray(table, float)
    negatives, positives = table.sum(axis=1)
    # cross-multiplied: whole counts are compared without rounding
    is_in = table[1] * negatives > table[0] * positives
    if not is_in.any():
        is_in = np.arange(table.shape[1]) == np.flatnonzero(table.sum(axis=0))[-1]
    return tuple(np.flatnonzero(is_in).tolist())
