"""Many marks: all are seen, zoomed into, found and selected; which of them are named."""

from dataclasses import replace

import numpy as np
import operating
import pytest
from AnyQt.QtCore import QRectF
from AnyQt.QtGui import QColor, QPainter, QPalette
from AnyQt.QtSvg import QSvgGenerator
from AnyQt.QtTest import QTest
from marking import diagram_of_marks, drag, layer, pixels, place, random_layer, show

from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.ranked import MarkHit


@pytest.fixture
def diagram(app):
    return diagram_of_marks()


@pytest.mark.parametrize("is_dark", [False, True])
def test_every_mark_of_a_crowd_is_seen(diagram, is_dark):
    """Where a mark is there is a pixel of a contrast of 3 : 1 at least, by the formula of WCAG."""
    if is_dark:
        diagram.setPalette(dark())
    marks = random_layer(9000, 5)
    marks.fpr[:7000], marks.tpr[:7000] = 0.2 * marks.fpr[:7000], 0.2 * marks.tpr[:7000]
    diagram.set_names(0)
    show(diagram, [replace(marks, color=theme.model_colors(3)[1], is_chance=marks.fpr > 0.8)])
    assert diagram.crowd.isVisible()
    image = pixels(diagram)
    back = theme.background(diagram.palette()).getRgb()[:3]
    is_seen = contrast(image, np.array(back)) >= 3
    assert 0.02 < is_seen.mean() < 0.6
    near = 5  # pixels: a mark's outline is at its radius
    x, y = (each.astype(int) for each in diagram._in_scene(marks.fpr, marks.tpr))
    for column, row in zip(x, y, strict=True):
        assert is_seen[row - near : row + near + 1, column - near : column + near + 1].any()


@pytest.mark.parametrize("is_dark", [False, True])
def test_marks_and_density_are_seen_on_the_band_of_chance(diagram, is_dark):
    if is_dark:
        diagram.setPalette(dark())
    diagram.show_band(np.array([[0, 0], [0.2, 0.5], [1, 1], [0.5, 0.2]]))
    assert diagram.band.zValue() < diagram.crowd.zValue() < diagram.items[0].zValue()
    palette, veil = diagram.palette(), diagram.band._brush.color()
    back = np.array(theme.background(palette).getRgb()[:3])
    band = back + veil.alphaF() * (np.array(veil.getRgb()[:3]) - back)
    assert contrast(band, back) > 1.1
    for color in theme.model_colors(60):
        assert contrast(theme.crowd_table(palette, color), band).min() >= 3
        outline = theme.visible(color, palette).getRgb()[:3]
        assert contrast(np.array(outline), band) >= 3


def dark():
    palette = QPalette()
    palette.setColor(QPalette.Base, QColor("#202326"))
    palette.setColor(QPalette.Text, QColor("#fcfcfc"))
    return palette


def contrast(one, other):
    """WCAG 2.2, of arrays (..., 3) of sRGB."""
    levels = []
    for each in (one, other):
        s = np.asarray(each) / 255
        linear = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
        levels.append(linear @ [0.2126, 0.7152, 0.0722] + 0.05)
    return np.maximum(levels[0] / levels[1], levels[1] / levels[0])


def test_the_density_lies_where_its_marks_are(diagram):
    """Marks of two small dense places; only these become dark, and the rest stays as it is."""
    diagram.set_names(0)
    marks = random_layer(6000, 6)
    for part, fpr, tpr in ((slice(0, 4000), 0.1, 0.6), (slice(4000, 6000), 0.7, 0.4)):
        marks.fpr[part], marks.tpr[part] = fpr + marks.fpr[part] / 25, tpr + marks.tpr[part] / 25
    before = pixels(diagram)
    show(diagram, [marks])
    assert len(diagram._apart) < 300
    assert diagram.crowd.counts.sum() > 5700
    show(diagram, [])
    empty = pixels(diagram)
    assert not np.array_equal(before, empty)
    show(diagram, [marks])
    row, column = np.nonzero((pixels(diagram) != empty).any(axis=2))
    centres = [place(diagram, fpr + 0.02, tpr + 0.02) for fpr, tpr in ((0.1, 0.6), (0.7, 0.4))]
    far = [np.hypot(column - centre.x(), row - centre.y()) for centre in centres]
    reach = 30
    assert np.minimum(*far).max() < reach
    assert all((each < reach).sum() > 100 for each in far)


def test_in_a_crowd_what_is_named_or_stands_out_is_drawn(diagram):
    marks = random_layer(6000, 6)
    marks.fpr[:], marks.tpr[:] = 0.1 * marks.fpr, 0.1 * marks.tpr
    show(diagram, [marks])
    diagram.set_names(7)
    order = np.argsort(-np.abs(marks.tpr - marks.fpr))
    diagram.show_selection([marks.variables[order[8]]], [marks.variables[order[4000]]])
    x, _ = diagram.items[0].getData()
    drawn = {int(np.flatnonzero(marks.fpr == value)[0]) for value in x}
    assert {*order[:7].tolist(), int(order[8]), int(order[4000])} <= drawn
    assert len(drawn) < 600
    assert diagram.items[0].data["size"][-2:].min() > diagram.items[0].data["size"][0]
    worst = int(order[-1])
    assert diagram.mark_at(place(diagram, marks.fpr[worst], marks.tpr[worst])) is not None
    show(diagram, [layer()])
    assert not diagram.crowd.isVisible()
    assert len(diagram.items[0].getData()[0]) == 5


def test_all_of_a_crowd_can_be_selected_and_little_is_drawn(diagram):
    marks = random_layer(50_000, 7)
    show(diagram, [marks])
    everything = diagram.square.mapRectToScene(QRectF(-0.01, -0.01, 1.02, 1.02))
    assert drag(diagram, everything) == sorted(marks.variables)
    diagram.show_selection(diagram.emitted[-1])
    size = diagram.items[0].data["size"]
    assert 1000 < (size > 12 * 0.75).sum() <= 4100
    diagram.show_selection([])
    assert len(diagram.items[0].data) < 4100


def zoom(diagram, rectangle):
    """Bring a QRectF of the unit square into sight, as the wheel does."""
    view = diagram.getViewBox()
    view.setRange(diagram.square.mapRectToParent(rectangle), padding=0)
    view.sigRangeChangedManually.emit([True, True])


def test_zooming_turns_density_into_marks_and_names_those_in_sight(diagram):
    marks = random_layer(9000, 9)
    show(diagram, [marks])
    diagram.set_names(8)
    assert diagram.crowd.isVisible()
    first = list(diagram.labels._texts)
    zoom(diagram, QRectF(0.3, 0.4, 0.05, 0.05))
    # while it moves, what was drawn is moved
    assert diagram.labels._texts == first
    assert QTest.qWaitFor(lambda: not diagram.crowd.isVisible(), 10_000)
    view = diagram.getViewBox().viewRect()
    x, y = diagram.space.project(fpr=marks.fpr, tpr=marks.tpr)
    is_in = (x > view.left()) & (x < view.right()) & (y > view.top()) & (y < view.bottom())
    assert 20 < is_in.sum() < 300
    assert set(marks.fpr[is_in]) <= set(diagram.items[0].getData()[0])
    order = np.argsort(-np.abs(marks.tpr - marks.fpr))
    best = order[is_in[order]][:8]
    assert diagram.labels._texts == [marks.labels[mark] for mark in best]
    position = place(diagram, marks.fpr[best[3]], marks.tpr[best[3]])
    assert diagram.mark_at(position) == MarkHit(0, int(best[3]))
    diagram.fit()
    assert diagram.crowd.isVisible()
    assert diagram.labels._texts == first


def test_names_at_all_corners(diagram):
    """Of MARKS: greatest |tpr - fpr| first; greatest sum (sex, hat); least sum (day, hat)."""
    diagram.set_names(5, is_at_corners=True)
    assert diagram.labels._texts == ["age 0", "sex 5", "day 4", "hat 1", "hat 2"]
    diagram.set_names(4, is_at_corners=True)
    assert diagram.labels._texts == ["age 0", "sex 5", "day 4", "hat 1"]


def test_names_of_the_selected_and_of_those_under_the_rubber_band(diagram):
    diagram.set_names(1)
    diagram.show_selection(["day"])
    assert diagram.labels._texts == ["day 4", "age 0"]
    around = QRectF(-20, -20, 40, 40).translated(place(diagram, 0.9, 0.7))
    diagram.getViewBox().rectangle_moved.emit(around)
    assert diagram.labels._texts == ["sex 5", "day 4", "age 0"]
    assert drag(diagram, around) == ["sex"]
    assert diagram.labels._texts == ["day 4", "age 0"]


def test_a_rubber_band_tells_of_itself_while_it_is_drawn(diagram):
    moved = []
    diagram.getViewBox().rectangle_moved.connect(moved.append)
    start, end = (diagram.mapFromScene(place(diagram, *at)) for at in ((0.1, 0.95), (0.4, 0.7)))
    operating.drag(diagram, start, end)
    assert moved
    assert diagram.emitted == [["age"]]


def test_what_is_found_lights_up_and_the_rest_is_faint(diagram):
    diagram.show_selection(["day"])
    diagram.show_found([np.array([2, 0, 3])])
    assert diagram.labels._texts == ["hat 2", "age 0"]
    assert sorted(diagram.found.getData()[0]) == [0.2, 0.55]
    assert diagram.items[0].opacity() == diagram.crowd.opacity() < 0.5
    assert diagram.found.opacity() == 1
    # of "void" there is no mark: nothing is found
    for nothing in ([np.array([3])], [np.zeros(0, int)], None):
        diagram.show_found(nothing)
        assert len(diagram.found.getData()[0]) == 0
        assert diagram.items[0].opacity() == diagram.crowd.opacity() == 1
        assert "day 4" in diagram.labels._texts
    diagram.show_found([np.array([1])])
    show(diagram, [layer()])
    assert len(diagram.found.getData()[0]) == 0


def test_found_in_several_layers(diagram):
    show(diagram, [layer(title="cat"), layer(title="dog", color="blue")])
    diagram.show_found([np.array([4, 0]), np.array([5])])
    assert diagram.labels._texts == ["day 4", "sex 5", "age 0"]
    assert sorted(diagram.found.getData()[0]) == [0.05, 0.2, 0.9]


def svg(diagram, path):
    """The text of a file with the picture."""
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(diagram.size())
    painter = QPainter(generator)
    diagram.render(painter)
    painter.end()
    return path.read_text(encoding="utf-8")


def test_a_thick_outline_is_round(diagram):
    """A selected hollow circle: 12.6 pixels wide, with an outline of 3.5, as far all around."""
    diagram.set_names(0)
    one = layer([(0.3, 0.6, "x", "numeric")])
    show(diagram, [])
    empty = pixels(diagram)
    show(diagram, [replace(one, is_chance=np.array([True]))])
    diagram.show_selection(["x"])
    for item in (diagram.legend, diagram.labels):
        item.hide()
    row, column = np.nonzero((pixels(diagram) != empty).any(axis=2))
    centre = place(diagram, 0.3, 0.6)
    x, y = column + 0.5 - centre.x(), row + 0.5 - centre.y()
    assert 7 < np.hypot(x, y).max() < 9.5
    for reach in (x.max(), -x.min(), y.max(), -y.min()):
        assert reach > 7


def test_symbols_are_lines_in_files(diagram, tmp_path):
    """In svg only the density is of pixels, even though the screen has symbols from a cache."""
    marks = random_layer(3000, 4)
    marks.fpr[:2500], marks.tpr[:2500] = marks.fpr[:2500] / 20, marks.tpr[:2500] / 20
    show(diagram, [marks])
    assert 300 < len(diagram._apart) < 1200
    text = svg(diagram, tmp_path / "crowd.svg")
    assert text.count("<image") == 1
    assert text.count("<path") + text.count("<circle") > len(diagram._apart)
    show(diagram, [layer()])
    assert svg(diagram, tmp_path / "few.svg").count("<image") == 0
    assert all(item.opts["useCache"] for item in diagram.items)


def test_shown_at_once_is_drawn_once(diagram, monkeypatch):
    made, own = [], diagram._draw
    monkeypatch.setattr(diagram, "_draw", lambda *args: made.append(1) or own(*args))
    with diagram.at_once():
        show(diagram, [layer()])
        diagram.set_names(2)
        diagram.show_selection(["age"])
        diagram.show_space(phi_delta(0.4), 0.4)
        assert not made
    assert made == [1]
    assert diagram.labels._texts == ["age 0", "hat 1"]
