"""Every control has a state, takes one without a signal, and says when the user changes it."""

import pytest

from orangecontrib.phidelta.orange.choices import FeatureChoice
from orangecontrib.phidelta.widgets.controls.against import AgainstControl
from orangecontrib.phidelta.widgets.controls.bootstrap import BootstrapControl
from orangecontrib.phidelta.widgets.controls.classratio import ClassRatioControl
from orangecontrib.phidelta.widgets.controls.constraint import ConstraintControl
from orangecontrib.phidelta.widgets.controls.cut import CutControl
from orangecontrib.phidelta.widgets.controls.groups import GroupCombo
from orangecontrib.phidelta.widgets.controls.layers import LayerControls
from orangecontrib.phidelta.widgets.controls.levels import LevelControls
from orangecontrib.phidelta.widgets.controls.measures import MeasureControls, ParameterControls
from orangecontrib.phidelta.widgets.controls.output import ChoiceButtons
from orangecontrib.phidelta.widgets.controls.rule import RuleControls
from orangecontrib.phidelta.widgets.controls.selection import SelectionControl
from orangecontrib.phidelta.widgets.controls.shared import (
    Check,
    DecimalSpin,
    NameCombo,
    NameList,
    OneNameList,
    WholeSpin,
)

NAMES = {"a": "First", "b": "Second", "c": "Third"}
PARAMETERS = {"beta": 2.0, "cost_fp": 1.0, "cost_fn": 7.0, "weight": 0.25}
CHOICE = FeatureChoice("limit", 3, 0.25, 0.6).as_setting()


def filled(control):
    control.set_names(list(NAMES))
    return control


def choosing():
    control = SelectionControl()
    control.set_state(CHOICE | {"mode": "all"})
    return control


def pick(combo, row):
    combo.setCurrentIndex(row)
    combo.activated.emit(row)


def grouping():
    control = GroupCombo()
    control.set_names(list("abc"))
    return control


def against():
    control = AgainstControl()
    control.offer(list("abc"), is_seen=True)
    return control


# what makes a control, a state that is not the first, what a user does, the state after it
ROUGHLY = (True, 2.0, 20.0, 3.0, 12.0, "triangular")
CONTROLS = {
    "list": (
        lambda: filled(NameList(NameList.MultiSelection)),
        ["b", "c"],
        lambda c: c.item(0).setSelected(True),
        ["a", "b", "c"],
    ),
    "one name": (lambda: filled(OneNameList()), "b", lambda c: c.setCurrentRow(2), "c"),
    "combo": (lambda: NameCombo(NAMES), "b", lambda c: pick(c, 2), "c"),
    "groups": (grouping, "b", lambda c: pick(c, 0), ""),
    "against": (against, ["b"], lambda c: c.names.item(0).setSelected(True), ["a", "b"]),
    "against all": (against, ["b"], lambda c: pick(c.kind, 0), []),
    "check": (lambda: Check("Label", "Tip"), True, lambda c: c.click(), False),
    "whole": (lambda: WholeSpin(maximum=50), 7, lambda c: c.stepUp(), 8),
    "decimal": (lambda: DecimalSpin(singleStep=0.5), 2.5, lambda c: c.stepUp(), 3.0),
    "class ratio": (ClassRatioControl, 4.0, lambda c: c.button.click(), None),
    "buttons": (
        lambda: ChoiceButtons((("One", ""), ("Two", ""))),
        1,
        lambda c: c.buttons[0].click(),
        0,
    ),
    "cut": (CutControl, 0.25, lambda c: c.best.click(), None),
    "layers": (
        LayerControls,
        ["folds", "regions"],
        lambda c: c.boxes["folds"].click(),
        ["regions"],
    ),
    "levels": (LevelControls, ("typed", [0.5]), lambda c: pick(c.kind, 1), ("models", [0.5])),
    "parameters": (
        ParameterControls,
        PARAMETERS,
        lambda c: c.spins["beta"].setValue(3),
        PARAMETERS | {"beta": 3.0},
    ),
    "measures": (
        MeasureControls,
        (["kappa"], "cost", PARAMETERS),
        lambda c: pick(c.background, 0),
        (["kappa"], "", PARAMETERS),
    ),
    "constraint": (
        ConstraintControl,
        (True, "npv", "<=", 0.75),
        lambda c: c.check.click(),
        (False, "npv", "<=", 0.75),
    ),
    "rule": (
        RuleControls,
        ("kappa", PARAMETERS, (True, "npv", "<=", 0.75), ROUGHLY, "greatest_regret"),
        lambda c: c.constraint.bound.setValue(0.5),
        ("kappa", PARAMETERS, (True, "npv", "<=", 0.5), ROUGHLY, "greatest_regret"),
    ),
    "bootstrap": (BootstrapControl, (True, 40), lambda c: c.check.click(), (False, 40)),
    "selection": (
        choosing,
        CHOICE,
        lambda c: c.count.setValue(4),
        CHOICE | {"mode": "best", "count": 4},
    ),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_a_state_comes_silently_and_a_change_is_told(app, name):
    make, state, use, after = CONTROLS[name]
    control, told = make(), []
    control.changed.connect(lambda: told.append(control.state()))
    assert control.state() != state
    control.set_state(state)
    assert control.state() == state
    assert told == []
    use(control)
    assert told == [after]


def test_names_that_come_later_are_selected_if_the_state_has_them(app):
    control, told = NameList(NameList.MultiSelection), []
    control.changed.connect(lambda: told.append(control.state()))
    control.set_state(["b", "d"])
    assert control.state() == []
    for names, selected in ((["a", "b"], ["b"]), (["d", "b"], ["d", "b"]), (["a"], [])):
        control.set_names(names)
        assert control.state() == selected
    assert told == []


def test_one_name_is_always_selected(app):
    control = filled(OneNameList())
    control.set_state("b")
    control.clearSelection()
    assert control.state() == "b"


def test_to_open_the_list_of_negatives_is_not_to_choose(app):
    control, told = against(), []
    control.changed.connect(lambda: told.append(control.state()))
    assert not control.names.isVisibleTo(control)
    pick(control.kind, 1)
    assert control.names.isVisibleTo(control)
    pick(control.kind, 0)
    assert told == []
    pick(control.kind, 1)
    control.names.item(2).setSelected(True)
    control.names.clearSelection()
    assert told == [["c"], []]


def test_why_no_negatives_can_be_chosen(app):
    control = against()
    assert control.isEnabled()
    control.lock("Not now")
    assert not control.isEnabled()
    assert control.kind.toolTip() == "Not now"
    control.lock("")
    control.offer(["a"], is_seen=True)
    assert not control.isEnabled()
    assert "only one" in control.kind.toolTip()
    control.offer(["a", "b"], is_seen=False)
    assert control.isEnabled()
    assert control.isHidden()
