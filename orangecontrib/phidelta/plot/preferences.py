"""The map of preferences: an image of the square of scores, frontiers, named places, two marks."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QColor

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.themed import ThemedPlot

#: Names of places: where they stand, and which corner of the text is there.
_ANCHORS = {
    "specificity": (0.0, 1.0),
    "precision": (1.0, 1.0),
    "sensitivity": (1.0, 0.0),
    "npv": (0.0, 0.0),
    "accuracy": (0.5, 1.1),
    "F1": (1.0, 0.5),
}
#: Values of a and b at the axes.
_TICKS = (0, 0.25, 0.5, 0.75, 1)
#: By how much a key moves the mark: a, b.
_KEYS = {
    Qt.Key_Left: (-0.05, 0),
    Qt.Key_Right: (0.05, 0),
    Qt.Key_Down: (0, -0.05),
    Qt.Key_Up: (0, 0.05),
}


class PreferencePlot(ThemedPlot):
    """A square of all ranking scores.

    Signals
    -------
    place_changed : (a, b)
        The user has clicked a place, or drags the mark.
    place_settled :
        The mark is let go.
    pointed : (a, b) or None
    """

    place_changed = Signal(object)
    place_settled = Signal()
    pointed = Signal(object)

    def __init__(self, places, parent=None):
        super().__init__(parent)
        self.setMouseEnabled(False, False)
        self.setAspectLocked(True)
        self.setAccessibleName("Map of preferences")
        for side, label in (("bottom", "a: TP against TN"), ("left", "b: FN against FP")):
            self.setLabel(side, label)
            self.getAxis(side).setTicks([[(tick, f"{tick:g}") for tick in _TICKS]])
        self.image = pg.ImageItem(axisOrder="row-major")
        self.image.setZValue(-10)
        self.diagonal = pg.PlotCurveItem([0, 1], [0, 1])
        self.points = pg.ScatterPlotItem(pos=list(places.values()), symbol="o", size=7)
        self.names = [pg.TextItem(name, anchor=_ANCHORS[name]) for name in places]
        self.costs = pg.ScatterPlotItem(symbol="d", size=13)
        self.mark = pg.TargetItem(size=16, symbol="o")
        self.frontiers = []
        for item in (self.image, self.diagonal, self.points, *self.names, self.costs, self.mark):
            self.addItem(item, ignoreBounds=True)
        for text, place in zip(self.names, places.values(), strict=True):
            text.setPos(*place)
        self.setRange(xRange=(0, 1), yRange=(0, 1), padding=0.04)
        self.mark.sigPositionChanged.connect(self._on_dragged)
        self.mark.sigPositionChangeFinished.connect(lambda: self.place_settled.emit())
        self.scene().sigMouseMoved.connect(self._on_moved)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        self.follow_palette(self._color)

    def show_image(self, colors):
        """Show an array (g, g, 4) of colours, rows from b = 0 up; None for nothing."""
        self.image.setVisible(colors is not None)
        if colors is not None:
            self.image.setImage(colors, autoLevels=False, levels=(0, 255))
            # a pixel's middle is its place
            half = 0.5 / (len(colors) - 1)
            self.image.setRect(QRectF(-half, -half, 1 + 2 * half, 1 + 2 * half))

    def show_frontiers(self, lines):
        """Show curves (k, 2) of (a, b) where two winners are equal."""
        for item in self.frontiers:
            self.removeItem(item)
        pen = theme.pen(theme.foreground(self.palette()), 1.2)
        self.frontiers = [pg.PlotCurveItem(*line.T, pen=pen) for line in lines]
        for item in self.frontiers:
            self.addItem(item, ignoreBounds=True)

    def show_marks(self, costs, place):
        """Show where the costs stand on the diagonal, and the place chosen."""
        self.costs.setData(pos=[costs])
        self.mark.blockSignals(True)
        self.mark.setPos(*place)
        self.mark.blockSignals(False)

    def keyPressEvent(self, event):
        """The arrow keys move the mark."""
        if event.key() not in _KEYS:
            super().keyPressEvent(event)
            return
        self._move_mark(*_KEYS[event.key()])
        self.place_settled.emit()

    def _on_dragged(self):
        self._move_mark(0, 0)

    def _move_mark(self, right, up):
        """Tell the place of the mark, moved by so much and kept inside."""
        place = self.mark.pos()
        moved = place.x() + right, place.y() + up
        self.place_changed.emit(tuple(float(np.clip(each, 0, 1)) for each in moved))

    def _place(self, position):
        place = self.getViewBox().mapSceneToView(position)
        inside = 0 <= place.x() <= 1 and 0 <= place.y() <= 1
        return (place.x(), place.y()) if inside else None

    def _on_moved(self, position):
        self.pointed.emit(self._place(position))

    def _on_clicked(self, event):
        place = self._place(event.scenePos())
        if place is not None:
            self.place_changed.emit(place)
            self.place_settled.emit()

    def _color(self, palette):
        front, back = theme.foreground(palette), theme.background(palette)
        self.diagonal.setPen(theme.pen(theme.faint(palette), 1))
        self.points.setPen(theme.pen(back, 1))
        self.points.setBrush(theme.brush(front))
        self.costs.setPen(theme.pen(front, 1.5))
        self.costs.setBrush(theme.brush(back))
        self.mark.setPen(theme.pen(front, 2.5))
        self.mark.setHoverPen(theme.pen(front, 4))
        for text in self.names:
            text.setColor(front)
            text.fill = theme.brush(back, 190)
        for line in self.frontiers:
            line.setPen(theme.pen(front, 1.2))


def map_colors(preferences, colors, flavour, number, certainty):
    """Array (g, g, 4) for `show_image`: the colours of winners, or of one candidate.

    Parameters
    ----------
    preferences : PreferenceMap
    colors : list of QColor
        Of the candidates.
    flavour : str
        "winner", "certainty" or "margin"; "value" or "rank" of the candidate of this number.
    number : int
    certainty : array (g, g) or None
        How sure the winner is.
    """
    shades = np.array([QColor(color).getRgb() for color in colors], float)
    winner = preferences.winner
    is_of_one = flavour in ("value", "rank")
    image = shades[np.full_like(winner, number) if is_of_one else np.maximum(winner, 0)]
    image[..., 3] = 255 * _strength(preferences, flavour, number, certainty)
    image[winner < 0] = 0
    return image.astype(np.ubyte)


def _strength(preferences, flavour, number, certainty):
    """How strong the colours of the map are, from 0 to 1: array (g, g), or one for all."""
    if flavour == "margin":
        return np.clip(preferences.margin / max(preferences.margin.max(), 1e-9), 0.08, 1)
    if flavour == "value":
        return np.nan_to_num(preferences.values[number])
    if flavour == "rank":
        models = len(preferences.values)
        return (models - preferences.ranks[number]) / max(models - 1, 1)
    return 0.75 if flavour == "winner" or certainty is None else certainty
