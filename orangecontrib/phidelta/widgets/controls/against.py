"""Against which class values the positive class is."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QVBoxLayout, QWidget

from orangecontrib.phidelta.widgets.controls.shared import NameCombo, NameList

_TIP = (
    "What “negative” means: all other classes, or those that you choose, such as the sibling "
    "category. Cases of neither side are left out"
)
_ONE = "There is only one other class"
_CHOICES = {"all": ("Against all others", _TIP), "chosen": ("Against chosen classes", _TIP)}


class AgainstControl(QWidget):
    """One line, and a list of classes once some shall be chosen; its state is a list of names.

    An empty list stands for all others. It is not seen where there is nothing to choose.
    """

    changed = Signal()

    def __init__(self):
        super().__init__()
        self.kind, self.names = NameCombo(_CHOICES), NameList(lines=3)
        self.kind.setAccessibleName("Against")
        self.names.setAccessibleName("Negative classes")
        self.names.setToolTip(
            f"{_TIP}. Select several (Ctrl, Shift) to merge them; none: all others"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.kind, self.names):
            column.addWidget(part)
            part.changed.connect(self._on_changed)
        self._why_not, self._told = "", []
        self._settle()

    def offer(self, names, is_seen):
        """Have these classes to choose from, without a signal."""
        self.names.set_names(names)
        self.setVisible(is_seen)
        self._settle()

    def lock(self, why_not):
        """Allow no choice, for this reason; an empty one allows it."""
        self._why_not = why_not
        self._settle()

    def state(self):
        """The names chosen."""
        return self.names.state() if self.kind.state() == "chosen" else []

    def set_state(self, names):
        """Choose these names, without a signal; none stands for all others."""
        self.kind.set_state("chosen" if names else "all")
        self.names.set_state(names)
        self._told = self.state()
        self._settle()

    def _on_changed(self):
        self._settle()
        if self.state() != self._told:  # to open the list is not to choose
            self._told = self.state()
            self.changed.emit()

    def _settle(self):
        why_not = self._why_not or (_ONE if self.names.count() == 1 else "")
        self.setEnabled(not why_not)
        self.kind.setToolTip(why_not or _TIP)
        self.names.setVisible(self.kind.state() == "chosen")
