"""The cut: the best one, or another that is typed."""

import math

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QHBoxLayout, QPushButton, QWidget

from orangecontrib.phidelta.widgets.controls.kinds import Either, Number
from orangecontrib.phidelta.widgets.controls.shared import DecimalSpin

_TYPED = Number(0, 1)
#: None is the best one; at the ends are those that call all or none positive.
CUT = Either(_TYPED, None, math.inf, -math.inf)


class CutControl(QWidget):
    """A number to type, and a button to follow the best cut; the state is a cut, None for it."""

    changed = Signal()

    def __init__(self):
        super().__init__()
        self.spin = DecimalSpin(**_TYPED.limits, singleStep=0.01, decimals=3)
        self.spin.setKeyboardTracking(False)
        self.spin.setAccessibleName("Cut")
        self.best = QPushButton("Best", checkable=True, autoDefault=False)
        self.best.setToolTip("Return to the best cut, and follow it")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.spin)
        layout.addWidget(self.best)
        self._cut = None
        self.spin.changed.connect(lambda: self._choose(self.spin.value()))
        self.best.clicked.connect(lambda: self._choose(None))

    def state(self):
        """The cut chosen, or None."""
        return self._cut

    def set_state(self, cut):
        """Take this choice; it is shown when it is known which cut that means."""
        self._cut = cut

    def show_cut(self, cut):
        """Show the cut that the state means, and whether that is the best one."""
        self.spin.set_state(min(max(cut, 0), 1))
        self.best.setChecked(self._cut is None)

    def _choose(self, cut):
        self._cut = cut
        self.changed.emit()
