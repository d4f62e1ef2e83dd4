"""The diamond with a mark for each feature, or for each subset of its values."""

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import PathItem
from orangecontrib.phidelta.plot.limits import Limits
from orangecontrib.phidelta.plot.markplot import MarkPlot
from orangecontrib.phidelta.plot.selecting import SelectingViewBox
from orangecontrib.phidelta.plot.square import REACH


class FeatureDiagram(MarkPlot):
    """Features as marks; selection is by the name of the variable.

    Signals
    -------
    variables_selected : list of str
        By click, rubber band (Ctrl or Shift adds) or keyboard.
    mark_hovered : MarkHit or None
    pointed : (fpr, tpr) or None
        As of `Diagram`.
    """

    # as a list, Qt would copy 50,000 names for each receiver
    variables_selected = Signal(object)
    mark_hovered = Signal(object)
    pointed = Signal(object)

    def __init__(self, parent=None):
        view = SelectingViewBox()
        super().__init__(parent, viewBox=view)
        view.rectangle_drawn.connect(self._on_rectangle)
        view.rectangle_moved.connect(self.show_banded)
        self.band = None
        self.limits = Limits(self)
        self._current = -1

    def set_compact(self, is_compact):
        """Leave out axes, scale and the corners' names, where many pictures share the room."""
        self._is_compact = is_compact
        self.heatmap.has_scale = not is_compact
        self.frame.setNamesVisible(not is_compact)
        self.show_space(self.space, 0.5)

    def show_space(self, space, prevalence):
        super().show_space(space, prevalence)
        for name in ("left", "bottom"):
            self.showAxis(name, not self._is_compact)

    def show_layers(self, layers, ranking, title=""):
        self._current, self._hit = -1, None
        super().show_layers(layers, ranking, title)

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

    def mark_at(self, position):
        """The `MarkHit` nearest to a position in the scene, or None."""
        rank = self._seen().nearest(position.x(), position.y(), REACH)
        return None if rank is None else self.marks.hit(rank)

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key_Left, Qt.Key_Right):
            self._step(1 if event.key() == Qt.Key_Right else -1)
        elif event.key() == Qt.Key_Space and self._current >= 0:
            variable = self._variables(self.marks.hit(self._current))
            self.variables_selected.emit(sorted(self._selected ^ variable))
        elif event.key() == Qt.Key_Escape:
            self.variables_selected.emit([])
        else:
            super().keyPressEvent(event)

    def _step(self, by):
        if len(self.marks):
            self._current = (self._current + by) % len(self.marks)
            self.mark_hovered.emit(self.marks.hit(self._current))

    def _variables(self, hit):
        """Set of the variable of a `MarkHit`; of None, empty."""
        return {self.layers[hit.layer].variables[hit.mark]} if hit is not None else set()

    def _on_rectangle(self, rectangle, modifiers):
        found = self.marks.variables(self._within(rectangle))
        self.show_banded(None)
        is_added = modifiers & (Qt.ControlModifier | Qt.ShiftModifier)
        self.variables_selected.emit(sorted(found | self._selected if is_added else found))

    def _on_moved(self, position):
        hit = self.mark_at(position)
        if hit != self._hit:
            self._hit = hit
            self.mark_hovered.emit(hit)
        if hit is None:
            self.pointed.emit(self._place_at(position))

    def _on_clicked(self, event):
        if event.button() != Qt.LeftButton:
            return
        if event.double():
            self.fit()
            return
        clicked = self._variables(self.mark_at(event.scenePos()))
        if event.modifiers() & (Qt.ControlModifier | Qt.ShiftModifier):
            clicked = self._selected ^ clicked
        self.variables_selected.emit(sorted(clicked))
