"""The table of candidates under operating conditions."""

import math

from AnyQt.QtCore import QItemSelectionModel, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QAbstractItemView, QHeaderView
from Orange.widgets.utils.itemmodels import PyTableModel
from Orange.widgets.utils.tableview import TableView

from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.plot.tips import tip

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
    ("P(chosen)", "Share of bootstrap samples in which it costs least now"),
)


class _Model(PyTableModel):
    def data(self, index, role=Qt.DisplayRole):
        value = super().data(index, Qt.EditRole) if index.isValid() else None
        if role == Qt.DisplayRole and index.column():
            if isinstance(value, float) and math.isinf(value):
                return "above all" if value > 0 else "below all"
            return f"{value:.0%}" if index.column() == 5 and value == value else number(value)
        if role == Qt.ToolTipRole:
            return tip(f"{COLUMNS[index.column()][1]}")
        return super().data(index, role)

    def headerData(self, section, orientation, role=Qt.DisplayRole):
        if orientation == Qt.Horizontal and role == Qt.ToolTipRole:
            return COLUMNS[section][1]
        return super().headerData(section, orientation, role)


class ConditionsTable(TableView):
    """A row for each candidate; choosing one tells it.

    Signals
    -------
    chosen : str
        Name of the candidate that the user has clicked.
    """

    chosen = Signal(str)

    def __init__(self):
        super().__init__(
            sortingEnabled=True,
            editTriggers=QAbstractItemView.NoEditTriggers,
            selectionMode=QAbstractItemView.SingleSelection,
            selectionBehavior=QAbstractItemView.SelectRows,
            alternatingRowColors=True,
        )
        self.rows = _Model(parent=self)
        self.rows.setHorizontalHeaderLabels([header for header, _ in COLUMNS])
        self.setModel(self.rows)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeToContents)
        self.horizontalHeader().setSortIndicator(-1, Qt.AscendingOrder)
        self.clicked.connect(lambda index: self.chosen.emit(self._name(index.row())))

    def show_rows(self, rows, has_range, has_samples):
        """Show rows of a name and the values of all other columns; hide what is not known."""
        self.rows.wrap([list(row) for row in rows])
        for column in range(3, 9):
            self.setColumnHidden(column, not has_range)
        self.setColumnHidden(9, not has_samples)

    def show_chosen(self, name):
        """Mark the row of this name."""
        self.selectionModel().clearSelection()
        for row in range(self.rows.rowCount()):
            if self._name(row) == name:
                flags = QItemSelectionModel.ClearAndSelect | QItemSelectionModel.Rows
                self.selectionModel().select(self.rows.index(row, 0), flags)

    def _name(self, row):
        return self.rows.data(self.rows.index(row, 0), Qt.EditRole)
