"""Names beside points, as many as have room."""

import numpy as np
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtGui import QFontMetricsF

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.lettering import Lettering, map_points

#: Distance of a name from its point, in pixels.
_GAP = 8
#: Where a name may stand (to the right, down), the best place first, in parts of that distance.
_SIDES = np.array(
    [(1, 0), (-1, 0), (0, -1), (0, 1), (0.7, -0.7), (0.7, 0.7), (-0.7, -0.7), (-0.7, 0.7)]
)


class PointLabels(Lettering):
    """Draws the names of points (fpr, tpr); no name covers another or a named point."""

    def __init__(self):
        super().__init__()
        self._points, self._texts, self._others = [], [], []
        self._obstacles = ()

    def setObstacles(self, items):
        """Keep names away from these items, as far as they are shown."""
        self._obstacles = tuple(items)

    def setLabels(self, points, texts, others=()):
        """Show these texts beside these points, the most important first.

        Of several places, a text takes the one where it covers the fewest of the `others`.
        """
        self._points, self._texts, self._others = list(points), list(texts), others
        self.update()

    def boxes(self, to_device):
        """The names that have room, and where: (text, QRectF in pixels) of each."""
        places = map_points(to_device, self._points)
        shown = [item for item in self._obstacles if item.isVisible()]
        taken = [
            to_device.map(self.mapFromItem(i, i.boundingRect())).boundingRect() for i in shown
        ]
        metrics, sight = QFontMetricsF(self._font), self.sight(to_device)
        others = map_points(to_device, self._others)
        return beside(places, self._texts, metrics, sight, taken, others)

    def paint(self, painter, _option, _widget=None):
        boxes = self.boxes(painter.transform())
        painter.save()
        painter.resetTransform()
        painter.setFont(self._font)
        painter.setPen(theme.pen(self._color))
        for text, box in boxes:
            painter.fillRect(box, theme.brush(self._background, 160))
            painter.drawText(box, Qt.AlignCenter, text)
        painter.restore()


def beside(places, texts, metrics, sight=None, obstacles=(), others=()):
    """Boxes for texts beside places (x, y in pixels): right, left, above, below, or aslant.

    Yields (text, QRectF); a text without a free place yields nothing. All are within the QRectF
    `sight`, if there is one, and clear of the QRectFs `obstacles`. Of
    several free places, the first is taken that covers the fewest of `others`, places as well.
    """
    places, others = (np.reshape(each, (-1, 2)).astype(float) for each in (places, others))
    points = np.hstack([places - _GAP, places + _GAP])
    others = np.hstack([others - _GAP / 2, others + _GAP / 2])
    corners = [(box.left(), box.top(), box.right(), box.bottom()) for box in obstacles]
    taken = np.reshape(corners, (-1, 4))
    for number, text in enumerate(texts):
        size = np.array([metrics.horizontalAdvance(text) + 4, metrics.height()])
        corners = places[number] + _SIDES * _GAP + (np.sign(_SIDES) - 1) / 2 * size
        boxes = np.hstack([corners, corners + size])
        blocked = np.vstack([np.delete(points, number, axis=0), taken])
        is_free = ~_overlap(boxes, blocked).any(axis=1)
        if sight is not None:
            is_free &= (corners >= [sight.left(), sight.top()]).all(axis=1)
            is_free &= (boxes[:, 2:] <= [sight.right(), sight.bottom()]).all(axis=1)
        if is_free.any():
            covered = _overlap(boxes, others).sum(axis=1)
            box = boxes[np.argmin(np.where(is_free, covered, np.inf))]
            taken = np.vstack([taken, box])
            yield text, QRectF(*box[:2], *size)


def _overlap(boxes, others):
    """Whether each of some boxes (k, 4) overlaps each of others (m, 4): array (k, m)."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    return (low < high).all(axis=2)
