"""The sortable, copyable table of scores below a diagram."""

import math

from AnyQt.QtCore import QEvent, Qt
from AnyQt.QtGui import QKeySequence
from AnyQt.QtWidgets import QAbstractItemView, QApplication, QHeaderView
from Orange.widgets.utils.itemmodels import PyTableModel
from Orange.widgets.utils.tableview import TableView, table_selection_to_mime_data

from orangecontrib.phidelta.core.explain import number

#: Columns: key of the score, header, what it is.
COLUMNS = (
    ("phi", "φ", "Bias at class ratio 1 : 1: sensitivity - specificity"),
    ("delta", "δ", "Balanced: sensitivity + specificity - 1"),
    ("phi_b", "φ_b", "Bias at the class ratio shown: above 0, positive is said too often"),
    ("delta_b", "δ_b", "2 accuracy - 1, at the class ratio shown"),
    ("accuracy", "Acc", "Share of right decisions"),
    ("sensitivity", "Sens", "Sensitivity (recall, true positive rate)"),
    ("specificity", "Spec", "Specificity (true negative rate)"),
    ("precision", "Prec", "Precision: share of positives among those called positive"),
    ("npv", "NPV", "Negative predictive value: share of negatives among the others"),
    ("f_beta", "F", "F measure: harmonic mean of precision and sensitivity (weight β)"),
    ("mcc", "MCC", "Matthews correlation coefficient"),
    ("kappa", "κ", "Cohen's kappa: agreement beyond chance"),
    ("auc", "AUC", "Area under the ROC curve, all folds pooled"),
    ("information", "Info", "Mutual information of class and decision, in bits"),
)


class ScoreModel(PyTableModel):
    """Rows of a name and scores; a tool tip gives the interval."""

    def __init__(self, parent=None):
        super().__init__(parent=parent)
        self.setHorizontalHeaderLabels(["Model", *(header for _, header, _ in COLUMNS)])
        self._intervals = []
        self._undefined = math.inf

    def sort(self, column, order=Qt.AscendingOrder):
        """Sort by a column; undefined scores stay last."""
        self._undefined = math.inf if order == Qt.AscendingOrder else -math.inf
        super().sort(column, order)

    def sortColumnData(self, column):
        values = super().sortColumnData(column)
        if not column:
            return values
        return [self._undefined if math.isnan(value) else value for value in values]

    def set_rows(self, rows):
        """Show rows of (name, scores by name, callable that gives intervals by name)."""
        self._intervals = [intervals for _, _, intervals in rows]
        self.wrap(
            [[name, *(float(scores[key]) for key, _, _ in COLUMNS)] for name, scores, _ in rows]
        )

    def data(self, index, role=Qt.DisplayRole):
        if (
            not index.isValid()
            or not index.column()
            or role
            not in (
                Qt.DisplayRole,
                Qt.ToolTipRole,
            )
        ):
            return super().data(index, role)
        row = self.mapToSourceRows(index.row())
        value = number(self[row][index.column()])
        return value if role == Qt.DisplayRole else self._tip(row, index.column(), value)

    def headerData(self, section, orientation, role=Qt.DisplayRole):
        if orientation == Qt.Horizontal and section and role == Qt.ToolTipRole:
            return COLUMNS[section - 1][2]
        return super().headerData(section, orientation, role)

    def _tip(self, row, column, value):
        key, _, meaning = COLUMNS[column - 1]
        low, high = self._intervals[row]().get(key, (math.nan, math.nan))
        if math.isnan(low):
            return f"{meaning}\n{value}; no interval"
        return f"{meaning}\n{value}, 95 % interval {number(low)} to {number(high)}"


class ScoreTable(TableView):
    """Shows a `ScoreModel`; cells are copied with Ctrl+C."""

    def __init__(self):
        super().__init__(
            sortingEnabled=True,
            editTriggers=QAbstractItemView.NoEditTriggers,
            selectionMode=QAbstractItemView.ExtendedSelection,
            alternatingRowColors=True,
        )
        self.scores = ScoreModel(self)
        self.setModel(self.scores)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeToContents)
        self.horizontalHeader().setSortIndicator(-1, Qt.AscendingOrder)

    def event(self, event):
        # Orange's widgets copy their picture with the same keys, unless the table claims them.
        if event.type() == QEvent.ShortcutOverride and event.matches(QKeySequence.Copy):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event):
        if event.matches(QKeySequence.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self):
        """Copy the selected cells as text."""
        QApplication.clipboard().setMimeData(table_selection_to_mime_data(self))

    def show_scores(self, rows, is_standard):
        """Show rows as `ScoreModel.set_rows`, with φ and δ or with φ_b and δ_b."""
        header = self.horizontalHeader()
        column, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        self.scores.set_rows(rows)
        for i, (key, _, _) in enumerate(COLUMNS, start=1):
            self.setColumnHidden(
                i, key in (("phi_b", "delta_b") if is_standard else ("phi", "delta"))
            )
        self.scores.sort(column, order)
