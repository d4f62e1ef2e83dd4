"""Lines and areas of the unit square, and the walk of a threshold through it."""

import pyqtgraph as pg
from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtGui import QPainterPath, QPen, QPolygonF

from orangecontrib.phidelta.plot import theme


def path_of(points) -> QPainterPath:
    """A path through points (k, 2)."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    return path


def paint_path(painter, path):
    """Draw a path in device coordinates, where no viewer of a file can stretch its pen."""
    to_device = painter.transform()
    painter.save()
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    painter.resetTransform()
    painter.drawPath(to_device.map(path))
    painter.restore()


class PathItem(pg.GraphicsObject):
    """A line or area through points (k, 2) of (fpr, tpr)."""

    def __init__(self, points, pen, brush=Qt.NoBrush):
        super().__init__()
        self.points = points
        self._path = path_of(points)
        self._pen, self._brush = pen, brush

    def pen(self) -> QPen:
        return QPen(self._pen)

    def setPen(self, pen):
        self._pen = pen
        self.update()

    def holds(self, place):
        """Whether a QPointF lies within the area."""
        return self._path.contains(place)

    def boundingRect(self) -> QRectF:
        return self._path.boundingRect()

    def paint(self, painter, _option, _widget=None):
        painter.setPen(self._pen)
        painter.setBrush(self._brush)
        paint_path(painter, self._path)


class CurveItem(PathItem):
    """The curve of a `ThresholdSweep`, of which as many cuts are drawn as a screen shows.

    `indices` are those of the cuts that a pointer can hit.
    """

    def __init__(self, sweep, color, width=2):
        self.indices, drawn = sweep.outline.stops, sweep.outline.drawn
        points = zip(sweep.fpr[drawn], sweep.tpr[drawn], strict=True)
        super().__init__(list(points), theme.pen(color, width))

    def setWidth(self, width):
        """Width in pixels."""
        pen = self.pen()
        pen.setWidthF(width)
        self.setPen(pen)


def region_item(corners, color, style):
    """A lightly filled area within a closed line (k, 2)."""
    closed = [*corners, corners[0]]
    return PathItem(closed, theme.pen(color, 1.2, style), theme.brush(color, 40))
