"""The field to find features by their names: as it is typed, by Enter, by Escape."""

import numpy as np
import pytest
from AnyQt.QtCore import Qt
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QDialog, QVBoxLayout

from orangecontrib.phidelta.widgets.controls.finding import FindField


class Names:
    """Finds a text in three names of two signatures."""

    names = ("ape", "Bee", "bear")
    count = 12_345

    def __init__(self):
        self.asked = []

    def find(self, text):
        self.asked.append(text)
        marks = [i for i, name in enumerate(self.names) if text.lower() in name.lower()]
        return [np.array(marks, int), np.array([], int)]

    def variables(self, found):
        return [self.names[mark] for mark in found[0]]


@pytest.fixture
def window(app):
    """A dialog, as Orange's widgets are: Enter presses its button, Escape closes it."""
    window = QDialog()
    field = FindField()
    QVBoxLayout(window).addWidget(field)
    field.told, field.selected = [], []
    field.found.connect(field.told.append)
    field.chosen.connect(field.selected.append)
    field.set_finder(Names())
    window.field = field
    window.show()
    return window


@pytest.fixture
def field(window):
    return window.field


def told(field):
    """Marks of the first signature that were found last."""
    return None if field.told[-1] is None else field.told[-1][0].tolist()


def test_what_is_typed_is_sought_once_typing_has_paused(field):
    assert told(field) is None
    assert not field.label.isVisible()
    QTest.keyClicks(field.edit, "be")
    assert told(field) is None
    assert QTest.qWaitFor(lambda: field._finder.asked == ["be"], 10_000)
    assert told(field) == [1, 2]
    assert field.label.text() == "2 of 12,345"
    assert field.label.isVisible()
    QTest.keyClicks(field.edit, "x")
    assert QTest.qWaitFor(lambda: field.label.text() == "0 of 12,345", 10_000)
    assert told(field) == []


def test_enter_selects_at_once_what_is_found(field):
    QTest.keyClicks(field.edit, "be")
    QTest.keyClick(field.edit, Qt.Key_Return)
    assert field.selected == [["Bee", "bear"]]
    QTest.keyClick(field.edit, Qt.Key_Enter)
    assert len(field.selected) == 2
    for text in ("q", "", "  "):
        field.edit.setText(text)
        QTest.keyClick(field.edit, Qt.Key_Return)
    assert len(field.selected) == 2


def test_escape_clears_at_once_and_the_window_stays(window, field):
    QTest.keyClicks(field.edit, "be")
    QTest.qWait(400)
    QTest.keyClick(field.edit, Qt.Key_Escape)
    assert field.edit.text() == ""
    assert told(field) is None
    assert not field.label.isVisible()
    assert window.isVisible()
    # with nothing to clear, it is for the window
    QTest.keyClick(field.edit, Qt.Key_Escape)
    assert not window.isVisible()


def test_other_marks_are_searched_for_what_is_typed(field):
    QTest.keyClicks(field.edit, "ape")
    other = Names()
    other.names = ("bear", "ape")
    field.set_finder(other)
    assert told(field) == [1]
    assert other.asked == ["ape"]
    count = len(field.told)
    QTest.qWait(400)
    assert len(field.told) == count


def test_ctrl_f_leads_there(window, field):
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    field.edit.clearFocus()
    QTest.keyClick(window, Qt.Key_F, Qt.ControlModifier)
    assert field.edit.hasFocus()
    assert field.edit.accessibleName() == "Find a feature"
