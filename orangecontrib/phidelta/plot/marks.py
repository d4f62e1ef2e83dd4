"""Marks of features: what there is to draw, and how each one looks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from AnyQt.QtGui import QColor

from orangecontrib.phidelta.plot import theme

#: Symbol of each kind of variable.
SYMBOLS = {"numeric": "o", "categorical": "s", "time": "t1"}
#: What the legend says of hollow marks.
CHANCE_TITLE = "may be chance"
#: More marks than these are shown as density.
_CROWD = 5000


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


@dataclass(frozen=True)
class MarkHit:
    """A mark by number in its layer."""

    layer: int
    mark: int


def is_crowd(layers):
    """Whether these are too many marks to see them one by one."""
    return sum(len(layer.fpr) for layer in layers) > _CROWD


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


def looks(layer, marks, selected, highlighted, size, front):
    """Symbols, sizes, brushes and pens of marks of a layer: a dict of lists.

    Marks of selected variables are large and strong, those highlighted have a ring in the colour
    of the foreground; hollow marks are an outline, which is strong where selected.
    """
    found = {"symbol": [], "size": [], "brush": [], "pen": []}
    styles = {}
    for mark in marks:
        is_selected = layer.variables[mark] in selected
        is_ringed = layer.variables[mark] in highlighted
        is_hollow = layer.is_chance is not None and bool(layer.is_chance[mark])
        key = is_selected, is_ringed, is_hollow
        if key not in styles:  # pyqtgraph draws a symbol once for each pen and brush that it meets
            styles[key] = _style(*key, layer.color, size, front)
        look = SYMBOLS[layer.kinds[mark]], *styles[key]
        for values, value in zip(found.values(), look, strict=True):
            values.append(value)
    return found


def _style(is_selected, is_ringed, is_hollow, color, size, front):
    """Size, brush and pen of a mark."""
    scaled = 1.4 * size if is_selected or is_ringed else size
    brush = theme.brush(color, 0 if is_hollow else 255 if is_selected else 140)
    if is_hollow and not is_ringed:
        return scaled, brush, theme.symbol_pen(color, size, 2.5 if is_selected else 1.3)
    alpha = 255 if is_selected or is_ringed else 60
    return scaled, brush, theme.symbol_pen(front, size, 2 if is_ringed else 1, alpha)
