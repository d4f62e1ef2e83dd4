"""Binding of controls to settings, there and back."""

from unittest.mock import patch

import pytest
from Orange.widgets.evaluate.contexthandlers import EvaluationResultsContextHandler
from Orange.widgets.settings import Setting
from Orange.widgets.tests import base

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.widgets.bases.classes import OWClassesWidget, unfit_told
from orangecontrib.phidelta.widgets.controls.constraint import ConstraintControl
from orangecontrib.phidelta.widgets.controls.shared import NameCombo, WholeSpin


class OWBound(OWClassesWidget):
    name = "Bound"
    settingsHandler = EvaluationResultsContextHandler()
    count = Setting(3)
    is_in_force = Setting(False)
    measure = Setting("npv")
    relation = Setting("<=")
    bound = Setting(0.25)

    def __init__(self):
        super().__init__()
        self.told = []
        self.spin, self.constraint = WholeSpin(), ConstraintControl()
        self.bind("count", self.spin, self.first, self.second, title="Count")
        parts = "is_in_force", "measure", "relation", "bound"
        self.bind(parts, self.constraint, self.first, title="Keep")

    def first(self):
        self.told.append(("first", self.count, self.bound))

    def second(self):
        self.told.append(("second", self.count))


class TestBinding(base.WidgetTest):
    def setUp(self):
        self.widget = self.create_widget(OWBound, stored_settings={"count": 5})

    def test_a_control_begins_with_its_setting(self):
        assert self.widget.spin.value() == 5
        assert self.widget.constraint.state() == (False, "npv", "<=", 0.25)
        assert self.widget.spin.parent().title().strip() == "Count"
        assert self.widget.told == []

    def test_the_user_changes_the_setting_and_all_is_shown_in_order(self):
        self.widget.spin.setValue(8)
        assert self.widget.told == [("first", 8, 0.25), ("second", 8)]

    def test_a_setting_comes_back_into_the_control_and_tells_nobody(self):
        self.widget.count = 9
        assert self.widget.spin.value() == 9
        self.widget.relation = ">="
        assert self.widget.constraint.state() == (False, "npv", ">=", 0.25)
        assert self.widget.told == []

    def test_of_several_settings_none_is_undone_by_another(self):
        self.widget.constraint.set_state((True, "precision", ">=", 0.75))
        self.widget.constraint.changed.emit()
        assert self.widget.measure == "precision"
        assert (self.widget.is_in_force, self.widget.relation) == (True, ">=")
        assert self.widget.told == [("first", 5, 0.75)]
        assert self.widget.constraint.state() == (True, "precision", ">=", 0.75)

    def test_a_control_in_use_is_left_alone(self):
        """Or what is typed would be formatted anew under the user's hand."""
        with patch.object(self.widget.constraint, "set_state") as set_state:
            self.widget.constraint.check.click()
        set_state.assert_not_called()
        assert self.widget.is_in_force

    def test_orange_finds_the_control_by_its_setting(self):
        assert self.widget.controls.count is self.widget.spin

    def test_choices_begin_anew(self):
        combo = NameCombo({"a": "A"})
        self.widget.add_positive_list("Tip", self.widget.second)
        self.widget.add_class_ratio(settled=combo.show)
        for values, positive in ((("n", "p"), ["p"]), (("a", "b", "c"), ["a"]), ((), [])):
            self.widget.class_ratio = 4.0
            self.widget.open_choices(values, count=1)
            assert self.widget.positive == self.widget.positive_list.state() == positive
            assert (self.widget.class_ratio, self.widget.count) == (None, 1)
            assert self.widget.ratio_control.state() is None
        assert self.widget.told == []


class Message:
    def __init__(self):
        self.text = "old"

    def __call__(self, text):
        self.text = text

    def clear(self):
        self.text = ""


def test_what_is_unfit_is_told_and_what_is_broken_is_not_hidden():
    message = Message()
    with unfit_told(message):
        pass
    assert message.text == ""
    with unfit_told(message):
        raise UnfitError("Choose another.")
    assert message.text == "Choose another."
    with pytest.raises(ValueError, match="broken"), unfit_told(message):
        raise ValueError("broken")
