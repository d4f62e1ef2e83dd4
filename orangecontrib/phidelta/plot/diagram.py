"""The diagram of classifiers: their points in the unit square, and what is shown around them."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.core.decisions.spaces import BASELINES
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.between import Between
from orangecontrib.phidelta.plot.points import ClassifierItem, PointsItem
from orangecontrib.phidelta.plot.sight import neighbourhood
from orangecontrib.phidelta.plot.square import REACH, SquarePlot

#: Size of the marks of baselines, in pixels.
_BASELINE = 11


@dataclass(frozen=True)
class Hit:
    """What the pointer is on.

    A "baseline" by its name; or the "point" of the classifier of that name, one of its "folds" by
    number from 0, a cut of its "curves" by its index in the sweep, the "spread" of its folds, or
    its "ghost", reversed; or a place of the "hull" by its index, without a name.
    """

    name: str
    part: str
    index: int


class Diagram(SquarePlot):
    """A picture of classifiers.

    Signals
    -------
    selection_changed : list of str
        The user has clicked a point (alone, or with Ctrl or Shift in addition) or beside all of
        them; names of the classifiers that shall be selected.
    hovered : Hit or None
    pointed : (fpr, tpr) or None
        Where the pointer is while it is on nothing; None outside the unit square.
    """

    selection_changed = Signal(list)
    hovered = Signal(object)
    pointed = Signal(object)

    def __init__(self, parent=None):
        super().__init__(parent)
        self.baselines = pg.ScatterPlotItem(symbol="x", size=_BASELINE, useCache=False)
        self.baselines.hide()
        self.points = PointsItem()
        self.classifiers = {}
        self._layers = ()
        for item in (self.baselines, self.points):
            item.setParentItem(self.square)
        self.between = Between(self.square)
        self._baselines = ()
        self.show_baselines(BASELINES)
        self.follow_palette(self._color)

    def enlarge(self):
        """Show the points of the selected classifiers large, with axes of different scales."""
        rates = self._enlarged()
        if rates:
            self._is_fitted, self.is_enlarged = False, True
            self.setAspectLocked(False)
            self._show(neighbourhood(self.space, rates), 0.15)
            self.sight_changed.emit()

    def show_baselines(self, places):
        """Replace the baselines: a dict of name to (fpr, tpr)."""
        self._baselines = tuple(places)
        self.baselines.setData(*np.transpose(list(places.values())))

    def show_classifiers(self, classifiers, colors, selected=None, looks=()):
        """Replace the classifiers, each with its colour; all are selected, or those named.

        Their own names are selected, or those of `looks`, pairs of the name of a model and the
        symbol of its point, one for each of the classifiers.
        """
        for item in self.classifiers.values():
            item.remove()
        pairs, looks = list(zip(classifiers, colors, strict=True)), looks or [()] * len(colors)
        self.classifiers = {
            classifier.name: ClassifierItem(classifier, color, self.square, number, *looks[number])
            for number, (classifier, color) in enumerate(pairs)
        }
        self._hit = None
        self._select(self._models() if selected is None else selected)

    def set_selection(self, names):
        """Show these classifiers in full, the others faintly."""
        names = set(names) & set(self._models())
        if names != self._selected_models():
            self._select(names)

    def set_layers(self, names):
        """Show these of `points.LAYERS` around selected points, and "baselines"."""
        self._layers = tuple(names)
        self.baselines.setVisible("baselines" in names)
        for item in self.classifiers.values():
            item.show(self._layers, self._sizes["curve"])

    def set_sizes(self, **sizes):
        super().set_sizes(**sizes)
        for item in self.classifiers.values():
            item.show(self._layers, self._sizes["curve"])
        self._show_points()

    def hit_at(self, position):
        """The `Hit` nearest to a position in the scene, or None; points win over curves."""
        best, best_rank = None, (True, REACH)
        for names, part, fpr, tpr, indices in self._targets():
            distance = self._pixels_from(position, fpr, tpr)
            nearest = int(np.argmin(distance))
            rank = (part in ("curves", "hull"), distance[nearest])
            if distance[nearest] <= REACH and rank < best_rank:
                best, best_rank = Hit(names[nearest], part, int(indices[nearest])), rank
        return best

    def _select(self, names):
        names = set(names)
        for item in self.classifiers.values():
            item.is_selected = item.model in names
            item.show(self._layers, self._sizes["curve"])
        for lines in (self.frame.guides, self.isometrics):
            lines.setObstacles(self._selected().values())
        self._show_points()

    def _selected(self):
        """Places (fpr, tpr) of the selected classifiers by their names."""
        items = self.classifiers.items()
        return {name: item.position for name, item in items if item.is_selected}

    def _models(self):
        """Names that can be selected."""
        return list(dict.fromkeys(item.model for item in self.classifiers.values()))

    def _selected_models(self):
        return {item.model for item in self.classifiers.values() if item.is_selected}

    def _show_points(self):
        """Draw the points, and list those that are selected."""
        front = theme.foreground(self.palette())
        self.points.show(self.classifiers.values(), self._sizes["point"], front)
        self._update_legend()

    def _update_legend(self):
        self.show_legend(self.points.selected_looks())

    def _enlarged(self):
        """What to `enlarge`: a list of (fpr, tpr)."""
        return list(self._selected().values())

    def _targets(self):
        """All that a pointer can hit: names, part, fpr, tpr, indices, of one length each."""
        if self.baselines.isVisible():
            fpr, tpr = self.baselines.getData()
            yield self._baselines, "baseline", fpr, tpr, np.zeros(len(fpr))
        if self.classifiers:
            fpr, tpr = self.points.getData()
            yield list(self.classifiers), "point", fpr, tpr, np.zeros(len(fpr))
        for name, item in self.classifiers.items():
            for part, fpr, tpr, indices in item.around():
                yield [name] * len(fpr), part, fpr, tpr, indices
        yield from self.between.targets()

    def _spread_at(self, position):
        """The `Hit` of the fold spread around a position, the smallest of several; or None."""
        place = self.square.mapFromScene(position)
        around = {n: item.spread_around(place) for n, item in self.classifiers.items()}
        found = [(size, name) for name, size in around.items() if size is not None]
        return Hit(min(found)[1], "spread", 0) if found else None

    def _color(self, palette):
        self.between.set_theme(palette)
        self.baselines.setPen(theme.symbol_pen(theme.foreground(palette), _BASELINE))
        self.baselines.setBrush(theme.brush(theme.faint(palette)))
        self._show_points()

    def _on_moved(self, position):
        hit = self.hit_at(position) or self._spread_at(position)
        if hit != self._hit:
            self._hit = hit
            self.hovered.emit(hit)
        if hit is None:
            self.pointed.emit(self._place_at(position))

    def _on_clicked(self, event):
        if event.button() != Qt.LeftButton:
            return
        if event.double():
            self.fit()
        hit = self.hit_at(event.scenePos())
        models, selected = self._models(), self._selected_models()
        clicked = set(models)
        if hit is not None:
            items = self.classifiers.items()
            clicked = {item.model for name, item in items if name == hit.name}
        if hit is not None and event.modifiers() & (Qt.ControlModifier | Qt.ShiftModifier):
            selected ^= clicked
        else:
            selected = clicked or selected
        self.selection_changed.emit([name for name in models if name in selected])
