"""p-values and intervals of features where few cases decide, or skewed values."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse, stats
from scipy.stats import fisher_exact, hypergeom

from orangecontrib.phidelta.core.chance import independence
from orangecontrib.phidelta.core.chance.independence import (
    decision_p_values,
    q_values,
    table_p_value,
)
from orangecontrib.phidelta.core.chance.permutation import permutation_p_values
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics, class_signature


def p_of(column, positives, **how):
    """p-value of one feature whose first cases are positive."""
    is_positive = np.arange(len(column)) < positives
    return class_signature(np.asarray(column, float)[:, None], is_positive, **how).p_value[0]


# --- many p-values at once


def test_q_values_of_groups_are_those_of_all():
    """0.01, 0.02, 0.03, 0.4 and 0.9 of five: times 5, 5/2, 5/3, 5/4 and 1; the least so far."""
    first, second, none = q_values(
        np.array([0.4, 0.01]), np.array([0.03, np.nan, 0.9, 0.02]), np.array([np.nan])
    )
    np.testing.assert_allclose(first, [0.5, 0.05])
    np.testing.assert_allclose(second, [0.05, np.nan, 0.9, 0.05])
    assert np.isnan(none).all()
    # 0.04 is the ninth of ten, but the first of its two: many others do not make it certain
    few, many = q_values(np.array([0.9, 0.04]), np.full(8, 1e-5))
    np.testing.assert_allclose(few, [0.9, 0.08])
    np.testing.assert_allclose(many, 1e-5 * 10 / 8)
    assert [len(each) for each in q_values(np.empty(0), np.array([0.3]))] == [0, 1]


def test_two_classes_against_each_other_count_once():
    p_values = np.random.default_rng(4).random(60) ** 3
    (alone,) = q_values(p_values)
    for each in q_values(p_values, p_values):
        np.testing.assert_allclose(each, alone)


# --- decisions


def test_rare_decisions_as_they_are_counted():
    """One positive of ten among 1000 cases; 3 of 20 against 0 of 180."""
    assert p_of(np.arange(1000) < 1, 10) == pytest.approx(0.01)
    expected = comb(20, 3) / comb(200, 3)
    assert p_of(np.arange(200) < 3, 20) == pytest.approx(expected, rel=1e-9)
    assert p_of(np.arange(200) < 3, 20, values=[("a", "b")]) == pytest.approx(expected, rel=1e-9)


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 120), st.integers(1, 120), st.data())
def test_decisions_by_fishers_test(negatives, positives, data):
    hits = data.draw(st.integers(0, positives))
    alarms = data.draw(st.integers(0, negatives))
    rates = np.array([[alarms / negatives], [hits / positives]])
    p_value = decision_p_values(rates, np.array([[negatives], [positives]], float))[0]
    if hits + alarms in (0, negatives + positives):
        assert np.isnan(p_value)
        return
    table = [[hits, positives - hits], [alarms, negatives - alarms]]
    assert p_value == pytest.approx(stats.fisher_exact(table).pvalue, rel=1e-7)


@pytest.mark.parametrize("share", [0.005, 0.05, 0.06, 0.3, 0.6])
@pytest.mark.parametrize("deviations", [0.5, 2, -3, 5, -5, 6, -6, 12, -12])
def test_many_cases_as_fishers_test(share, deviations):
    """In both directions: the distributions are skewed."""
    negatives, positives = 950_000, 50_000
    called = round(share * 1_000_000)
    mean, deviation = (f(1_000_000, positives, called) for f in (hypergeom.mean, hypergeom.std))
    hits = round(mean + deviations * deviation)
    alarms = called - hits
    expected = fisher_exact([[hits, positives - hits], [alarms, negatives - alarms]]).pvalue
    rates = np.array([[alarms / negatives], [hits / positives]])
    p_value = decision_p_values(rates, np.array([[negatives], [positives]], float))[0]
    assert p_value == pytest.approx(expected, rel=2e-6, abs=0)


@pytest.mark.parametrize("turned", [False, True])
def test_many_cases_that_a_decision_keeps_apart(turned):
    """The less probable, the less p: a decision that is nearly always right has p = 0."""
    tpr = np.array([0.1, 0.11, 0.12, 0.15, 0.5, 0.9, 1])
    rates = np.array([np.full(7, 0.1), tpr])
    rates[:, -1] = 0, 1
    cases = np.broadcast_to([[900_000.0], [100_000]], rates.shape)
    p_values = decision_p_values(1 - rates if turned else rates, cases)
    assert p_values[0] == pytest.approx(1, abs=0.01)
    assert np.all(np.diff(p_values) <= 0)
    assert p_values[2] < 1e-80
    assert p_values[-1] == 0


def test_fractions_of_cases_are_rounded_towards_independence():
    rates, cases = np.array([[0.1], [0.5]]), np.array([[180.0], [4.5]])
    # 2.25 of 4.5 count as 2 of 4
    expected = stats.fisher_exact([[2, 2], [18, 162]]).pvalue
    assert decision_p_values(rates, cases)[0] == pytest.approx(expected)
    # 1.5 of 5 are less than half of them, and count as 2; 3.5 are more, and count as 3
    for tpr, hits in ((0.3, 2), (0.7, 3)):
        rates, called = np.array([[0.5], [tpr]]), round(90 + 5 * tpr)
        expected = stats.fisher_exact([[hits, 5 - hits], [called - hits, 180 + hits - called]])
        p_value = decision_p_values(rates, np.array([[180.0], [5]]))[0]
        assert p_value == pytest.approx(expected.pvalue)


# --- tables of more values


def test_a_table_of_many_cases_by_chi_square():
    table = np.array([[300.0, 500, 200], [90, 170, 40]])
    assert table_p_value(table) == pytest.approx(stats.chi2_contingency(table).pvalue)


@pytest.mark.parametrize(
    ("positives", "least"),
    # a variance of 4; (1 - 2 * 0.2)² = 0.05 * 0.2 * 0.8 * 45; 0.5² < 0.05 * 0.75 * 0.25 * 27
    [(100, 16), (40, 45), (150, 27)],
)
def test_how_many_cases_of_a_value_let_chi_square_be_trusted(positives, least):
    for count, is_trusted in ((least, True), (least - 1, False)):
        values = np.array([count, 90, 110 - count])
        hits = np.array([round(count * positives / 200) - 3, round(0.45 * positives)])
        hits = np.append(hits, positives - hits.sum())
        table = np.array([values - hits, hits], float)
        by_chi_square = stats.chi2_contingency(table).pvalue
        is_same = table_p_value(table) == pytest.approx(by_chi_square, rel=1e-6)
        assert is_same == is_trusted


def test_a_rare_class_by_its_best_value():
    """χ² would call the one of 30 values a thousand times less likely."""
    table = np.array([[400.0, 300] + [10] * 28, [1, 1] + [0] * 27 + [3]])
    best = stats.fisher_exact([[3, 2], [10, 970]]).pvalue
    # two of the 30 values have too many cases, the others could have told as well
    assert table_p_value(table) == pytest.approx(28 * best)
    assert stats.chi2_contingency(table).pvalue < best / 1000
    table = np.array([[120.0, 60, 1], [0, 4, 0]])
    best = stats.fisher_exact([[4, 0], [60, 121]]).pvalue
    # no other value could: the least p-values of the others are 0.0143 and 4 / 185
    assert table_p_value(table) == pytest.approx(best)
    assert table_p_value(table[:, :2]) == pytest.approx(stats.fisher_exact(table[:, :2]).pvalue)


@pytest.mark.parametrize("positives", [4, 40])
def test_best_subsets_of_chance_are_rarely_called_more(positives):
    random = np.random.default_rng(0)
    values = tuple("abcdefghijkl")
    X = random.choice(12, (800, 1000), p=np.arange(1, 13) / 78).astype(float)
    is_positive = np.arange(800) < positives
    p = class_signature(X, is_positive, values=[values] * 1000, subsets="best").p_value
    assert np.mean(p <= 0.05) < 0.07
    assert np.mean(p <= 0.001) <= 0.004


# --- sums


def brute_force(values, positives):
    """Twice the share of all choices of positives that go at least as far on the same side."""
    sums = np.array([sum(each) for each in combinations(values, positives)])
    seen, middle = sum(values[:positives]), positives * np.mean(values)
    far = sums >= seen - 1e-9 if seen > middle else sums <= seen + 1e-9
    return min(2 * far.mean(), 1)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("draw", ["exponential", "lognormal", "normal"])
def test_sums_against_all_choices(seed, draw):
    random = np.random.default_rng(seed)
    values = getattr(random, draw)(size=18)
    values[:4] += random.choice([-1, 0, 1, 3])
    expected = brute_force(values.tolist(), 4)
    # of so few cases the sums are far from any smooth distribution
    assert 1 / 2 < p_of(values, 4) / expected < 2
    ranks = stats.rankdata(values).tolist()
    assert 2 / 3 < p_of(values, 4, encoding="ranks") / brute_force(ranks, 4) < 1.5


@pytest.mark.parametrize("seed", range(12))
def test_sums_of_counts_against_all_choices(seed):
    random = np.random.default_rng(seed)
    values = random.poisson(0.7, 20)
    values[:3] = np.sort(values)[[-1, -2 - seed % 3, seed]]
    assert p_of(values, 3) == pytest.approx(brute_force(values.tolist(), 3), rel=0.3)


def test_the_farthest_sum_is_exact():
    values = np.array([9.0, 7, 5, 5, 1, 1, 0, 0, 0, 0, 2, 2])
    assert p_of(values, 3) == pytest.approx(2 * 2 / comb(12, 3))
    assert p_of(-values, 3) == pytest.approx(2 * 2 / comb(12, 3))


@pytest.mark.parametrize("scale", [1e304, 1.9e307, 1.9e-323])
def test_sums_over_ranges_that_are_almost_beyond_floats(scale):
    """The same sums, of which the second scale is of a range that floats do not tell."""
    values = np.array([9.0, 7, 5, -5, 1, 1, 0, 0, 0, 0, 2, 2])
    found = permutation_p_values([(values * scale, np.arange(12) < 3, None)], np.array([[9], [3]]))
    assert found == pytest.approx([2 / comb(12, 3)])


def test_sums_far_out():
    """The greatest five of 1000 exponential values, less one step."""
    random = np.random.default_rng(4)
    values = np.sort(random.exponential(size=1000))[::-1]
    expected = 2 / comb(1000, 5)
    assert p_of(values, 5) == pytest.approx(expected, rel=0.01)
    values[[4, 5]] = values[[5, 4]]
    assert expected < p_of(values, 5) < 20 * expected


def test_a_second_look_is_the_same_for_every_layout():
    random = np.random.default_rng(2)
    X = random.poisson(0.3, (300, 40)) * random.integers(1, 4, 40)
    is_positive = np.arange(300) < 7
    weights = random.choice([0, 1.0, 2], 300)
    weights[:7] = [1, 2, 1, 0, 1, 2, 1]
    for weight in (None, weights):
        one = class_signature(X, is_positive, weights=weight).p_value
        for matrix in (sparse.csr_array(X), sparse.csc_array(X), np.asfortranarray(X)):
            other = class_signature(matrix, is_positive, weights=weight).p_value
            np.testing.assert_allclose(other, one, rtol=1e-9)


def test_bounds_of_a_stream_are_never_less():
    random = np.random.default_rng(5)
    X = random.lognormal(size=(400, 300))
    is_positive = np.arange(400) < 8
    X[:8, :150] *= 4
    streamed = FeatureStatistics().update(X, is_positive).signature()
    exact = class_signature(X, is_positive)
    assert streamed.is_bound[150:].mean() > 0.5
    assert np.all(streamed.p_value >= exact.p_value)
    assert np.median(streamed.p_value[:150]) < 1


def test_no_columns_no_p_values():
    assert len(permutation_p_values([], np.empty((2, 0)))) == 0


# --- what chance does


@pytest.mark.parametrize("encoding", ["linear", "ranks", "best cut"])
@pytest.mark.parametrize("draw", ["lognormal", "Poisson", "binary"])
@pytest.mark.parametrize("positives", [5, 50])
def test_features_of_chance_are_rarely_discovered(encoding, draw, positives):
    random = np.random.default_rng(1)
    shape = 1000, 1500
    X = {
        "lognormal": lambda: random.lognormal(size=shape),
        "Poisson": lambda: random.poisson(0.2, shape).astype(float),
        "binary": lambda: (random.random(shape) < 0.01).astype(float),
    }[draw]()
    signature = class_signature(X, np.arange(1000) < positives, encoding=encoding)
    p = signature.p_value[~np.isnan(signature.p_value)]
    for limit in (0.05, 0.01, 0.001):
        # of five lognormal values, p-values are too small by a third at worst
        assert np.mean(p <= limit) < 1.3 * limit + 3 * np.sqrt(limit / len(p))
    low, high = signature.interval()
    is_known = ~np.isnan(low)
    assert np.mean((low[is_known] <= 0) & (high[is_known] >= 0)) > 0.93


def test_a_class_that_is_constant_by_chance():
    """All five positives are 0, as 895 of 995 negatives are."""
    values = np.zeros(1000)
    values[5:90], values[90:105] = 1, 2
    is_positive = np.arange(1000) < 5
    signature = class_signature(values[:, None], is_positive)
    assert signature.p_value[0] == 1
    low, high = signature.interval()
    assert low[0] < signature.delta[0] < 0 < high[0]


def test_a_mark_that_was_sought_has_a_wider_interval():
    random = np.random.default_rng(3)
    X = random.integers(0, 8, (400, 300)).astype(float)
    is_positive = np.arange(400) < 120
    values = [tuple("abcdefgh")] * 300
    for how in ({"encoding": "best cut"}, {"values": values, "subsets": "best"}):
        low, high = class_signature(X, is_positive, **how).interval()
        assert np.mean((low > 0) | (high < 0)) < 0.05


def test_a_single_case_of_a_class_gives_no_interval_of_shared_tokens():
    values = np.array([3.0, 1, 2, 5, 4, 2.5])
    is_positive = np.arange(6) < 1
    signature = class_signature(values[:, None], is_positive)
    assert np.isnan(signature.interval()).all()
    assert not np.isnan(signature.p_value).any()


def test_cases_that_weigh_next_to_nothing_tell_nothing():
    """Of less than two effective cases in all, p is about 1; the rates are what they are."""
    X = np.array([[0.0, 1], [1, 2], [0, 5], [0, 4]])
    weights = np.array([0.02, 1e-5, 1e-5, 1])
    signature = class_signature(X, np.arange(4) < 3, weights=weights)
    assert np.isfinite(signature.delta).all()
    np.testing.assert_allclose(signature.p_value, 1, atol=1e-3)


@pytest.mark.parametrize("each", [2, 3, 5, 10])
def test_classes_kept_apart(each):
    """Of all choices of so many positives, two go as far."""
    column = np.append(np.linspace(1, 2, each), np.linspace(0, 0.9, each))
    assert p_of(column, each) == pytest.approx(2 / comb(2 * each, each))


def test_equal_tables_are_asked_for_once():
    rows = np.random.default_rng(0).integers(0, 3, (4, 500)).astype(float)
    asked = []

    def number(*columns):
        asked.append(len(columns[0]))
        return columns[0] + 10 * columns[1] + 100 * columns[2] + 1000 * columns[3]

    found = independence._of_distinct(number, rows)
    np.testing.assert_array_equal(found, [1, 10, 100, 1000] @ rows)
    assert asked == [len(set(map(tuple, rows.T)))]
    assert asked[0] < 100
    assert len(independence._of_distinct(number, rows[:, :0])) == 0
