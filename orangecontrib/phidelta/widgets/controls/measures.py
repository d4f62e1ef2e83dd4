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
from orangecontrib.phidelta.widgets.controls.levels import LevelControls
from orangecontrib.phidelta.widgets.controls.shared import NameCombo, NameList


def renamed_distance(name):
    """The name of a measure that settings of version 1 have: the distance was the weighted one."""
    return "weighted_distance" if name == "distance" else name


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
            low, high = parameter.range
            spin = QDoubleSpinBox(minimum=low, maximum=high, decimals=2)
            spin.setSingleStep(parameter.step)
            spin.setAlignment(Qt.AlignRight)
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(lambda _: self.changed.emit())
            self.spins[name], self._labels[name] = spin, QLabel(f"{parameter.label}:")
            layout.addRow(self._labels[name], spin)

    def values(self):
        """Parameters by name."""
        return {name: spin.value() for name, spin in self.spins.items()}

    def set_values(self, values):
        """Set parameters by name, without a signal."""
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
        self.isometrics.selection_changed.connect(self._on_changed)
        self.levels.changed.connect(self._on_changed)
        self.background.chosen.connect(self._on_changed)
        self.parameters.changed.connect(self._on_changed)

    def set_state(self, isometrics, background, parameters):
        """Show this choice (names, name or "", parameters by name), without a signal."""
        self.isometrics.select(isometrics)
        self.background.select(background)
        self.parameters.set_values(parameters)
        self._show_parameters()

    def state(self):
        """The choice, as for `set_state`."""
        return self.isometrics.selection(), self.background.name(), self.parameters.values()

    def _on_changed(self):
        self._show_parameters()
        self.changed.emit()

    def _show_parameters(self):
        self.parameters.show_for([*self.isometrics.selection(), self.background.name()])
