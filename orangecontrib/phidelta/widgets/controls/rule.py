"""What a cut is tuned for: a measure, its parameters, a constraint."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QVBoxLayout, QWidget

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.widgets.controls.constraint import ConstraintControl
from orangecontrib.phidelta.widgets.controls.measures import ParameterControls
from orangecontrib.phidelta.widgets.controls.shared import NameCombo

#: Measures that have a best value to tune for.
TUNABLE = tuple(
    name for name in MEASURES if name not in ("bias", "phi", "predicted_positive_rate")
)


class RuleControls(QWidget):
    """A measure, the parameters of it and of the expected cost, and a constraint.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self):
        super().__init__()
        titles = {name: (MEASURES[name].title, MEASURES[name].text) for name in TUNABLE}
        self.measure = NameCombo(titles)
        self.measure.setAccessibleName("Measure")
        self.parameters = ParameterControls()
        self.constraint = ConstraintControl()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for control in (self.measure, self.parameters, self.constraint):
            layout.addWidget(control)
        self.measure.changed.connect(self._on_changed)
        self.parameters.changed.connect(self._on_changed)
        self.constraint.changed.connect(self._on_changed)

    def state(self):
        """(measure, parameters by name, constraint as of `ConstraintControl`)."""
        return self.measure.state(), self.parameters.state(), self.constraint.state()

    def set_state(self, state):
        """Show this state, without a signal."""
        measure, parameters, constraint = state
        self.measure.set_state(measure)
        self.parameters.set_state(parameters)
        self.constraint.set_state(constraint)
        self.parameters.show_for([measure, "cost"])

    def _on_changed(self):
        self.parameters.show_for([self.measure.state(), "cost"])
        self.changed.emit()
