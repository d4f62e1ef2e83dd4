"""Two linked pictures of a threshold: a handle on the curve, a line over the measure."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import CurveItem
from orangecontrib.phidelta.plot.cutlines import CUT_LABEL, CutLinePlot
from orangecontrib.phidelta.plot.diagram import Diagram


class CutHandle(pg.TargetItem):
    """A ring to drag; it lives in the unit square, whereas pyqtgraph expects the view."""

    def mapToView(self, point):
        return self.mapToParent(point)


class TuningDiagram(Diagram):
    """A diagram of one classifier with a handle to drag along its curve, folds faint behind.

    Signals
    -------
    cut_changed : float
        While the handle moves.
    cut_settled :
        When it is let go.
    """

    cut_changed = Signal(float)
    cut_settled = Signal()

    def __init__(self, parent=None):
        super().__init__(parent)
        self.folds = []
        self.handle = CutHandle(size=20, symbol="o")
        self.handle.setParentItem(self.square)
        self.handle.setZValue(10)
        self.handle.sigPositionChanged.connect(self._on_dragged)
        self.handle.sigPositionChangeFinished.connect(lambda: self.cut_settled.emit())
        self.follow_palette(self._color_handle)

    def show_model(self, classifier, fold_sweeps, color):
        """Show a classifier's curve, those of its folds, and the handle; None for nothing."""
        for item in self.folds:
            self.scene().removeItem(item)
        self.folds = []
        self.handle.setVisible(classifier is not None)
        self.show_classifiers(*(([classifier], [color]) if classifier else ([], [])))
        for sweep in fold_sweeps:
            item = CurveItem(sweep, color)
            item.setPen(theme.fold_pen(color))
            item.setParentItem(self.square)
            item.setZValue(-1)
            self.folds.append(item)
        self._sweep = classifier.sweep if classifier else None

    def show_cut(self, point):
        """Move the handle to an `OperatingPoint`."""
        self.handle.blockSignals(True)
        self.handle.setPos(1 - point.specificity, point.sensitivity)
        self.handle.blockSignals(False)
        self.isometrics.setObstacles(self._enlarged())

    def _enlarged(self):
        """The point of the classifier and the handle."""
        place = self.handle.pos()
        return [*super()._enlarged(), (place.x(), place.y())] if self.classifiers else []

    def _update_legend(self):
        """One classifier, which the list names, needs no legend."""
        self.legend.hide()

    def _on_dragged(self):
        position = self.square.mapToScene(self.handle.pos())
        (curve,) = (item.parts["curves"] for item in self.classifiers.values())
        rates = self._sweep.fpr[curve.indices], self._sweep.tpr[curve.indices]
        nearest = int(np.argmin(self._pixels_from(position, *rates)))
        self.cut_changed.emit(float(self._sweep.cuts[curve.indices[nearest]]))

    def _color_handle(self, palette):
        front = theme.foreground(palette)
        self.handle.setPen(theme.pen(front, 2.5))
        self.handle.setHoverPen(theme.pen(front, 4))
        self.handle.setBrush(theme.brush(front, 0))
        self.handle.setHoverBrush(theme.brush(front, 40))


class CutPlot(CutLinePlot):
    """A measure against the cut, for all cases and for each fold, with a line to drag."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setLabel("bottom", CUT_LABEL)
        self.curves = []

    def show_curves(self, pooled, folds, color):
        """Show a `MeasureCurve` and those of the folds; None and () for nothing."""
        for item in self.curves:
            self.removeItem(item)
        self.curves = []
        self.show_sweep(pooled.sweep if pooled is not None else None)
        if pooled is None:
            self.getAxis("left").showLabel(False)
            self.setRange(xRange=(0, 1), yRange=(0, 1))
            return
        for curve in folds:
            self._add_curve(curve, 300, theme.fold_pen(color))
        self._add_curve(pooled, 1000, theme.pen(color, 2))
        self.setLabel("left", pooled.measure.title)
        ends = [end for curve in (pooled, *folds) for end in curve.extent if np.isfinite(end)]
        low, high = (min(ends), max(ends)) if ends else (0, 1)
        self.setRange(xRange=self.ends, yRange=(low, max(high, low + 1e-9)), padding=0.04)

    def _add_curve(self, curve, maximum, pen):
        item = pg.PlotCurveItem(
            *self._steps(curve, maximum), stepMode="center", connect="finite", pen=pen
        )
        self.addItem(item, ignoreBounds=True)
        self.curves.append(item)

    def _steps(self, curve, maximum):
        """Edges (k + 1,) and values (k,) of the steps, from the lowest cut to the highest."""
        indices = curve.thinned(maximum)
        edges = curve.sweep.scores[indices[1:] - 1][::-1]
        edges = np.clip(np.concatenate([[self.ends[0]], edges, [self.ends[1]]]), *self.ends)
        return edges, curve.values[indices][::-1]
