"""Areas of the unit square: fold spread and confidence region."""

import pyqtgraph as pg
from AnyQt.QtCore import QPointF, QRectF
from AnyQt.QtGui import QPolygonF

from orangecontrib.phidelta.plot import theme


class RegionItem(pg.GraphicsObject):
    """A closed polygon (k, 2) of (fpr, tpr), filled lightly."""

    def __init__(self, corners, color, style):
        super().__init__()
        self.corners = corners
        self._polygon = QPolygonF([QPointF(x, y) for x, y in corners])
        self._pen = theme.pen(color, 1.2, style)
        self._brush = theme.brush(color, 40)

    def boundingRect(self) -> QRectF:
        return self._polygon.boundingRect()

    def paint(self, painter, _option, _widget=None):
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(self._pen)
        painter.setBrush(self._brush)
        painter.drawPolygon(self._polygon)
