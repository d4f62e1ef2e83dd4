"""Names of 300 characters: short where they stand, whole in tool tips, reports and outputs."""

import copy

import pytest
from AnyQt.QtCore import Qt
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation
from screen import read

from orangecontrib.phidelta.widgets.owoperatingconditions import OWOperatingConditions
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

WORDS, ONE_WORD = "forest of " * 29 + "seed 100", "x" * 292 + "seed 101"
NAMES = [WORDS, ONE_WORD]


@pytest.fixture(scope="module")
def results():
    found = CrossValidation(k=4, random_state=0, store_data=True)(
        Table("heart_disease"), [NaiveBayesLearner(), TreeLearner(max_depth=3)]
    )
    found.learner_names = list(NAMES)
    return found


def opened(gui, cls, results):
    widget = gui.create_widget(cls)
    widget.resize(1060, 780)
    widget.show()
    gui.send_signal(widget.Inputs.results, results, widget=widget)
    gui.process_events()
    return widget


def squeezed(text):
    """What a tool tip says, without breaks between words and lines."""
    return "".join(read(text).split())


@pytest.fixture
def diagram(gui, results):
    widget = opened(gui, OWPhiDelta, results)
    yield widget
    widget.hide()


@pytest.fixture
def conditions(gui, results):
    widget = opened(gui, OWOperatingConditions, results)
    yield widget
    widget.hide()


def test_the_widget_stays_as_wide_as_it_was(diagram, conditions):
    assert diagram.minimumSizeHint().width() < 700
    assert conditions.minimumSizeHint().width() < 700


def test_the_legend(diagram):
    items = diagram.diagram.legend.items
    texts = [label.text for _, label in items]
    assert all(len(text) <= 40 and "…" in text for text in texts)
    assert [text[-3:] for text in texts] == ["100", "101"]
    assert [squeezed(label.toolTip()) for _, label in items] == list(map(squeezed, NAMES))


@pytest.mark.parametrize("name", ["diagram", "conditions"])
def test_tables(request, name):
    widget = request.getfixturevalue(name)
    table = widget.table if name == "diagram" else widget.conditions_view.table
    table.selectAll()
    assert table.columnWidth(0) <= 320
    assert table.textElideMode() == Qt.ElideMiddle
    assert table.rowHeight(0) < 40
    shown = {table.model().index(row, 0).data(): row for row in range(table.model().rowCount())}
    for each in NAMES:
        told = table.model().index(shown[each], 0).data(Qt.ToolTipRole)
        assert squeezed(told) == squeezed(each)


def test_sentences_on_two_models(diagram):
    pair = diagram.comparison_view.pair
    for label in (pair.cases, pair.folds):
        assert "forest of" in label.text()
        assert WORDS not in label.text()
        assert WORDS in label.whole
        assert len(label.text()) < len(label.whole) - 250
        assert squeezed(WORDS) in squeezed(label.toolTip())
        assert label.height() >= label.heightForWidth(label.width())
    assert WORDS in pair.text


def test_the_sentence_on_the_choice(conditions, gui):
    label = conditions.conditions_view.sentence
    assert WORDS not in label.text()
    assert "…" in label.text()
    assert WORDS in label.whole
    conditions.send_report()
    assert WORDS in conditions.report_html
    sent = gui.get_output(conditions.Outputs.results, widget=conditions)
    assert sent.learner_names[0].startswith(WORDS)


def test_short_names_have_no_tips(gui, results):
    short = copy.copy(results)
    short.learner_names = ["a", "b" * 40]
    widget = opened(gui, OWPhiDelta, short)
    pair = widget.comparison_view.pair
    assert pair.cases.text() == pair.cases.whole
    assert not pair.cases.toolTip()
    assert [label.text for _, label in widget.diagram.legend.items] == ["a", "b" * 40]
    assert not any(label.toolTip() for _, label in widget.diagram.legend.items)
