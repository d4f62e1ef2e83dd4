"""Averages over classes against scikit-learn's; when a classifier has intervals, and which."""

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn import metrics

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.thresholds.classifiers import (
    Classifier,
    Outcome,
    scores_together,
)
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

COUNTS = Counts(tp=12, fp=9, fn=5, tn=40)


@pytest.fixture(scope="module")
def three_classes():
    """Truth, decision and probabilities of 90 cases, classes as 3 to 2 to 1."""
    random = np.random.default_rng(7)
    actual = np.repeat([0, 1, 2], [45, 30, 15])
    probabilities = random.dirichlet([1, 1, 1], 90)
    probabilities[np.arange(90), actual] += random.exponential(0.4, 90)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    return actual, probabilities.argmax(axis=1), probabilities


@pytest.fixture
def classifier(three_classes):
    actual, predicted, probabilities = three_classes
    cells = np.array(
        [metrics.confusion_matrix(actual == c, predicted == c).ravel() for c in range(3)]
    )
    tn, fp, fn, tp = cells.T
    auc = [metrics.roc_auc_score(actual == c, probabilities[:, c]) for c in range(3)]
    brier = [metrics.brier_score_loss(actual == c, probabilities[:, c]) for c in range(3)]
    by_class = Outcome(Counts(tp, fp, fn, tn), np.array(auc), np.array(brier), np.zeros(3))
    outcome = Outcome(Counts(tp[0], fp[0], fn[0], tn[0]))
    confusion = metrics.confusion_matrix(actual, predicted)
    return Classifier("forest", outcome, by_class=by_class, confusion=confusion)


@pytest.mark.parametrize(
    ("label", "average"), [("macro average", "macro"), ("class-weighted average", "weighted")]
)
def test_averages_over_classes_are_sklearns(classifier, three_classes, label, average):
    actual, predicted, probabilities = three_classes
    averages = classifier.over_classes(beta=2)
    assert list(averages) == ["all classes", "macro average", "class-weighted average"]
    found = averages[label]
    expected = {
        "sensitivity": metrics.recall_score(actual, predicted, average=average),
        "precision": metrics.precision_score(actual, predicted, average=average),
        "f_beta": metrics.fbeta_score(actual, predicted, beta=2, average=average),
        "auc": metrics.roc_auc_score(actual, probabilities, average=average, multi_class="ovr"),
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-12)


def test_averages_are_of_the_measure_not_of_the_counts(classifier, three_classes):
    # By hand, for what scikit-learn does not average.
    actual, predicted, probabilities = three_classes
    share = np.bincount(actual) / len(actual)
    kappa = [metrics.cohen_kappa_score(actual == c, predicted == c) for c in range(3)]
    brier = [np.mean((probabilities[:, c] - (actual == c)) ** 2) for c in range(3)]
    averages = classifier.over_classes()
    assert averages["macro average"]["kappa"] == pytest.approx(sum(kappa) / 3)
    assert averages["class-weighted average"]["kappa"] == pytest.approx(sum(share * kappa))
    assert averages["class-weighted average"]["brier"] == pytest.approx(sum(share * brier))


def test_all_classes_together_have_accuracy_kappa_and_correlation(classifier, three_classes):
    actual, predicted, _ = three_classes
    together = classifier.over_classes(cost_fn=3)["all classes"]
    expected = {
        "accuracy": metrics.accuracy_score(actual, predicted),
        "kappa": metrics.cohen_kappa_score(actual, predicted),
        "mcc": metrics.matthews_corrcoef(actual, predicted),
    }
    defined = {name: value for name, value in together.items() if not np.isnan(value)}
    assert defined == pytest.approx(expected)
    # The table needs a value, if undefined, of all that it shows of the averages.
    assert set(together) == set(classifier.over_classes()["macro average"])


def test_an_undefined_value_of_one_class_makes_the_average_undefined(classifier):
    unknown = np.full(2, np.nan)
    never_called = Outcome(Counts([5, 0], [4, 0], [2, 9], [9, 11]), unknown, unknown, unknown)
    two = Classifier("x", classifier.outcome, by_class=never_called, confusion=np.eye(2))
    averages = two.over_classes()
    assert np.isnan(averages["macro average"]["precision"])
    assert averages["macro average"]["sensitivity"] == pytest.approx((5 / 7 + 0) / 2)


def test_two_classes_have_no_averages():
    assert Classifier("tree", Outcome(COUNTS)).over_classes() == {}


def test_scores_are_the_measures_and_the_scores_of_probabilities():
    scores = Outcome(COUNTS, auc=0.75, brier=0.2, log_likelihood=-30.0).scores(beta=0.5)
    assert scores["auc"] == 0.75
    assert scores["gini_coefficient"] == 0.5
    assert scores["brier"] == 0.2
    assert scores["log_likelihood"] == -30
    assert scores["f_beta"] == pytest.approx(1.25 * 12 / (1.25 * 12 + 0.25 * 5 + 9))
    assert np.isnan([Outcome(COUNTS).scores()[name] for name in ("auc", "gini_coefficient")]).all()


@pytest.mark.parametrize(
    ("name", "successes", "trials"),
    [
        ("sensitivity", 12, 17),
        ("specificity", 40, 49),
        ("precision", 12, 21),
        ("npv", 40, 45),
        ("accuracy", 52, 66),
        ("error", 14, 66),
    ],
)
def test_intervals_of_proportions_are_wilsons(name, successes, trials):
    expected = binomtest(successes, trials).proportion_ci(0.9, method="wilson")
    intervals = Classifier("tree", Outcome(COUNTS)).intervals(level=0.9)
    assert intervals[name] == pytest.approx(tuple(expected))


def test_every_interval_holds_its_value():
    is_positive = np.arange(40) % 3 == 0
    scores = np.sin(np.arange(40.0)) + is_positive
    curve = sweep(is_positive, scores)
    counts = Counts.from_decisions(is_positive, scores > 0.6)
    outcome = Outcome(counts, curve.auc)
    # Far from the prevalence of the data, 0.35, whose intervals would not do.
    values = outcome.scores(prevalence=0.01, cost_fn=4)
    classifier = Classifier("x", outcome, sweep=curve)
    intervals = classifier.intervals(prevalence=0.01, cost_fn=4)
    assert set(values) - set(intervals) == {"brier", "log_likelihood"}
    for name, (low, high) in intervals.items():
        assert low < values[name] < high, name
    assert intervals["gini_coefficient"] == pytest.approx([2 * x - 1 for x in intervals["auc"]])
    wider = classifier.intervals(prevalence=0.01, level=0.99, cost_fn=4)
    for name in ("auc", "sensitivity", "kappa"):
        assert wider[name][0] < intervals[name][0]


@pytest.mark.parametrize("missing", ["is_counted", "has_independent_cases"])
def test_no_intervals_without_independent_counted_cases(missing):
    classifier = Classifier("x", Outcome(COUNTS), **{missing: False})
    assert not classifier.has_intervals
    assert classifier.intervals() == {}


def test_no_interval_of_the_area_without_scores():
    classifier = Classifier("tree", Outcome(COUNTS))
    assert classifier.has_intervals
    assert "auc" not in classifier.intervals()


def test_scores_together_are_those_of_each():
    """In the order given, each at its own class ratio, with the parameters of the measures."""
    cells = [(12, 9, 5, 40), (3, 0, 7, 90), (8, 30, 2, 10)]
    outcomes = [
        Outcome(Counts(*cell), auc=auc)
        for cell, auc in zip(cells, (0.8, 0.6, np.nan), strict=True)
    ]
    prevalences = [None, 0.03, None]
    found = scores_together(outcomes, prevalences, cost_fn=4, beta=2)
    for (tp, fp, fn, tn), p, auc, scores in zip(
        cells, prevalences, (0.8, 0.6, None), found, strict=True
    ):
        total, tpr, fpr = tp + fp + fn + tn, tp / (tp + fn), fp / (fp + tn)
        p = (tp + fn) / total if p is None else p
        assert scores["accuracy"] == pytest.approx(p * tpr + (1 - p) * (1 - fpr))
        assert scores["cost"] == pytest.approx(4 * p * (1 - tpr) + (1 - p) * fpr)
        assert scores["sensitivity"] == pytest.approx(tpr)
        assert np.isnan(scores["auc"]) if auc is None else scores["auc"] == auc
        assert scores["gini_coefficient"] == pytest.approx(2 * (auc or np.nan) - 1, nan_ok=True)
    assert scores_together([], []) == []


def test_the_region_of_a_classifier_needs_intervals():
    one = Classifier("it", Outcome(COUNTS))
    low, high = (binomtest(9, 49).proportion_ci(level, "wilson") for level in [np.sqrt(0.95)] * 2)
    np.testing.assert_allclose(one.region()[[0, 1], 0], [low.low, high.high])
    wide = one.region(0.99)
    assert wide[0, 0] < one.region()[0, 0]
    assert Classifier("it", Outcome(COUNTS), is_counted=False).region() is None


def test_the_spread_of_a_classifier_needs_two_folds():
    folds = Counts(tp=[4, 5, 3], fp=[1, 3, 5], fn=[2, 1, 2], tn=[13, 12, 15])
    spread = Classifier("it", Outcome(COUNTS), folds=Outcome(folds)).spread()
    np.testing.assert_allclose(
        spread.mean, [np.mean([1 / 14, 3 / 15, 5 / 20]), np.mean([4 / 6, 5 / 6, 3 / 5])]
    )
    assert Classifier("it", Outcome(COUNTS)).spread() is None
    assert Classifier("it", Outcome(COUNTS), folds=Outcome(folds[:1])).spread() is None
