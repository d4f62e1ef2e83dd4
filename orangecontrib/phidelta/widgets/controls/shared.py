"""Controls that several widgets share: lists of names, numbers, the class ratio.

Every control has `state()`, `set_state(state)`, which emits nothing, and a signal `changed`: so
much is all that a widget needs to bind it to a setting.
"""

import math
import re

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSlider,
    QSpinBox,
    QToolButton,
    QToolTip,
    QWidget,
)


class NameList(QListWidget):
    """A list whose selection is a list of names; names of that state may come later.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self, mode=QListWidget.ExtendedSelection, lines=4):
        super().__init__(selectionMode=mode, uniformItemSizes=True)
        self._lines = lines
        self._wanted = ()
        self.itemSelectionChanged.connect(self._on_selected)

    def set_names(self, names, titles=None, icons=None, tips=None):
        """Fill the list; titles are shown instead of names, tips on hover."""
        self.blockSignals(True)
        self.clear()
        for i, name in enumerate(names):
            item = QListWidgetItem(titles[i] if titles else name, self)
            item.setData(Qt.UserRole, name)
            item.setToolTip(tips[i] if tips else item.text())
            if icons:
                item.setIcon(icons[i])
        self.blockSignals(False)
        self._show_wanted()

    def names(self):
        """All names."""
        return [self.item(row).data(Qt.UserRole) for row in range(self.count())]

    def state(self):
        """The selected names, in the order of the list."""
        items = (self.item(row) for row in range(self.count()))
        return [item.data(Qt.UserRole) for item in items if item.isSelected()]

    def set_state(self, names):
        """Select exactly these names, without a signal, and show the first of them."""
        self._wanted = tuple(names)
        self._show_wanted()

    def _show_wanted(self):
        self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            item.setSelected(item.data(Qt.UserRole) in self._wanted)
        self.blockSignals(False)
        if self.selectedItems():
            self.scrollToItem(self.selectedItems()[0])

    def sizeHint(self):
        height = self._lines * (self.fontMetrics().lineSpacing() + 3) + 6
        return QSize(150, height)

    def minimumSizeHint(self):
        return QSize(80, 3 * self.fontMetrics().lineSpacing())

    def _on_selected(self):
        self._wanted = NameList.state(self)
        self.changed.emit()


class OneNameList(NameList):
    """A list in which one name is always selected; its state is this name, "" for none."""

    def __init__(self, lines=4):
        super().__init__(QListWidget.SingleSelection, lines)

    def state(self):
        return next(iter(super().state()), "")

    def set_state(self, name):
        super().set_state([name])

    def _on_selected(self):
        if self.state():
            super()._on_selected()
        else:  # by Ctrl and click
            self._show_wanted()


class NameCombo(QComboBox):
    """A combo box whose choice is a name.

    Parameters
    ----------
    choices : dict of name to title, or to (title, tool tip)

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self, choices):
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
        for row, (name, words) in enumerate(choices.items()):
            title, tip = words if isinstance(words, tuple) else (words, words)
            self.addItem(title, name)
            self.setItemData(row, tip, Qt.ToolTipRole)
        self.activated.connect(self.changed)

    def state(self):
        """The name chosen."""
        return self.currentData()

    def set_state(self, name):
        """Choose a name, without a signal."""
        self.setCurrentIndex(max(self.findData(name), 0))


class Check(QCheckBox):
    """A box to tick.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self, label, tip):
        super().__init__(label, toolTip=tip)
        self.toggled.connect(self.changed)

    def state(self):
        """Whether it is ticked."""
        return self.isChecked()

    def set_state(self, is_ticked):
        """Tick it or not, without a signal."""
        self.blockSignals(True)
        self.setChecked(is_ticked)
        self.blockSignals(False)


class _Number:
    """What spin boxes of the two kinds have in common."""

    def state(self):
        """The number."""
        return self.value()

    def set_state(self, number):
        """Show a number, without a signal."""
        self.blockSignals(True)
        self.setValue(number)
        self.blockSignals(False)


class WholeSpin(_Number, QSpinBox):
    """A whole number.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self, **options):
        super().__init__(**options)
        self.valueChanged.connect(self.changed)


class DecimalSpin(_Number, QDoubleSpinBox):
    """A number with decimals.

    Signals
    -------
    changed :
        By the user.
    """

    changed = Signal()

    def __init__(self, **options):
        super().__init__(**options)
        self.valueChanged.connect(self.changed)


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
        self.slider.valueChanged.connect(self._on_slider)
        self.slider.sliderReleased.connect(self.settled)
        self.edit.editingFinished.connect(self._on_typed)
        self.button.clicked.connect(self._on_button)
        self._show()

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
            QToolTip.showText(self.edit.mapToGlobal(self.edit.rect().bottomLeft()), text)
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
    return negatives / positives if usable and 1e-9 < negatives / positives < 1e9 else None
