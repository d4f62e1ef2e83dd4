"""φ/δ Diagram: two models compared, their hull, who is better reversed, and the table of pairs."""

from html import escape
from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QPointF
from Orange.classification import (
    LogisticRegressionLearner,
    NaiveBayesLearner,
    TreeLearner,
)
from Orange.data import ContinuousVariable, Domain, Table
from Orange.evaluation import CrossValidation, Results, ShuffleSplit

from orangecontrib.phidelta.orange import pairs
from orangecontrib.phidelta.orange.pairs import pair_of, pairs_table
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.plot.diagram import Hit
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

LEARNERS = [NaiveBayesLearner(), TreeLearner(max_depth=3), LogisticRegressionLearner()]
TWO = ["naive bayes", "tree"]


@pytest.fixture(scope="module")
def results():
    return CrossValidation(k=5, random_state=1, store_data=True)(Table("heart_disease"), LEARNERS)


@pytest.fixture
def widget(gui, results):
    widget = gui.create_widget(OWPhiDelta)
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    return widget


def panel(widget):
    return widget.comparison_view.pair


def is_compared(widget):
    between = widget.diagram.between
    shown = panel(widget).isVisibleTo(widget), between.arrow.isVisible()
    assert between.region.boundingRect().isEmpty() != shown[1]
    return shown


def set_layer(widget, name, is_on):
    widget.layer_controls.boxes[name].setChecked(is_on)


def set_ratio(widget, text):
    widget.ratio_control.edit.setText(text)
    widget.ratio_control.edit.editingFinished.emit()


def points():
    domain = Domain([ContinuousVariable(name) for name in ("TP", "FN", "FP", "TN")])
    return Table.from_numpy(domain, np.array([[10.0, 40, 90, 60], [45, 5, 30, 120]]))


def test_exactly_two_are_compared(widget):
    assert is_compared(widget) == (False, False)
    widget.select(TWO)
    assert is_compared(widget) == (True, True)
    widget.select(TWO[:1])
    assert is_compared(widget) == (False, False)
    widget.select(TWO)
    set_layer(widget, "comparison", False)
    assert is_compared(widget) == (False, False)
    assert panel(widget).text == ""


def test_the_arrow_goes_from_the_second_to_the_first_within_the_region(widget):
    # the order is that of the list, not that of the clicks
    widget.select(TWO[::-1])
    items, between = widget.diagram.classifiers, widget.diagram.between
    second, first = between.arrow.places
    assert first == pytest.approx(items["naive bayes"].position)
    assert second == pytest.approx(items["tree"].position)
    assert between.region.holds(QPointF(*first))


def test_sentences_are_at_the_class_ratio_and_costs(widget, results):
    widget.select(TWO)
    set_ratio(widget, "9 : 1")
    widget.measures.set_state((["cost"], "", {"cost_fp": 1.0, "cost_fn": 4.0}))
    widget.measures.changed.emit()
    pair = pair_of(evaluate(results, "1"), TWO)
    told = pair.explain("1", 0.1, 1, 4).replace("\n", " ")
    assert panel(widget).cases.text() == f"Other test cases, the same models: {told}"
    over_folds = pair.explain_over_folds("cost", 0.01, 0.1, cost_fp=1, cost_fn=4)
    assert panel(widget).folds.text() == f"Other training data too: {over_folds}"
    assert "in Expected cost per case" in over_folds


def test_without_isometrics_folds_are_compared_by_accuracy(widget):
    widget.select(TWO)
    widget.measures.set_state(([], "", {}))
    widget.measures.changed.emit()
    assert "below 0.01 in Accuracy" in panel(widget).folds.text()


def test_the_region_of_equivalence_is_set_and_stored(gui, widget, results):
    widget.select(TWO)
    before = panel(widget).folds.text()
    panel(widget).rope.setValue(0.05)
    assert widget.rope == 0.05
    assert "below 0.05 in" in panel(widget).folds.text() != before
    table = gui.get_output(widget.Outputs.comparison, widget=widget)
    equal = pair_of(evaluate(results, "1"), TWO).over_folds("accuracy", 0.05).equal
    [row] = [row for row in table if row["Measure"] == "Accuracy"]
    assert row["Equal over folds"] == pytest.approx(equal)
    stored = widget.settingsHandler.pack_data(widget)
    other = gui.create_widget(OWPhiDelta, stored_settings=stored)
    assert panel(other).rope.value() == 0.05


def test_who_cannot_be_compared_is_told_why(gui, widget):
    gui.send_signal(widget.Inputs.points, points(), widget=widget)
    widget.select(["tree", widget.model_list.names()[-1]])
    assert is_compared(widget) == (True, False)
    assert "is a point of a table" in panel(widget).text
    assert not panel(widget).rope.isVisibleTo(widget)
    repeated = ShuffleSplit(n_resamples=3, store_data=True)(Table("heart_disease"), LEARNERS[:2])
    gui.send_signal(widget.Inputs.results, repeated, widget=widget)
    widget.select(TWO)
    assert "more than once" in panel(widget).text
    assert gui.get_output(widget.Outputs.comparison, widget=widget) is None


def test_what_was_compared_does_not_stay(gui, widget):
    widget.select(TWO)
    gui.send_signal(widget.Inputs.results, None, widget=widget)
    assert is_compared(widget) == (False, False)
    assert gui.get_output(widget.Outputs.comparison, widget=widget) is None


def test_pairs_are_sent(gui, widget, results):
    set_ratio(widget, "4 : 1")
    sent = gui.get_output(widget.Outputs.comparison, widget=widget)
    names = ["naive bayes", "tree", "logistic regression"]
    parameters = {"beta": 1.0, "cost_fp": 1.0, "cost_fn": 1.0, "weight": 0.5}
    expected = pairs_table(evaluate(results, "1"), names, 0.2, 0.01, **parameters)
    np.testing.assert_array_equal(sent.metas, expected.metas)
    np.testing.assert_allclose(sent.X, expected.X)
    widget.select(TWO[:1])
    assert gui.get_output(widget.Outputs.comparison, widget=widget) is None


def test_pairs_are_computed_only_where_somebody_wants_them(gui, widget):
    with patch.object(pairs, "_rows", side_effect=ZeroDivisionError):
        widget.select(TWO)
        with pytest.raises(ZeroDivisionError):
            gui.get_output(widget.Outputs.comparison, widget=widget)


def test_many_models_are_not_compared_in_pairs(gui, results):
    rows = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1]
    many = Results(
        domain=results.domain,
        actual=results.actual,
        predicted=results.predicted[rows],
        probabilities=results.probabilities[rows],
        folds=results.folds,
        row_indices=results.row_indices,
        learners=[LEARNERS[i] for i in rows],
    )
    many.learner_names = [f"model {i}" for i in range(11)]
    widget = gui.create_widget(OWPhiDelta)
    gui.send_signal(widget.Inputs.results, many, widget=widget)
    assert widget.Information.too_many.is_shown()
    assert gui.get_output(widget.Outputs.comparison, widget=widget) is None
    widget.select(many.learner_names[1:])
    assert not widget.Information.too_many.is_shown()
    assert gui.get_output(widget.Outputs.comparison, widget=widget) is not None


def test_layers_of_a_time_without_a_comparison(gui, results):
    stored = {"layers": ["folds", "curves"], "__version__": 2}
    widget = gui.create_widget(OWPhiDelta, stored_settings=stored)
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    widget.select(TWO)
    assert widget.layer_controls.state() == ["curves", "folds"]
    assert is_compared(widget) == (False, False)


def test_who_is_better_reversed_has_a_ghost_while_selected(gui, widget):
    gui.send_signal(widget.Inputs.points, points(), widget=widget)
    below = widget.model_list.names()[-2]
    # the first point finds 20 % of the positives and raises 60 % false alarms
    assert widget.diagram.between.ghosts.getData()[0].tolist() == pytest.approx([0.4])
    assert widget.diagram.between.ghosts.getData()[1].tolist() == pytest.approx([0.8])
    told = widget.explain(Hit(below, "ghost", 0))
    assert told.startswith(f"{below}, reversed: misses 20.0% of ‘1’, calls 40.0% of others")
    widget.select(TWO)
    assert len(widget.diagram.between.ghosts.getData()[0]) == 0


def test_the_hull_is_a_layer_of_the_selected(widget):
    place = widget.diagram.square.mapToScene

    def hits():
        mixed = widget.comparison_view.surroundings.hull.mixtures
        found = (
            widget.diagram.hit_at(place(QPointF(*rates)))
            for rates in zip(mixed.fpr[::25], mixed.tpr[::25], strict=True)
        )
        return [hit for hit in found if hit and hit.part == "hull"]

    widget.grab()
    assert not hits()
    set_layer(widget, "hull", True)
    told = [widget.explain(hit) for hit in hits()]
    assert any(sentence.startswith("drawn by lot, ") for sentence in told)
    every = widget.comparison_view.surroundings.hull.curve.area
    widget.select(["tree"])
    assert widget.comparison_view.surroundings.hull.curve.area > every


def test_a_single_model_has_a_chance_like_it(widget):
    set_layer(widget, "baselines", True)
    assert len(widget.diagram.baselines.getData()[0]) == 4
    widget.select(["tree"])
    counts = widget.evaluation.classifiers[1].counts
    set_ratio(widget, "9 : 1")
    share = 0.1 * counts.tpr + 0.9 * counts.fpr
    assert widget.diagram.baselines.getData()[0][-1] == pytest.approx(share)
    told = widget.explain(Hit("chance, as often positive as tree", "baseline", 0))
    assert f"calls {share:.1%} of others ‘1’" in told


def test_the_report_tells_the_comparison(widget):
    widget.select(TWO)
    widget.create_report_html()
    assert escape(panel(widget).cases.text()) in widget.report_html
    assert "Other training data too" in widget.report_html
    widget.select(TWO[:1])
    widget.create_report_html()
    assert "Other test cases" not in widget.report_html


def test_a_new_class_ratio_moves_what_depends_on_it(widget):
    set_layer(widget, "hull", True)
    widget.select(["tree"])
    around = widget.comparison_view.surroundings
    set_ratio(widget, "9 : 1")
    after = widget.comparison_view.surroundings
    assert after.hull is around.hull
    assert after.baselines != around.baselines
    widget.select(TWO)
    assert widget.comparison_view.surroundings.hull is not around.hull
