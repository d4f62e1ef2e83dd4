"""A measure as an image of the unit square, with its colour scale."""

import pyqtgraph as pg
from AnyQt.QtCore import QRectF

from orangecontrib.phidelta.plot import theme


class Heatmap(pg.ImageItem):
    """Shows one measure; the transform of the parent makes it a diamond.

    The colour scale stands at the right edge of `plot_item`; from the next `setRaster` on only if
    it `has_scale`.
    """

    def __init__(self, plot_item):
        super().__init__(axisOrder="row-major")
        self.scale = pg.ColorBarItem(width=14, interactive=False, colorMapMenu=False)
        self.scale.setImageItem(self, insert_in=plot_item)
        self._is_diverging = False
        self._palette = None
        self.has_scale = True
        self.setRaster(None)

    def setRaster(self, raster):
        """Show a `Raster`, smoothed when drawn; None hides the image and its scale."""
        self.setVisible(raster is not None)
        self.scale.setVisible(raster is not None and self.has_scale)
        if raster is None:
            return
        levels = raster.low, raster.high
        self.setImage(raster.values, autoLevels=False, levels=levels)
        self.setRect(QRectF(0, 0, 1, 1))
        self.scale.setLevels(levels)
        self.scale.getAxis("left").setLabel(raster.title)
        if raster.is_diverging != self._is_diverging:
            self._is_diverging = raster.is_diverging
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
