"""Expected costs along the line of operating conditions, and who costs least where."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.themed import ThemedPlot

#: Odds of false alarms against misses that are ticks of the line: named, and not.
_ODDS, _MORE_ODDS = (10, 3, 1, 1 / 3, 1 / 10), (100, 30, 5, 2, 1 / 2, 1 / 5, 1 / 30, 1 / 100)
#: By how much a key moves the line.
_KEYS = {Qt.Key_Left: -0.01, Qt.Key_Right: 0.01}
#: Height of the strip of winners, as a share of the greatest cost shown.
_STRIP = 0.07


class CostPlot(ThemedPlot):
    """Curves of cost against the condition, a strip of winners, a range, and a line to drag.

    Signals
    -------
    condition_changed : float
        While the line moves.
    condition_settled :
        When it is let go.
    pointed : float or None
        The condition where the pointer is, on curves or strip.
    """

    condition_changed = Signal(float)
    condition_settled = Signal()
    pointed = Signal(object)

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setMouseEnabled(False, False)
        self.setAccessibleName("Expected cost by condition")
        named = [(1 / (1 + odds), _odds(odds)) for odds in _ODDS]
        self.getAxis("bottom").setTicks([named, [(1 / (1 + odds), "") for odds in _MORE_ODDS]])
        self.setLabel("bottom", "False alarms : misses at stake")
        self.shaded = pg.LinearRegionItem(movable=False)
        self.shaded.setZValue(-10)
        self.line = pg.InfiniteLine(angle=90, movable=True, bounds=(0.001, 0.999))
        self.curves, self.bands, self.strip = [], [], []
        self._top = 0.5
        for item in (self.shaded, self.line):
            self.addItem(item, ignoreBounds=True)
            item.hide()
        self.line.sigDragged.connect(lambda line: self.condition_changed.emit(line.value()))
        self.line.sigPositionChangeFinished.connect(lambda: self.condition_settled.emit())
        self.scene().sigMouseMoved.connect(self._on_moved)
        self.follow_palette(self._color)

    def show_curves(self, lines, title, top):
        """Show lines (condition, cost, colour, width) of costs up to `top`."""
        self._clear(self.curves)
        self._top = top
        for condition, cost, color, width in lines:
            item = pg.PlotCurveItem(condition, cost, pen=theme.pen(color, width), connect="finite")
            self.addItem(item, ignoreBounds=True)
            self.curves.append(item)
        self.setLabel("left", title)
        self.line.setVisible(bool(lines))
        self.setRange(xRange=(0, 1), yRange=(-1.6 * _STRIP * top, top), padding=0.02)

    def show_bands(self, bands):
        """Show bands (condition, low, high, colour) around curves."""
        self._clear(self.bands)
        for condition, low, high, color in bands:
            edges = [pg.PlotCurveItem(condition, edge) for edge in (low, high)]
            item = pg.FillBetweenItem(*edges, brush=theme.brush(color, 40))
            item.setZValue(-5)
            self.addItem(item, ignoreBounds=True)
            self.bands.append(item)

    def show_strip(self, stretches):
        """Show below the curves who costs least: (low, high, colour, how sure, from 0 to 1)."""
        self._clear(self.strip)
        height = _STRIP * self._top
        for low, high, color, sure in stretches:
            item = pg.BarGraphItem(
                x0=[low],
                x1=[high],
                y0=[-1.4 * height],
                y1=[-0.4 * height],
                pen=None,
                brush=theme.brush(color, int(40 + 215 * sure)),
            )
            self.addItem(item, ignoreBounds=True)
            self.strip.append(item)

    def show_range(self, ends):
        """Shade the conditions between two ends; None for no range."""
        self.shaded.setVisible(ends is not None)
        if ends is not None:
            self.shaded.setRegion(ends)

    def show_condition(self, condition):
        """Move the line; nothing is emitted."""
        self.line.blockSignals(True)
        self.line.setValue(condition)
        self.line.blockSignals(False)

    def keyPressEvent(self, event):
        """The arrow keys move the line."""
        if event.key() not in _KEYS or not self.curves:
            super().keyPressEvent(event)
            return
        low, high = self.line.maxRange
        place = min(max(self.line.value() + _KEYS[event.key()], low), high)
        self.condition_changed.emit(place)
        self.condition_settled.emit()

    def _clear(self, items):
        for item in items:
            self.removeItem(item)
        items.clear()

    def _on_moved(self, position):
        place = self.getViewBox().mapSceneToView(position)
        condition, cost = place.x(), place.y()
        is_inside = 0 <= condition <= 1 and -1.6 * _STRIP * self._top <= cost <= self._top
        self.pointed.emit(condition if is_inside and self.curves else None)

    def _color(self, palette):
        front = theme.foreground(palette)
        self.line.setPen(theme.pen(front, 2))
        self.line.setHoverPen(theme.pen(front, 3.5))
        self.shaded.setBrush(theme.brush(theme.faint(palette), 40))
        for edge in self.shaded.lines:
            edge.setPen(theme.pen(theme.faint(palette), 1, Qt.DashLine))


def _odds(odds):
    return f"{odds:g}:1" if odds >= 1 else f"1:{1 / odds:g}"


def sampled(curve, resolution=401):
    """(condition, cost) of a `CostCurve`, exact at its breaks, for costs that are not straight."""
    condition = np.union1d(np.linspace(0, 1, resolution), curve.breaks)
    return condition, curve.cost_at(condition)
