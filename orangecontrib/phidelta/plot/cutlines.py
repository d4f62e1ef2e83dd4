"""What plots with the cut to the right have in common: a line to drag, and marks of other cuts."""

import pyqtgraph as pg
from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.themed import ThemedPlot

CUT_LABEL = "Cut: positive where the score is above it"


class CutLinePlot(ThemedPlot):
    """Base of plots with the cut to the right.

    Signals
    -------
    cut_changed : float
        While the line moves.
    cut_settled :
        When it is let go.
    """

    cut_changed = Signal(float)
    cut_settled = Signal()

    def __init__(self, parent=None, **kwargs):
        super().__init__(parent, **kwargs)
        self.setMouseEnabled(False, False)
        self.ends = (0.0, 1.0)
        self.zone = pg.LinearRegionItem(movable=False)
        self.ticks = pg.VTickGroup(yrange=(0, 0.06))
        self.samples = pg.VTickGroup(yrange=(0.07, 0.13))
        self.theory = self._line("theory {value:.2f}", 0.12, Qt.DotLine)
        self.best = self._line("best {value:.2f}", 0.9, Qt.DashLine)
        self.line = self._line("{value:.3g}", 0.96, Qt.SolidLine, movable=True)
        for item in (self.zone, self.ticks, self.samples, self.theory, self.best, self.line):
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

    def show_sweep(self, sweep):
        """Show a line for cuts of a `ThresholdSweep`; None for nothing."""
        self.line.setVisible(sweep is not None)
        if sweep is not None:
            self.ends = sweep.ends
            self.line.setBounds(self.ends)

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

    def show_samples(self, cuts):
        """Show best cuts of bootstrap samples above those of the folds; () for none."""
        self.samples.setXVals([self._within(cut) for cut in cuts])
        self.samples.setVisible(bool(len(cuts)))

    def show_cut(self, point):
        """Move the line to an `OperatingPoint`."""
        self.line.blockSignals(True)
        self.line.setValue(self._within(point.cut))
        self.line.blockSignals(False)
        self.line.label.valueChanged()

    def _within(self, cut):
        return min(max(cut, self.ends[0]), self.ends[1])

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
        self.samples.setPen(theme.pen(front, 1.5, alpha=40))
        self.zone.setBrush(theme.brush(faint, 40))
        for edge in self.zone.lines:
            edge.setPen(theme.pen(faint, alpha=0))
