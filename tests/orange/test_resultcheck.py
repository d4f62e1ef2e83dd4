"""Results that add-ons, scripts and old files can send: read right, or refused by their part."""

import pickle

import numpy as np
import pytest
from malformed import GOOD, REFUSED, altered, results_with, results_without
from Orange.classification import MajorityLearner, NaiveBayesLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.testedmodels import model_names, select_models


def counts_of(results):
    return [
        [float(x) for x in (c.counts.tp, c.counts.fp, c.counts.fn, c.counts.tn)]
        for c in evaluate(results, "1").classifiers
    ]


@pytest.mark.parametrize(("name", "make", "message"), REFUSED)
def test_what_cannot_be_read_is_named(name, make, message):
    results = make()
    for read in (checked_results, lambda unfit: evaluate(unfit, "1")):
        with pytest.raises(UnfitError, match=message):
            read(results)


#: What says the same in another form.
READ = {
    "objects": {"predicted": GOOD.predicted.astype(object), "actual": GOOD.actual.astype(object)},
    "whole numbers": {"predicted": GOOD.predicted.astype(int), "actual": GOOD.actual.astype(int)},
    "truths": {"actual": GOOD.actual.astype(bool)},
    "a column": {"actual": GOOD.actual[:, None]},
    "matrix": {"predicted": np.asmatrix(GOOD.predicted)},
    "lists": {
        "predicted": GOOD.predicted.tolist(),
        "actual": GOOD.actual.tolist(),
        "probabilities": GOOD.probabilities.tolist(),
        "row_indices": list(GOOD.row_indices),
    },
    "masks as folds": {"folds": [np.arange(95) % 3 == fold for fold in range(3)]},
    "learners None": {"learners": [None] * 3, "learner_names": ["a", "b", "c"]},
    "a learner None": {"learners": [NaiveBayesLearner(), None, MajorityLearner()]},
    "models in lists": {"models": GOOD.models.tolist()},
    "words as models": {"models": np.full((3, 3), "a model")},
    "data a word": {"data": "heart"},
}


@pytest.mark.parametrize("name", READ)
def test_another_form_says_the_same(name):
    results = results_with(**READ[name])
    assert counts_of(results) == counts_of(GOOD)
    checked = checked_results(results)
    areas = [c.outcome.auc for c in evaluate(results, "1").classifiers]
    assert areas == [c.outcome.auc for c in evaluate(GOOD, "1").classifiers]
    # all else that reads them
    assert len(set(model_names(checked))) == 3
    assert len(select_models(checked, model_names(checked)[1:]).predicted) == 2
    assert len(rethresholded(checked, "1", 0.25).learners) == 3


OPTIONAL = ("data", "row_indices", "folds", "learners", "models", "probabilities", "failed")


@pytest.mark.parametrize("part", [*OPTIONAL, "train_time", "score_by_folds"])
def test_what_is_not_needed_may_be_missing(part):
    results = pickle.loads(pickle.dumps(results_without(part)))
    assert counts_of(results) == counts_of(GOOD)
    checked = checked_results(results)
    selected = select_models(checked, model_names(checked)[:1])
    assert counts_of(selected) == counts_of(GOOD)[:1]
    assert not hasattr(results, part)


@pytest.mark.parametrize("value", [2, -1, 0.5, np.inf, 1e300])
def test_a_model_that_says_impossible_classes_is_left_out(value):
    found = evaluate(altered("predicted", (1, [3, 5]), value), "1")
    assert [c.index for c in found.classifiers] == [0, 2]
    assert found.left_out == {"tree": "predicts an impossible class for 2 of 95 cases"}


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_model_with_impossible_probabilities_has_no_curve(value):
    found = evaluate(altered("probabilities", (1, 3, 0), value), "1")
    assert found.without_scores == ("tree",)


def test_probabilities_too_great_to_be_added_up_make_no_curve():
    iris = CrossValidation(k=3)(Table("iris"), [MajorityLearner()])
    iris.probabilities = np.full(iris.probabilities.shape, 1e308)
    found = evaluate(iris, ("Iris-setosa", "Iris-virginica"))
    assert found.without_scores == (MajorityLearner().name,)


def test_a_model_without_learner_is_called_by_its_number():
    learners = [NaiveBayesLearner(), None, MajorityLearner()]
    results = results_with(learners=learners)
    assert model_names(checked_results(results))[1] == "Model 2"
    assert rethresholded(checked_results(results), "1", 0.3).learners[1] is None


def test_good_results_are_not_copied():
    checked = checked_results(GOOD)
    for part in ("actual", "predicted", "probabilities", "folds", "models", "data", "domain"):
        assert getattr(checked, part) is getattr(GOOD, part)
