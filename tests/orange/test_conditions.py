"""Models under operating conditions: candidates, who costs least, summaries and their table."""

import numpy as np
import pytest
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.core.choosing.beliefs import Range, belief
from orangecontrib.phidelta.core.choosing.conditions import normalised_cost
from orangecontrib.phidelta.orange.conditions import (
    Conditions,
    condition_text,
)
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.summaries import conditions_table

LEARNERS = [NaiveBayesLearner(), TreeLearner(max_depth=3), LogisticRegressionLearner()]
ABOUT = belief(Range(5, 20), Range(3, 10))


@pytest.fixture(scope="module")
def evaluation():
    results = CrossValidation(k=5, random_state=1)(Table("heart_disease"), LEARNERS)
    return evaluate(results, "1")


@pytest.fixture(scope="module", params=[True, False])
def conditions(evaluation, request):
    return Conditions(evaluation, request.param)


def test_who_costs_least_is_that_of_brute_force(conditions):
    where = np.linspace(0.001, 0.999, 333)
    costs = [[0.0, 0.0], [1.0, 1.0]]
    costs = [normalised_cost(fpr, tpr, where) for fpr, tpr in costs]
    for each in conditions.evaluation.classifiers:
        if conditions.is_movable:
            every = normalised_cost(each.sweep.fpr[:, None], each.sweep.tpr[:, None], where)
            costs.append(every.min(axis=0))
        else:
            costs.append(normalised_cost(each.counts.fpr, each.counts.tpr, where))
    costs = np.array(costs)
    for at, least in zip(where, costs.T, strict=True):
        stretch = conditions.stretch_at(at)
        assert least[stretch.candidate] == pytest.approx(least.min(), abs=1e-12)


def test_a_cut_told_makes_the_decision_told(conditions):
    for candidate in conditions.candidates[2:]:
        for cut, fpr, tpr in zip(
            candidate.cuts, candidate.curve.fpr, candidate.curve.tpr, strict=True
        ):
            calls = candidate.classifier.is_called
            if conditions.is_movable:
                calls = candidate.classifier.case_scores > cut
            truth = conditions.evaluation.is_positive
            assert (calls[~truth].mean(), calls[truth].mean()) == pytest.approx((fpr, tpr))


def test_one_cut_cannot_cost_less_than_the_best_of_each_condition(conditions):
    rows = conditions.summaries(ABOUT)
    assert sum(row.share for row in rows) == pytest.approx(1)
    for row, candidate in zip(rows, conditions.candidates, strict=True):
        assert row.cost >= ABOUT.expected_least(candidate.curve) - 1e-12
        assert row.safe_regret <= row.regret + 1e-12
        assert row.cost == pytest.approx(float(ABOUT.expected_cost(row.fpr, row.tpr)))


def test_safest_cut_is_that_of_brute_force(evaluation):
    conditions = Conditions(evaluation, True)
    row = conditions.summaries(ABOUT)[2]
    sweep = evaluation.classifiers[0].sweep
    ratio, cost = np.meshgrid(np.geomspace(5, 20, 25), np.geomspace(3, 10, 25))
    p = 1 / (1 + ratio.ravel())
    least = np.full(len(p), np.inf)
    for each in evaluation.classifiers:
        costs = np.outer(1 - p, each.sweep.fpr) + np.outer(p * cost.ravel(), 1 - each.sweep.tpr)
        least = np.minimum(least, costs.min(axis=1))
    costs = np.outer(1 - p, sweep.fpr) + np.outer(p * cost.ravel(), 1 - sweep.tpr)
    regrets = (costs - least[:, None]).max(axis=0)
    assert row.safe_regret == pytest.approx(regrets.min(), abs=1e-12)
    assert row.safe_cut == sweep.cuts[np.argmin(regrets)]


def test_table_has_a_row_for_each_candidate(conditions):
    rows = conditions.summaries(ABOUT)
    table = conditions_table(rows, np.linspace(0, 1, len(rows)))
    assert [str(m[0]) for m in table.metas] == [row.name for row in rows]
    assert np.isnan(table.X[0, 0])
    assert table.X[:, 3] == pytest.approx([row.cost for row in rows])
    assert table.X[-1, -1] == 1


def test_replicates_are_of_the_same_candidates(conditions):
    found = conditions.replicated(replicates=20)
    for curve, candidate in zip(found.observed, conditions.candidates, strict=True):
        at = np.linspace(0, 1, 7)
        assert curve.cost_at(at) == pytest.approx(candidate.curve.cost_at(at))


def test_preferences_are_of_models_only(conditions):
    found = conditions.preferences(0.1, resolution=5)
    assert found.values.shape == (3, 5, 5)
    assert found.prevalence == 0.1


@pytest.mark.parametrize(
    ("condition", "text"),
    [(0.5, "1 : 1"), (0.2, "4 : 1"), (0.8, "1 : 4"), (0, "all : 0"), (1, "0 : all")],
)
def test_condition_as_odds(condition, text):
    assert condition_text(condition) == text
