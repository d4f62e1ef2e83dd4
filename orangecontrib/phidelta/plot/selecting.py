"""Selecting with a rubber band."""

import pyqtgraph as pg
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtCore import pyqtSignal as Signal


class SelectingViewBox(pg.ViewBox):
    """Dragging with the left button selects; with the middle one it pans, the wheel zooms.

    Signals
    -------
    rectangle_drawn : QRectF in the scene, keyboard modifiers
    """

    rectangle_drawn = Signal(QRectF, object)

    def __init__(self):
        super().__init__(enableMenu=False)

    def mouseDragEvent(self, ev, axis=None):
        if ev.button() != Qt.LeftButton or axis is not None:
            super().mouseDragEvent(ev, axis)
            return
        ev.accept()
        self.updateScaleBox(ev.buttonDownPos(), ev.pos())
        if ev.isFinish():
            self.rbScaleBox.hide()
            corners = ev.buttonDownScenePos(), ev.scenePos()
            self.rectangle_drawn.emit(QRectF(*corners).normalized(), ev.modifiers())
