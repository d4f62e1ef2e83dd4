"""A label for sentences in which names of models occur."""

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QLabel

from orangecontrib.phidelta.plot.names import with_short_names
from orangecontrib.phidelta.plot.tips import tip


class Sentences(QLabel):
    """Plain text that may be copied; long names are short, the tool tip has them whole.

    A name of 300 characters would make the widget wider than the screen, as a word cannot be
    broken. `whole` is the text as it was given.
    """

    def __init__(self, **kwargs):
        super().__init__(wordWrap=True, textFormat=Qt.PlainText, **kwargs)
        by_mouse_or_keys = Qt.TextSelectableByMouse | Qt.TextSelectableByKeyboard
        self.setTextInteractionFlags(by_mouse_or_keys)
        self.whole = ""

    def tell(self, text, names=()):
        """Show a text with these names in it."""
        self.whole, short = text, with_short_names(text, names)
        self.setText(short)
        self.setToolTip(tip(text) if short != text else "")
