"""A measure as an image of the unit square, with its colour scale."""

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QRectF

from orangecontrib.phidelta.plot import theme

#: Pixel centres; the image is smoothed when drawn.
_CENTRES = (np.arange(128) + 0.5) / 128


class Heatmap(pg.ImageItem):
    """Shows one measure; the transform of the parent makes it a diamond.

    The colour scale stands at the right edge of `plot_item`.
    """

    def __init__(self, plot_item):
        super().__init__(axisOrder="row-major")
        self.scale = pg.ColorBarItem(width=14, interactive=False, colorMapMenu=False)
        self.scale.setImageItem(self, insert_in=plot_item)
        self._is_diverging = False
        self._palette = None
        self.setMeasure(None)

    def setMeasure(self, measure, prevalence=0.5, **parameters):
        """Show a measure at this prevalence; None hides the image and its scale."""
        self.setVisible(measure is not None)
        self.scale.setVisible(measure is not None)
        if measure is None:
            return
        fpr, tpr = np.meshgrid(_CENTRES, _CENTRES)
        values = measure.of(fpr, tpr, prevalence, **parameters)
        low, high = min(np.nanmin(values), 0), np.nanmax(values)
        is_diverging = low < 0
        if is_diverging:
            high = max(high, -low)
            low = -high
        self.setImage(values, autoLevels=False, levels=(low, high))
        self.setRect(QRectF(0, 0, 1, 1))
        self.scale.setLevels((low, high))
        self.scale.getAxis("left").setLabel(measure.title)
        if is_diverging != self._is_diverging:
            self._is_diverging = is_diverging
            self._update_colors()

    def setTheme(self, palette):
        self._palette = palette
        self._update_colors()

    def _update_colors(self):
        self.scale.setColorMap(
            pg.ColorMap(None, theme.heat_table(self._palette, self._is_diverging))
        )
        color = theme.foreground(self._palette)
        for name in ("left", "right", "top", "bottom"):
            axis = self.scale.getAxis(name)
            axis.setPen(theme.pen(theme.faint(self._palette)))
            axis.setTextPen(theme.pen(color))

    def paint(self, painter, *args):
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        super().paint(painter, *args)
