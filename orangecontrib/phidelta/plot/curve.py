"""The walk of a threshold through the unit square."""

import pyqtgraph as pg

from orangecontrib.phidelta.plot import theme


class CurveItem(pg.PlotCurveItem):
    """The curve of a `ThresholdSweep`, thinned to what an eye can tell apart."""

    def __init__(self, sweep, color, width=2, alpha=220):
        self.indices = sweep.thinned()
        fpr, tpr = sweep.fpr[self.indices], sweep.tpr[self.indices]
        super().__init__(fpr, tpr, pen=theme.pen(color, width, alpha=alpha), antialias=True)

    def setWidth(self, width):
        """Width in pixels."""
        pen = self.opts["pen"]
        pen.setWidth(width)
        self.setPen(pen)
