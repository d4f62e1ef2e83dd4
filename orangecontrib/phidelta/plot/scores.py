"""The scores of both classes with the cut among them, and how often scores come true."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import Qt
from Orange.widgets.visualize.utils.plotutils import AxisItem

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.cutlines import CUT_LABEL, CutLinePlot
from orangecontrib.phidelta.plot.themed import ThemedPlot

#: So that axes of plots one above the other begin in the same place.
_AXIS_WIDTH = 58
#: Decisions: whether of positives, whether right; and the corner where each stands.
_DECISIONS = {
    "TP": (True, True, (1, 0)),
    "FP": (False, False, (1, 1)),
    "FN": (True, False, (0, 0)),
    "TN": (False, True, (0, 1)),
}


class _SizeAxis(AxisItem):
    """An axis without signs, for bars that go up and down."""

    def tickStrings(self, values, scale, spacing):
        return super().tickStrings([abs(value) for value in values], scale, spacing)


class ScorePlot(CutLinePlot):
    """Histograms of scores, positives up and negatives down, coloured by what the cut decides."""

    def __init__(self, parent=None):
        super().__init__(parent, axisItems={"left": _SizeAxis("left")})
        self.getAxis("left").setWidth(_AXIS_WIDTH)
        self.setLabel("left", "Share of cases")
        self.best.label.hide()  # the words need the room
        self.theory.label.setPosition(0.3)
        self.line.label.setPosition(0.8)
        self.histogram = None
        self._shares = dict.fromkeys(_DECISIONS, 0.0)
        self.bars = {
            name: pg.BarGraphItem(x0=[], x1=[], height=[], pen=None) for name in _DECISIONS
        }
        self.words = {
            name: pg.TextItem(anchor=corner) for name, (*_, corner) in _DECISIONS.items()
        }
        for item in (*self.bars.values(), *self.words.values()):
            self.addItem(item, ignoreBounds=True)
        for bars in self.bars.values():
            bars.setZValue(-20)
        self.follow_palette(self._color_bars)

    def show_histogram(self, histogram):
        """Show a `ScoreHistogram`; None for nothing."""
        self.histogram = histogram
        self.show_sweep(histogram.sweep if histogram is not None else None)
        for item in (*self.bars.values(), *self.words.values()):
            item.setVisible(histogram is not None)
        if histogram is None:
            self.setRange(xRange=(0, 1), yRange=(-1, 1))
            return
        top, bottom = (float(shares.max()) for shares in histogram.shares)
        room = 0.2 * (top + bottom)  # for the words
        self.setRange(xRange=self.ends, yRange=(-bottom - room, top + room), padding=0)
        (left, right), (low, high) = self.getViewBox().viewRange()
        for name, (*_, (is_right, is_low)) in _DECISIONS.items():
            self.words[name].setPos(right if is_right else left, low if is_low else high)

    def show_cut(self, point):
        """Move the line to an `OperatingPoint`, and colour the bars by what it decides."""
        super().show_cut(point)
        tp, fp, fn, tn = self.histogram.decided(point.index)
        edges = self.histogram.edges
        # those called positive stand at the axis, the others beyond them
        for name, base, height in (
            ("TP", 0 * tp, tp),
            ("FN", tp, fn),
            ("FP", 0 * fp, -fp),
            ("TN", -fp, -tn),
        ):
            self.bars[name].setOpts(x0=edges[:-1], x1=edges[1:], y0=base, height=height)
            self._shares[name] = float(np.abs(height).sum())
        self._color_bars(self.palette())

    def _color_bars(self, palette):
        front = theme.foreground(palette).name()
        for name, (is_positive, is_right, _) in _DECISIONS.items():
            color = theme.decision_color(is_positive, is_right, palette)
            self.bars[name].setOpts(brush=theme.brush(color))
            self.words[name].setHtml(
                f"<span style='color:{color.name()}'>■</span> "
                f"<span style='color:{front}'>{name} {self._shares[name]:.3f}</span>"
            )


class ReliabilityPlot(ThemedPlot):
    """The observed share of positives against the score, with intervals, and the diagonal."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setMouseEnabled(False, False)
        self.getAxis("left").setWidth(_AXIS_WIDTH)
        self.setLabel("left", "Positives")
        self.setLabel("bottom", CUT_LABEL)
        self.diagonal = pg.PlotCurveItem([0, 1], [0, 1])
        self.intervals = pg.ErrorBarItem(beam=0)
        self.shares = pg.PlotDataItem([], [])
        self.line = pg.InfiniteLine(angle=90)
        self.words = pg.TextItem("n/a: these scores are no probabilities", anchor=(0.5, 0.5))
        for item in (self.diagonal, self.intervals, self.shares, self.line, self.words):
            self.addItem(item, ignoreBounds=True)
        self.show_nothing()
        self.follow_palette(self._color)

    def show_nothing(self):
        """There are no scores at all."""
        self.show_reliability(None, None, (0, 1))
        self.words.hide()

    def show_reliability(self, found, intervals, ends):
        """Show a `Reliability` and (low, high) of its shares, or None; None for what has none."""
        is_there = found is not None
        self.setRange(xRange=ends, yRange=(-0.06, 1.06), padding=0)
        self.words.setPos(sum(ends) / 2, 0.5)
        for item in (self.diagonal, self.shares, self.line):
            item.setVisible(is_there)
        self.words.setVisible(not is_there)
        self.intervals.setVisible(is_there and intervals is not None)
        if is_there:
            self.shares.setData(found.score, found.share)
        if is_there and intervals is not None:
            low, high = intervals
            share = found.share
            self.intervals.setData(x=found.score, y=share, top=high - share, bottom=share - low)

    def show_cut(self, point):
        """Move the line to an `OperatingPoint`."""
        self.line.setValue(min(max(point.cut, 0), 1))

    def _color(self, palette):
        front, faint = theme.foreground(palette), theme.faint(palette)
        color = theme.decision_color(True, False, palette)
        self.diagonal.setPen(theme.pen(faint, 1, Qt.DashLine))
        self.line.setPen(theme.pen(front, 2.5))
        self.intervals.setData(pen=theme.pen(color, 1.5))
        self.shares.setPen(theme.pen(color, 1))
        self.shares.setSymbol("o")
        self.shares.setSymbolSize(6)
        self.shares.setSymbolBrush(theme.brush(color))
        self.shares.setSymbolPen(None)
        self.words.setColor(faint)
