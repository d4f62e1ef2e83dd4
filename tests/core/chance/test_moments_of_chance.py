"""How far moments tell p-values of mean differences, against exact distributions."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import hypergeom, norm

from orangecontrib.phidelta.core.chance.independence import CHANCE, mean_p_values, q_values

BOTH = 1e-8  # below it, the normal distribution need not be right


def answers(total, positives, ones):
    """Yes/no features with some numbers of hits above the mean: p-values, and the exact ones."""
    mean, deviation = (f(total, positives, ones) for f in (hypergeom.mean, hypergeom.std))
    most = min(ones, positives, np.ceil(mean + 12 * deviation))
    hits = np.unique(np.linspace(np.ceil(mean) + 1, most, 80).round())
    delta = hits / positives - (ones - hits) / (total - positives)
    share = ones / total
    cases = np.repeat([[total - positives], [positives]], len(hits), axis=1).astype(float)
    variance = np.full(len(hits), share * (1 - share))
    reach = np.full(len(hits), max(share, 1 - share))
    p_values, is_bound = mean_p_values(delta, cases, variance, reach)
    exact = 2 * hypergeom.sf(hits - 1, total, positives, ones)
    return p_values, is_bound, exact, (hits - mean) / deviation


TABLES = [
    (total, round(prevalence * total), round(share * total))
    for total in (60, 400, 5000, 40_000, 600_000)
    for prevalence in (0.01, 0.1, 0.35, 0.5)
    for share in (0.005, 0.05, 0.2, 0.5)
    if 3 <= round(prevalence * total) and 3 <= round(share * total)
]


@pytest.mark.parametrize(("total", "positives", "ones"), TABLES)
def test_what_moments_tell_is_nearly_so(total, positives, ones):
    p_values, is_bound, exact, z = answers(total, positives, ones)
    assert np.all(p_values[is_bound] >= np.minimum(exact[is_bound], 1) * (1 - 1e-6))
    # half a step more than the normal distribution has, and what is next to the leading order
    step = np.exp((z + 1) / 2 / hypergeom.std(total, positives, ones))
    limit = np.where((total >= 10_000) & (p_values > 1e-3), 2, 1.1) * step * 1.05
    is_right = exact <= p_values * limit
    is_right |= np.maximum(p_values, exact) < BOTH * step
    assert np.all(is_right | is_bound)


def test_even_classes_of_many_cases_need_no_bound():
    """Nothing is skewed, nor has long tails."""
    for total in (60, 40_000):
        _, is_bound, _, _ = answers(total, total // 2, total // 2)
        assert not is_bound.any()
    p_values, _, exact, z = answers(600_000, 300_000, 300_000)
    np.testing.assert_allclose(p_values[z < 6], exact[z < 6], rtol=0.03)


def test_units_do_not_matter():
    random = np.random.default_rng(8)
    delta, cases = random.normal(0, 0.2, 300), random.integers(3, 300, (2, 300)).astype(float)
    variance = random.uniform(0.05, 0.2, 300)
    reach = random.uniform(1, 8, 300) * np.sqrt(variance)
    p_values, is_bound = mean_p_values(delta, cases, variance, reach)
    assert 0.2 < is_bound.mean() < 0.95
    for unit in (1e-3, 20.0):
        other = mean_p_values(unit * delta, cases, unit**2 * variance, unit * reach)
        np.testing.assert_allclose(other[0], p_values, rtol=1e-9)
        np.testing.assert_array_equal(other[1], is_bound)


def test_of_discoveries_so_few_are_chance():
    """A hundred features that tell the class, among 1000."""
    random = np.random.default_rng(2)
    shares = []
    for _ in range(200):
        (q,) = q_values(np.append(random.random(100) / 1e4, random.random(900)))
        is_found = q <= CHANCE
        shares.append(np.count_nonzero(is_found[100:]) / max(np.count_nonzero(is_found), 1))
    assert np.mean(shares) == pytest.approx(0.05 * 0.9, abs=0.005)


def is_bound(z, reach, negatives, positives):
    """Of a feature with variance 1, so many standard deviations out."""
    total = negatives + positives
    deviation = np.sqrt(total**2 / (total - 1) / negatives / positives)
    cases = np.array([[negatives], [positives]], float)
    return mean_p_values(np.array([z * deviation]), cases, np.ones(1), np.array([reach]))[1][0]


def expansion(z, reach, negatives, positives):
    """The first two terms of Cramér's series, of so many values of 0.9 and -0.1 times their reach.

    The skewness and the excess of one draw are (1 - 2p) / s and (1 - 6s²) / s², s² = p (1 - p).
    """
    share = positives / (negatives + positives)
    drawn = share * (1 - share) * (negatives + positives)
    return (
        abs(1 - 2 * share) * reach / drawn**0.5 * z**3 / 6
        + (1 - 6 * share * (1 - share)) * reach**2 / drawn * z**4 / 24
    )


@pytest.mark.parametrize("reach", [1.5, 3.0])
@pytest.mark.parametrize(("negatives", "positives"), [(90, 10), (40, 700), (4500, 400)])
def test_moments_are_trusted_up_to_a_tenth(negatives, positives, reach):
    found = brentq(lambda z: expansion(z, reach, negatives, positives) - np.log(1.1), 0.01, 9)
    assert not is_bound(found * 0.999, reach, negatives, positives)
    assert is_bound(found * 1.001, reach, negatives, positives)


def test_of_many_cases_greater_p_values_are_trusted_up_to_twice():
    """Up to a p-value of 0.001 of 10 000 cases; not of 9999."""
    reach = brentq(lambda reach: expansion(2.5, reach, 9500, 500) - np.log(2), 1, 99)
    assert not is_bound(2.5, reach * 0.999, 9500, 500)
    assert is_bound(2.5, reach * 1.001, 9500, 500)
    assert is_bound(2.5, reach * 0.999, 9499, 500)
    limit = norm.isf(0.001 / 2)
    small = reach / 3
    assert np.log(1.1) < expansion(limit, small, 9500, 500) < np.log(2)
    assert not is_bound(limit * 0.999, small, 9500, 500)
    assert is_bound(limit * 1.001, small, 9500, 500)


@pytest.mark.parametrize("far", [6, 7, 8, 10])
def test_far_out_both_are_small(far):
    """The p-value is of no matter below 1e-8."""
    cases = 9000, 1000
    room = np.log(1e-8) - norm.logsf(far) - np.log(2)
    reach = brentq(lambda reach: expansion(far, reach, *cases) - room, 0.1, 99)
    assert not is_bound(far * 1.0001, reach * 0.999, *cases)
    assert is_bound(far * 1.0001, reach * 1.001, *cases)
    assert is_bound(far * 0.9999, reach * 0.999, *cases)


def test_thirty_cases_are_the_fewest():
    assert is_bound(1.0, 1.0, 15, 14)
    assert not is_bound(1.0, 1.0, 15, 15)
