"""Limits of |δ| and |φ| to drag: two pairs of lines in the diamond, in whatever view."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QObject, QRectF, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QPainterPath

from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import paint_path, path_of

#: How near, in pixels, a pointer must come.
_REACH = 6
#: Limits are those of the standard diamond, where the classes are equally frequent.
_STANDARD = phi_delta()
#: Steps (fpr, tpr) by which φ, and δ, is one more.
_STEPS = np.transpose(_STANDARD.unproject([1, 0], [0, 1])) - 1 / 2
#: What can be done with them, φ first.
_TIPS = (
    "Up to this |φ| is the middle; drag to move",
    "From this |δ| on, features tell; drag to move",
)


def _line(axis, value):
    """Ends (2, 2) as (fpr, tpr) of the line where φ (axis 0) or δ (axis 1) has this value."""
    ends = np.empty((2, 2))
    ends[axis], ends[1 - axis] = value, (abs(value) - 1, 1 - abs(value))
    return np.transpose(_STANDARD.unproject(*ends))


class LimitPair(pg.GraphicsObject):
    """Two lines, at a value and at the opposite one; dragging either moves both.

    Parameters
    ----------
    axis : int
        0 for φ, 1 for δ.

    Signals
    -------
    moved : float
        While it is dragged.
    settled :
        When it is let go.
    """

    moved = Signal(float)
    settled = Signal()

    def __init__(self, axis):
        super().__init__()
        self.value = 0.0
        self._axis = axis
        self._is_hovered = False
        self._color = None
        self.setToolTip(_TIPS[axis])

    def set_value(self, value):
        """Show the limit at this value, without a signal."""
        self.prepareGeometryChange()
        self.value = value
        self.update()

    def set_color(self, color):
        self._color = color
        self.update()

    def lines(self):
        """Ends of both lines, (fpr, tpr)."""
        return [_line(self._axis, value) for value in (self.value, -self.value)]

    def boundingRect(self):
        return QRectF(0, 0, 1, 1)

    def shape(self):
        """Where the pointer can take a line: so many pixels on either side of it."""
        reach, path = _REACH * self._per_pixel(), QPainterPath()
        for sign in (1, -1):
            sides = (sign * self.value - reach, sign * self.value + reach)
            low, high = (_line(self._axis, max(-1, min(side, 1))) for side in sides)
            # near 0 both overlap, and as one path would have a hole there
            path = path.united(path_of([*low, *high[::-1], low[0]]))
        return path

    def paint(self, painter, _option, _widget=None):
        width = 2.4 if self._is_hovered else 1.4
        painter.setPen(theme.pen(self._color, width, Qt.DashLine))
        for line in self.lines():
            paint_path(painter, path_of(line))

    def hoverEvent(self, ev):
        is_near = not ev.isExit() and ev.acceptDrags(Qt.LeftButton)
        if is_near != self._is_hovered:
            self._is_hovered = is_near
            self.setCursor(Qt.OpenHandCursor) if is_near else self.unsetCursor()
            self.update()

    def mouseDragEvent(self, ev):
        if ev.button() != Qt.LeftButton:
            ev.ignore()
            return
        ev.accept()
        place = ev.pos()
        value = abs(float(_STANDARD.project(fpr=place.x(), tpr=place.y())[self._axis]))
        self.moved.emit(round(min(value, 1.0), 2))
        if ev.isFinish():
            self.settled.emit()

    def _per_pixel(self):
        """How much of φ or δ a pixel of the scene is, across the lines."""
        to_scene = self.sceneTransform()
        matrix = [[to_scene.m11(), to_scene.m12()], [to_scene.m21(), to_scene.m22()]]
        across, along = (_STEPS @ matrix)[[self._axis, 1 - self._axis]]
        distance = abs(np.linalg.det([across, along])) / np.hypot(*along)
        return 1 / max(distance, 1e-9)


class Limits(QObject):
    """Both pairs, as children of the `square` of a diagram; not shown at first.

    Signals
    -------
    moved : float, float
        |δ| and |φ|, while a limit is dragged.
    settled :
        When it is let go.
    """

    moved = Signal(float, float)
    settled = Signal()

    def __init__(self, diagram):
        super().__init__(diagram)
        self.phi, self.delta = self.pairs = LimitPair(0), LimitPair(1)
        self.phi.moved.connect(lambda value: self.moved.emit(self.delta.value, value))
        self.delta.moved.connect(lambda value: self.moved.emit(value, self.phi.value))
        for pair in self.pairs:
            pair.setParentItem(diagram.square)
            pair.setZValue(-1)
            pair.hide()
            pair.settled.connect(self.settled)
        diagram.follow_palette(self._color)

    def show_limits(self, limits):
        """Show limits of |δ| and |φ|; None for none."""
        for pair in self.pairs:
            pair.setVisible(limits is not None)
        if limits is not None:
            self.delta.set_value(limits[0])
            self.phi.set_value(limits[1])

    def _color(self, palette):
        for pair in self.pairs:
            pair.set_color(theme.faint(palette, 0.75))
