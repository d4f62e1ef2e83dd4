"""The diamond with a mark for each feature, or for each subset of its values."""

from html import escape

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QRectF, Qt
from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.core.decisions.spaces import FEATURE_CORNER_NAMES
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import PathItem
from orangecontrib.phidelta.plot.labels import PointLabels
from orangecontrib.phidelta.plot.limits import Limits
from orangecontrib.phidelta.plot.marks import MarkHit, legend_entries, looks
from orangecontrib.phidelta.plot.points import CACHED
from orangecontrib.phidelta.plot.selecting import SelectingViewBox
from orangecontrib.phidelta.plot.square import REACH, SquarePlot

#: Names in a picture that shares the room with others.
_COMPACT_LABELS = 3


class FeatureDiagram(SquarePlot):
    """Features as marks; selection is by the name of the variable.

    Signals
    -------
    variables_selected : list of str
        By click, rubber band (Ctrl or Shift adds) or keyboard.
    mark_hovered : MarkHit or None
    """

    variables_selected = Signal(list)
    mark_hovered = Signal(object)

    def __init__(self, parent=None):
        view = SelectingViewBox()
        super().__init__(parent, FEATURE_CORNER_NAMES, viewBox=view)
        view.rectangle_drawn.connect(self._on_rectangle)
        self.layers, self.items = [], []
        self.density = pg.ImageItem(axisOrder="row-major")
        self.band = None
        self.limits = Limits(self)
        self.labels = PointLabels()
        self.lettered.append(self.labels)
        self._ranking = np.empty((0, 2), int)
        self._label_count = 10
        self._selected = self._highlighted = frozenset()
        self._current = -1
        self._is_compact = False
        self.density.setParentItem(self.square)
        self.density.setZValue(-3)
        self.labels.setParentItem(self.square)
        self.labels.setZValue(20)
        self.density.hide()
        self.follow_palette(self._color)

    def set_compact(self, is_compact):
        """Leave out axes and the corners' names, where many pictures share the room."""
        self._is_compact = is_compact
        self.frame.setNamesVisible(not is_compact)
        self.show_space(self.space, 0.5)

    def show_space(self, space, prevalence):
        super().show_space(space, prevalence)
        for name in ("left", "bottom"):
            self.showAxis(name, not self._is_compact)

    def show_layers(self, layers, ranking, density=None, title=""):
        """Show `MarkLayer`s instead of those shown.

        Parameters
        ----------
        ranking : int array (k, 2)
            Number of the layer and mark, the most important first; others are not drawn.
        density : array (size, size), optional
            Number of marks in each pixel, by tpr and fpr: the picture of a crowd, of which only
            marks that are named, selected or highlighted are drawn.
        """
        for item in self.items:
            self.scene().removeItem(item)
        self.layers, self._ranking = list(layers), ranking
        self._current, self._hit = -1, None
        self.items = [pg.ScatterPlotItem() for _ in layers]
        for item in self.items:
            item.setParentItem(self.square)
        self.setTitle(escape(title) or None, size="9pt")
        self.density.setVisible(density is not None)
        if density is not None:
            self.density.setImage(np.log1p(density))
            self.density.setRect(QRectF(0, 0, 1, 1))
        self._show_marks()
        self._update_legend()

    def show_band(self, polygon):
        """Show where features lie by chance: a closed polygon (k, 2); None for nowhere."""
        if self.band is not None:
            self.scene().removeItem(self.band)
        self.band = None
        if polygon is not None:
            faint = theme.faint(self.palette(), 0.5)
            pen = theme.pen(faint, 1, Qt.DotLine)
            self.band = PathItem(polygon, pen, theme.brush(faint, 45))
            self.band.setParentItem(self.square)
            self.band.setZValue(-2)

    def show_selection(self, selected, highlighted=()):
        """Emphasise the marks of these variables; those highlighted get a ring."""
        self._selected, self._highlighted = frozenset(selected), frozenset(highlighted)
        self._show_marks()

    def set_label_count(self, count):
        """Name so many of the best marks, as far as there is room."""
        self._label_count = count
        self._show_marks()

    def set_sizes(self, **sizes):
        super().set_sizes(**sizes)
        self._show_marks()

    def ranked(self, count=None):
        """The first `MarkHit`s, the most important first; None for all."""
        return [MarkHit(layer, mark) for layer, mark in self._ranking[:count].tolist()]

    def mark_at(self, position):
        """The `MarkHit` nearest to a position in the scene, or None."""
        best, nearest = None, REACH
        for number, layer in enumerate(self.layers):
            if len(layer.fpr):
                distance = self._pixels_from(position, layer.fpr, layer.tpr)
                mark = int(np.argmin(distance))
                if distance[mark] < nearest:
                    best, nearest = MarkHit(number, mark), distance[mark]
        return best

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key_Left, Qt.Key_Right):
            self._step(1 if event.key() == Qt.Key_Right else -1)
        elif event.key() == Qt.Key_Space and self._current >= 0:
            hit = self.ranked()[self._current]
            self.variables_selected.emit(sorted(self._selected ^ {self._variable(hit)}))
        elif event.key() == Qt.Key_Escape:
            self.variables_selected.emit([])
        else:
            super().keyPressEvent(event)

    def _step(self, by):
        ranked = self.ranked()
        if ranked:
            self._current = (self._current + by) % len(ranked)
            self.mark_hovered.emit(ranked[self._current])

    def _variable(self, hit):
        return self.layers[hit.layer].variables[hit.mark]

    def _show_marks(self):
        front, size = theme.foreground(self.palette()), self._sizes["point"] * 0.75
        for number, (layer, item) in enumerate(zip(self.layers, self.items, strict=True)):
            shown = self._shown_marks(number)
            item.setData(
                layer.fpr[shown],
                layer.tpr[shown],
                **looks(layer, shown, self._selected, self._highlighted, size, front),
                # The cache of symbols is made of pixels, which are lost in svg and pdf.
                useCache=len(shown) > CACHED,
            )
        self._show_labels()

    def _shown_marks(self, number):
        """In a crowd only marks that are named, selected or highlighted are drawn."""
        marks = self._ranking[self._ranking[:, 0] == number, 1]
        if not self.density.isVisible():
            return marks
        variables, emphasised = self.layers[number].variables, self._selected | self._highlighted
        others = [m for m in marks[self._label_count :] if variables[m] in emphasised]
        return np.array([*marks[: self._label_count], *others], int)

    def _show_labels(self):
        count = self._label_count
        best = self.ranked(min(count, _COMPACT_LABELS) if self._is_compact else count)
        layers = [self.layers[hit.layer] for hit in best]
        points = [(x.fpr[hit.mark], x.tpr[hit.mark]) for x, hit in zip(layers, best, strict=True)]
        texts = [x.labels[hit.mark] for x, hit in zip(layers, best, strict=True)]
        self.labels.setLabels(points, [t if len(t) < 40 else f"{t[:37]}..." for t in texts])

    def _update_legend(self):
        front = theme.foreground(self.palette())
        self.show_legend(legend_entries(self.layers, front, self._is_compact))

    def _on_rectangle(self, rectangle, modifiers):
        found = set()
        for layer in self.layers:
            x, y = self._in_scene(layer.fpr, layer.tpr)
            is_in = (x >= rectangle.left()) & (x <= rectangle.right())
            is_in &= (y >= rectangle.top()) & (y <= rectangle.bottom())
            found |= {layer.variables[mark] for mark in np.flatnonzero(is_in)}
        is_added = modifiers & (Qt.ControlModifier | Qt.ShiftModifier)
        self.variables_selected.emit(sorted(found | self._selected if is_added else found))

    def _on_moved(self, position):
        hit = self.mark_at(position)
        if hit != self._hit:
            self._hit = hit
            self.mark_hovered.emit(hit)

    def _on_clicked(self, event):
        if event.button() != Qt.LeftButton:
            return
        if event.double():
            self.fit()
            return
        hit = self.mark_at(event.scenePos())
        clicked = {self._variable(hit)} if hit is not None else set()
        if event.modifiers() & (Qt.ControlModifier | Qt.ShiftModifier):
            clicked = self._selected ^ clicked
        self.variables_selected.emit(sorted(clicked))

    def _color(self, palette):
        self.labels.setColors(theme.foreground(palette), theme.background(palette))
        self.density.setLookupTable(theme.heat_table(palette, False))
        self._show_marks()
        self._update_legend()
