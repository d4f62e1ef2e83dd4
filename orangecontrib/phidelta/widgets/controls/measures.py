"""Which measures are drawn, and with which parameters."""

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import PARAMETERS
from orangecontrib.phidelta.widgets.controls.kinds import Number, Record
from orangecontrib.phidelta.widgets.controls.levels import LevelControls
from orangecontrib.phidelta.widgets.controls.shared import NameCombo, NameList

#: Measures that settings of version 1 call otherwise: the distance was the weighted one.
OLD_MEASURES = {"distance": "weighted_distance"}
PARAMETER_KINDS = Record({name: Number(*each.range) for name, each in PARAMETERS.items()})


class ParameterControls(QWidget):
    """Spin boxes for the parameters of measures; only those in use are shown.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self):
        super().__init__()
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.spins = {}
        self._labels = {}
        for name, parameter in PARAMETERS.items():
            spin = QDoubleSpinBox(**PARAMETER_KINDS.kinds[name].limits, decimals=2)
            spin.setSingleStep(parameter.step)
            spin.setAlignment(Qt.AlignRight)
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(lambda _: self.changed.emit())
            self.spins[name], self._labels[name] = spin, QLabel(f"{parameter.label}:")
            layout.addRow(self._labels[name], spin)

    def state(self):
        """Parameters by name."""
        return {name: spin.value() for name, spin in self.spins.items()}

    def set_state(self, values):
        """Set parameters by name, without a signal; those not named stay."""
        for name, value in values.items():
            self.spins[name].blockSignals(True)
            self.spins[name].setValue(value)
            self.spins[name].blockSignals(False)

    def show_for(self, measures):
        """Show the parameters of these measures (names) only."""
        used = {parameter for name in measures if name for parameter in MEASURES[name].parameters}
        for name, spin in self.spins.items():
            spin.setVisible(name in used)
            self._labels[name].setVisible(name in used)


class MeasureControls(QWidget):
    """Measures drawn as isometrics (several) and in the background (one), with parameters.

    The `levels` of the isometrics stand among them, but are a control of their own.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self):
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
        self.levels = LevelControls()
        self.parameters = ParameterControls()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for control in (self.isometrics, self.levels, self.background, self.parameters):
            layout.addWidget(control)
        self.isometrics.changed.connect(self._on_changed)
        self.background.changed.connect(self._on_changed)
        self.parameters.changed.connect(self._on_changed)

    def set_state(self, state):
        """Show this choice (names, name or "", parameters by name), without a signal."""
        isometrics, background, parameters = state
        self.isometrics.set_state(isometrics)
        self.background.set_state(background)
        self.parameters.set_state(parameters)
        self._show_parameters()

    def state(self):
        """The choice, as for `set_state`."""
        return self.isometrics.state(), self.background.state(), self.parameters.state()

    def _on_changed(self):
        self._show_parameters()
        self.changed.emit()

    def _show_parameters(self):
        self.parameters.show_for([*self.isometrics.state(), self.background.state()])
