"""The table of candidates under operating conditions."""

import math

from AnyQt.QtCore import QItemSelectionModel, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtGui import QIcon
from AnyQt.QtWidgets import QAbstractItemView, QHeaderView
from Orange.widgets.utils.itemmodels import PyTableModel

from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.tips import tip
from orangecontrib.phidelta.widgets.tables.columns import NAME_WIDTH, CopyTable

#: Header, tool tip.
COLUMNS = (
    ("Candidate", "A model, or a decision that looks at no case"),
    ("Cost now", "Expected cost per case at the present class ratio and costs"),
    ("Cut now", "The cut that costs least there; n/a: as the model decides"),
    (
        "Mean cost",
        "Over the range, with one cut: that of least mean cost; a false alarm costs 1",
    ),
    ("Cut", "The cut of least mean cost over the range"),
    ("Best in", "Share of the range where it costs least, each candidate with its one cut"),
    ("Regret", "The most that it may cost more per case than the best cut of any candidate"),
    ("Safest cut", "The cut whose greatest regret is least"),
    ("its regret", "The greatest regret of the safest cut"),
    ("P(chosen)", "Share of bootstrap samples in which it costs least: over the range, or now"),
)
#: The columns of a range, and that of samples.
_OF_RANGE, _OF_SAMPLES = range(3, 9), 9
_SHARES = (5, 9)
_CHOOSING = (Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space)


class ConditionsModel(PyTableModel):
    """Rows of a name and numbers, each with an icon."""

    def __init__(self, parent):
        super().__init__(parent=parent)
        self._icons = []
        self.setHorizontalHeaderLabels([header for header, _ in COLUMNS])

    def set_rows(self, rows, icons):
        """Show rows with their icons."""
        self._icons = [_plain(icon) for icon in icons]
        self.wrap([list(row) for row in rows])

    def sortColumnData(self, column):
        values = super().sortColumnData(column)
        return [-math.inf if value != value else value for value in values] if column else values

    def data(self, index, role=Qt.DisplayRole):
        if not index.isValid():
            return None
        if role == Qt.DisplayRole and index.column():
            return self._told(super().data(index, Qt.EditRole), index.column())
        if role == Qt.ToolTipRole:
            text = COLUMNS[index.column()][1]
            return tip(text if index.column() else super().data(index, Qt.EditRole))
        if role == Qt.DecorationRole and not index.column():
            return self._icons[self.mapToSourceRows(index.row())]
        return super().data(index, role)

    def headerData(self, section, orientation, role=Qt.DisplayRole):
        if orientation == Qt.Horizontal and role == Qt.ToolTipRole:
            return tip(COLUMNS[section][1])
        return super().headerData(section, orientation, role)

    @staticmethod
    def _told(value, column):
        if math.isinf(value):
            return "above all" if value > 0 else "below all"
        return f"{value:.0%}" if column in _SHARES and value == value else number(value)


def _plain(icon):
    """An icon that Qt takes from a model, not an object of a subclass; not tinted if selected."""
    plain = QIcon(icon)
    for size in icon.availableSizes():
        plain.addPixmap(icon.pixmap(size), QIcon.Selected)
    return plain


class ConditionsTable(CopyTable):
    """A row for each candidate; choosing one, by a click or Return, tells it.

    Several rows can be selected to be copied; that chooses none of them.

    Signals
    -------
    chosen : str
        Name of the candidate that the user has chosen.
    """

    chosen = Signal(str)

    def __init__(self):
        super().__init__(
            sortingEnabled=True,
            editTriggers=QAbstractItemView.NoEditTriggers,
            selectionMode=QAbstractItemView.ExtendedSelection,
            selectionBehavior=QAbstractItemView.SelectRows,
            alternatingRowColors=True,
        )
        self.setAccessibleName("Candidates")
        self.rows = ConditionsModel(self)
        self.setModel(self.rows)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeToContents)
        header.setMaximumSectionSize(NAME_WIDTH)
        header.setSortIndicator(-1, Qt.AscendingOrder)
        self.clicked.connect(self._click)

    def show_rows(self, rows, colors, has_range, has_samples):
        """Show rows of a name and the values of all other columns; hide what is not known."""
        header = self.horizontalHeader()
        column, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        self.rows.set_rows(rows, theme.color_icons(colors))
        self.rows.sort(column, order)
        for column in _OF_RANGE:
            self.setColumnHidden(column, not has_range)
        self.setColumnHidden(_OF_SAMPLES, not has_samples)

    def show_chosen(self, name):
        """Mark the row of this name."""
        self.selectionModel().clearSelection()
        for row in range(self.rows.rowCount()):
            if self._name(row) == name:
                flags = QItemSelectionModel.ClearAndSelect | QItemSelectionModel.Rows
                self.selectionModel().setCurrentIndex(self.rows.index(row, 0), flags)

    def keyPressEvent(self, event):
        if event.key() in _CHOOSING and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _click(self, index):
        if len(self.selectionModel().selectedRows()) == 1:
            self._choose(index)

    def _choose(self, index):
        self.chosen.emit(self._name(index.row()))

    def _name(self, row):
        return self.rows.data(self.rows.index(row, 0), Qt.EditRole)
