"""What is drawn between classifiers: an arrow, a region, a hull, ghosts."""

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtGui import QColor, QImage, QPainter, QTransform

from orangecontrib.phidelta.core.choosing.mixtures import mixtures
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.spaces import BASELINES, phi_delta
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.between import ArrowItem
from orangecontrib.phidelta.plot.diagram import Diagram, Hit


@pytest.fixture
def diagram(app):
    diagram = Diagram()
    diagram.resize(600, 500)
    diagram.show_space(phi_delta(0.3), 0.3)
    below = Classifier("below", Outcome(Counts(tp=20, fp=120, fn=60, tn=100)))
    diagram.show_classifiers([below], theme.model_colors(1))
    diagram.grab()  # lays it out
    return diagram


def at(diagram, fpr, tpr):
    """Where a place is in the scene."""
    return diagram.square.mapToScene(QPointF(fpr, tpr))


def drawn(start, end):
    """Columns and rows of the dark pixels of an arrow on 200 x 100 pixels."""
    arrow = ArrowItem()
    arrow.set_color(QColor("black"))
    arrow.set_places(start, end)
    image = QImage(200, 100, QImage.Format_Grayscale8)
    image.fill(Qt.white)
    painter = QPainter(image)
    painter.setTransform(QTransform.fromScale(200, 100))
    arrow.paint(painter, None)
    painter.end()
    pixels = [(x, y) for x in range(200) for y in range(100) if image.pixelColor(x, y).red() < 99]
    return np.array(pixels).reshape(-1, 2)


def test_the_arrow_has_its_head_at_the_end(app):
    pixels = drawn((0.1, 0.5), (0.8, 0.5))
    x, y = pixels.T
    # it keeps away from the points at 20 and 160
    assert 26 <= x.min() <= 30
    assert 149 <= x.max() <= 153
    widths = {place: np.sum(x == place) for place in (60, 100, 142, 150)}
    assert widths[142] > widths[150] > 0
    assert widths[142] > 2 * widths[60] == 2 * widths[100]
    other = drawn((0.8, 0.5), (0.1, 0.5))[:, 0]
    assert np.sum(other == 37) > 2 * np.sum(other == 142)


def test_places_too_near_for_an_arrow_have_none(app):
    assert len(drawn((0.5, 0.5), (0.55, 0.5))) == 0
    assert len(drawn((0.5, 0.5), (0.5, 0.5))) == 0


def test_the_pair_comes_and_goes(diagram):
    between = diagram.between
    assert not between.arrow.isVisible()
    corners = np.array([[0.1, 0.9], [0.3, 0.9], [0.3, 0.6], [0.1, 0.6]])
    between.show_pair(((0.4, 0.5), (0.2, 0.7)), corners)
    assert between.arrow.isVisible()
    assert between.region.holds(QPointF(0.29, 0.61))
    assert not between.region.holds(QPointF(0.31, 0.61))
    assert not diagram.grab().isNull()
    between.show_pair(None, None)
    assert not between.arrow.isVisible()
    assert between.region.boundingRect().isEmpty()


def test_the_pointer_finds_the_hull(diagram):
    diagram.between.show_hull(mixtures([0, 0.2, 1], [0, 0.7, 1]))
    # a quarter of the way along the second edge
    assert diagram.hit_at(at(diagram, 0.4, 0.775)) == Hit("", "hull", 101 + 25)
    diagram.between.show_hull(None)
    assert diagram.hit_at(at(diagram, 0.4, 0.775)) is None


def test_the_pointer_finds_a_ghost_and_a_click_selects_whose_it_is(diagram):
    (item,) = diagram.classifiers.values()
    fpr, tpr = item.position
    diagram.between.show_ghosts({"below": (item.color, item.position, (1 - fpr, 1 - tpr))})
    assert diagram.hit_at(at(diagram, 1 - fpr, 1 - tpr)) == Hit("below", "ghost", 0)
    assert diagram.hit_at(at(diagram, fpr, tpr)) == Hit("below", "point", 0)
    assert not diagram.grab().isNull()
    diagram.between.show_ghosts({})
    assert diagram.hit_at(at(diagram, 1 - fpr, 1 - tpr)) is None


def test_baselines_may_be_more(diagram):
    diagram.set_layers(["baselines"])
    diagram.show_baselines(BASELINES | {"chance": (0.3, 0.3)})
    assert diagram.hit_at(at(diagram, 0.3, 0.3)) == Hit("chance", "baseline", 0)
    assert diagram.hit_at(at(diagram, 0.5, 0.5)) == Hit("coin", "baseline", 0)
    diagram.show_baselines(BASELINES)
    assert diagram.hit_at(at(diagram, 0.3, 0.3)) is None
