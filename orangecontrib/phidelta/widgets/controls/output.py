"""What the Threshold Tuner sends: which learner, how wide a flat zone, how many rows."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QButtonGroup, QFormLayout, QRadioButton, QVBoxLayout, QWidget

from orangecontrib.phidelta.widgets.controls.kinds import Number, Whole
from orangecontrib.phidelta.widgets.controls.shared import DecimalSpin, WholeSpin

TOLERANCE = Number(0, 50)
TUNE_INSIDE = Whole(0, 1)
MAXIMUM_ROWS = Whole(3, 1_000_000)
#: Of a model that shall be used the other way round.
REVERSAL_TIP = (
    "The model the other way round: the probabilities of the positive class and of the rest are "
    "exchanged, here and in all that is sent. For a model below the line of no information."
)


class ChoiceButtons(QWidget):
    """Radio buttons, one below the other; the state is the number of the one chosen, from 0.

    Parameters
    ----------
    choices : sequence of (label, tool tip)
    """

    changed = Signal()

    def __init__(self, choices):
        super().__init__()
        self._group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.buttons = [QRadioButton(label, toolTip=tip) for label, tip in choices]
        for number, button in enumerate(self.buttons):
            self._group.addButton(button, number)
            layout.addWidget(button)
        self._group.buttonClicked.connect(lambda _: self.changed.emit())

    def state(self):
        return self._group.checkedId()

    def set_state(self, number):
        """Choose a button, without a signal."""
        self.buttons[number].setChecked(True)


class OutputControls(QWidget):
    """Three controls, each bound by itself: `tune_inside`, `tolerance`, `maximum_rows`."""

    def __init__(self):
        super().__init__()
        self.tune_inside = ChoiceButtons(
            (
                ("Learner with this cut", "Models of the learner use the cut shown"),
                (
                    "Learner that tunes inside",
                    "Each model finds its own cut by cross-validation of its training data",
                ),
            )
        )
        self.tolerance = DecimalSpin(**TOLERANCE.limits, singleStep=0.5, decimals=1, suffix=" %")
        self.maximum_rows = WholeSpin(**MAXIMUM_ROWS.limits, singleStep=100)
        self.maximum_rows.setKeyboardTracking(False)
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addRow(self.tune_inside)
        layout.addRow("Flat zone:", self.tolerance)
        layout.addRow("Rows of thresholds:", self.maximum_rows)
