"""Classifiers in the picture: their points, and all that may be shown around each."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import Qt

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import CurveItem, region_item

#: What may be shown around a point, from the lowest to the uppermost.
LAYERS = ("regions", "spread", "folds", "curves")
#: More symbols than these are drawn from a cache.
CACHED = 1000


class PointsItem(pg.ScatterPlotItem):
    """The points of all classifiers, one item however many; the later are on top."""

    def __init__(self):
        super().__init__()
        self._selected = []

    def show(self, items, size, front):
        """Show the points of `ClassifierItem`s; edges of the selected have the colour `front`."""
        items = list(items)
        styles = {}
        for item in items:  # pyqtgraph draws a symbol once for each pen and brush that it meets
            if item.style not in styles:
                styles[item.style] = item.look(size, front)
        looks = [styles[item.style] for item in items]
        columns = {
            key: [look[key] for look in looks] for key in ("symbol", "size", "brush", "pen")
        }
        rates = np.reshape([item.position for item in items], (-1, 2)).T
        self.setZValue(len(items))
        # The cache of symbols is made of pixels, which are lost in svg and pdf.
        self.setData(*rates, **columns, useCache=len(items) > CACHED)
        pairs = zip(items, looks, strict=True)
        self._selected = [(item.classifier.name, look) for item, look in pairs if item.is_selected]

    def selected_looks(self):
        """Pairs of the name of a selected classifier and the look of its point."""
        return self._selected


class ClassifierItem:
    """One classifier: where its point is, and its curve, folds, their spread, and its region.

    One that is not selected is but a faint point; those of the same `model` are selected together.
    `parts` by the names of `LAYERS` are made when they are first seen, as items of `square`; those
    of a higher number are on top.
    """

    def __init__(self, classifier, color, square, number=0, model="", symbol=""):
        self.classifier, self.color = classifier, color
        self.model = model or classifier.name
        self.symbol = symbol or ("o" if classifier.index is not None else "d")
        self.position = float(classifier.counts.fpr), float(classifier.counts.tpr)
        self.is_selected = True
        self.parts = {}
        self._square, self._number = square, number

    @property
    def style(self):
        """What looks the same has the same one."""
        return self.is_selected, self.color.rgba(), self.symbol

    def look(self, size, front):
        """Symbol, size, brush and pen of the point, whose diameter is given in pixels."""
        if self.is_selected:
            brush, pen = theme.brush(self.color), theme.symbol_pen(front, size)
        else:
            size = 0.6 * size
            brush = theme.brush(self.color, 60)
            pen = theme.symbol_pen(self.color, size, alpha=120)
        return {"symbol": self.symbol, "size": size, "brush": brush, "pen": pen}

    def show(self, names, curve_width):
        """Show these of `LAYERS`, as far as the classifier has them and is selected."""
        for name in LAYERS:
            is_shown = self.is_selected and name in names
            if is_shown and name not in self.parts:
                self._make(name)
            if name in self.parts:
                self.parts[name].setVisible(is_shown)
        if "curves" in self.parts:
            self.parts["curves"].setWidth(curve_width)

    def remove(self):
        """Take the parts out of the picture."""
        for part in self.parts.values():
            part.scene().removeItem(part)
        self.parts = {}

    def around(self):
        """What a pointer can hit beside the point: (part, fpr, tpr, indices), arrays each."""
        if self._is_shown("folds"):
            folds = self.classifier.folds.counts
            yield "folds", folds.fpr, folds.tpr, np.arange(len(folds.tp))
        if self._is_shown("curves"):
            sweep, indices = self.classifier.sweep, self.parts["curves"].indices
            yield "curves", sweep.fpr[indices], sweep.tpr[indices], indices

    def targets(self):
        """All that a pointer can hit, as `around`, the "point" first."""
        fpr, tpr = self.position
        yield "point", np.array([fpr]), np.array([tpr]), (0,)
        yield from self.around()

    def spread_around(self, place):
        """Area of the fold spread if it is shown and holds a QPointF of (fpr, tpr), else None."""
        if not self._is_shown("spread") or not self.parts["spread"].holds(place):
            return None
        box = self.parts["spread"].boundingRect()
        return box.width() * box.height()

    def _is_shown(self, name):
        return name in self.parts and self.parts[name].isVisible()

    def _make(self, name):
        part = _MAKERS[name](self.classifier, self.color)
        if part is not None:
            part.setParentItem(self._square)
            part.setZValue(self._number + LAYERS.index(name) / len(LAYERS))
            self.parts[name] = part


def _curve(classifier, color):
    return CurveItem(classifier.sweep, color) if classifier.sweep is not None else None


def _region(classifier, color):
    region = classifier.region()
    return region_item(region, color, Qt.DotLine) if region is not None else None


def _spread(classifier, color):
    spread = classifier.spread()
    return region_item(spread.ellipse(), color, Qt.SolidLine) if spread is not None else None


def _folds(classifier, color):
    if classifier.spread() is None:
        return None
    folds, brush = classifier.folds.counts, theme.fold_brush(color)
    return pg.ScatterPlotItem(folds.fpr, folds.tpr, size=6, pen=None, brush=brush, useCache=False)


_MAKERS = {"curves": _curve, "regions": _region, "spread": _spread, "folds": _folds}
