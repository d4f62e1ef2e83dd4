"""Candidates in bootstrap samples: the same cases for all, and each sample by brute force."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.conditions import normalised_cost
from orangecontrib.phidelta.core.choosing.replicates import replicated
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
    found = replicated(is_positive, [scores, is_called], replicates=20, seed=9, resolution=21)
    where = found.condition
    for curve, decision in found.curves:
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
    found = replicated(is_positive, [scores, -scores, never], replicates=50, resolution=41)
    assert found.chosen.sum(axis=0) == pytest.approx(np.ones(41))
    # where positives count for nothing, nobody is better than never
    assert found.chosen[:, 0] == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert found.chosen_at(0.5)[0] == 1


def test_band_of_a_decision_is_the_adjusted_interval_of_its_cost():
    is_positive = np.arange(60) < 20
    is_called = np.r_[np.ones(15), np.zeros(5), np.ones(4), np.zeros(36)].astype(bool)
    found = replicated(is_positive, [is_called], replicates=400)
    low, high = (each[0] for each in found.band())
    # by hand at c = 1/2: rates 0.1 and 0.75, with one more of each kind 5/42 and 16/22
    error = np.sqrt((5 / 42 * 37 / 42 / 40 + 16 / 22 * 6 / 22 / 20) / 4)
    assert low[100] == pytest.approx(0.175 - 1.959964 * error)
    assert high[100] == pytest.approx(0.175 + 1.959964 * error, abs=0.01)  # no optimism
    # at c = 0.3, where a false alarm counts more; and at 0, where it is all that counts
    error = np.sqrt(0.49 * 5 / 42 * 37 / 42 / 40 + 0.09 * 16 / 22 * 6 / 22 / 20)
    assert low[60] == pytest.approx(0.7 * 0.1 + 0.3 * 0.25 - 1.959964 * error)
    assert high[0] == pytest.approx(0.1 + 1.959964 * np.sqrt(5 / 42 * 37 / 42 / 40), abs=0.01)
    for usual, told in zip(found.band(), found.band(0.95), strict=True):
        np.testing.assert_array_equal(usual, told)
    assert np.all(found.band(0.5)[0] >= low)


def test_band_of_a_score_reaches_above_what_its_best_cuts_cost(tested):
    is_positive, scores = tested
    found = replicated(is_positive, [scores], replicates=200, resolution=21)
    low, high = (each[0] for each in found.band())
    cost = found.observed[0].cost_at(found.condition)
    optimism = cost - found.costs[:, 0].mean(axis=0)
    assert optimism[10] > 0.005
    assert high[10] - cost[10] == pytest.approx(cost[10] - low[10] + 3 * optimism[10])
    assert (high <= np.minimum(found.condition, 1 - found.condition)).all()


def test_progress_is_told_and_may_end_the_work(tested):
    is_positive, scores = tested
    told = []
    replicated(is_positive, [scores], replicates=4, progress=told.append)
    assert told == [0.25, 0.5, 0.75, 1]

    def stop(share):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        replicated(is_positive, [scores], replicates=4, progress=stop)


def test_both_classes_are_needed():
    with pytest.raises(ValueError, match="positive and negative"):
        replicated([True, True], [np.array([0.1, 0.2])])


def test_usual_numbers_of_samples_and_conditions():
    is_positive = np.arange(9) < 4
    is_called = np.arange(9) % 2 == 0
    found, again = (replicated(is_positive, [is_called], **o) for o in ({}, {"seed": 0}))
    assert (len(found.curves), len(found.condition)) == (500, 201)
    assert (found.condition[0], found.condition[-1]) == (0, 1)
    assert found.cases == (5, 4)
    np.testing.assert_array_equal(found.costs, again.costs)
    for truth in (np.ones(9, bool), np.zeros(9, bool)):
        with pytest.raises(ValueError, match="positive and negative"):
            replicated(truth, [is_called])


def test_shares_between_conditions_are_between_theirs(tested):
    is_positive, scores = tested
    never = np.zeros(len(scores), bool)
    found = replicated(is_positive, [scores > 0.4, never], replicates=30, resolution=11)
    for row in range(10):
        middle = found.chosen_at((found.condition[row] + found.condition[row + 1]) / 2)
        np.testing.assert_allclose(middle, found.chosen[:, row : row + 2].mean(axis=1))
