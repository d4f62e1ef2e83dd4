"""Names beside points, as many as have room."""

from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtGui import QFontMetricsF

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.lettering import Lettering, map_points

#: Distance of a name from its point, in pixels.
_GAP = 8


class PointLabels(Lettering):
    """Draws the names of points (fpr, tpr); no name covers another or a named point."""

    def __init__(self):
        super().__init__()
        self._points, self._texts = [], []

    def setLabels(self, points, texts):
        """Show these texts beside these points, the most important first."""
        self._points, self._texts = list(points), list(texts)
        self.update()

    def paint(self, painter, _option, _widget=None):
        to_device = painter.transform()
        places = map_points(to_device, self._points)
        boxes = beside(places, self._texts, QFontMetricsF(self._font), self.sight(to_device))
        painter.save()
        painter.resetTransform()
        painter.setFont(self._font)
        painter.setPen(theme.pen(self._color))
        for text, box in boxes:
            painter.fillRect(box, theme.brush(self._background, 160))
            painter.drawText(box, Qt.AlignCenter, text)
        painter.restore()


def beside(places, texts, metrics, sight=None):
    """Boxes for texts beside places (x, y in pixels): right, left, above or below.

    Yields (text, QRectF); a text without a free place yields nothing. All are within the QRectF
    `sight`, if there is one.
    """
    taken = [QRectF(x - _GAP, y - _GAP, 2 * _GAP, 2 * _GAP) for x, y in places]
    for number, ((x, y), text) in enumerate(zip(places, texts, strict=True)):
        width, height = metrics.horizontalAdvance(text) + 4, metrics.height()
        for corner in (
            QPointF(x + _GAP, y - height / 2),
            QPointF(x - _GAP - width, y - height / 2),
            QPointF(x - width / 2, y - _GAP - height),
            QPointF(x - width / 2, y + _GAP),
        ):
            box = QRectF(corner.x(), corner.y(), width, height)
            others = taken[:number] + taken[number + 1 :]
            is_seen = sight is None or sight.contains(box)
            if is_seen and not any(box.intersects(other) for other in others):
                taken.append(box)
                yield text, box
                break
