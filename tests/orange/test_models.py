"""What models decide, case by case, against what curves promise; learners against leaks."""

import copy
import pickle

import numpy as np
import pytest
from Orange import classification, evaluation
from Orange.base import Learner, Model
from Orange.classification import calibration
from Orange.data import DiscreteVariable, Domain, Table
from Orange.data.filter import IsDefined
from Orange.evaluation import CrossValidation
from Orange.preprocess import Normalize, Preprocess, SelectBestFeatures
from Orange.regression import MeanLearner
from Orange.widgets.evaluate.owconfusionmatrix import OWConfusionMatrix
from Orange.widgets.evaluate.owpredictions import OWPredictions
from Orange.widgets.evaluate.owtestandscore import OWTestAndScore
from Orange.widgets.model.owcalibratedlearner import OWCalibratedLearner
from Orange.widgets.model.owloadmodel import OWLoadModel
from Orange.widgets.model.owsavemodel import OWSaveModel

from orangecontrib.phidelta.core.choosing.rangemeasures import RANGE_MEASURES
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.constraints import Constraint, InfeasibleError
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.core.words import name_cut
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.cuts import has_probabilities
from orangecontrib.phidelta.orange.models import (
    ThresholdLearner,
    ThresholdModel,
)
from orangecontrib.phidelta.orange.orangethreshold import orange_threshold_classifier
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.testedmodels import model_names

COST_1_5 = {"cost_fp": 1, "cost_fn": 5}


def learners():
    return {
        "naive bayes": classification.NaiveBayesLearner(),
        "logistic regression": classification.LogisticRegressionLearner(),
        "tree": classification.TreeLearner(max_depth=4),
        "random forest": classification.RandomForestLearner(n_estimators=7, random_state=0),
        "knn": classification.KNNLearner(),
        "calibrated": classification.CalibratedLearner(classification.LogisticRegressionLearner()),
        "majority": classification.MajorityLearner(),
    }


class Recited(Model):
    """Gives the probabilities it was made with, one row a case."""

    name = "recited"

    def __init__(self, domain, probabilities):
        super().__init__(domain)
        self.probabilities = np.array(probabilities, float)

    def predict(self, X):
        probabilities = self.probabilities[: len(X)]
        return np.argmax(probabilities, axis=1).astype(float), probabilities


class Fails(Learner):
    name = "fails"

    def fit_storage(self, data):
        raise ValueError("no")


class Rows(Preprocess):
    """Notes how many cases it was fitted on."""

    def __init__(self):
        self.seen = []

    def __call__(self, data):
        self.seen.append(len(data))
        return data


def names_of(data, predicted):
    return [data.domain.class_var.values[int(value)] for value in predicted]


def cases_of(domain, number):
    """Cases without features, all of the first class."""
    return Table.from_numpy(domain, np.zeros((number, 0)), np.zeros(number))


def with_class_values(data, values):
    """The same cases, the values of the class in another order."""
    old = data.domain.class_var
    new = DiscreteVariable(old.name, values=values)
    assert new == old
    return data.transform(Domain(data.domain.attributes, new, data.domain.metas))


def decided_by_hand(row, values, positive, cut):
    """The class value decided for one case, in plain words."""
    if any(np.isnan(row)):
        return None
    probability = dict(zip(values, row, strict=True))
    is_positive = sum(probability[value] for value in positive) > cut
    side = [value for value in values if (value in positive) == is_positive]
    return max(side, key=probability.get)


@pytest.fixture(scope="module")
def heart():
    return Table("heart_disease")


@pytest.fixture(scope="module")
def iris():
    return Table("iris")


# --- what the curve promises is what the model decides ---


@pytest.mark.parametrize("positive", ["0", "1"])
@pytest.mark.parametrize("name", learners())
def test_the_model_decides_what_the_curve_promised_at_every_cut(heart, name, positive):
    model = learners()[name](heart)
    results = evaluation.TestOnTestData()(heart, heart, [lambda data: model])
    (classifier,) = evaluate(results, {positive}).classifiers
    curve = classifier.sweep
    value = heart.domain.class_var.values.index(positive)
    is_positive = results.actual == value
    score = results.probabilities[0][:, value]
    cases = model.data_to_model_domain(heart)
    for index, cut in enumerate(curve.cuts):
        for emitted in (
            ThresholdModel(model, positive, cut),
            orange_threshold_classifier(model, positive, cut),
        ):
            is_called = emitted(cases) == value
            np.testing.assert_array_equal(is_called, score > cut)
            assert np.sum(is_called & is_positive) == curve.tp[index]
            assert np.sum(is_called & ~is_positive) == curve.fp[index]


@pytest.mark.parametrize("positive", [("Iris-virginica",), ("Iris-setosa", "Iris-virginica")])
@pytest.mark.parametrize("name", ["naive bayes", "tree", "logistic regression"])
def test_more_than_two_classes(iris, name, positive):
    model = learners()[name](iris)
    results = evaluation.TestOnTestData()(iris, iris, [lambda data: model])
    (classifier,) = evaluate(results, positive).classifiers
    values = iris.domain.class_var.values
    probabilities = model(iris, Model.Probs)
    for index in classifier.sweep.thinned(1 / 10):
        cut = classifier.sweep.cuts[index]
        predicted = ThresholdModel(model, positive, cut)(iris)
        expected = [decided_by_hand(row, values, positive, cut) for row in probabilities]
        assert names_of(iris, predicted) == expected
        is_called = np.isin(expected, positive)
        assert (
            np.sum(is_called & np.isin(names_of(iris, iris.Y), positive))
            == (classifier.sweep.tp[index])
        )


def test_probabilities_too_small_for_the_other_class_to_show():
    domain = Domain([], DiscreteVariable("y", values=("a", "b")))
    probabilities = [[2e-20, 1.0], [1e-20, 1.0], [0.6, 0.4]]
    model, data = Recited(domain, probabilities), cases_of(domain, 3)
    assert names_of(data, ThresholdModel(model, "a", 1.5e-20)(data)) == ["a", "b", "a"]


@pytest.mark.parametrize("positive", ["a", "b"])
def test_a_cut_equal_to_a_score_leaves_it_negative(positive):
    domain = Domain([], DiscreteVariable("y", values=("a", "b")))
    rows = [[0.25, 0.75], [0.5, 0.5], [0.75, 0.25]]
    model, data = Recited(domain, rows), cases_of(domain, 3)
    value = "ab".index(positive)
    for cut in (0.25, 0.5, 0.75):
        for emitted in (
            ThresholdModel(model, positive, cut),
            orange_threshold_classifier(model, positive, cut),
        ):
            assert [v == value for v in emitted(data)] == [row[value] > cut for row in rows]


def test_orange_threshold_classifier_is_for_two_values(iris):
    model = classification.NaiveBayesLearner()(iris)
    with pytest.raises(UnfitError, match="two values, but “iris” has 3"):
        orange_threshold_classifier(model, "Iris-setosa", 0.5)


def test_orange_threshold_classifier_has_a_name(heart):
    emitted = orange_threshold_classifier(classification.NaiveBayesLearner()(heart), "0", 0.25)
    assert isinstance(emitted, calibration.ThresholdClassifier)
    assert emitted.name == "naive bayes, cut 0.25"
    assert emitted.threshold == 0.75


# --- the model as a model of Orange ---


def test_values_and_probabilities(iris):
    base_model = classification.LogisticRegressionLearner()(iris)
    model = ThresholdModel(base_model, "Iris-virginica", 0.2)
    values, probabilities = model(iris, Model.ValueProbs)
    np.testing.assert_array_equal(probabilities, base_model(iris, Model.Probs))
    np.testing.assert_array_equal(model(iris, Model.Probs), probabilities)
    np.testing.assert_array_equal(model(iris), values)
    np.testing.assert_array_equal(model.predict_proba(iris), probabilities)
    assert (values == 2).sum() > (base_model(iris) == 2).sum()


@pytest.mark.parametrize("positive", ["0", "1"])
@pytest.mark.parametrize("name", ["naive bayes", "logistic regression", "tree"])
def test_data_of_every_shape(heart, name, positive):
    model = ThresholdModel(learners()[name](heart), positive, 0.2)
    expected = model(heart)
    assert [model(instance) for instance in heart[:20]] == list(expected[:20])
    assert [model(list(row)) for row in heart[:3]] == list(expected[:3])
    unlabelled = heart.transform(Domain(heart.domain.attributes))
    np.testing.assert_array_equal(model(unlabelled), expected)
    in_its_domain = model.data_to_model_domain(heart)
    np.testing.assert_array_equal(model(in_its_domain), expected)
    np.testing.assert_array_equal(model(in_its_domain.X), expected)
    np.testing.assert_array_equal(model(in_its_domain.to_sparse().X), expected)
    assert model(in_its_domain.X[0]) == expected[0]


@pytest.mark.parametrize("name", ["tree", "naive bayes", "logistic regression", "calibrated"])
def test_class_values_in_another_order(iris, name):
    model = ThresholdModel(learners()[name](iris), ("Iris-setosa", "Iris-virginica"), 0.4)
    expected = names_of(iris, model(iris))
    turned = with_class_values(iris, ("Iris-virginica", "Iris-setosa", "Iris-versicolor"))
    values, probabilities = model(turned, Model.ValueProbs)
    assert names_of(turned, values) == expected
    np.testing.assert_allclose(probabilities[:, [1, 2, 0]], model(iris, Model.Probs))
    assert len(set(expected)) == (2 if name == "calibrated" else 3)


def test_class_values_in_another_order_and_two_classes(heart):
    base_model = classification.LogisticRegressionLearner()(heart)
    turned = with_class_values(heart, ("1", "0"))
    for positive, cut in (("0", 0.3), ("1", 0.2)):
        model = ThresholdModel(base_model, positive, cut)
        assert names_of(turned, model(turned)) == names_of(heart, model(heart))


def test_unknown_probabilities_give_unknown_values():
    values = ("a", "b", "c")
    domain = Domain([], DiscreteVariable("y", values=values))
    rows = [[0.5, 0.1, 0.4], [np.nan] * 3, [0.1, 0.6, 0.3], [np.nan, 0.5, 0.5]]
    model = ThresholdModel(Recited(domain, rows), ("a", "c"), 0.3)
    data = cases_of(domain, 4)
    np.testing.assert_array_equal(model(data), [0, np.nan, 2, np.nan])
    turned = with_class_values(data, ("c", "b", "a"))
    np.testing.assert_array_equal(model(turned), [2, np.nan, 0, np.nan])
    assert np.isnan(model(turned, Model.Probs)[1]).all()


def test_the_base_model_stays_as_it_was(heart):
    base_model = classification.NaiveBayesLearner()(heart)
    before, name = base_model(heart), base_model.name
    ThresholdModel(base_model, "1", 0.01)(heart)
    np.testing.assert_array_equal(base_model(heart), before)
    assert base_model.name == name


@pytest.mark.parametrize("name", learners())
def test_models_pickle(heart, name):
    model = ThresholdModel(learners()[name](heart), "0", 0.31)
    again = pickle.loads(pickle.dumps(model))
    assert again.name == model.name
    assert (again.positive, again.cut) == (("0",), 0.31)
    np.testing.assert_array_equal(again(heart), model(heart))


@pytest.mark.parametrize(
    ("cut", "text"),
    [
        (0.31, "cut 0.31"),
        (0.3149, "cut 0.31"),
        (0.003, "cut 0.003"),
        (0.9987, "cut 0.9987"),
        (np.inf, "never positive"),
        (-np.inf, "always positive"),
    ],
)
def test_names_tell_the_cut(heart, cut, text):
    base_model = classification.LogisticRegressionLearner()(heart)
    base_model.name = "Logistic Regression"
    assert name_cut(cut) == text
    assert ThresholdModel(base_model, "1", cut).name == f"Logistic Regression, {text}"


def test_positive_values_are_kept_in_the_order_of_the_target(iris):
    model = classification.NaiveBayesLearner()(iris)
    positive = {"Iris-virginica", "Iris-setosa"}
    assert ThresholdModel(model, positive, 0.5).positive == ("Iris-setosa", "Iris-virginica")
    assert ThresholdModel(model, "Iris-setosa", 0.5).positive == ("Iris-setosa",)


@pytest.mark.parametrize(
    ("positive", "cut", "message"),
    [
        ("2", 0.5, "“diameter narrowing” has no value “2”"),
        ((), 0.5, "leave at least one out"),
        (("0", "1"), 0.5, "leave at least one out"),
        ("1", np.nan, "not a number"),
    ],
)
def test_impossible_models(heart, positive, cut, message):
    with pytest.raises(UnfitError, match=message):
        ThresholdModel(classification.NaiveBayesLearner()(heart), positive, cut)


def test_numeric_targets_are_refused():
    housing = Table("housing")[:50]
    with pytest.raises(UnfitError, match="one categorical target"):
        ThresholdModel(MeanLearner()(housing), "1", 0.5)
    with pytest.raises(ValueError, match="one categorical target"):
        ThresholdLearner(MeanLearner(), "1")(housing)


WITHOUT_PROBABILITIES = {
    "svm": classification.SVMLearner(probability=False),
    "linear svm": classification.LinearSVMLearner(),
    "sgd": classification.SGDClassificationLearner(loss="hinge"),
    "calibrated svm": classification.CalibratedLearner(classification.LinearSVMLearner()),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", WITHOUT_PROBABILITIES)
def test_learners_without_probabilities_are_refused(heart, name):
    learner = WITHOUT_PROBABILITIES[name]
    with pytest.raises(UnfitError, match="gives no probabilities"):
        ThresholdModel(learner(heart), "1", 0.5)
    for cut in (0.3, None):
        with pytest.raises(UnfitError, match=f"“{learner.name}” gives no probabilities"):
            ThresholdLearner(learner, "1", cut)(heart)
    failed = CrossValidation(k=3)(heart, [ThresholdLearner(learner, "1")]).failed[0]
    assert "no probabilities" in str(failed)


@pytest.mark.parametrize("name", learners())
def test_learners_with_probabilities_are_not(heart, name):
    assert has_probabilities(learners()[name](heart))


def test_support_vector_machines_with_probabilities_are_not(heart):
    assert has_probabilities(classification.SVMLearner(probability=True)(heart))


# --- the learner ---


def test_a_fixed_cut(heart):
    learner = ThresholdLearner(classification.LogisticRegressionLearner(), "0", 0.31)
    model = learner(heart)
    expected = ThresholdModel(classification.LogisticRegressionLearner()(heart), "0", 0.31)
    np.testing.assert_array_equal(model(heart), expected(heart))
    assert learner.name == model.name == "logistic regression, cut 0.31"


@pytest.mark.parametrize("positive", ["0", "1"])
def test_the_cut_is_tuned_by_inner_cross_validation(heart, positive):
    base_learner = classification.NaiveBayesLearner()
    learner = ThresholdLearner(
        base_learner, positive, parameters=COST_1_5, prevalence=0.2, folds=4, seed=3
    )
    results = CrossValidation(k=4, random_state=3)(heart, [base_learner])
    value = int(positive)
    curve = sweep(results.actual == value, results.probabilities[0][:, value])
    model = learner(heart)
    assert model.cut == best_cut(curve, "cost", 0.2, **COST_1_5).cut
    expected = ThresholdModel(base_learner(heart), positive, model.cut)
    np.testing.assert_array_equal(model(heart), expected(heart))
    assert learner.tuning(heart).best.cut == model.cut


def test_tuning_follows_measure_constraint_and_seed(heart):
    def cut(**rule):
        return ThresholdLearner(classification.NaiveBayesLearner(), "1", **rule)(heart).cut

    sensitive = Constraint("sensitivity", ">=", 0.95)
    assert cut(measure="youden") != cut(measure="cost", parameters=COST_1_5)
    assert cut(parameters={"cost_fp": 5, "cost_fn": 1}) > cut(parameters=COST_1_5)
    assert cut(prevalence=0.02) > cut(prevalence=0.9)
    assert cut(measure="specificity", constraints=sensitive) < cut(measure="accuracy")
    assert cut(seed=1) == cut(seed=1)
    assert len({cut(seed=seed) for seed in range(5)}) > 1


def test_an_infeasible_constraint_says_so(heart):
    learner = ThresholdLearner(
        classification.MajorityLearner(), "1", constraints=Constraint("precision", ">=", 0.9)
    )
    with pytest.raises(InfeasibleError, match="no cut has precision >= 0.9: the highest is 0.4"):
        learner(heart)
    failed = CrossValidation(k=3)(heart, [learner]).failed[0]
    assert isinstance(failed, InfeasibleError)


def test_the_cut_is_tuned_on_training_data_only(heart):
    learner = ThresholdLearner(classification.NaiveBayesLearner(), "1", parameters=COST_1_5)
    outer = CrossValidation(k=3, store_models=True)
    results = outer(heart, [learner], suppresses_exceptions=False)
    for fold, (train, test) in enumerate(outer.get_indices(heart)):
        model = results.models[fold, 0]
        assert model.cut == learner(heart[train]).cut
        np.testing.assert_array_equal(
            model(heart[test]), results.predicted[0][results.folds[fold]]
        )
    assert len({model.cut for model in results.models[:, 0]}) > 1


def test_preprocessors_are_fitted_in_each_inner_fold(heart):
    rows = Rows()
    learner = ThresholdLearner(
        classification.NaiveBayesLearner(), "1", folds=4, preprocessors=[rows]
    )
    learner(heart[:200])
    assert sorted(rows.seen) == [150, 150, 150, 150, 200]


def test_preprocessors_change_what_is_learnt(heart):
    learner = ThresholdLearner(
        classification.LogisticRegressionLearner(),
        "1",
        preprocessors=[SelectBestFeatures(k=3), Normalize()],
    )
    model = learner(heart)
    assert len(model.base_model.original_domain.attributes) == 3
    assert model.original_domain == heart.domain
    np.testing.assert_array_equal(model(heart), [model(instance) for instance in heart])


def test_weights_weigh_the_cases(heart):
    learner = ThresholdLearner(classification.NaiveBayesLearner(), "1", parameters=COST_1_5)
    unweighted = learner(heart).cut
    weighted = heart.copy()
    with weighted.unlocked():
        weighted.set_weights(1)
        weighted.W[heart.Y == 1] = 0.125
    results = CrossValidation(k=5)(weighted, [classification.NaiveBayesLearner()])
    score, is_positive = results.probabilities[0][:, 1], results.actual == 1

    def cost(cut):
        return np.sum(score[~is_positive] > cut) + 5 * 0.125 * np.sum(score[is_positive] <= cut)

    cut = learner(weighted).cut
    assert cost(cut) == min(cost(other) for other in [-1, *score])
    assert cost(cut) < cost(unweighted)


@pytest.mark.parametrize("supports", [True, False])
def test_weights_are_supported_where_the_base_learner_does(supports):
    base_learner = classification.NaiveBayesLearner()
    base_learner.supports_weights = supports
    assert ThresholdLearner(base_learner, "1").supports_weights is supports


def test_cases_of_unknown_class_are_left_out(heart):
    some_unknown = heart.copy()
    with some_unknown.unlocked():
        some_unknown.Y[::7] = np.nan
    known = IsDefined([heart.domain.class_var])(some_unknown)
    learner = ThresholdLearner(classification.NaiveBayesLearner(), "1")
    assert learner(some_unknown).cut == learner(known).cut


def test_fewer_folds_where_a_class_is_rare(iris):
    two_of_each = Table.from_table_rows(iris, [0, 1, 50, 51, 52, 53, 54])
    rows = Rows()
    learner = ThresholdLearner(
        classification.NaiveBayesLearner(), "Iris-setosa", folds=5, preprocessors=[rows]
    )
    assert learner.tuning(two_of_each).sweep.positives == 2
    assert len(rows.seen) == 2
    one = two_of_each[1:]
    with pytest.raises(UnfitError, match="There are 1 and 5 in the training data"):
        learner(one)


def test_learners_pickle(heart):
    learner = ThresholdLearner(
        classification.NaiveBayesLearner(),
        "1",
        parameters=COST_1_5,
        constraints=Constraint("sensitivity", ">=", 0.9),
    )
    again = pickle.loads(pickle.dumps(learner))
    assert again.name == learner.name == "naive bayes, cut tuned for cost"
    assert again(heart).cut == learner(heart).cut
    assert copy.deepcopy(learner)(heart).cut == learner(heart).cut
    model = pickle.loads(pickle.dumps(learner(heart)))
    np.testing.assert_array_equal(model(heart), learner(heart)(heart))


def test_names_of_tuned_models(heart):
    base_learner = classification.LogisticRegressionLearner()
    base_learner.name = "Logistic Regression"
    learner = ThresholdLearner(base_learner, "1", measure="f_beta", parameters={"beta": 2})
    assert learner.name == "Logistic Regression, cut tuned for f beta"
    model = learner(heart)
    assert model.name == f"Logistic Regression, cut {model.cut:.2f}"
    learner.name = "Mine"
    assert learner(heart).name == "Mine"


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"measure": "thrift"}, "measure must be one of"),
        ({"parameters": {"beta": 1}}, "cost takes parameters"),
        ({"prevalence": 1.5}, "prevalence"),
        ({"folds": 1}, "folds must be at least 2"),
        ({"cut": np.nan}, "not a number"),
    ],
)
def test_impossible_rules(rule, message):
    with pytest.raises(ValueError, match=message):
        ThresholdLearner(classification.NaiveBayesLearner(), "1", **rule)


def test_unfit_data_is_told_before_fitting(heart, iris):
    learner = ThresholdLearner(classification.NaiveBayesLearner(), "1")
    assert learner.incompatibility_reason(heart.domain) is None
    assert "“iris” has no value “1”" in learner.incompatibility_reason(iris.domain)
    assert "one categorical" in learner.incompatibility_reason(Table("housing").domain)
    with pytest.raises(ValueError, match="has no value"):
        learner(iris)


def test_what_the_base_learner_cannot_learn_is_told(heart):
    class Choosy(classification.NaiveBayesLearner):
        def incompatibility_reason(self, domain):
            return "too many features" if len(domain.attributes) > 5 else None

    learner = ThresholdLearner(Choosy(), "1")
    assert learner.incompatibility_reason(heart.domain) == "too many features"


# --- calibration ---


def test_tuning_a_calibrated_learner(heart):
    calibrated = classification.CalibratedLearner(classification.NaiveBayesLearner())
    learner = ThresholdLearner(calibrated, "1", parameters=COST_1_5)
    results = CrossValidation(k=3)(heart, [learner], suppresses_exceptions=False)
    assert 0 < learner(heart).cut < 0.5
    assert np.isfinite(results.predicted).all()


def test_calibrating_a_threshold_learner(heart):
    learner = classification.CalibratedLearner(
        ThresholdLearner(classification.NaiveBayesLearner(), "1", 0.3)
    )
    plain = classification.CalibratedLearner(classification.NaiveBayesLearner())
    np.testing.assert_allclose(learner(heart)(heart, 1), plain(heart)(heart, 1))


# --- re-thresholded results ---


def heart_results(heart, **options):
    base_learners = [learners()[name] for name in ("naive bayes", "tree")]
    return CrossValidation(k=5, store_data=True, **options)(heart, base_learners)


@pytest.mark.parametrize("positive", ["0", "1"])
def test_results_follow_every_cut(heart, positive):
    results = heart_results(heart)
    (curve, _) = (c.sweep for c in evaluate(results, {positive}).classifiers)
    for index in range(0, len(curve.cuts), 5):
        changed = rethresholded(results, positive, curve.cuts[index])
        counts = evaluate(changed, {positive}).classifiers[0].counts
        assert (counts.tp, counts.fp) == (curve.tp[index], curve.fp[index])


def test_results_are_copied_and_kept(heart):
    results = heart_results(heart, store_models=True)
    for array in (results.predicted, results.probabilities, results.actual, results.models):
        array.flags.writeable = False
    before = {name: copy.copy(value) for name, value in vars(results).items()}
    changed = rethresholded(results, "1", 0.2)
    assert vars(results).keys() == before.keys()
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(results, name), value)
    for name in ("probabilities", "actual", "folds", "row_indices", "data", "domain", "failed"):
        assert getattr(changed, name) is getattr(results, name)
    assert (changed.predicted != results.predicted).any(axis=1).all()
    assert model_names(changed) == ("naive bayes, cut 0.20", "tree, cut 0.20")
    assert [learner.name for learner in changed.learners] == list(model_names(changed))
    for fold, rows in enumerate(results.folds):
        test = heart[results.row_indices[rows]]
        for row in range(2):
            model = changed.models[fold, row]
            np.testing.assert_array_equal(model(test), changed.predicted[row][rows])
    np.testing.assert_array_equal(changed.learners[0](heart).cut, 0.2)


def test_only_the_named_model_follows(heart):
    results = heart_results(heart, store_models=True)
    changed = rethresholded(results, "0", 0.9, names={"tree"})
    np.testing.assert_array_equal(changed.predicted[0], results.predicted[0])
    assert (changed.predicted[1] != results.predicted[1]).any()
    assert model_names(changed) == ("naive bayes", "tree, cut 0.90")
    assert changed.models[0, 0] is results.models[0, 0]
    assert changed.learners[0] is results.learners[0]
    assert changed.models[0, 1].base_model is results.models[0, 1]


def test_results_of_more_than_two_classes(iris):
    results = CrossValidation(k=3)(iris, [classification.LogisticRegressionLearner()])
    positive = ("Iris-setosa", "Iris-virginica")
    changed = rethresholded(results, positive, 0.8)
    values = iris.domain.class_var.values
    expected = [decided_by_hand(row, values, positive, 0.8) for row in results.probabilities[0]]
    assert names_of(iris, changed.predicted[0]) == expected
    assert changed.models is None


def test_failed_models_stay_failed(heart):
    results = CrossValidation(k=3, store_models=True)(
        heart, [Fails(), classification.NaiveBayesLearner()]
    )
    changed = rethresholded(results, "1", 0.1)
    np.testing.assert_array_equal(changed.predicted[0], results.predicted[0])
    assert changed.failed is results.failed
    assert model_names(changed) == ("fails", "naive bayes, cut 0.10")
    assert changed.models[0, 0] is None


def test_unknown_probabilities_in_results(heart):
    results = heart_results(heart)
    results.probabilities[0, 5] = np.nan
    changed = rethresholded(results, "1", 0.2)
    assert np.isnan(changed.predicted[0, 5])
    assert np.isfinite(changed.predicted[1]).all()


def test_results_that_cannot_follow(heart):
    results = heart_results(heart)
    with pytest.raises(UnfitError, match="no value “yes”"):
        rethresholded(results, "yes", 0.5)
    with pytest.raises(UnfitError, match="not a number"):
        rethresholded(results, "1", np.nan)
    results.probabilities = None
    with pytest.raises(UnfitError, match="no probabilities"):
        rethresholded(results, "1", 0.5)
    housing = Table("housing")[:50]
    with pytest.raises(UnfitError, match="categorical"):
        rethresholded(evaluation.TestOnTrainingData()(housing, [MeanLearner()]), "1", 0.5)


def test_models_that_are_more_than_the_results(heart):
    results = evaluation.TestOnTrainingData(store_models=True)(
        heart, [classification.NaiveBayesLearner()]
    )
    results.models = np.array([[results.models[0, 0]] * 2])
    assert rethresholded(results, "1", 0.5).models is None


# --- the paper's example: heart disease with Naive Bayes ---


@pytest.mark.parametrize("prevalence", [None, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("positive", ["0", "1"])
@pytest.mark.parametrize("measure", ["accuracy", "youden"])
def test_best_cut_of_naive_bayes_on_heart_disease(heart, measure, positive, prevalence):
    results = CrossValidation(k=10)(heart, [classification.NaiveBayesLearner()])
    (classifier,) = evaluate(results, {positive}).classifiers
    point = best_cut(classifier.sweep, measure, prevalence)
    is_positive = results.actual == int(positive)
    score = results.probabilities[0][:, int(positive)]
    p = is_positive.mean() if prevalence is None else prevalence

    def value(cut):
        tpr, tnr = np.mean(score[is_positive] > cut), np.mean(score[~is_positive] <= cut)
        return p * tpr + (1 - p) * tnr if measure == "accuracy" else tpr + tnr - 1

    best = max(value(cut) for cut in [-1, *score])
    assert point.value == pytest.approx(best)
    assert value(point.cut) == pytest.approx(best)


# --- in Orange's widgets ---


def test_in_test_and_score_and_confusion_matrix(gui, heart):
    widget = gui.create_widget(OWTestAndScore)
    tuned = ThresholdLearner(classification.NaiveBayesLearner(), "1", parameters=COST_1_5)
    refused = ThresholdLearner(classification.LinearSVMLearner(), "1")
    gui.send_signal(widget.Inputs.train_data, heart, widget=widget)
    for number, learner in enumerate((classification.NaiveBayesLearner(), tuned, refused)):
        gui.send_signal(widget.Inputs.learner, learner, number, widget=widget)
    results = gui.get_output(widget.Outputs.evaluations_results, widget=widget, wait=60000)
    assert results.learner_names == ["naive bayes", "naive bayes, cut tuned for cost"]
    plain, better = evaluate(results, {"1"}).classifiers
    np.testing.assert_array_equal(plain.sweep.cuts, better.sweep.cuts)
    assert better.counts.measure("cost", **COST_1_5) < plain.counts.measure("cost", **COST_1_5)
    shown_in_matrix(gui, results, 1, better.counts)
    changed = rethresholded(results, "1", 0.05, names={"naive bayes"})
    cut = plain.sweep.counts(plain.sweep.index_of(0.05))
    assert cut.fn < plain.counts.fn
    shown_in_matrix(gui, changed, 0, cut)


def shown_in_matrix(gui, results, row, counts):
    """The Confusion Matrix shows these counts for the model in this row."""
    matrix = gui.create_widget(OWConfusionMatrix)
    gui.send_signal(matrix.Inputs.evaluation_results, results, widget=matrix)
    assert list(matrix.learners) == results.learner_names
    matrix.selected_learner[:] = [row]
    matrix._update()
    item = matrix.tablemodel.item
    shown = [item(3, 3), item(2, 3), item(3, 2), item(2, 2)]
    expected = [counts.tp, counts.fp, counts.fn, counts.tn]
    assert [float(cell.text()) for cell in shown] == expected


def test_in_predictions(gui, heart):
    widget = gui.create_widget(OWPredictions)
    model = ThresholdModel(classification.NaiveBayesLearner()(heart), "1", 0.05)
    learnt = ThresholdLearner(classification.TreeLearner(), "0", measure="mcc")(heart)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    for number, predictor in enumerate((model, learnt)):
        gui.send_signal(widget.Inputs.predictors, predictor, number, widget=widget)
    results = gui.get_output(widget.Outputs.evaluation_results, widget=widget)
    assert results.learner_names == [model.name, learnt.name]
    for row, predictor in enumerate((model, learnt)):
        np.testing.assert_array_equal(results.predicted[row], predictor(heart))
    changed = rethresholded(results, "1", 0.9, names={learnt.name})
    np.testing.assert_array_equal(changed.models[0, 1](heart), changed.predicted[1])
    assert changed.learner_names[0] == model.name
    table = gui.get_output(widget.Outputs.annotated, widget=widget)
    np.testing.assert_array_equal(table.get_column(model.name), model(heart))


def test_saved_and_loaded(gui, heart, tmp_path):
    learner = ThresholdLearner(classification.LogisticRegressionLearner(), "0", measure="youden")
    model = learner(heart)
    save = gui.create_widget(OWSaveModel)
    gui.send_signal(save.Inputs.model, model, widget=save)
    save.filename = str(tmp_path / "model.pkcls")
    save.do_save()
    load = gui.create_widget(OWLoadModel)
    load.last_path = lambda: save.filename
    load.add_path(save.filename)
    load.open_file()
    loaded = gui.get_output(load.Outputs.model, widget=load)
    assert loaded.name == model.name
    np.testing.assert_array_equal(loaded(heart), model(heart))


def test_in_calibrated_learner(gui, heart):
    widget = gui.create_widget(OWCalibratedLearner)
    learner = ThresholdLearner(classification.NaiveBayesLearner(), "1", 0.3)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    gui.send_signal(widget.Inputs.base_learner, learner, widget=widget)
    model = gui.get_output(widget.Outputs.model, widget=widget)
    assert not widget.Error.active
    assert np.mean(model(heart) == heart.Y) > 0.8
    calibrated = gui.get_output(widget.Outputs.learner, widget=widget)
    tuned = ThresholdLearner(calibrated, "1", parameters=COST_1_5)(heart)
    assert isinstance(tuned, ThresholdModel)
    assert np.mean(tuned(heart)[heart.Y == 1]) > np.mean(model(heart)[heart.Y == 1])


# --- a range of conditions ---


@pytest.mark.parametrize("measure", RANGE_MEASURES)
@pytest.mark.parametrize("ratios", [(2, 40), None])
def test_a_cut_tuned_for_a_range(measure, ratios):
    """Every cut of the inner cross-validation, at the corners or over a grid of conditions."""
    data = Table("heart_disease")
    constraint = Constraint("specificity", ">=", 0.8)
    learner = ThresholdLearner(
        classification.NaiveBayesLearner(),
        "1",
        measure=measure,
        constraints=constraint,
        prevalence=0.1,
        class_ratio_range=ratios,
        miss_cost_range=(3, 12),
    )
    learner = pickle.loads(pickle.dumps(learner))
    found = learner.tuning(data)
    inner = found.sweep
    lows = (9, 9) if ratios is None else ratios
    steps = np.linspace(0, 1, 2) if measure == "greatest_regret" else (np.arange(99) + 0.5) / 99
    ratio, miss = np.meshgrid(*(low * (high / low) ** steps for low, high in (lows, (3, 12))))
    cost = (ratio.ravel() * inner.fpr[:, None] + miss.ravel() * (1 - inner.tpr[:, None])) / (
        1 + ratio.ravel()
    )
    expected = (
        (cost - cost.min(axis=0)).max(axis=1)
        if measure == "greatest_regret"
        else cost.mean(axis=1)
    )
    expected[inner.specificity < 0.8 - 1e-9] = np.inf
    assert found.best.value == pytest.approx(expected.min(), rel=1e-4)
    assert expected[found.best.index] == pytest.approx(expected.min(), rel=1e-4)
    model = learner(data)
    assert model.cut == found.best.cut
    assert learner.name == f"naive bayes, cut tuned for {measure.replace('_', ' ')}"


def test_ranges_go_with_their_measures():
    bayes = classification.NaiveBayesLearner()
    with pytest.raises(ValueError, match="mean_cost needs miss_cost_range"):
        ThresholdLearner(bayes, "1", measure="mean_cost")
    with pytest.raises(
        ValueError, match="ranges are for mean_cost and greatest_regret. Got 'cost'"
    ):
        ThresholdLearner(bayes, "1", miss_cost_range=(1, 3))
    with pytest.raises(ValueError, match="0 < low <= high"):
        ThresholdLearner(bayes, "1", measure="mean_cost", miss_cost_range=(3, 1))


def test_a_learner_of_a_time_without_ranges():
    data = Table("heart_disease")
    learner = ThresholdLearner(classification.NaiveBayesLearner(), "1", parameters={"cost_fn": 5})
    old = pickle.loads(pickle.dumps(learner))
    del old.class_ratio_range, old.miss_cost_range
    assert old(data).cut == learner(data).cut
