"""The diagram: one unit square, pictured through a space."""

from dataclasses import dataclass
from html import escape

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QEvent, QRectF, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QCursor, QTransform
from AnyQt.QtWidgets import QToolTip
from Orange.widgets.visualize.utils.customizableplot import Updater
from Orange.widgets.visualize.utils.plotutils import PlotWidget

from orangecontrib.phidelta.core.decisions.spaces import BASELINES, CORNER_NAMES, roc
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.frame import Frame
from orangecontrib.phidelta.plot.heatmap import Heatmap
from orangecontrib.phidelta.plot.isometrics import LABELLED, LabelledLines
from orangecontrib.phidelta.plot.points import ClassifierItem
from orangecontrib.phidelta.plot.settings import ParameterSetter
from orangecontrib.phidelta.plot.sight import level_width, neighbourhood, rates_in_sight
from orangecontrib.phidelta.plot.tips import tip

#: How near, in pixels, a pointer must come.
_REACH = 9
#: Size of the marks of baselines, in pixels.
_BASELINE = 11


@dataclass(frozen=True)
class Hit:
    """What the pointer is on.

    A "baseline" by its name; or the "point" of the classifier of that name, one of its "folds" by
    number from 0, a cut of its "curves" by its index in the sweep, or the "spread" of its folds.
    """

    name: str
    part: str
    index: int


class Diagram(PlotWidget):
    """A plot of the unit square under a `Space`; changing the space moves one transform.

    Signals
    -------
    selection_changed : list of str
        The user has clicked a point (alone, or with Ctrl or Shift in addition) or beside all of
        them; names of the classifiers that shall be selected.
    hovered : Hit or None
    pointed : (fpr, tpr) or None
        Where the pointer is while it is on nothing; None outside the unit square.
    sight_changed :
        Another part of the unit square is in sight, or `is_narrow` has changed.
    """

    selection_changed = Signal(list)
    hovered = Signal(object)
    pointed = Signal(object)
    sight_changed = Signal()

    def __init__(self, parent=None, corner_names=CORNER_NAMES, **kwargs):
        super().__init__(parent, enableMenu=False, **kwargs)
        self.hideButtons()
        for name in ("left", "bottom"):
            self.getAxis(name).enableAutoSIPrefix(False)
        self.space = roc()
        self.square = pg.ItemGroup()
        self.heatmap = Heatmap(self.plotItem)
        self.frame = Frame(corner_names)
        self.isometrics = LabelledLines()
        self.isometrics.setNeighbour(self.frame.guides)
        self.isometrics.setKeptClear(self.frame.names)
        self.baselines = pg.ScatterPlotItem(
            pos=list(BASELINES.values()), symbol="x", size=_BASELINE, useCache=False
        )
        self.baselines.hide()
        self.classifiers = {}
        for item in (self.heatmap, self.isometrics, self.frame, self.baselines):
            item.setParentItem(self.square)
        self.addItem(self.square, ignoreBounds=True)
        self.legend = pg.LegendItem()
        self.legend.setParentItem(self.getViewBox())
        self.legend.hide()
        self.parameter_setter = ParameterSetter(self)
        self._hit = None
        self._layers = ()
        self._sizes = {"point": 12, "curve": 2}
        self._is_fitted = False
        self.is_narrow = self.is_enlarged = False
        self.getViewBox().sigRangeChangedManually.connect(self._on_zoomed)
        self.getViewBox().sigResized.connect(self._on_resized)
        self.scene().sigMouseMoved.connect(self._on_moved)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        self._apply_theme()

    def show_space(self, space, prevalence):
        """Picture everything through this space, with guides for this class ratio."""
        self.space = space
        (a, b), (c, d) = space.matrix
        self.square.setTransform(QTransform(a, c, b, d, *space.offset))
        self.frame.setSpace(space, prevalence)
        self.setLabel("bottom", _subscripts(space.x_label))
        self.setLabel("left", _subscripts(space.y_label))
        self.fit()

    def fit(self):
        """Show all of the unit square, with room for the corners' names."""
        was = self._is_fitted, self.is_narrow
        self._is_fitted, self.is_enlarged = True, False
        self.setAspectLocked(not self.space.is_rectangle or self.space.name == "ROC")
        pixels = self._show(self.space.outline, 0.07)
        is_diamond = not self.space.is_rectangle
        self.is_narrow = bool(is_diamond and pixels * level_width(self.space) < LABELLED)
        if was != (True, self.is_narrow):
            self.sight_changed.emit()

    def enlarge(self):
        """Show the points of the selected classifiers large, with axes of different scales."""
        rates = self._enlarged()
        if rates:
            self._is_fitted, self.is_enlarged = False, True
            self.setAspectLocked(False)
            self._show(neighbourhood(self.space, rates), 0.15)
            self.sight_changed.emit()

    def rates_in_sight(self):
        """Arrays of fpr and tpr: decisions in sight; None where all of the square is shown."""
        view = self.getViewBox().viewRect()
        return None if self._is_fitted else rates_in_sight(self.space, view)

    def show_isometrics(self, lines):
        """Show these `Line`s."""
        self.isometrics.setLines(lines)

    def show_heatmap(self, measure, prevalence, **parameters):
        """Show a measure in the background; None for none."""
        self.heatmap.setMeasure(measure, prevalence, **parameters)

    def show_classifiers(self, classifiers, colors):
        """Replace the classifiers, each with its colour."""
        for item in self.classifiers.values():
            self.scene().removeItem(item)
        self.classifiers = {}
        for classifier, color in zip(classifiers, colors, strict=True):
            item = ClassifierItem(classifier, color)
            item.setParentItem(self.square)
            item.setTheme(self.palette())
            item.setLayers(self._layers)
            item.setSizes(**self._sizes)
            self.classifiers[classifier.name] = item
        self._hit = None
        self._update_legend()

    def set_selection(self, names):
        """Show these classifiers in full, the others faintly."""
        for name, item in self.classifiers.items():
            item.setSelected(name in names)
        points = [item.position for item in self.classifiers.values() if item.is_selected]
        for lines in (self.frame.guides, self.isometrics):
            lines.setObstacles(points)
        self._update_legend()

    def set_layers(self, names):
        """Show these of `points.LAYERS` around selected points, and "baselines"."""
        self._layers = tuple(names)
        self.baselines.setVisible("baselines" in names)
        for item in self.classifiers.values():
            item.setLayers(names)

    def set_sizes(self, **sizes):
        """Set `point` (diameter) or `curve` (width), in pixels."""
        self._sizes.update(sizes)
        for item in self.classifiers.values():
            item.setSizes(**self._sizes)

    def show_tip(self, text):
        """Show a text at the pointer; an empty one hides it."""
        QToolTip.showText(QCursor.pos(), tip(text), self)

    def hit_at(self, position):
        """The `Hit` nearest to a position in the scene, or None; points win over curves."""
        best, best_rank = None, (True, _REACH)
        for name, part, fpr, tpr, indices in self._targets():
            distance = self._pixels_from(position, fpr, tpr)
            nearest = int(np.argmin(distance))
            rank = (part == "curves", distance[nearest])
            if distance[nearest] <= _REACH and rank < best_rank:
                best, best_rank = Hit(name, part, int(indices[nearest])), rank
        return best

    def changeEvent(self, event):
        super().changeEvent(event)
        if event.type() == QEvent.PaletteChange and hasattr(self, "legend"):
            self._apply_theme()

    def _show(self, points, margin):
        """Bring points (k, 2) into sight, with room for names; gives pixels per unit."""
        low, high = points.min(axis=0), points.max(axis=0)
        span, view = high - low, self.getViewBox()
        margin = span * margin
        if not self.space.is_rectangle:
            # Names stand beside the diamond, on both sides.
            names = min(self.frame.sideWidth() + 6, 0.35 * view.width())
            margin[0] = span[0] * names / (view.width() - 2 * names)
        size = span + 2 * margin
        view.setRange(QRectF(*(low - margin), *size), padding=0)
        self._place_legend()
        return min(view.width() / size[0], view.height() / size[1])

    def _enlarged(self):
        """What to `enlarge`: a list of (fpr, tpr)."""
        items = self.classifiers.values()
        return [item.position for item in items if item.is_selected]

    def _on_zoomed(self):
        self._is_fitted = False
        self.sight_changed.emit()

    def _on_resized(self):
        if self._is_fitted:
            self.fit()
        else:
            self._place_legend()

    def _place_legend(self):
        """Where there is most room: beside the diamond's top, or at the square's anti-oracle.

        The long side of a diamond that is enlarged is where the short one was.
        """
        if self.space.is_rectangle:
            view = self.getViewBox()
            corner = view.mapFromView(pg.Point(*self.space.outline[2]))
            place = (corner.x() / view.width(), corner.y() / view.height())
            self.legend.anchor((1, 1), place, offset=(-8, -8))
        elif (self.space.outline[:, 0].sum() < -1e-9) != self.is_enlarged:
            self.legend.anchor((0, 0), (0, 0), offset=(12, 12))
        else:
            self.legend.anchor((1, 0), (1, 0), offset=(-12, 12))

    def _targets(self):
        """All that a pointer can hit: name, part, fpr, tpr, indices."""
        if self.baselines.isVisible():
            for name, (fpr, tpr) in BASELINES.items():
                yield name, "baseline", np.array([fpr]), np.array([tpr]), (0,)
        for name, item in self.classifiers.items():
            for target in item.targets():
                yield name, *target

    def _spread_at(self, position):
        """The `Hit` of the fold spread around a position, the smallest of several; or None."""
        place = self.square.mapFromScene(position)
        around = {n: item.spread_around(place) for n, item in self.classifiers.items()}
        found = [(size, name) for name, size in around.items() if size is not None]
        return Hit(min(found)[1], "spread", 0) if found else None

    def _pixels_from(self, position, fpr, tpr):
        to_scene = self.square.sceneTransform()
        x = to_scene.m11() * fpr + to_scene.m21() * tpr + to_scene.dx() - position.x()
        y = to_scene.m12() * fpr + to_scene.m22() * tpr + to_scene.dy() - position.y()
        distance = np.hypot(x, y)
        return np.where(np.isnan(distance), np.inf, distance)

    def _apply_theme(self):
        palette = self.palette()
        self.frame.setTheme(palette)
        self.heatmap.setTheme(palette)
        self.legend.setPen(theme.pen(theme.faint(palette, 0.3)))
        self.legend.setBrush(theme.brush(theme.background(palette), 200))
        self.legend.setLabelTextColor(theme.foreground(palette))
        self.isometrics.setColors(theme.faint(palette, 0.7), theme.background(palette))
        self.baselines.setPen(theme.symbol_pen(theme.foreground(palette), _BASELINE))
        self.baselines.setBrush(theme.brush(theme.faint(palette)))
        for item in self.classifiers.values():
            item.setTheme(palette)
        self._update_legend()

    def _update_legend(self):
        self.legend.clear()
        for name, item in self.classifiers.items():
            if item.is_selected:
                self.legend.addItem(pg.ScatterPlotItem(**_look(item)), escape(name))
        Updater.update_legend_font(self.legend.items, **self.parameter_setter.legend_settings)
        self.legend.setVisible(bool(self.legend.items))

    def _on_moved(self, position):
        hit = self.hit_at(position) or self._spread_at(position)
        if hit != self._hit:
            self._hit = hit
            self.hovered.emit(hit)
        if hit is None:
            place = self.square.mapFromScene(position)
            rates = place.x(), place.y()
            self.pointed.emit(rates if all(0 <= rate <= 1 for rate in rates) else None)

    def _on_clicked(self, event):
        if event.button() != Qt.LeftButton:
            return
        if event.double():
            self.fit()
        hit = self.hit_at(event.scenePos())
        clicked = {hit.name} & set(self.classifiers) if hit is not None else set(self.classifiers)
        selected = {name for name, item in self.classifiers.items() if item.is_selected}
        if hit is not None and event.modifiers() & (Qt.ControlModifier | Qt.ShiftModifier):
            selected ^= clicked
        else:
            selected = clicked or selected
        self.selection_changed.emit([name for name in self.classifiers if name in selected])


def _look(item):
    options = item.point.opts
    return {name: options[name] for name in ("symbol", "pen", "brush", "size")}


def _subscripts(label):
    return label.replace("_b", "<sub>b</sub>")
