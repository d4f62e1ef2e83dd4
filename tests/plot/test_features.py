"""Features as marks: where they are, what a pointer hits, what a rectangle holds."""

from dataclasses import replace

import numpy as np
import pytest
from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtGui import QColor, QPalette
from AnyQt.QtTest import QTest
from marking import MARKS, diagram_of_marks, drag, layer, place, random_layer, show

from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.ranked import MarkHit

RANKED = ["age", "hat", "sex", "hat", "day"]


@pytest.fixture
def diagram(app):
    return diagram_of_marks()


def click(diagram, position, modifiers=Qt.NoModifier):
    point = diagram.mapFromScene(position)
    QTest.mouseClick(diagram.viewport(), Qt.LeftButton, modifiers, point)
    return diagram.emitted[-1]


def test_the_pointer_hits_the_nearest_mark_within_reach(diagram):
    for mark, (fpr, tpr, *_) in enumerate(MARKS):
        if np.isnan(fpr):
            continue
        position = place(diagram, fpr, tpr)
        for dx, dy in ((0, 0), (5, -4), (-6, 0)):
            assert diagram.mark_at(position + QPointF(dx, dy)) == MarkHit(0, mark)
        assert diagram.mark_at(position + QPointF(30, 0)) is None


def test_the_nearest_of_many_and_of_all_layers(diagram):
    layers = [random_layer(300, 1), random_layer(300, 2, "no")]
    show(diagram, layers)
    random = np.random.default_rng(3)
    hits = []
    for fpr, tpr in random.random((40, 2)):
        position = place(diagram, fpr, tpr)
        distance = [
            [
                np.hypot(p.x() - position.x(), p.y() - position.y())
                for p in (place(diagram, *rate) for rate in zip(each.fpr, each.tpr, strict=True))
            ]
            for each in layers
        ]
        nearest = np.unravel_index(np.argmin(distance), (2, 300))
        hit = diagram.mark_at(position)
        if np.min(distance) < 8:
            assert (hit.layer, hit.mark) == nearest
            hits.append(hit.layer)
        elif np.min(distance) > 10:
            assert hit is None
    assert set(hits) == {0, 1}


def test_a_rectangle_selects_exactly_what_lies_inside(diagram):
    marks = random_layer(200, 4)
    show(diagram, [marks])
    rates = zip(marks.fpr, marks.tpr, strict=True)
    places = {name: place(diagram, *r) for name, r in zip(marks.variables, rates, strict=True)}
    for corner in ((250, 200), (300, 330), (120, 90)):
        rectangle = QRectF(*corner, 140, 85)
        inside = sorted(name for name, p in places.items() if rectangle.contains(p))
        assert 0 < len(inside) < 100
        assert drag(diagram, rectangle) == inside
    assert drag(diagram, QRectF(0, 0, 4, 4)) == []


@pytest.mark.parametrize("side", range(4))
def test_a_rectangle_ends_at_its_sides(diagram, side):
    """A mark a pixel inside of one side is selected, a pixel outside it is not."""
    position = place(diagram, 0.2, 0.9)
    for inside in (1, -1):
        gaps = [20] * 4
        gaps[side] = inside
        left, top, right, bottom = gaps
        corner = position - QPointF(left, top)
        rectangle = QRectF(corner, position + QPointF(right, bottom))
        assert drag(diagram, rectangle) == (["age"] if inside > 0 else [])


def test_a_rectangle_with_ctrl_or_shift_adds(diagram):
    diagram.show_selection(["day"])
    around = QRectF(-20, -20, 40, 40)
    for modifier in (Qt.ControlModifier, Qt.ShiftModifier):
        rectangle = around.translated(place(diagram, 0.2, 0.9))
        assert drag(diagram, rectangle, modifier) == ["age", "day"]
    already = around.translated(place(diagram, 0.05, 0.1))
    assert drag(diagram, already, Qt.ControlModifier) == ["day"]
    assert drag(diagram, around.translated(place(diagram, 0.2, 0.9))) == ["age"]


def test_a_click_selects_the_variable_of_the_mark(diagram):
    assert click(diagram, place(diagram, 0.55, 0.65)) == ["hat"]
    diagram.show_selection(["hat"])
    assert click(diagram, place(diagram, 0.2, 0.9), Qt.ControlModifier) == ["age", "hat"]
    assert click(diagram, place(diagram, 0.6, 0.1), Qt.ControlModifier) == []
    assert click(diagram, place(diagram, 0.2, 0.9)) == ["age"]
    assert click(diagram, place(diagram, 0.01, 0.99)) == []


def test_keys_walk_by_strength_and_select(diagram):
    hovered = []
    diagram.mark_hovered.connect(hovered.append)
    for _ in RANKED:
        QTest.keyClick(diagram, Qt.Key_Right)
    marks = layer()
    assert [marks.variables[hit.mark] for hit in hovered] == RANKED
    strength = [abs(marks.tpr[hit.mark] - marks.fpr[hit.mark]) for hit in hovered]
    assert strength == sorted(strength, reverse=True)
    QTest.keyClick(diagram, Qt.Key_Left)
    QTest.keyClick(diagram, Qt.Key_Space)
    assert diagram.emitted == [["hat"]]
    QTest.keyClick(diagram, Qt.Key_Escape)
    assert diagram.emitted[-1] == []


def test_keys_without_marks(diagram):
    show(diagram, [])
    for key in (Qt.Key_Right, Qt.Key_Left, Qt.Key_Space):
        QTest.keyClick(diagram, key)
    assert diagram.emitted == []


def test_each_kind_has_its_symbol_and_undefined_marks_none(diagram):
    (item,) = diagram.items
    drawn = {
        (x, y): symbol for x, y, symbol in zip(*item.getData(), item.data["symbol"], strict=True)
    }
    assert len(drawn) == 5
    assert drawn[0.2, 0.9] not in (drawn[0.05, 0.1], drawn[0.6, 0.1])
    assert drawn[0.05, 0.1] != drawn[0.6, 0.1]
    assert drawn[0.6, 0.1] == drawn[0.55, 0.65] == drawn[0.9, 0.7]


def test_all_marks_of_selected_variables_are_emphasised(diagram):
    diagram.show_selection(["hat"], ["age"])
    (item,) = diagram.items
    x, _ = item.getData()
    size = dict(zip(x, item.data["size"], strict=True))
    alpha = {at: brush.color().alpha() for at, brush in zip(x, item.data["brush"], strict=True)}
    width = {at: pen.widthF() * size[at] for at, pen in zip(x, item.data["pen"], strict=True)}
    assert size[0.6] == size[0.55] == size[0.2] > size[0.05] == size[0.9]
    assert alpha[0.6] == alpha[0.55] == 255 > alpha[0.05] == alpha[0.2]
    assert width[0.2] > 1.5 * max(width[0.6], width[0.05])


@pytest.fixture
def half_hollow(diagram):
    """ "age", and one mark of "hat", cannot be told from chance; so would "void"."""
    is_chance = np.array([True, False, True, True, False, False])
    show(diagram, [replace(layer(), is_chance=is_chance)])
    return diagram


def drawn(diagram):
    """Brush, pen, its width in pixels and size of each mark, by fpr."""
    (item,) = diagram.items
    keys = ("brush", "pen", "size")
    rows = zip(item.getData()[0], *(item.data[key] for key in keys), strict=True)
    return {x: (brush, pen, pen.widthF() * size, size) for x, brush, pen, size in rows}


def test_what_may_be_chance_is_hollow(half_hollow):
    marks = drawn(half_hollow)
    for fpr in (0.2, 0.55):
        brush, pen, width, _ = marks[fpr]
        assert brush.color().alpha() == 0
        assert pen.color() == QColor("green")
        assert width > 1.2
    for fpr in (0.6, 0.05, 0.9):
        brush, pen, _, _ = marks[fpr]
        assert brush.color().alpha() > 100


def test_hollow_marks_are_selected_and_highlighted_too(half_hollow):
    before = drawn(half_hollow)
    half_hollow.show_selection(["hat"])
    brush, pen, width, size = drawn(half_hollow)[0.55]
    assert brush.color().alpha() == 0
    assert pen.color() == QColor("green")
    assert width > 1.5 * before[0.55][2]
    assert size > before[0.55][3]
    half_hollow.show_selection([], ["hat"])
    brush, pen, width, _ = drawn(half_hollow)[0.55]
    assert brush.color().alpha() == 0
    assert pen.color() == theme.foreground(half_hollow.palette())


def test_the_legend_tells_of_hollow_marks_where_there_are_some(half_hollow):
    assert half_hollow.legend.isVisible()
    assert [label.text for _, label in half_hollow.legend.items] == ["may be chance"]
    show(half_hollow, [layer(title="cat"), replace(layer(), is_chance=np.full(6, True))])
    texts = [label.text for _, label in half_hollow.legend.items]
    assert texts == ["cat", "yes", "may be chance"]
    # of "void" there is no mark
    only_void = np.array([False, False, False, True, False, False])
    show(half_hollow, [replace(layer(), is_chance=only_void)])
    assert not half_hollow.legend.isVisible()
    half_hollow.set_compact(True)
    show(half_hollow, [replace(layer(), is_chance=np.full(6, True))])
    assert not half_hollow.legend.isVisible()


def test_the_best_are_named_and_long_names_cut(diagram):
    for count, named in ((0, []), (2, ["age 0", "hat 1"]), (50, None)):
        diagram.set_names(count)
        texts = diagram.labels._texts
        assert len(texts) == min(count, 5)
        if named is not None:
            assert texts == named
    endless = [(0.1, 0.9, "a name without an end " * 9, "numeric")]
    show(diagram, [layer(endless)])
    (text,) = diagram.labels._texts
    assert len(text) <= 40
    assert text.endswith("...")


def test_several_layers_have_a_legend(diagram):
    show(diagram, [layer(title="cat"), layer(title="dog", color="blue")])
    assert diagram.legend.isVisible()
    assert [label.text for _, label in diagram.legend.items] == ["cat", "dog"]
    colors = [item.data["brush"][0].color().name() for item in diagram.items]
    assert colors == [QColor("green").name(), QColor("blue").name()]
    show(diagram, [layer()])
    assert not diagram.legend.isVisible()
    assert len(diagram.items) == 1


def test_compact_leaves_out_axes_and_corner_names_and_shows_three_names(diagram):
    axes = [diagram.getAxis(name) for name in ("left", "bottom")]
    assert all(axis.isVisible() for axis in axes)
    assert all(name.isVisible() for name in diagram.frame.names)
    diagram.set_compact(True)
    diagram.show_space(phi_delta(0.3), 0.3)
    diagram.set_names(10)
    assert not any(axis.isVisible() for axis in axes)
    assert not any(name.isVisible() for name in diagram.frame.names)
    assert len(diagram.labels._texts) == 3
    view = diagram.getViewBox().viewRect()
    assert all(view.contains(QPointF(*corner)) for corner in phi_delta(0.3).outline)
    diagram.set_compact(False)
    diagram.show_space(phi_delta(0.3), 0.3)
    diagram.set_names(10)
    assert all(axis.isVisible() for axis in axes)
    assert len(diagram.labels._texts) == 5


def test_the_band_is_shown_where_it_is(diagram):
    polygon = np.array([[0, 0], [0.2, 0.5], [1, 1], [0.5, 0.2]])
    diagram.show_band(polygon)
    box = diagram.band.mapRectToParent(diagram.band.boundingRect())
    assert (box.left(), box.top(), box.right(), box.bottom()) == (0, 0, 1, 1)
    assert diagram.band.zValue() < diagram.items[0].zValue()
    first = diagram.band
    diagram.show_band(polygon / 2)
    assert first.scene() is None
    diagram.show_band(None)
    assert diagram.band is None


def test_the_theme_is_followed(diagram):
    dark = QPalette()
    dark.setColor(QPalette.Base, QColor("#202326"))
    dark.setColor(QPalette.Text, QColor("#fcfcfc"))
    diagram.show_selection(["sex"])
    diagram.setPalette(dark)
    (item,) = diagram.items
    selected = int(np.argmax(item.data["size"]))
    assert item.data["pen"][selected].color().lightness() > 200
    assert diagram.labels._color == theme.foreground(dark)


def test_marks_that_look_the_same_share_their_symbols(diagram):
    """pyqtgraph draws one for each pen and brush that it meets."""
    marks = random_layer(2000, 8)
    show(diagram, [replace(marks, is_chance=np.arange(2000) % 5 == 0)])
    diagram.show_selection(marks.variables[:40], marks.variables[20:60])
    (item,) = diagram.items
    assert len(item.data) == 2000
    styles = set(zip(map(id, item.data["pen"]), map(id, item.data["brush"]), strict=True))
    assert len(styles) == 8


def test_the_legend_follows_the_palette(half_hollow):
    dark = QPalette()
    dark.setColor(QPalette.Text, QColor("#fcfcfd"))
    half_hollow.setPalette(dark)
    ((sample, label),) = half_hollow.legend.items
    assert sample.item.opts["pen"].color().name() == "#fcfcfd"
    assert "#fcfcfd" in label.item.toHtml()
