"""A bound that a cut must keep."""

from AnyQt.QtWidgets import QComboBox, QHBoxLayout

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.widgets.controls.kinds import Flag, Number, OneOf, Parts
from orangecontrib.phidelta.widgets.controls.shared import Check, Controls, DecimalSpin, NameCombo

#: Measures that are bound in practice.
_MEASURES = ("sensitivity", "specificity", "precision", "npv", "predicted_positive_rate")
_SIGNS = {">=": "≥", "<=": "≤"}
_BOUND = Number(0, 1)
#: In force, measure, relation, bound.
CONSTRAINT = Parts(Flag(), OneOf(_MEASURES), OneOf(_SIGNS), _BOUND)


class ConstraintControl(Controls):
    """A check box, a measure, a relation and a bound."""

    def __init__(self):
        super().__init__()
        self.check = Check("Keep", "Only cuts that keep this bound are considered")
        self.measure = NameCombo(
            {name: (MEASURES[name].symbol, MEASURES[name].title) for name in _MEASURES}
        )
        self.relation = NameCombo(_SIGNS)
        for combo in (self.measure, self.relation):  # short words, to be read without opening it
            combo.setSizeAdjustPolicy(QComboBox.AdjustToContents)
        self.bound = DecimalSpin(**_BOUND.limits, singleStep=0.05, decimals=3)
        self.bound.setKeyboardTracking(False)
        self.check.setAccessibleName("Constraint in force")
        self.measure.setAccessibleName("Measure that is bound")
        self.relation.setAccessibleName("Relation")
        self.bound.setAccessibleName("Bound")
        self.join(QHBoxLayout(), self.check, self.measure, self.relation, self.bound)

    def settle(self):
        for control in (self.measure, self.relation, self.bound):
            control.setEnabled(self.check.state())
