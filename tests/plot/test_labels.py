"""Names beside points: near them, and clear of each other and of the named points."""

import itertools

import numpy as np
import pytest
from AnyQt.QtCore import QRectF
from AnyQt.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from orangecontrib.phidelta.plot.labels import PointLabels, beside

#: No name comes nearer to a named point than this, in pixels.
CLEAR = 8


@pytest.fixture
def metrics(app):
    return QFontMetricsF(QFont())


def overlap(one, other):
    """Whether two (left, top, right, bottom) share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def corners(box):
    return box.left(), box.top(), box.right(), box.bottom()


def distance(place, box):
    """From a point to a box; 0 within."""
    (x, y), (left, top, right, bottom) = place, corners(box)
    return np.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


def crowd(count, size, seed):
    """So many places in a square of this size, and a name for each."""
    random = np.random.default_rng(seed)
    names = [f"{i} {'long ' * random.integers(0, 6)}name" for i in range(count)]
    return [tuple(place) for place in random.random((count, 2)) * size], names


@pytest.mark.parametrize(("count", "size"), [(5, 500), (40, 400), (50, 60)])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_name_covers_another_or_a_named_point(metrics, count, size, seed):
    places, names = crowd(count, size, seed)
    boxes = {text: corners(box) for text, box in beside(places, names, metrics)}
    assert boxes
    for one, other in itertools.combinations(boxes.values(), 2):
        assert not overlap(one, other)
    for text, box in boxes.items():
        for name, (x, y) in zip(names, places, strict=True):
            reach = 0 if name == text else CLEAR
            assert not overlap(box, (x - reach, y - reach, x + reach, y + reach))


def test_a_name_stands_at_its_own_point(metrics):
    places, names = crowd(30, 400, 3)
    own = dict(zip(names, places, strict=True))
    found = list(beside(places, names, metrics))
    assert len(found) > 10
    for text, box in found:
        assert distance(own[text], box) <= CLEAR + 1
        assert box.width() >= metrics.horizontalAdvance(text)
        assert box.height() >= metrics.height() - 1e-9


def test_right_then_left_then_above_then_below(metrics):
    """Each time another point takes the place that the name had."""
    place, sides, others = (100.0, 100.0), [], []
    for _ in range(4):
        _, box = next(beside([place, *others], ["name"] + [""] * len(others), metrics))
        centre = box.center().x(), box.center().y()
        sides.append(tuple(np.sign(np.subtract(centre, place))))
        others.append(centre)
    assert sides == [(1, 0), (-1, 0), (0, -1), (0, 1)]


def test_a_name_without_a_place_is_left_out(metrics):
    """Points on all sides: the one in the middle, last in the list, cannot be named."""
    ring = [(100 + dx, 100 + dy) for dx, dy in itertools.product((-16, 0, 16), repeat=2)]
    ring.remove((100, 100))
    named = [text for text, _ in beside([*ring, (100.0, 100.0)], [*"abcdefgh", "mid"], metrics)]
    assert "mid" not in named
    assert len(named) >= 4


def test_the_first_has_the_first_choice(metrics):
    """Of two points at the same place, the first is named to the right, the other to the left."""
    boxes = dict(beside([(50.0, 50.0), (50.0, 50.0)], ["first", "second"], metrics))
    assert boxes["first"].left() > 50
    assert boxes["second"].right() < 50


def test_names_stand_where_they_are_seen(metrics):
    """At the right edge of the plot the name goes to the left; outside, there is none."""
    sight = QRectF(0, 0, 200, 200)
    assert dict(beside([(190.0, 100.0)], ["name"], metrics, sight))["name"].right() < 190
    assert not list(beside([(300.0, 100.0)], ["name"], metrics, sight))


def test_names_keep_clear_of_what_else_is_written(metrics):
    """What is to the right keeps the name to the left; what is all around leaves none."""
    place, legend = (100.0, 100.0), QRectF(105, 60, 200, 70)
    box = dict(beside([place], ["name"], metrics, obstacles=[legend]))["name"]
    assert box.right() < 100
    around = [QRectF(0, 0, 300, 98), QRectF(0, 102, 300, 90), QRectF(0, 90, 99, 20), legend]
    assert not list(beside([place], ["name"], metrics, obstacles=around))


def test_of_free_places_the_one_that_covers_least(metrics):
    """Three points to the right, one below, two at each other side and aslant."""
    place = (100.0, 100.0)
    others = [(140.0, 100.0)] * 3 + [(60.0, 100.0)] * 2 + [(100.0, 85.0)] * 2 + [(100.0, 115.0)]
    others += [(130.0, 87.0), (130.0, 113.0), (70.0, 87.0), (70.0, 113.0)] * 2
    box = dict(beside([place], ["name"], metrics, others=others))["name"]
    assert box.top() > 100
    assert box.center().x() == pytest.approx(100)
    # and nothing that is written already
    below = QRectF(95, 112, 10, 4)
    box = dict(beside([place], ["name"], metrics, None, [below], others))["name"]
    assert box.right() < 100


def test_aslant_where_all_sides_are_taken(metrics):
    sides = [QRectF(110, 99, 20, 2), QRectF(70, 99, 20, 2)]
    sides += [QRectF(99, 70, 2, 20), QRectF(99, 110, 2, 20)]
    box = dict(beside([(100.0, 100.0)], ["name"], metrics, obstacles=sides))["name"]
    assert box.left() > 100
    assert box.bottom() < 100


def test_nothing_to_name(metrics):
    assert list(beside([], [], metrics)) == []


def test_what_is_painted_is_beside_the_point(app):
    """Ink appears to the right of the point, and nowhere else."""
    labels = PointLabels()
    labels.setColors(QColor("black"), QColor("white"))
    labels.setLabels([(0.25, 0.5)], ["name"])
    image = QImage(200, 200, QImage.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(200, 200)
    labels.paint(painter, None)
    painter.end()
    is_ink = [[image.pixelColor(x, y).lightness() < 128 for x in range(200)] for y in range(200)]
    rows, columns = np.nonzero(is_ink)
    assert columns.min() >= 50 + CLEAR
    assert columns.max() < 130
    assert rows.mean() == pytest.approx(100, abs=6)
