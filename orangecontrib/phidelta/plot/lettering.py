"""What items that write into the unit square have in common."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtGui import QFont


class Lettering(pg.GraphicsObject):
    """An item of the unit square with a font and two colours; it writes in device coordinates."""

    def __init__(self):
        super().__init__()
        self._color = self._background = Qt.gray
        self._font = QFont()

    def setColors(self, color, background):
        self._color, self._background = color, background
        self.update()

    def setFont(self, font):
        self._font = font
        self.update()

    def sight(self, to_device):
        """The part of the device, a QRectF, that shows the plot; None outside of one."""
        view = self.getViewBox()
        if view is None:
            return None
        return to_device.map(self.mapFromItem(view, view.boundingRect())).boundingRect()

    def boundingRect(self):
        return QRectF(0, 0, 1, 1)


def map_points(transform, points):
    """Points (k, 2) under an affine QTransform, as an array."""
    t = transform
    matrix = [[t.m11(), t.m12()], [t.m21(), t.m22()]]
    return np.reshape(points, (-1, 2)) @ matrix + [t.dx(), t.dy()]
