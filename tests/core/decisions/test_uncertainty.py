"""Spread of folds, confidence regions and the bootstrap, against scipy and theory."""

import numpy as np
import pytest
from scipy.stats import binomtest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.uncertainty import (
    Spread,
    bootstrap_counts,
    confidence_region,
    fold_spread,
    is_whole,
    mean_and_deviation,
    measure_intervals,
    percentile_interval,
)
from orangecontrib.phidelta.core.thresholds.stability import bootstrap_sweeps
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

COUNTS = Counts(23, 7, 11, 59)  # tpr 23 / 34, fpr 7 / 66


def test_fold_spread():
    """Three folds at (0, 0.5), (0.2, 0.75), (0.4, 0.7), and two that lack a class."""
    folds = Counts(tp=[5, 3, 7, 0, 4], fp=[0, 2, 8, 2, 0], fn=[5, 1, 3, 0, 1], tn=[9, 8, 12, 3, 0])
    spread = fold_spread(folds)
    assert spread.folds == 3
    np.testing.assert_allclose(spread.mean, [0.2, 0.65])
    np.testing.assert_allclose(spread.covariance, [[0.04, 0.02], [0.02, 0.0175]])
    assert fold_spread(Counts([5, 0], [3, 2], [2, 0], [9, 1])) is None


def test_mean_and_deviation_of_defined_values():
    """0.5, 0.6, 0.85: deviations -0.15, -0.05, 0.2 from 0.65; sum of squares 0.065, over 2."""
    found = mean_and_deviation([0.5, np.nan, 0.6, 0.85])
    assert found == pytest.approx((0.65, np.sqrt(0.0325)))
    assert np.isnan(mean_and_deviation([np.nan, 0.7])).all()
    assert np.isnan(mean_and_deviation([])).all()


@pytest.mark.parametrize(("deviations", "slant"), [(1.0, 0.0015), (2.0, -0.0015)])
def test_ellipse_has_one_mahalanobis_distance(deviations, slant):
    covariance = np.array([[0.004, slant], [slant, 0.001]])
    ellipse = Spread(np.array([0.3, 0.7]), covariance, 10).ellipse(deviations, points=50)
    assert ellipse.shape == (50, 2)
    np.testing.assert_allclose(ellipse[0], ellipse[-1], atol=1e-12)
    off = ellipse - [0.3, 0.7]
    squared = np.einsum("ij,jk,ik->i", off, np.linalg.inv(covariance), off)
    np.testing.assert_allclose(np.sqrt(squared), deviations)
    x_range = np.ptp(ellipse[:, 0])  # all the way round
    assert x_range == pytest.approx(2 * deviations * np.sqrt(0.004), rel=0.01)


def test_ellipse_stays_in_the_square_and_may_be_flat():
    ellipse = Spread(np.array([0.05, 0.9]), np.diag([0.01, 0.04]), 5).ellipse()
    assert (ellipse.min(), ellipse.max()) == (0, 1)
    flat = Spread(np.array([0.4, 0.6]), np.full((2, 2), 0.01), 2).ellipse()
    np.testing.assert_allclose(flat[:, 1] - flat[:, 0], 0.2, atol=1e-8)


def test_confidence_region_is_two_wilson_intervals():
    fpr, tpr = (
        binomtest(k, n).proportion_ci(np.sqrt(0.9), method="wilson")
        for k, n in ((7, 66), (23, 34))
    )
    oracle_side = [[fpr.low, tpr.high], [fpr.high, tpr.high]]
    anti_oracle_side = [[fpr.high, tpr.low], [fpr.low, tpr.low]]
    region = confidence_region(COUNTS, level=0.9)
    np.testing.assert_allclose(region, oracle_side + anti_oracle_side)
    one_class = confidence_region(Counts(0, 7, 0, 59))
    assert np.isnan(one_class[:, 1]).all()


def test_confidence_region_covers_both_rates_at_once():
    random, size = np.random.default_rng(1), 20_000
    fpr, tpr = random.uniform(0.02, 0.98, (2, size))
    fp, tp = random.binomial(120, fpr), random.binomial(40, tpr)
    region = confidence_region(Counts(tp, fp, 40 - tp, 120 - fp), level=0.9)
    low, high = region.min(axis=0), region.max(axis=0)
    covers = (low[0] <= fpr) & (fpr <= high[0]) & (low[1] <= tpr) & (tpr <= high[1])
    assert covers.mean() == pytest.approx(0.9, abs=0.01)


def test_bootstrap_of_counts():
    replicates = bootstrap_counts(COUNTS, replicates=20_000, seed=3)
    np.testing.assert_array_equal(replicates.positives, 34)
    np.testing.assert_array_equal(replicates.negatives, 66)
    assert replicates.tp.mean() == pytest.approx(23, abs=0.1)
    assert replicates.fp.mean() == pytest.approx(7, abs=0.1)
    expected = np.diag([34 * 23 / 34 * 11 / 34, 66 * 7 / 66 * 59 / 66])
    np.testing.assert_allclose(np.cov(replicates.tp, replicates.fp), expected, atol=0.3)


def test_bootstrap_of_a_sweep():
    random = np.random.default_rng(5)
    is_positive = random.random(150) < 0.3
    own = sweep(is_positive, np.round(random.normal(is_positive), 1))
    replicates = list(bootstrap_sweeps(own, replicates=3000, seed=2))
    assert len(replicates) == 3000
    for drawn in replicates[:5]:
        np.testing.assert_array_equal(drawn.cuts, own.cuts)
        assert (drawn.positives, drawn.negatives) == (own.positives, own.negatives)
    for name, total in (("tp", own.positives), ("fp", own.negatives)):
        drawn, rate = np.array([getattr(r, name) for r in replicates]), getattr(own, name) / total
        np.testing.assert_allclose(drawn.mean(axis=0), getattr(own, name), atol=0.5)
        np.testing.assert_allclose(drawn.var(axis=0), total * rate * (1 - rate), atol=3)
    low, high = own.auc_interval(0.95)
    deviation = np.std([drawn.auc for drawn in replicates])
    assert deviation == pytest.approx((high - low) / (2 * 1.96), rel=0.08)


def test_bootstrap_is_reproducible():
    def draw(seed):
        by_cut = [s.tp for s in bootstrap_sweeps(own, replicates=2, seed=seed)]
        return np.concatenate([bootstrap_counts(COUNTS, replicates=50, seed=seed).tp, *by_cut])

    own = sweep([1, 0, 1, 1, 0, 1], [6, 5, 4, 3, 2, 1])
    np.testing.assert_array_equal(draw(4), draw(4))
    assert np.any(draw(4) != draw(5))


def test_measure_intervals():
    intervals = measure_intervals(COUNTS, level=0.9, cost_fp=3.0, cost_fn=0.5)
    assert set(intervals) == set(COUNTS.measures())
    proportions = {
        "sensitivity": (23, 34),
        "fnr": (11, 34),
        "specificity": (59, 66),
        "fpr": (7, 66),
        "accuracy": (82, 100),
        "error": (18, 100),
        "precision": (23, 30),
        "npv": (59, 70),
    }
    for name, (successes, trials) in proportions.items():
        exact = binomtest(successes, trials).proportion_ci(0.9, method="wilson")
        assert intervals[name] == pytest.approx((exact.low, exact.high)), name
    # δ = tpr - fpr; normal approximation
    deviation = np.sqrt(23 * 11 / 34**3 + 7 * 59 / 66**3)
    expected = np.array([-1.645, 1.645]) * deviation + 23 / 34 - 7 / 66
    assert intervals["delta"] == pytest.approx(expected, abs=0.015)
    # cost = (3 fp + fn / 2) / 100
    deviation = np.sqrt(9 * 7 * 59 / 66 + 0.25 * 23 * 11 / 34) / 100
    expected = np.array([-1.645, 1.645]) * deviation + (3 * 7 + 0.5 * 11) / 100
    assert intervals["cost"] == pytest.approx(expected, abs=0.015)
    assert np.isnan(measure_intervals(Counts(0, 0, 5, 9))["precision"]).all()


def test_measure_intervals_at_another_class_ratio():
    intervals = measure_intervals(COUNTS, prevalence=0.1)
    tpr, tnr = 23 / 34, 59 / 66
    deviation = np.sqrt(0.01 * tpr * (1 - tpr) / 34 + 0.81 * tnr * (1 - tnr) / 66)
    expected = np.array([-1.96, 1.96]) * deviation + 0.1 * tpr + 0.9 * tnr
    assert intervals["accuracy"] == pytest.approx(expected, abs=0.015)
    sensitivity = binomtest(23, 34).proportion_ci(0.95, method="wilson")
    assert intervals["sensitivity"] == pytest.approx((sensitivity.low, sensitivity.high))


def test_percentile_interval():
    replicates = [*range(101), np.nan, np.nan]
    assert percentile_interval(replicates, level=0.8) == pytest.approx((10, 90))
    assert np.isnan(percentile_interval([np.nan, np.nan])).all()


@pytest.mark.parametrize("function", [confidence_region, percentile_interval, measure_intervals])
def test_impossible_level(function):
    argument = [1.0, 2.0, 3.0] if function is percentile_interval else COUNTS
    for level in (-1, 0, 1.5):
        with pytest.raises(ValueError, match=f"level.*Got {level}"):
            function(argument, level=level)


def test_bootstrap_needs_whole_counts_of_both_classes():
    with pytest.raises(ValueError, match="whole counts.*Got fractional"):
        bootstrap_counts(Counts(2.5, 3, 1, 4))
    with pytest.raises(ValueError, match="whole counts.*Got fractional"):
        next(bootstrap_sweeps(sweep([1, 0], [2, 1], [0.5, 1])))


def test_bootstrap_of_a_sweep_of_one_class():
    with pytest.raises(ValueError, match="Got"):
        next(bootstrap_sweeps(sweep([1, 1], [2, 1])))


def test_usual_sizes_and_levels():
    spread = Spread(np.array([0.3, 0.7]), np.diag([0.004, 0.001]), 10)
    np.testing.assert_array_equal(spread.ellipse(), spread.ellipse(1, 73))
    own, usual = bootstrap_counts(COUNTS, replicates=2000, seed=0), bootstrap_counts(COUNTS)
    np.testing.assert_array_equal(own.tp, usual.tp)
    np.testing.assert_array_equal(own.fp, usual.fp)
    np.testing.assert_array_equal(confidence_region(COUNTS), confidence_region(COUNTS, 0.95))
    assert percentile_interval(range(1001)) == pytest.approx((25, 975))
    assert measure_intervals(COUNTS)["mcc"] == measure_intervals(COUNTS, level=0.95)["mcc"]
    assert measure_intervals(COUNTS)["npv"] == measure_intervals(COUNTS, level=0.95)["npv"]


def test_one_fold_or_two():
    assert fold_spread(Counts([5, 4], [3, 2], [2, 1], [9, 1])).folds == 2
    assert mean_and_deviation([0.2, 0.4]) == pytest.approx((0.3, np.sqrt(0.02)))


def test_a_flat_ellipse_whose_width_is_negative_but_for_rounding():
    covariance = np.outer([0.1, 0.3], [0.1, 0.3]) - 1e-12 * np.eye(2)
    ellipse = Spread(np.array([0.4, 0.5]), covariance, 2).ellipse()
    np.testing.assert_allclose(ellipse[:, 1] - 0.5, 3 * (ellipse[:, 0] - 0.4), atol=1e-9)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, True), (3, True), (2.5, False), (2.0**53 - 1, True), (2.0**53, False), (1e300, False)],
)
def test_whole_numbers_of_cases(count, expected):
    assert is_whole(count) == expected
    assert is_whole([count, 1]).tolist() == [expected, True]


def test_all_counts_have_to_be_whole():
    for place in range(4):
        cells = [3, 4, 5, 6]
        cells[place] += 0.5
        with pytest.raises(ValueError, match="whole counts"):
            bootstrap_counts(Counts(*cells))


def test_no_cases_of_a_class_are_drawn_as_none():
    drawn = bootstrap_counts(Counts(tp=3, fp=0, fn=2, tn=0), replicates=5)
    assert drawn.fp.tolist() == drawn.tn.tolist() == [0] * 5
