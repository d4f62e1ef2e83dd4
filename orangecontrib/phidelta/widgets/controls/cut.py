"""The cut: the best one, or another that is typed."""

import math

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QValidator
from AnyQt.QtWidgets import QHBoxLayout, QPushButton, QWidget

from orangecontrib.phidelta.widgets.controls.kinds import Either, Number
from orangecontrib.phidelta.widgets.controls.shared import DecimalSpin

_TYPED = Number()
#: None is the best one; at the ends are those that call all or none positive.
CUT = Either(_TYPED, None, math.inf, -math.inf)
#: Significant digits shown.
_DIGITS = 6


class CutSpin(DecimalSpin):
    """A number of any size, with as many digits as it has, up to six; also as 2e-5."""

    def __init__(self):
        # Qt rounds to so many decimals
        super().__init__(**Number(0, 1).limits, singleStep=0.01, decimals=30)
        self.setKeyboardTracking(False)

    def textFromValue(self, value):
        return f"{value:.{_DIGITS}g}"

    def valueFromText(self, text):
        return _number(text) or 0.0

    def validate(self, text, position):
        number = _number(text)
        if number is None:
            could_be = set(text) <= set("0123456789.,+-eE")
            state = QValidator.Intermediate if could_be else QValidator.Invalid
        else:
            is_within = self.minimum() <= number <= self.maximum()
            state = QValidator.Acceptable if is_within else QValidator.Intermediate
        return state, text, position


class CutControl(QWidget):
    """A number to type, and a button to follow the best cut; the state is a cut, None for it."""

    changed = Signal()

    def __init__(self):
        super().__init__()
        self.spin = CutSpin()
        self.spin.setAccessibleName("Cut")
        self.best = QPushButton("Best", checkable=True, autoDefault=False)
        self.best.setToolTip("Return to the best cut, and follow it")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.spin)
        layout.addWidget(self.best)
        self._cut = None
        self._ends = 0.0, 1.0
        self.spin.changed.connect(lambda: self._choose(self.spin.value()))
        self.best.clicked.connect(lambda: self._choose(None))

    def state(self):
        """The cut chosen, or None."""
        return self._cut

    def set_state(self, cut):
        """Take this choice; it is shown when it is known which cut that means."""
        self._cut = cut

    def set_ends(self, ends, is_probability):
        """Tell between which numbers the scores lie; only of probabilities these are limits."""
        low, high = self._ends = ends
        limits = Number(*ends) if is_probability else _TYPED
        self.spin.blockSignals(True)
        self.spin.setRange(limits.low, limits.high)
        self.spin.blockSignals(False)
        self.spin.setSingleStep(high / 100 - low / 100)

    def show_cut(self, cut):
        """Show the cut that the state means, and whether that is the best one."""
        low, high = self._ends
        shown = cut if math.isfinite(cut) else min(max(cut, low), high)
        # as it is written, so that Enter changes nothing
        self.spin.set_state(float(f"{shown:.{_DIGITS}g}"))
        self.best.setChecked(self._cut is None)

    def _choose(self, cut):
        self._cut = cut
        self.changed.emit()


def _number(text):
    """The finite number of a text, with point or comma; None if it is none."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None
