"""A plot that follows the palette."""

from AnyQt.QtCore import QEvent
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QCursor, QPalette
from AnyQt.QtWidgets import QToolTip
from Orange.widgets.visualize.utils.plotutils import PlotWidget

from orangecontrib.phidelta.plot.tips import tip


class ThemedPlot(PlotWidget):
    """A plot without menu and buttons, whose axes are labelled with plain numbers.

    Signals
    -------
    palette_changed : QPalette
    """

    palette_changed = Signal(QPalette)

    def __init__(self, parent=None, **kwargs):
        super().__init__(parent, enableMenu=False, **kwargs)
        self.hideButtons()
        for name in ("left", "bottom"):
            self.getAxis(name).enableAutoSIPrefix(False)

    def follow_palette(self, color):
        """Call `color` with the palette, now and whenever it changes.

        Each class asks for it when its own parts are made: Qt changes the palette already while
        a plot is being made.
        """
        self.palette_changed.connect(color)
        color(self.palette())

    def show_tip(self, text):
        """Show a text at the pointer; an empty one hides it."""
        QToolTip.showText(QCursor.pos(), tip(text), self)

    def changeEvent(self, event):
        super().changeEvent(event)
        if event.type() == QEvent.PaletteChange:
            self.palette_changed.emit(self.palette())
