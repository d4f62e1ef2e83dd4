"""What is shown and sent follows from inputs and settings, whatever was there before."""

import itertools

import numpy as np
import pytest
from AnyQt.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QTableView,
)
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import ContinuousVariable, Domain, StringVariable, Table
from Orange.evaluation import CrossValidation, Results
from Orange.widgets.widget import AttributeList

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owfeaturesimilarity import OWFeatureSimilarity
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owsignaturecollection import OWSignatureCollection
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

WIDGETS = [
    OWPhiDelta,
    OWThresholdTuner,
    OWOperatingConditions,
    OWClassSignature,
    OWFeatureRanker,
    OWFeatureSimilarity,
    OWSignatureCollection,
]
WITH_RATIO = WIDGETS[:-2]


def results_of(data, **learners):
    results = CrossValidation(k=3, store_data=True)(data, list(learners.values()))
    results.learner_names = list(learners)
    return results


def points(*names):
    domain = Domain(
        [ContinuousVariable("tpr"), ContinuousVariable("fpr")], metas=[StringVariable("name")]
    )
    rates = np.column_stack([np.linspace(0.7, 0.9, len(names)), np.linspace(0.2, 0.4, len(names))])
    return Table.from_numpy(domain, rates, metas=np.array([names], object).T)


@pytest.fixture(scope="module")
def values():
    """By widget and input, two values."""
    heart, titanic = Table("heart_disease"), Table("titanic")[::5]
    bayes, tree = NaiveBayesLearner(), TreeLearner()
    results = results_of(heart, A=bayes, B=tree), results_of(titanic, B=bayes)
    unfit = Table("housing")[:30]
    chosen = AttributeList(heart.domain.attributes[:2]), AttributeList([])
    return {
        OWPhiDelta: {"results": results, "points": (points("A", "C"), points("B"))},
        OWThresholdTuner: {"results": results, "learner": (bayes, tree)},
        OWOperatingConditions: {"results": results, "learner": (bayes, tree)},
        OWClassSignature: {
            "data": (heart, titanic, unfit),
            "features": chosen,
            "results": results,
        },
        OWFeatureRanker: {"data": (heart, titanic, unfit)},
        OWFeatureSimilarity: {"data": (heart, titanic, unfit), "features": chosen},
        OWSignatureCollection: {"data": (heart, titanic, unfit), "results": results},
    }


def send(gui, widget, **values):
    for name, value in values.items():
        gui.send_signal(getattr(widget.Inputs, name), value, widget=widget)
    # of models among features, one task begins as the other is done
    gui.process_events(lambda: getattr(widget, "task", None) is None)


def said(widget):
    """All that controls, labels, tables and messages say."""
    inside = widget.mainArea, widget.controlArea
    parts = [part for area in inside for part in area.findChildren((QLabel, QLineEdit))]
    texts = [part.text() for part in parts]
    for area in inside:
        texts += [spin.text() for spin in area.findChildren(QAbstractSpinBox)]
        texts += [combo.currentText() for combo in area.findChildren(QComboBox)]
        texts += [(box.text(), box.isChecked()) for box in area.findChildren(QCheckBox)]
        for names in area.findChildren(QListWidget):
            items = map(names.item, range(names.count()))
            texts.append([(item.text(), item.isSelected()) for item in items])
        for model in (view.model() for view in area.findChildren(QTableView)):
            rows, columns = range(model.rowCount()), range(model.columnCount())
            texts += [[model.index(row, c).data() for c in columns] for row in rows]
    messages = sorted(str(m) for group in widget.message_groups for m in group.active)
    return texts, messages


def sent(gui, widget):
    return {
        signal.name: plain(gui.get_output(signal, widget=widget))
        for signal in vars(widget.Outputs).values()
    }


def plain(value):
    """Something to compare an output by."""
    if isinstance(value, Table):
        return [[str(cell) for cell in row] for row in value[:50]], value.name
    if isinstance(value, Results):
        return value.learner_names, value.predicted.tolist()
    if isinstance(value, list):
        return [variable.name for variable in value]
    return type(value), getattr(value, "cut", None)


def check_as_fresh(gui, widget, inputs):
    fresh = gui.create_widget(type(widget), widget.settingsHandler.pack_data(widget))
    send(gui, fresh, **{name: value for name, value in inputs.items() if value is not None})
    assert said(widget) == said(fresh)
    assert sent(gui, widget) == sent(gui, fresh)
    fresh.onDeleteWidget()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("cls", WIDGETS)
def test_in_any_order_as_fresh(gui, values, cls, seed):
    rng = np.random.default_rng(seed)
    widget, inputs = gui.create_widget(cls), {}
    for name in itertools.islice(itertools.cycle(values[cls]), 6):
        choices = (None, *values[cls][name])
        inputs[name] = choices[rng.integers(len(choices))]
        send(gui, widget, **{name: inputs[name]})
        check_as_fresh(gui, widget, inputs)
    inputs = dict.fromkeys(values[cls])
    send(gui, widget, **inputs)
    check_as_fresh(gui, widget, inputs)


def test_points_have_their_names_back_when_the_model_is_gone(gui, values):
    widget = gui.create_widget(OWPhiDelta)
    [results, _], [table, _] = values[OWPhiDelta].values()
    send(gui, widget, points=table, results=results)
    assert widget.model_list.names() == ["A", "B", "A (2)", "C"]
    send(gui, widget, results=None)
    assert widget.model_list.names() == ["A", "C"]
    scores = gui.get_output(widget.Outputs.scores, widget=widget)
    assert [str(row["Model"]) for row in scores] == ["A", "C"]


@pytest.mark.parametrize("cls", WITH_RATIO)
def test_the_class_ratio_goes_with_its_data(gui, values, cls):
    widget = gui.create_widget(cls)
    name, (value, *_) = next(iter(values[cls].items()))
    send(gui, widget, **{name: value})
    assert widget.ratio_control.text == "1.18 : 1"  # 164 healthy, 139 ill
    send(gui, widget, **{name: None})
    assert widget.ratio_control.text == "1 : 1"


def test_the_cut_goes_with_its_data(gui, values):
    widget = gui.create_widget(OWThresholdTuner)
    send(gui, widget, results=values[OWThresholdTuner]["results"][0])
    widget.cut_control.spin.setValue(0.7)
    send(gui, widget, results=None)
    assert widget.cut_control.spin.value() == 0
