"""Lists of names and the class ratio."""

import pytest
from AnyQt.QtCore import Qt
from AnyQt.QtTest import QTest

from orangecontrib.phidelta.widgets.controls.classratio import (
    ClassRatioControl,
    parse_class_ratio,
)
from orangecontrib.phidelta.widgets.controls.levels import LevelControls, parse_levels
from orangecontrib.phidelta.widgets.controls.shared import NameList


@pytest.mark.parametrize(
    ("text", "class_ratio"),
    [
        ("4 : 1", 4),
        ("1:20", 0.05),
        ("3/2", 1.5),
        ("2.5", 2.5),
        ("2,5", 2.5),
        ("1e3", 1000),
        *(
            (bad, None)
            for bad in ("", ":", "1:", "a:b", "0:1", "1:0", "-2", "1:2:3", "inf", "nan")
        ),
    ],
)
def test_parse_class_ratio(text, class_ratio):
    assert parse_class_ratio(text) == class_ratio


@pytest.fixture
def control(app):
    control = ClassRatioControl()
    control.set_data_prevalence(0.2)
    control.told = []
    control.changed.connect(lambda: control.told.append("changed"))
    control.settled.connect(lambda: control.told.append("settled"))
    return control


def test_as_in_the_data_is_the_default(control):
    assert control.state() is None
    assert control.prevalence == pytest.approx(0.2)
    assert control.edit.text() == "4 : 1"
    assert control.button.isChecked()
    assert control.told == []


def test_slider_is_logarithmic_and_symmetric(control):
    for value, ratio, text in ((-200, 0.01, "1 : 100"), (0, 1, "1 : 1"), (200, 100, "100 : 1")):
        control.slider.setValue(value)
        assert control.state() == pytest.approx(ratio)
        assert control.edit.text() == text
        assert not control.button.isChecked()
    control.told.clear()
    control.button.click()
    assert control.state() is None
    assert control.slider.value() == 60
    assert control.told == ["changed", "settled"]


def test_typing_is_exact_even_beyond_the_slider(control):
    control.edit.setFocus()
    control.edit.selectAll()
    QTest.keyClicks(control.edit, "1 : 1234.5")
    QTest.keyClick(control.edit, Qt.Key_Return)
    assert control.prevalence == pytest.approx(1234.5 / 1235.5, abs=1e-12)
    assert control.slider.value() == control.slider.minimum()
    assert control.told[:2] == ["changed", "settled"]


def test_dragging_settles_once(control):
    control.slider.setSliderDown(True)
    for value in (10, 20, 30):
        control.slider.setValue(value)
    assert control.told == ["changed"] * 3
    control.slider.setSliderDown(False)
    assert control.told[3:] == ["settled"]


def test_names_are_told_apart_from_titles(app):
    names, told = NameList(NameList.MultiSelection), []
    names.changed.connect(lambda: told.append(names.state()))
    names.set_names(["a", "b", "c"], titles=["Same", "Same", "Other"])
    names.set_state(["b", "gone"])
    assert names.state() == ["b"]
    assert told == []
    names.item(0).setSelected(True)
    assert told == [["a", "b"]]
    names.set_names(["x"])
    assert names.names() == ["x"]
    assert names.state() == []


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("0, 0.25, 0.5, 0.75, 1", [0, 0.25, 0.5, 0.75, 1]),
        ("0,25; 0,5", [0.25, 0.5]),
        (" 0.5 -0.2 0.5,", [-0.2, 0.5]),
        ("1e-3", [0.001]),
        ("", []),
        (" ".join(map(str, range(50))), list(range(50))),
        (" ".join(map(str, range(51))), None),
        *((bad, None) for bad in ("half", "0.1, x", "1:2", "inf", "nan", "0.1 - 0.3", "50 %")),
    ],
)
def test_parse_levels(text, levels):
    assert parse_levels(text) == levels


def test_unfit_levels_leave_those_before(app):
    control = LevelControls()
    told = []
    control.changed.connect(lambda: told.append(control.state()))
    control.set_state(("typed", [0.5, 0.25]))
    assert told == []
    assert not control.edit.isHidden()
    for text in ("0.5, many", "0.9 0.1"):
        control.edit.setText(text)
        control.edit.editingFinished.emit()
        assert control.message.isHidden() == (text == "0.9 0.1")
    assert told == [("typed", [0.1, 0.9])]
    control.edit.setText("0.5, many")
    control.edit.editingFinished.emit()
    assert "0.5, many" in control.message.text()
    assert control.state() == ("typed", [0.1, 0.9])
    control.kind.set_state("models")
    control.kind.changed.emit()
    assert control.edit.isHidden()
    assert control.message.isHidden()
    assert told[1:] == [("models", [0.1, 0.9])]


def test_many_names_are_selected_at_once(app):
    """Every third and a run of 500 of 2,000; Qt tells of one selection, not of each name."""
    names = [f"row {i}" for i in range(2000)]
    wanted = [name for i, name in enumerate(names) if i % 3 == 1 or 700 <= i < 1200]
    control, told, heard = NameList(NameList.MultiSelection), [], []
    control.selectionModel().selectionChanged.connect(lambda *_: heard.append(control.state()))
    control.changed.connect(lambda: told.append(control.state()))
    control.set_names(names)
    heard.clear()
    control.set_state(wanted)
    assert heard == [wanted]
    assert control.state() == wanted
    control.set_state(["row 3", "unheard of"])
    assert control.state() == ["row 3"]
    control.set_state([])
    assert control.state() == []
    assert told == []
