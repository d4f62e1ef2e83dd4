"""What every widget of the add-on must survive."""

import importlib
import pkgutil
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from AnyQt.QtGui import QColor, QIcon, QPalette
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import Table
from Orange.evaluation import CrossValidation, Results
from Orange.regression import MeanLearner
from Orange.widgets.widget import OWWidget
from telling import changed_settings

import orangecontrib.phidelta.widgets as package


def widget_classes():
    modules = (
        importlib.import_module(f"{package.__name__}.{module.name}")
        for module in pkgutil.iter_modules(package.__path__)
        if module.name.startswith("ow")
    )
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, OWWidget)
        and value.__module__ == module.__name__
    ]


WIDGETS = widget_classes()


@pytest.fixture(scope="module")
def inputs():
    """By type of input: two good objects and an unfit one, for want of classes and features."""
    iris, housing = Table("iris"), Table("housing")
    one_feature = housing[:, [housing.domain["LSTAT"], housing.domain.class_var]]
    return {
        Results: (
            good_input(Results),
            cross_validated(iris),
            cross_validated(housing[:40], [MeanLearner()]),
        ),
        Table: (good_input(Table), iris, one_feature),
    }


def good_input(kind):
    """An object that no widget has seen."""
    heart = Table("heart_disease")
    return cross_validated(heart) if kind is Results else heart


def cross_validated(data, learners=None):
    learners = learners or [NaiveBayesLearner(), TreeLearner()]
    return CrossValidation(k=3, store_data=True)(data, learners)


def main_input(widget):
    return next(iter(vars(widget.Inputs).values()))


def errors(widget):
    return [str(message) for message in widget.Error.active]


def outputs(gui, widget):
    return [gui.get_output(o, widget=widget) for o in vars(widget.Outputs).values()]


@pytest.mark.parametrize("cls", WIDGETS, ids=lambda cls: cls.__name__)
class TestEveryWidget:
    def test_says_what_it_is(self, cls):
        assert cls.settings_version >= 1
        assert len(cls.keywords) > 3
        icon = Path(package.__file__).parent / cls.icon
        assert icon.exists()
        assert icon.name.endswith("-symbolic.svg")
        assert not QIcon(str(icon)).isNull()

    def test_no_input_then_none(self, cls, gui):
        widget = gui.create_widget(cls)
        assert not widget.grab().isNull()
        for signal in vars(widget.Inputs).values():
            gui.send_signal(signal, None, widget=widget)
        gui.wait_until_finished(widget)
        assert errors(widget) == []
        assert [value for value in outputs(gui, widget) if value is not None] == []
        widget.send_report()

    def test_first_second_unfit_and_first_again(self, cls, gui, inputs):
        widget = gui.create_widget(cls)
        signal = main_input(widget)
        first, second, unfit = inputs[signal.type]
        shown = []
        for value in (first, second, unfit, first, None):
            gui.send_signal(signal, value, widget=widget)
            gui.wait_until_finished(widget)
            assert bool(errors(widget)) == (value is unfit)
            shown.append(outputs(gui, widget))
            assert not widget.grab().isNull()
            widget.send_report()
        assert all(value is None for value in shown[2])
        assert [value is None for value in shown[3]] == [value is None for value in shown[0]]

    def test_inputs_are_not_changed(self, cls, gui):
        widget = gui.create_widget(cls)
        signal = main_input(widget)
        value = good_input(signal.type)
        data = value if isinstance(value, Table) else value.data
        before = data.X.copy(), data.Y.copy(), set(vars(value))
        gui.send_signal(signal, value, widget=widget)
        gui.wait_until_finished(widget)
        np.testing.assert_array_equal(before[0], data.X)
        np.testing.assert_array_equal(before[1], data.Y)
        assert before[2] == set(vars(value))

    def test_removed_while_it_works(self, cls, gui, inputs):
        widget = gui.create_widget(cls)
        signal = main_input(widget)
        gui.send_signal(signal, inputs[signal.type][0], widget=widget)
        widget.onDeleteWidget()

    def test_opening_it_again_changes_no_setting(self, cls, gui, inputs):
        """Or Orange would ask whether to save a workflow that was only looked at."""
        widget = gui.create_widget(cls)
        signal = main_input(widget)
        stored = None
        for _ in range(2):
            for value in inputs[signal.type][:2]:
                gui.send_signal(signal, value, widget=widget)
                gui.wait_until_finished(widget)
            widget.grab()
            packed = deepcopy(widget.settingsHandler.pack_data(widget))
            assert stored is None or changed_settings(stored, packed) == {}
            stored = packed
            widget = gui.create_widget(cls, stored_settings=deepcopy(stored))

    def test_the_theme_may_change(self, cls, gui, inputs):
        widget = gui.create_widget(cls)
        signal = main_input(widget)
        gui.send_signal(signal, inputs[signal.type][0], widget=widget)
        gui.wait_until_finished(widget)
        dark = QPalette()
        for role, color in ((QPalette.Base, "#202326"), (QPalette.Text, "#fcfcfc")):
            dark.setColor(role, QColor(color))
        widget.setPalette(dark)
        gui.process_events()
        assert not widget.grab().isNull()


def test_widgets_do_not_share_contexts():
    handlers = [cls.settingsHandler.global_contexts for cls in WIDGETS]
    assert len({id(contexts) for contexts in handlers}) == len(WIDGETS)
