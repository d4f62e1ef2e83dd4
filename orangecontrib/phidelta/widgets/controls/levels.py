"""At which levels isometrics are drawn: round ones, those of the models, or typed ones."""

import re

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from orangecontrib.phidelta.widgets.controls.kinds import ListOf, Number
from orangecontrib.phidelta.widgets.controls.shared import NameCombo

#: Title, tool tip.
LEVELS = {
    "round": ("At round levels", "Lines at round values of the measure, evenly apart"),
    "models": (
        "Through the selected models",
        "A line through the point of each selected model, with the value it has there",
    ),
    "typed": ("At levels typed below", "Lines at values of your own, such as 0, 0.25, 0.5, 1"),
}
#: The same where there are features instead of models.
FEATURE_LEVELS = LEVELS | {
    "models": (
        "Through the selected features",
        "A line through each mark of the selected features, with the value it has there",
    )
}
#: What to say where no line can be drawn.
UNREACHED = "No measure of the isometrics has one of the levels typed."
#: More levels than these would only darken the picture.
_MOST = 50
TYPED_LEVELS = ListOf(Number(), most=_MOST)


class LevelControls(QWidget):
    """The kind of levels, of `LEVELS` or alike, and, where they are typed, the levels."""

    changed = Signal()

    def __init__(self, levels=LEVELS):
        super().__init__()
        self._typed = []
        self.kind = NameCombo(levels)
        self.kind.setAccessibleName("Levels of isometrics")
        self.edit = QLineEdit(placeholderText="0, 0.25, 0.5, 0.75, 1")
        self.edit.setAccessibleName("Levels")
        self.edit.setToolTip("Numbers, with commas or spaces between them")
        self.message = QLabel(wordWrap=True, textFormat=Qt.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for control in (self.kind, self.edit, self.message):
            layout.addWidget(control)
        self.kind.changed.connect(self._show_kind)
        self.kind.changed.connect(self.changed)
        self.edit.editingFinished.connect(self._on_typed)
        self.set_state(("round", []))

    def set_state(self, state):
        """Show this choice (a key of `LEVELS`, numbers), without a signal."""
        kind, typed = state
        self._typed = list(typed)
        self.kind.set_state(kind)
        self.edit.setText(", ".join(f"{level:g}" for level in typed))
        self._show_kind()

    def state(self):
        """The choice, as for `set_state`."""
        return self.kind.state(), list(self._typed)

    def _show_kind(self):
        self.edit.setVisible(self.kind.state() == "typed")
        self.message.hide()

    def _on_typed(self):
        levels = parse_levels(self.edit.text())
        self.message.setVisible(levels is None)
        if levels is None:
            self.message.setText(
                f"“{self.edit.text()}” are not levels. Type at most {_MOST} numbers, "
                "e.g. 0, 0.25, 0.5."
            )
        elif levels != self._typed:
            self._typed = levels
            self.changed.emit()


def parse_levels(text):
    """Numbers from "0, 0.25, 1" or "0,25; 1", rising; None if there is anything else.

    Where there are semicolons, commas are those of decimals.
    """
    if ";" in text:
        text = text.replace(",", ".").replace(";", " ")
    try:
        levels = sorted({float(part) for part in re.split(r"[,\s]+", text.strip()) if part})
    except ValueError:
        return None
    return levels if TYPED_LEVELS.fits(levels) else None
