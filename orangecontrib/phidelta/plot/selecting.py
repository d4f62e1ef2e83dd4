"""Selecting with a rubber band."""

import pyqtgraph as pg
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtCore import pyqtSignal as Signal


class SelectingViewBox(pg.ViewBox):
    """Dragging with the left button selects; with the middle one it pans, the wheel zooms.

    Signals
    -------
    rectangle_drawn : QRectF in the scene, keyboard modifiers
    rectangle_moved : QRectF in the scene, as long as the button is held
    """

    rectangle_drawn = Signal(QRectF, object)
    rectangle_moved = Signal(QRectF)

    def __init__(self):
        super().__init__(enableMenu=False)

    def mouseDragEvent(self, ev, axis=None):
        if ev.button() != Qt.LeftButton or axis is not None:
            super().mouseDragEvent(ev, axis)
            return
        ev.accept()
        self.updateScaleBox(ev.buttonDownPos(), ev.pos())
        rectangle = QRectF(ev.buttonDownScenePos(), ev.scenePos()).normalized()
        if ev.isFinish():
            self.rbScaleBox.hide()
            self.rectangle_drawn.emit(rectangle, ev.modifiers())
        else:
            self.rectangle_moved.emit(rectangle)
