"""How certain an area is: against published figures, formulas written out, and simulation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.core.thresholds.areas import area_interval, area_variance
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

#: Hanley, McNeil, Radiology 143 (1982), table I: CT images of 58 normal and 51 abnormal patients,
#: by rating, "definitely abnormal" last.
NORMAL, ABNORMAL = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)
RATINGS = np.concatenate([np.repeat(np.arange(5), counts) for counts in (NORMAL, ABNORMAL)])
IS_ABNORMAL = np.arange(109) >= 58


def delong(is_positive, scores):
    """Area and its variance from all pairs (DeLong 1988)."""
    difference = scores[is_positive][:, np.newaxis] - scores[~is_positive]
    wins = (difference > 0) + (difference == 0) / 2
    parts = [wins.mean(axis=axis) for axis in (1, 0)]
    return wins.mean(), sum(part.var(ddof=1) / len(part) for part in parts)


def roots(area, trials, level):
    """The two areas A with (area - A)² = z² A (1 - A) / trials."""
    z = norm.ppf((1 + level) / 2)
    return np.sort(np.roots([1 + z**2 / trials, -2 * area - z**2 / trials, area**2]))


def test_variance_as_published():
    """Area 0.8932, standard error 0.0307: StataCorp, Base Reference Manual, roctab."""
    curve = sweep(IS_ABNORMAL, RATINGS)
    assert curve.auc == pytest.approx(0.8932, abs=5e-5)
    assert np.sqrt(area_variance(curve)) == pytest.approx(0.0307, abs=5e-5)
    assert (curve.auc, area_variance(curve)) == pytest.approx(delong(IS_ABNORMAL, RATINGS))


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_interval_written_out(level):
    area, variance = delong(IS_ABNORMAL, RATINGS)
    # of 51 the smaller class has
    trials = (area * (1 - area) + 1 / 102) / (variance + 1 / 5202)
    assert 90 < trials < 95
    interval = sweep(IS_ABNORMAL, RATINGS).auc_interval(level)
    assert interval == pytest.approx(tuple(roots(area, trials, level)))


@pytest.mark.parametrize(("positives", "negatives"), [(5, 5), (7, 30), (30, 3)])
def test_classes_kept_apart(positives, negatives):
    """Wilson's interval of k of k: from k / (k + z²) to 1."""
    is_positive = np.arange(positives + negatives) >= negatives
    scores = np.sqrt(np.arange(positives + negatives))
    fewest = min(positives, negatives)
    low = fewest / (fewest + norm.ppf(0.975) ** 2)
    assert sweep(is_positive, scores).auc_interval() == pytest.approx((low, 1))
    assert sweep(is_positive, -scores).auc_interval() == pytest.approx((0, 1 - low))
    signature = class_signature(scores[:, None], is_positive, encoding="ranks")
    assert np.ravel(signature.interval()) == pytest.approx([low - 1 / 2, 1 / 2])
    assert np.isnan(signature.standard_error[0])


def test_bound_of_the_variance():
    """Two of ten positives below all: DeLong's estimate is greater than A (1 - A) / 10."""
    scores = np.append(np.arange(50), [-1, -2, *range(60, 68)])
    is_positive = np.arange(60) >= 50
    area, variance = delong(is_positive, scores)
    assert variance > area * (1 - area) / 10
    expected = tuple(roots(0.8, 10, 0.95))
    assert sweep(is_positive, scores).auc_interval() == pytest.approx(expected)


def test_many_cases_have_the_normal_interval():
    random = np.random.default_rng(3)
    is_positive = np.arange(6000) < 1000
    scores = random.normal(is_positive)
    area, variance = delong(is_positive, scores)
    expected = area + norm.ppf([0.025, 0.975]) * np.sqrt(variance)
    assert sweep(is_positive, scores).auc_interval() == pytest.approx(tuple(expected), abs=5e-4)


def test_one_case_of_a_class_tells_nothing():
    assert np.isnan(area_variance(sweep([1, 0, 0], [3, 2, 1])))
    assert np.isnan(sweep([1, 0, 0], [3, 2, 1]).auc_interval()).all()
    assert np.isnan(sweep([1, 1, 0], [3, 2, 1]).auc_interval()).all()
    assert not np.isnan(sweep([1, 1, 0, 0], [3, 2, 2, 1]).auc_interval()).any()
    curve = sweep([1, 1, 0, 0], [3, 2, 2, 1])
    for cases in ((0.5, 20), (20, 0.5), (1, 20), (0, 20)):
        assert np.isnan(area_variance(curve, cases))
        assert np.isnan(area_interval(0.9, 0.01, cases)).all()
    assert area_variance(curve, (1.5, 20)) > 0
    low, high = area_interval([0.9, 0.9], [0.01, 0.01], [[1, 20], [50, 2]])
    np.testing.assert_array_equal(np.isnan([low, high]), [[True, False]] * 2)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=4, max_size=14))
@settings(deadline=None)
def test_never_without_width_and_the_same_for_classes_exchanged(rows):
    is_positive, scores = (np.array(column) for column in zip(*rows, strict=True))
    if min(is_positive.sum(), (~is_positive).sum()) < 2:
        return
    curve = sweep(is_positive, scores)
    low, high = curve.auc_interval()
    assert 0 <= low <= curve.auc + 1e-12
    assert curve.auc - 1e-12 <= high <= 1
    assert high - low > 0.1
    assert sweep(~is_positive, -scores).auc_interval() == pytest.approx((low, high))
    assert sweep(~is_positive, scores).auc_interval() == pytest.approx((1 - high, 1 - low))


def test_weights():
    """As repeats in a sweep; in a signature by Kish's effective numbers of cases."""
    random = np.random.default_rng(5)
    is_positive = np.arange(40) < 12
    scores = random.integers(0, 9, 40) + 3 * is_positive
    repeats = random.integers(1, 4, 40)
    repeated = sweep(np.repeat(is_positive, repeats), np.repeat(scores, repeats))
    weighted = sweep(is_positive, scores, repeats)
    assert weighted.auc_interval(0.9) == pytest.approx(repeated.auc_interval(0.9))

    def ranks(weights):
        signature = class_signature(
            scores[:, None], is_positive, weights=weights, encoding="ranks"
        )
        return signature, np.ravel(signature.interval())

    own = np.array(sweep(is_positive, scores).auc_interval()) - 1 / 2
    for weights in (None, np.full(40, 0.3)):
        np.testing.assert_allclose(ranks(weights)[1], own)
    signature, interval = ranks(repeats)
    classes = repeats[~is_positive], repeats[is_positive]
    cases = [weights.sum() ** 2 / (weights**2).sum() for weights in classes]
    assert cases[1] < 12
    expected = area_interval(weighted.auc, signature.standard_error**2, cases)
    np.testing.assert_allclose(interval, np.ravel(expected) - 1 / 2)
    assert np.diff(interval) > np.diff(repeated.auc_interval())


def test_decisions_beside_ranks_keep_their_interval():
    random = np.random.default_rng(6)
    is_positive = np.arange(60) < 20
    X = np.column_stack([random.normal(is_positive), random.integers(0, 3, 60)])
    signatures = [
        class_signature(X, is_positive, values=[None, "abc"], encoding=encoding)
        for encoding in ("linear", "ranks")
    ]
    intervals = [np.array(signature.interval()) for signature in signatures]
    np.testing.assert_array_equal(intervals[0][:, 1:], intervals[1][:, 1:])
    own = np.array(sweep(is_positive, X[:, 0]).auc_interval()) - 1 / 2
    np.testing.assert_allclose(intervals[1][:, 0], own)


@pytest.mark.parametrize(
    ("positives", "negatives", "area", "spread"),
    [(10, 10, 0.95, 1), (10, 10, 0.99, 1), (10, 200, 0.8, 3), (200, 10, 0.95, 3)],
)
def test_coverage(positives, negatives, area, spread):
    """Normal scores, those of the positives spread more widely; the whole: benchmarks/areas.py."""
    random = np.random.default_rng(8)
    is_positive = np.arange(positives + negatives) < positives
    shift = norm.ppf(area) * np.sqrt(1 + spread**2)
    covered, replicates = 0, 600
    for _ in range(replicates):
        scores = random.normal(size=len(is_positive))
        scores[is_positive] = shift + spread * scores[is_positive]
        low, high = sweep(is_positive, scores).auc_interval()
        covered += low <= area <= high
    assert covered / replicates > 0.93
