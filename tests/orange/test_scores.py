"""φ, δ and the Brier score in Orange's registry, by hand, and in Test and Score itself."""

import baycomp
import numpy as np
import pytest
from AnyQt.QtCore import Qt
from Orange import classification, evaluation
from Orange.data import Table
from Orange.evaluation import scoring
from Orange.widgets.evaluate.owtestandscore import OWTestAndScore
from Orange.widgets.evaluate.utils import usable_scorers
from Orange.widgets.tests.utils import simulate
from sklearn import metrics

from orangecontrib.phidelta.orange.scores import Brier, Delta, Phi


def learners():
    return [classification.NaiveBayesLearner(), classification.TreeLearner()]


def tables():
    # Uneven: 50 setosa, 30 versicolor, 15 virginica.
    return {
        "heart_disease": Table("heart_disease"),
        "iris": Table("iris")[np.r_[0:80, 100:115]],
    }


def phi_delta(actual, predicted, target):
    """φ and δ of one class against the rest, case by case."""
    positive = [p == target for a, p in zip(actual, predicted, strict=True) if a == target]
    negative = [p == target for a, p in zip(actual, predicted, strict=True) if a != target]
    tpr, fpr = sum(positive) / len(positive), sum(negative) / len(negative)
    return tpr + fpr - 1, tpr - fpr


def brier_score(actual, probabilities):
    """Half the sum of the classes' Brier scores; for two classes the score of either."""
    classes = enumerate(probabilities.T)
    return sum(metrics.brier_score_loss(actual == c, p) for c, p in classes) / 2


def weighted(actual, values):
    """Average of the values of the classes by class frequency."""
    return np.bincount(np.asarray(actual, int)) @ values / len(actual)


@pytest.fixture(scope="module", params=["heart_disease", "iris"])
def results(request):
    results = evaluation.CrossValidation(k=4)(tables()[request.param], learners())
    for array in (results.actual, results.predicted, results.probabilities):
        array.flags.writeable = False
    return results


def test_orange_lists_them_for_classes_only():
    assert {Phi, Delta, Brier} <= set(scoring.Score.registry.values())
    usable = usable_scorers(Table("iris").domain)
    assert [scorer for scorer in usable if scorer in (Phi, Delta, Brier)] == [Phi, Delta, Brier]
    assert not {Phi, Delta, Brier} & set(usable_scorers(Table("housing").domain))
    # Nothing abstract of ours is listed.
    ours = [s for s in usable if s.__module__.startswith("orangecontrib.phidelta")]
    assert len(ours) == 3
    assert len({scorer.name for scorer in usable}) == len(usable)


def test_values_of_a_target(results):
    for target in range(len(results.domain.class_var.values)):
        by_hand = [phi_delta(results.actual, p, target) for p in results.predicted]
        found = np.column_stack([Phi(results, target=target), Delta(results, target=target)])
        np.testing.assert_allclose(found, by_hand)
        brier = [
            metrics.brier_score_loss(results.actual == target, p[:, target])
            for p in results.probabilities
        ]
        np.testing.assert_allclose(Brier(results, target=target), brier)


@pytest.mark.parametrize("average", ["weighted", "macro"])
def test_values_averaged_over_classes(results, average):
    classes = range(len(results.domain.class_var.values))
    for row, predicted in enumerate(results.predicted):
        of_classes = np.array([phi_delta(results.actual, predicted, c) for c in classes])
        if average == "weighted":
            expected = weighted(results.actual, of_classes)
        else:
            expected = of_classes.mean(axis=0)
        assert Delta(results, average=average)[row] == pytest.approx(expected[1])
    # A bias to one class is a bias away from the others.
    found = Phi(results, average=average)
    assert found.shape == (len(results.predicted),)
    assert np.isnan(found).all()


def test_averaged_brier_score_is_half_the_sum(results):
    expected = [brier_score(results.actual, p) for p in results.probabilities]
    np.testing.assert_allclose(Brier(results), expected)
    np.testing.assert_allclose(Brier(results, average="weighted"), expected)


def test_without_target_two_classes_mean_the_second_and_more_need_a_choice(results):
    if len(results.domain.class_var.values) == 2:
        np.testing.assert_array_equal(Phi(results), Phi(results, target=1))
        assert Phi(results)[0] != pytest.approx(Phi(results, target=0)[0])
    else:
        with pytest.raises(ValueError, match="target"):
            Delta(results)


def test_a_value_that_never_occurs_is_not_averaged():
    data = Table("iris")[20:80]
    found = evaluation.CrossValidation(k=3)(data, learners())
    assert np.isfinite(Delta(found, average="weighted")).all()
    assert np.isnan(Delta(found, target=2)).all()


def test_no_probabilities_no_brier_score(results):
    without = results.get_fold(0)
    without.probabilities = None
    with pytest.raises(ValueError, match="probabilities"):
        Brier(without)


def test_missing_predictions_are_not_taken_for_a_class(results):
    # scikit-learn refuses them, hence Orange's scores do.
    fold = results.get_fold(0)
    fold.predicted = fold.predicted.copy()
    fold.predicted[0, :3] = np.nan
    try:
        scores = Delta(fold, target=1)
    except ValueError:
        return
    assert np.isnan(scores[0])


# --- Test and Score ---


def run(gui, data):
    widget = gui.create_widget(OWTestAndScore)
    gui.send_signal(widget.Inputs.train_data, data, widget=widget)
    for number, learner in enumerate(learners()):
        gui.send_signal(widget.Inputs.learner, learner, number, widget=widget)
    results = gui.get_output(widget.Outputs.evaluations_results, widget=widget, wait=20000)
    return widget, results


@pytest.fixture(scope="module")
def tested(gui):
    return {name: run(gui, data) for name, data in tables().items()}


def shown(widget):
    """What Test and Score shows: by title of the column, a list with one value a model."""
    model = widget.score_table.model
    rows = range(model.rowCount())
    return {
        model.horizontalHeaderItem(column).text(): [
            model.item(row, column).data(Qt.DisplayRole) for row in rows
        ]
        for column in range(model.columnCount())
    }


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("heart_disease", "0"),
        ("heart_disease", "1"),
        ("iris", "Iris-setosa"),
        ("iris", "Iris-virginica"),
    ],
)
def test_columns_for_a_target(tested, name, target):
    widget, results = tested[name]
    simulate.combobox_activate_item(widget.class_selection_combo, target)
    code = results.domain.class_var.values.index(target)
    table = shown(widget)
    by_hand = [phi_delta(results.actual, p, code) for p in results.predicted]
    assert table["φ (balanced)"] == pytest.approx([phi for phi, _ in by_hand])
    assert table["δ (balanced)"] == pytest.approx([delta for _, delta in by_hand])
    sensitivity, specificity = np.array(table["Recall"]), np.array(table["Spec"])
    assert table["φ (balanced)"] == pytest.approx(list(sensitivity - specificity))
    assert table["Brier"] == pytest.approx(
        [
            metrics.brier_score_loss(results.actual == code, p[:, code])
            for p in results.probabilities
        ]
    )


@pytest.mark.parametrize("name", ["heart_disease", "iris"])
def test_columns_averaged_over_classes(tested, name):
    widget, results = tested[name]
    simulate.combobox_activate_item(widget.class_selection_combo, widget.TARGET_AVERAGE)
    table = shown(widget)
    classes = range(len(results.domain.class_var.values))
    for row, predicted in enumerate(results.predicted):
        of_classes = np.array([phi_delta(results.actual, predicted, c) for c in classes])
        _, delta = weighted(results.actual, of_classes)
        assert np.isnan(table["φ (balanced)"][row])
        assert table["δ (balanced)"][row] == pytest.approx(delta)
        brier = brier_score(results.actual, results.probabilities[row])
        assert table["Brier"][row] == pytest.approx(brier)
    assert not widget.Warning.scores_not_computed.is_shown()


@pytest.mark.parametrize("scorer", [Phi, Delta, Brier])
@pytest.mark.parametrize("target", ["0", None])
def test_models_are_compared_by_folds(tested, scorer, target):
    widget, results = tested["heart_disease"]
    simulate.combobox_activate_item(widget.class_selection_combo, target or widget.TARGET_AVERAGE)
    simulate.combobox_activate_item(widget.controls.comparison_criterion, scorer.long_name)
    values = np.empty((2, len(results.folds)))
    for number, fold in enumerate(results.folds):
        actual = results.actual[fold]
        for row in range(2):
            predicted, probabilities = results.predicted[row][fold], results.probabilities[row]
            of_classes = np.array([phi_delta(actual, predicted, c) for c in (0, 1)])
            phi, delta = weighted(actual, of_classes) if target is None else of_classes[0]
            brier = metrics.brier_score_loss(actual == 0, probabilities[fold][:, 0])
            values[row, number] = {Phi: phi, Delta: delta, Brier: brier}[scorer]
    found = widget.comparison_table.cellWidget(1, 0).text()
    if scorer is Phi and target is None:
        assert found == "NA"
    else:
        probability, _ = baycomp.two_on_single(values[1], values[0])
        assert found == f"{probability:.3f}"
    assert not widget.Warning.scores_not_computed.is_shown()


def test_a_fold_without_the_target_makes_the_comparison_not_available(gui):
    data = Table("heart_disease")
    few = np.r_[np.flatnonzero(data.Y == 0)[:40], np.flatnonzero(data.Y == 1)[:3]]
    widget, results = run(gui, data[few])
    simulate.combobox_activate_item(widget.class_selection_combo, "1")
    simulate.combobox_activate_item(widget.controls.comparison_criterion, Delta.long_name)
    assert widget.comparison_table.cellWidget(1, 0).text() == "NA"
    # All cases together have both classes.
    expected = [phi_delta(results.actual, p, 1)[1] for p in results.predicted]
    assert shown(widget)["δ (balanced)"] == pytest.approx(expected)
