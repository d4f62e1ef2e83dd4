"""Tails of tables of decisions against scipy's sums."""

import numpy as np
import pytest
from scipy.stats import hypergeom

from orangecontrib.phidelta.core.chance.tables import log_choose, log_probability, log_tail


def tail_of(hits, called, positives, total):
    numbers = np.broadcast_arrays(np.atleast_1d(hits), called, positives, total)
    return log_tail(*(each.astype(float) for each in numbers))


@pytest.mark.parametrize(
    ("called", "positives", "total"),
    # variances of 17, 398, 401 (skewed to either side), 456, 2000 and 24999
    [
        (60, 90, 250),
        (4228, 1050, 10_000),
        (4260, 1060, 10_050),
        (10_000, 430, 250_000),
        (249_000, 115_000, 250_000),
        (10_000, 8_000, 40_000),
        (200_000, 100_000, 300_000),
    ],
)
def test_every_hit_up_to_far_out(called, positives, total):
    deviation = hypergeom.std(total, positives, called)
    mean = called * positives / total
    hits = np.round(mean + deviation * np.linspace(-1, 8, 37)).clip(0, min(called, positives))
    expected = hypergeom.sf(hits - 1, total, positives, called)
    found = np.exp(tail_of(hits, called, positives, total))
    np.testing.assert_allclose(found, expected, rtol=3e-5, atol=0)
    assert found.min() < 1e-10


def test_few_are_summed_exactly():
    """Each of these tables has a variance of 400 or less; the formula would be less right."""
    total, positives = 10_000, 2000
    called = np.arange(1.0, total, 61)
    hits = np.ceil(called / 5 + 3 * np.sqrt(0.16 * called * (1 - called / total)))
    hits = np.minimum(hits, np.minimum(called, positives))
    expected = hypergeom.logsf(hits - 1, total, positives, called)
    np.testing.assert_allclose(tail_of(hits, called, positives, total), expected, rtol=1e-9)


def test_the_middle_of_a_symmetrical_distribution():
    """Half of the probability is above and below; p of the middle number is on both sides."""
    total, half = 800_000, 100_000
    tail = np.exp(tail_of([half, half + 1], 2 * half, 400_000, total))
    middle = np.exp(log_probability(half, 2 * half, 400_000, total))
    assert tail.sum() == pytest.approx(1, abs=1e-9)
    assert tail[0] - tail[1] == pytest.approx(middle, rel=1e-5)
    # half a case off the mean: exactly one half
    assert np.exp(tail_of(50_001, 100_001, 200_000, 400_000)) == pytest.approx(0.5, abs=1e-12)


def test_more_than_there_can_be():
    assert tail_of([3, 4, 5], 3, 9, 20)[1:].tolist() == [-np.inf, -np.inf]
    assert tail_of([20_001, 30_000], 20_000, 30_000, 70_000)[0] == -np.inf
    assert np.isfinite(tail_of(20_000, 20_000, 30_000, 70_000))


def test_numbers_of_choices():
    np.testing.assert_allclose(np.exp(log_choose(5.0, np.arange(6))), [1, 5, 10, 10, 5, 1])
