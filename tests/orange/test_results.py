"""Evaluation Results of every origin against scikit-learn, Orange's own scores and hand counts.

Orange's arrays are made read-only on their way in, so no test passes that writes into them.
"""

import copy
import warnings

import numpy as np
import pytest
from Orange import classification, evaluation
from Orange.base import Learner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.evaluation import Results, scoring
from Orange.regression import MeanLearner
from Orange.widgets.evaluate.owcalibrationplot import OWCalibrationPlot
from Orange.widgets.evaluate.owconfusionmatrix import OWConfusionMatrix
from Orange.widgets.evaluate.owpredictions import OWPredictions
from Orange.widgets.evaluate.owrocanalysis import OWROCAnalysis
from Orange.widgets.evaluate.owtestandscore import OWTestAndScore
from sklearn import metrics

from orangecontrib.phidelta.core.decisions.uncertainty import fold_spread
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.testedmodels import select_models

NAIVE_BAYES, TREE, MAJORITY = "naive bayes", "tree", "majority"


class Fails(Learner):
    """Fails with an error from its n-th training on; before, learns the majority."""

    name = "fails"

    def __init__(self, error, successes=0):
        super().__init__()
        self.error, self.successes = error, successes

    def fit_storage(self, data):
        self.successes -= 1
        if self.successes < 0:
            raise self.error
        return classification.MajorityLearner()(data)


def learners():
    return [
        classification.NaiveBayesLearner(),
        classification.TreeLearner(),
        classification.MajorityLearner(),
    ]


def locked(results):
    """The same results with read-only arrays."""
    for value in vars(results).values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return results


def changed(results, **attributes):
    """A copy with other attributes, as no test of Orange would fill them in."""
    results = copy.copy(results)
    for name, value in attributes.items():
        setattr(results, name, value)
    return locked(results)


def altered(array, where, value):
    array = array.copy()
    array[where] = value
    return array


def made(actual, predicted, probabilities=None, values="abc", folds=None):
    """Hand-made results of models that predict the rows of `predicted`."""
    results = Results(
        domain=Domain([], DiscreteVariable("class", values=tuple(values))),
        actual=np.array(actual, float),
        predicted=np.array(predicted, float).reshape(len(predicted), len(actual)),
        row_indices=np.arange(len(actual)),
        folds=folds,
    )
    # Results make an empty array of probabilities if they get none.
    results.probabilities = None if probabilities is None else np.array(probabilities, float)
    return locked(results)


def cells(counts):
    return np.array([counts.tp, counts.fp, counts.fn, counts.tn]).T.tolist()


def hand_counts(actual, predicted, members):
    """tp, fp, fn, tn of the cases, one by one."""
    found = {(True, True): 0, (False, True): 0, (True, False): 0, (False, False): 0}
    for truth, called in zip(actual, predicted, strict=True):
        found[truth in members, called in members] += 1
    return list(found.values())


def area(is_positive, score):
    if is_positive.all() or not is_positive.any():
        return np.nan
    return metrics.roc_auc_score(is_positive, score)


def by_name(evaluation_):
    return {classifier.name: classifier for classifier in evaluation_.classifiers}


def same_points(first, second):
    assert [c.name for c in first] == [c.name for c in second]
    for one, other in zip(first, second, strict=True):
        assert cells(one.counts) == cells(other.counts)
        assert one.outcome.auc == pytest.approx(other.outcome.auc, nan_ok=True)


@pytest.fixture(scope="module")
def heart():
    return Table("heart_disease")


@pytest.fixture(scope="module")
def heart_results(heart):
    test = evaluation.CrossValidation(k=4, store_data=True, store_models=True)
    return locked(test(heart, learners()))


@pytest.fixture(scope="module")
def iris_results():
    # Uneven: 50 setosa, 30 versicolor, 15 virginica.
    data = Table("iris")[np.r_[0:80, 100:115]]
    return locked(evaluation.CrossValidation(k=5)(data, learners()))


# --- where results come from ---


def train_and_test(data, learners):
    return evaluation.TestOnTestData(store_data=True)(data[::2], data[1::2], learners)


ORIGINS = {
    "cross-validation": (evaluation.CrossValidation(k=4), 4, True),
    "shuffled often": (evaluation.ShuffleSplit(n_resamples=5, test_size=0.4), 5, False),
    "shuffled once": (evaluation.ShuffleSplit(n_resamples=1, test_size=0.4), 0, True),
    "leave one out": (evaluation.LeaveOneOut(), 61, True),
    "on training data": (evaluation.TestOnTrainingData(), 0, True),
    "on test data": (train_and_test, 0, True),
}


@pytest.fixture(scope="module", params=ORIGINS)
def origin(request, heart):
    test, folds, has_intervals = ORIGINS[request.param]
    return locked(test(heart[::5], learners())), folds, has_intervals


@pytest.mark.parametrize("target", [0, 1])
def test_counts_and_areas_are_sklearns(origin, target):
    results, folds, has_intervals = origin
    found = evaluate(results, {"01"[target]})
    assert [c.name for c in found.classifiers] == [NAIVE_BAYES, TREE, MAJORITY]
    assert [c.index for c in found.classifiers] == [0, 1, 2]
    truth = np.array(results.actual) == target
    for row, classifier in enumerate(found.classifiers):
        called = results.predicted[row] == target
        score = results.probabilities[row][:, target]
        tn, fp, fn, tp = metrics.confusion_matrix(truth, called).ravel()
        assert cells(classifier.counts) == [tp, fp, fn, tn]
        assert classifier.outcome.auc == pytest.approx(area(truth, score))
        assert classifier.sweep.auc == classifier.outcome.auc
        assert classifier.outcome.brier == pytest.approx(metrics.brier_score_loss(truth, score))
        assert classifier.has_intervals == has_intervals
        assert bool(classifier.intervals()) == has_intervals
        assert classifier.by_class is None
        if not folds:
            assert classifier.folds is None
            continue
        cases = [np.atleast_1d(np.arange(len(truth))[fold]) for fold in results.folds]
        assert cells(classifier.folds.counts) == [
            hand_counts(truth[c], called[c], {True}) for c in cases
        ]
        areas = [area(truth[c], score[c]) for c in cases]
        np.testing.assert_allclose(classifier.folds.auc, areas)
        assert len(classifier.fold_sweeps) == np.isfinite(areas).sum()


def test_leave_one_out_has_no_spread(heart):
    found = evaluate(locked(evaluation.LeaveOneOut()(heart[::9], learners()[:1])), {"1"})
    assert found.one_sided_folds == len(heart[::9])
    assert found.classifiers[0].fold_sweeps == ()
    assert fold_spread(found.classifiers[0].folds.counts) is None


@pytest.mark.parametrize("target", [0, 1])
@pytest.mark.parametrize(
    ("score", "ours"),
    [
        ("CA", "accuracy"),
        ("Precision", "precision"),
        ("Recall", "sensitivity"),
        ("Specificity", "specificity"),
        ("F1", "f_beta"),
        ("MatthewsCorrCoefficient", "mcc"),
        ("AUC", "auc"),
    ],
)
def test_scores_are_those_that_test_and_score_shows(heart_results, score, ours, target):
    scorer = getattr(scoring, score)()
    options = {"target": target} if scorer.is_binary else {}
    found = evaluate(heart_results, {"01"[target]}).classifiers[:2]
    if scorer.separate_folds:
        values = np.array([c.folds.scores()[ours] for c in found]).T
        expected = scorer.scores_by_folds(heart_results, **options)[:, :2]
    else:
        values = [c.outcome.scores()[ours] for c in found]
        expected = scorer(heart_results, **options)[:2]
    np.testing.assert_allclose(values, expected)


def test_log_likelihood_is_orange_s_log_loss(heart_results):
    found = evaluate(heart_results, {"1"}).classifiers[0]
    loss = scoring.LogLoss()(heart_results)[0]
    assert found.outcome.log_likelihood / len(heart_results.actual) == pytest.approx(-loss)


@pytest.fixture(scope="module")
def merged(gui, heart):
    """What Test and Score sends for four learners, one of which failed and two share a name."""
    widget = gui.create_widget(OWTestAndScore)
    gui.send_signal(widget.Inputs.train_data, heart, widget=widget)
    tested = [*learners()[:2], Fails(ValueError("no")), learners()[0]]
    for number, learner in enumerate(tested):
        gui.send_signal(widget.Inputs.learner, learner, number, widget=widget)
    return locked(gui.get_output(widget.Outputs.evaluations_results, widget=widget, wait=20000))


def test_test_and_score(merged):
    assert merged.learners is None
    assert merged.models is None
    found = evaluate(merged, {"1"})
    assert [c.name for c in found.classifiers] == ["naive bayes (1)", "tree", "naive bayes (2)"]
    assert found.left_out == {}
    for row, classifier in enumerate(found.classifiers):
        assert cells(classifier.counts) == hand_counts(merged.actual, merged.predicted[row], {1})
        assert len(classifier.folds.counts.tp) == len(merged.folds) == 5
        assert classifier.has_intervals


@pytest.fixture(scope="module")
def predictions(gui, heart):
    """What Predictions sends where the first of three models predicts another target."""
    domain = heart.domain
    inputs = [v for v in domain.attributes if v.name != "gender"]
    of_gender = heart.transform(Domain(inputs, domain["gender"]))
    naive_bayes, tree, majority = learners()
    data = heart[::3].copy()
    with data.unlocked():
        data.Y[[2, 5]] = np.nan
    widget = gui.create_widget(OWPredictions)
    gui.send_signal(widget.Inputs.data, data, widget=widget)
    models = [majority(of_gender), naive_bayes(heart), tree(heart)]
    for number, model in enumerate(models):
        gui.send_signal(widget.Inputs.predictors, model, number, widget=widget)
    return locked(gui.get_output(widget.Outputs.evaluation_results, widget=widget))


def test_predictions(predictions, heart):
    assert predictions.folds == [Ellipsis]
    found = evaluate(predictions, {"0"})
    assert [c.name for c in found.classifiers] == [NAIVE_BAYES, TREE]
    for row, classifier in enumerate(found.classifiers):
        expected = hand_counts(predictions.actual, predictions.predicted[row], {0})
        assert cells(classifier.counts) == expected
        assert sum(expected) == len(heart[::3]) - 2
        assert classifier.folds is None
        assert classifier.has_intervals


def test_predictions_without_known_classes(gui, heart):
    data = heart[:9].copy()
    with data.unlocked():
        data.Y[:] = np.nan
    widget = gui.create_widget(OWPredictions)
    gui.send_signal(widget.Inputs.data, data, widget=widget)
    gui.send_signal(widget.Inputs.predictors, learners()[2](heart), 0, widget=widget)
    results = gui.get_output(widget.Outputs.evaluation_results, widget=widget)
    with pytest.raises(UnfitError, match="empty"):
        evaluate(results, {"1"})


# --- folds ---


@pytest.mark.parametrize("kind", ["slices", "arrays", "lists", "array of slices"])
def test_folds_of_any_kind(heart_results, kind):
    slices = heart_results.folds
    number = np.arange(len(heart_results.actual))
    folds = {
        "slices": tuple(slices),
        "arrays": [number[fold] for fold in slices],
        "lists": [number[fold].tolist() for fold in slices],
        "array of slices": np.array(slices, dtype=object),
    }[kind]
    found = evaluate(changed(heart_results, folds=folds), {"1"}).classifiers
    expected = evaluate(heart_results, {"1"}).classifiers
    same_points(found, expected)
    assert cells(found[1].folds.counts) == cells(expected[1].folds.counts)


def test_folds_may_be_scattered_over_the_cases(heart_results):
    order = np.random.default_rng(3).permutation(len(heart_results.actual))
    place = np.argsort(order)
    scattered = changed(
        heart_results,
        actual=heart_results.actual[order],
        predicted=heart_results.predicted[:, order],
        probabilities=heart_results.probabilities[:, order],
        row_indices=heart_results.row_indices[order],
        folds=[place[fold] for fold in heart_results.folds],
    )
    found, expected = (evaluate(r, {"1"}).classifiers[0] for r in (scattered, heart_results))
    assert cells(found.folds.counts) == cells(expected.folds.counts)
    np.testing.assert_allclose(found.folds.auc, expected.folds.auc)


@pytest.mark.parametrize("folds", [None, [], [slice(0, 5)], (Ellipsis,)])
def test_one_fold_is_none(folds):
    results = made([0, 0, 1, 1, 2], [[0, 1, 1, 1, 2]], folds=folds)
    found = evaluate(results, {"b"})
    assert found.classifiers[0].folds is None
    assert cells(found.classifiers[0].counts) == [2, 1, 0, 2]
    assert found.one_sided_folds == 0


def test_folds_of_one_side_are_counted_and_have_no_point(heart):
    # Folds 1 and 4 hold one class only, fold 2 and 3 both.
    fold = np.where(np.arange(len(heart)) % 3 == 0, 1, 2)
    fold[np.flatnonzero(heart.Y == 1)[:20]] = 0
    fold[np.flatnonzero(heart.Y == 0)[:30]] = 3
    feature = DiscreteVariable("fold", values=("1", "2", "3", "4"))
    data = heart.add_column(feature, fold, to_metas=True)
    results = evaluation.CrossValidationFeature(feature=feature)(data, learners()[:1])
    found = evaluate(locked(results), {"1"})
    (classifier,) = found.classifiers
    assert found.one_sided_folds == 2
    assert np.isnan(classifier.folds.counts.fpr).tolist() == [True, False, False, False]
    assert np.isnan(classifier.folds.counts.tpr).tolist() == [False, False, False, True]
    assert np.isnan(classifier.folds.auc).tolist() == [True, False, False, True]
    assert len(classifier.fold_sweeps) == 2
    assert fold_spread(classifier.folds.counts).folds == 2
    # All cases count for the classifier itself.
    assert float(classifier.counts.total) == len(heart)


def test_a_fold_may_lack_a_class_for_one_positive_set_only():
    results = made([0, 1, 1, 2], [[0, 1, 2, 2]], folds=[slice(0, 2), slice(2, 4)])
    assert evaluate(results, {"a"}).one_sided_folds == 1
    assert evaluate(results, {"b"}).one_sided_folds == 0
    assert evaluate(results, {"c"}).one_sided_folds == 1
    assert evaluate(results, {"a", "c"}).one_sided_folds == 0


# --- models that cannot be shown, or not wholly ---


@pytest.mark.parametrize("successes", [0, 2])
@pytest.mark.parametrize(
    ("error", "word"), [(ValueError("too few cases"), "too few cases"), (MemoryError(), "Memory")]
)
def test_a_failed_model_is_left_out_by_name(heart, error, word, successes):
    naive_bayes, tree, _ = learners()
    tested = [naive_bayes, Fails(error, successes), tree]
    results = evaluation.CrossValidation(k=3)(heart[::3], tested)
    # What was not predicted is whatever was in memory.
    results.predicted[1], results.probabilities[1] = 1e18, -np.inf
    found = evaluate(locked(results), {"1"})
    assert [(c.name, c.index) for c in found.classifiers] == [(NAIVE_BAYES, 0), (TREE, 2)]
    assert list(found.left_out) == ["fails"]
    expected = hand_counts(results.actual, results.predicted[2], {1})
    assert cells(found.classifiers[1].counts) == expected
    assert word in found.left_out["fails"]


def test_without_a_model_left_the_message_names_them(heart):
    tested = [Fails(ValueError("too few cases")), Fails(ValueError("too many cases"))]
    results = evaluation.CrossValidation(k=3)(heart[::3], tested)
    with pytest.raises(UnfitError, match=r"fails \(1\).*too few.*fails \(2\).*too many"):
        evaluate(results, {"1"})


def test_a_model_without_some_predictions_is_left_out(heart_results):
    predicted = altered(heart_results.predicted, (1, [4, 7, 200]), np.nan)
    found = evaluate(changed(heart_results, predicted=predicted), {"1"})
    assert [c.name for c in found.classifiers] == [NAIVE_BAYES, MAJORITY]
    assert "3" in found.left_out[TREE]


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_model_without_some_probabilities_has_points_but_no_curve(heart_results, value):
    probabilities = altered(heart_results.probabilities, (1, 50, 0), value)
    found = evaluate(changed(heart_results, probabilities=probabilities), {"1"})
    assert found.without_scores == (TREE,)
    assert found.left_out == {}
    naive_bayes, tree, _ = found.classifiers
    assert tree.sweep is None
    assert tree.fold_sweeps == ()
    assert np.isnan([tree.outcome.auc, tree.outcome.brier, tree.outcome.log_likelihood]).all()
    assert np.isnan(tree.folds.auc).all()
    assert "auc" not in tree.intervals()
    assert cells(tree.counts) == hand_counts(heart_results.actual, heart_results.predicted[1], {1})
    assert naive_bayes.sweep is not None


def test_no_probabilities_at_all(heart_results):
    found = evaluate(changed(heart_results, probabilities=None), {"1"})
    assert found.without_scores == (NAIVE_BAYES, TREE, MAJORITY)
    expected = evaluate(heart_results, {"1"}).classifiers
    assert [cells(c.counts) for c in found.classifiers] == [cells(c.counts) for c in expected]


def test_cases_of_unknown_class_are_left_out_and_counted(heart_results):
    unknown = [0, 1, 80, 81, 302]
    known = np.setdiff1d(np.arange(303), unknown)
    results = changed(
        heart_results,
        actual=altered(heart_results.actual, unknown, np.nan),
        # What is said of these cases does not matter.
        predicted=altered(heart_results.predicted, (0, unknown), np.nan),
        probabilities=altered(heart_results.probabilities, (1, unknown), np.nan),
    )
    found = evaluate(results, {"0"})
    assert found.unknown_class == 5
    assert found.without_scores == ()
    number = {case: place for place, case in enumerate(known)}
    folds = [
        [number[case] for case in range(fold.start, fold.stop) if case in number]
        for fold in heart_results.folds
    ]
    without = changed(
        heart_results,
        actual=heart_results.actual[known],
        predicted=heart_results.predicted[:, known],
        probabilities=heart_results.probabilities[:, known],
        row_indices=heart_results.row_indices[known],
        folds=folds,
    )
    expected = evaluate(without, {"0"})
    same_points(found.classifiers, expected.classifiers)
    for one, other in zip(found.classifiers, expected.classifiers, strict=True):
        assert cells(one.folds.counts) == cells(other.folds.counts)


def test_a_fold_of_unknown_classes_is_one_sided():
    results = made(
        [0, 1, np.nan, np.nan, 1, 0], [[0, 0, 1, 1, 1, 0]], folds=[[0, 1], [2, 3], [4, 5]]
    )
    found = evaluate(results, {"b"})
    assert found.one_sided_folds == 1
    assert cells(found.classifiers[0].folds.counts) == [[0, 0, 1, 1], [0, 0, 0, 0], [1, 0, 0, 1]]


@pytest.mark.parametrize(
    ("attributes", "names"),
    [
        ({"learner_names": ["x", "x", "x (2)"]}, {"x (2)"}),
        ({"learner_names": ["x", "y", "x"]}, {"y"}),
        ({}, {NAIVE_BAYES, TREE, MAJORITY}),
        ({"learners": None}, set()),
    ],
)
def test_names_are_unique_and_kept_where_they_are(heart_results, attributes, names):
    found = evaluate(changed(heart_results, **attributes), {"1"})
    assert names <= set(by_name(found))
    assert len(by_name(found)) == 3


# --- the positive class ---


@pytest.mark.parametrize(
    "positive",
    [
        {"Iris-setosa"},
        ["Iris-virginica"],
        ("Iris-virginica", "Iris-setosa"),
        frozenset({"Iris-versicolor", "Iris-virginica"}),
    ],
)
def test_merged_classes_count_by_label_and_score_by_sum(iris_results, positive):
    values = iris_results.domain.class_var.values
    members = {values.index(value) for value in positive}
    found = evaluate(iris_results, positive)
    assert found.values == values
    assert found.positive.names == tuple(values[i] for i in sorted(members))
    truth = np.isin(iris_results.actual, list(members))
    for row, classifier in enumerate(found.classifiers):
        predicted = iris_results.predicted[row]
        assert cells(classifier.counts) == hand_counts(iris_results.actual, predicted, members)
        score = sum(iris_results.probabilities[row][:, i] for i in members)
        assert classifier.outcome.auc == pytest.approx(metrics.roc_auc_score(truth, score))
        brier = metrics.brier_score_loss(truth, np.clip(score, 0, 1))
        assert classifier.outcome.brier == pytest.approx(brier)
        assert cells(classifier.folds.counts) == [
            hand_counts(iris_results.actual[fold], predicted[fold], members)
            for fold in iris_results.folds
        ]


def test_the_label_decides_where_the_summed_probability_says_otherwise():
    # The most probable value of the second case is c, though a or b is more probable.
    results = made(
        [0, 1, 2],
        [[0, 2, 2]],
        [[[0.8, 0.1, 0.1], [0.3, 0.3, 0.4], [0.2, 0.1, 0.7]]],
    )
    (classifier,) = evaluate(results, {"a", "b"}).classifiers
    assert cells(classifier.counts) == [1, 0, 1, 1]
    assert classifier.sweep.scores.tolist() == pytest.approx([0.9, 0.6, 0.3])
    assert classifier.outcome.auc == 1


def test_the_other_classes_as_positive_swap_the_counts(iris_results):
    one = evaluate(iris_results, {"Iris-virginica"}).classifiers[0]
    rest = evaluate(iris_results, {"Iris-setosa", "Iris-versicolor"}).classifiers[0]
    tp, fp, fn, tn = cells(one.counts)
    assert fp != fn
    assert cells(rest.counts) == [tn, fn, fp, tp]
    assert rest.outcome.auc == pytest.approx(one.outcome.auc)


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_averages_over_classes_are_sklearns(iris_results, average):
    label = {"macro": "macro average", "weighted": "class-weighted average"}[average]
    actual = iris_results.actual
    for row, classifier in enumerate(evaluate(iris_results, {"Iris-setosa"}).classifiers[:2]):
        predicted = iris_results.predicted[row]
        probabilities = iris_results.probabilities[row]
        found = classifier.over_classes()[label]
        expected = {
            "sensitivity": metrics.recall_score(actual, predicted, average=average),
            "precision": metrics.precision_score(actual, predicted, average=average),
            "f_beta": metrics.f1_score(actual, predicted, average=average),
            "auc": metrics.roc_auc_score(
                actual, probabilities, average=average, multi_class="ovr"
            ),
        }
        assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_averages_do_not_depend_on_the_positive_class(iris_results):
    first, second = (
        evaluate(iris_results, positive).classifiers[0].over_classes()["macro average"]
        for positive in ({"Iris-setosa"}, {"Iris-versicolor", "Iris-virginica"})
    )
    assert first == pytest.approx(second)


def test_a_value_that_never_occurs():
    results = made([0, 0, 1, 1, 1], [[0, 1, 1, 1, 2]], values="abcd")
    with pytest.raises(UnfitError, match="negative"):
        evaluate(results, {"c", "d"})
    with pytest.raises(UnfitError, match="positive"):
        evaluate(results, {"a", "b"})
    (classifier,) = evaluate(results, {"a", "c"}).classifiers
    assert cells(classifier.counts) == [1, 1, 1, 2]
    # Only a and b are averaged: recall 1/2 and 2/3.
    averages = classifier.over_classes()
    assert averages["macro average"]["sensitivity"] == pytest.approx(7 / 12)
    assert averages["class-weighted average"]["sensitivity"] == pytest.approx(3 / 5)


@pytest.mark.parametrize(
    ("positive", "message"),
    [
        (set(), r"positive.*leave"),
        ({"0", "1"}, r"positive.*leave"),
        ({"0", "no such value"}, "no value “no such value”"),
    ],
)
def test_impossible_positive_sets(heart_results, positive, message):
    with pytest.raises(UnfitError, match=message):
        evaluate(heart_results, positive)


# --- results that cannot be shown ---


def test_a_numeric_target_is_refused():
    results = evaluation.CrossValidation(k=3)(Table("housing")[::20], [MeanLearner()])
    with pytest.raises(UnfitError, match=r"MEDV.*numeric.*(?i:categorical)"):
        checked_results(results)


@pytest.mark.parametrize(
    ("results", "word"),
    [
        (Results(), "target"),
        (Results(domain=Domain([ContinuousVariable("x")])), "target"),
        (Results(domain=made([0], [[0]]).domain), "empty"),
        (made([], [[]]), "empty"),
        (made([0, 1], []), "empty"),
        (made([1, 1, np.nan], [[0, 1, 1]]), "one class"),
        (made([0, 0], [[0, 0]], values="a"), "one class"),
        (made([np.nan] * 3, [[0, 1, 1]]), "(?i)known|missing"),
    ],
    ids=[
        "nothing",
        "no class",
        "no test",
        "no cases",
        "no models",
        "one class",
        "one value",
        "no known class",
    ],
)
def test_unfit_results_are_refused_with_the_reason(results, word):
    with pytest.raises(UnfitError, match=word):
        checked_results(results)
    with pytest.raises(UnfitError, match=word):
        evaluate(results, {"b"})


def test_no_numpy_warning_escapes(iris_results):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for classifier in evaluate(iris_results, {"Iris-virginica"}).classifiers:
            classifier.outcome.scores()
            classifier.folds.scores()
            classifier.over_classes()
            classifier.intervals()


# --- selection ---


@pytest.fixture(params=["heart_results", "iris_results", "merged", "predictions"])
def any_results(request):
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("picked", [[0], [1], [0, 1], [1, 0]])
def test_a_selection_keeps_all_there_is_about_the_models(any_results, picked):
    positive = any_results.domain.class_var.values[:1]
    all_of_them = by_name(evaluate(any_results, positive))
    names = [list(all_of_them)[row] for row in picked]
    before = {name: copy.copy(value) for name, value in vars(any_results).items()}
    selected = select_models(any_results, names)
    assert sorted(selected.learner_names) == sorted(names)
    for place, name in enumerate(selected.learner_names):
        row = all_of_them[name].index
        assert np.array_equal(selected.predicted[place], any_results.predicted[row])
        assert np.array_equal(selected.probabilities[place], any_results.probabilities[row])
        for attribute in ("learners", "failed", "train_time"):
            of_models = getattr(any_results, attribute)
            if of_models is not None:
                assert getattr(selected, attribute)[place] == of_models[row]
    assert len(selected.predicted) == len(selected.probabilities) == len(picked)
    for attribute in ("domain", "data", "actual", "folds", "row_indices", "score_by_folds"):
        assert getattr(selected, attribute) is getattr(any_results, attribute)
    again = by_name(evaluate(selected, positive))
    for name in names:
        assert cells(again[name].counts) == cells(all_of_them[name].counts)
        assert again[name].outcome.auc == all_of_them[name].outcome.auc
    # The original is as before.
    assert vars(any_results).keys() == before.keys()
    for name, value in before.items():
        now = getattr(any_results, name)
        assert now is value or np.array_equal(now, value) or list(now) == list(value)


def test_a_selection_keeps_the_models_of_all_folds(heart_results):
    selected = select_models(heart_results, {TREE, MAJORITY})
    assert selected.models.shape == (4, 2)
    for fold in range(4):
        assert selected.models[fold].tolist() == heart_results.models[fold, 1:].tolist()


def test_a_selection_knows_which_of_its_models_failed():
    results = changed(
        made([0, 1, 2], [[0, 1, 1], [0, 0, 2], [2, 1, 2]]),
        failed=[False, ValueError("no"), False],
        learner_names=["x", "y", "z"],
    )
    assert list(by_name(evaluate(select_models(results, {"x", "z"}), {"c"}))) == ["x", "z"]
    assert list(evaluate(select_models(results, {"y", "z"}), {"c"}).left_out) == ["y"]


def test_the_model_selected_from_predictions_is_the_one_that_predicted(predictions):
    # Predictions sends the models of all its inputs, also of those without predictions.
    selected = select_models(predictions, {TREE})
    if selected.models is not None:
        (model,) = selected.models[0]
        assert model(predictions.data).tolist() == selected.predicted[0].tolist()


def test_nothing_selected(heart_results):
    selected = select_models(heart_results, [])
    assert selected.learner_names == []
    assert selected.predicted.shape == (0, 303)
    assert selected.probabilities.shape == (0, 303, 2)


@pytest.mark.parametrize("source", ["heart_results", "merged", "predictions"])
@pytest.mark.parametrize("names", [{TREE}, {TREE, NAIVE_BAYES, "naive bayes (2)"}])
def test_orange_s_widgets_accept_a_selection(gui, request, source, names):
    selected = select_models(request.getfixturevalue(source), names)
    for widget_class, names_of in [
        (OWConfusionMatrix, "learners"),
        (OWROCAnalysis, "classifier_names"),
        (OWCalibrationPlot, "classifier_names"),
    ]:
        widget = gui.create_widget(widget_class)
        gui.send_signal(widget.Inputs.evaluation_results, selected, widget=widget)
        assert list(getattr(widget, names_of)) == selected.learner_names
        assert not widget.Error.active


def test_the_confusion_matrix_shows_our_counts(gui, heart_results):
    selected = select_models(heart_results, {TREE})
    (tree,) = evaluate(selected, {"1"}).classifiers
    widget = gui.create_widget(OWConfusionMatrix)
    gui.send_signal(widget.Inputs.evaluation_results, selected, widget=widget)
    item = widget.tablemodel.item
    # Rows are actual, columns predicted; value "1" stands at 3.
    shown = [item(3, 3), item(2, 3), item(3, 2), item(2, 2)]
    assert [float(cell.text()) for cell in shown] == cells(tree.counts)
