"""The sortable, copyable table of scores below a diagram."""

import math
from itertools import repeat

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QVBoxLayout,
    QWidget,
)
from Orange.widgets.utils.itemmodels import PyTableModel

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.words import count, number
from orangecontrib.phidelta.orange.scoretables import SCORE_COLUMNS
from orangecontrib.phidelta.plot.tips import tip
from orangecontrib.phidelta.widgets.controls.kinds import Flag, Record
from orangecontrib.phidelta.widgets.tables.columns import NAME_WIDTH, Column, ColumnTable

#: So many rows tell how wide a column is.
_MEASURED = 30
#: The decisions behind all scores.
COUNTS = ("tp", "fp", "fn", "tn")
#: Shown unless the user chooses otherwise; φ and δ, or φ_b and δ_b, come with the view.
_DEFAULT = (
    "model accuracy sensitivity specificity precision npv f_beta mcc kappa auc information".split()
)


def _column(key):
    quantity, measure = QUANTITIES[key], MEASURES.get(key)
    formula = f": {measure.text}" if measure else ""
    return Column(key, quantity.symbol, quantity.tip or f"{quantity.name}{formula}")


#: Columns: what was decided and what it costs, then all other scores of the output.
COLUMNS = (
    Column("model", "Model", "Name of the model"),
    *map(_column, [*COUNTS, "cost", *(key for key in SCORE_COLUMNS if key != "cost")]),
)

#: Kind of what the user has chosen to see or to hide.
COLUMN_CHOICE = Record({column.key: Flag() for column in COLUMNS[1:]})


class ScoreModel(PyTableModel):
    """Rows of a name and scores; a tool tip gives the interval."""

    def __init__(self, parent=None):
        super().__init__(parent=parent)
        self.setHorizontalHeaderLabels([column.header for column in COLUMNS])
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
        keys = [column.key for column in COLUMNS[1:]]
        self.wrap([[name, *map(scores.get, keys, repeat(math.nan))] for name, scores, _ in rows])

    def data(self, index, role=Qt.DisplayRole):
        usual = super().data(index, role)
        if not index.isValid() or role not in (Qt.DisplayRole, Qt.ToolTipRole):
            return usual
        text, told = usual, str(usual)
        if index.column():
            row, column = self.mapToSourceRows(index.row()), COLUMNS[index.column()]
            value = self[row][index.column()]
            is_count = column.key in COUNTS and not math.isnan(value)
            text = count(value) if is_count else number(value)
            told = self._tip(row, column, text) if role == Qt.ToolTipRole else ""
        return text if role == Qt.DisplayRole else tip(told)

    def headerData(self, section, orientation, role=Qt.DisplayRole):
        if orientation == Qt.Horizontal and role != Qt.DisplayRole:
            own = COLUMNS[section].header_data(role, is_fixed=section == 0)
            if own is not None:
                return own
        return super().headerData(section, orientation, role)

    def _tip(self, row, column, text):
        if column.key in COUNTS:
            return f"{column.tip}\n{text}"
        low, high = self._intervals[row]().get(column.key, (math.nan, math.nan))
        if math.isnan(low):
            return f"{column.tip}\n{text}; no interval"
        return f"{column.tip}\n{text}, 95 % interval {number(low)} to {number(high)}"


class ScoreTable(ColumnTable):
    """Shows a `ScoreModel`; cells are copied with Ctrl+C.

    Parameters
    ----------
    chosen : dict of str to bool
        Columns that the user has shown or hidden; the menu of the header changes it. All others
        show and hide by themselves.
    """

    def __init__(self, chosen):
        super().__init__(
            sortingEnabled=True,
            editTriggers=QAbstractItemView.NoEditTriggers,
            selectionMode=QAbstractItemView.ExtendedSelection,
            alternatingRowColors=True,
        )
        self.chosen = chosen
        self._usual = dict.fromkeys((column.key for column in COLUMNS), False)
        self.scores = ScoreModel(self)
        self.setModel(self.scores)
        self.verticalHeader().hide()
        self.add_column_menu(self._usual | chosen)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeToContents)
        header.setMaximumSectionSize(NAME_WIDTH)
        header.setResizeContentsPrecision(_MEASURED)
        header.setSortIndicator(-1, Qt.AscendingOrder)
        header.sectionVisibleChanged.connect(self._on_column_chosen)

    def show_scores(self, rows, with_columns=()):
        """Show rows as `ScoreModel.set_rows`, and columns that come with what is shown."""
        header = self.horizontalHeader()
        column, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        self.scores.set_rows(rows)
        self._usual = {key: key in _DEFAULT or key in with_columns for key in self._usual}
        header.show_column_hints.update(self._usual | self.chosen)
        header.update_shown_columns()
        self.scores.sort(column, order)

    def is_shown(self, key):
        """Whether there is a column of this score, by itself or because it was chosen."""
        return self.horizontalHeader().show_column_hints[key]

    def _on_column_chosen(self, section, is_shown):
        key = COLUMNS[section].key
        # A choice that changes nothing is none, so that columns go on to show by themselves.
        if is_shown == self._usual[key]:
            self.chosen.pop(key, None)
        else:
            self.chosen[key] = is_shown


class ScorePanel(QWidget):
    """A `ScoreTable` with a button for its columns."""

    def __init__(self, table):
        super().__init__()
        head = QHBoxLayout()
        head.addWidget(QLabel("Scores of the selected models"))
        head.addStretch()
        head.addWidget(table.columns_button())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(table)
