"""The picture: its transform, its theme, its labels."""

import itertools

import numpy as np
import pytest
from AnyQt.QtCore import QPointF
from AnyQt.QtGui import QColor, QFont, QFontMetricsF, QPalette, QTransform

from orangecontrib.phidelta.core.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.counts import Counts
from orangecontrib.phidelta.core.geometry import coverage, phi_delta, roc
from orangecontrib.phidelta.core.measures import MEASURES
from orangecontrib.phidelta.core.sweep import sweep
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import CurveItem
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.heatmap import Heatmap
from orangecontrib.phidelta.plot.isometrics import Line, isometric_lines, placed_labels


def classifier(name="it", seed=0):
    random = np.random.default_rng(seed)
    is_positive = random.random(500) < 0.2
    scores = random.normal(size=500) + is_positive
    folds = [Counts.from_decisions(is_positive[i::5], scores[i::5] > 1) for i in range(5)]
    return Classifier(
        name,
        Outcome(Counts.from_decisions(is_positive, scores > 1)),
        index=0,
        sweep=sweep(is_positive, scores),
        folds=Outcome(
            Counts(*([getattr(f, cell) for f in folds] for cell in ("tp", "fp", "fn", "tn")))
        ),
    )


@pytest.fixture
def diagram(app):
    diagram = Diagram()
    diagram.resize(600, 500)
    diagram.show_classifiers([classifier("a"), classifier("b", 1)], theme.model_colors(2))
    return diagram


@pytest.mark.parametrize(
    "space", [roc(), coverage(30, 470), phi_delta(), phi_delta(0.03), phi_delta(0.9)]
)
def test_everything_is_in_view(diagram, space):
    diagram.show_space(space, 0.2)
    view = diagram.getViewBox().viewRect()
    assert all(view.contains(QPointF(x, y)) for x, y in space.outline)
    for (x, y), text in zip(space.outline, diagram.frame.names, strict=True):
        place = diagram.square.mapToParent(text.pos())
        np.testing.assert_allclose((place.x(), place.y()), (x, y), atol=1e-12)


@pytest.mark.parametrize("prevalence", [0.03, 0.5, 0.8])
def test_the_diamond_is_not_squeezed(diagram, prevalence):
    diagram.show()
    diagram.show_space(phi_delta(prevalence), prevalence)
    width, height = diagram.getViewBox().viewPixelSize()
    assert width == pytest.approx(height, rel=0.01)


def test_unselected_classifiers_are_but_a_faint_point(diagram):
    diagram.set_layers(["curves", "folds", "spread", "regions"])
    diagram.set_selection(["b"])
    shown, hidden = diagram.classifiers["b"], diagram.classifiers["a"]
    assert set(shown.parts) == {"curves", "folds", "spread", "regions"}
    assert all(part.isVisible() for part in shown.parts.values())
    assert not any(part.isVisible() for part in hidden.parts.values())
    assert hidden.point.isVisible()
    assert hidden.point.opts["size"] < shown.point.opts["size"]
    diagram.set_layers(["folds"])
    assert [name for name, part in shown.parts.items() if part.isVisible()] == ["folds"]


def test_sizes_survive_new_classifiers(diagram):
    diagram.set_sizes(point=20, curve=5)
    diagram.show_classifiers([classifier("c")], theme.model_colors(1))
    item = diagram.classifiers["c"]
    assert item.point.opts["size"] == 20
    assert item.parts["curves"].pen().widthF() == 5


def test_the_curve_is_drawn_within_a_thousandth():
    item = classifier()
    drawn = np.array(CurveItem(item.sweep, QColor("red")).points)
    all_tpr = np.interp(item.sweep.tpr + item.sweep.fpr, drawn.sum(axis=1), drawn[:, 1])
    assert np.abs(all_tpr - item.sweep.tpr).max() < 2e-3


def palettes():
    dark = QPalette()
    for role, color in ((QPalette.Base, "#202326"), (QPalette.Text, "#fcfcfc")):
        dark.setColor(role, QColor(color))
    light = QPalette()
    for role, color in ((QPalette.Base, "#ffffff"), (QPalette.Text, "#000000")):
        light.setColor(role, QColor(color))
    return {"light": light, "dark": dark}


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_theme_is_followed(diagram, name):
    palette = palettes()[name]
    diagram.setPalette(palette)
    text, base = palette.color(QPalette.Text), palette.color(QPalette.Base)
    assert diagram.frame._outline.pen().color() == text
    faint = theme.faint(palette)
    assert min(text.lightness(), base.lightness()) < faint.lightness()
    assert faint.lightness() < max(text.lightness(), base.lightness())
    for is_diverging, neutral in ((False, 0), (True, 127)):
        heat = theme.heat_table(palette, is_diverging)
        np.testing.assert_allclose(heat[neutral], base.getRgb()[:3], atol=2)
        contrast = np.abs(heat[-1].astype(int) - base.getRgb()[:3]).max()
        assert contrast > 60


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("prevalence", [0.08, 0.6])
def test_the_heatmap_shows_the_measure(diagram, name, prevalence):
    parameters = {"cost_fp": 1, "cost_fn": 4} if name == "cost" else {}
    measure = MEASURES[name]
    diagram.show_heatmap(measure, prevalence, **parameters)
    heatmap = diagram.heatmap
    assert isinstance(heatmap, Heatmap)
    corner = heatmap.mapToParent(QPointF(0, 0)), heatmap.mapToParent(QPointF(128, 128))
    assert [(c.x(), c.y()) for c in corner] == [(0, 0), (1, 1)]
    # row is tpr, column is fpr
    expected = measure.of(100.5 / 128, 20.5 / 128, prevalence, **parameters)
    assert heatmap.image[20, 100] == pytest.approx(expected)
    low, high = heatmap.getLevels()
    assert low <= np.nanmin(heatmap.image)
    assert high >= np.nanmax(heatmap.image)


def placed(lines, size=400, obstacles=()):
    """Boxes, in pixels, of the labels of lines in a square of this size."""
    labels = placed_labels(
        lines, QTransform.fromScale(size, size), QFontMetricsF(QFont()), obstacles
    )
    return {text: turned.mapRect(box) for text, turned, box in labels}


def test_lines_keep_their_labels_apart(app):
    lines = isometric_lines(MEASURES["accuracy"], theme.STYLES[0], 0.3)
    assert [line.label for line in lines][:2] == ["Acc 0.1", "Acc 0.2"]
    for line in lines:
        values = MEASURES["accuracy"].of(*line.points.T, 0.3)
        np.testing.assert_allclose(values, float(line.label.split()[1]), atol=1e-9)
    boxes = placed(lines)
    assert len(boxes) == len(lines)
    for one, other in itertools.combinations(boxes.values(), 2):
        assert not one.intersects(other)
    assert not placed(lines, size=20)


def test_labels_keep_clear_of_points(app):
    line = Line(np.array([[0, 0.5], [1, 0.5]]), "half")
    assert placed([line])["half"].contains(QPointF(200, 200))
    moved = placed([line], obstacles=[(0.5, 0.5)])["half"]
    assert not moved.contains(QPointF(200, 200))
    assert moved.center().y() == pytest.approx(200)


def test_labels_read_upright(app):
    for end in ((1, 0.2), (0.1, 1), (-1, 0.3), (-0.4, -1), (1, -1)):
        line = Line(np.array([[0.5, 0.5], np.add(0.5, end)]), "label")
        ((_, turned, _),) = placed_labels(
            [line], QTransform.fromScale(400, 400), QFontMetricsF(QFont())
        )
        assert turned.m11() >= 0
