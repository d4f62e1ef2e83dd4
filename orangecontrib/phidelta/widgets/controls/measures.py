"""Which measures are drawn, and with which parameters."""

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import (
    QFormLayout,
    QLabel,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import PARAMETERS
from orangecontrib.phidelta.widgets.controls.kinds import Number, Record
from orangecontrib.phidelta.widgets.controls.levels import LEVELS, LevelControls
from orangecontrib.phidelta.widgets.controls.shared import (
    Controls,
    DecimalSpin,
    NameCombo,
    NameList,
)

#: Measures that settings of version 1 call otherwise: the distance was the weighted one.
OLD_MEASURES = {"distance": "weighted_distance"}
PARAMETER_KINDS = Record({name: Number(*each.range) for name, each in PARAMETERS.items()})


class ParameterControls(QWidget):
    """Spin boxes for the parameters of measures; only those in use are shown."""

    changed = Signal()

    def __init__(self):
        super().__init__()
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.spins = {}
        self._labels = {}
        for name, parameter in PARAMETERS.items():
            spin = DecimalSpin(**PARAMETER_KINDS.kinds[name].limits, decimals=2)
            spin.setSingleStep(parameter.step)
            spin.setAlignment(Qt.AlignRight)
            spin.setKeyboardTracking(False)
            spin.changed.connect(self.changed)
            self.spins[name], self._labels[name] = spin, QLabel(f"{parameter.label}:")
            layout.addRow(self._labels[name], spin)

    def state(self):
        """Parameters by name."""
        return {name: spin.state() for name, spin in self.spins.items()}

    def set_state(self, values):
        """Set parameters by name, without a signal; those not named stay."""
        for name, value in values.items():
            self.spins[name].set_state(value)

    def show_for(self, measures):
        """Show the parameters of these measures (names) only."""
        used = {parameter for name in measures if name for parameter in MEASURES[name].parameters}
        for name, spin in self.spins.items():
            spin.setVisible(name in used)
            self._labels[name].setVisible(name in used)


class MeasureControls(Controls):
    """Measures drawn as isometrics (several) and in the background (one), with parameters.

    The `levels` of the isometrics stand among them, but are a control of their own; they are
    called as in `LEVELS`, or alike.
    """

    def __init__(self, levels=LEVELS):
        super().__init__()
        measures = list(MEASURES.values())
        titles = [measure.title for measure in measures]
        tips = [f"{measure.title}\n{measure.text}\n{measure.reference}" for measure in measures]
        self.isometrics = NameList(QListWidget.MultiSelection, lines=5)
        self.isometrics.set_names(list(MEASURES), titles, tips=tips)
        self.isometrics.setAccessibleName("Isometrics")
        backgrounds = {m.name: (f"Background: {m.title}", m.text) for m in measures}
        self.background = NameCombo({"": "No background", **backgrounds})
        self.background.setAccessibleName("Background")
        self.levels = LevelControls(levels)
        self.parameters = ParameterControls()
        layout = QVBoxLayout()
        for control in (self.isometrics, self.levels, self.background, self.parameters):
            layout.addWidget(control)
        self.join(layout, self.isometrics, self.background, self.parameters)

    def settle(self):
        self.parameters.show_for([*self.isometrics.state(), self.background.state()])
