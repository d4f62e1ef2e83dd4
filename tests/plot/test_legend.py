"""The legend: which names, how many, and how often it lays itself out."""

import pyqtgraph as pg
import pytest
from AnyQt.QtGui import QColor, QPalette

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram


@pytest.fixture
def diagram(app):
    return Diagram()


def show(diagram, count):
    shown = [Classifier(f"<b>{i}", Outcome(Counts(i + 1, 2, 3, 4))) for i in range(count)]
    diagram.show_classifiers(shown, theme.model_colors(count))
    return [each.name for each in shown]


def texts(diagram):
    return [label.item.toPlainText() for _, label in diagram.legend.items]


@pytest.fixture
def layouts(monkeypatch):
    """A list that grows with each layout of a legend."""
    done, update = [], pg.LegendItem.updateSize
    monkeypatch.setattr(
        pg.LegendItem, "updateSize", lambda legend: (done.append(legend), update(legend))
    )
    return done


def test_twenty_names_are_shown_as_they_are(diagram):
    names = show(diagram, 20)
    assert texts(diagram) == names
    assert diagram.legend.isVisible()
    show(diagram, 0)
    assert not diagram.legend.isVisible()


def test_more_names_are_counted(diagram):
    names = show(diagram, 5000)
    assert texts(diagram) == [*names[:20], "... and 4,980 more"]
    assert texts(diagram)[0] == "<b>0"
    diagram.set_selection(names[-25:])
    assert texts(diagram) == [*names[-25:-5], "... and 5 more"]


@pytest.mark.parametrize("count", [2, 300])
def test_it_is_laid_out_once_for_each_input(diagram, layouts, count):
    names = show(diagram, count)
    diagram.set_selection(names)
    diagram.set_layers(["curves"])
    assert layouts == [diagram.legend]
    diagram.set_selection(names[1:])
    assert len(layouts) == 2


def test_it_is_large_enough(diagram):
    show(diagram, 7)
    diagram.show()
    diagram.grab()
    box = diagram.legend.boundingRect()
    heights = [label.height() for _, label in diagram.legend.items]
    assert box.height() >= sum(heights) > 7 * 8
    assert box.width() > max(label.width() for _, label in diagram.legend.items)


def test_samples_and_text_follow_the_palette(diagram):
    show(diagram, 3)
    dark = QPalette()
    dark.setColor(QPalette.Text, QColor("#fcfcfc"))
    dark.setColor(QPalette.Base, QColor("#202326"))
    diagram.setPalette(dark)
    for sample, label in diagram.legend.items:
        assert sample.item.opts["pen"].color().name() == "#fcfcfc"
        assert "#fcfcfc" in label.item.toHtml()
    assert len(texts(diagram)) == 3


def test_the_font_chosen_is_kept(diagram):
    diagram.parameter_setter.set_parameter(("Fonts", "Legend", "Font size"), 17)
    show(diagram, 3)
    assert {label.item.font().pointSize() for _, label in diagram.legend.items} == {17}
    diagram.set_selection([])
    assert diagram.legend.items == []
