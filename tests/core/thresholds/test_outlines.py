"""Curves thinned to what a screen shows, measured against the lines through all their points."""

import numpy as np
import pytest

from orangecontrib.phidelta.core import sweep
from orangecontrib.phidelta.core.thresholds.outlines import simplified


def curve(cases, seed, strength=1.2, steps=None):
    """The sweep of scores of 3 positives in 10 cases; rounded, there are long slants in it."""
    random = np.random.default_rng(seed)
    is_positive = random.random(cases) < 0.3
    is_positive[:2] = True, False
    scores = random.normal(strength * is_positive)
    return sweep(is_positive, scores if steps is None else np.round(scores * steps))


def greatest_distance(result, kept):
    """Of the points of a curve from the line through those kept: every segment is tried."""
    points = np.column_stack([result.fpr, result.tpr])
    ends = points[kept]
    found = np.full(len(points), np.inf)
    for start, end in zip(ends[:-1], ends[1:], strict=True):
        way = end - start
        length = way @ way
        share = np.clip((points - start) @ way / length, 0, 1) if length else np.zeros(len(points))
        nearest = start + share[:, None] * way
        found = np.minimum(found, np.linalg.norm(points - nearest, axis=1))
    return found.max()


CURVES = [
    *((cases, seed, None) for cases in (2, 3, 50, 900) for seed in (1, 2)),
    (20_000, 3, None),
    (20_000, 4, 2),
    (20_000, 5, 30),
]


@pytest.mark.parametrize(("cases", "seed", "steps"), CURVES)
def test_thinned_by_a_thousandth_errs_by_less(cases, seed, steps):
    """Half a pixel of 500."""
    result = curve(cases, seed, steps=steps)
    assert greatest_distance(result, result.thinned(1 / 1000)) < 1 / 1000


@pytest.mark.parametrize(("cases", "seed", "steps"), CURVES)
def test_what_is_drawn_errs_by_less_than_half_a_pixel_of_a_thousand(cases, seed, steps):
    result = curve(cases, seed, steps=steps)
    drawn = result.outline.drawn
    assert (drawn[0], drawn[-1]) == (0, len(result.cuts) - 1)
    assert (np.diff(drawn) > 0).all()
    assert greatest_distance(result, drawn) < 1 / 2000


def test_little_is_drawn_of_many_cases():
    result = curve(200_000, 6)
    assert len(result.outline.drawn) < 300
    assert result.outline.stops.tolist() == result.thinned(1 / 500).tolist()
    assert greatest_distance(result, result.outline.drawn) > 1 / 20_000  # it is not in vain


def test_a_class_without_cases():
    result = sweep(np.ones(900, bool), np.arange(900))
    assert result.outline.drawn.tolist() == [0, 900]


@pytest.mark.parametrize("tolerance", [0.3, 0.05, 0.004])
def test_no_point_is_farther_from_the_line_than_allowed(tolerance):
    """Also of lines that go back and forth, and end where they begin."""
    random = np.random.default_rng(7)
    x, y = random.random((2, 400)).cumsum(axis=1) % 1
    x[-1], y[-1] = x[0], y[0]
    kept = simplified(x, y, tolerance)
    for first, last in zip(kept[:-1], kept[1:], strict=True):
        way = complex(x[last] - x[first], y[last] - y[first])
        for k in range(first + 1, last):
            to = complex(x[k] - x[first], y[k] - y[first])
            share = min(max((to * way.conjugate()).real / abs(way) ** 2, 0), 1) if way else 0
            assert abs(to - share * way) <= tolerance + 1e-12


def test_straight_and_few():
    assert simplified([0.0], [0.0], 0.1).tolist() == [0]
    assert simplified([0, 1], [0, 0], 0.1).tolist() == [0, 1]
    assert simplified([0, 1, 2, 3], [0, 2, 4, 6], 1e-9).tolist() == [0, 3]
