"""Cost curves: the duality with ROC, and least costs by brute force."""

import numpy as np
import pytest
from scipy.integrate import trapezoid

from orangecontrib.phidelta.core.choosing.conditions import (
    cheapest,
    class_ratio_at,
    condition_of,
    cost_curve,
    cost_of_all_wrong,
    dummy_cost,
    lower_envelope,
    miss_cost_at,
    normalised_cost,
    odds_of,
    relative_cost,
)
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

CONDITIONS = np.linspace(0, 1, 1001)


@pytest.fixture(scope="module", params=[(300, 0.2, 1.0), (60, 0.7, 0.3), (900, 0.05, 2.0)])
def curve(request):
    cases, prevalence, shift = request.param
    random = np.random.default_rng(cases)
    is_positive = random.random(cases) < prevalence
    return sweep(is_positive, np.round(random.normal(shift * is_positive), 1))


def test_cost_of_a_decision_is_its_expected_cost_over_that_of_all_wrong():
    counts = Counts(tp=30, fp=12, fn=10, tn=148)
    costs = {"cost_fp": 2.0, "cost_fn": 5.0}
    where = condition_of(0.2, **costs)
    worst = 0.8 * 2 + 0.2 * 5
    expected = counts.measure("cost", 0.2, **costs) / worst
    assert normalised_cost(counts.fpr, counts.tpr, where) == pytest.approx(expected)


def test_odds_and_class_ratio_lead_back():
    where = condition_of(0.1, cost_fp=2, cost_fn=6)
    assert odds_of(where) == pytest.approx(9 * 2 / 6)
    assert class_ratio_at(where, cost_fp=2, cost_fn=6) == pytest.approx(9)
    assert odds_of(0.0) == np.inf


def test_a_roc_point_is_a_line(curve):
    # from fpr where false alarms are all that counts to the share of misses
    cost = normalised_cost(0.3, 0.9, CONDITIONS)
    assert cost == pytest.approx(np.linspace(0.3, 0.1, 1001))


def test_lower_envelope_is_the_least_cost_of_all_cuts(curve):
    all_costs = normalised_cost(curve.fpr[:, None], curve.tpr[:, None], CONDITIONS)
    envelope = cost_curve(curve)
    assert envelope.cost_at(CONDITIONS) == pytest.approx(all_costs.min(axis=0), abs=1e-12)
    best = envelope.index_at(CONDITIONS)
    at = normalised_cost(curve.fpr[best], curve.tpr[best], CONDITIONS)
    assert at == pytest.approx(all_costs.min(axis=0), abs=1e-12)


def test_envelope_is_the_dual_of_the_hull(curve):
    assert set(cost_curve(curve).indices) <= set(curve.hull)
    # vertices of the envelope are edges of the hull: their slope is the odds there
    envelope = cost_curve(curve)
    slopes = np.diff(envelope.tpr) / np.diff(envelope.fpr)
    inner = (envelope.breaks[1:-1] > 0) & (envelope.breaks[1:-1] < 1)
    assert slopes[inner] == pytest.approx(odds_of(envelope.breaks[1:-1])[inner])


def test_any_decisions_have_the_envelope_of_brute_force():
    random = np.random.default_rng(8)
    for _ in range(50):
        fpr, tpr = np.round(random.random((2, 12)), 1)
        costs = normalised_cost(fpr[:, None], tpr[:, None], CONDITIONS)
        envelope = lower_envelope(fpr, tpr)
        assert envelope.cost_at(CONDITIONS) == pytest.approx(costs.min(axis=0), abs=1e-12)
        assert (np.diff(envelope.breaks) > 0).all()


def test_one_decision_is_its_own_envelope():
    envelope = lower_envelope([0.4], [0.3])
    assert envelope.indices.tolist() == [0]
    assert envelope.breaks.tolist() == [0, 1]
    assert envelope.cost_at(CONDITIONS) == pytest.approx(normalised_cost(0.4, 0.3, CONDITIONS))


def test_area_is_the_mean_over_all_conditions(curve):
    envelope = cost_curve(curve)
    fine = np.linspace(0, 1, 200001)
    assert envelope.area == pytest.approx(trapezoid(envelope.cost_at(fine), fine), abs=1e-8)


def test_dummies_are_the_sides_of_a_triangle():
    both = lower_envelope([0.0, 1.0], [0.0, 1.0])
    assert both.cost_at(CONDITIONS) == pytest.approx(dummy_cost(CONDITIONS))
    assert both.breaks.tolist() == [0, 0.5, 1]


@pytest.mark.parametrize(
    "rates",
    [([], []), ([0.1, np.nan], [0.2, 0.3]), ([0.1, 0.2], [0.2, np.nan]), ([0.1], [0.2, 0.3])],
)
def test_unknown_rates_are_refused(rates):
    with pytest.raises(ValueError, match="known rates"):
        lower_envelope(*rates)


def test_relative_cost_of_a_dummy_is_1():
    inner = CONDITIONS[1:-1]
    assert relative_cost(inner, dummy_cost(inner)) == pytest.approx(np.ones(999))
    assert relative_cost(0.25, 0.1) == pytest.approx(0.4)
    assert np.isnan(relative_cost(0.0, 0.0))
    assert np.isnan(relative_cost(1.0, 0.2))


def test_costs_are_one_unless_told():
    assert condition_of(0.3) == pytest.approx(0.3)
    assert condition_of(0.3, 2) == pytest.approx(0.3 / (0.3 + 2 * 0.7))
    assert condition_of(0.3, cost_fn=2) == pytest.approx(0.6 / (0.6 + 0.7))
    assert class_ratio_at(0.3) == pytest.approx(7 / 3)
    assert class_ratio_at(0.3, 2) == pytest.approx(7 / 6)
    assert class_ratio_at(0.3, cost_fn=5) == pytest.approx(35 / 3)
    assert cost_of_all_wrong(0.3) == pytest.approx(1)
    assert cost_of_all_wrong(0.3, 2) == pytest.approx(1.7)
    assert cost_of_all_wrong(0.3, cost_fn=5) == pytest.approx(2.2)
    assert cost_of_all_wrong(0.3, 2, 5) == pytest.approx(2.9)
    # at prevalence 0.15, for odds of 7 : 3 a miss costs 51 / 21 as much
    assert miss_cost_at(0.3, 0.15) == pytest.approx(0.85 / 0.15 * 3 / 7)
    assert miss_cost_at(0.3, 0.15, 2) == pytest.approx(2 * 0.85 / 0.15 * 3 / 7)
    for prevalence in (0, 1):
        for function in (condition_of, cost_of_all_wrong, lambda p: miss_cost_at(0.3, p)):
            with pytest.raises(ValueError, match="prevalence"):
                function(prevalence)
    with pytest.raises(ValueError, match="above zero"):
        condition_of(0.3, 0, 0)


def test_cheapest_of_several_candidates():
    """Stretches follow each other, and in each its decision costs no more than any other."""
    random = np.random.default_rng(3)
    for _ in range(20):
        candidates = [lower_envelope(*np.round(random.random((2, k)), 2)) for k in (1, 5, 3)]
        stretches = cheapest(candidates)
        assert [each.low for each in stretches[1:]] == [each.high for each in stretches[:-1]]
        assert (stretches[0].low, stretches[-1].high) == (0, 1)
        for each in stretches:
            where = np.linspace(each.low, each.high, 5)
            own = candidates[each.candidate]
            cost = normalised_cost(own.fpr[each.decision], own.tpr[each.decision], where)
            least = np.min([curve.cost_at(where) for curve in candidates], axis=0)
            np.testing.assert_allclose(cost, least, atol=1e-12)
    same = lower_envelope([0.25, 0.5], [0.5, 0.75])
    assert [(each.candidate, each.decision) for each in cheapest([same, same])] == [(0, 0), (0, 1)]


def test_at_a_break_the_later_decision_is_told():
    curve = lower_envelope([0.0, 0.0, 1.0], [0.25, 0.5, 1.0])
    assert curve.breaks[1] == 2 / 3
    assert curve.position_at([0, 0.6, 2 / 3, 0.7, 1]).tolist() == [0, 0, 1, 1, 1]
    assert curve.index_at([0, 2 / 3]).tolist() == [1, 2]


def test_decisions_on_a_straight_line_are_told_by_its_ends():
    eighths = np.arange(9) / 8
    assert lower_envelope(eighths, eighths).indices.tolist() == [0, 8]
    assert lower_envelope(eighths[::-1], eighths[::-1]).indices.tolist() == [8, 0]
    twice = lower_envelope([0.5, 0.5, 0.5], [0.25, 0.75, 0.75])
    assert twice.indices.tolist() == [1]
