"""Candidates in bootstrap samples: the same cases for all, and each sample by brute force."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.conditions import normalised_cost
from orangecontrib.phidelta.core.choosing.replicates import replicate_curves, replicated
from orangecontrib.phidelta.core.thresholds.sweeps import sweep


@pytest.fixture(scope="module")
def tested():
    random = np.random.default_rng(0)
    is_positive = random.random(120) < 0.3
    return is_positive, np.round(random.normal(1.3 * is_positive), 1)


def test_each_sample_is_that_of_the_drawn_cases(tested):
    is_positive, scores = tested
    is_called = scores > 0.65
    random = np.random.default_rng(9)
    where = np.linspace(0, 1, 21)
    for curve, decision in replicate_curves(
        is_positive, [scores, is_called], replicates=20, seed=9
    ):
        rows = np.concatenate(
            [random.choice(c, len(c)) for c in map(np.flatnonzero, (~is_positive, is_positive))]
        )
        drawn = sweep(is_positive[rows], scores[rows])
        costs = normalised_cost(drawn.fpr[:, None], drawn.tpr[:, None], where)
        assert curve.cost_at(where) == pytest.approx(costs.min(axis=0), abs=1e-12)
        fpr, tpr = (is_called[rows][is_positive[rows] == c].mean() for c in (False, True))
        assert decision.cost_at(where) == pytest.approx(normalised_cost(fpr, tpr, where))


def test_shares_of_being_chosen(tested):
    is_positive, scores = tested
    never = np.zeros(len(scores), bool)
    found = replicated(replicate_curves(is_positive, [scores, -scores, never], replicates=50), 41)
    assert found.chosen.sum(axis=0) == pytest.approx(np.ones(41))
    # where positives count for nothing, nobody is better than never
    assert found.chosen[:, 0] == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert found.chosen_at(0.5)[0] == 1


def test_band_holds_most_samples(tested):
    is_positive, scores = tested
    found = replicated(replicate_curves(is_positive, [scores], replicates=200), 21)
    low, high = found.band(0.8)
    inside = (found.costs >= low) & (found.costs <= high)
    assert (inside.mean(axis=0) >= 0.8 - 1e-9).all()


def test_both_classes_are_needed():
    with pytest.raises(ValueError, match="positive and negative"):
        next(replicate_curves([True, True], [np.array([0.1, 0.2])]))
