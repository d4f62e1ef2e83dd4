"""Polylines of the unit square with a label written along each."""

from dataclasses import dataclass

import numpy as np
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtGui import QFontMetricsF, QPainterPath, QPolygonF, QTransform

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import paint_path, path_of
from orangecontrib.phidelta.plot.lettering import Lettering, map_points
from orangecontrib.phidelta.plot.sight import longest_in_sight

#: Half the side, in pixels, of the square around a point that labels keep clear.
_CLEAR = 8
#: Where along a line its label is tried, as shares of its length.
_PLACES = (0.5, 0.35, 0.65, 0.22, 0.78, 0.1, 0.9)
#: A line of so many pixels has a label, beside an end if it is too short for one along it.
LABELLED = 40
#: Between the end of a line and a label beside it, in pixels.
_GAP = 6


@dataclass(frozen=True, eq=False)
class Line:
    """A polyline (k, 2) of (fpr, tpr), its label, pen style, and where the label may stand."""

    points: np.ndarray
    label: str
    style: Qt.PenStyle = Qt.SolidLine
    places: tuple[float, ...] = _PLACES


def isometric_lines(symbol, style, levels, traces):
    """`Line`s of the measure of this symbol: a list of traces (k, 2) for each level."""
    return [
        Line(points, f"{symbol} {_written(level)}", style)
        for level, lines in zip(levels, traces, strict=True)
        for points in lines
    ]


def _written(level):
    """A level with three decimals, or with as many as tell it from the next whole number."""
    digits = max(3, 2 - int(np.floor(np.log10(max(abs(level - round(level)), 1e-9)))))
    text = f"{level:.{digits}f}".rstrip("0").rstrip(".")
    return text if float(text) else "0"


class LabelledLines(Lettering):
    """Draws lines and, where there is room, their labels; no two labels overlap."""

    def __init__(self):
        super().__init__()
        self._lines = []
        self._paths = {}
        self._obstacles = []
        self._kept_clear = []
        self._neighbour = self._names = None
        self._width = 1.0

    def setLines(self, lines):
        self._lines = list(lines)
        self._paths = {}
        self.prepareGeometryChange()
        self.update()

    def setObstacles(self, points):
        """Points (fpr, tpr) that no label may cover."""
        self._obstacles = list(points)
        self.update()

    def setKeptClear(self, items):
        """Items of the scene that no label may cover, as far as they are visible."""
        self._kept_clear = list(items)

    def setNeighbour(self, other):
        """Another item of this kind, whose labels are placed first; no label covers them."""
        self._neighbour = other

    def setNames(self, names):
        """`PointLabels` of the same parent; no label covers what they write."""
        self._names = names

    def lines(self):
        return self._lines

    def setWidth(self, width):
        self._width = width
        self.update()

    def paint(self, painter, _option, _widget=None):
        if not self._lines:
            return
        for style, path in self._styled_paths().items():
            painter.setPen(theme.pen(self._color, self._width, style))
            paint_path(painter, path)
        own = {line.label for line in self._lines}
        labels = self._labels(painter.transform())
        painter.save()
        painter.setFont(self._font)
        painter.setPen(theme.pen(self._color))
        for text, turned, box in labels:
            if text not in own:
                continue
            painter.setTransform(turned)
            painter.fillRect(box.adjusted(-2, 1, 2, -1), theme.brush(self._background, 190))
            painter.drawText(box, Qt.AlignCenter, text)
        painter.restore()

    def _labels(self, to_device):
        """Those of the neighbour and its own, as `placed_labels`."""
        theirs = self._neighbour.lines() if self._neighbour is not None else []
        taken = [
            to_device.map(self.mapFromScene(item.sceneBoundingRect())).boundingRect()
            for item in self._kept_clear
            if item.isVisible()
        ]
        if self._names is not None:
            taken += [box for _, box in self._names.boxes(to_device)]
        lines, metrics = [*theirs, *self._lines], QFontMetricsF(self._font)
        room = self._obstacles, taken, self.sight(to_device)
        return placed_labels(lines, to_device, metrics, *room)

    def _styled_paths(self):
        if not self._paths:
            for line in self._lines:
                path = self._paths.setdefault(line.style, QPainterPath())
                path.addPath(path_of(line.points))
        return self._paths


def placed_labels(lines, to_device, metrics, obstacles=(), taken=(), sight=None):
    """Where the labels of lines stand so that none meets another or a point.

    Parameters
    ----------
    lines : sequence of Line
    to_device : QTransform
        From the unit square to pixels.
    metrics : QFontMetricsF
    obstacles : sequence of (fpr, tpr)
    taken : sequence of QRectF
        What else no label may cover, in pixels.
    sight : QRectF, optional
        The pixels that are seen; labels stand within.

    Yields
    ------
    (text, QTransform that moves and turns, QRectF around the origin); lines that are too short or
    have no free place yield nothing.
    """
    taken = [QPolygonF(each) for each in taken]
    obstacles = map_points(to_device, obstacles)
    for line in lines:
        points = longest_in_sight(map_points(to_device, line.points), sight)
        if not line.label or len(points) < 2:
            continue
        size = metrics.size(0, line.label)
        box = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
        for centre, angle in _label_places(points, line.places, size.width()):
            turned = QTransform().translate(*centre).rotate(angle)
            area = turned.map(QPolygonF(box))
            is_seen = sight is None or sight.contains(area.boundingRect())
            if is_seen and _is_free(area, taken, obstacles):
                taken.append(area)
                yield line.label, turned, box
                break


def _label_places(points, shares, width):
    """Where a label of this width may stand: along a line if it is long enough, else beside it."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    if steps.sum() >= 1.3 * width:
        for share in shares:
            yield _along(points, steps, share)
    if steps.sum() >= LABELLED:
        for share, end, inner in ((1, points[-1], points[-2]), (0, points[0], points[1])):
            outwards = (end - inner) / np.hypot(*(end - inner))
            yield end + outwards * (width / 2 + _GAP), _along(points, steps, share)[1]


def _is_free(area, taken, obstacles):
    """Whether a QPolygonF meets none of others, and no square around points (k, 2) in pixels."""
    if any(_meet(area, other) for other in taken):
        return False
    box, side = area.boundingRect(), 2 * _CLEAR
    centre = [box.center().x(), box.center().y()]
    room = [box.width() / 2 + _CLEAR, box.height() / 2 + _CLEAR]
    near = obstacles[(np.abs(obstacles - centre) < room).all(axis=1)]
    squares = (QPolygonF(QRectF(x - _CLEAR, y - _CLEAR, side, side)) for x, y in near)
    return not any(area.intersects(square) for square in squares)


def _meet(one, other):
    """Whether two QPolygonF meet; rectangles tell that most do not."""
    return one.boundingRect().intersects(other.boundingRect()) and one.intersects(other)


def _along(points, steps, share):
    """Point at a share of the polyline's length, and its angle in degrees, reading upright."""
    reached = np.concatenate([[0], np.cumsum(steps)])
    at = share * reached[-1]
    step = min(np.searchsorted(reached, at, side="right") - 1, len(steps) - 1)
    x, y = ((np.interp(at, reached, column)) for column in points.T)
    dx, dy = points[step + 1] - points[step]
    angle = np.degrees(np.arctan2(dy, dx))
    # Upright lines read upwards, whatever rounding makes of them.
    if angle > 89:
        angle -= 180
    return (x, y), angle + 180 if angle < -91 else angle
