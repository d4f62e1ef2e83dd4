"""Class ratios and costs that are known only roughly."""

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QCheckBox, QDoubleSpinBox, QGridLayout, QLabel, QWidget

from orangecontrib.phidelta.core.choosing.beliefs import Range
from orangecontrib.phidelta.widgets.controls.kinds import Flag, Number, OneOf, Parts
from orangecontrib.phidelta.widgets.controls.shared import NameCombo

_RATIO, _COST = Number(0.001, 10000.0), Number(0.001, 10000.0)
#: How likely the values of a range are, by name.
SHAPES = {
    "uniform": ("Every factor alike", "Doubling is as likely anywhere in the range"),
    "triangular": ("Middle likeliest", "Triangular, with its top at the geometric middle"),
}
#: Whether a range is wanted; class ratios and costs of a miss, from and to; and their shape.
RANGES = Parts(Flag(), _RATIO, _RATIO, _COST, _COST, OneOf(SHAPES))
USUAL_RANGES = (False, 1.0, 10.0, 1.0, 10.0, "uniform")


def ranges_of(state):
    """(class ratios, costs of a miss) as `Range` from a state; None where none is wanted.

    Ends may come in either order.
    """
    is_wanted, *ends, shape = state
    if not is_wanted:
        return None
    found = []
    for pair in (ends[:2], ends[2:]):
        low, high = sorted(pair)
        found.append(Range(low, high, (low * high) ** 0.5 if shape == "triangular" else None))
    return tuple(found)


class RangeControls(QWidget):
    """A check box, two ranges and their shape.

    Signals
    -------
    changed :
        By the user.

    Parameters
    ----------
    folds : bool
        Whether only the check box is seen until it is ticked.
    """

    changed = Signal()

    def __init__(self, folds=False):
        super().__init__()
        self._folds = folds
        self.check = QCheckBox("Known only roughly")
        self.check.setToolTip("Judge models over ranges of class ratios and costs")
        self.spins = [self._spin(kind) for kind in (_RATIO, _RATIO, _COST, _COST)]
        self.shape = NameCombo(SHAPES)
        self.shape.setAccessibleName("Shape of the ranges")
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.check, 0, 0, 1, 3)
        rows = ("Class ratio from", "to"), ("Cost of a miss from", "to")
        for row, (start, end) in enumerate(rows):
            low, high = self.spins[2 * row : 2 * row + 2]
            low.setAccessibleName(start)
            high.setAccessibleName(f"{start.removesuffix(' from')} to")
            layout.addWidget(QLabel(f"{start}:"), 2 * row + 1, 0, 1, 3)
            layout.addWidget(low, 2 * row + 2, 0)
            layout.addWidget(QLabel(end), 2 * row + 2, 1, Qt.AlignCenter)
            layout.addWidget(high, 2 * row + 2, 2)
        layout.addWidget(self.shape, 5, 0, 1, 3)
        self.check.toggled.connect(self._on_changed)
        self.shape.changed.connect(self._on_changed)
        for spin in self.spins:
            spin.valueChanged.connect(self._on_changed)

    @staticmethod
    def _spin(kind):
        spin = QDoubleSpinBox(**kind.limits, decimals=3)
        spin.setStepType(QDoubleSpinBox.AdaptiveDecimalStepType)
        spin.setKeyboardTracking(False)
        spin.setToolTip("Class ratios are negatives per positive; a false alarm costs 1")
        return spin

    def state(self):
        """(wanted, class ratio from, to, cost of a miss from, to, shape)."""
        values = (spin.value() for spin in self.spins)
        return (self.check.isChecked(), *values, self.shape.state())

    def set_state(self, state):
        """Show this state, without a signal."""
        is_wanted, *ends, shape = state
        self.blockSignals(True)
        self.check.setChecked(is_wanted)
        for spin, value in zip(self.spins, ends, strict=True):
            spin.setValue(value)
        self.shape.set_state(shape)
        self.blockSignals(False)
        self._enable()

    def _enable(self):
        for control in (*self.spins, self.shape):
            control.setEnabled(self.check.isChecked())
        for place in range(1, self.layout().count() if self._folds else 0):
            self.layout().itemAt(place).widget().setVisible(self.check.isChecked())

    def _on_changed(self):
        self._enable()
        self.changed.emit()
