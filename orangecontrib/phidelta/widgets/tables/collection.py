"""The table of a collection: a row for each data set."""

import math

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QAbstractItemView, QHeaderView
from Orange.widgets.utils.itemmodels import PyTableModel

from orangecontrib.phidelta.core.words import count, number
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.tips import tip
from orangecontrib.phidelta.widgets.tables.columns import CopyTable

#: Columns that are not just numbers of three decimals, and what columns mean.
_COUNTS, _SHARES = ("Negatives", "Positives", "Features"), ("Beyond chance",)
_TIPS = {
    "neg/pos": "Class ratio: negatives for each positive",
    "|δ| scaled": "Greatest |δ| of a feature, numeric values scaled by their range",
    "|δ| best cut": "Greatest |δ| of a feature, numeric values by their best cut",
    "|δ| ranks": "Greatest |δ| of a feature, by ranks: the area under the curve less 1/2",
    "Beyond chance": (
        "Share of the features, as pictured, with q of at most 0.05: within each data set, no "
        "more than 5 % of those found are to be expected by chance"
    ),
    "Looks": "What the signature as pictured says of the problem",
    "Gain of the best model": "δ of the best model less that of the best feature as pictured",
    "Gain low": "End of the 95 % interval of the gain over the feature that is truly best",
    "Gain high": "End of the 95 % interval of the gain over the feature that is truly best",
    "Results": "How test results were found to be of this data set",
}


class CollectionModel(PyTableModel):
    """Rows of texts and numbers under any headers."""

    def __init__(self, parent):
        super().__init__(parent=parent)
        self.heads, self._icons = [], {}
        self._undefined = math.inf

    def set_rows(self, rows, colors):
        """Show rows, dicts with the same keys; heads of models have a mark of their colour."""
        icons = theme.color_icons(colors.values())
        self._icons = {f"δ {name}": icon for name, icon in zip(colors, icons, strict=True)}
        self.heads = list(rows[0]) if rows else []
        self.setHorizontalHeaderLabels(self.heads)
        self.wrap([list(row.values()) for row in rows])

    def sort(self, column, order=Qt.AscendingOrder):
        """Sort by a column; undefined numbers stay last."""
        self._undefined = math.inf if order == Qt.AscendingOrder else -math.inf
        super().sort(column, order)

    def sortColumnData(self, column):
        # nan is the one value that differs from itself
        return [v if v == v else self._undefined for v in super().sortColumnData(column)]

    def data(self, index, role=Qt.DisplayRole):
        if not index.isValid() or role not in (Qt.DisplayRole, Qt.ToolTipRole):
            return super().data(index, role)
        value = self[self.mapToSourceRows(index.row())][index.column()]
        text, head = self._told(value, self.heads[index.column()]), self.heads[index.column()]
        return text if role == Qt.DisplayRole else tip(f"{_TIPS.get(head, head)}\n{text}")

    def headerData(self, section, orientation, role=Qt.DisplayRole):
        head = self.heads[section] if section < len(self.heads) else ""
        if orientation == Qt.Horizontal and role == Qt.ToolTipRole:
            return tip(_TIPS.get(head, head))
        if orientation == Qt.Horizontal and role == Qt.DecorationRole:
            return self._icons.get(head)
        return super().headerData(section, orientation, role)

    @staticmethod
    def _told(value, head):
        if isinstance(value, str):
            return value
        if head in _SHARES and value == value:
            return f"{value:.0%}"
        return count(value) if head in _COUNTS else number(value)


class CollectionTable(CopyTable):
    """Shows a `CollectionModel`; cells are copied with Ctrl+C."""

    def __init__(self):
        super().__init__(
            sortingEnabled=True,
            editTriggers=QAbstractItemView.NoEditTriggers,
            selectionMode=QAbstractItemView.ExtendedSelection,
            alternatingRowColors=True,
        )
        self.setAccessibleName("Data sets")
        self.rows = CollectionModel(self)
        self.setModel(self.rows)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeToContents)
        header.setSortIndicator(-1, Qt.AscendingOrder)

    def show_rows(self, rows, colors):
        """Show rows and colours as of `CollectionModel.set_rows`, sorted as before."""
        header = self.horizontalHeader()
        column, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        self.rows.set_rows(rows, colors)
        self.rows.sort(column if column < len(self.rows.heads) else -1, order)
