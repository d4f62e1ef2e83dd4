"""The outline of the diagram, its corners' names, and its two natural axes."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtGui import QFont

from orangecontrib.phidelta.core.decisions.spaces import CORNER_NAMES, CORNERS, break_even
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import PathItem
from orangecontrib.phidelta.plot.isometrics import LabelledLines, Line

#: On which side of its corner a name stands (x, y of the text that lies on the corner).
_SQUARE_ANCHORS = ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0))


class Frame(pg.ItemGroup):
    """Outline, corner names, no-information segment and break-even axis of the unit square."""

    def __init__(self, corner_names=CORNER_NAMES):
        super().__init__()
        self._corner_names = corner_names
        self._are_named = True
        self._outline = PathItem(np.vstack([CORNERS, CORNERS[:1]]), theme.pen("gray"))
        self.guides = LabelledLines()
        self.names = [pg.TextItem(name) for name in corner_names]
        for item in (self._outline, self.guides, *self.names):
            item.setParentItem(self)
        for text, (fpr, tpr) in zip(self.names, CORNERS, strict=True):
            text.setPos(fpr, tpr)

    def setSpace(self, space, prevalence):
        """Place the names for this picture, and the break-even axis for this class ratio."""
        narrow = not space.is_rectangle
        anchors = _diamond_anchors(space.outline) if narrow else _SQUARE_ANCHORS
        for text, name, anchor in zip(self.names, self._corner_names, anchors, strict=True):
            text.setText(name.replace(" ", "\n") if narrow else name)
            text.setAnchor(anchor)
        uninformed, even = ("no information", "break-even") if self._are_named else ("", "")
        lines = (
            Line(np.array([[0.0, 0.0], [1.0, 1.0]]), uninformed, places=(0.87,)),
            Line(break_even(prevalence), even, places=(0.13,)),
        )
        self.guides.setLines(lines)

    def sideWidth(self):
        """Width of the wider of the names at the left and right corner, in pixels."""
        shown = [self.names[i] for i in (1, 3) if self.names[i].isVisible()]
        return max((name.boundingRect().width() for name in shown), default=0)

    def setNamesVisible(self, are_visible):
        """Show or hide the names of corners and axes; the latter with the next `setSpace`."""
        self._are_named = are_visible
        for name in self.names:
            name.setVisible(are_visible)

    def setTheme(self, palette):
        self._outline.setPen(theme.pen(theme.foreground(palette), 1.5))
        self.guides.setColors(theme.faint(palette, 0.6), theme.background(palette))
        for text in self.names:
            text.setColor(theme.faint(palette, 0.75))

    def setFont(self, font: QFont):
        self.guides.setFont(font)
        for text in self.names:
            text.setFont(font)


def _diamond_anchors(outline):
    """As `_SQUARE_ANCHORS`; names at the sides give way to those at top and bottom."""
    height = outline[:, 1]
    right, left = (height[0] - height[[1, 3]]) / (height[0] - height[2])
    return ((0.5, 1.0), (-0.05, right), (0.5, 0.0), (1.05, left))
