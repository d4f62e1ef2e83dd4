"""A name that looks like markup is shown as it is, wherever a text may be rich."""

import re
from html.parser import HTMLParser
from unittest.mock import patch

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtGui import QTextDocument
from AnyQt.QtWidgets import QAbstractItemView, QLabel, QTableView, QToolTip, QWidget
from Orange.classification import MajorityLearner, NaiveBayesLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.evaluation import CrossValidation
from Orange.widgets.widget import OWWidget
from orangewidget.utils.messagewidget import InOutStateWidget
from orangewidget.workflow.widgetsscheme import user_message_from_state
from pyqtgraph import LabelItem, PlotWidget, TextItem

from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owfeaturesimilarity import OWFeatureSimilarity
from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta
from orangecontrib.phidelta.widgets.owsignaturecollection import OWSignatureCollection
from orangecontrib.phidelta.widgets.owthresholdtuner import OWThresholdTuner

LITERAL = "<b>x</b><script>alert(1)</script>&amp;"
#: What is left of it where names are short.
HEAD = "<b>x</b><script>"


def hostile(kind):
    """A name of 300 characters that looks like markup, breaks its line and turns the direction."""
    name = f"{LITERAL}{kind}\n\N{RIGHT-TO-LEFT MARK}\N{RIGHT-TO-LEFT OVERRIDE}"
    return name + "m" * (300 - len(name))


@pytest.fixture(scope="module")
def data():
    names = [hostile("numeric"), hostile("constant"), hostile("categorical")]
    numeric, constant = map(ContinuousVariable, names[:2])
    categorical = DiscreteVariable(names[2], (hostile("a"), "b", "c"))
    target = DiscreteVariable(hostile("target"), ("no", hostile("yes")))
    rng = np.random.default_rng(0)
    y = np.arange(60) % 3 == 0
    X = np.column_stack([y + rng.normal(size=60), np.ones(60), (y + rng.integers(0, 2, 60))])
    table = Table.from_numpy(Domain([numeric, constant, categorical], target), X, y)
    table.name = hostile("data")
    return table


@pytest.fixture(scope="module")
def results(data):
    learners = [NaiveBayesLearner(), MajorityLearner()]
    results = CrossValidation(k=3, store_data=True)(data, learners)
    results.learner_names = [hostile("model"), hostile("majority")]
    results.probabilities[1][:] = np.nan  # so that a message names it
    return results


class Reader(HTMLParser):
    """Reads HTML as a browser would, which knows more tags than Qt."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = set(), ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)

    def handle_data(self, data):
        self.text += data


def check_html(html):
    read = Reader(html)
    assert "script" not in read.tags
    assert read.text.count("alert(1)") == read.text.count(LITERAL)
    return LITERAL in read.text


def check_qt(text, kind=Qt.AutoText):
    """Check what Qt shows of a text in this format; tells whether there is a name in it."""
    # what Qt may take for rich
    if kind == Qt.RichText or (kind == Qt.AutoText and re.search(r"<\w", text)):
        document = QTextDocument()
        document.setHtml(text)
        shown = " ".join(document.toPlainText().split())
    else:
        shown = text
    # tips break what is too long for a line
    assert text.count("alert(1)") == shown.replace(" ", "").count(LITERAL), (text, shown)
    return HEAD in shown


def labels(widget):
    return [check_qt(label.text(), label.textFormat()) for label in widget.findChildren(QLabel)]


def tool_tips(widget):
    """Of all controls; what Orange tells of inputs and outputs is its own."""
    controls = [c for c in widget.findChildren(QWidget) if not isinstance(c, InOutStateWidget)]
    return [check_qt(each.toolTip()) for each in (widget, *controls)]


def cells(widget):
    """Tips of lists, tables and combo boxes, and of their headers."""
    found = []
    for view in widget.findChildren(QAbstractItemView):
        model = view.model()
        rows = model.rowCount() if model is not None else 0
        columns = model.columnCount() if isinstance(view, QTableView) else 1
        tips = [
            model.index(row, column).data(Qt.ToolTipRole)
            for row in range(rows)
            for column in range(columns)
        ]
        if isinstance(view, QTableView):
            tips += [model.headerData(i, Qt.Horizontal, Qt.ToolTipRole) for i in range(columns)]
        found += [check_qt(str(tip)) for tip in tips if tip is not None]
    return found


def lettering(widget):
    """Legends, titles, axes and other texts in the pictures."""
    found = []
    for plot in widget.findChildren(PlotWidget):
        for item in plot.scene().items():
            if isinstance(item, LabelItem):
                shown = item.item.toPlainText()
                assert item.text.count("alert(1)") == shown.count(LITERAL)
                assert item.text.count("script") == shown.count("script")
                found.append(HEAD in shown)
            elif isinstance(item, TextItem):
                assert "alert(1)" not in item.toHtml()
    return found


def hovered(widget, diagrams):
    """What the diagrams tell wherever the pointer is."""
    told = []
    with patch.object(QToolTip, "showText", lambda _, text, *more: told.append(text)):
        for diagram in diagrams:
            for fpr in np.linspace(0, 1, 41):
                for tpr in np.linspace(0, 1, 41):
                    place = diagram.square.sceneTransform().map(QPointF(fpr, tpr))
                    diagram.scene().sigMouseMoved.emit(place)
    return [check_qt(text) for text in told]


def messages(widget):
    """What the canvas shows, and what the bar in the widget does."""
    found = []
    for group in widget.message_groups:
        for message in group.active:
            assert str(message).count("alert(1)") == str(message).count(LITERAL)
        found.append(check_html(user_message_from_state(group).contents or ""))
    return found


def report(widget):
    widget.create_report_html()
    return [check_html(widget.report_html)]


def sent(gui, cls, **values):
    widget = gui.create_widget(cls)
    for name, value in values.items():
        gui.send_signal(getattr(widget.Inputs, name), value, widget=widget)
    gui.wait_until_finished(widget)
    widget.resize(1300, 900)
    widget.grab()
    assert isinstance(widget, OWWidget)
    return widget


def check(widget, diagrams, *with_names):
    """Look at all places; those of `with_names` have to have one."""
    found = {
        "labels": labels(widget),
        "tool tips": tool_tips(widget),
        "cells": cells(widget),
        "lettering": lettering(widget),
        "hovered": hovered(widget, diagrams),
        "messages": messages(widget),
        "report": report(widget),
    }
    for place in with_names:
        assert any(found[place]), place


def test_diagram(gui, results):
    name = StringVariable("name")
    domain = Domain([ContinuousVariable("tpr"), ContinuousVariable("fpr")], metas=[name])
    metas = np.array([[hostile("point")]], object)
    points = Table.from_numpy(domain, np.array([[0.8, 0.3]]), metas=metas)
    widget = sent(gui, OWPhiDelta, results=results, points=points)
    places = "cells", "lettering", "hovered", "messages", "report"
    check(widget, [widget.diagram], *places)


def test_tuner(gui, results):
    learner = NaiveBayesLearner()
    learner.name = hostile("learner")
    widget = sent(gui, OWThresholdTuner, results=results, learner=learner)
    assert widget.Warning.other_learner.is_shown()
    places = "labels", "cells", "hovered", "messages", "report"
    check(widget, [widget.diagram], *places)


def test_conditions(gui, results):
    widget = sent(gui, OWOperatingConditions, results=results)
    widget.choose(hostile("model"))
    view = widget.conditions_view
    view.show_diagram()
    widget.grab()
    places = "labels", "cells", "lettering", "hovered", "messages", "report"
    check(widget, [widget.diagram], *places)
    told = []
    with patch.object(QToolTip, "showText", lambda _, text, *more: told.append(text)):
        for plot in (view.costs, view.map):
            middle = plot.getViewBox().mapViewToScene(QPointF(0.4, 0.3))
            plot.scene().sigMouseMoved.emit(middle)
    assert len(told) == 2
    assert all(check_qt(text) for text in told)


@pytest.mark.parametrize("arrangement", ["one", "beside", "over"])
def test_signature(gui, data, arrangement):
    widget = sent(gui, OWClassSignature, data=data)
    widget.arrangement_combo.set_state(arrangement)
    widget.arrangement_combo.changed.emit()
    gui.wait_until_finished(widget)
    widget.grab()
    places = "labels", "cells", "hovered", "messages", "report"
    check(widget, widget.diagrams, *places, *["lettering"] * (arrangement != "one"))


def test_ranker(gui, data):
    widget = sent(gui, OWFeatureRanker, data=data)
    widget.panel.view.show_column("similar_to", True)
    check(widget, [], "cells", "messages", "report")


def test_similarity(gui, data):
    widget = sent(gui, OWFeatureSimilarity, data=data)
    widget.selected = widget.feature_names[:1]
    widget.tell()
    check(widget, [], "labels", "messages", "report")
    cells = widget.view.cells
    assert check_qt(cells.heatmapCellToolTip(0, 1))


def test_collection(gui, data, results):
    widget = sent(gui, OWSignatureCollection, data=data, results=results)
    widget.grab()
    check(widget, widget.diagrams, "cells", "hovered", "report", "lettering")


@pytest.mark.parametrize("cls", [OWClassSignature, OWFeatureRanker, OWSignatureCollection])
def test_errors_name_what_is_wrong(gui, data, cls):
    target = ContinuousVariable(hostile("number"))
    widget = sent(gui, cls, data=data.transform(Domain(data.domain.attributes, target)))
    assert widget.Error.active
    messages(widget)
