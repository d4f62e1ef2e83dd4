"""Where chance alone puts features, against the exact distribution and against permutations."""

import numpy as np
import pytest
from scipy.stats import hypergeom

from orangecontrib.phidelta.core.chance.band import chance_band


def is_inside(polygon, fpr, tpr):
    """Even-odd rule: an edge counts where a ray to the right crosses it."""
    crossings = np.zeros(np.shape(fpr), int)
    for (x1, y1), (x2, y2) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if y1 == y2:
            continue
        is_level = (np.minimum(y1, y2) <= tpr) & (tpr < np.maximum(y1, y2))
        crossings += is_level & (fpr < x1 + (tpr - y1) * (x2 - x1) / (y2 - y1))
    return crossings % 2 == 1


def middle_height(polygon):
    """The greatest δ in the band."""
    return np.max(polygon[:, 1] - polygon[:, 0])


def limits(band, positives, negatives, called):
    """Least and greatest numbers of positives among so many called that lie in the band."""
    corners = band * [negatives, positives]
    ends = np.roll(corners, -1, axis=0)
    start, end = corners.sum(axis=1), ends.sum(axis=1)
    crossed = np.flatnonzero(
        (np.minimum(start, end) <= called + 1e-6) & (np.maximum(start, end) >= called - 1e-6)
    )
    level = np.abs(start - end)[crossed] < 1e-9
    along = (called - start[crossed]) / np.where(level, 1, (end - start)[crossed])
    heights = corners[crossed, 1] + np.clip(along, 0, 1) * (ends - corners)[crossed, 1]
    heights = np.concatenate([heights, corners[crossed[level], 1], ends[crossed[level], 1]])
    return np.ceil(heights.min() - 1e-6), np.floor(heights.max() + 1e-6)


def outside(positives, negatives, tests, called, level=0.95):
    """Greatest share of the promised probability that lies outside, for these numbers called."""
    band = chance_band(positives, negatives, tests, level)
    low, high = np.transpose([limits(band, positives, negatives, number) for number in called])
    total = positives + negatives
    above = hypergeom.sf(high, total, positives, called)
    below = hypergeom.cdf(low - 1, total, positives, called)
    assert len(band) < 600
    return np.max(above + below) * tests / (1 - level)


@pytest.mark.parametrize(
    ("positives", "negatives", "tests", "level"),
    [
        (1200, 8800, 50, 0.95),
        (5, 995, 1, 0.95),
        (5, 995, 300, 0.95),
        (490, 10, 2000, 0.95),
        (1, 7, 3, 0.8),
        (250, 251, 1, 0.95),
        (252, 251, 40, 0.95),
        (1900, 300, 2**20, 0.95),
        (300, 700, 2, 0.05),
    ],
)
def test_whatever_number_is_called(positives, negatives, tests, level):
    every = np.arange(positives + negatives + 1)
    assert outside(positives, negatives, tests, every, level) <= 1


@pytest.mark.parametrize(
    ("positives", "negatives", "tests"),
    [
        (300, 10**6, 2000),
        (900_000, 1200, 50),
        (500_000, 500_000, 50),
        (200_000, 800_000, 10**6),
        (100, 10**7, 5),
    ],
)
def test_some_numbers_of_very_many_called(positives, negatives, tests):
    random = np.random.default_rng(7)
    total = positives + negatives
    few = np.unique(np.exp(random.uniform(0, np.log(total), 150)).astype(int))
    some = np.concatenate([np.arange(100), few, random.integers(0, total, 150)])
    assert outside(positives, negatives, tests, np.append(some, total - some)) <= 1


def assert_exact(positives, negatives, tests, level):
    """Every number that is not too many or too few lies within, no other."""
    band = chance_band(positives, negatives, tests, level)
    total, tail = positives + negatives, (1 - level) / 2 / tests
    for called in range(total + 1):
        tp = np.arange(max(0, called - negatives), min(called, positives) + 1)
        is_likely = hypergeom.sf(tp - 1, total, positives, called) > tail
        is_likely &= hypergeom.cdf(tp, total, positives, called) > tail
        # Off the edges of the square, towards its middle
        fpr, tpr = ([(called - tp) / negatives, tp / positives] - np.array(0.5)) * 0.9999 + 0.5
        np.testing.assert_array_equal(is_inside(band, fpr, tpr), is_likely)


@pytest.mark.parametrize(
    ("positives", "negatives", "tests"), [(5, 95, 1), (5, 95, 60), (40, 22, 7), (30, 30, 1)]
)
def test_no_wider_than_it_has_to_be(positives, negatives, tests):
    assert_exact(positives, negatives, tests, 0.95)


@pytest.mark.parametrize(("positives", "negatives"), [(7, 9), (12, 5), (3, 20)])
def test_few_cases_at_many_levels(positives, negatives):
    for level in 1 - np.geomspace(0.003, 0.7, 30):
        assert_exact(positives, negatives, 1, level)


@pytest.mark.parametrize(("positives", "negatives"), [(139, 164), (40, 360), (300, 75)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_one_decision_against_its_exact_distribution(positives, negatives, level):
    """So many cases are called positive at random: how many positives are among them?"""
    total = positives + negatives
    band = chance_band(positives, negatives, level=level)
    for called in (total // 4, total // 2, 2 * total // 3):
        tp = np.arange(max(0, called - negatives), min(called, positives) + 1)
        weight = hypergeom.pmf(tp, total, positives, called)
        within = weight[is_inside(band, (called - tp) / negatives, tp / positives)].sum()
        # counts are whole: the levels that can be had are up to 0.1 apart
        assert level - 0.05 < within < level + 0.11


@pytest.mark.parametrize(("positives", "negatives"), [(120, 120), (40, 260)])
def test_many_decisions_against_permuted_classes(positives, negatives):
    """20 features that some cases have: all of them lie within in 95 % of the permutations."""
    random = np.random.default_rng(4)
    total, features, replicates = positives + negatives, 20, 400
    X = random.random((total, features)) < np.linspace(0.15, 0.85, features)
    band = chance_band(positives, negatives, tests=features)
    single = chance_band(positives, negatives)
    all_within, single_within = 0, 0
    for _ in range(replicates):
        is_positive = random.permutation(total) < positives
        fpr, tpr = X[~is_positive].mean(axis=0), X[is_positive].mean(axis=0)
        all_within += is_inside(band, fpr, tpr).all()
        single_within += is_inside(single, fpr, tpr).all()
    assert 0.93 < all_within / replicates < 0.99
    assert single_within / replicates < 0.6


def test_shared_tokens_lie_within_all_the_more():
    """Values between 0 and 1 vary less than answers with the same mean do."""
    random = np.random.default_rng(5)
    X = random.random((200, 10))
    band = chance_band(60, 140, tests=10)
    for _ in range(200):
        is_positive = random.permutation(200) < 60
        assert is_inside(band, X[~is_positive].mean(axis=0), X[is_positive].mean(axis=0)).all()


def test_it_lies_in_the_square_along_the_diagonal():
    band = chance_band(12, 230, tests=7)
    assert ((band >= 0) & (band <= 1)).all()
    share = np.linspace(0.02, 0.98, 49)
    assert is_inside(band, share, share).all()
    assert not is_inside(band, np.array([0.0001, 0.9999]), np.array([0.9999, 0.0001])).any()
    for corner in ([0, 0], [1, 1]):
        assert np.abs(band - corner).sum(axis=1).min() < 1e-9
    steps = np.abs(np.diff(np.vstack([band, band[:1]]), axis=0))
    along_an_edge = steps.min(axis=1) == 0
    assert steps[~along_an_edge].max() < 0.2


def test_swapped_classes_mirror_it():
    one, other = chance_band(31, 170, tests=3), chance_band(170, 31, tests=3)
    random = np.random.default_rng(6)
    fpr, tpr = random.random((2, 4000))
    inside = is_inside(one, fpr, tpr)
    assert 0.2 < inside.mean() < 0.8
    np.testing.assert_array_equal(inside, is_inside(other, tpr, fpr))


def test_more_cases_narrow_it_and_more_decisions_widen_it():
    heights = [middle_height(chance_band(1000, 4000, tests=n)) for n in (1, 10, 1000)]
    assert heights == sorted(set(heights))
    # 1.96 standard errors of a difference of two rates of 1/2
    expected = 1.96 * np.sqrt(0.25 * (1 / 1000 + 1 / 4000))
    assert heights[0] == pytest.approx(expected, rel=0.04)
    assert middle_height(chance_band(4000, 16000)) == pytest.approx(expected / 2, rel=0.04)


@pytest.mark.parametrize("level", [-1, 0, 1, 95])
def test_impossible_level(level):
    with pytest.raises(ValueError, match=f"level.*Got {level}"):
        chance_band(10, 20, level=level)
