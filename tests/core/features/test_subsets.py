"""Subsets of values against all that there are, found by trying."""

from itertools import chain, combinations

import numpy as np
import pytest

from orangecontrib.phidelta.core.features.subsets import best_subset, subsets_of

#: Of five values the third never occurs.
TABLE = np.array([[5, 1, 0, 7, 0], [2, 4, 0, 0, 3]])


def table_of(values, gaps=()):
    """So many values with some case each, others without any; classes of unequal sizes."""
    table = np.random.default_rng(values).integers(0, 9, (2, values)) + [[1], [0]]
    table[:, list(gaps)] = 0
    return table


def all_subsets(values):
    """One of each subset and its complement, as the module says which."""
    values = list(values)
    sizes = range(1, len(values))
    for subset in chain.from_iterable(combinations(values, size) for size in sizes):
        other = tuple(v for v in values if v not in subset)
        if len(subset) < len(other) or (len(subset) == len(other) and values[0] in other):
            yield subset


def delta(table, subset):
    negatives, positives = table
    inside = list(subset)
    return positives[inside].sum() / positives.sum() - negatives[inside].sum() / negatives.sum()


@pytest.mark.parametrize("gaps", [(), (0,), (1, 4)])
@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_every_kind(count, gaps):
    table = table_of(count, gaps)
    values = [v for v in range(count) if v not in gaps]
    every = list(all_subsets(values))
    if len(values) > 2:
        assert subsets_of(table, "all") == every
        assert subsets_of(table, "pairs") == [s for s in every if len(s) <= 2]
        assert subsets_of(table, "single") == [(v,) for v in values]
        best = max(abs(delta(table, subset)) for subset in every)
        (found,) = subsets_of(table, "best")
        assert delta(table, found) == pytest.approx(best)


def test_by_hand():
    assert subsets_of(TABLE, "single") == [(0,), (1,), (3,), (4,)]
    # of two and two those without the first value
    assert subsets_of(TABLE, "pairs") == [(0,), (1,), (3,), (4,), (1, 3), (1, 4), (3, 4)]
    assert subsets_of(TABLE, "best") == [(1, 4)]
    assert subsets_of(TABLE[:, :4], "pairs") == [(0,), (1,), (3,)]


@pytest.mark.parametrize("kind", ["single", "pairs", "all", "best"])
def test_one_and_two_values(kind):
    # also where the first value speaks for the class
    for table in ([[3, 0, 1], [1, 0, 5]], [[1, 0, 5], [3, 0, 1]]):
        assert subsets_of(np.array(table), kind) == [(2,)]
    assert subsets_of(np.array([[0, 4, 0], [0, 1, 0]]), kind) == [(1,)]
    assert subsets_of(np.zeros((2, 3)), kind) == [()]


def test_of_two_values_the_second_is_taken_even_where_only_one_occurs():
    for kind in ("single", "pairs", "all", "best"):
        assert subsets_of(np.array([[3, 0], [1, 0]]), kind) == [(1,)]
        assert subsets_of(np.array([[0, 3], [0, 1]]), kind) == [(1,)]
        assert subsets_of(np.zeros((2, 2)), kind) == [()]


def test_eight_values_are_not_too_many_but_of_nine_the_best_subset_is_taken():
    assert len(subsets_of(table_of(9, gaps=(4,)), "all")) == 127
    for many in (table_of(9), table_of(12)):
        assert subsets_of(many, "all") == [best_subset(many)]
    assert len(subsets_of(table_of(12), "pairs")) == 12 + 66


def test_unknown_kind():
    with pytest.raises(ValueError, match=r"one of single, pairs, all, best\. Got 'some'"):
        subsets_of(TABLE, "some")


def test_best_subset_takes_what_speaks_for_the_class_and_nothing_else():
    # the shares of the first value are equal in both classes: no reason to take it
    assert best_subset([[2, 6, 2], [1, 1, 3]]) == (2,)
    assert best_subset([[6, 2, 2], [3, 0, 2]]) == (2,)
    # three times as many negatives: counts alone would mislead
    assert best_subset([[30, 60], [15, 15]]) == (0,)


def test_best_subset_where_none_is_better():
    assert best_subset([[2, 4, 0, 6, 0], [1, 2, 0, 3, 0]]) == (3,)
