"""Pairs of models: which may be compared, and what the table says."""

import baycomp
import numpy as np
import pytest
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation, ShuffleSplit

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.pairs import LastPair, pair_of, pairs_table
from orangecontrib.phidelta.orange.results import evaluate

LEARNERS = [NaiveBayesLearner(), TreeLearner(max_depth=3), LogisticRegressionLearner()]
NAMES = "naive bayes", "tree", "logistic regression"


@pytest.fixture(scope="module")
def results():
    return CrossValidation(k=5, random_state=1)(Table("heart_disease"), LEARNERS)


@pytest.fixture(scope="module")
def evaluation(results):
    return evaluate(results, "1")


def test_cases_are_those_of_the_results(results, evaluation):
    pairing = pair_of(evaluation, NAMES[:2]).pairing
    first, second = results.predicted[:2] == 1
    truth = results.actual == 1
    assert pairing.positives.only_first == np.sum(truth & first & ~second)
    assert pairing.negatives.only_second == np.sum(~truth & ~first & second)
    assert pairing.first.tp == evaluation.classifiers[0].counts.tp


def test_over_folds_is_the_correlated_test(evaluation):
    pair = pair_of(evaluation, NAMES[:2])
    values = [each.folds.counts.measure("kappa") for each in (pair.first, pair.second)]
    expected = baycomp.two_on_single(*values, rope=0.02)
    found = pair.over_folds("kappa", 0.02)
    assert (found.first, found.equal, found.second) == pytest.approx(expected)
    assert found.folds == 5


def test_of_costs_the_lower_one_is_better(evaluation):
    pair = pair_of(evaluation, NAMES[:2])
    cost, accuracy = (pair.over_folds(m) for m in ("cost", "accuracy"))
    assert cost.first == pytest.approx(accuracy.first)
    assert accuracy.first > 0.5


def test_who_cannot_be_compared_is_told_why(evaluation):
    with pytest.raises(UnfitError, match="Select two models"):
        pair_of(evaluation, NAMES)
    with pytest.raises(UnfitError, match="“Point 1” is a point of a table"):
        pair_of(evaluation, ("tree", "Point 1"))
    repeated = ShuffleSplit(n_resamples=3)(Table("heart_disease"), LEARNERS[:2])
    with pytest.raises(UnfitError, match="more than once"):
        pair_of(evaluate(repeated, "1"), NAMES[:2])
    assert pairs_table(evaluate(repeated, "1"), NAMES, 0.3) is None


def test_table_has_each_pair_and_measure(evaluation):
    table = pairs_table(evaluation, [*NAMES, "Point 1"], 0.2, cost_fp=1.0, cost_fn=5.0)
    assert len(table) == 3 * (len(MEASURES) + 1)
    row = next(r for r in table if r["A"] == "tree" and r["Measure"] == MEASURES["cost"].title)
    pair = pair_of(evaluation, NAMES[1:])
    expected = pair.pairing.difference("cost", 0.2, cost_fp=1.0, cost_fn=5.0)
    assert [float(row[i]) for i in range(4)] == pytest.approx(expected)
    costs = [
        c.counts.measure("cost", 0.2, cost_fp=1.0, cost_fn=5.0) for c in evaluation.classifiers
    ]
    assert float(row["Difference"]) == pytest.approx(costs[1] - costs[2])


def test_break_even_cost_makes_both_cost_the_same(evaluation):
    table = pairs_table(evaluation, ("naive bayes", "tree"), 0.2)
    cost = float(table[-1]["Difference"])
    pair = pair_of(evaluation, ("naive bayes", "tree"))
    if np.isnan(cost):
        assert np.isnan(pair.pairing.break_even.condition)
    else:
        one, two = (
            c.counts.measure("cost", 0.2, cost_fp=1.0, cost_fn=cost)
            for c in (pair.first, pair.second)
        )
        assert one == pytest.approx(two)


def test_one_model_is_no_pair(evaluation):
    assert pairs_table(evaluation, ["tree"], 0.3) is None


def test_the_last_pair_is_kept(evaluation, results):
    last = LastPair()
    pair = last.of(evaluation, NAMES[:2])
    assert last.of(evaluation, list(NAMES[:2])) is pair
    assert last.of(evaluation, NAMES[1:]).first.name == "tree"
    with pytest.raises(UnfitError):
        last.of(evaluation, ("tree", "Point 1"))
    other = last.of(evaluate(results, "0"), NAMES[1:])
    assert other.is_positive.sum() == np.sum(results.actual == 0)


def test_places_are_of_the_second_and_the_first(evaluation):
    second, first = pair_of(evaluation, NAMES[:2]).places
    counts = evaluation.classifiers[0].counts
    assert first == (counts.fpr, counts.tpr)
    assert second == (evaluation.classifiers[1].counts.fpr, evaluation.classifiers[1].counts.tpr)


def test_over_folds_in_words(evaluation):
    pair = pair_of(evaluation, NAMES[:2])
    found = pair.over_folds("kappa", 0.02)
    told = pair.explain_over_folds("kappa", 0.02)
    assert told.startswith("over 5 folds, with differences below 0.02 in Cohen's kappa")
    assert f"naive bayes better {found.first:.2f}, equal {found.equal:.2f}, " in told
    assert told.endswith(f"tree better {found.second:.2f}")
    assert "equal" not in pair.explain_over_folds("kappa")
    assert "in Cohen's kappa: naive" in pair.explain_over_folds("kappa")


def test_a_table_as_counted_is_at_the_class_ratio_of_the_cases(evaluation):
    counted, given = (pairs_table(evaluation, NAMES[:2], p) for p in (None, evaluation.prevalence))
    np.testing.assert_allclose(counted.X[:, :4], given.X[:, :4])
    pair = pair_of(evaluation, NAMES[:2])
    [row] = [row for row in counted if row["Measure"] == "Accuracy"]
    assert row["A better over folds"] == pytest.approx(pair.over_folds("accuracy").first)
