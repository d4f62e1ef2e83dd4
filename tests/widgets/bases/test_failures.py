"""A task in the background that fails tells so, and leaves nothing behind: no work, no output."""

import logging
from unittest.mock import patch

import pytest
from Orange import evaluation
from Orange.base import Learner
from Orange.classification import MajorityLearner, NaiveBayesLearner, SVMLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation, Results

from orangecontrib.phidelta.widgets import owclasssignature
from orangecontrib.phidelta.widgets.bases import ranking
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

HEART = Table("heart_disease")


class Fails(Learner):
    name = "fails"

    def fit_storage(self, data):
        raise ZeroDivisionError("a bug")


def sent(gui, widget):
    outputs = vars(widget.Outputs).values()
    return [o.name for o in outputs if gui.get_output(o, widget=widget) is not None]


def is_at_rest(widget):
    is_busy = widget.task is not None or widget.isInvalidated() or widget.statusMessage()
    return not is_busy and widget.progressBarValue == 0


@pytest.mark.parametrize("error", [ZeroDivisionError("a bug"), MemoryError()])
@pytest.mark.parametrize(
    ("cls", "module", "task"),
    [
        (OWClassSignature, owclasssignature, "compute"),
        (OWFeatureRanker, ranking, "rank_features"),
    ],
)
def test_features_that_cannot_be_scored(gui, caplog, cls, module, task, error):
    widget = gui.create_widget(cls)
    gui.send_signal(widget.Inputs.data, Table("iris"), widget=widget)
    gui.wait_until_finished(widget)
    assert sent(gui, widget)
    with patch.object(module, task, side_effect=error), caplog.at_level(logging.ERROR):
        gui.send_signal(widget.Inputs.data, HEART, widget=widget)
        gui.wait_until_finished(widget)
    assert is_at_rest(widget)
    assert sent(gui, widget) == []
    assert (str(error) or "MemoryError") in str(widget.Error.failed)
    assert widget.Error.failed.is_shown()
    # who looks for the cause finds it
    assert [record.exc_info[1] for record in caplog.records] == [error]
    # and it works again as soon as it can
    widget.update_all()
    gui.wait_until_finished(widget)
    assert not widget.Error.active
    assert sent(gui, widget)


@pytest.fixture
def tuner(gui):
    widget = gui.create_widget(OWThresholdTuner)
    results = CrossValidation(k=3, store_data=True)(HEART, [NaiveBayesLearner()])
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    return widget


def test_a_learner_that_fails(gui, tuner):
    gui.send_signal(tuner.Inputs.learner, Fails(), widget=tuner)
    gui.wait_until_finished(tuner)
    assert is_at_rest(tuner)
    assert "a bug" in str(tuner.Error.unfit_learner)
    assert sent(gui, tuner) == ["Evaluation Results", "Thresholds"]


@pytest.mark.parametrize("inside", [0, 1])
def test_a_learner_without_probabilities_is_never_sent(gui, tuner, inside):
    # its models could not be cut, so that every fit of the learner sent would fail
    tuner.tune_inside = inside
    gui.send_signal(tuner.Inputs.learner, SVMLearner(), widget=tuner)
    gui.wait_until_finished(tuner)
    assert tuner.Error.unfit_learner.is_shown()
    assert "probabilities" in str(tuner.Error.unfit_learner)
    assert sent(gui, tuner) == ["Evaluation Results", "Thresholds"]
    gui.send_signal(tuner.Inputs.learner, MajorityLearner(), widget=tuner)
    gui.wait_until_finished(tuner)
    assert not tuner.Error.active
    assert "Learner" in sent(gui, tuner)


def test_nor_where_its_model_comes_with_the_results(gui):
    tuner = gui.create_widget(OWThresholdTuner)
    learner = SVMLearner()
    test = evaluation.TestOnTrainingData(store_data=True, store_models=True)
    gui.send_signal(tuner.Inputs.results, test(HEART, [learner]), widget=tuner)
    gui.send_signal(tuner.Inputs.learner, learner, widget=tuner)
    gui.wait_until_finished(tuner)
    assert tuner.Error.unfit_learner.is_shown()
    assert sent(gui, tuner) == ["Evaluation Results", "Thresholds"]


def test_a_learner_for_another_target_is_not_sent_without_data(gui):
    tuner = gui.create_widget(OWThresholdTuner)
    results = CrossValidation(k=3)(HEART, [NaiveBayesLearner()])
    assert isinstance(results, Results)
    assert results.data is None
    gui.send_signal(tuner.Inputs.results, results, widget=tuner)

    class ForNumbers(NaiveBayesLearner):
        def incompatibility_reason(self, domain):
            return "Numeric target expected."

    gui.send_signal(tuner.Inputs.learner, ForNumbers(), widget=tuner)
    gui.wait_until_finished(tuner)
    assert "Numeric" in str(tuner.Error.unfit_learner)
    assert sent(gui, tuner) == ["Evaluation Results", "Thresholds"]
