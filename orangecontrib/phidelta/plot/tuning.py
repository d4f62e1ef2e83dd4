"""Two linked pictures of a threshold: a handle on the curve, a line over the measure."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QColor

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import CurveItem
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.themed import ThemedPlot


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
        faint = QColor(color)
        faint.setAlpha(70)
        for sweep in fold_sweeps:
            item = CurveItem(sweep, faint, 1)
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
        fpr, tpr = np.array(curve.points).T
        nearest = int(np.argmin(self._pixels_from(position, fpr, tpr)))
        self.cut_changed.emit(float(self._sweep.cuts[curve.indices[nearest]]))

    def _color_handle(self, palette):
        front = theme.foreground(palette)
        self.handle.setPen(theme.pen(front, 2.5))
        self.handle.setHoverPen(theme.pen(front, 4))
        self.handle.setBrush(theme.brush(front, 0))
        self.handle.setHoverBrush(theme.brush(front, 40))


class CutPlot(ThemedPlot):
    """A measure against the cut, for all cases and for each fold, with a line to drag.

    Signals
    -------
    cut_changed : float
        While the line moves.
    cut_settled :
        When it is let go.
    """

    cut_changed = Signal(float)
    cut_settled = Signal()

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setMouseEnabled(False, False)
        self.setLabel("bottom", "Cut: positive where the score is above it")
        self._ends = (0.0, 1.0)
        self.curves = []
        self.zone = pg.LinearRegionItem(movable=False)
        self.ticks = pg.VTickGroup(yrange=(0, 0.06))
        self.theory = self._line("theory {value:.2f}", 0.12, Qt.DotLine)
        self.best = self._line("best {value:.2f}", 0.9, Qt.DashLine)
        self.line = self._line("{value:.3f}", 0.96, Qt.SolidLine, movable=True)
        for item in (self.zone, self.ticks, self.theory, self.best, self.line):
            self.addItem(item, ignoreBounds=True)
            item.hide()
        self.line.sigDragged.connect(lambda line: self.cut_changed.emit(line.value()))
        self.line.sigPositionChangeFinished.connect(lambda: self.cut_settled.emit())
        self.follow_palette(self._color)

    @staticmethod
    def _line(label, position, style, movable=False):
        line = pg.InfiniteLine(
            angle=90, movable=movable, label=label, labelOpts={"position": position}
        )
        line.style = style
        return line

    def show_curves(self, pooled, folds, color):
        """Show a `MeasureCurve` and those of the folds; None and () for nothing."""
        for item in self.curves:
            self.removeItem(item)
        self.curves = []
        self.line.setVisible(pooled is not None)
        if pooled is None:
            self.getAxis("left").showLabel(False)
            self.setRange(xRange=(0, 1), yRange=(0, 1))
            return
        scores = pooled.sweep.scores
        is_probability = scores[-1] >= 0 and scores[0] <= 1
        pad = 0.05 * (scores[0] - scores[-1])
        self._ends = (0.0, 1.0) if is_probability else (scores[-1] - pad, scores[0] + pad)
        self.line.setBounds(self._ends)
        for curve in folds:
            self._add_curve(curve, 300, theme.pen(color, alpha=70))
        self._add_curve(pooled, 1000, theme.pen(color, 2))
        self.setLabel("left", pooled.measure.title)
        shown = np.concatenate([curve.values for curve in (pooled, *folds)])
        shown = shown[np.isfinite(shown)]
        low, high = (shown.min(), shown.max()) if len(shown) else (0, 1)
        self.setRange(xRange=self._ends, yRange=(low, max(high, low + 1e-9)), padding=0.04)

    def show_marks(self, best, zone, fold_cuts, theoretical_cut):
        """Show the best point, the flat zone, best cuts of folds, the theoretical cut; or None."""
        self.best.setVisible(best is not None)
        if best is not None:
            self.best.setValue(self._within(best.cut))
        self.zone.setVisible(zone is not None)
        if zone is not None:
            self.zone.setRegion((self._within(zone.low), self._within(zone.high)))
        self.ticks.setXVals([self._within(cut) for cut in fold_cuts])
        self.ticks.setVisible(bool(len(fold_cuts)))
        self.theory.setVisible(theoretical_cut is not None)
        if theoretical_cut is not None:
            self.theory.setValue(theoretical_cut)

    def show_cut(self, point):
        """Move the line to an `OperatingPoint`."""
        self.line.blockSignals(True)
        self.line.setValue(self._within(point.cut))
        self.line.blockSignals(False)
        self.line.label.valueChanged()

    def _add_curve(self, curve, maximum, pen):
        item = pg.PlotCurveItem(
            *self._steps(curve, maximum), stepMode="center", connect="finite", pen=pen
        )
        self.addItem(item, ignoreBounds=True)
        self.curves.append(item)

    def _within(self, cut):
        return min(max(cut, self._ends[0]), self._ends[1])

    def _steps(self, curve, maximum):
        """Edges (k + 1,) and values (k,) of the steps, from the lowest cut to the highest."""
        indices = curve.thinned(maximum)
        edges = curve.sweep.scores[indices[1:] - 1][::-1]
        edges = np.clip(np.concatenate([[self._ends[0]], edges, [self._ends[1]]]), *self._ends)
        return edges, curve.values[indices][::-1]

    def _color(self, palette):
        front, faint = theme.foreground(palette), theme.faint(palette)
        for line, color, width in (
            (self.line, front, 2.5),
            (self.best, faint, 1.5),
            (self.theory, faint, 1.5),
        ):
            line.setPen(theme.pen(color, width, line.style))
            line.setHoverPen(theme.pen(color, width + 1, line.style))
            line.label.setColor(color)
            line.label.fill = theme.brush(theme.background(palette), 200)
        self.ticks.setPen(theme.pen(front, 1.5))
        self.zone.setBrush(theme.brush(faint, 40))
        for edge in self.zone.lines:
            edge.setPen(theme.pen(faint, alpha=0))
