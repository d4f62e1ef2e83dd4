"""Tables whose user copies what is selected, and chooses the columns."""

from dataclasses import dataclass

from AnyQt.QtCore import QEvent, QMimeData, QPoint, Qt
from AnyQt.QtGui import QKeySequence
from AnyQt.QtWidgets import QApplication, QToolButton
from Orange.widgets.evaluate.utils import SelectableColumnsHeader
from Orange.widgets.utils.tableview import (
    TableView,
    lines_to_csv_string,
    table_selection_to_list,
)


@dataclass(frozen=True)
class Column:
    """A column: its key, header and tool tip."""

    key: str
    header: str
    tip: str

    def header_data(self, role, is_fixed=False):
        """What the model of a `ColumnTable` tells about it; a fixed one cannot be hidden."""
        title = self.header if self.header == self.tip else f"{self.header}: {self.tip}"
        return {
            Qt.DisplayRole: self.header,
            Qt.ToolTipRole: self.tip,
            SelectableColumnsHeader.SelectMenuRole: (title, not is_fixed),
            SelectableColumnsHeader.ShownHintRole: self.key,
        }.get(role)


#: Longer names, in pixels, are elided; their tool tips have them whole.
NAME_WIDTH = 320


class CopyTable(TableView):
    """A table whose cells are copied with Ctrl+C; long names are elided in the middle."""

    def __init__(self, **kwargs):
        super().__init__(wordWrap=False, textElideMode=Qt.ElideMiddle, **kwargs)

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
        """Copy what is selected as text."""
        texts, mime = self.selected_texts(), QMimeData()
        commas, tabs = (lines_to_csv_string(texts, each) for each in ("excel", "excel-tab"))
        for kind, text in ("csv", commas), ("tab-separated-values", tabs), ("plain", tabs):
            mime.setData(f"text/{kind}", text.encode())
        QApplication.clipboard().setMimeData(mime)

    def selected_texts(self):
        """What is written in the selected cells, row by row."""
        return table_selection_to_list(self)


class ColumnTable(CopyTable):
    """A table whose header has a menu of all columns.

    Its model tells the names of the columns, see `Column.header_data`.
    """

    def add_column_menu(self, shown):
        """Have a header with a menu, which writes into the dict `shown` of key to bool."""
        header = SelectableColumnsHeader(shown)
        self.setHorizontalHeader(header)
        header.setSectionsClickable(True)
        header.update_shown_columns()

    def columns_button(self):
        """A button that opens the menu of the header."""
        button = QToolButton(text="Columns", arrowType=Qt.DownArrow)
        button.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        button.setToolTip("Choose the columns")
        button.clicked.connect(self.choose_columns)
        return button

    def choose_columns(self):
        """Open the menu of columns."""
        header = self.horizontalHeader()
        header.show_column_chooser(QPoint(header.viewport().width(), 0))

    def show_column(self, key, is_shown):
        """Show or hide a column, as the menu would; tells whether this is a change."""
        header = self.horizontalHeader()
        has_changed = header.show_column_hints[key] != is_shown
        if has_changed:
            header.show_column_hints[key] = is_shown
            header.update_shown_columns()
        return has_changed

    def follow_order(self, moved):
        """Let the user move columns; `moved` is called with their keys, from left to right."""
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.sectionMoved.connect(lambda *_: moved(self.column_order()))

    def columns_in_sight(self):
        """Columns that are not hidden, from left to right."""
        header = self.horizontalHeader()
        places = map(header.logicalIndex, range(header.count()))
        return [column for column in places if not self.isColumnHidden(column)]

    def column_order(self):
        """Keys of all columns, from left to right."""
        header = self.horizontalHeader()
        return [self._key(header.logicalIndex(place)) for place in range(header.count())]

    def order_columns(self, keys):
        """Put the columns of these keys first, in this order, without a signal."""
        header = self.horizontalHeader()
        columns = {self._key(column): column for column in range(header.count())}
        header.blockSignals(True)
        for place, key in enumerate(keys):
            header.moveSection(header.visualIndex(columns[key]), place)
        header.blockSignals(False)
        self.viewport().update()

    def _key(self, column):
        role = SelectableColumnsHeader.ShownHintRole
        return self.model().headerData(column, Qt.Horizontal, role)
