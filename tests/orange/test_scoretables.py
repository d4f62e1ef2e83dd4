"""Tables of scores, saved and read again."""

import warnings

import numpy as np
import pytest
from Orange import classification, evaluation
from Orange.data import Table
from sklearn import metrics

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.orange.points import read_points
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.scoretables import SCORE_COLUMNS, scores_table


def cells(counts):
    return tuple(float(getattr(counts, name)) for name in ("tp", "fp", "fn", "tn"))


def column(table, name):
    return table.get_column(name)


# --- points ---


@pytest.fixture(scope="module")
def heart():
    results = evaluation.CrossValidation(k=3)(
        Table("heart_disease"), [classification.NaiveBayesLearner(), classification.TreeLearner()]
    )
    return results, evaluate(results, {"1"}).classifiers


@pytest.fixture(scope="module")
def iris():
    # Uneven classes and few of one, so that the averages differ.
    data = Table("iris")[np.r_[0:50, 50:80, 100:115]]
    learners = [classification.NaiveBayesLearner(), classification.MajorityLearner()]
    results = evaluation.CrossValidation(k=3)(data, learners)
    return results, evaluate(results, {"Iris-setosa", "Iris-virginica"}).classifiers


def rows_of(table):
    return [
        (str(model), str(fold))
        for model, fold in zip(column(table, "Model"), column(table, "Fold"), strict=True)
    ]


def test_one_row_a_model_and_fold(heart):
    table = scores_table(heart[1], "1")
    folds = ["all", "1", "2", "3"]
    assert rows_of(table) == [(m, f) for m in ("naive bayes", "tree") for f in folds]
    assert set(column(table, "Positive class")) == {"1"}


def test_averages_are_rows_named_as_such(iris):
    table = scores_table(iris[1], "two of three")
    labels = ["all", "1", "2", "3", "all classes", "macro average", "class-weighted average"]
    assert rows_of(table) == [(m, f) for m in ("naive bayes", "majority") for f in labels]
    is_average = np.array([fold in labels[4:] for _, fold in rows_of(table)])
    assert "two of three" not in column(table, "Positive class")[is_average]
    assert np.isnan(column(table, "TP")[is_average]).all()
    actual, predicted = iris[0].actual, iris[0].predicted[0]
    expected = [
        metrics.recall_score(actual, predicted, average=average)
        for average in ("macro", "weighted")
    ]
    found = column(table, "Sensitivity")[[5, 6]]
    assert list(found) == pytest.approx(expected)
    assert found[0] != pytest.approx(found[1])


def test_all_classes_together_are_a_row(iris):
    table = scores_table(iris[1], "two of three", prevalence=0.3)
    is_together = column(table, "Fold") == "all classes"
    assert list(column(table, "Model")[is_together]) == ["naive bayes", "majority"]
    defined = {
        "Accuracy": metrics.accuracy_score,
        "Kappa": metrics.cohen_kappa_score,
        "MCC": metrics.matthews_corrcoef,
    }
    for name, score in defined.items():
        expected = [score(iris[0].actual, predicted) for predicted in iris[0].predicted]
        found = column(table, name)[is_together]
        assert found[0] == pytest.approx(expected[0])
        # scikit-learn gives 0 for the correlation with an answer that is always the same.
        assert np.isnan(found[1]) if name == "MCC" else found[1] == pytest.approx(expected[1])
    others = [v.name for v in table.domain.attributes if v.name not in defined]
    assert np.isnan([column(table, name)[is_together] for name in others]).all()


def test_two_classes_have_no_row_of_all_classes(heart):
    assert "all classes" not in column(scores_table(heart[1], "1"), "Fold")


def test_the_columns_are_all_measures(heart):
    table = scores_table(heart[1], "1")
    names = [variable.name for variable in table.domain.attributes]
    assert names == ["TP", "FP", "FN", "TN", *(QUANTITIES[key].head for key in SCORE_COLUMNS)]
    assert len(set(names)) == len(names)
    # Youden's J is δ, the bias φ_b.
    assert set(heart[1][0].outcome.scores()) - set(SCORE_COLUMNS) == {"youden", "bias"}


@pytest.mark.parametrize("row", range(8))
def test_values_are_those_of_sklearn(heart, row):
    results, classifiers = heart
    table = scores_table(classifiers, "1", beta=2, cost_fp=3, cost_fn=0.5, weight=0.2)
    model, fold = divmod(row, 4)
    cases = results.folds[fold - 1] if fold else slice(None)
    truth, called = results.actual[cases] == 1, results.predicted[model][cases] == 1
    score = results.probabilities[model][cases][:, 1]
    tn, fp, fn, tp = metrics.confusion_matrix(truth, called).ravel()
    fpr, fnr = fp / (fp + tn), fn / (fn + tp)
    expected = {
        "TP": tp,
        "FP": fp,
        "FN": fn,
        "TN": tn,
        "φ": fpr - fnr,
        "δ": 1 - fpr - fnr,
        "φ_b": 2 * (fp - fn) / len(truth),
        "δ_b": 2 * metrics.accuracy_score(truth, called) - 1,
        "Precision": metrics.precision_score(truth, called),
        "NPV": metrics.precision_score(~truth, ~called),
        "F": metrics.fbeta_score(truth, called, beta=2),
        "MCC": metrics.matthews_corrcoef(truth, called),
        "Kappa": metrics.cohen_kappa_score(truth, called),
        "Information (bits)": metrics.mutual_info_score(truth, called) / np.log(2),
        "AUC": metrics.roc_auc_score(truth, score),
        "Brier score": metrics.brier_score_loss(truth, score),
        "Cost": (3 * fp + 0.5 * fn) / len(truth),
        "Balanced accuracy": metrics.balanced_accuracy_score(truth, called),
        "Gini coefficient": 2 * metrics.roc_auc_score(truth, score) - 1,
        "Distance": np.hypot(fpr, fnr),
        "Weighted distance": np.sqrt(0.8 * fpr**2 + 0.2 * fnr**2),
        "Predicted positive rate": called.mean(),
    }
    found = {name: column(table, name)[row] for name in expected}
    assert found == pytest.approx(expected, abs=1e-12)


def test_the_class_ratio_can_be_another(heart):
    results, classifiers = heart
    table = scores_table(classifiers, "1", prevalence=0.5)
    expected = [metrics.balanced_accuracy_score(results.actual, p) for p in results.predicted]
    assert list(column(table, "Accuracy")[[0, 4]]) == pytest.approx(expected)
    assert list(column(table, "δ_b")) == pytest.approx(list(column(table, "δ")))
    # Counts stay what was counted.
    assert column(table, "TP")[0] == np.sum((results.actual == 1) & (results.predicted[0] == 1))


def test_infinity_is_written_as_missing(heart):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Orange's, of infinite values
        table = scores_table(heart[1], "1")
    log_likelihood = heart[1][1].outcome.log_likelihood
    assert np.isneginf(log_likelihood)
    assert not np.isinf(table.X).any()
    assert np.isnan(column(table, "Log-likelihood")[4])
    assert np.isfinite(column(table, "Log-likelihood")[0])


def test_points_have_no_counts_to_show():
    counts = Counts.from_rates(0.8, 0.7)
    table = scores_table([Classifier("drawn", Outcome(counts), is_counted=False)], "+")
    assert rows_of(table) == [("drawn", "all")]
    assert np.isnan([column(table, name)[0] for name in ("TP", "FP", "FN", "TN", "AUC")]).all()
    assert column(table, "Accuracy")[0] == pytest.approx(0.75)


def test_no_classifiers_make_an_empty_table(heart):
    table = scores_table([], "1")
    assert len(table) == 0
    assert table.domain.attributes == scores_table(heart[1], "1").domain.attributes


def reloaded(table, path):
    table.save(str(path))
    return Table(str(path))


@pytest.mark.parametrize("file", ["scores.tab", "scores.csv"])
def test_scores_survive_a_file(iris, file, tmp_path):
    odd = Classifier('odd, "name"', Outcome(Counts(12, 9, 5, 40)))
    table = scores_table([*iris[1], odd], "a, b")
    again = reloaded(table, tmp_path / file)
    assert again.domain == table.domain
    assert (again.metas == table.metas).all()
    # Orange writes two decimals more than it shows.
    np.testing.assert_allclose(again.X, table.X, rtol=0, atol=1e-6)


@pytest.mark.parametrize("file", ["scores.tab", "scores.csv"])
def test_large_counts_survive_a_file(file, tmp_path):
    counts = Counts(1_234_567, 7_654_321, 20_000_001, 3)
    again = reloaded(scores_table([Classifier("x", Outcome(counts))], "+"), tmp_path / file)
    assert again.X[0, :4].tolist() == [1_234_567, 7_654_321, 20_000_001, 3]


def test_scores_can_be_read_as_points(heart):
    # The output "Scores" fits the input "Data".
    points = read_points(scores_table(heart[1], "1"))
    assert [cells(c.counts) for c in points.classifiers] == [cells(c.counts) for c in heart[1]]
