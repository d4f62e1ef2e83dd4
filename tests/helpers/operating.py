"""Operates whatever a widget has: every control, every plot, every table, by real events."""

from unittest.mock import patch

import numpy as np
import pyqtgraph as pg
from AnyQt.QtCore import QItemSelectionModel, QPoint, Qt
from AnyQt.QtGui import QColor, QPalette
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGraphicsView,
    QLineEdit,
    QListWidget,
    QSlider,
    QTableView,
    QToolButton,
    QWidget,
)

#: What is typed where text can be typed.
TYPED = ("", "e", "3 : 1", "1e-8", "0, 0.25, nan, inf, 1e400, x", "<b>", "9" * 400, "-1", "1/0")
#: More would be work for minutes, which is what the user asked for.
MOST_SAMPLES = 20


def operations(widget):
    """(name, callable) of all that can be done with the controls that are there and enabled."""
    found = []
    for area in (widget.controlArea, widget.mainArea, widget.buttonsArea):
        for control in area.findChildren(QWidget):
            operate = next((o for kind, o in _KINDS.items() if isinstance(control, kind)), None)
            if operate is not None and _is_there(widget, control):
                name = _name(control)
                found += [(f"{name} {what}", do) for what, do in operate(control)]
    return found


def _is_there(widget, control):
    """A part of a spin box or of a combo box is operated with it."""
    whole = control.parent()
    is_part = isinstance(whole, QAbstractSpinBox | QComboBox)
    return control.isEnabled() and control.isVisibleTo(widget) and not is_part


def _name(control):
    words = control.accessibleName() or getattr(control, "text", lambda: "")()
    return f"{type(control).__name__} {words}".strip()


def _combo(combo):
    def choose(row):
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        combo.textActivated.emit(combo.itemText(row))

    return [(f"to {combo.itemText(r)}", lambda r=r: choose(r)) for r in range(combo.count())]


def _button(button):
    def press():
        with patch("Orange.widgets.evaluate.utils.PersistentMenu.exec"):  # waits for the user
            button.click()

    opens = isinstance(button, QToolButton) and button.menu() is not None
    return [] if opens else [("clicked", press)]


def _spin(spin):
    most = MOST_SAMPLES if spin.accessibleName() == "Bootstrap samples" else spin.maximum()
    values = dict.fromkeys((spin.minimum(), spin.value(), (spin.minimum() + most) / 2, most))
    return [(f"to {v:g}", lambda v=v: spin.setValue(type(spin.value())(v))) for v in values]


def _slider(slider):
    values = slider.minimum(), slider.value(), slider.maximum()
    return [(f"to {value}", lambda v=value: slider.setValue(v)) for value in values]


def _list(view):
    def select(rows):
        view.clearSelection()
        for row in rows:
            if 0 <= row < view.count():
                view.item(row).setSelected(True)

    choices = {"none": (), "first": (0,), "second": (1,), "last": (view.count() - 1,)}
    choices["all"] = range(min(view.count(), 8))
    return [(what, lambda rows=rows: select(rows)) for what, rows in choices.items()]


def _line(line):
    def type_in(text):
        line.setText(text)
        line.editingFinished.emit()

    keys = [
        (f"{name} pressed", lambda k=key: QTest.keyClick(line, k))
        for name, key in (("Enter", Qt.Key_Return), ("Escape", Qt.Key_Escape))
        if line.text()  # an empty one leaves the keys to the window, which closes
    ]
    return keys + [(f"typed {text[:20]!r}", lambda t=text: type_in(t)) for text in TYPED]


def _table(view):
    header = view.horizontalHeader()

    def sort(column):
        place = QPoint(header.sectionViewportPosition(column) + 5, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.LeftButton, Qt.NoModifier, place)

    def click(row):
        place = view.visualRect(view.model().index(row, 0)).center()
        QTest.mouseClick(view.viewport(), Qt.LeftButton, Qt.ControlModifier, place)

    def keys():
        for key in (Qt.Key_A, Qt.Key_C):
            QTest.keyClick(view, key, Qt.ControlModifier)

    rows = range(min(view.model().rowCount(), 2))
    shown = [c for c in range(view.model().columnCount()) if not view.isColumnHidden(c)]
    sorts = [(f"sorted by {c}", lambda c=c: sort(c)) for c in shown[:4]]
    return [*sorts, *((f"row {r}", lambda r=r: click(r)) for r in rows), ("copied", keys)]


_KINDS = {
    QComboBox: _combo,
    QAbstractButton: _button,
    QAbstractSpinBox: _spin,
    QSlider: _slider,
    QListWidget: _list,
    QLineEdit: _line,
    QTableView: _table,
}


def plots(widget):
    """The plots that can be seen."""
    views = widget.mainArea.findChildren(QGraphicsView)
    return [view for view in views if view.isVisibleTo(widget)]


def places(view, count=3):
    """Places all over a plot, and at some of the points drawn."""
    width, height = view.viewport().width(), view.viewport().height()
    steps = (np.arange(count) + 0.5) / count
    grid = [QPoint(int(x * width), int(y * height)) for x in steps for y in steps]
    items = view.scene().items()
    for item in (each for each in items if isinstance(each, pg.ScatterPlotItem)):
        for point in list(item.points())[:1]:
            grid.append(view.mapFromScene(item.mapToScene(point.pos())))
    return [place for place in grid if view.viewport().rect().contains(place)]


def hover(view, place):
    QTest.mouseMove(view.viewport(), place)


def click(view, place, modifier=Qt.NoModifier):
    QTest.mouseClick(view.viewport(), Qt.LeftButton, modifier, place)


def drag(view, start, end):
    """Press, move and let go."""
    QTest.mousePress(view.viewport(), Qt.LeftButton, Qt.NoModifier, start)
    QTest.mouseMove(view.viewport(), (start + end) / 2)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.LeftButton, Qt.NoModifier, end)


def save_image(widget, path):
    """Save the picture by the widget's own button, without the dialog."""
    writer = next(w for w in widget.graph_writers if path.suffix in w.EXTENSIONS)
    chosen = str(path), writer, ""
    name = "orangewidget.utils.saveplot.filedialogs.open_filename_dialog_save"
    with patch(name, return_value=chosen):
        widget.save_graph()


def darken(widget, is_dark=True):
    """Change the palette as the system does."""
    palette = QPalette()
    if is_dark:
        for role, color in ((QPalette.Base, "#202326"), (QPalette.Text, "#fcfcfc")):
            palette.setColor(role, QColor(color))
    widget.setPalette(palette)


def settle_choices(widget):
    """Do away with what no setting keeps: stopped work, a filter, no class."""
    control = getattr(widget, "bootstrap_control", None)
    if control is not None and control.button.text() == "Go on" and control.button.isEnabled():
        control.button.click()
    for line in widget.mainArea.findChildren(QLineEdit):
        if not isinstance(line.parent(), QAbstractSpinBox):
            line.clear()
    # of no class or all of them, a workflow opens with the usual one
    classes = getattr(widget, "positive_list", None)
    if classes is not None and classes.count() and len(classes.state()) in (0, classes.count()):
        classes.clearSelection()
        classes.item(0).setSelected(True)


def select_rows(view, rows):
    """Select rows of a table, as far as it lets."""
    for row in rows:
        flags = QItemSelectionModel.Select | QItemSelectionModel.Rows
        view.selectionModel().select(view.model().index(row, 0), flags)
    QApplication.processEvents()
