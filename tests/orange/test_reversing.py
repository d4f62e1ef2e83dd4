"""Models, learners and results reversed: where they land, and what they say of each case."""

import numpy as np
import pytest
from Orange import evaluation
from Orange.base import Learner, Model
from Orange.classification import NaiveBayesLearner
from Orange.data import Table
from Orange.widgets.evaluate.owtestandscore import OWTestAndScore

from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.rethresholding import rethresholded, reversed_classifier

COSTS = {"cost_fp": 1, "cost_fn": 5}


class Turned(Model):
    """Another model's probabilities, each class getting those of the class before."""

    def __init__(self, model):
        super().__init__(model.domain, model.original_domain)
        self.model, self.name = model, "turned"

    def predict_storage(self, data):
        probabilities = np.roll(self.model(data, Model.Probs), 1, axis=1)
        return np.argmax(probabilities, axis=1).astype(float), probabilities


class Contrary(Learner):
    """Learns the wrong way round."""

    name = "contrary"
    supports_weights = True

    def __init__(self, learner=None):
        super().__init__()
        self.learner = learner or NaiveBayesLearner()

    def fit_storage(self, data):
        return Turned(self.learner(data))


@pytest.fixture(scope="module")
def heart():
    """With fewer positives than there are: 70 of 234."""
    data = Table("heart_disease")
    ill = np.flatnonzero(data.Y == 1)
    return data[np.sort(np.concatenate([np.flatnonzero(data.Y == 0), ill[:70]]))]


@pytest.fixture(scope="module")
def iris():
    """Of 50, 50 and 20 flowers."""
    return Table("iris")[:120]


def in_folds(data, *learners):
    return evaluation.CrossValidation(k=5, random_state=1)(
        data, learners, suppresses_exceptions=False
    )


def rates(results, positive, row=0):
    counts = evaluate(results, positive).classifiers[row].counts
    return counts.fpr, counts.tpr


@pytest.mark.parametrize("positive", ["0", "1"])
@pytest.mark.parametrize("cut", [0.0713, 0.5, 0.8641])
def test_a_reversed_learner_lands_at_the_mirrored_point(heart, positive, cut):
    plain = ThresholdLearner(Contrary(), positive, cut)
    turned = ThresholdLearner(Contrary(), positive, 1 - cut, reverse=True)
    results = in_folds(heart, plain, turned)
    fpr, tpr = rates(results, positive)
    assert fpr > tpr
    assert abs(fpr + tpr - 1) > 0.02  # not on the line where accuracy of both classes is equal
    assert rates(results, positive, 1) == pytest.approx((1 - fpr, 1 - tpr))
    member = heart.domain.class_var.values.index(positive)
    first, second = results.probabilities[:, :, member]
    np.testing.assert_allclose(first + second, 1)
    auc = [each.sweep.auc for each in evaluate(results, positive).classifiers]
    assert sum(auc) == pytest.approx(1)
    assert auc[0] < 0.2


@pytest.mark.parametrize("positive", [("Iris-setosa", "Iris-virginica"), ("Iris-versicolor",)])
def test_merged_positives_of_three_classes(iris, positive):
    plain = ThresholdLearner(Contrary(), positive, 0.2871)
    turned = ThresholdLearner(Contrary(), positive, 1 - 0.2871, reverse=True)
    results = in_folds(iris, plain, turned)
    fpr, tpr = rates(results, positive)
    assert 0 < fpr < 1 or 0 < tpr < 1
    assert rates(results, positive, 1) == pytest.approx((1 - fpr, 1 - tpr))
    first, second = results.probabilities
    np.testing.assert_allclose(second.sum(axis=1), 1)
    values = np.array(iris.domain.class_var.values)
    for before, after, predicted in zip(first, second, results.predicted[1], strict=True):
        is_positive = np.isin(values, positive)
        assert after[is_positive].sum() == pytest.approx(before[~is_positive].sum())
        # the most probable value of its side, by what the model itself gives
        side = is_positive == is_positive[int(predicted)]
        assert before[int(predicted)] == before[side].max()


def test_against_chosen_classes(iris):
    """What is on neither side keeps its probability, and the sides share the rest crosswise."""
    sides = PositiveClass.of(iris.domain, "Iris-versicolor", "Iris-virginica")
    plain = ThresholdLearner(NaiveBayesLearner(), sides, 0.3)
    turned = ThresholdLearner(NaiveBayesLearner(), sides, 0.7, reverse=True)
    results = in_folds(iris, NaiveBayesLearner(), plain, turned)
    fpr, tpr = rates(results, sides, 1)
    assert fpr != pytest.approx(1 - tpr)
    assert rates(results, sides, 2) == pytest.approx((1 - fpr, 1 - tpr))
    before, _, after = results.probabilities
    np.testing.assert_allclose(after[:, [0, 2, 1]], before)
    found = evaluate(results, sides)
    reverse = reversed_classifier(found.classifiers[0], results, found.positive)
    auc = found.classifiers[0].sweep.auc
    assert reverse.sweep.auc == pytest.approx(1 - auc)
    counts = found.classifiers[0].counts
    assert (reverse.counts.tp, reverse.counts.fp) == (counts.fn, counts.tn)
    tuned = ThresholdLearner(NaiveBayesLearner(), sides, reverse=True, parameters=COSTS)
    assert tuned(iris).negatives == ("Iris-virginica",)


@pytest.mark.parametrize("positive", ["0", "1"])
def test_the_cut_is_tuned_on_exchanged_probabilities_of_the_training_data(heart, positive):
    """Twice turned is as if learnt the right way round."""
    rule = {"parameters": COSTS, "folds": 4, "seed": 2}
    turned = ThresholdLearner(Contrary(), positive, **rule, reverse=True)
    right = ThresholdLearner(NaiveBayesLearner(), positive, **rule)
    found, expected = turned(heart), right(heart)
    assert found.cut == expected.cut
    for one, other in zip(found(heart, 2), expected(heart, 2), strict=True):
        np.testing.assert_array_equal(one, other)
    wrong = ThresholdLearner(Contrary(), positive, **rule)(heart)
    assert wrong.cut != found.cut
    results = in_folds(heart, turned, right)
    np.testing.assert_array_equal(*results.predicted)


def test_weights_weigh_the_cases(heart):
    """By brute force over all cuts, on the folds of the tuning."""
    data = heart.copy()
    with data.unlocked():
        data.set_weights(1)
        data.W[data.Y == 1] = 3.5
    learner = ThresholdLearner(Contrary(), "1", parameters=COSTS, folds=3, reverse=True)
    cut = learner.tuning(data).best.cut
    inner = evaluation.CrossValidation(k=3, random_state=0)(data, [Contrary()])
    score = 1 - inner.probabilities[0][:, 1]
    weights = np.where(inner.actual == 1, 3.5, 1.0)

    def cost(cut):
        called = score > cut
        wrong = np.where(called, inner.actual == 0, 5 * (inner.actual == 1))
        return np.sum(weights * wrong) / np.sum(weights)

    least = min(map(cost, sweep(inner.actual == 1, score).cuts))
    assert cost(cut) == pytest.approx(least)
    assert learner(data).cut == cut
    assert ThresholdLearner(Contrary(), "1", parameters=COSTS, folds=3, reverse=True)(
        heart
    ).cut != pytest.approx(cut)


def test_names_tell_it(heart):
    model = ThresholdModel(NaiveBayesLearner()(heart), "1", 0.3, reverse=True)
    assert model.name == "naive bayes, reversed, cut 0.30"
    learner = ThresholdLearner(NaiveBayesLearner(), "1", 0.3, reverse=True)
    assert learner.name == learner(heart).name == model.name
    tuned = ThresholdLearner(Contrary(), "1", reverse=True)
    assert tuned.name == "contrary, reversed, cut tuned for cost"
    assert tuned(heart).name.startswith("contrary, reversed, cut 0.")


@pytest.mark.parametrize("positive", ["0", "1"])
def test_results_models_and_learners_agree(heart, positive):
    train, test = heart[::2], heart[1::2]
    results = evaluation.TestOnTestData(store_data=True, store_models=True)(
        train, test, [Contrary(), NaiveBayesLearner()]
    )
    before = results.predicted.copy(), results.probabilities.copy()
    turned = rethresholded(results, positive, 0.7, ["contrary"], reverse=True)
    np.testing.assert_array_equal(before[0], results.predicted)
    np.testing.assert_array_equal(before[1], results.probabilities)
    assert turned.learner_names == ["contrary, reversed, cut 0.70", "naive bayes"]
    np.testing.assert_array_equal(turned.probabilities[1], results.probabilities[1])
    for model in (turned.models[0, 0], turned.learners[0](train)):
        values, probabilities = model(test, Model.ValueProbs)
        np.testing.assert_array_equal(values, turned.predicted[0])
        np.testing.assert_array_equal(probabilities, turned.probabilities[0])
    member = heart.domain.class_var.values.index(positive)
    score = 1 - results.probabilities[0][:, member]
    np.testing.assert_array_equal(turned.predicted[0] == member, score > 0.7)


def test_a_classifier_is_reversed_with_all_its_decisions(iris):
    results = in_folds(iris, Contrary(), NaiveBayesLearner())
    unknown = results.actual.copy()
    unknown[::9] = np.nan
    results.actual = unknown
    found = evaluate(results, ("Iris-setosa", "Iris-versicolor"))
    plain = found.classifiers[0]
    turned = reversed_classifier(plain, results, found.positive)
    assert (turned.name, turned.index, turned.is_reversed) == ("contrary", 0, True)
    assert turned.title == "contrary, reversed"
    mine, others = plain.counts, turned.counts
    assert (others.tp, others.fp) == (mine.fn, mine.tn)
    assert turned.sweep.auc == pytest.approx(1 - plain.sweep.auc)
    np.testing.assert_array_equal(turned.is_called, ~plain.is_called)
    np.testing.assert_allclose(turned.case_scores, 1 - plain.case_scores)
    folds = plain.folds.counts
    np.testing.assert_array_equal(turned.folds.counts.tp, folds.fn)
    np.testing.assert_array_equal(turned.folds.counts.fp, folds.tn)


def test_in_test_and_score(gui, heart):
    """The learner on the output of the Tuner lands there as it does in a script."""
    plain = ThresholdLearner(Contrary(), "1", 0.4)
    turned = ThresholdLearner(Contrary(), "1", 0.6, reverse=True)
    widget = gui.create_widget(OWTestAndScore)
    gui.send_signal(widget.Inputs.train_data, heart, widget=widget)
    gui.send_signal(widget.Inputs.learner, plain, 0, widget=widget)
    gui.send_signal(widget.Inputs.learner, turned, 1, widget=widget)
    results = gui.get_output(widget.Outputs.evaluations_results, widget=widget, wait=20000)
    fpr, tpr = rates(results, "1")
    assert rates(results, "1", 1) == pytest.approx((1 - fpr, 1 - tpr))
    assert fpr > tpr
