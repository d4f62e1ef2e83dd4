"""What every diagram of the unit square is: a picture of it through a space, and the pointer."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QRectF
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QTransform

from orangecontrib.phidelta.core.decisions.spaces import CORNER_NAMES, roc
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.frame import Frame
from orangecontrib.phidelta.plot.heatmap import Heatmap
from orangecontrib.phidelta.plot.isometrics import LABELLED, LabelledLines
from orangecontrib.phidelta.plot.legend import Legend
from orangecontrib.phidelta.plot.settings import ParameterSetter
from orangecontrib.phidelta.plot.sight import level_width, rates_in_sight
from orangecontrib.phidelta.plot.themed import ThemedPlot

#: How near, in pixels, a pointer must come.
REACH = 9
#: Below all else, also what lies below the square.
_GROUND = -2


class SquarePlot(ThemedPlot):
    """A plot of the unit square under a `Space`; changing the space moves one transform.

    Measures are drawn as lines and a background, which lies below all else. A subclass puts its
    items into `square`, those that write also into `lettered`, and says what
    follows when the pointer moves (`_on_moved`) and clicks (`_on_clicked`).

    Signals
    -------
    sight_changed :
        Another part of the unit square is in sight, or `is_narrow` has changed.
    """

    sight_changed = Signal()

    def __init__(self, parent=None, corner_names=CORNER_NAMES, **kwargs):
        super().__init__(parent, **kwargs)
        self.space = roc()
        self.ground, self.square = pg.ItemGroup(), pg.ItemGroup()
        self.frame = Frame(corner_names)
        self.frame.setParentItem(self.square)
        self.lettered = [self.frame]
        for group in (self.ground, self.square):
            self.addItem(group, ignoreBounds=True)
        self._add_measures()
        self.legend = Legend()
        self.legend.setParentItem(self.getViewBox())
        self.parameter_setter = ParameterSetter(self)
        self._sizes = {"point": 12, "curve": 2, "isometric": 1}
        self._hit = None
        self._is_fitted = self.is_narrow = self.is_enlarged = False
        self.getViewBox().sigRangeChangedManually.connect(self._on_zoomed)
        self.getViewBox().sigResized.connect(self._on_resized)
        self.scene().sigMouseMoved.connect(self._on_moved)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        self.follow_palette(self.frame.setTheme)
        self.follow_palette(self.legend.setTheme)
        self.follow_palette(self._color_measures)

    def _add_measures(self):
        self.heatmap, self.isometrics = Heatmap(self.plotItem), LabelledLines()
        self.heatmap.setParentItem(self.ground)
        self.ground.setZValue(_GROUND)
        self.isometrics.setParentItem(self.square)
        self.isometrics.stackBefore(self.frame)
        self.isometrics.setNeighbour(self.frame.guides)
        self.isometrics.setKeptClear(self.frame.names)
        self.lettered.append(self.isometrics)

    def _color_measures(self, palette):
        self.heatmap.setTheme(palette)
        self.isometrics.setColors(theme.faint(palette, 0.7), theme.background(palette))

    def show_space(self, space, prevalence):
        """Picture everything through this space, with guides for this class ratio."""
        self.space = space
        (a, b), (c, d) = space.matrix
        for group in (self.ground, self.square):
            group.setTransform(QTransform(a, c, b, d, *space.offset))
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

    def rates_in_sight(self):
        """Arrays of fpr and tpr: decisions in sight; None where all of the square is shown."""
        view = self.getViewBox().viewRect()
        return None if self._is_fitted else rates_in_sight(self.space, view)

    def show_isometrics(self, lines):
        """Show these `Line`s."""
        self.isometrics.setLines(lines)

    def show_heatmap(self, raster):
        """Show a `Raster` of a measure in the background; None for none."""
        self.heatmap.setRaster(raster)

    def set_sizes(self, **sizes):
        """Set `point` (diameter), `curve` or `isometric` (widths), in pixels."""
        self._sizes.update(sizes)
        self.isometrics.setWidth(self._sizes["isometric"])

    def show_legend(self, entries):
        """List names with their looks, as `Legend.show_entries`."""
        self.legend.show_entries(entries, self.parameter_setter.legend_settings)

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

    def _in_scene(self, fpr, tpr):
        """Arrays x and y of decisions in the scene, in pixels."""
        to_scene = self.square.sceneTransform()
        x = to_scene.m11() * fpr + to_scene.m21() * tpr + to_scene.dx()
        return x, to_scene.m12() * fpr + to_scene.m22() * tpr + to_scene.dy()

    def _pixels_from(self, position, fpr, tpr):
        """Distances of decisions from a position in the scene; infinite where undefined."""
        x, y = self._in_scene(fpr, tpr)
        distance = np.hypot(x - position.x(), y - position.y())
        return np.where(np.isnan(distance), np.inf, distance)

    def _place_at(self, position):
        """(fpr, tpr) at a position in the scene; None outside the unit square."""
        place = self.square.mapFromScene(position)
        rates = place.x(), place.y()
        return rates if all(0 <= rate <= 1 for rate in rates) else None

    def _on_moved(self, position):
        raise NotImplementedError

    def _on_clicked(self, event):
        raise NotImplementedError


def _subscripts(label):
    return label.replace("_b", "<sub>b</sub>")
