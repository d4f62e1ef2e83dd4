"""Scores in bins: against numpy's histogram, and cases counted one by one."""

import numpy as np
import pytest
from scipy.stats import binomtest

from orangecontrib.phidelta.core.thresholds.histograms import reliability, score_histogram
from orangecontrib.phidelta.core.thresholds.sweeps import sweep


def drawn(cases=400, low=0.0, high=1.0, seed=0):
    """(is positive, score) of which about a quarter are positive; none on an edge of a bin."""
    random = np.random.default_rng(seed)
    is_positive = random.random(cases) < 0.25
    share = np.where(is_positive, random.beta(3, 2, cases), random.beta(1, 4, cases))
    return is_positive, low + (high - low) * share


@pytest.mark.parametrize("prevalence", [None, 0.05, 0.8])
def test_bars_are_those_of_numpy(prevalence):
    is_positive, score = drawn()
    found = score_histogram(sweep(is_positive, score), prevalence, bins=17)
    share = is_positive.mean() if prevalence is None else prevalence
    np.testing.assert_allclose(found.edges, np.linspace(0, 1, 18))
    for shares, members, part in zip(
        found.shares, (is_positive, ~is_positive), (share, 1 - share), strict=True
    ):
        counts, _ = np.histogram(score[members], bins=17, range=(0, 1))
        np.testing.assert_allclose(shares, counts / members.sum() * part)


def test_what_is_decided_is_counted_case_by_case():
    is_positive, score = drawn(seed=1)
    cuts = sweep(is_positive, score)
    found = score_histogram(cuts, 0.1, bins=7)
    for index in (0, 1, 60, 233, len(cuts.cuts) - 1):
        called = score > cuts.cuts[index]
        for shares, members, part in zip(
            found.decided(index),
            (
                is_positive & called,
                ~is_positive & called,
                is_positive & ~called,
                ~is_positive & ~called,
            ),
            (0.1 / is_positive.sum(), 0.9 / (~is_positive).sum()) * 2,
            strict=True,
        ):
            counts, _ = np.histogram(score[members], bins=7, range=(0, 1))
            np.testing.assert_allclose(shares, counts * part, atol=1e-15)
        assert sum(shares.sum() for shares in found.decided(index)) == pytest.approx(1)


def test_a_score_on_an_edge_is_not_above_it():
    cuts = sweep([True, True, False, True, False], [0.0, 0.5, 0.5, 1.0, 0.75])
    positives, negatives = score_histogram(cuts, bins=2).shares
    np.testing.assert_allclose(positives, [0.4, 0.2])
    np.testing.assert_allclose(negatives, [0.2, 0.2])


def test_weights_count():
    is_positive, score = drawn(60, seed=2)
    weights = np.random.default_rng(3).integers(0, 4, 60) / 2
    found = score_histogram(sweep(is_positive, score, weights), 0.3, bins=5)
    counts, _ = np.histogram(score[is_positive], 5, (0, 1), weights=weights[is_positive])
    np.testing.assert_allclose(found.shares[0], 0.3 * counts / weights[is_positive].sum())


@pytest.mark.parametrize(("low", "high"), [(-3.0, 5.0), (-1.0, 1.0), (2.0, 2.5), (-1e308, 1e308)])
def test_decision_values_are_drawn_between_ends_of_their_own(low, high):
    is_positive, score = drawn()
    score[:2] = 0, 1
    score = low * (1 - score) + high * score
    cuts = sweep(is_positive, score)
    assert not cuts.is_probability
    assert cuts.ends[0] < low < high < cuts.ends[1]
    assert cuts.ends == pytest.approx(
        (low - 0.05 * (high / 2 - low / 2) * 2, high + 0.05 * (high / 2 - low / 2) * 2)
    )
    found = score_histogram(cuts, 0.2, bins=9)
    assert np.isfinite(found.edges).all()
    assert found.shares[0].sum() == pytest.approx(0.2)
    assert found.shares[1].sum() == pytest.approx(0.8)


def test_ends_of_one_score_and_of_the_greatest():
    assert sweep([True, False], [7, 7]).ends == (6.5, 7.5)
    greatest = np.finfo(float).max
    assert sweep([True, False], [greatest, -greatest]).ends == (-greatest, greatest)


def test_sums_of_probabilities_are_probabilities():
    assert sweep([True, False], [1 + 1e-15, 0.2]).ends == (0, 1)
    positives, _ = score_histogram(sweep([True, False], [1 + 1e-15, 0.2])).shares
    assert positives[-1] == 0.5
    assert not sweep([True, False], [1.01, 0.2]).is_probability
    assert not sweep([True, False], [1, -0.001]).is_probability


def test_a_class_without_cases_has_no_histogram():
    with pytest.raises(ValueError, match="Got 2 positives, 0 negatives"):
        score_histogram(sweep([True, True], [0.2, 0.3]))


def test_reliability_of_distinct_scores_has_equal_counts():
    is_positive, score = drawn(200, seed=4)
    found = reliability(sweep(is_positive, score), bins=8)
    order = np.argsort(score).reshape(8, 25)
    np.testing.assert_allclose(found.score, score[order].mean(axis=1))
    np.testing.assert_allclose(found.share, is_positive[order].mean(axis=1))
    assert found.cases.tolist() == [25] * 8
    low, high = found.interval(0.9)
    for bin_, rows in enumerate(order):
        expected = binomtest(int(is_positive[rows].sum()), 25).proportion_ci(0.9, "wilson")
        assert (low[bin_], high[bin_]) == pytest.approx((expected.low, expected.high))


def test_reliability_never_parts_equal_scores():
    is_positive, score = drawn(300, seed=5)
    score = np.round(score, 1)
    found = reliability(sweep(is_positive, score), bins=10)
    assert found.cases.sum() == 300
    assert found.positives.sum() == is_positive.sum()
    assert np.all(found.cases > 0)
    assert np.all(np.diff(found.score) > 0)
    start = 0
    for cases in found.cases.astype(int):
        ordered = np.sort(score)
        assert start == 0 or ordered[start] > ordered[start - 1]
        start += cases
    few = reliability(sweep([True, False, False], [0.4, 0.4, 0.4]))
    assert (few.share.tolist(), few.score.tolist()) == (
        [pytest.approx(1 / 3)],
        [pytest.approx(0.4)],
    )


def test_reliability_leaves_out_scores_without_weight():
    found = reliability(sweep([True, False, True, False], [0.9, 0.6, 0.4, 0.1], [1, 0, 0, 2]))
    assert found.share.tolist() == [0, 1]
    assert found.score.tolist() == [pytest.approx(0.1), pytest.approx(0.9)]


def test_usual_numbers_of_bins():
    cuts = sweep(*drawn(200, seed=6))
    assert len(score_histogram(cuts).shares[0]) == 40
    assert reliability(cuts).cases.tolist() == [20] * 10
    usual, other = reliability(cuts).interval(), reliability(cuts).interval(0.95)
    np.testing.assert_array_equal(usual, other)


def test_bins_end_at_the_nearest_cut():
    """Half of 5 cases would be 2.5: the higher cut comes before."""
    cuts = sweep([True, False, True, False, False], [0.9, 0.8, 0.5, 0.4, 0.3])
    found = reliability(cuts, bins=2)
    assert (found.cases.tolist(), found.positives.tolist()) == ([3, 2], [1, 1])
    np.testing.assert_allclose(found.score, [0.4, 0.85])
    assert repr(found) == "<Reliability of 5 cases in 2 bins>"
    shown = repr(score_histogram(cuts, 0.123456, bins=7))
    assert shown == "<ScoreHistogram of 7 bins, prevalence 0.123>"


@pytest.mark.parametrize("prevalence", [0, 1])
def test_an_impossible_prevalence_of_a_histogram(prevalence):
    with pytest.raises(ValueError, match="prevalence"):
        score_histogram(sweep([True, False], [0.2, 0.3]), prevalence)


def test_scores_that_rounding_puts_beyond_the_ends_are_counted():
    positives, negatives = score_histogram(sweep([True, False], [1 + 1e-10, 0.0]), bins=3).shares
    assert (positives.tolist(), negatives.tolist()) == ([0, 0, 0.5], [0.5, 0, 0])
