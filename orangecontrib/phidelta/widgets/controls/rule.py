"""What a cut is tuned for: a measure, its parameters, a constraint, a range of conditions."""

from AnyQt.QtWidgets import QVBoxLayout

from orangecontrib.phidelta.core.choosing.rangemeasures import RANGE_MEASURES
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.widgets.controls.constraint import ConstraintControl
from orangecontrib.phidelta.widgets.controls.measures import ParameterControls
from orangecontrib.phidelta.widgets.controls.ranges import RangeControls
from orangecontrib.phidelta.widgets.controls.shared import Controls, NameCombo

#: Measures that have a best value to tune for.
TUNABLE = tuple(name for name in MEASURES if not QUANTITIES[name].is_neutral)


class RuleControls(Controls):
    """A measure, its parameters and the costs, a constraint; where they are rough, ranges.

    Over a range, another measure is tuned for, in the place of the first.
    """

    def __init__(self):
        super().__init__()
        titles = {name: (MEASURES[name].title, MEASURES[name].text) for name in TUNABLE}
        self.measure = NameCombo(titles)
        self.measure.setAccessibleName("Measure")
        self.parameters = ParameterControls()
        self.constraint = ConstraintControl()
        self.ranges = RangeControls(folds=True)
        aims = {name: (QUANTITIES[name].name, QUANTITIES[name].tip) for name in RANGE_MEASURES}
        self.range_measure = NameCombo(aims)
        self.range_measure.setAccessibleName("Measure over the range")
        layout = QVBoxLayout()
        parts = self.measure, self.parameters, self.constraint, self.ranges, self.range_measure
        for part in (self.measure, self.range_measure, *parts[1:4]):
            layout.addWidget(part)
        self.join(layout, *parts)

    def settle(self):
        is_range, *_ = self.ranges.state()
        self.measure.setVisible(not is_range)
        self.range_measure.setVisible(is_range)
        self.parameters.show_for(["cost"] if is_range else [self.measure.state(), "cost"])
