"""A bound that a cut must keep."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QHBoxLayout, QWidget

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.widgets.controls.kinds import Flag, Number, OneOf, Parts
from orangecontrib.phidelta.widgets.controls.shared import NameCombo

#: Measures that are bound in practice.
_MEASURES = ("sensitivity", "specificity", "precision", "npv", "predicted_positive_rate")
_SIGNS = {">=": "≥", "<=": "≤"}
_BOUND = Number(0, 1)
#: In force, measure, relation, bound.
CONSTRAINT = Parts(Flag(), OneOf(_MEASURES), OneOf(_SIGNS), _BOUND)


class ConstraintControl(QWidget):
    """A check box, a measure, a relation and a bound.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self):
        super().__init__()
        self.check = QCheckBox("Keep")
        self.check.setToolTip("Only cuts that keep this bound are considered")
        self.measure = NameCombo(
            {name: (MEASURES[name].symbol, MEASURES[name].title) for name in _MEASURES}
        )
        self.relation = NameCombo(_SIGNS)
        for combo in (self.measure, self.relation):  # short words, to be read without opening it
            combo.setSizeAdjustPolicy(QComboBox.AdjustToContents)
        self.bound = QDoubleSpinBox(**_BOUND.limits, singleStep=0.05, decimals=3)
        self.bound.setKeyboardTracking(False)
        self._lay_out()
        self.check.toggled.connect(self._on_changed)
        self.measure.changed.connect(self._on_changed)
        self.relation.changed.connect(self._on_changed)
        self.bound.valueChanged.connect(self._on_changed)

    def _lay_out(self):
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for control, name in (
            (self.check, "Constraint in force"),
            (self.measure, "Measure that is bound"),
            (self.relation, "Relation"),
            (self.bound, "Bound"),
        ):
            control.setAccessibleName(name)
            layout.addWidget(control)

    def state(self):
        """(in force, measure, relation, bound)."""
        names = self.measure.state(), self.relation.state()
        return (self.check.isChecked(), *names, self.bound.value())

    def set_state(self, state):
        """Show this state, without a signal."""
        self.blockSignals(True)
        is_in_force, measure, relation, bound = state
        self.check.setChecked(is_in_force)
        self.measure.set_state(measure)
        self.relation.set_state(relation)
        self.bound.setValue(bound)
        self.blockSignals(False)
        self._enable()

    def _on_changed(self):
        self._enable()
        self.changed.emit()

    def _enable(self):
        for control in (self.measure, self.relation, self.bound):
            control.setEnabled(self.check.isChecked())
