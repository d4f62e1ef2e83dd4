"""Work in the background: what it leaves behind when it is done, withdrawn or has failed."""

import gc
import threading
from unittest.mock import patch

import pytest
from AnyQt.QtCore import QCoreApplication, QEvent, QObject
from AnyQt.QtWidgets import QApplication
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation
from Orange.widgets.utils.concurrent import TaskState

from orangecontrib.phidelta.orange.tablesignature import TableSignature
from orangecontrib.phidelta.widgets import (
    owclasssignature,
    owfeaturesimilarity,
    owsignaturecollection,
)
from orangecontrib.phidelta.widgets.bases import fitting, ranking, sampling
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owfeaturesimilarity import OWFeatureSimilarity
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owsignaturecollection import OWSignatureCollection
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

#: Widgets that work in the background, and where they find what they do there.
WORK = {
    OWClassSignature: (owclasssignature, "compute"),
    OWFeatureRanker: (ranking, "rank_features"),
    OWFeatureSimilarity: (owfeaturesimilarity, "compute"),
    OWSignatureCollection: (owsignaturecollection, "collect"),
    OWThresholdTuner: (fitting, "_fit"),
    OWOperatingConditions: (sampling, "_sampled"),
}
#: Settings that make them work.
SETTINGS = {OWOperatingConditions: {"with_samples": True, "flavour": "certainty"}}


@pytest.fixture(scope="module")
def inputs():
    heart = Table("heart_disease")
    learners = [NaiveBayesLearner(), TreeLearner()]
    results = CrossValidation(k=3, store_data=True)(heart, learners)
    return {
        OWPhiDelta: {"results": results},
        OWThresholdTuner: {"results": results, "learner": NaiveBayesLearner()},
        OWOperatingConditions: {"results": results},
        OWClassSignature: {"data": heart},
        OWFeatureRanker: {"data": heart},
        OWFeatureSimilarity: {"data": heart},
        OWSignatureCollection: {"data": heart, "results": results},
    }


def send(gui, widget, values):
    for name, value in values.items():
        gui.send_signal(getattr(widget.Inputs, name), value, widget=widget)
    gui.wait_until_finished(widget)


def settle(gui):
    """Let Qt and Python delete what is to be deleted."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.DeferredDelete)
        gui.process_events()
        gc.collect()


def alive(kind):
    gc.collect()
    return sum(isinstance(each, kind) for each in gc.get_objects())


@pytest.mark.parametrize("cls", WORK)
def test_results_and_tasks_are_let_go(gui, inputs, cls):
    widget = gui.create_widget(cls, SETTINGS.get(cls))
    settle(gui)
    before = alive(TaskState), alive(TableSignature)
    for _ in range(8):
        send(gui, widget, inputs[cls])
    settle(gui)
    assert alive(TaskState) - before[0] <= 1
    assert alive(TableSignature) - before[1] <= 1
    send(gui, widget, dict.fromkeys(inputs[cls]))
    settle(gui)
    assert alive(TaskState) <= before[0]
    assert alive(TableSignature) <= before[1]


@pytest.mark.parametrize("cls", WORK)
def test_work_that_is_no_longer_wanted_is_let_go(gui, inputs, cls):
    widget = gui.create_widget(cls, SETTINGS.get(cls))
    before = alive(TaskState)
    for _ in range(8):
        for name, value in inputs[cls].items():
            gui.send_signal(getattr(widget.Inputs, name), value, widget=widget)
    send(gui, widget, dict.fromkeys(inputs[cls]))
    widget.shutdown()
    settle(gui)
    assert alive(TaskState) <= before


@pytest.mark.parametrize("cls", [OWPhiDelta, *WORK])
def test_a_closed_widget_leaves_nothing(gui, inputs, cls):
    def open_and_close():
        widget = cls()  # one that the test case does not keep
        for name, value in inputs[cls].items():
            if cls is OWSignatureCollection:
                getattr(widget, f"insert_{name}")(0, value)
            else:
                getattr(widget, f"set_{name}")(value)
        widget.handleNewSignals()
        gui.process_events(lambda: getattr(widget, "task", None) is None)
        widget.grab()
        widget.onDeleteWidget()
        widget.deleteLater()

    def left():
        settle(gui)
        app = QApplication.instance()
        connections = [app.receivers(s) for s in (app.focusChanged, app.paletteChanged)]
        widgets = len(QApplication.allWidgets())
        return alive(cls), alive(QObject), widgets, threading.active_count(), connections

    open_and_close()
    before = left()
    for _ in range(4):
        open_and_close()
    assert left() == before


@pytest.mark.parametrize("cls", WORK)
def test_a_failure_leaves_no_busy_widget(gui, inputs, cls):
    def fail(*_):
        raise ZeroDivisionError("<b>by nought</b>")

    widget = gui.create_widget(cls, SETTINGS.get(cls))
    with patch.object(*WORK[cls], fail):
        send(gui, widget, inputs[cls])
    assert widget.task is None
    assert not widget.isInvalidated()
    assert not widget.processingState
    [error] = widget.Error.active
    assert "<b>by nought</b>" in str(error)
    if cls is OWOperatingConditions:
        assert not widget.conditions_view.costs.bands
    elif cls is OWThresholdTuner:
        assert gui.get_output(widget.Outputs.model, widget=widget) is None
    else:
        outputs = vars(widget.Outputs).values()
        tables = [o for o in outputs if o.name not in ("Preprocessor", "Scorer")]
        assert [gui.get_output(o, widget=widget) for o in tables] == [None] * len(tables)
    if cls in (OWThresholdTuner, OWOperatingConditions):
        send(gui, widget, inputs[cls])
    else:
        widget.update_all()
        gui.wait_until_finished(widget)
    assert not list(widget.Error.active)
    assert any(gui.get_output(o, widget=widget) for o in vars(widget.Outputs).values())
