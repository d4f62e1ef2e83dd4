"""Models among features in the Class Signature."""

import pytest
from AnyQt.QtCore import QPointF
from Orange.classification import MajorityLearner, NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature

NAMES = ["Bayes", "Tree", "Constant"]


def results_of(data):
    learners = [NaiveBayesLearner(), TreeLearner(), MajorityLearner()]
    results = CrossValidation(k=5, random_state=1, store_data=True)(data, learners)
    results.learner_names = NAMES
    return results


@pytest.fixture(scope="module")
def heart():
    return Table("heart_disease")


@pytest.fixture(scope="module")
def results(heart):
    return results_of(heart)


def settle(gui, widget):
    """Signatures come first, then the models."""
    for _ in range(2):
        gui.wait_until_finished(widget)


@pytest.fixture
def widget(gui, heart, results):
    widget = gui.create_widget(OWClassSignature)
    widget.resize(1000, 720)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    settle(gui, widget)
    yield widget
    widget.onDeleteWidget()


def shown_models(widget, picture=0):
    return widget.diagrams[picture].points.getData()[0]


def legend(widget):
    return [label.text for _, label in widget.diagrams[0].legend.items]


def choose(gui, widget, setting, value):
    control = getattr(widget.controls, setting)
    control.set_state(value)
    control.changed.emit()
    settle(gui, widget)


def test_models_have_points_names_and_a_sentence(widget, results):
    called, truth = results.predicted == 1, results.actual == 1
    assert shown_models(widget) == pytest.approx(called[:, ~truth].mean(axis=1))
    assert set(NAMES) <= set(legend(widget))
    assert "the gain over the best feature is" in widget.meeting_line.text()
    assert "95 % interval" in widget.meeting_line.text()


def test_what_is_worse_is_told(widget):
    assert "Worse than the best feature alone: Constant" in str(widget.Information.worse)


def test_results_may_come_first(gui, heart, results):
    widget = gui.create_widget(OWClassSignature)
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    assert not widget.meeting_line.isVisibleTo(widget)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    settle(gui, widget)
    assert len(shown_models(widget)) == 3


def test_removed_results_leave_nothing(gui, widget):
    gui.send_signal(widget.Inputs.results, None, widget=widget)
    settle(gui, widget)
    assert len(shown_models(widget)) == 0
    assert "Bayes" not in legend(widget)
    assert widget.meeting_line.text() == ""
    assert not widget.Information.worse.is_shown()


def test_removed_data_leave_nothing(gui, widget):
    gui.send_signal(widget.Inputs.data, None, widget=widget)
    settle(gui, widget)
    assert len(shown_models(widget)) == 0
    assert widget.meeting_line.text() == ""


def test_models_follow_the_positive_class(gui, widget, results):
    choose(gui, widget, "positive", ["0"])
    called, truth = results.predicted == 0, results.actual == 0
    assert shown_models(widget) == pytest.approx(called[:, ~truth].mean(axis=1))


def test_at_the_class_ratio_the_sentence_follows(gui, widget):
    choose(gui, widget, "view", "generalised")
    assert "δ_b" in widget.meeting_line.text()
    before = widget.meeting_line.text()
    choose(gui, widget, "class_ratio", 9.0)
    assert widget.meeting_line.text() != before
    widget.show_standard()
    settle(gui, widget)
    assert "δ_b" not in widget.meeting_line.text()


def test_each_class_has_its_models(gui, widget, results):
    choose(gui, widget, "arrangement", "beside")
    called, truth = results.predicted == 0, results.actual == 0
    assert shown_models(widget, 0) == pytest.approx(called[:, ~truth].mean(axis=1))
    assert len(shown_models(widget, 1)) == 3
    assert widget.meeting_line.text() == ""
    choose(gui, widget, "arrangement", "over")
    assert len(shown_models(widget)) == 0


def test_the_pointer_tells_of_the_model(widget):
    diagram, told = widget.diagrams[0], []
    widget.grab()
    diagram.show_tip = told.append
    fpr, tpr = (values[1] for values in diagram.points.getData())
    place = diagram.square.mapToScene(QPointF(fpr, tpr))
    diagram._on_moved(place)
    assert "Tree: misses" in told[-1]
    assert "gain over the best feature alone" in told[-1]
    diagram._on_moved(place + QPointF(300, 300))
    assert told[-1] == ""


def test_a_click_on_a_model_selects_no_feature(gui, widget):
    """The points lie over those of features."""
    diagram, chosen = widget.diagrams[0], []
    widget.grab()
    diagram.variables_selected.connect(chosen.append)
    fpr, tpr = (values[0] for values in diagram.points.getData())
    position = diagram.square.mapToScene(QPointF(fpr, tpr))

    class Click:
        def button(self):
            raise AssertionError("the click is not for features")

        def scenePos(self):
            return position

    diagram._on_clicked(Click())
    assert chosen == []


def test_other_results_are_told(gui, widget):
    gui.send_signal(widget.Inputs.results, results_of(Table("iris")), widget=widget)
    settle(gui, widget)
    assert "“iris”" in str(widget.Warning.other_results)
    assert len(shown_models(widget)) == 0
    gui.send_signal(widget.Inputs.results, None, widget=widget)
    settle(gui, widget)
    assert not widget.Warning.other_results.is_shown()


def test_unfit_results_are_told(gui, widget, results):
    broken = results_of(Table("heart_disease")[:60])
    broken.predicted = None
    gui.send_signal(widget.Inputs.results, broken, widget=widget)
    settle(gui, widget)
    assert widget.Error.unfit_results.is_shown()
    assert widget.headline.text()
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    settle(gui, widget)
    assert not widget.Error.unfit_results.is_shown()
    assert len(shown_models(widget)) == 3
