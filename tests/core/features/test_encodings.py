"""Marks at the limits: constants, classes at an end of the range, and what was sought."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.decisions.counts import wilson_interval
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.core.thresholds.areas import area_interval

IS_POSITIVE = np.arange(11) < 4


def test_rates_never_leave_the_square():
    """Of classes at either end of a range; nothing of rounding is below 0 or above 1."""
    random = np.random.default_rng(3)
    low, high = np.sort(random.normal(size=(2, 2000)), axis=0)
    for is_low in (IS_POSITIVE, ~IS_POSITIVE):
        X = np.where(is_low[:, np.newaxis], low, low + (high - low) * random.random((11, 2000)))
        X[np.flatnonzero(~is_low)[0]] = high
        for table in (X, -X, 1e6 + X):
            signature = class_signature(table, IS_POSITIVE, tests=False)
            assert signature.rates.min() >= 0
            assert signature.rates.max() <= 1


def test_a_class_without_spread_at_an_end_of_the_range():
    """Negatives from 0 to 1, positives all 0: their tokens do not vary at all."""
    column = np.append(np.zeros(4), [0, 0.2, 0.3, 0.5, 0.6, 0.7, 1])
    signature = class_signature(column[:, np.newaxis], IS_POSITIVE)
    assert signature.tpr[0] == 0
    variance = np.var(column[4:], ddof=1)
    mean = column[4:].mean()
    own = variance / (mean * (1 - mean))
    np.testing.assert_allclose(signature.dispersion[:2, 0], [own, 1e-12])
    within = 6 * variance / 9 / (column.mean() * (1 - column.mean()))
    assert signature.dispersion[2, 0] == pytest.approx(within)
    assert np.isfinite(signature.interval()).all()
    assert signature.standard_error[0] == pytest.approx(np.sqrt(variance / 7))


def test_what_is_constant_or_lacks_a_class_has_no_mark():
    X = np.column_stack([np.full(11, 3.7), np.where(IS_POSITIVE, np.nan, np.arange(11.0))])
    signature = class_signature(X, IS_POSITIVE)
    assert np.isnan(signature.rates).all()
    assert np.isnan(signature.delta).all()
    assert np.isnan(signature.p_value).all()
    assert signature.undefined.tolist() == [0, 1]


def test_a_best_subset_was_sought_among_all_values_that_occur():
    codes = [[0, 1, 2, 3] * 2 + [0, 0, 1], [0, 1] * 5 + [0], [0] * 11, [0, 2, 4] * 3 + [2, 2]]
    X = np.array(codes, float).T
    values = [tuple("abcd"), tuple("abc"), tuple("ab"), tuple("abcdef")]
    best = class_signature(X, IS_POSITIVE, values=values, subsets="best")
    assert best.choices.tolist() == [3, 1, 1, 2]
    single = class_signature(X, IS_POSITIVE, values=values)
    assert set(single.choices) == {1}


def test_ranks_have_the_interval_of_their_area():
    random = np.random.default_rng(5)
    X = random.normal(size=(11, 3)) + 2 * IS_POSITIVE[:, np.newaxis] * [0, 1, -1]
    signature = class_signature(X, IS_POSITIVE, encoding="ranks")
    area, variance = signature.delta + 0.5, signature.standard_error**2
    for level in (0.9, 0.95):
        low, high = area_interval(area, variance, np.array([[7.0] * 3, [4.0] * 3]), level)
        np.testing.assert_allclose(signature.interval(level), [low - 0.5, high - 0.5])
    np.testing.assert_array_equal(signature.interval(), signature.interval(0.95))


def test_few_cases_have_no_bounds_after_a_second_look():
    random = np.random.default_rng(6)
    X = np.exp(3 * random.normal(size=(11, 4)))
    for encoding in ("linear", "ranks"):
        looked, not_looked = (
            class_signature(X, IS_POSITIVE, encoding=encoding, tests=tests)
            for tests in (True, False)
        )
        assert not looked.is_bound.any()
        assert not_looked.is_bound.any()
        assert np.all(looked.p_value <= not_looked.p_value + 1e-9)
        usual = class_signature(X, IS_POSITIVE, encoding=encoding)
        np.testing.assert_array_equal(usual.p_value, looked.p_value)


def test_decisions_of_a_column_are_counted():
    """Newcombe's interval of two proportions, each end from Wilson's of both."""
    called = np.append([1.0, 1, 0, 1], [0, 0, 1, 0, 0, 1, 0])
    signature = class_signature(called[:, np.newaxis], IS_POSITIVE)
    assert signature.is_decision.tolist() == [True]
    assert signature.rates[:, 0] == pytest.approx([2 / 7, 3 / 4])
    error = np.sqrt(2 / 7 * 5 / 7 / 7 + 3 / 4 / 4 / 4)
    assert signature.standard_error[0] == pytest.approx(error)
    low_fpr, high_fpr = wilson_interval(2, 7)
    low_tpr, high_tpr = wilson_interval(3, 4)
    delta = 3 / 4 - 2 / 7
    below = np.hypot(3 / 4 - low_tpr, high_fpr - 2 / 7)
    above = np.hypot(high_tpr - 3 / 4, 2 / 7 - low_fpr)
    assert np.ravel(signature.interval()) == pytest.approx([delta - below, delta + above])
