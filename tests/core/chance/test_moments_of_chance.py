"""How far moments tell p-values of mean differences, against exact distributions."""

import numpy as np
import pytest
from scipy.stats import hypergeom

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
