"""Marks of features: what there is to draw, and how each one looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyqtgraph as pg
from AnyQt.QtGui import QColor, QPaintEngine, QTransform
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols

from orangecontrib.phidelta.plot import theme

#: Symbol of each kind of variable.
SYMBOLS = {"numeric": "o", "categorical": "s", "time": "t1"}
#: So much of a symbol with room is filled: pyqtgraph's cache would cut off its thick outline.
_SHARE = 0.75
_WITH_ROOM = {
    kind: QTransform.fromScale(_SHARE, _SHARE).map(Symbols[symbol])
    for kind, symbol in SYMBOLS.items()
}
#: What the legend says of hollow marks.
CHANCE_TITLE = "may be chance"
#: Where painters write vectors into files.
_FILES = {QPaintEngine.SVG, QPaintEngine.Pdf, QPaintEngine.Picture}


@dataclass(frozen=True, eq=False)
class MarkLayer:
    """Marks (marks,) of one class; those with nan are not shown.

    `labels` are the names of the marks, `variables` those of their features, `kinds` keys of
    `SYMBOLS`; `title` is for the legend. `is_chance` tells marks that are drawn hollow, for they
    cannot be told from chance; None: there are none.
    """

    title: str
    fpr: np.ndarray
    tpr: np.ndarray
    labels: Sequence[str]
    variables: Sequence[str]
    kinds: Sequence[str]
    color: QColor
    is_chance: np.ndarray | None = None

    @property
    def has_chance(self):
        """True with hollow marks."""
        return self.is_chance is not None and bool((self.is_chance & ~np.isnan(self.fpr)).any())

    @cached_property
    def symbols(self):
        """Array (2, marks) of symbols, and of those with room around them."""
        found = np.empty((2, len(self.kinds)), object)
        found[0] = [SYMBOLS[kind] for kind in self.kinds]
        found[1] = [_WITH_ROOM[kind] for kind in self.kinds]
        return found

    @cached_property
    def _coded(self):
        """The names of the variables, each once, and its number for each mark, an array."""
        names = list(dict.fromkeys(self.variables))
        numbers = {name: number for number, name in enumerate(names)}
        return names, np.array([numbers[name] for name in self.variables], int)

    def has(self, variables):
        """Array (marks,): whether a mark is of one of a set of variables."""
        names, codes = self._coded
        return np.fromiter(map(variables.__contains__, names), bool, len(names))[codes]

    def variables_of(self, marks):
        """Set of the variables of these marks."""
        names, codes = self._coded
        numbers = np.flatnonzero(np.bincount(codes[marks], minlength=len(names)))
        return set(map(names.__getitem__, numbers.tolist()))


class MarksItem(pg.ScatterPlotItem):
    """Symbols from a cache of pixels on the screen, and as lines in files of vectors."""

    def paint(self, painter, *args):
        self.opts["useCache"] = painter.paintEngine().type() not in _FILES
        super().paint(painter, *args)
        self.opts["useCache"] = True


def legend_entries(layers, front, is_compact):
    """Names and looks for a `Legend`: several layers by their colours, and hollow marks."""
    found = []
    if len(layers) > 1:
        for layer in layers:
            found.append((layer.title, {"size": 10, "brush": layer.color, "pen": None}))
    if any(layer.has_chance for layer in layers) and not is_compact:
        pen = theme.symbol_pen(front, 10, 1.3)
        found.append((CHANCE_TITLE, {"size": 10, "brush": None, "pen": pen}))
    return found


def looks(layer, marks, is_selected, is_ringed, size, palette):
    """Symbols, sizes, brushes and pens of marks of a layer: a dict of arrays.

    Those selected are large and strong, those ringed have a ring in the colour of the foreground;
    hollow marks are an outline, which is strong where selected. The outline of any mark can be
    seen on the background.
    """
    is_hollow = np.zeros(len(marks), bool) if layer.is_chance is None else layer.is_chance[marks]
    keys = is_selected + 2 * is_ringed + 4 * is_hollow
    # pyqtgraph draws a symbol once for each pen and brush that it meets
    bits = [(bool(key & 1), bool(key & 2), bool(key & 4)) for key in range(8)]
    styles = np.empty((8, 3), object)
    styles[:] = [_style(*each, layer.color, size, palette) for each in bits]
    sizes, brushes, pens = styles[keys].T.tolist()
    symbols = layer.symbols[np.array(is_selected | is_ringed, int), marks]
    return {"symbol": symbols, "size": sizes, "brush": brushes, "pen": pens}


def _style(is_selected, is_ringed, is_hollow, color, size, palette):
    """Size, brush and pen of a mark."""
    brush = theme.brush(color, 0 if is_hollow else 255 if is_selected else 140)
    edge, width = theme.visible(color, palette), 1.3 if is_hollow else 1
    if is_ringed or (is_selected and not is_hollow):
        edge, width = theme.foreground(palette), 2 if is_ringed else 1
    elif is_selected:
        width = 2.5
    if is_selected or is_ringed:
        return 1.4 * size / _SHARE, brush, theme.symbol_pen(edge, size / _SHARE, width)
    return size, brush, theme.symbol_pen(edge, size, width)
