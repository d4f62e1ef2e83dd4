"""Whether ranks get intervals from bootstrap samples, and a button that stops what takes long."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QGridLayout, QLabel, QPushButton

from orangecontrib.phidelta.widgets.controls.kinds import Flag, Parts, Whole
from orangecontrib.phidelta.widgets.controls.shared import Check, Controls, WholeSpin

_SAMPLES = Whole(10, 10_000)
#: Wanted, number of samples.
BOOTSTRAP = Parts(Flag(), _SAMPLES)


class BootstrapControl(Controls):
    """A check box, the number of samples, how many are done, and a button to stop and go on.

    Signals
    -------
    stopped, restarted :
        By the button.
    """

    stopped = Signal()
    restarted = Signal()

    def __init__(self):
        super().__init__()
        tip = "How much each rank varies among samples drawn from the data"
        self.check = Check("Rank intervals (bootstrap)", tip)
        self.replicates = WholeSpin(**_SAMPLES.limits, singleStep=10, suffix=" samples")
        self.replicates.setKeyboardTracking(False)
        self.replicates.setAccessibleName("Bootstrap samples")
        self.button = QPushButton("Stop", enabled=False, autoDefault=False)
        self.label = QLabel()
        layout = QGridLayout()
        layout.addWidget(self.check, 0, 0, 1, 2)
        layout.addWidget(self.replicates, 1, 0)
        layout.addWidget(self.button, 1, 1)
        layout.addWidget(self.label, 2, 0, 1, 2)
        self.join(layout, self.check, self.replicates)
        self.button.clicked.connect(self._on_clicked)

    def show_work(self, is_working, is_stopped=False):
        """Offer to stop the work, or to go on after a stop."""
        self.button.setText("Go on" if is_stopped else "Stop")
        self.button.setEnabled(is_working or is_stopped)

    def show_done(self, done):
        """Tell from how many samples the intervals shown are."""
        self.label.setText(f"95 % intervals from {done} samples" if done else "")

    def _on_clicked(self):
        is_working = self.button.text() == "Stop"
        self.show_work(False, is_stopped=is_working)
        (self.stopped if is_working else self.restarted).emit()
