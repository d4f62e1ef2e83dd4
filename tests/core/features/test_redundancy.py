"""When two features are one, at the limits of what rounding lets be seen."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.features.redundancy import distinct, similarity


def test_a_feature_that_never_varies_is_similar_to_none():
    random = np.random.default_rng(1)
    other = random.normal(size=700)
    for constant in (0.0, 0.1, -3e8, 1e-200):
        assert similarity(np.full(700, constant), other) == 0
        assert similarity(other, np.full(700, constant)) == 0
    # a billionth of its size is no rounding
    assert similarity(1 + 1e-9 * other, other) == pytest.approx(1, abs=1e-3)


def test_rounding_makes_nothing_more_than_equal():
    """The product of two unit columns may be above 1, by the last place of a number."""
    random = np.random.default_rng(2)
    columns = random.normal(size=(200, 23))
    for column in columns:
        taken, passed_over = distinct([("a", column), ("b", 2 * column)], 1)
        assert (taken, passed_over) == (["a", "b"], {})
        assert distinct([("a", column), ("b", 2 * column)], 1 - 1e-9)[1]["b"][0] == "a"
    assert max(column @ column / np.linalg.norm(column) ** 2 for column in columns) > 1


def test_nothing_known_is_similar_to_nothing():
    column, unknown = np.array([1.0, 2, 4]), np.full(3, np.nan)
    assert distinct([("a", unknown), ("b", column), ("c", unknown)], 0) == (["a", "b", "c"], {})
    assert similarity(column, np.array([np.nan, 5, np.nan])) == 0
    assert similarity(column, column, np.zeros(3)) == 0


@pytest.mark.parametrize("limit", [-0.01, 1.01, np.nan])
def test_impossible_limits(limit):
    with pytest.raises(ValueError, match=r"must lie in \[0, 1\]"):
        distinct([], limit)


def test_so_many_are_taken():
    columns = [(place, np.eye(5)[place]) for place in range(5)]
    for count in (1, 3, 5, 9):
        assert distinct(columns, 0.9, count)[0] == list(range(min(count, 5)))
    assert distinct(columns, 0.9)[0] == list(range(5))
    assert distinct([], 1)[0] == distinct([], 0)[0] == []
