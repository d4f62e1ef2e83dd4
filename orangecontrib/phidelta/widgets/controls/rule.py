"""What a cut is tuned for: a measure, its parameters, a constraint."""

from AnyQt.QtWidgets import QVBoxLayout

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.widgets.controls.constraint import ConstraintControl
from orangecontrib.phidelta.widgets.controls.measures import ParameterControls
from orangecontrib.phidelta.widgets.controls.shared import Controls, NameCombo

#: Measures that have a best value to tune for.
TUNABLE = tuple(name for name in MEASURES if not QUANTITIES[name].is_neutral)


class RuleControls(Controls):
    """A measure, the parameters of it and of the expected cost, and a constraint."""

    def __init__(self):
        super().__init__()
        titles = {name: (MEASURES[name].title, MEASURES[name].text) for name in TUNABLE}
        self.measure = NameCombo(titles)
        self.measure.setAccessibleName("Measure")
        self.parameters = ParameterControls()
        self.constraint = ConstraintControl()
        self.join(QVBoxLayout(), self.measure, self.parameters, self.constraint)

    def settle(self):
        self.parameters.show_for([self.measure.state(), "cost"])
