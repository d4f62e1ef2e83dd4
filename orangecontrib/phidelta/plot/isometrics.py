"""Polylines of the unit square with a label written along each."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtGui import QFont, QFontMetricsF, QPainterPath, QPolygonF, QTransform

from orangecontrib.phidelta.plot import theme

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
    return [
        Line(points, f"{measure.symbol} {level:.4g}", style)
        for level in measure.levels(prevalence, **parameters)
        for points in measure.isometric(level, prevalence, **parameters)
    ]


class LabelledLines(pg.GraphicsObject):
    """Draws lines and, where there is room, their labels; no two labels overlap."""

    def __init__(self):
        super().__init__()
        self._lines = []
        self._paths = {}
        self._color = self._background = Qt.gray
        self._font = QFont()
        self._width = 1.0

    def setLines(self, lines):
        self._lines = list(lines)
        self._paths = {}
        self.prepareGeometryChange()
        self.update()

    def lines(self):
        return self._lines

    def setColors(self, color, background):
        self._color, self._background = color, background
        self.update()

    def setFont(self, font):
        self._font = font
        self.update()

    def setWidth(self, width):
        self._width = width
        self.update()

    def boundingRect(self):
        return QRectF(0, 0, 1, 1)

    def paint(self, painter, _option, _widget=None):
        if not self._lines:
            return
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        for style, path in self._styled_paths().items():
            painter.setPen(theme.pen(self._color, self._width, style))
            painter.drawPath(path)
        to_device = painter.transform()
        painter.resetTransform()
        painter.setFont(self._font)
        taken = []
        for line in self._lines:
            self._paint_label(painter, to_device, line, taken)

    def _styled_paths(self):
        if not self._paths:
            for line in self._lines:
                path = self._paths.setdefault(line.style, QPainterPath())
                path.addPolygon(QPolygonF([QPointF(x, y) for x, y in line.points]))
        return self._paths

    def _paint_label(self, painter, to_device, line, taken):
        points = np.array([to_device.map(x, y) for x, y in line.points])
        steps = np.hypot(*np.diff(points, axis=0).T)
        metrics = QFontMetricsF(self._font)
        size = metrics.size(0, line.label)
        if steps.sum() < 1.3 * size.width():
            return
        for place in line.places:
            centre, angle = _along(points, steps, place)
            box = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
            turned = QTransform().translate(*centre).rotate(angle)
            area = turned.mapRect(box)
            if not any(area.intersects(other) for other in taken):
                taken.append(area)
                painter.setTransform(turned)
                painter.fillRect(box.adjusted(-2, 1, 2, -1), theme.brush(self._background, 190))
                painter.setPen(theme.pen(self._color))
                painter.drawText(box, Qt.AlignCenter, line.label)
                painter.resetTransform()
                return


def _along(points, steps, share):
    """Point at a share of the polyline's length, and its angle in degrees, reading upright."""
    reached = np.concatenate([[0], np.cumsum(steps)])
    at = share * reached[-1]
    step = min(np.searchsorted(reached, at, side="right") - 1, len(steps) - 1)
    x, y = ((np.interp(at, reached, column)) for column in points.T)
    dx, dy = points[step + 1] - points[step]
    angle = np.degrees(np.arctan2(dy, dx))
    return (x, y), angle - 180 * np.sign(angle) if abs(angle) > 90 else angle
