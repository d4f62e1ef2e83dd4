"""Marks in the diamond: one by one where they can be told apart, elsewhere their density."""

from contextlib import contextmanager
from html import escape

import numpy as np
from AnyQt.QtCore import QTimer

from orangecontrib.phidelta.core.decisions.spaces import FEATURE_CORNER_NAMES
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.crowd import CrowdItem, Places, within
from orangecontrib.phidelta.plot.labels import PointLabels
from orangecontrib.phidelta.plot.marks import MarksItem, legend_entries, looks
from orangecontrib.phidelta.plot.ranked import RankedMarks
from orangecontrib.phidelta.plot.square import SquarePlot

#: Names in a picture that shares the room with others.
_COMPACT_LABELS = 3
#: So many are named of what is selected, found or under the rubber band.
_MOST_NAMES = 100
#: What is not found is this faint.
_FAINT = 0.25
#: So much more than what is in sight is drawn on each side, as a share of it.
_AROUND = 0.25
#: After so many milliseconds at rest, what is in sight is drawn anew.
_REST = 80


class MarkPlot(SquarePlot):
    """Draws `MarkLayer`s, those that stand out, and names; what is in sight anew after a zoom."""

    def __init__(self, parent=None, **kwargs):
        super().__init__(parent, FEATURE_CORNER_NAMES, **kwargs)
        self.marks, self.items = RankedMarks(), []
        self.crowd, self.found = CrowdItem(), MarksItem()
        self.labels = PointLabels()
        self.labels.setObstacles([self.legend, *self.frame.names])
        self.lettered.append(self.labels)
        self.isometrics.setNames(self.labels)
        self._label_count, self._is_at_corners = 10, False
        self._selected = self._highlighted = frozenset()
        self._is_selected = self._is_ringed = np.zeros(0, bool)
        self._is_banded = self._is_in_sight = np.zeros(0, bool)
        self._found, self._apart = None, np.zeros(0, int)
        self._places = self._drawn = self._seen_as = None
        self._waiting, self._is_compact = 0, False
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._show_sight)
        self.addItem(self.crowd, ignoreBounds=True)
        self.crowd.setZValue(-1)
        for item, height in ((self.found, 15), (self.labels, 20)):
            item.setParentItem(self.square)
            item.setZValue(height)
        self.follow_palette(self._color)

    @property
    def layers(self):
        """The `MarkLayer`s shown."""
        return self.marks.layers

    def fit(self):
        super().fit()
        self._show_sight()

    @contextmanager
    def at_once(self):
        """Draw what is shown within only once, at its end."""
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
            self._show_anew()

    def show_layers(self, layers, ranking, title=""):
        """Show `MarkLayer`s instead of those shown.

        Parameters
        ----------
        ranking : int array (k, 2)
            Number of the layer and mark, the most important first; others are not drawn.
        """
        for item in self.items:
            self.scene().removeItem(item)
        self.marks = RankedMarks(layers, ranking)
        self._found = None
        self._is_banded = np.zeros(len(self.marks), bool)
        self.items = [MarksItem() for _ in layers]
        for item in self.items:
            item.setParentItem(self.square)
        self.setTitle(escape(title) or None, size="9pt")
        self._emphasise()
        self._show_anew()
        self._update_legend()

    def show_selection(self, selected, highlighted=()):
        """Emphasise the marks of these variables; those highlighted get a ring."""
        self._selected, self._highlighted = frozenset(selected), frozenset(highlighted)
        self._emphasise()
        self._show_marks()

    def show_found(self, found):
        """Light up marks, given as an array for each layer, the best first; None for none.

        All others are faint as long as something is found.
        """
        self._found = None if found is None else self.marks.ranks(found)
        self._show_marks()

    def show_banded(self, rectangle):
        """Name the marks within a QRectF of the scene; None for none."""
        self._is_banded = np.zeros(len(self.marks), bool)
        if rectangle is not None:
            self._is_banded = self._within(rectangle)
        self._show_marks()

    def set_names(self, count, is_at_corners=False):
        """Name so many marks in sight, as far as there is room.

        The best; at the corners the best, the most characteristic and the rarest in turn.
        """
        self._label_count, self._is_at_corners = count, is_at_corners
        self._show_marks()

    def set_sizes(self, **sizes):
        super().set_sizes(**sizes)
        self._show_marks()

    def _emphasise(self):
        self._is_selected = self.marks.has(self._selected)
        self._is_ringed = self.marks.has(self._highlighted)

    def _within(self, rectangle):
        """Array by rank: whether a mark is within a QRectF of the scene."""
        return within(rectangle, *self._in_scene(self.marks.fpr, self.marks.tpr))

    def _seen(self):
        """The `Places` of the marks in sight and around it, as they are now."""
        view = self.getViewBox()
        view.updateMatrix()
        area, to_scene = view.sceneBoundingRect(), self.square.sceneTransform()
        if self._seen_as != (self.marks, area, to_scene):
            self._seen_as = self.marks, area, to_scene
            x, y = self._in_scene(self.marks.fpr, self.marks.tpr)
            self._is_in_sight = within(area, x, y)
            # moved a little, the picture is still whole
            across, down = _AROUND * area.width(), _AROUND * area.height()
            self._places = Places(x, y, area.adjusted(-across, -down, across, down))
        return self._places

    def _show_anew(self):
        self._drawn = None
        self._show_sight()

    def _show_sight(self):
        """Draw what is in sight, if it is not what was drawn."""
        self._rest.stop()
        if self._waiting or self._seen() is self._drawn:
            return
        places = self._drawn = self._seen()
        self._apart, crowd = places.divided()
        colors = [theme.crowd_table(self.palette(), layer.color) for layer in self.layers]
        self.crowd.show_crowd(places, crowd, self.marks.layer[crowd], colors)
        self.crowd.lie(places, lambda area: self.getViewBox().mapSceneToView(area).boundingRect())
        self._show_marks()

    def _show_marks(self):
        """Draw the marks that are apart, named or stand out, and the names."""
        if self._waiting:
            return
        is_strong = self._is_selected | self._is_ringed
        strong, named = self._seen().thinned(is_strong), self._named()
        drawn = np.unique(np.concatenate([self._apart, np.array(named, int), strong]))
        drawn = drawn[np.lexsort([-drawn, is_strong[drawn]])]  # the most important on top
        for number, item in enumerate(self.items):
            self._draw(item, drawn[self.marks.layer[drawn] == number], number)
        self._show_found()
        points = np.column_stack([self.marks.fpr, self.marks.tpr])
        texts = [self.layers[hit.layer].labels[hit.mark] for hit in map(self.marks.hit, named)]
        texts = [text if len(text) < 40 else f"{text[:37]}..." for text in texts]
        self.labels.setLabels(points[named], texts, points[self._apart])
        self.isometrics.setObstacles(points[named])

    def _draw(self, item, ranks, number):
        emphasis = self._is_selected[ranks], self._is_ringed[ranks]
        size, marks = self._sizes["point"] * 0.75, self.marks.mark[ranks]
        look = looks(self.layers[number], marks, *emphasis, size, self.palette())
        item.setData(self.marks.fpr[ranks], self.marks.tpr[ranks], **look)

    def _show_found(self):
        """Marks that are found, above all others, which are faint."""
        is_found = np.zeros(len(self.marks), bool)
        if self._found is not None:
            is_found[self._found] = True
        ranks = self._seen().thinned(is_found)
        for item in (self.crowd, *self.items):
            item.setOpacity(_FAINT if is_found.any() else 1)
        size, front = self._sizes["point"], theme.foreground(self.palette())
        look = {"brush": theme.brush(theme.accent()), "pen": theme.symbol_pen(front, size)}
        self.found.setData(self.marks.fpr[ranks], self.marks.tpr[ranks], size=size, **look)

    def _named(self):
        """Ranks of the marks in sight to be named, the most important first: a list."""
        is_in = self._is_in_sight
        if self._found is not None and len(self._found):
            return self._found[is_in[self._found]][:_MOST_NAMES].tolist()
        count = min(self._label_count, _COMPACT_LABELS) if self._is_compact else self._label_count
        best = self.marks.first(count, is_in, self._is_at_corners)
        wanted = (self._is_banded, self._is_selected)
        banded, selected = ((each & is_in).nonzero()[0][:_MOST_NAMES].tolist() for each in wanted)
        return list(dict.fromkeys([*banded, *selected, *best]))

    def _update_legend(self):
        front = theme.foreground(self.palette())
        self.show_legend(legend_entries(self.layers, front, self._is_compact))

    def _on_zoomed(self):
        super()._on_zoomed()
        self._rest.start()

    def _color(self, palette):
        self.labels.setColors(theme.foreground(palette), theme.background(palette))
        self._show_anew()
        self._update_legend()
