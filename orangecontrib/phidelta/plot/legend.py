"""The names of what is shown, beside a sample of each."""

from html import escape

import pyqtgraph as pg
from Orange.widgets.visualize.utils.customizableplot import Updater

from orangecontrib.phidelta.core.words import count
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.names import shortened
from orangecontrib.phidelta.plot.tips import tip

#: Names beyond so many are only counted.
MOST = 20
#: How a point looks that is not seen.
_NOTHING = {"symbol": "o", "size": 1, "pen": None, "brush": None}


class Legend(pg.LegendItem):
    """Lists names with points that look like those in the picture; hidden without names.

    Long names are shortened; their tool tips have them whole.
    It lays out itself once for all names, whereas pyqtgraph's does after each.
    """

    def __init__(self):
        super().__init__()
        self._is_filling = False
        self.hide()

    def show_entries(self, entries, font):
        """Show pairs of a name and the look of its point, a dict as for `ScatterPlotItem`.

        `font` is a dict of settings as for Orange's `Updater`.
        """
        entries = list(entries)
        self._is_filling = True
        self.clear()
        for name, look in _listed(entries):
            self.addItem(pg.ScatterPlotItem(**look), escape(shortened(name)))
            _, label = self.items[-1]
            label.setToolTip(tip(name) if shortened(name) != name else "")
        Updater.update_legend_font(self.items, **font)
        self._is_filling = False
        self.updateSize()
        self.setVisible(bool(entries))

    def updateSize(self):
        if not self._is_filling:
            super().updateSize()

    def setTheme(self, palette):
        """Follow the palette; names take their colour when they are shown next."""
        self.setPen(theme.pen(theme.faint(palette, 0.3)))
        self.setBrush(theme.brush(theme.background(palette), 200))
        self.setLabelTextColor(theme.foreground(palette))


def _listed(entries):
    """The first entries, and how many more there are."""
    more = len(entries) - MOST
    return [*entries[:MOST], (f"... and {count(more)} more", _NOTHING)] if more > 0 else entries
