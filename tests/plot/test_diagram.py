"""The picture: its transform, its theme, its labels."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtGui import QColor, QFont, QFontMetricsF, QPalette, QPolygonF, QTransform
from AnyQt.QtTest import QTest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.rasters import raster
from orangecontrib.phidelta.core.decisions.spaces import coverage, phi_delta, roc
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import CurveItem
from orangecontrib.phidelta.plot.diagram import Diagram, Hit
from orangecontrib.phidelta.plot.heatmap import Heatmap
from orangecontrib.phidelta.plot.isometrics import Line, isometric_lines, placed_labels
from orangecontrib.phidelta.plot.sight import level_width
from orangecontrib.phidelta.plot.tuning import TuningDiagram


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
    assert len(diagram.points.points()) == 2
    sizes = diagram.points.data["size"]
    assert 4 < sizes[0] < sizes[1]
    diagram.set_layers(["folds"])
    assert [name for name, part in shown.parts.items() if part.isVisible()] == ["folds"]


def test_sizes_survive_new_classifiers(diagram):
    diagram.set_sizes(point=20, curve=5)
    diagram.show_classifiers([classifier("c")], theme.model_colors(1))
    assert diagram.points.data["size"] == [20]
    diagram.set_layers(["curves"])
    assert diagram.classifiers["c"].parts["curves"].pen().widthF() == 5


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
    diagram.show_heatmap(raster(measure, prevalence, **parameters))
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


def placed(lines, size=400, obstacles=(), **room):
    """Boxes, in pixels, of the labels of lines in a square of this size."""
    labels = placed_labels(
        lines, QTransform.fromScale(size, size), QFontMetricsF(QFont()), obstacles, **room
    )
    return {text: turned.mapRect(box) for text, turned, box in labels}


def accuracy_lines(prevalence):
    """Isometrics of the accuracy at 0.1 to 0.9."""
    levels = np.arange(1, 10) / 10
    traces = MEASURES["accuracy"].isometrics(levels, prevalence)
    return isometric_lines("Acc", theme.STYLES[0], levels, traces)


def test_lines_keep_their_labels_apart(app):
    lines = accuracy_lines(0.3)
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


def level(length, y=0.5, label="a long label of a line"):
    """A level line of so many pixels in the middle of a square of 400."""
    return Line(np.array([[0.5, y], [0.5 + length / 400, y]]), label)


def test_a_line_of_40_pixels_has_a_label_beside_it(app):
    assert not placed([level(39)])
    box = placed([level(41)])["a long label of a line"]
    assert box.left() > 200 + 41
    assert box.left() < 200 + 41 + 12
    assert box.center().y() == pytest.approx(200)
    # a name stands at the right end, so it goes to the left one
    box = placed([level(41)], taken=[QRectF(240, 190, 50, 20)])["a long label of a line"]
    assert 200 - 12 < box.right() < 200


def test_labels_of_short_lines_at_a_small_class_share(app):
    """A diamond at 19 : 1 on which level lines are 46 pixels long, as in the widget at first."""
    (a, b), (c, d) = phi_delta(0.05).matrix
    to_device = QTransform(230 * a, -230 * c, 230 * b, -230 * d, 300, 300)
    lines = accuracy_lines(0.05)
    found = list(placed_labels(lines, to_device, QFontMetricsF(QFont())))
    assert {text for text, *_ in found} == {f"Acc 0.{tenth}" for tenth in range(1, 10)}
    areas = [turned.map(QPolygonF(box)) for _, turned, box in found]
    for one, other in itertools.combinations(areas, 2):
        assert not one.intersects(other)


def test_slanted_labels_need_no_more_room_than_they_take(app):
    """Two lines 30 pixels apart at 45 degrees; boxes with level sides would meet."""
    label = "a label of about 150 pixels"
    lines = [
        Line(np.array([[0, x], [1 - x, 1]]), f"{label} {x}", places=(0.5,)) for x in (0.1, 0.206)
    ]
    assert [box.center().x() < 200 for box in placed(lines).values()] == [True, True]
    lines[1] = Line(np.array([[0, 0.12], [0.88, 1]]), label, places=(0.5,))
    assert placed(lines)[label].center().x() > 300  # beside the end of the line


@pytest.fixture
def painted(monkeypatch):
    """A dict of the labels painted last to their QPolygonF in pixels."""
    areas = {}

    def recorded(*args):
        for text, turned, box in placed_labels(*args):
            areas[text] = turned.map(QPolygonF(box))
            yield text, turned, box

    monkeypatch.setattr("orangecontrib.phidelta.plot.isometrics.placed_labels", recorded)
    return areas


def test_labels_keep_clear_of_the_names_of_corners(diagram, painted):
    """A short line that ends at the left corner, beside which is its name."""
    diagram.show()
    diagram.show_space(phi_delta(), 0.5)
    diagram.grab()
    width = 45 / diagram.square.sceneTransform().m11()  # along (1, 1), twice as fast
    diagram.show_isometrics([Line(np.array([[width / 2, width / 2], [0, 0]]), "Acc 0.5")])
    diagram.grab()
    corner = diagram.square.mapToScene(QPointF(0, 0))
    assert painted["Acc 0.5"].boundingRect().left() > corner.x() + 40


def test_the_ring_does_not_cover_the_label_of_the_ruler(app, painted):
    diagram = TuningDiagram()
    diagram.resize(600, 500)
    diagram.show_model(classifier(), (), QColor("green"))
    diagram.show_space(phi_delta(), 0.5)
    line = Line(np.array([[0, 0.5], [0.5, 1]]), "ruler", places=(0.8, 0.2))
    diagram.show_isometrics([line])
    for along in (0.8, 0.2):
        diagram.show_cut(SimpleNamespace(sensitivity=0.5 + along / 2, specificity=1 - along / 2))
        diagram.grab()
        ring = diagram.square.mapToScene(diagram.handle.pos())
        area = painted["ruler"].boundingRect()
        assert not area.intersects(QRectF(ring.x() - 8, ring.y() - 8, 16, 16))


@pytest.mark.parametrize("prevalence", [0.002, 0.02, 0.2, 0.5, 0.9, 0.99])
def test_names_of_corners_do_not_meet(diagram, prevalence):
    diagram.show()
    diagram.show_space(phi_delta(prevalence), prevalence)
    diagram.grab()
    boxes = [name.sceneBoundingRect() for name in diagram.frame.names]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.intersects(other.adjusted(1, 1, -1, -1))


@pytest.mark.parametrize("prevalence", [0.002, 0.3, 0.95])
def test_width_of_a_diamond(prevalence):
    """From "always negative" to where the accuracy is the same with tpr 1: 2 (n fpr + p)."""
    p, n = min(prevalence, 1 - prevalence), max(prevalence, 1 - prevalence)
    assert level_width(phi_delta(prevalence)) == pytest.approx(2 * (n * (p / n) + p))


def test_labels_stand_where_they_are_seen(app):
    """Of a line through the whole square, an eighth is in sight; so is its label."""
    sight = QRectF(300, 100, 100, 100)
    line = Line(np.column_stack([np.linspace(0, 1, 300), np.full(300, 0.3)]), "a")
    assert sight.contains(placed([line], sight=sight)["a"])
    assert not placed([Line(np.array([[0, 0.1], [1, 0.1]]), "a")], sight=sight)
    slanted = Line(np.array([[0.7, 0], [0.9, 1]]), "a")
    assert sight.contains(placed([slanted], sight=sight)["a"])
    assert not placed([slanted], sight=QRectF(0, 0, 100, 400))
    # a part that holds none of the usual places; and a line so near the edge that a label is cut
    assert placed([line], sight=QRectF(325, 100, 25, 100))
    assert not placed([line], sight=QRectF(300, 118, 100, 100))


@pytest.mark.parametrize(
    ("negatives", "size", "is_narrow"),
    [(3, (600, 500), False), (40, (600, 500), True), (40, (3000, 2500), False)],
)
def test_a_diamond_too_narrow_for_labels_says_so(app, negatives, size, is_narrow):
    """Level lines are 4 p units long, and about 2.3 units fit into the height."""
    for prevalence in (1 / (1 + negatives), negatives / (1 + negatives)):
        diagram = Diagram()
        diagram.resize(*size)
        diagram.show()
        diagram.show_space(phi_delta(prevalence), prevalence)
        diagram.grab()
        to_scene = diagram.square.sceneTransform()
        # from always negative, a level line ends on the edge from oracle to always positive
        low = min(prevalence, 1 - prevalence) / max(prevalence, 1 - prevalence)
        start, end = ((0, 0), (low, 1)) if prevalence < 0.5 else ((0, 1 - low), (1, 1))
        start, end = (to_scene.map(QPointF(*place)) for place in (start, end))
        assert start.y() == pytest.approx(end.y())
        assert diagram.is_narrow == is_narrow
        assert (end.x() - start.x() < 40) == is_narrow
        diagram.show_space(phi_delta(), prevalence)
        assert not diagram.is_narrow


def test_narrowness_is_announced(diagram):
    told = []
    diagram.show()
    diagram.show_space(phi_delta(0.3), 0.3)
    diagram.sight_changed.connect(lambda: told.append(diagram.is_narrow))
    for prevalence in (0.29, 0.003, 0.004, 0.2):
        diagram.show_space(phi_delta(prevalence), prevalence)
    assert told == [True, False]


@pytest.mark.parametrize("prevalence", [0.001, 0.02, 0.99])
def test_enlarged_points_are_apart_and_in_sight(app, prevalence):
    """Two points a tenth apart, in the corner of one who seldom errs."""
    at = [(0, 0), (0.1 * prevalence, 0.3)] if prevalence < 0.5 else [(1, 1), (0.7, 0.998)]
    shown = [
        Classifier(str(i), Outcome(Counts.from_rates(tpr, 1 - fpr)))
        for i, (fpr, tpr) in enumerate(at)
    ]
    diagram = Diagram()
    diagram.resize(600, 500)
    diagram.show()
    diagram.show_classifiers(shown, theme.model_colors(2))
    diagram.show_space(phi_delta(prevalence), prevalence)
    assert diagram.rates_in_sight() is None
    before = apart(diagram, *at)
    diagram.enlarge()
    assert diagram.is_enlarged
    assert apart(diagram, *at) > 60 > 4 * before
    view = diagram.getViewBox().viewRect()
    for point in (*at, (0, 1)):
        assert view.contains(diagram.square.mapToParent(QPointF(*point)))
    fpr, tpr = diagram.rates_in_sight()
    places = [diagram.square.mapToParent(QPointF(*rates)) for rates in zip(fpr, tpr, strict=True)]
    assert len(places) > 100
    assert all(view.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(place) for place in places)
    diagram.fit()
    assert not diagram.is_enlarged
    assert apart(diagram, *at) == pytest.approx(before)


def apart(diagram, one, other):
    """Distance of two (fpr, tpr) in pixels."""
    diagram.grab()  # the view moves when it is painted
    one, other = (diagram.square.mapToScene(QPointF(*point)) for point in (one, other))
    return np.hypot(one.x() - other.x(), one.y() - other.y())


def test_nothing_to_enlarge(diagram):
    diagram.show_classifiers([], [])
    diagram.enlarge()
    assert not diagram.is_enlarged


def test_the_pointer_tells_where_it_is(diagram):
    told = []
    diagram.pointed.connect(told.append)
    diagram.show()
    diagram.show_space(phi_delta(0.3), 0.3)
    for place in ((0.9, 0.2), (1.2, 0.5), diagram.classifiers["a"].position):
        diagram.scene().sigMouseMoved.emit(diagram.square.mapToScene(QPointF(*place)))
    assert told[0] == pytest.approx((0.9, 0.2))
    assert told[1:] == [None]


def test_the_fold_spread_can_be_hovered_and_clicked_through(diagram):
    """Within the ellipse, off all points; a click there selects all, as beside them."""
    hits, chosen = [], []
    diagram.hovered.connect(hits.append)
    diagram.selection_changed.connect(chosen.append)
    diagram.show()
    diagram.show_space(phi_delta(0.5), 0.5)
    diagram.set_selection(["a"])
    folds = diagram.classifiers["a"].classifier.folds.counts
    place = np.mean([folds.fpr, folds.tpr], axis=1) + [0.01, 0]
    position = diagram.square.mapToScene(QPointF(*place))
    diagram.scene().sigMouseMoved.emit(position)
    diagram.set_layers(["spread"])
    diagram.resize(4000, 4000)
    diagram.fit()
    position = diagram.square.mapToScene(QPointF(*place))
    diagram.scene().sigMouseMoved.emit(position)
    assert hits == [Hit("a", "spread", 0)]
    QTest.mouseClick(
        diagram.viewport(), Qt.LeftButton, Qt.NoModifier, diagram.mapFromScene(position)
    )
    assert chosen == [["a", "b"]]
