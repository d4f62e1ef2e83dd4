"""The outline of the diagram, its corners' names, and its two natural axes."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtGui import QFont

from orangecontrib.phidelta.core.geometry import CORNER_NAMES, CORNERS
from orangecontrib.phidelta.core.measures import MEASURES
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.curve import PathItem
from orangecontrib.phidelta.plot.isometrics import LabelledLines, Line

#: On which side of its corner a name stands (x, y of the text that lies on the corner).
_DIAMOND_ANCHORS = ((0.5, 1.0), (-0.05, 0.5), (0.5, 0.0), (1.05, 0.5))
_SQUARE_ANCHORS = ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0))


class Frame(pg.ItemGroup):
    """Outline, corner names, no-information segment and break-even axis of the unit square."""

    def __init__(self):
        super().__init__()
        self._outline = PathItem(np.vstack([CORNERS, CORNERS[:1]]), theme.pen("gray"))
        self._guides = LabelledLines()
        self.names = [pg.TextItem(name) for name in CORNER_NAMES]
        for item in (self._outline, self._guides, *self.names):
            item.setParentItem(self)
        for text, (fpr, tpr) in zip(self.names, CORNERS, strict=True):
            text.setPos(fpr, tpr)

    def setSpace(self, space, prevalence):
        """Place the names for this picture, and the break-even axis for this class ratio."""
        narrow = not space.is_rectangle
        anchors = _DIAMOND_ANCHORS if narrow else _SQUARE_ANCHORS
        for text, name, anchor in zip(self.names, CORNER_NAMES, anchors, strict=True):
            text.setText(name.replace(" ", "\n") if narrow else name)
            text.setAnchor(anchor)
        lines = [Line(np.array([[0.0, 0.0], [1.0, 1.0]]), "no information", places=(0.87,))]
        for points in MEASURES["bias"].isometric(0, prevalence):
            lines.append(Line(points, "break-even", places=(0.13,)))
        self._guides.setLines(lines)

    def setTheme(self, palette):
        self._outline.setPen(theme.pen(theme.foreground(palette), 1.5))
        self._guides.setColors(theme.faint(palette, 0.6), theme.background(palette))
        for text in self.names:
            text.setColor(theme.faint(palette, 0.75))

    def setFont(self, font: QFont):
        self._guides.setFont(font)
        for text in self.names:
            text.setFont(font)
