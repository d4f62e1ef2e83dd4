"""One classifier in the picture: its point, and all that may be shown around it."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import Qt

from orangecontrib.phidelta.core.decisions.uncertainty import confidence_region, fold_spread
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import CurveItem, region_item

#: What may be shown around a point.
LAYERS = ("curves", "folds", "spread", "regions")


class ClassifierItem(pg.ItemGroup):
    """Point, threshold curve, fold points, fold spread and confidence region of one classifier.

    A classifier that is not selected is but a faint point.
    """

    def __init__(self, classifier, color, level=0.95):
        super().__init__()
        self.classifier = classifier
        self.color = color
        self.is_selected = True
        self._layers = set()
        self.position = float(classifier.counts.fpr), float(classifier.counts.tpr)
        # The cache of symbols is made of pixels, which are lost in svg and pdf.
        self.point = pg.ScatterPlotItem(pos=[self.position], useCache=False)
        self.parts = self._make_parts(classifier, color, level)
        for item in (*self.parts.values(), self.point):
            item.setParentItem(self)
        self._size = 12
        self._edge = color
        self._update_point()

    @staticmethod
    def _make_parts(classifier, color, level):
        parts = {}
        if classifier.has_intervals:
            region = confidence_region(classifier.counts, level)
            parts["regions"] = region_item(region, color, Qt.DotLine)
        if classifier.folds is not None:
            folds = classifier.folds.counts
            spread = fold_spread(folds)
            if spread is not None:
                parts["spread"] = region_item(spread.ellipse(), color, Qt.SolidLine)
                parts["folds"] = pg.ScatterPlotItem(
                    folds.fpr,
                    folds.tpr,
                    size=6,
                    pen=None,
                    brush=theme.brush(color, 170),
                    useCache=False,
                )
        if classifier.sweep is not None:
            parts["curves"] = CurveItem(classifier.sweep, color)
        return parts

    def setLayers(self, names):
        """Show these of `LAYERS`, as far as the classifier has them and is selected."""
        self._layers = set(names)
        self._update_visibility()

    def setSelected(self, is_selected):
        self.is_selected = is_selected
        self._update_visibility()
        self._update_point()

    def setSizes(self, point, curve):
        """Diameter of the point and width of the curve, in pixels."""
        self._size = point
        self._update_point()
        if "curves" in self.parts:
            self.parts["curves"].setWidth(curve)

    def setTheme(self, palette):
        self._edge = theme.foreground(palette)
        self._update_point()

    def targets(self):
        """What a pointer can hit: (part, fpr, tpr, indices), arrays of one length each."""
        fpr, tpr = self.position
        yield "point", np.array([fpr]), np.array([tpr]), (0,)
        if self._is_shown("folds"):
            folds = self.classifier.folds.counts
            yield "folds", folds.fpr, folds.tpr, np.arange(len(folds.tp))
        if self._is_shown("curves"):
            sweep, indices = self.classifier.sweep, self.parts["curves"].indices
            yield "curves", sweep.fpr[indices], sweep.tpr[indices], indices

    def spread_around(self, place):
        """Area of the fold spread if it is shown and holds a QPointF of (fpr, tpr), else None."""
        if not self._is_shown("spread") or not self.parts["spread"].holds(place):
            return None
        box = self.parts["spread"].boundingRect()
        return box.width() * box.height()

    def _is_shown(self, name):
        return name in self.parts and self.is_selected and name in self._layers

    def _update_visibility(self):
        for name, part in self.parts.items():
            part.setVisible(self._is_shown(name))

    def _update_point(self):
        size = self._size if self.is_selected else 0.6 * self._size
        edge, alpha = (self._edge, 255) if self.is_selected else (self.color, 120)
        self.point.setSymbol("o" if self.classifier.index is not None else "d")
        self.point.setSize(size)
        self.point.setBrush(theme.brush(self.color, 255 if self.is_selected else 60))
        self.point.setPen(theme.symbol_pen(edge, size, alpha=alpha))
