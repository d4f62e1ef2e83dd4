"""Reports in which text from data is text."""

from html import escape

from AnyQt.QtWidgets import QStyledItemDelegate


class _EscapingDelegate(QStyledItemDelegate):
    """Gives the texts of cells as HTML; reports of tables take them from the delegate."""

    def displayText(self, value, locale):
        return escape(super().displayText(value, locale))


class TextReport:
    """Adds texts to the report of a widget as such, where Orange takes them for HTML.

    To be put before the widget among the bases. `report_raw` remains for HTML.
    """

    def report_items(self, name, items):
        items = [(label, escape(v) if isinstance(v, str) else v) for label, v in items]
        super().report_items(name, items)

    def report_paragraph(self, name, text):
        super().report_paragraph(name, escape(text))

    def report_table(self, name, view):
        usual, escaping = view.itemDelegate(), _EscapingDelegate(view)
        view.setItemDelegate(escaping)
        super().report_table(name, view)
        view.setItemDelegate(usual)
