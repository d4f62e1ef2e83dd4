"""φ/δ Diagram with each model in groups of the tested cases."""

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import DiscreteVariable, Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.orange.groups import groups_of
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

NAMES = "Bayes", "Tree"


def cross_validated(data, store_data=True):
    learners = [NaiveBayesLearner(), TreeLearner(max_depth=3)]
    results = CrossValidation(k=4, random_state=1, store_data=store_data)(data, learners)
    results.learner_names = list(NAMES)
    return results


@pytest.fixture(scope="module")
def heart():
    return cross_validated(Table("heart_disease"))


@pytest.fixture
def widget(gui, heart):
    widget = gui.create_widget(OWPhiDelta)
    gui.send_signal(widget.Inputs.results, heart, widget=widget)
    return widget


def group_by(widget, name):
    widget.group_combo.set_state(name)
    widget.group_combo.changed.emit()


def listed(widget):
    """First column of the table."""
    model = widget.table.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def click(widget, name, modifier=Qt.NoModifier):
    widget.show()
    QApplication.processEvents()
    diagram = widget.diagram
    place = diagram.square.mapToScene(QPointF(*diagram.classifiers[name].position))
    QTest.mouseClick(diagram.viewport(), Qt.LeftButton, modifier, diagram.mapFromScene(place))


def test_each_model_has_a_point_for_each_group(widget, heart):
    group_by(widget, "gender")
    items = widget.diagram.classifiers
    assert list(items) == ["Bayes: female", "Bayes: male", "Tree: female", "Tree: male"]
    gender = heart.data.get_column("gender")[heart.row_indices]
    men = heart.actual[gender == 1], heart.predicted[1][gender == 1]
    sensitivity = np.mean(men[1][men[0] == 1] == 1)
    assert items["Tree: male"].position[1] == pytest.approx(sensitivity)
    colors = [item.color.rgba() for item in items.values()]
    assert colors[0] == colors[1] != colors[2] == colors[3]
    symbols = [item.symbol for item in items.values()]
    assert symbols[0] == symbols[2] != symbols[1] == symbols[3]
    assert widget.model_list.names() == list(NAMES)
    assert listed(widget) == list(items)
    # the picture stays at the class ratio of all cases
    assert widget.ratio_control.prevalence == pytest.approx(np.mean(heart.actual == 1))
    group_by(widget, "")
    assert list(widget.diagram.classifiers) == listed(widget) == list(NAMES)


def test_models_are_selected_and_not_groups(gui, widget):
    group_by(widget, "gender")
    click(widget, "Tree: female")
    assert widget.selected == ["Tree"]
    assert listed(widget) == ["Tree: female", "Tree: male"]
    assert [item.is_selected for item in widget.diagram.classifiers.values()] == [0, 0, 1, 1]
    assert gui.get_output(widget.Outputs.results, widget=widget).learner_names == ["Tree"]
    rows = gui.get_output(widget.Outputs.scores, widget=widget).metas[:, 0].tolist()
    assert set(rows) == {"Tree: female", "Tree: male"}
    click(widget, "Bayes: male", Qt.ControlModifier)
    assert widget.selected == list(NAMES)
    click(widget, "Tree: male", Qt.ControlModifier)
    assert widget.selected == ["Bayes"]
    widget.model_list.set_state(["Tree"])
    widget.model_list.changed.emit()
    assert listed(widget) == ["Tree: female", "Tree: male"]


def test_a_sentence_tells_what_explains_the_difference(widget, heart):
    group_by(widget, "gender")
    groups = groups_of(heart, "gender", "1")
    first, second, ratios = widget.comparison_view.pair.text.splitlines()
    assert (first, second) == tuple(map(groups.explain, NAMES))
    assert "each group at its own class ratio" in ratios
    assert not widget.comparison_view.pair.rope.isVisibleTo(widget)
    widget.select(["Tree"])
    widget.ratio_control.edit.setText("4 : 1")
    widget.ratio_control.edit.editingFinished.emit()
    assert widget.comparison_view.pair.text == groups.explain("Tree")
    widget.select([])
    assert widget.comparison_view.pair.text == ""


def test_the_pointer_tells_of_the_group(widget, heart):
    group_by(widget, "gender")
    counts = groups_of(heart, "gender", "1").by_model["Tree"][1].counts
    hit = next(
        widget.diagram.hit_at(widget.diagram.square.mapToScene(QPointF(*item.position)))
        for name, item in widget.diagram.classifiers.items()
        if name == "Tree: male"
    )
    told = widget.explain(hit)
    assert told.startswith(f"Tree: male: misses {counts.fn:.0f} of {counts.positives:.0f} ")


def test_ordered_groups_are_joined_and_others_are_not(widget):
    ways = widget.diagram.between.ways
    group_by(widget, "gender")
    assert ways.boundingRect().isEmpty()
    group_by(widget, "age")
    positions = [item.position for item in widget.diagram.classifiers.values()]
    box = ways.boundingRect()
    for axis, low, high in ((0, box.left(), box.right()), (1, box.top(), box.bottom())):
        values = [position[axis] for position in positions]
        assert low <= min(values) < max(values) <= high
    widget.select([])
    assert ways.boundingRect().isEmpty()


def test_neither_arrow_nor_hull_between_groups(widget):
    for name in ("comparison", "hull"):
        widget.layer_controls.boxes[name].setChecked(True)
    between = widget.diagram.between
    assert between.arrow.isVisible()
    assert not between.hull.boundingRect().isEmpty()
    group_by(widget, "gender")
    assert not between.arrow.isVisible()
    assert between.hull.boundingRect().isEmpty()


def test_groups_of_one_class_and_unknown_values_are_told(gui):
    data = Table("heart_disease")
    code = np.where(np.arange(len(data)) % 3 == 0, 1.0, 2.0)
    code[np.flatnonzero(data.Y == 1)[:20]] = 0
    code[-5:] = np.nan
    part = DiscreteVariable("part", ("sick", "x", "y"))
    widget = gui.create_widget(OWPhiDelta)
    results = cross_validated(data.add_column(part, code, to_metas=True))
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    group_by(widget, "part")
    assert list(widget.diagram.classifiers)[:2] == ["Bayes: x", "Bayes: y"]
    assert str(widget.Information.one_sided_groups).endswith(": sick")
    assert "5 test cases of unknown part are in no group" in str(widget.Information.in_no_group)
    group_by(widget, "")
    assert not widget.Information.one_sided_groups.is_shown()
    assert not widget.Information.in_no_group.is_shown()


def test_unusable_groups_leave_the_models_as_they_are(gui):
    data = Table("heart_disease")
    same = DiscreteVariable("same", ("a", "b"))
    widget = gui.create_widget(OWPhiDelta)
    results = cross_validated(data.add_column(same, data.Y, to_metas=True))
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    group_by(widget, "same")
    assert "No group by “same” has cases of both classes" in str(widget.Warning.unfit_groups)
    assert list(widget.diagram.classifiers) == list(NAMES)
    group_by(widget, "gender")
    assert not widget.Warning.unfit_groups.is_shown()


def test_without_the_tested_data_there_are_no_groups(gui, widget):
    group_by(widget, "gender")
    without = cross_validated(Table("heart_disease"), store_data=False)
    gui.send_signal(widget.Inputs.results, without, widget=widget)
    assert widget.group_by == ""
    assert not widget.group_combo.isEnabled()
    assert list(widget.diagram.classifiers) == list(NAMES)
    gui.send_signal(widget.Inputs.results, None, widget=widget)
    assert list(widget.diagram.classifiers) == []


def test_the_choice_comes_back_with_a_workflow(gui, widget, heart):
    group_by(widget, "gender")
    widget.select(["Tree"])
    stored = widget.settingsHandler.pack_data(widget)
    other = gui.create_widget(OWPhiDelta, stored_settings=stored)
    gui.send_signal(other.Inputs.results, heart, widget=other)
    assert other.group_combo.state() == other.group_by == "gender"
    assert listed(other) == ["Tree: female", "Tree: male"]


def test_another_positive_class_is_read_in_groups(widget, heart):
    group_by(widget, "gender")
    widget.positive_list.set_state(["0"])
    widget.positive_list.changed.emit()
    groups = groups_of(heart, "gender", "0")
    for each in groups.classifiers:
        model, group = each.name.split(": ")
        name = f"{dict(zip(groups.by_model, NAMES, strict=True))[model]}: {group}"
        assert widget.diagram.classifiers[name].position == (each.counts.fpr, each.counts.tpr)


def test_report_names_the_groups(widget):
    group_by(widget, "age")
    widget.send_report()
    assert not widget.grab().isNull()
