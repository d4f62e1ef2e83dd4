"""Decisions by lot: what they give on average, and where they lie."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.mixtures import chance_like, mixture, mixtures
from orangecontrib.phidelta.core.decisions.counts import Counts


def test_a_mixture_is_what_drawing_lots_gives():
    random = np.random.default_rng(4)
    cases = 200_000
    is_positive = random.random(cases) < 0.2
    score = random.normal(size=cases) + is_positive
    first, second = score > 1.5, score > -0.2
    drawn = np.where(random.random(cases) < 0.3, first, second)
    places = [
        (c.fpr, c.tpr) for c in (Counts.from_decisions(is_positive, d) for d in (first, second))
    ]
    drawn = Counts.from_decisions(is_positive, drawn)
    assert mixture(*places, 0.3) == pytest.approx((drawn.fpr, drawn.tpr), abs=0.01)
    assert mixture(*places, 0.7) != pytest.approx((drawn.fpr, drawn.tpr), abs=0.1)


def test_mixtures_go_along_the_edges():
    found = mixtures([0.0, 0.1, 1.0], [0.0, 0.6, 1.0], steps=4)
    np.testing.assert_allclose(found.fpr[:5], [0, 0.025, 0.05, 0.075, 0.1], atol=1e-12)
    np.testing.assert_allclose(found.tpr[5:], [0.6, 0.7, 0.8, 0.9, 1.0])
    np.testing.assert_allclose(found.share, [1, 0.75, 0.5, 0.25, 0] * 2)
    assert found.edge.tolist() == [0] * 5 + [1] * 5


def test_a_hull_of_one_decision_has_no_edges():
    assert [len(each) for each in mixtures([0.0], [1.0])] == [0, 0, 0, 0]


@pytest.mark.parametrize("prevalence", [0.1, 0.46, 0.9])
def test_chance_calls_as_many_positive(prevalence):
    fpr, tpr = chance_like(0.2, 0.7, prevalence)
    assert fpr == tpr == pytest.approx(prevalence * 0.7 + (1 - prevalence) * 0.2)


def test_a_hundred_steps_unless_told():
    found = mixtures([0.0, 0.1], [0.0, 0.6])
    assert len(found.share) == 101
    np.testing.assert_allclose(found.share, np.linspace(1, 0, 101))


def test_a_mixture_is_of_two_decisions():
    with pytest.raises(ValueError, match="zip"):
        mixture((0.1, 0.5), (0.3,), 0.5)
