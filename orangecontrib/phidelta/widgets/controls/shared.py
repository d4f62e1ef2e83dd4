"""Controls that several widgets share: lists of names, boxes, numbers.

Every control has `state()`, `set_state(state)`, which emits nothing, and a signal `changed`, which
tells that the user has changed it: so much is all that a widget needs to bind it to a setting.
"""

from itertools import groupby

from AnyQt.QtCore import QItemSelection, QItemSelectionModel, QSize, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QWidget,
)

from orangecontrib.phidelta.plot.tips import tip


class NameList(QListWidget):
    """A list whose selection is a list of names; names of that state may come later."""

    changed = Signal()

    def __init__(self, mode=QListWidget.ExtendedSelection, lines=4):
        super().__init__(selectionMode=mode, uniformItemSizes=True)
        self._lines = lines
        self._names = []
        self._wanted = ()
        self.itemSelectionChanged.connect(self._on_selected)

    def set_names(self, names, titles=None, icons=None, tips=None):
        """Fill the list; titles are shown instead of names, tips on hover."""
        self.blockSignals(True)
        self.clear()
        self._names = list(names)
        for i, name in enumerate(self._names):
            item = QListWidgetItem(titles[i] if titles else name, self)
            item.setToolTip(tip(tips[i] if tips else item.text()))
            if icons:
                item.setIcon(icons[i])
        self.blockSignals(False)
        self._show_wanted()

    def names(self):
        """All names."""
        return list(self._names)

    def state(self):
        """The selected names, in the order of the list."""
        return [name for row, name in enumerate(self._names) if self.item(row).isSelected()]

    def set_state(self, names):
        """Select exactly these names, without a signal, and show the first of them."""
        self._wanted = tuple(names)
        self._show_wanted()

    def _show_wanted(self):
        wanted, chosen, model = set(self._wanted), QItemSelection(), self.model()
        names = enumerate(self._names)
        for is_wanted, run in groupby(names, lambda each: each[1] in wanted):
            rows = [row for row, _ in run]
            if is_wanted:
                chosen.select(model.index(rows[0], 0), model.index(rows[-1], 0))
        self.blockSignals(True)
        # At once: one by one takes a time that grows with the square of their number.
        self.selectionModel().select(chosen, QItemSelectionModel.ClearAndSelect)
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
    """

    changed = Signal()

    def __init__(self, choices):
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
        self.set_choices(choices)
        self.activated.connect(self.changed)

    def set_choices(self, choices):
        """Offer these choices, without a signal; the first one is chosen."""
        self.clear()
        for row, (name, words) in enumerate(choices.items()):
            title, told = words if isinstance(words, tuple) else (words, words)
            self.addItem(title, name)
            self.setItemData(row, tip(told), Qt.ToolTipRole)

    def state(self):
        """The name chosen."""
        return self.currentData()

    def set_state(self, name):
        """Choose a name, without a signal."""
        self.setCurrentIndex(max(self.findData(name), 0))


class Check(QCheckBox):
    """A box to tick."""

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
    """A whole number."""

    changed = Signal()

    def __init__(self, **options):
        super().__init__(**options)
        self.valueChanged.connect(self.changed)


class DecimalSpin(_Number, QDoubleSpinBox):
    """A number with decimals."""

    changed = Signal()

    def __init__(self, **options):
        super().__init__(**options)
        self.valueChanged.connect(self.changed)


class Controls(QWidget):
    """Several controls as one, whose state is the tuple of theirs; see `join`."""

    changed = Signal()

    def join(self, layout, *parts):
        """Have these parts; they are put into the layout, unless something is there."""
        self.parts = parts
        layout.setContentsMargins(0, 0, 0, 0)
        for part in () if layout.count() else parts:
            layout.addWidget(part)
        self.setLayout(layout)
        for part in parts:
            part.changed.connect(self.settle)
            part.changed.connect(self.changed)

    def state(self):
        """The states of the parts."""
        return tuple(part.state() for part in self.parts)

    def set_state(self, states):
        """Show these states, without a signal."""
        for part, state in zip(self.parts, states, strict=True):
            part.set_state(state)
        self.settle()

    def settle(self):
        """Show what else follows from the state."""
