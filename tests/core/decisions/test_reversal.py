"""Below the line of no information, the opposite decision is better."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.reversal import (
    better_reversed,
    exchange_sides,
    least_cost,
)


def test_reversed_rates_are_those_of_the_opposite_decision():
    random = np.random.default_rng(2)
    is_positive = random.random(300) < 0.2
    is_called = random.random(300) < np.where(is_positive, 0.1, 0.4)
    counts = Counts.from_decisions(is_positive, is_called)
    opposite = Counts.from_decisions(is_positive, ~is_called)
    expected = opposite.fpr, opposite.tpr
    assert better_reversed(counts.fpr, counts.tpr) == pytest.approx(expected)
    assert better_reversed(*expected) is None


@pytest.mark.parametrize("rates", [(0.3, 0.3), (0.1 + 0.2, 0.3), (np.nan, 0.3), (0.9, np.nan)])
def test_on_the_line_or_unknown_there_is_none(rates):
    assert better_reversed(*rates) is None


def test_the_least_cost_is_that_of_a_decision_or_its_opposite():
    random = np.random.default_rng(5)
    is_positive = random.random(200) < 0.3
    found = []
    for rate in (0.1, 0.5, 0.9):
        is_called = random.random(200) < np.where(is_positive, rate, 0.4)
        ways = [
            (3 * (way & ~is_positive).sum() + 7 * (is_positive & ~way).sum()) / 200
            for way in (is_called, ~is_called)
        ]
        counts = Counts.from_decisions(is_positive, is_called)
        found.append(ways[0] <= ways[1])
        costs = {"cost_fp": 3, "cost_fn": 7}
        least = least_cost([counts.fpr, np.nan], [counts.tpr, 0.2], counts.prevalence, **costs)
        assert least == pytest.approx([min(ways), np.nan], nan_ok=True)
    assert set(found) == {True, False}


def sides(is_positive):
    return is_positive, ~is_positive


def test_the_sides_get_what_the_others_had():
    """By hand: the rest has 0.4 and is shared out 1 : 3, as before."""
    rows = np.array([[0.6, 0.1, 0.3], [1, 0, 0], [0, 1, 0], [0.2, 0.8, 0]])
    expected = [[0.4, 0.15, 0.45], [0, 0.5, 0.5], [1, 0, 0], [0.8, 0.2, 0]]
    found = exchange_sides(rows, *sides(np.array([True, False, False])))
    np.testing.assert_allclose(found, expected)
    merged = exchange_sides(np.array([[0.3, 0.4, 0.3]]), *sides(np.array([True, False, True])))
    np.testing.assert_allclose(merged, [[0.2, 0.6, 0.2]])


def test_two_classes_are_swapped_to_the_last_digit():
    rows = np.array([[1 - 1e-30, 1e-30], [0.1, 0.9], [-3.0, 7.0]])
    np.testing.assert_array_equal(
        exchange_sides(rows, *sides(np.array([False, True]))), rows[:, ::-1]
    )


def test_what_is_unknown_stays_unknown():
    rows = np.array([[np.nan, 0.5, 0.5], [0.2, np.nan, 0.8], [0.5, 0.25, 0.25]])
    found = exchange_sides(rows, *sides(np.array([True, False, False])))
    assert np.isnan(found[:2]).all()
    assert not np.isnan(found[2]).any()


def test_what_is_on_neither_side_stays():
    rows = np.array([[0.2, 0.1, 0.4, 0.3]])
    is_positive, is_negative = (np.arange(4) == i for i in (0, 2))
    np.testing.assert_allclose(
        exchange_sides(rows, is_positive, is_negative), [[0.4, 0.1, 0.2, 0.3]]
    )


def test_rounding_makes_no_decision_better():
    assert better_reversed(0.3 + 0.9e-12, 0.3) is None
    assert better_reversed(1e-12, 0) is None
    assert better_reversed(0.3 + 1.2e-12, 0.3).fpr == pytest.approx(0.7)
