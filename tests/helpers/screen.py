"""Widgets as their users see them: controls by their words, texts as they are shown."""

import re
from pathlib import Path
from unittest.mock import patch

from AnyQt.QtCore import QModelIndex, QPoint, QPointF, Qt
from AnyQt.QtGui import QTextDocument
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTableView,
    QToolTip,
    QWidget,
)
from labsheet import NUMBER
from Orange.data.table import get_sample_datasets_dir


class Screen:
    """A widget as its user sees it: nothing hidden can be read or operated."""

    def __init__(self, widget):
        self.widget = widget
        widget.resize(widget.sizeHint())
        widget.show()
        QTest.qWait(0)

    def find(self, kind, words, within=None):
        """The one visible control of a kind that is called so."""
        found = [c for c in self._visible(kind, within) if words in names_of(c)]
        assert found, f"{self.widget.name} shows no {kind.__name__} {words!r}"
        assert len(found) == 1, f"{self.widget.name}: which {kind.__name__} {words!r}?"
        return found[0]

    def click(self, *words, within=None):
        """Press buttons, or tick or choose boxes, of these labels."""
        for each in words:
            button = self.find(QAbstractButton, each, within)
            assert button.isEnabled(), f"{each!r} cannot be pressed"
            button.click()

    def tick(self, *words, are_ticked=True):
        """Have the boxes of these labels ticked, or not."""
        for each in words:
            if self.find(QAbstractButton, each).isChecked() != are_ticked:
                self.click(each)

    def choose(self, item, of=None):
        """Have an item chosen in the combo box that has it."""
        combos = [c for c in self._visible(QComboBox) if c.findText(item) >= 0]
        combos = [c for c in combos if of is None or of in names_of(c)]
        assert combos, f"{self.widget.name} shows no list to choose {item!r} from"
        assert len(combos) == 1, f"{self.widget.name}: {item!r} of which list?"
        assert combos[0].isEnabled()
        if combos[0].currentText() == item:
            return
        combos[0].setCurrentIndex(combos[0].findText(item))
        combos[0].activated.emit(combos[0].currentIndex())
        combos[0].textActivated.emit(item)

    def select(self, words, *items):
        """Have exactly these items of a list selected."""
        view = self.find(QListView, words)
        assert view.isEnabled()
        if sorted(item.text() for item in view.selectedItems()) == sorted(items):
            return
        view.clearSelection()
        for each in items:
            [found] = view.findItems(each, Qt.MatchExactly)
            found.setSelected(True)

    def type(self, words, text):
        """Type into the field of this label."""
        fields = [f for f in self._visible((QAbstractSpinBox, QLineEdit)) if words in names_of(f)]
        fields = [f for f in fields if not isinstance(f.parent(), (QAbstractSpinBox, QComboBox))]
        assert len(fields) == 1, f"{self.widget.name} shows {len(fields)} fields {words!r}"
        [field] = fields
        if isinstance(field, QAbstractSpinBox):
            assert field.isEnabled(), f"nothing can be typed into {words!r}"
            field.lineEdit().setText(str(text))
            field.interpretText()
        else:
            field.setText(str(text))
            field.editingFinished.emit()

    def field(self, words):
        """What a field, or a box to choose from, shows."""
        control = self.find((QAbstractSpinBox, QComboBox), words)
        return control.currentText() if isinstance(control, QComboBox) else control.text()

    @property
    def text(self):
        """All that is written in labels."""
        return "\n".join(read(label) for label in self._visible(QLabel))

    def read(self, template):
        """The numbers at each {} of a text that is shown."""
        pattern = re.escape(template).replace(r"\{\}", f"({NUMBER})")
        found = re.search(pattern, self.text)
        assert found, f"{self.widget.name} does not say {template!r}, but\n{self.text}"
        return found.groups()

    def column(self, header, table=None):
        """What a column shows, from top to bottom."""
        view, column = self._column(header, table)
        model = view.model()
        return [str(model.index(row, column).data()) for row in range(model.rowCount())]

    def cell(self, row, header, role=Qt.DisplayRole):
        """What the table shows, in the row where some cell has, or begins with, these words."""
        view, column = self._column(header)
        return view.model().index(self._row(view, row), column).data(role)

    def tip(self, row, header):
        """What a cell tells the resting pointer."""
        return read(self.cell(row, header, Qt.ToolTipRole))

    def edit(self, old, new):
        """Change a piece of the text in the editor."""
        [editor] = [e for e in self._visible(QPlainTextEdit) if old in e.toPlainText()]
        assert editor.toPlainText().count(old) == 1, f"which {old!r}?"
        editor.setPlainText(editor.toPlainText().replace(old, new))

    def open_data(self, path):
        """Open a file of data; a bare name is that of a data set that comes with Orange."""
        button = "..." if path.is_absolute() else "Browse documentation datasets"
        opened = str(Path(get_sample_datasets_dir()) / path), None, None
        with patch("Orange.widgets.data.owfile.open_filename_dialog", return_value=opened):
            self.click(button)

    def cells(self):
        """All texts of the one table that is shown, row by row."""
        [view] = self._visible(QTableView)
        model = view.model()
        return [
            [str(model.index(row, column).data()) for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]

    def show_column(self, header):
        """Tick a column in the menu of the button "Columns"."""

        def tick(menu, _):
            [action] = [a for a in menu.actions() if a.text().startswith(f"{header}:")]
            if not action.isChecked():
                action.trigger()

        with patch("Orange.widgets.evaluate.utils.PersistentMenu.exec", tick):
            self.click("Columns")

    def sort(self, header):
        """Click a header."""
        view, column = self._column(header)
        line = view.horizontalHeader()
        view.scrollTo(view.model().index(0, column))
        middle = line.sectionViewportPosition(column) + line.sectionSize(column) // 2
        place = QPoint(middle, line.height() // 2)
        QTest.mouseClick(line.viewport(), Qt.LeftButton, Qt.NoModifier, place)

    def click_row(self, row, header, modifier=Qt.NoModifier):
        """Click a cell."""
        view, column = self._column(header)
        index = view.model().index(self._row(view, row), column)
        view.scrollTo(index)
        place = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.LeftButton, modifier, place)

    def point_at(self, diagram, fpr, tpr):
        """What the diagram tells where the pointer comes to this place of the unit square."""
        diagram.scene().prepareForPaint()  # places are those of the picture as it is seen
        place = diagram.square.sceneTransform().map(QPointF(fpr, tpr))
        diagram.scene().sigMouseMoved.emit(QPointF(-999, -999))
        diagram.scene().sigMouseMoved.emit(place)
        return read(QToolTip.text())

    def told(self, part="point", name=""):
        """What the diagram tells at its points, folds or curves, where it begins with a name."""
        found = []
        for item in self.widget.diagram.classifiers.values():
            for kind, *rates, _ in item.targets() if item.is_selected else ():
                if kind == part:
                    places = zip(*rates, strict=True)
                    found += [self.point_at(self.widget.diagram, *place) for place in places]
        return [text for text in found if text.startswith(name)]

    def _visible(self, kind, within=None):
        parent = self.widget if within is None else self.find(QGroupBox, within)
        return [c for c in parent.findChildren(QWidget) if isinstance(c, kind) and self._sees(c)]

    def _sees(self, control):
        return control.isVisibleTo(self.widget)

    def _column(self, header, table=None):
        views = [v for v in self._visible(QTableView) if table in (None, *names_of(v))]
        for view in views:
            model = view.model()
            for column in range(model.columnCount(QModelIndex()) if model is not None else 0):
                # Test and Score calls "φ (…)" what a sheet calls φ
                title = str(model.headerData(column, Qt.Horizontal)).partition(" (")[0]
                if title == header and not view.isColumnHidden(column):
                    return view, column
        raise AssertionError(f"{self.widget.name} shows no column {header!r}")

    @staticmethod
    def _row(view, words):
        model = view.model()
        for exact in (True, False):
            for row in range(model.rowCount()):
                for column in range(model.columnCount()):
                    text = str(model.index(row, column).data())
                    if text == words or (not exact and text.startswith(words)):
                        return row
        raise AssertionError(f"no row {words!r} is shown")


def read(text):
    """The text of a label, or of what may be HTML, as it is read."""
    if isinstance(text, QLabel):
        text = text.text()
    if re.search(r"<\w|&lt;", text):  # what Qt takes for rich text; "&gt;" it does not
        document = QTextDocument()
        document.setHtml(text)
        text = document.toPlainText()
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


def names_of(control):
    """All that a control is called: its own text, its label, the title of its box."""
    names = [control.accessibleName()]
    if isinstance(control, QAbstractButton):
        names.append(control.text())
    if isinstance(control, QGroupBox):
        names.append(control.title())
    box, parent = control, control.parentWidget()
    while parent is not None and not parent.isWindow():
        layout = parent.layout()
        if isinstance(layout, QFormLayout) and layout.labelForField(control) is not None:
            names.append(layout.labelForField(control).text())
        box, parent = parent, parent.parentWidget()
        if isinstance(box, QGroupBox):
            names.append(box.title())
            break
    for label in control.window().findChildren(QLabel):
        if label.buddy() is control or _stands_before(label, control):
            names.append(label.text())
    return {name.replace("&", "").strip().rstrip(":") for name in names if name}


def _stands_before(label, control):
    """Whether a label is the neighbour to the left in the same row."""
    layout = control.parentWidget().layout() if control.parentWidget() is not None else None
    place = layout.indexOf(control) if layout is not None else -1
    return (
        place > 0
        and not isinstance(layout, QFormLayout)
        and (layout.itemAt(place - 1).widget() is label)
    )
