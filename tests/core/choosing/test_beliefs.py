"""Ranges of conditions: means, shares, regrets and the H measure, by brute force and by hand."""

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.stats import beta

from orangecontrib.phidelta.core.choosing.beliefs import (
    Range,
    belief,
    beta_belief,
    h_measure,
)
from orangecontrib.phidelta.core.choosing.conditions import (
    condition_of,
    cost_curve,
    lower_envelope,
)
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

RATIOS, COSTS = Range(5, 20), Range(3, 10)


@pytest.fixture(scope="module")
def about():
    return belief(RATIOS, COSTS)


@pytest.fixture(scope="module")
def curve():
    random = np.random.default_rng(2)
    is_positive = random.random(500) < 0.3
    return sweep(is_positive, random.normal(1.2 * is_positive))


def test_log_uniform_values_are_equally_likely_by_factor():
    values = Range(1, 100).nodes(1000)
    assert np.mean(values < 10) == 0.5
    assert np.log(values).mean() == pytest.approx(np.log(10))


def test_triangular_values_have_their_top_where_it_was_set():
    values = np.log10(Range(1, 1000, likeliest=100).nodes(3000))
    # mean of a triangle: a third of the sum of ends and top
    assert values.mean() == pytest.approx((0 + 2 + 3) / 3, abs=1e-3)
    assert np.mean(values < 2) == pytest.approx(2 / 3, abs=1e-3)


@pytest.mark.parametrize("ends", [(0, 1), (-1, 2), (3, 2), (1, np.inf), (np.nan, 1)])
def test_impossible_ranges_are_refused(ends):
    with pytest.raises(ValueError, match="range needs"):
        Range(*ends)
    with pytest.raises(ValueError, match="likeliest"):
        Range(1, 2, likeliest=3)


def test_mean_cost_is_that_of_many_draws(about):
    random = np.random.default_rng(1)
    ratio, cost = (
        np.exp(random.uniform(np.log(each.low), np.log(each.high), 10**6))
        for each in (RATIOS, COSTS)
    )
    drawn = ratio / (1 + ratio) * 0.2 + cost / (1 + ratio) * (1 - 0.7)
    assert about.expected_cost(0.2, 0.7) == pytest.approx(drawn.mean(), rel=1e-3)


def test_two_single_values_are_one_condition():
    one = belief(Range(9, 9), Range(5, 5))
    assert one.expected_cost(0.2, 0.7) == pytest.approx(0.9 * 0.2 + 0.1 * 5 * 0.3)
    assert one.ends == pytest.approx((condition_of(0.1, 1, 5),) * 2)


def test_ends_are_the_extreme_class_ratio_with_the_extreme_cost(about):
    expected = condition_of(1 / 21, 1, 3), condition_of(1 / 6, 1, 10)
    assert about.ends == pytest.approx(expected)
    assert about.condition.min() > expected[0]
    assert about.condition.max() < expected[1]


def test_the_cut_that_is_best_on_average_is_that_of_the_mean_costs(about, curve):
    expected = np.argmin(about.expected_cost(curve.fpr, curve.tpr))
    cost_fp, cost_fn = about.mean_costs(0.25)
    found = best_cut(curve, "cost", 0.25, cost_fp=cost_fp, cost_fn=cost_fn)
    assert found.index == expected
    assert found.value == pytest.approx(about.expected_cost(curve.fpr, curve.tpr).min())


def test_it_is_not_the_cut_for_the_mean_class_ratio_and_cost():
    wide = belief(Range(1, 400), Range(0.05, 400))
    at_mean = condition_of(1 / 21, 1, np.sqrt(0.05 * 400))
    alarm, miss = wide.mean
    assert abs(miss / (alarm + miss) - at_mean) > 0.2


def test_greatest_regret_is_that_of_brute_force(about, curve):
    best = cost_curve(curve)
    ratio, cost = np.meshgrid(np.geomspace(5, 20, 60), np.geomspace(3, 10, 60))
    p = 1 / (1 + ratio.ravel())
    costs = np.outer(1 - p, curve.fpr) + np.outer(p * cost.ravel(), 1 - curve.tpr)
    expected = (costs - costs.min(axis=1, keepdims=True)).max(axis=0)
    found = about.greatest_regret(curve.fpr, curve.tpr, best)
    assert found == pytest.approx(expected, abs=1e-12)


def test_least_greatest_regret_needs_no_cut_of_the_hull():
    # of three cuts the middle one lies under the line between the others, and is the safe one
    fpr, tpr = np.array([0.0, 0.44, 0.5]), np.array([0.5, 0.935, 1.0])
    about = belief(Range(1, 1), Range(1 / 4, 4))
    regret = about.greatest_regret(fpr, tpr, lower_envelope(fpr, tpr))
    assert lower_envelope(fpr, tpr).indices.tolist() == [0, 2]
    assert np.argmin(regret) == 1


def test_who_takes_the_best_cut_of_each_condition_pays_least(about, curve):
    best = cost_curve(curve)
    assert about.expected_least(best) <= about.expected_cost(curve.fpr, curve.tpr).min()
    condition, unit = about.condition, about.alarm + about.miss
    brute = np.min(np.outer(condition, 1 - curve.tpr) + np.outer(1 - condition, curve.fpr), axis=1)
    assert about.least(best) == pytest.approx(brute * unit)


def test_lc_index_by_hand():
    # equal classes; the first is cheaper where 0.2 c_FP < 0.1 c_FN: where misses are twice as dear
    about = belief(Range(1, 1), Range(0.5, 8))
    costs = [about.costs(0.3, 0.9), about.costs(0.1, 0.8)]
    shares = about.shares(costs)
    # log-uniform from 1/2 to 8, four factors of 2: two above 2, two below
    assert shares == pytest.approx([0.5, 0.5], abs=1e-3)
    # triangular with its top at 8: below 2 lies (2/4)^2 of it
    steep = belief(Range(1, 1), Range(0.5, 8, likeliest=8))
    shares = steep.shares([steep.costs(0.3, 0.9), steep.costs(0.1, 0.8)])
    assert shares[0] - shares[1] == pytest.approx(0.75 - 0.25, abs=2e-3)


def test_equal_candidates_share(about):
    one, dear = about.costs(0.1, 0.8), about.costs(0.9, 0.1)
    assert about.shares([one, one, dear]) == pytest.approx([0.5, 0.5, 0])


@pytest.mark.parametrize(
    ("prevalence", "shape"), [(0.3, (2, 2)), (0.1, (1.1, 1.9)), (0.8, (2, 5))]
)
def test_h_measure_is_its_published_formula(curve, prevalence, shape):
    """Hand 2009: L = integral of min_t c n fpr + (1 - c) p (1 - tpr) over c."""

    c = np.linspace(0, 1, 20001)
    density = beta.pdf(c, *shape)

    def loss(fpr, tpr):
        costs = np.outer(c * (1 - prevalence), fpr) + np.outer((1 - c) * prevalence, 1 - tpr)
        return trapezoid(costs.min(axis=1) * density, c)

    dummy = np.array([0.0, 1.0])
    expected = 1 - loss(curve.fpr, curve.tpr) / loss(dummy, dummy)
    assert h_measure(cost_curve(curve), prevalence, shape) == pytest.approx(expected, abs=1e-6)


def test_h_measure_ends_at_0_and_1():
    dummies = lower_envelope([0.0, 1.0], [0.0, 1.0])
    assert h_measure(dummies, 0.2) == pytest.approx(0)
    assert h_measure(lower_envelope([0.0], [1.0]), 0.2) == pytest.approx(1)


def test_beta_belief_gives_the_same_as_the_exact_integral(curve):
    about, best = beta_belief(0.3), cost_curve(curve)
    dummy = about.expected_least(lower_envelope([0.0, 1.0], [0.0, 1.0]))
    assert 1 - about.expected_least(best) / dummy == pytest.approx(h_measure(best, 0.3), abs=1e-4)


def test_ranges_in_words():
    assert (str(Range(5, 5)), str(Range(5, 20))) == ("5", "5 to 20")
    assert (Range(5, 5).is_single, Range(5, 20).is_single) == (True, False)
    assert Range(5, 5).nodes(7).tolist() == [5]


@pytest.mark.parametrize("likeliest", [2, 3, 8])
def test_the_likeliest_value_may_be_an_end(likeliest):
    values = np.log(Range(2, 8, likeliest=likeliest).nodes(4000))
    mean = np.log([2, 8, likeliest]).mean()
    assert values.mean() == pytest.approx(mean, abs=1e-3)
    for outside in (1.99, 8.01):
        with pytest.raises(ValueError, match="must lie in the range 2 to 8"):
            Range(2, 8, likeliest=outside)


def test_numbers_of_conditions():
    assert len(belief(Range(9, 9), Range(3, 10)).weights) == 1001
    assert len(belief(Range(5, 20), Range(3, 3)).weights) == 1001
    assert len(belief(Range(9, 9), Range(3, 3)).weights) == 1
    assert len(belief(Range(5, 20), Range(3, 10)).weights) == 101**2
    assert len(beta_belief(0.3).weights) == 1001


def test_weights_add_up_and_the_centre_is_that_of_the_means():
    for about in (belief(Range(5, 20), Range(3, 10)), beta_belief(0.2, (1.5, 4.0))):
        assert about.weights.sum() == pytest.approx(1)
        alarm, miss = about.alarm.mean(), about.miss.mean()
        assert about.mean == pytest.approx((alarm, miss))
        assert about.centre == pytest.approx(miss / (alarm + miss))
        expected = about.miss / (about.alarm + about.miss)
        np.testing.assert_allclose(about.condition, expected)
    assert repr(belief(Range(9, 9), Range(3, 3))) == "<Belief about conditions from 0.25 to 0.25>"


def test_the_belief_of_the_h_measure():
    about = beta_belief(0.2, (2.0, 5.0))
    assert about.ends == (0, 1)
    # the mean of Beta(2, 5) is 2 / 7
    assert about.mean == pytest.approx((0.8 * 2 / 7, 0.2 * 5 / 7), abs=1e-5)
    np.testing.assert_array_equal(about.corner_alarm, [0, 0.8])
    np.testing.assert_array_equal(about.corner_miss, [0.2, 0])
    np.testing.assert_array_equal(beta_belief(0.2).alarm, beta_belief(0.2, (2, 2)).alarm)
    curve = lower_envelope([0, 0.2, 1], [0, 0.7, 1])
    assert h_measure(curve, 0.3) == h_measure(curve, 0.3, (2, 2))
    for prevalence in (0, 1):
        for function in (beta_belief, lambda p: h_measure(curve, p)):
            with pytest.raises(ValueError, match="prevalence"):
                function(prevalence)


def test_candidates_that_differ_by_rounding_only_share(about):
    one = about.costs(0.1, 0.8)
    assert about.shares([one, one * (1 + 0.5e-12)]) == pytest.approx([0.5, 0.5])
    assert about.shares([one, one * (1 + 2e-12)]) == pytest.approx([1, 0])


def test_no_regret_is_below_zero(about):
    curve = lower_envelope([0.1, 0.3], [0.6, 0.9])
    worse = lower_envelope([0.3], [0.8])
    assert about.greatest_regret(0.1, 0.6, worse) >= 0
    assert about.greatest_regret(0.05, 0.95, curve) == 0
