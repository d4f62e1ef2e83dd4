"""The class ratio, negatives to positives."""

import math
import re

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QToolButton,
    QToolTip,
    QWidget,
)

from orangecontrib.phidelta.plot.tips import tip
from orangecontrib.phidelta.widgets.controls.kinds import Number

#: What a class ratio may be.
CLASS_RATIO = Number(1e-9, 1e9)


class ClassRatioControl(QWidget):
    """The class ratio (negatives : positives): a logarithmic slider, and the exact value to type.

    Signals
    -------
    changed :
        The ratio has changed; also while the slider moves.
    settled :
        The user has let the slider go, typed a value, or returned to the data's.
    """

    changed = Signal()
    settled = Signal()

    #: The slider's ends, 1:100 and 100:1; any value can be typed.
    STEPS_A_DECADE = 100
    DECADES = 2

    def __init__(self):
        super().__init__()
        self._class_ratio = None
        self._of_data = 1.0
        end = self.STEPS_A_DECADE * self.DECADES
        self.slider = QSlider(Qt.Horizontal, minimum=-end, maximum=end, pageStep=25)
        self.slider.setTickPosition(QSlider.TicksBelow)
        self.slider.setTickInterval(self.STEPS_A_DECADE)
        self.edit = QLineEdit(alignment=Qt.AlignCenter)
        self.button = QToolButton(text="As in the data", checkable=True, checked=True)
        self.label = QLabel()
        self._lay_out()
        self.slider.valueChanged.connect(self._on_slider)
        self.slider.sliderReleased.connect(self.settled)
        self.edit.editingFinished.connect(self._on_typed)
        self.button.clicked.connect(self._on_button)
        self._show()

    def _lay_out(self):
        tip = "Class ratio, negatives : positives, e.g. 4 : 1, 1 : 20 or 2.5"
        for control in (self.slider, self.edit):
            control.setToolTip(tip)
            control.setAccessibleName("Class ratio")
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.slider, 0, 0, 1, 2)
        layout.addWidget(self.edit, 1, 0)
        layout.addWidget(self.button, 1, 1)
        layout.addWidget(self.label, 2, 0, 1, 2)

    def state(self):
        """Negatives per positive, or None for that of the data."""
        return self._class_ratio

    @property
    def prevalence(self):
        """The fraction of positives that the ratio in force means."""
        return 1 / (1 + self._in_force)

    def set_state(self, class_ratio):
        """Set the ratio, None for that of the data; emits no signal."""
        self._class_ratio = class_ratio
        self._show()

    def set_data_prevalence(self, prevalence):
        """Tell what "as in the data" means."""
        self._of_data = (1 - prevalence) / prevalence
        self._show()

    @property
    def text(self):
        """The ratio in force, as "4 : 1"."""
        ratio = self._in_force
        greater = max(ratio, 1 / ratio)
        text = f"{greater:.4g}" if greater < 9999.5 else f"{greater:.0f}"
        return f"{text} : 1" if ratio >= 1 else f"1 : {text}"

    @property
    def _in_force(self):
        return self._of_data if self._class_ratio is None else self._class_ratio

    def _show(self):
        self.slider.blockSignals(True)
        self.slider.setValue(round(self.STEPS_A_DECADE * math.log10(self._in_force)))
        self.slider.blockSignals(False)
        self.edit.setText(self.text)
        self.button.setChecked(self._class_ratio is None)
        digits = ".3g" if self.prevalence < 0.9995 else ".9f"
        self.label.setText(f"Prevalence of positives: {self.prevalence:{digits}}")

    def _change(self, class_ratio):
        if class_ratio != self._class_ratio:
            self.set_state(class_ratio)
            self.changed.emit()

    def _on_slider(self, value):
        self._change(10 ** (value / self.STEPS_A_DECADE))
        if not self.slider.isSliderDown():
            self.settled.emit()

    def _on_button(self):
        self._change(None)
        self._show()
        self.settled.emit()

    def _on_typed(self):
        if self.edit.text() == self.text:
            return
        class_ratio = parse_class_ratio(self.edit.text())
        if class_ratio is None:
            text = f"“{self.edit.text()}” is not a class ratio. Type e.g. 4 : 1, 1 : 20 or 2.5."
            QToolTip.showText(self.edit.mapToGlobal(self.edit.rect().bottomLeft()), tip(text))
            self._show()
        else:
            self._change(class_ratio)
            self.settled.emit()


def parse_class_ratio(text):
    """Negatives per positive from "4 : 1", "1/20" or "2.5"; None if it is no such number."""
    parts = re.split(r"[:/]", text.replace(",", ".")) + ["1"]
    try:
        negatives, positives = float(parts[0]), float(parts[1])
    except ValueError:
        return None
    usable = len(parts) <= 3 and all(0 < n < math.inf for n in (negatives, positives))
    return negatives / positives if usable and CLASS_RATIO.fits(negatives / positives) else None
