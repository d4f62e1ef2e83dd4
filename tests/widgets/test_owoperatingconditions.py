"""Operating Conditions as a student uses it: the line, the map, ranges, samples, outputs."""

from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QEvent, QPointF, Qt
from AnyQt.QtGui import QKeyEvent
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication, QToolTip
from Orange import evaluation
from Orange.classification import (
    LogisticRegressionLearner,
    MajorityLearner,
    NaiveBayesLearner,
    TreeLearner,
)
from Orange.data import Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.core.choosing.conditions import condition_of
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.testedmodels import select_models
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

LEARNERS = [NaiveBayesLearner(), TreeLearner(max_depth=4), MajorityLearner()]


@pytest.fixture(scope="module")
def results():
    return CrossValidation(k=5, random_state=0)(Table("heart_disease"), LEARNERS)


@pytest.fixture
def widget(gui, results):
    widget = gui.create_widget(OWOperatingConditions)
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    return widget


def cell(widget, name, header):
    """What the table shows of a candidate."""
    model = widget.conditions_view.table.model()
    headers = [model.headerData(i, Qt.Horizontal) for i in range(model.columnCount())]
    rows = [model.index(row, 0).data() for row in range(model.rowCount())]
    return model.index(rows.index(name), headers.index(header)).data()


def set_cost(widget, cost):
    widget.costs.spins["cost_fn"].setValue(cost)


def test_results_sent_have_the_least_cost_of_all_cuts(gui, widget, results):
    set_cost(widget, 4)
    sent = gui.get_output(widget.Outputs.results, widget=widget)
    costs = {"cost_fp": 1.0, "cost_fn": 4.0}
    (chosen,) = evaluate(sent, "1").classifiers
    least = min(
        each.sweep.counts(slice(None)).measure("cost", **costs).min()
        for each in evaluate(results, "1").classifiers
    )
    assert chosen.counts.measure("cost", **costs) == pytest.approx(least)
    assert sent.learner_names[0].startswith("naive bayes, cut 0.")


def test_the_cost_now_is_that_per_case_as_in_other_widgets(widget):
    set_cost(widget, 4)
    costs = {"cost_fp": 1.0, "cost_fn": 4.0}
    for each in widget.evaluation.classifiers:
        least = each.sweep.counts(slice(None)).measure("cost", **costs).min()
        assert cell(widget, each.name, "Cost now") == f"{least:.3f}"


def test_results_sent_are_read_by_the_diagram(gui, widget):
    diagram = gui.create_widget(OWPhiDelta)
    sent = gui.get_output(widget.Outputs.results, widget=widget)
    gui.send_signal(diagram.Inputs.results, sent, widget=diagram)
    assert [c.name for c in diagram.evaluation.classifiers] == sent.learner_names


def test_the_line_stands_at_class_ratio_and_costs(widget):
    set_cost(widget, 4)
    widget.ratio_control.edit.setText("9 : 1")
    widget.ratio_control.edit.editingFinished.emit()
    expected = condition_of(0.1, 1, 4)
    assert widget.conditions_view.costs.line.value() == pytest.approx(expected)


def test_dragging_the_line_moves_the_cost_of_a_miss(gui, widget):
    widget.conditions_view.costs.line.setValue(0.8)
    widget.conditions_view.costs.line.sigDragged.emit(widget.conditions_view.costs.line)
    assert widget.costs.spins["cost_fn"].value() == widget.parameters["cost_fn"]
    assert widget.outlook.condition == pytest.approx(0.8, abs=0.001)
    assert widget.ratio_control.state() is None


def test_or_the_class_ratio(widget):
    set_cost(widget, 3)
    widget.moves = "ratio"
    widget.move_condition(0.25)
    assert widget.class_ratio == pytest.approx(9)  # odds 3 = ratio / 3
    assert widget.ratio_control.text == "9 : 1"
    assert widget.outlook.condition == pytest.approx(0.25)
    assert widget.parameters["cost_fn"] == 3


def test_outputs_wait_until_the_line_is_let_go(gui, widget):
    before = gui.get_output(widget.Outputs.results, widget=widget)
    widget.conditions_view.costs.condition_changed.emit(0.9)
    assert gui.get_output(widget.Outputs.results, widget=widget) is before
    widget.conditions_view.costs.condition_settled.emit()
    assert gui.get_output(widget.Outputs.results, widget=widget) is not before


def test_models_as_they_decide_are_lines_and_keep_their_decisions(gui, widget, results):
    widget.decisions_combo.set_state("fixed")
    widget.decisions_combo.changed.emit()
    assert [len(c.curve.indices) for c in widget.conditions.candidates] == [1] * 5
    sent = gui.get_output(widget.Outputs.results, widget=widget)
    row = [learner.name for learner in LEARNERS].index(sent.learner_names[0])
    np.testing.assert_array_equal(sent.predicted[0], results.predicted[row])
    assert cell(widget, sent.learner_names[0], "Cut now") == "n/a"


def test_where_a_dummy_costs_least_it_is_told(gui, widget, results):
    majority = select_models(results, ["majority"])
    gui.send_signal(widget.Inputs.results, majority, widget=widget)
    assert "always negative" in str(widget.Information.dummy_wins)
    assert widget.Information.dummy_wins.is_shown()
    assert gui.get_output(widget.Outputs.results, widget=widget) is None
    widget.choose("majority")
    assert not widget.Information.dummy_wins.is_shown()
    assert gui.get_output(widget.Outputs.results, widget=widget) is not None


def test_a_click_on_a_row_chooses_and_another_one_leaves_it_to_the_widget(gui, widget):
    widget.choose("tree")
    assert widget.chosen_combo.state() == "tree"
    name = gui.get_output(widget.Outputs.results, widget=widget).learner_names[0]
    assert name.startswith("tree, ")
    widget.choose("tree")
    assert widget.chosen == ""
    widget.choose("always positive")
    assert widget.chosen == ""


def test_a_range_judges_one_cut_for_all_of_it(gui, widget):
    widget.range_controls.set_state((True, 5.0, 20.0, 3.0, 10.0, "uniform"))
    widget.range_controls.changed.emit()
    assert "class ratios 5 to 20 : 1" in widget.conditions_view.sentence.text()
    table = gui.get_output(widget.Outputs.conditions, widget=widget)
    costs = dict(zip((str(m[0]) for m in table.metas), table.X[:, 3], strict=True))
    best = min(costs, key=costs.get)
    assert best in widget.conditions_view.sentence.text()
    assert cell(widget, best, "Mean cost") == f"{costs[best]:.3f}"
    low, high = widget.conditions_view.costs.shaded.getRegion()
    assert (low, high) == pytest.approx((condition_of(1 / 21, 1, 3), condition_of(1 / 6, 1, 10)))
    # ends may come in either order
    widget.range_controls.set_state((True, 20.0, 5.0, 10.0, 3.0, "uniform"))
    widget.range_controls.changed.emit()
    assert widget.conditions_view.costs.shaded.getRegion() == pytest.approx((low, high))


def test_without_a_range_the_table_is_of_the_present_condition(gui, widget):
    set_cost(widget, 4)
    table = gui.get_output(widget.Outputs.conditions, widget=widget)
    prevalence = widget.evaluation.prevalence
    for row in range(2, 5):
        fpr, tpr, cost = table.X[row, 1:4]
        assert cost == pytest.approx((1 - prevalence) * fpr + prevalence * 4 * (1 - tpr))


def test_samples_of_results_that_come_again(gui, widget, results):
    """They are of the map, which is not there before the results are."""
    widget.flavour = "certainty"
    widget.samples_check.setChecked(True)
    gui.wait_until_finished(widget=widget)
    gui.send_signal(widget.Inputs.results, None, widget=widget)
    assert widget.samples is None
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    gui.wait_until_finished(widget=widget)
    assert not widget.Error.active
    assert widget.samples is not None
    assert widget.certainty is not None


def test_samples_give_bands_and_certainty(gui, widget):
    widget.flavour = "certainty"
    widget.samples_check.setChecked(True)
    gui.wait_until_finished(widget, timeout=60000)
    assert len(widget.conditions_view.costs.bands) == 3
    assert widget.certainty.max() <= 1
    shares = widget.samples.chosen_at(widget.outlook.condition)
    assert cell(widget, "naive bayes", "P(chosen)") == f"{shares[2]:.0%}"
    assert f"{shares[2]:.0%} would choose naive bayes." in widget.conditions_view.sentence.text()
    table = gui.get_output(widget.Outputs.conditions, widget=widget)
    assert table.X[2, -1] == pytest.approx(shares[2])
    widget.samples_check.setChecked(False)
    assert widget.conditions_view.costs.bands == []


def test_a_place_of_the_map_is_shown_in_the_diamond(widget):
    widget.conditions_view.map.place_changed.emit((1.0, 0.5))  # F1
    values = [c.counts.measure("f_beta", beta=1.0) for c in widget.evaluation.classifiers]
    told = {line.label for line in widget.diagram.isometrics.lines()}
    assert f"R {values[0]:.3f}" in told
    assert widget.conditions_view.map.mark.pos().x() == 1


def test_scores_of_a_place_are_told(widget):
    told = widget.conditions.told((0.5, 0.5), 0.4).splitlines()
    assert told[0] == "a = 0.50, b = 0.50"
    assert len(told) == 4


def test_each_flavour_of_the_map_is_drawn(widget):
    images = []
    for flavour in ("winner", "margin", "value", "rank", "certainty"):
        widget.flavour = flavour
        widget.show_map()
        images.append(widget.conditions_view.map.image.image.copy())
    assert not any(np.array_equal(images[0], other) for other in images[1:4])


def test_a_learner_gets_the_cut_and_a_single_model_too(gui, widget):
    gui.send_signal(widget.Inputs.learner, NaiveBayesLearner(), widget=widget)
    learner = gui.get_output(widget.Outputs.learner, widget=widget)
    assert isinstance(learner, ThresholdLearner)
    assert gui.get_output(widget.Outputs.model, widget=widget) is None
    heart = Table("heart_disease")
    tested = evaluation.TestOnTestData(store_models=True)(
        heart[::2], heart[1::2], [NaiveBayesLearner()]
    )
    gui.send_signal(widget.Inputs.results, tested, widget=widget)
    model = gui.get_output(widget.Outputs.model, widget=widget)
    assert isinstance(model, ThresholdModel)
    assert model.cut == learner_cut(gui, widget)


def learner_cut(gui, widget):
    return gui.get_output(widget.Outputs.learner, widget=widget).cut


def test_nothing_stays_when_results_go(gui, widget):
    gui.send_signal(widget.Inputs.results, None, widget=widget)
    for output in (widget.Outputs.results, widget.Outputs.conditions, widget.Outputs.learner):
        assert gui.get_output(output, widget=widget) is None
    view = widget.conditions_view
    assert view.costs.curves == []
    assert view.costs.strip == []
    assert view.table.model().rowCount() == 0
    assert view.sentence.text() == ""


def test_other_class_values_and_results_of_other_models(gui, widget):
    iris = CrossValidation(k=3)(Table("iris"), [LogisticRegressionLearner(), MajorityLearner()])
    gui.send_signal(widget.Inputs.results, iris, widget=widget)
    assert [c.name for c in widget.conditions.candidates[2:]] == [
        "logistic regression",
        "majority",
    ]
    widget.positive_list.set_state(["Iris-virginica"])
    widget.positive_list.changed.emit()
    assert widget.evaluation.positive.text == "Iris-virginica"


def test_report_tells_the_choice(widget):
    widget.send_report()
    assert "costs least where a miss costs" in widget.report_html
    assert "naive bayes" in widget.report_html


def test_tests_that_are_repeated_have_no_samples_and_the_reason_is_told(gui, widget):
    heart = Table("heart_disease")
    repeated = evaluation.ShuffleSplit(n_resamples=4, random_state=0)(heart, LEARNERS[:2])
    gui.send_signal(widget.Inputs.results, repeated, widget=widget)
    widget.samples_check.setChecked(True)
    gui.wait_until_finished(widget)
    assert widget.Information.repeated.is_shown()
    assert not widget.samples_check.isEnabled()
    assert widget.samples is None
    assert widget.conditions_view.costs.bands == []


@pytest.mark.parametrize("number", [1, 10])
def test_one_model_and_many(gui, widget, number):
    learners = [TreeLearner(max_depth=depth + 1) for depth in range(number)]
    tested = CrossValidation(k=3, random_state=0)(Table("heart_disease"), learners)
    tested.learner_names = [f"depth {depth + 1}" for depth in range(number)]
    gui.send_signal(widget.Inputs.results, tested, widget=widget)
    assert len(widget.conditions_view.costs.curves) == number + 2
    assert widget.conditions_view.table.model().rowCount() == number + 2
    widget.grab()


def test_models_without_scores_stay_as_they_are_and_the_rest_moves(gui, widget, results):
    mixed = select_models(results, ["naive bayes", "tree"])
    mixed.probabilities = mixed.probabilities.copy()
    mixed.probabilities[1] = np.nan
    gui.send_signal(widget.Inputs.results, mixed, widget=widget)
    assert widget.Information.without_scores.is_shown()
    assert cell(widget, "tree", "Cut now") == "n/a"
    assert float(cell(widget, "naive bayes", "Cut now")) > 0


def test_at_rare_positives_a_dummy_costs_least(gui, widget):
    widget.decisions_combo.set_state("fixed")
    widget.decisions_combo.changed.emit()
    widget.ratio_control.edit.setText("1000 : 1")
    widget.ratio_control.edit.editingFinished.emit()
    assert widget.Information.dummy_wins.is_shown()
    set_cost(widget, 1000)
    assert not widget.Information.dummy_wins.is_shown()


def test_arrow_keys_move_line_and_mark(gui, widget):
    view = widget.conditions_view
    before = widget.outlook.condition
    QTest.keyClick(view.costs, Qt.Key_Right)
    assert widget.outlook.condition == pytest.approx(before + 0.01, abs=0.004)
    QTest.keyClick(view.map, Qt.Key_Up)
    place = view.map.mark.pos()
    assert place.y() == pytest.approx(place.x() + 0.05)
    for _ in range(30):
        QTest.keyClick(view.map, Qt.Key_Left)
    assert view.map.mark.pos().x() == 0


def test_return_chooses_a_row(gui, widget):
    table = widget.conditions_view.table
    table.sortByColumn(1, Qt.DescendingOrder)
    rows = [table.model().index(row, 0).data() for row in range(5)]
    table.setCurrentIndex(table.model().index(rows.index("majority"), 0))
    QTest.keyClick(table, Qt.Key_Return)
    assert widget.chosen == "majority"
    assert table.currentIndex().data() == "majority"


def test_icons_of_the_table_have_the_colours_of_the_curves(widget):
    view = widget.conditions_view
    for row, curve in enumerate(view.costs.curves):
        icon = view.table.model().index(row, 0).data(Qt.DecorationRole)
        image = icon.pixmap(12).toImage()
        assert image.pixelColor(6, 6).name() == curve.opts["pen"].color().name()


def test_tips_tell_what_is_under_the_pointer(widget):
    view, told = widget.conditions_view, []
    with patch.object(QToolTip, "showText", lambda _, text, *more: told.append(text)):
        for plot, place in (
            (view.costs, (0.3, 0.2)),
            (view.costs, (0.3, -0.02)),
            (view.map, (1, 0)),
        ):
            plot.scene().sigMouseMoved.emit(plot.getViewBox().mapViewToScene(QPointF(*place)))
    curves, strip, preferences = (text.replace("\N{NO-BREAK SPACE}", " ") for text in told)
    assert "at stake 2.33 : 1" in curves
    assert curves == strip
    costs = [each.curve.cost_at(0.3) for each in widget.conditions.candidates]
    assert f"always negative: {costs[0]:.3f}" in curves
    assert f"naive bayes: {costs[2]:.3f}" in curves
    assert "a = 1.00, b = 0.00" in preferences


def test_the_view_brings_its_diagram_to_the_front(widget):
    assert widget.conditions_view.tabs.currentIndex() == 0
    widget.view_combo.set_state("roc")
    widget.view_combo.changed.emit()
    assert widget.conditions_view.tabs.currentIndex() == 1
    assert widget.diagram.space.name == "ROC"


def test_while_the_class_ratio_moves_the_map_is_coarse_and_then_fine(widget):
    widget.moves = "ratio"
    widget.move_condition(0.3)
    coarse = len(widget.preferences.sides)
    widget.settle()
    assert coarse < len(widget.preferences.sides) == 61


def copied(table):
    QApplication.clipboard().clear()
    QTest.keyClick(table, Qt.Key_C, Qt.ControlModifier)
    return [line.split("\t") for line in QApplication.clipboard().text().split("\r\n") if line]


def test_rows_of_the_table_are_copied_as_they_are_shown(gui, widget):
    widget.choose("tree")
    table = widget.conditions_view.table
    ((name, *values),) = copied(table)
    assert name == "tree"
    assert values == [cell(widget, "tree", "Cost now"), cell(widget, "tree", "Cut now")]
    table.selectAll()
    lines = copied(table)
    assert [line[0] for line in lines] == [
        "always negative",
        "always positive",
        *(learner.name for learner in LEARNERS),
    ]
    assert {len(line) for line in lines} == {3}
    assert widget.chosen == "tree"
    widget.range_controls.set_state((True, 5.0, 20.0, 3.0, 10.0, "uniform"))
    widget.range_controls.changed.emit()
    assert len(copied(table)[0]) == 9


def test_selecting_more_rows_chooses_none(gui, widget):
    table = widget.conditions_view.table
    places = [table.visualRect(table.model().index(row, 0)).center() for row in range(5)]
    QTest.mouseClick(table.viewport(), Qt.LeftButton, Qt.NoModifier, places[3])
    assert widget.chosen == "tree"
    QTest.mouseClick(table.viewport(), Qt.LeftButton, Qt.ShiftModifier, places[4])
    assert [line[0] for line in copied(table)] == ["tree", "majority"]
    assert widget.chosen == "tree"


def test_the_keys_for_copying_are_the_tables(widget):
    # Orange's widgets copy their picture with the same keys
    event = QKeyEvent(QEvent.ShortcutOverride, Qt.Key_C, Qt.ControlModifier)
    event.ignore()
    QApplication.sendEvent(widget.conditions_view.table, event)
    assert event.isAccepted()
