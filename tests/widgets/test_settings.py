"""Whatever a workflow has stored, a widget opens, works, and is as a new one where it is damaged."""

import logging
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from AnyQt.QtWidgets import QTableView
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets.settings import Context, ContextSetting

from orangecontrib.phidelta.widgets.bases.classes import Binding
from tests.widgets.test_every_widget import WIDGETS, cross_validated, main_input, outputs

each_widget = pytest.mark.parametrize("cls", WIDGETS, ids=lambda cls: cls.__name__)


class Foreign:
    """Of a class that only a script knows."""


#: What nobody has chosen, by name; some of it is right for some settings, see `RIGHT`.
VALUES = {
    "None": None,
    "True": True,
    "False": False,
    "nan": math.nan,
    "inf": math.inf,
    "-inf": -math.inf,
    "0": 0,
    "0.0": 0.0,
    "-1": -1,
    "-5.5": -5.5,
    "1e300": 1e300,
    "2**70": 2**70,
    "10**5000": 10**5000,
    "complex": 1j,
    "fraction": Fraction(1, 3),
    "decimal": Decimal("NaN"),
    "empty": "",
    "x": "x",
    "later": "later",
    "a lone surrogate": "\ud800",
    "long": "x" * 100_000,
    "no bytes": b"",
    "bytes": b"\x00\xff" * 99,
    "bytearray": bytearray(b"x"),
    "[]": [],
    "[None]": [None],
    "[x]": ["x"],
    "[[]]": [[]],
    "[nan]": [math.nan],
    "()": (),
    "(None,)": (None,),
    "(1, 2, 3)": (1, 2, 3),
    "{}": {},
    "{x: 1}": {"x": 1},
    "{None: None}": {None: None},
    "nested": {"x": [{"x": ({},)}]},
    "set": {1},
    "range": range(3),
    "ellipsis": ...,
    "type": int,
    "object": Foreign(),
    "numpy nan": np.float64("nan"),
    "numpy whole": np.int64(3),
    "numpy flag": np.bool_(True),
    "array": np.arange(3.0),
    "no array": np.array([]),
    "array of text": np.array(["x", "later"]),
}
FLAG = ["True", "False"]
#: Which of them a setting may be; where it differs, what it then is.
RIGHT = {
    "auto_commit": FLAG,
    "controlAreaVisible": FLAG,
    "show_averages": FLAG,
    "show_band": FLAG,
    "savedWidgetGeometry": ["None", "no bytes", "bytes"],
    "visual_settings": ["{}"],
    "isometrics": ["[]"],
    "typed_levels": ["[]"],
    "layers": ["[]"],
    "background": ["empty"],
    "parameters": ["{}"],
    "chosen_columns": ["{}"],
    "shown_columns": ["{}"],
    "tolerance": ["0", "0.0"],
    "tune_inside": ["0"],
    "label_count": ["0"],
    "choice": ["{}"],
    "class_ratio": ["None"],
    "cut": ["None", "0", "0.0", "inf", "-inf"],
    "model": ["empty"],
    "selected": ["[]"],
}


def settings(cls, is_in_context):
    """Settings of a widget by name, those of contexts or all others."""
    known = cls.settingsHandler.provider.settings.items()
    return {n: each for n, each in known if isinstance(each, ContextSetting) == is_in_context}


def wrong(names, turn):
    """A wrong value for each name, and for each name another; none where it would be right."""
    values = list(VALUES.items())
    turned = {name: values[(turn + place) % len(values)] for place, name in enumerate(names)}
    return {n: value for n, (key, value) in turned.items() if key not in RIGHT.get(n, ())}


def in_force(widget):
    return {name: getattr(widget, name) for name in widget.settingsHandler.provider.settings}


def bindings(widget):
    """All bindings of controls to settings."""
    callbacks = widget.controlled_attributes.values()
    return {each for calls in callbacks for each in calls if isinstance(each, Binding)}


def assert_controls_show(widget):
    assert widget.controls.auto_commit.isChecked() == widget.auto_commit
    assert bindings(widget)
    for binding in bindings(widget):
        names, state = binding.settings, binding.control.state()
        if isinstance(names, str):
            assert state == getattr(widget, names), names
        else:
            assert state == tuple(getattr(widget, name) for name in names), names


def seen(widget):
    """What tables show of their columns, and how they are sorted."""
    views = widget.findChildren(QTableView)
    headers = [view.horizontalHeader() for view in views]
    hidden = [
        [view.isColumnHidden(i) for i in range(view.model().columnCount())] for view in views
    ]
    return hidden, [(h.sortIndicatorSection(), h.sortIndicatorOrder()) for h in headers]


def described(value):
    """What is sent, to be compared."""
    if isinstance(value, Table):
        return str(value.domain), value.X.tolist().__repr__(), value.metas.tolist().__repr__()
    if isinstance(value, Results):
        return value.learner_names, value.predicted.tolist(), value.probabilities.tolist()
    plain = (str, int, float, bool, tuple, list, dict, type(None))
    kept = {k: repr(v) for k, v in getattr(value, "__dict__", {}).items() if isinstance(v, plain)}
    return type(value).__name__, kept, repr(value) if isinstance(value, list) else None


def opened(gui, cls, inputs, stored=None):
    """A widget with data, what it sends, and what its tables are like."""
    widget = gui.create_widget(cls, stored_settings=stored)
    signal = main_input(widget)
    gui.send_signal(signal, inputs[signal.type], widget=widget)
    gui.wait_until_finished(widget)
    return widget, [described(value) for value in outputs(gui, widget)], seen(widget)


def stored_with(packed, values, in_context, is_encoded):
    """What a default widget has stored, damaged."""
    (context,) = packed["context_settings"]
    damaged = {n: (v, -2) if is_encoded else v for n, v in in_context.items()}
    parts = vars(context) | {"values": context.values | damaged}
    return packed | values | {"context_settings": [Context(**parts)]}


@pytest.fixture(scope="module")
def inputs():
    rows = Table("heart_disease")[::3]
    return {Results: cross_validated(rows), Table: rows}


@pytest.fixture
def lines(caplog):
    """What is told in the log of the package since it was last cleared."""
    caplog.set_level(logging.WARNING, "orangecontrib.phidelta")
    ours = "orangecontrib.phidelta"
    return lambda: [r.getMessage() for r in caplog.records if r.name.startswith(ours)]


@each_widget
def test_every_setting_has_a_kind_and_a_default_of_that_kind(cls):
    assert len(VALUES) - max(map(len, RIGHT.values())) >= 30
    for name, setting in settings(cls, is_in_context=False).items():
        kind = setting.kind(None) if callable(setting.kind) else setting.kind
        assert kind.fits(setting.default), name
    for name, setting in settings(cls, is_in_context=True).items():
        assert callable(setting.kind) or setting.kind.fits(setting.default), name


@each_widget
def test_damaged_settings_and_contexts(cls, gui, inputs, lines, caplog):
    """Each setting has had each value in the end; others are damaged otherwise at the same time."""
    widget, sent, tables = opened(gui, cls, inputs)
    usual, packed = in_force(widget), widget.settingsHandler.pack_data(widget)
    is_table = main_input(widget).type is Table
    for turn in range(len(VALUES)):
        caplog.clear()
        values = wrong(settings(cls, is_in_context=False), turn)
        in_context = wrong(settings(cls, is_in_context=True), turn)
        is_encoded = is_table and turn % 2 == 0
        stored = stored_with(packed, values, in_context, is_encoded)
        widget, sent_now, tables_now = opened(gui, cls, inputs, stored)
        assert in_force(widget) == usual
        assert (sent_now, tables_now) == (sent, tables)
        assert_controls_show(widget)
        told = [line.split(" cannot be ")[0].split(": ")[1].split("[")[0] for line in lines()]
        names = [line.removesuffix(" in a context") for line in told]
        assert sorted(names) == sorted([*values, *in_context])
        widget.settingsHandler.update_defaults(widget)
        gui.wait_until_finished(widget)
    assert in_force(gui.create_widget(cls, reset_default_settings=False)) == in_force(
        gui.create_widget(cls)
    )
