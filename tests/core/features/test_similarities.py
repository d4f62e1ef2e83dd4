"""All pairs at once as each pair by itself, and features encoded without a class."""

import numpy as np
import pytest
from scipy import sparse

from orangecontrib.phidelta.core import similarities
from orangecontrib.phidelta.core.features import similarities as module
from orangecontrib.phidelta.core.features.similarities import most_central, plain_columns, vary


def correlation(first, second, weights):
    """|Pearson correlation| over the cases where both are known, by numpy."""
    both = ~np.isnan(first) & ~np.isnan(second) & (weights > 0)
    covariance = np.cov(first[both], second[both], aweights=weights[both])
    return abs(covariance[0, 1]) / np.sqrt(covariance[0, 0] * covariance[1, 1])


def table(missing, seed=4):
    rng = np.random.default_rng(seed)
    base = rng.normal(size=(90, 3))
    columns = base @ rng.normal(size=(3, 8)) + rng.normal(size=(90, 8)) * 0.4
    columns[:, 0] = 1e6 + 1e-3 * columns[:, 0]  # far from 0
    columns[:, 1] *= -1e150
    columns[rng.random(columns.shape) < missing] = np.nan
    return columns


@pytest.mark.parametrize("missing", [0, 0.3])
@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("block", [7, 20_000])
def test_as_each_pair_by_itself(missing, is_weighted, block, monkeypatch):
    monkeypatch.setattr(module, "_BLOCK", block)
    columns = table(missing)
    weights = np.random.default_rng(1).integers(0, 5, 90) * 1.0 if is_weighted else np.ones(90)
    found = similarities(columns, weights if is_weighted else None)
    expected = np.eye(8)
    for i in range(8):
        for j in range(i):
            expected[i, j] = expected[j, i] = correlation(columns[:, i], columns[:, j], weights)
    np.testing.assert_allclose(found, expected, atol=1e-7)
    assert len(np.unique(found.round(9))) == 29  # all pairs differ


def test_constant_where_both_are_known():
    columns = np.array([[1, 5, 2], [2, 5, np.nan], [4, 5, 3], [np.nan, 6, 9], [np.nan, 8, 1.0]])
    found = similarities(columns)
    assert found[0, 1] == found[1, 0] == 0
    assert found[0, 2] == pytest.approx(1)
    # over (5, 2), (5, 3), (6, 9), (8, 1), by hand
    assert found[1, 2] == pytest.approx(3 / np.sqrt(6 * 38.75))
    assert similarities(np.full((3, 2), np.nan)).tolist() == [[1, 0], [0, 1]]


def test_nothing_is_more_than_equal():
    columns = np.tile(np.random.default_rng(2).normal(size=(200, 23)), 2)
    found = similarities(columns * np.repeat([1, -3], 23))
    assert found.max() == 1
    np.testing.assert_allclose(np.diag(found, 23), 1)


def test_progress_is_told_and_may_stop():
    shares = []
    similarities(np.arange(50_000.0).reshape(-1, 2) % 7, progress=shares.append)
    assert shares == [0.8, 1]
    with pytest.raises(KeyError):
        similarities(np.eye(3), progress=lambda share: {}[share])


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix, sparse.csc_matrix])
def test_encoded_without_a_class(form):
    X = np.array([[0.0, 2, 4], [0, 1, 0], [0, 2, 0], [3, 0, 4], [0, 1, 0]])
    values = None, ("a", "b", "c"), None
    numbers = list(plain_columns(form(X), values, "linear"))
    np.testing.assert_allclose(numbers[0], [-1, -1, -1, 1, -1])
    assert numbers[1].tolist() == [-1, 1, -1, -1, 1]  # b and c are as frequent
    weights = np.array([3.0, 1, 1, 1, 1])
    weighted = list(plain_columns(form(X), values, "best cut", weights))
    assert weighted[1].tolist() == [1, -1, 1, -1, -1]
    assert weighted[0].tolist() == numbers[0].tolist()
    ranks = list(plain_columns(form(X), values, "ranks"))
    np.testing.assert_allclose(ranks[2], [0.6, -0.4, -0.4, 0.6, -0.4])


def test_what_cannot_be_scaled_does_not_vary():
    X = np.array([[1, np.inf, -1.7e308, np.nan], [2, 0, 1.7e308, np.nan], [np.nan, 1, 0, np.nan]])
    columns = np.column_stack(list(plain_columns(X, [None] * 4, "linear")))
    assert vary(columns).tolist() == [True, False, False, False]
    np.testing.assert_array_equal(columns[:, 0], [-1, 1, np.nan])
    nominal = list(plain_columns(X[:, 3:], [("a", "b")], "linear"))
    assert np.isnan(nominal[0]).all()


def test_the_most_central():
    matrix = np.array([[1, 0.9, 0.2], [0.9, 1, 0.6], [0.2, 0.6, 1]])
    assert most_central(matrix) == 1
    assert most_central(np.ones((3, 3))) == 0


def test_what_varies_little_where_both_are_known():
    """Sums over all cases would lose it: the greatest value is where the other is missing."""
    rng = np.random.default_rng(6)
    first = np.append(rng.normal(size=30), 1e9)
    second = np.append(first[:30] + rng.normal(size=30), np.nan)
    expected = correlation(first[:30], second[:30], np.ones(30))
    assert similarities(np.column_stack([first, second]))[0, 1] == pytest.approx(expected)
