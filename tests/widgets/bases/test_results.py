"""What the widgets on Evaluation Results make of results that cannot be read, and of failures."""

from unittest.mock import patch

import numpy as np
import pytest
from malformed import GOOD, REFUSED
from Orange.classification import NaiveBayesLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation

from orangecontrib.phidelta.widgets.bases import results as base
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

WIDGETS = [OWPhiDelta, OWThresholdTuner]


@pytest.fixture(params=WIDGETS)
def widget(gui, request):
    """A widget that shows and sends good results, with a learner where it takes one."""
    widget = gui.create_widget(request.param)
    gui.send_signal(widget.Inputs.results, GOOD, widget=widget)
    if request.param is OWThresholdTuner:
        gui.send_signal(widget.Inputs.learner, NaiveBayesLearner(), widget=widget)
        gui.wait_until_finished(widget)
    else:
        widget.select(["tree"])
        widget.commit.now()
    assert sent(gui, widget)
    assert widget.diagram.classifiers
    return widget


def sent(gui, widget):
    outputs = vars(widget.Outputs).values()
    return [o.name for o in outputs if gui.get_output(o, widget=widget) is not None]


def test_nothing_stays_of_results_before_those_that_cannot_be_read(gui, widget):
    for name, make, _ in REFUSED:
        gui.send_signal(widget.Inputs.results, make(), widget=widget)
        gui.wait_until_finished(widget)
        assert sent(gui, widget) == [], name
        assert widget.Error.unfit_results.is_shown(), name
        assert not widget.diagram.classifiers, name
        gui.send_signal(widget.Inputs.results, GOOD, widget=widget)
        assert not widget.Error.active, name
        assert len(widget.evaluation.classifiers) == 3, name


def test_the_summary_is_of_results_that_can_be_read(gui, widget):
    assert "3×95" in widget.input_summaries["Evaluation Results"][None].summary
    gui.send_signal(widget.Inputs.results, REFUSED[0][1](), widget=widget)
    assert not widget.input_summaries["Evaluation Results"]


def test_nothing_stays_where_reading_fails(gui, widget):
    failing = patch.object(base, "evaluate", side_effect=RuntimeError("a bug"))
    with failing, pytest.raises(RuntimeError, match="a bug"):
        gui.send_signal(widget.Inputs.results, GOOD, widget=widget)
    assert sent(gui, widget) == []
    assert not widget.diagram.classifiers
    gui.send_signal(widget.Inputs.results, GOOD, widget=widget)
    assert len(widget.evaluation.classifiers) == 3


def iris_results(rows):
    """Results on some rows; the target keeps values that do not occur."""
    return CrossValidation(k=3, store_data=True)(Table("iris")[rows], [NaiveBayesLearner()])


@pytest.mark.parametrize("cls", WIDGETS)
@pytest.mark.parametrize(
    ("rows", "positive"),
    [
        (np.r_[50:100, 100:120], "Iris-virginica"),
        (np.r_[0:50, 100:120], "Iris-virginica"),
        (np.r_[0:50, 50:70], "Iris-versicolor"),
        (np.r_[0:150], "Iris-setosa"),
    ],
)
def test_the_usual_positive_class_occurs(gui, cls, rows, positive):
    widget = gui.create_widget(cls)
    gui.send_signal(widget.Inputs.results, iris_results(rows), widget=widget)
    assert widget.positive == [positive]
    assert not widget.Error.active
    assert len(widget.evaluation.classifiers) == 1


@pytest.mark.parametrize("cls", WIDGETS)
def test_a_positive_class_that_no_longer_occurs_gives_way(gui, cls):
    # As in Select Rows: the same models and values, but the chosen class is filtered out.
    widget = gui.create_widget(cls)
    gui.send_signal(widget.Inputs.results, iris_results(np.r_[0:150]), widget=widget)
    gui.send_signal(widget.Inputs.results, iris_results(np.r_[50:120]), widget=widget)
    assert widget.positive == ["Iris-virginica"]
    assert not widget.Error.active


@pytest.mark.parametrize("cls", WIDGETS)
def test_a_positive_class_chosen_stays_while_it_occurs(gui, cls):
    widget = gui.create_widget(cls)
    gui.send_signal(widget.Inputs.results, iris_results(np.r_[0:150]), widget=widget)
    widget.positive = ["Iris-versicolor", "Iris-virginica"]
    gui.send_signal(widget.Inputs.results, iris_results(np.r_[50:120]), widget=widget)
    assert widget.positive == ["Iris-virginica"]
    gui.send_signal(widget.Inputs.results, iris_results(np.r_[0:120]), widget=widget)
    assert widget.positive == ["Iris-versicolor", "Iris-virginica"]
