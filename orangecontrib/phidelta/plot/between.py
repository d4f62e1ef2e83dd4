"""What is drawn between classifiers: how two differ, their hull, who is better reversed."""

from math import atan2, cos, hypot, pi, sin

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QLineF, QPointF, QRectF, Qt
from AnyQt.QtGui import QPolygonF

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import PathItem, path_of

#: Length and half width of an arrow's head, and how far it stays from the points, in pixels.
_HEAD, _HALF, _APART = 11, 4.5, 8
#: Size of ghosts, in pixels.
_GHOST = 10


class ArrowItem(pg.GraphicsObject):
    """An arrow from one place to another, both (fpr, tpr); it ends before the points there."""

    def __init__(self):
        super().__init__()
        self.places = ()
        self._color = None

    def set_places(self, start, end):
        """From and to where it goes."""
        self.prepareGeometryChange()
        self.places = start, end
        self.update()

    def set_color(self, color):
        self._color = color
        self.update()

    def boundingRect(self):
        if not self.places:
            return QRectF()
        # with room for the head, which is in pixels
        ends = QRectF(QPointF(*self.places[0]), QPointF(*self.places[1])).normalized()
        return ends.adjusted(-0.05, -0.05, 0.05, 0.05)

    def paint(self, painter, _option, _widget=None):
        to_device = painter.transform()
        start, end = (to_device.map(QPointF(*place)) for place in self.places)
        length = hypot(end.x() - start.x(), end.y() - start.y())
        if not length > 2 * _APART + 2:
            return
        painter.save()
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.resetTransform()
        line = QLineF(start, end)
        self._draw(painter, line.pointAt(_APART / length), line.pointAt(1 - _APART / length))
        painter.restore()

    def _draw(self, painter, start, end):
        painter.setPen(theme.pen(self._color, 1.6))
        painter.drawLine(start, end)
        angle = atan2(end.y() - start.y(), end.x() - start.x())
        sides = (QPointF(_HEAD * cos(angle + s), _HEAD * sin(angle + s)) for s in _TURNS)
        painter.setPen(Qt.NoPen)
        painter.setBrush(theme.brush(self._color))
        painter.drawPolygon(QPolygonF([end, *(end + side for side in sides)]))


_TURNS = pi - atan2(_HALF, _HEAD), pi + atan2(_HALF, _HEAD)


class LinesItem(PathItem):
    """Lines apart from each other, each through points (k, 2); one item however many."""

    def __init__(self):
        super().__init__([], Qt.NoPen)

    def set_brush(self, brush):
        """What closed lines are filled with."""
        self._brush = brush
        self.update()

    def set_lines(self, lines):
        """Replace the lines."""
        self.prepareGeometryChange()
        self._path = path_of([])
        for line in lines:
            self._path.addPath(path_of(line))
        self.update()


class Between:
    """The items, as children of the `square` of a diagram, and what a pointer can hit of them.

    Attributes
    ----------
    region, arrow
        Where one of two classifiers lies as seen from the other.
    hull, ways
        Lines.
    ghosts, ties
        Places of the reversed, and lines to them from those that they are of.
    """

    def __init__(self, square):
        self.region, self.arrow = LinesItem(), ArrowItem()
        self.hull, self.ties, self.ways = LinesItem(), LinesItem(), LinesItem()
        self.ghosts = pg.ScatterPlotItem(size=_GHOST, useCache=False)
        self._names, self._mixtures = [], None
        for item in (self.region, self.hull, self.ties, self.ways, self.ghosts, self.arrow):
            item.setParentItem(square)
        self.arrow.hide()
        self.arrow.setZValue(10_000)  # above the points, whose number it does not know

    def show_pair(self, places, region):
        """An arrow between two places, and a closed line (k, 2); None for neither."""
        self.arrow.setVisible(places is not None)
        if places is not None:
            self.arrow.set_places(*places)
        self.region.set_lines([] if region is None else [[*region, region[0]]])

    def show_hull(self, mixtures):
        """Show a line through places, `fpr` and `tpr`; None for none."""
        self._mixtures = mixtures
        line = [] if mixtures is None else [np.column_stack([mixtures.fpr, mixtures.tpr])]
        self.hull.set_lines(line)

    def show_ghosts(self, ghosts):
        """Show who is better reversed: name to (colour, place, place reversed)."""
        self._names, colors = list(ghosts), [color for color, _, _ in ghosts.values()]
        self.ties.set_lines([[place, other] for _, place, other in ghosts.values()])
        places = np.reshape([other for _, _, other in ghosts.values()], (-1, 2))
        pens = [theme.symbol_pen(color, _GHOST, alpha=170) for color in colors]
        self.ghosts.setData(*places.T, pen=pens, brush=[theme.brush(c, 0) for c in colors])

    def targets(self):
        """All that a pointer can hit, as `Diagram` wants them: names, part, fpr, tpr, indices."""
        if self._names:
            fpr, tpr = self.ghosts.getData()
            yield self._names, "ghost", fpr, tpr, np.zeros(len(fpr))
        mixed = self._mixtures
        if mixed is not None and len(mixed.fpr):
            count = len(mixed.fpr)
            yield [""] * count, "hull", mixed.fpr, mixed.tpr, np.arange(count)

    def set_theme(self, palette):
        """Colours of light or dark."""
        front, faint = theme.foreground(palette), theme.faint(palette)
        self.arrow.set_color(front)
        self.region.setPen(theme.pen(faint, 1.2, Qt.DashLine))
        self.region.set_brush(theme.brush(front, 30))
        self.ways.setPen(theme.pen(front, 1.2))
        self.hull.setPen(theme.pen(faint, 1.4, Qt.DashLine))
        self.ties.setPen(theme.pen(faint, 1, Qt.DotLine, alpha=150))
