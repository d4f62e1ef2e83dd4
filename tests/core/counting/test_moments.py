"""Sums over features far from zero, of tiny weight and with gaps, against exact fractions."""

import os
from fractions import Fraction
from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from orangecontrib.phidelta.core.counting import sparse as sparse_pass
from orangecontrib.phidelta.core.counting import tiles
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics, class_signature

LAYOUTS = {
    "C order": np.ascontiguousarray,
    "F order": np.asfortranarray,
    "CSR": sparse.csr_array,
    "CSC": sparse.csc_array,
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS)

# --- exact


def exact(column, is_positive, weights=None):
    """Rates, effective numbers of cases, and standard error of δ: section 5, by fractions."""
    weights = np.ones(len(column)) if weights is None else weights
    rows = [
        (Fraction(float(x)), bool(member), Fraction(float(w)))
        for x, member, w in zip(column, is_positive, weights, strict=True)
        if w > 0 and not isnan(x)
    ]
    low, high = min(x for x, *_ in rows), max(x for x, *_ in rows)
    rates, cases, variance = [], [], Fraction(0)
    for member in (False, True):
        tokens = [((x - low) / (high - low), w) for x, positive, w in rows if positive == member]
        total = sum(w for _, w in tokens)
        rate = sum(x * w for x, w in tokens) / total
        number = total**2 / sum(w**2 for _, w in tokens)
        variance += sum(w * (x - rate) ** 2 for x, w in tokens) / total / (number - 1)
        rates.append(rate)
        cases.append(number)
    return float(rates[1] - rates[0]), list(map(float, cases)), sqrt(variance)


def assert_exact(signature, X, is_positive, weights=None):
    """δ to 1e-12; the effective numbers and the standard error to the same, relatively."""
    X = X.toarray() if sparse.issparse(X) else X
    for feature, column in enumerate(X.T):
        delta, cases, error = exact(column, is_positive, weights)
        assert signature.delta[feature] == pytest.approx(delta, rel=0, abs=1e-12)
        np.testing.assert_allclose(signature.cases[:, feature], cases, rtol=1e-11)
        assert signature.standard_error[feature] == pytest.approx(error, rel=1e-9)


def far_away(random, cases, offset=1e9, scale=1.0):
    is_positive = random.random(cases) < 0.2
    is_positive[-2:] = True
    X = offset + scale * (random.normal(size=(cases, 2)) + 0.3 * is_positive[:, None])
    return X, is_positive


# --- the pivot


@each_layout
@pytest.mark.parametrize("offset", [0, 20, 3e3, -1e9, 1.7e12])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_features_far_from_zero(layout, offset, is_weighted):
    random = np.random.default_rng(1)
    X, is_positive = far_away(random, 700, offset)
    weights = random.gamma(0.7, size=700) * (random.random(700) < 0.8) if is_weighted else None
    signature = class_signature(LAYOUTS[layout](X), is_positive, weights=weights)
    assert_exact(signature, X, is_positive, weights)


@each_layout
def test_rows_before_the_first_known_value(layout, monkeypatch):
    monkeypatch.setattr(tiles, "_TILE", 64)
    monkeypatch.setattr(sparse_pass, "_ENTRIES", 64)
    X, is_positive = far_away(np.random.default_rng(2), 500, 1.7e12, 1000)
    X[:64] = np.nan
    X[:300, 1] = np.nan
    assert_exact(class_signature(LAYOUTS[layout](X), is_positive), X, is_positive)


@each_layout
@pytest.mark.parametrize("unused", [999_999_999, 0, -np.inf])
def test_rows_that_are_not_used_before_the_first_that_is(layout, unused):
    X, is_positive = far_away(np.random.default_rng(3), 500, 1.7e9, 10)
    X[:100] = unused
    is_used = np.arange(500) >= 100
    signature = class_signature(LAYOUTS[layout](X), is_positive, weights=is_used * 1.0)
    assert_exact(signature, X, is_positive, is_used)
    assert 0 < signature.p_value.min() < signature.p_value.max() < 1


@pytest.mark.parametrize("layout", ["C order", "F order"])
def test_a_thread_without_any_known_value(layout, monkeypatch):
    monkeypatch.setattr(tiles, "_WORTH_A_THREAD", 2**10)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    X, is_positive = far_away(np.random.default_rng(4), 2 * 4096, 1e9)
    X[:4096, 0] = np.nan
    X[4096:, 1] = np.nan
    assert_exact(class_signature(LAYOUTS[layout](X), is_positive), X, is_positive)


def test_a_block_of_a_stream_without_any_known_value():
    X, is_positive = far_away(np.random.default_rng(4), 300, 1e9)
    X[:100] = np.nan
    X[:200, 1] = np.nan
    blocks = np.split(np.arange(300), 3)
    for kinds in (LAYOUTS.values(), [np.array], [sparse.csr_array]):
        for order in (blocks, blocks[::-1]):
            statistics = FeatureStatistics()
            for number, rows in enumerate(order):
                layout = list(kinds)[number % len(kinds)]
                statistics.merge(FeatureStatistics().update(layout(X[rows]), is_positive[rows]))
            assert_exact(statistics.signature(), X, is_positive)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.sampled_from([0, 7.3, -250, 1e9, 1.7e12]))
def test_merging_in_any_order_is_exact(seed, count, offset):
    random = np.random.default_rng(seed)
    X, is_positive = far_away(random, 60, offset, 10.0 ** random.integers(-1, 3))
    X[random.random(X.shape) < random.choice([0, 0.2, 0.7])] = np.nan
    X[-4:] = offset + random.normal(size=(4, 2))
    is_positive[-4:-2] = False
    weights = 10 ** random.uniform(-3, 3, 60) * (random.random(60) < 0.7)
    weights[-4:] += 1
    parts = [FeatureStatistics() for _ in range(count)]
    for rows in np.array_split(random.permutation(60), 2 * count):
        block = LAYOUTS[random.choice(list(LAYOUTS))](X[rows])
        parts[random.integers(count)].update(block, is_positive[rows], weights[rows])
    merged = FeatureStatistics()
    for part in parts:
        merged.merge(part)
    assert_exact(merged.signature(), X, is_positive, weights)


# --- effective numbers


def effective(X, is_positive, weights):
    """Kish's number of the known cases: array (2, features)."""
    known = [
        (weights * ~np.isnan(column))[:, None] * np.c_[~is_positive, is_positive] for column in X.T
    ]
    return np.array([w.sum(axis=0) ** 2 / (w**2).sum(axis=0) for w in known]).T


def gaps(random, cases=120):
    """Codes 0 to 2, of which many are missing, among them most of the heavy cases."""
    X = random.integers(0, 3, size=(cases, 3)).astype(float)
    is_positive = random.random(cases) < 0.3
    weights = random.gamma(0.7, size=cases) * (random.random(cases) < 0.8)
    weights[::7] *= 100
    X[random.random(X.shape) < 0.3] = np.nan
    X[::7, 0] = np.nan
    X[:, 2] = np.nan_to_num(X[:, 2])
    return X, is_positive, weights


HOW = {
    "linear": {},
    "best cut": {"encoding": "best cut"},
    "ranks": {"encoding": "ranks"},
    "nominal": {"values": [tuple("abc")] * 3, "subsets": "best"},
}


@each_layout
@pytest.mark.parametrize("how", HOW)
def test_effective_numbers_are_of_the_known_cases(layout, how):
    X, is_positive, weights = gaps(np.random.default_rng(5))
    table = LAYOUTS[layout](X)
    found = class_signature(table, is_positive, weights=weights, **HOW[how]).cases
    np.testing.assert_allclose(found, effective(X, is_positive, weights))
    found = class_signature(table, is_positive, **HOW[how]).cases
    np.testing.assert_array_equal(found, effective(X, is_positive, np.ones(len(X))))


def test_five_known_cases_of_weight_ten_are_five():
    """The weights of cases whose value is missing say nothing of the others."""
    weights = np.array([10.0] * 5 + [1, 2, 30, 4] + [10.0] * 3)
    is_positive = np.arange(12) < 9
    X = np.array([1.0, 2, 3, 4, 6] + [np.nan] * 4 + [5, 6, 9])[:, None]
    signature = class_signature(X, is_positive, weights=weights)
    np.testing.assert_allclose(signature.cases.ravel(), [3, 5])


@pytest.mark.parametrize("how", ["linear", "nominal"])
def test_effective_numbers_of_streams(how):
    random = np.random.default_rng(6)
    X, is_positive, weights = gaps(random)
    values = HOW[how].get("values")
    for layouts in (["C order"], ["CSR"], ["F order", "CSC"]):
        statistics, own = FeatureStatistics(values=values), weights.copy()
        for number, rows in enumerate(np.array_split(random.permutation(len(X)), 4)):
            table = LAYOUTS[layouts[number % len(layouts)]](X[rows])
            has_weights = number != 2  # a block without weights has weights of 1
            own[rows] = weights[rows] if has_weights else 1
            part = FeatureStatistics(values=values)
            part.update(table, is_positive[rows], weights[rows] if has_weights else None)
            statistics.merge(part)
        found = statistics.signature("best").cases
        np.testing.assert_allclose(found, effective(X, is_positive, own))


@pytest.mark.parametrize("layout", ["C order", "F order"])
@pytest.mark.parametrize("gap", [(0, 0), (20, 5), (49, 9)])
def test_a_gap_in_one_of_many_tiles(layout, gap, monkeypatch):
    monkeypatch.setattr(tiles, "_TILE", 64)
    random = np.random.default_rng(11)
    X, is_positive, weights = random.random((50, 10)), np.arange(50) % 3 == 0, random.random(50)
    X[gap] = np.nan
    table = LAYOUTS[layout](X)
    for own in (weights, np.ones(50)):
        signature = class_signature(table, is_positive, weights=own)
        assert_exact(signature, X, is_positive, own)
    np.testing.assert_array_equal(
        class_signature(table, is_positive).cases, effective(X, is_positive, np.ones(50))
    )


# --- weights of very different size


@each_layout
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("scale", [1e-10, 1e-40, 1e10])
def test_a_class_that_weighs_next_to_nothing(layout, how, scale):
    """Weights of a class are relative to each other: their scale changes no rate."""
    X, is_positive, weights = gaps(np.random.default_rng(7))
    table = LAYOUTS[layout](X)
    expected = class_signature(table, is_positive, weights=weights, **HOW[how])
    scaled = np.where(is_positive, weights, scale * weights)
    found = class_signature(table, is_positive, weights=scaled, **HOW[how])
    assert not np.isnan(found.delta).any()
    if how != "ranks":  # mid-ranks are those of all cases
        np.testing.assert_allclose(found.rates, expected.rates, rtol=1e-12)
    np.testing.assert_allclose(found.delta, expected.delta, rtol=1e-11, atol=1e-14)
    np.testing.assert_allclose(found.cases, expected.cases, rtol=1e-12)


@each_layout
@pytest.mark.parametrize("how", HOW)
def test_known_values_that_weigh_next_to_nothing_in_their_class(layout, how):
    """Missing values of great weight: what is left is counted, not the rounding of the total."""
    X, is_positive, weights = gaps(np.random.default_rng(8))
    X[::7] = np.nan
    light = weights.copy()
    weights[::7] = 1e17
    light[::7] = 1
    table = LAYOUTS[layout](X)
    found = class_signature(table, is_positive, weights=weights, **HOW[how])
    expected = class_signature(table, is_positive, weights=light, **HOW[how])
    np.testing.assert_allclose(found.rates, expected.rates, rtol=1e-12)
    np.testing.assert_allclose(found.cases, expected.cases, rtol=1e-12)
    np.testing.assert_allclose(found.cases, effective(X, is_positive, light))


@pytest.mark.parametrize("layout", ["CSR", "CSC"])
@pytest.mark.parametrize("how", HOW)
def test_zeros_that_are_not_stored_of_little_weight(layout, how):
    X, is_positive, weights = gaps(np.random.default_rng(9))
    X = np.nan_to_num(X[:, [1] * 3])
    weights = np.where(X[:, 0] > 0, weights * 1e17, weights)
    found = class_signature(LAYOUTS[layout](X), is_positive, weights=weights, **HOW[how])
    expected = class_signature(X, is_positive, weights=weights, **HOW[how])
    np.testing.assert_allclose(found.rates, expected.rates, rtol=1e-12)
    np.testing.assert_allclose(found.cases, expected.cases, rtol=1e-12)


@pytest.mark.parametrize("how", HOW)
def test_a_class_whose_zeros_are_all_stored_has_no_others(how):
    """0.1 + 0.2 - (0.2 + 0.1) is not 0, but no case."""
    random = np.random.default_rng(10)
    stored = random.integers(1, 3, size=(90, 3)).astype(float)
    is_positive, weights = random.random(90) < 0.3, random.random(90) / 3
    table = sparse.csr_array(stored)
    found = class_signature(table, is_positive, weights=weights, **HOW[how])
    expected = class_signature(stored, is_positive, weights=weights, **HOW[how])
    np.testing.assert_allclose(found.rates, expected.rates, rtol=1e-12)
    assert found.names == expected.names
