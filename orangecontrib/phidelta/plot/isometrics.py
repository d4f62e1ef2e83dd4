"""Polylines of the unit square with a label written along each."""

from dataclasses import dataclass

import numpy as np
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtGui import QFontMetricsF, QPainterPath, QTransform

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import paint_path, path_of
from orangecontrib.phidelta.plot.lettering import Lettering, map_points

#: Half the side, in pixels, of the square around a point that labels keep clear.
_CLEAR = 8
#: Where along a line its label is tried, as shares of its length.
_PLACES = (0.5, 0.35, 0.65, 0.22, 0.78, 0.1, 0.9)


@dataclass(frozen=True, eq=False)
class Line:
    """A polyline (k, 2) of (fpr, tpr), its label, pen style, and where the label may stand."""

    points: np.ndarray
    label: str
    style: Qt.PenStyle = Qt.SolidLine
    places: tuple[float, ...] = _PLACES


def isometric_lines(measure, style, prevalence, **parameters):
    """`Line`s of a measure at round levels."""
    levels = measure.levels(prevalence, **parameters)
    traces = measure.isometrics(levels, prevalence, **parameters)
    return [
        Line(points, f"{measure.symbol} {level:.4g}", style)
        for level, lines in zip(levels, traces, strict=True)
        for points in lines
    ]


class LabelledLines(Lettering):
    """Draws lines and, where there is room, their labels; no two labels overlap."""

    def __init__(self):
        super().__init__()
        self._lines = []
        self._paths = {}
        self._obstacles = []
        self._neighbour = None
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

    def setNeighbour(self, other):
        """Another item of this kind, whose labels are placed first; no label covers them."""
        self._neighbour = other

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
        metrics = QFontMetricsF(self._font)
        theirs = self._neighbour.lines() if self._neighbour is not None else []
        labels = placed_labels(
            [*theirs, *self._lines], painter.transform(), metrics, self._obstacles
        )
        own = {line.label for line in self._lines}
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

    def _styled_paths(self):
        if not self._paths:
            for line in self._lines:
                path = self._paths.setdefault(line.style, QPainterPath())
                path.addPath(path_of(line.points))
        return self._paths


def placed_labels(lines, to_device, metrics, obstacles=()):
    """Where the labels of lines stand so that none meets another or a point.

    Parameters
    ----------
    lines : sequence of Line
    to_device : QTransform
        From the unit square to pixels.
    metrics : QFontMetricsF
    obstacles : sequence of (fpr, tpr)

    Yields
    ------
    (text, QTransform that moves and turns, QRectF around the origin); lines that are too short or
    have no free place yield nothing.
    """
    side = 2 * _CLEAR
    taken = [
        QRectF(x - _CLEAR, y - _CLEAR, side, side) for x, y in map_points(to_device, obstacles)
    ]
    for line in lines:
        points = np.array(map_points(to_device, line.points))
        steps = np.hypot(*np.diff(points, axis=0).T)
        size = metrics.size(0, line.label)
        if not line.label or steps.sum() < 1.3 * size.width():
            continue
        box = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
        for place in line.places:
            centre, angle = _along(points, steps, place)
            turned = QTransform().translate(*centre).rotate(angle)
            area = turned.mapRect(box)
            if not any(area.intersects(other) for other in taken):
                taken.append(area)
                yield line.label, turned, box
                break


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
