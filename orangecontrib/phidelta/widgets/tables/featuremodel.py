"""Features in rows, for a table that is sorted and filtered; no row costs until it is seen."""

from AnyQt.QtCore import QAbstractTableModel, QModelIndex, Qt
from AnyQt.QtGui import QFont
from Orange.widgets import gui

from orangecontrib.phidelta.plot.tips import tip
from orangecontrib.phidelta.widgets.tables.bars import BAR_ROLE, CHOSEN_ROLE
from orangecontrib.phidelta.widgets.tables.featurecolumns import (
    COLUMNS,
    INDEX,
    STYLES,
    arranged,
    bar,
    bar_scale,
)

_BOLD = QFont()
_BOLD.setBold(True)


class FeatureModel(QAbstractTableModel):
    """Features in rows, `COLUMNS` in columns; sorts and filters itself.

    Attributes
    ----------
    features : list of int
        The features shown, from top to bottom, by their index in the table of data.
    """

    def __init__(self, parent=None):
        super().__init__(parent)
        self.features = []
        self._variables = ()
        self._rows = {}
        self._scales = {}
        self._explain = None
        self._sorting = ("rank", False)
        self._pattern = ""
        self._chosen = frozenset()

    def show_features(self, variables, rows, explain):
        """Show other features.

        Parameters
        ----------
        variables : sequence of Orange variables
        rows : dict of str to list
            As of `feature_rows`.
        explain : callable
            Gives a sentence about a feature.
        """
        empty = {key: [None] * len(variables) for key in INDEX}
        self.beginResetModel()
        self._variables, self._rows, self._explain = variables, empty | rows, explain
        self._scales = {}
        self._arrange()
        self.endResetModel()

    @property
    def count(self):
        """How many features there are, shown or not."""
        return len(self._variables)

    def set_values(self, key, values):
        """Show other values in one column, given in the order of the data; None for none."""
        self._rows[key] = [None] * len(self._variables) if values is None else values
        if key == self._sorting[0]:
            self._rearrange()
        elif self.features:
            column = INDEX[key]
            last = self.index(len(self.features) - 1, column)
            self.dataChanged.emit(self.index(0, column), last)

    def set_chosen(self, features):
        """Mark these features as those that are selected."""
        self._chosen = frozenset(features)
        if self.features:
            last = self.index(len(self.features) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def set_filter(self, text):
        """Show only features with this text in their name, in whatever case."""
        self._pattern = text.strip().casefold()
        self._rearrange()

    def sort(self, column, order=Qt.AscendingOrder):
        """Sort by a column; what is undefined stays last."""
        if column >= 0:
            self._sorting = (COLUMNS[column].key, order == Qt.DescendingOrder)
            self._rearrange()

    def rowCount(self, parent=QModelIndex()):  # noqa: B008
        return 0 if parent.isValid() else len(self.features)

    def columnCount(self, parent=QModelIndex()):  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index, role=Qt.DisplayRole):
        if not index.isValid():
            return None
        feature, column = self.features[index.row()], COLUMNS[index.column()]
        value = self._rows[column.key][feature]
        if role == Qt.DisplayRole:
            return STYLES[column.style](value)
        if role == BAR_ROLE:
            return bar(column.key, self._rows, feature, self._scale(column.key))
        if role == CHOSEN_ROLE:
            return feature in self._chosen
        if role == Qt.FontRole and column.key == "name" and feature in self._chosen:
            return _BOLD
        if role == Qt.TextAlignmentRole and column.style != "text":
            return Qt.AlignRight | Qt.AlignVCenter
        if role == Qt.DecorationRole and column.key == "name":
            return gui.attributeIconDict[self._variables[feature]]
        return self._tip(feature, column) if role == Qt.ToolTipRole else None

    def texts(self, rows, columns):
        """What is written in these cells, row by row."""
        features = [self.features[row] for row in rows]
        shown = [COLUMNS[column] for column in columns]
        values = ([self._rows[each.key][feature] for feature in features] for each in shown)
        texts = [map(STYLES[each.style], of) for each, of in zip(shown, values, strict=True)]
        return list(zip(*texts, strict=True))

    def headerData(self, section, orientation, role=Qt.DisplayRole):
        if orientation == Qt.Vertical:
            return None
        column = COLUMNS[section]
        if role == Qt.InitialSortOrderRole:
            return Qt.DescendingOrder if column.is_high_first else Qt.AscendingOrder
        return column.header_data(role, is_fixed=column.key == "name")

    def _scale(self, key):
        """The `bar_scale` of a column, from when it is first seen."""
        if key not in self._scales:
            self._scales[key] = bar_scale(key, self._rows)
        return self._scales[key]

    def _tip(self, feature, column):
        sentence = self._explain(feature)
        if column.style == "text":
            return tip(sentence)
        text = STYLES[column.style](self._rows[column.key][feature])
        return tip(f"{column.tip}: {text}\n{sentence}")

    def _rearrange(self):
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _arrange(self):
        key, is_descending = self._sorting
        features = arranged(self._rows.get(key, []), is_descending)
        if self._pattern:
            names = self._rows.get("name", [])
            features = [i for i in features if self._pattern in names[i].casefold()]
        self.features = features
