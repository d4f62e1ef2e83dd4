"""The table of features: sorted by any column, with bars, and with a choice that lasts."""

from AnyQt.QtCore import QItemSelection, QItemSelectionModel, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QAbstractItemView, QHeaderView

from orangecontrib.phidelta.widgets.tables.bars import BarDelegate
from orangecontrib.phidelta.widgets.tables.columns import ColumnTable
from orangecontrib.phidelta.widgets.tables.featurecolumns import COLUMNS, INDEX
from orangecontrib.phidelta.widgets.tables.featuremodel import FeatureModel


class FeatureView(ColumnTable):
    """Shows a `FeatureModel`; what is chosen stays so when it is sorted, filtered or shown anew.

    By hand, the rows selected are those chosen. Otherwise, chosen ones are only marked, and the
    user selects rows to look at and to copy.

    Parameters
    ----------
    shown : dict of str to bool
        Columns that are shown; the header's menu changes it.

    Signals
    -------
    selection_changed : list of int
        By the user, by hand: the features chosen, whether the filter shows them or not.
    looked_at :
        The user has selected rows that are not chosen by that.
    order_changed : list of str
        By the user: keys of the columns, from left to right.
    sorting_changed : str, bool
        By the user: the column, and whether the order is descending.
    """

    selection_changed = Signal(list)
    looked_at = Signal()
    order_changed = Signal(list)
    sorting_changed = Signal(str, bool)

    #: Long names have so much room, and more where other columns leave it.
    NAME_WIDTH = 250

    def __init__(self, shown):
        super().__init__(
            selectionBehavior=QAbstractItemView.SelectRows,
            selectionMode=QAbstractItemView.ExtendedSelection,
            editTriggers=QAbstractItemView.NoEditTriggers,
            showGrid=False,
            tabKeyNavigation=False,
        )
        self._selected, self._looked = set(), set()
        self._is_by_hand = False
        self._must_fit = False
        self.feature_model = FeatureModel(self)
        self.setModel(self.feature_model)
        self._delegate = BarDelegate(self)
        self.setItemDelegate(self._delegate)
        height = self.fontMetrics().lineSpacing() + BarDelegate.ROOM.height()
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalHeader().hide()
        self.add_column_menu(shown)
        self._set_header(self.horizontalHeader())
        self.feature_model.modelReset.connect(self._show_selection)
        self.selectionFinished.connect(self._on_selected)
        self.follow_order(self.order_changed.emit)

    def _set_header(self, header):
        # headers ask of each column whether all its rows are selected, which takes long for many
        header.setSelectionModel(QItemSelectionModel(self.feature_model, header))
        header.setSectionResizeMode(QHeaderView.Interactive)
        header.setResizeContentsPrecision(100)
        header.setSortIndicatorShown(True)
        header.sortIndicatorChanged.connect(self._on_sorted)

    def sort_by(self, key, is_descending):
        """Sort by a column, as a click on its header would."""
        order = Qt.DescendingOrder if is_descending else Qt.AscendingOrder
        self.horizontalHeader().setSortIndicator(INDEX[key], order)

    def show_column(self, key, is_shown):
        """Show or hide a column, as its header's menu would."""
        if super().show_column(key, is_shown):
            self.fit_columns()

    def fit_columns(self):
        """Make columns as wide as what is in them, long names if there is room."""
        self._must_fit = not self.isVisible()
        self.resizeColumnsToContents()
        name = INDEX["name"]
        wanted = self.columnWidth(name)
        room = self.viewport().width() - self.horizontalHeader().length() + wanted
        self.setColumnWidth(name, min(wanted, max(room, self.NAME_WIDTH)))

    def set_by_hand(self, is_by_hand):
        """Whether rows that the user selects are chosen; otherwise they are looked at only."""
        if is_by_hand != self._is_by_hand:
            self._looked = set()
        self._is_by_hand = is_by_hand

    def select(self, features):
        """Choose exactly these features, without a signal."""
        self._selected = set(features)
        self.feature_model.set_chosen(self._selected)
        self._show_selection()

    def look_at(self, features):
        """Select rows of these features to look at, without a signal."""
        self._looked = set(features)
        self._show_selection()

    @property
    def selection(self):
        """The features chosen, whether the filter shows them or not."""
        return sorted(self._selected)

    @property
    def looked(self):
        """The features that are selected, but not chosen by that."""
        return sorted(self._looked)

    def hidden_selection(self):
        """The chosen features that the filter does not show."""
        return self._selected.difference(self.feature_model.features)

    def showEvent(self, event):
        """Fit columns of what came before anybody could see how much room there is."""
        super().showEvent(event)
        if self._must_fit:
            self.fit_columns()

    def keyPressEvent(self, event):
        """Tell that rows are not selected by hand."""
        super().keyPressEvent(event)

    def _show_selection(self):
        model, last = self.feature_model, len(COLUMNS) - 1
        selection, first = QItemSelection(), None
        shown = self._selected if self._is_by_hand else self._looked
        is_selected = [feature in shown for feature in model.features]
        for row, is_in in enumerate([*is_selected, False]):
            if is_in and first is None:
                first = row
            elif not is_in and first is not None:
                selection.select(model.index(first, 0), model.index(row - 1, last))
                first = None
        self.blockSignals(True)
        self.selectionModel().select(selection, QItemSelectionModel.ClearAndSelect)
        self.blockSignals(False)

    def selected_texts(self):
        """What is written in the selected rows, if there are none in those that are chosen.

        To ask each cell would take long.
        """
        features = self.feature_model.features
        rows = sorted(self._selected_rows()) or [
            row for row, feature in enumerate(features) if feature in self._selected
        ]
        return self.feature_model.texts(rows, self.columns_in_sight())

    def _selected_rows(self):
        ranges = self.selectionModel().selection()
        return {row for each in ranges for row in range(each.top(), each.bottom() + 1)}

    def _on_selected(self):
        features = self.feature_model.features
        shown = {features[row] for row in self._selected_rows()}
        if self._is_by_hand:
            self._selected = self.hidden_selection() | shown
            self.feature_model.set_chosen(self._selected)
            self.selection_changed.emit(self.selection)
        else:
            self._looked = shown
            self.looked_at.emit()

    def _on_sorted(self, column, order):
        self.feature_model.sort(column, order)
        self.sorting_changed.emit(COLUMNS[column].key, order == Qt.DescendingOrder)
