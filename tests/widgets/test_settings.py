"""Whatever a workflow has stored, a widget opens; where it is damaged, it is as a new one."""

import base64
import logging
import math
import pickle
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from xml.sax.saxutils import escape

import numpy as np
import pytest
from AnyQt.QtWidgets import QTableView
from Orange.canvas.config import Config
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets.settings import Context, ContextSetting
from orangecanvas.registry import WidgetRegistry
from orangewidget.workflow.discovery import WidgetDiscovery
from orangewidget.workflow.widgetsscheme import WidgetsScheme

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
    "show_regions": FLAG,
    "is_whole": FLAG,
    "with_samples": FLAG,
    "reverse": FLAG,
    "savedWidgetGeometry": ["None", "no bytes", "bytes"],
    "visual_settings": ["{}"],
    "isometrics": ["[]"],
    "typed_levels": ["[]"],
    "layers": ["[]"],
    "background": ["empty"],
    "group_by": ["empty"],
    "parameters": ["{}"],
    "chosen_columns": ["{}"],
    "shown_columns": ["{}"],
    "tolerance": ["0", "0.0"],
    "rope": ["0", "0.0"],
    "limit": ["0", "0.0"],
    "tune_inside": ["0"],
    "label_count": ["0"],
    "choice": ["{}"],
    "regions": ["{}"],
    "column_order": ["[]"],
    "class_ratio": ["None"],
    "cut": ["None", "0", "0.0", "-1", "-5.5", "1e300", "2**70", "inf", "-inf"],
    "model": ["empty"],
    "chosen": ["empty"],
    "selected": ["[]"],
    "negative": ["[]"],
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
    """A widget with data, what it sends, and what its tables are like; others are closed."""
    while gui.widgets:
        widget = gui.widgets.pop()
        widget.onDeleteWidget()
        widget.deleteLater()
    widget = gui.create_widget(cls, stored_settings=stored)
    signal = main_input(widget)
    gui.send_signal(signal, inputs[signal.type], widget=widget)
    gui.wait_until_finished(widget)
    return widget, [described(value) for value in outputs(gui, widget)], seen(widget)


def stored_with(packed, values, in_context, is_encoded):
    """What a default widget has stored, damaged."""
    if not in_context:
        return packed | values
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
    """In the end each setting has had each value; others were damaged otherwise with it."""
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


#: A setting that is damaged in part, and what is kept of it.
KEPT = {
    "OWPhiDelta": [
        ("isometrics", ["kappa", "later", None, "kappa", "cost"], ["kappa", "cost"], 1),
        ("typed_levels", [0.5, math.nan, "x", 0.25], [0.5, 0.25], 1),
        ("layers", ["folds", 3], ["folds"], 1),
        (
            "parameters",
            {"beta": -5, "cost_fn": 7.0, "later": 1.0},
            {"beta": 1.0, "cost_fp": 1.0, "cost_fn": 7.0, "weight": 0.5},
            2,
        ),
        (
            "visual_settings",
            {
                ("Figure", "Points", "Size"): 20,
                ("Figure", "Points", "Colour"): "red",
                ("Figure", "Curves", "Width"): -1,
                ("Fonts", "Font family", "Font family"): "A font of another machine",
                ("Fonts", "Title", "Italic"): 1,
                ("Annotations", "Title", "Title"): "My title",
            },
            {("Figure", "Points", "Size"): 20, ("Annotations", "Title", "Title"): "My title"},
            4,
        ),
        ("chosen_columns", {"auc": False, "tp": 1, "later": True}, {"auc": False}, 2),
    ],
    "OWThresholdTuner": [
        ("constraint", (True, "npv", "<", 0.25), (True, "npv", ">=", 0.25), 1),
        ("constraint", [True, "npv", "<=", 1.25], (True, "npv", "<=", 0.9), 1),
        ("parameters", {"cost_fn": 7}, {"beta": 1, "cost_fp": 1, "cost_fn": 7, "weight": 0.5}, 0),
        ("parameters", {"cost_fp": 0.001, "weight": 0.25}, None, 1),
    ],
    "OWFeatureRanker": [
        ("sorting", ("later", True), ("rank", True), 1),
        ("bootstrap", (True, 0), (True, 100), 1),
    ],
    "OWClassSignature": [("label_count", 51, 10, 1), ("label_count", 50, 50, 0)],
}


@each_widget
def test_what_is_good_of_a_damaged_setting_is_kept(cls, gui, lines, caplog):
    for name, stored, kept, count in KEPT.get(cls.__name__, ()):
        caplog.clear()
        widget = gui.create_widget(cls, stored_settings={name: stored})
        kept = kept or {"beta": 1.0, "cost_fp": 1.0, "cost_fn": 1.0, "weight": 0.25}
        assert getattr(widget, name) == kept
        assert len(lines()) == count, lines()
        assert all(line.startswith(f"{cls.name}: {name}") for line in lines())
        assert_controls_show(widget)


def test_of_a_context_what_is_good_is_kept(gui, inputs, lines):
    ranker = next(cls for cls in WIDGETS if cls.__name__ == "OWFeatureRanker")
    widget, *_ = opened(gui, ranker, inputs)
    packed = widget.settingsHandler.pack_data(widget)
    choice = {"mode": "manual", "count": 0, "selected": ["age", "no feature", None, "thal"]}
    stored = stored_with(packed, {}, {"choice": choice, "class_ratio": 4.0}, is_encoded=True)
    widget, *_ = opened(gui, ranker, inputs, stored)
    assert widget.class_ratio == 4
    usual = {"count": 5, "limit": 0.1, "similarity": None}
    regions = {"delta": 0.1, "phi": 0.4, "kept": ["discriminant"]}
    usual |= {"q_limit": 0.05, "regions": regions}
    assert widget.choice == usual | {"mode": "manual", "selected": ["age", "thal"]}
    features = gui.get_output(widget.Outputs.features, widget=widget)
    assert sorted(variable.name for variable in features) == ["age", "thal"]
    assert len(lines()) == 2


@pytest.mark.parametrize(
    "cls",
    [cls for cls in WIDGETS if "positive" in settings(cls, True)],
    ids=lambda cls: cls.__name__,
)
def test_a_positive_class_that_the_data_do_not_have(cls, gui, inputs, lines, caplog):
    """All class values, or none, are no positive class; of others those there are are kept."""
    widget, sent, _ = opened(gui, cls, inputs)
    packed = widget.settingsHandler.pack_data(widget)
    for values in (["x"], [], ["0", "1"], ["x", "1"]):
        caplog.clear()
        stored = stored_with(packed, {}, {"positive": values}, is_encoded=False)
        widget, sent_now, _ = opened(gui, cls, inputs, stored)
        assert widget.positive == widget.positive_list.state() == ["1"]
        assert sent_now == sent
        assert len(lines()) == 1


def damaged_contexts(good):
    """Lists of contexts that Orange could not compare with what came."""
    parts = vars(good)
    yield from (None, 5, "x", {"x": good}, good, (good,), [None], [5], [parts], [Context()])
    without_values = Context(**parts)
    del without_values.values
    yield [without_values]
    for name in parts:
        for value in (np.arange(3), Foreign()):
            yield [Context(**parts | {name: [value, 1]})]
    for name in parts.keys() - {"values"}:
        yield [Context(**{key: part for key, part in parts.items() if key != name}), good]
    yield [Context(**parts | {"time": np.arange(3)}), good]


@pytest.mark.parametrize("name", ["OWThresholdTuner", "OWFeatureRanker"])
def test_contexts_that_are_none(gui, inputs, lines, caplog, name):
    cls = next(cls for cls in WIDGETS if cls.__name__ == name)
    widget, sent, _ = opened(gui, cls, inputs)
    (context,) = widget.settingsHandler.pack_data(widget)["context_settings"]
    usual = in_force(widget)
    for contexts in damaged_contexts(context):
        caplog.clear()
        widget, sent_now, _ = opened(gui, cls, inputs, {"context_settings": contexts})
        assert in_force(widget) == usual
        assert sent_now == sent
        assert len(lines()) == 1
        widget.settingsHandler.update_defaults(widget)


def test_a_context_of_other_data_can_be_written_back(gui, inputs, lines):
    """Orange compares contexts with those of other widgets, also if they have not been opened."""
    cls = next(cls for cls in WIDGETS if cls.__name__ == "OWThresholdTuner")
    of_others = Context(classes=("a", "b"), classifier_names=["c"])
    of_others.values = {"class_ratio": np.arange(3.0), "cut": 0.25}
    widget, *_ = opened(gui, cls, inputs, {"context_settings": [of_others]})
    for _ in range(2):
        widget.settingsHandler.update_defaults(widget)
    (kept,) = (c for c in widget.settingsHandler.global_contexts if c.classes == ("a", "b"))
    assert kept.values == {"cut": 0.25}
    assert len(lines()) == 1


#: Versions, and what an old setting may have been.
VERSIONS = [None, -1, 0, 1, 1.5, math.nan, "x", [], True, 2, 99, 2**70]
OLD = [None, 5, "distance", [{}, "distance"], ({}, "distance"), {"distance": None, 1: 2}]


@each_widget
def test_settings_of_whatever_version(cls, gui, lines, caplog):
    """They are migrated without an error, which Orange would report, and forget all settings."""
    for turn, version in enumerate(VERSIONS):
        caplog.clear()
        old = dict.fromkeys(settings(cls, is_in_context=False), OLD[turn % len(OLD)])
        stored = old | {"auto_commit": False, "__version__": version}
        widget = gui.create_widget(cls, stored_settings=stored)
        assert not widget.auto_commit
        assert_controls_show(widget)
        is_version = type(version) is int and 0 <= version < 100
        assert any("__version__" in line for line in lines()) != is_version


def damaged_properties(good):
    """Formats and texts of a node's properties that are not what has been saved."""
    text, whole = repr(good), encoded(good)
    broken = "", " ", text[:-1], text[:20], text[5:], text * 2, "{", "1 +", "f()", "\t}", "1e999"
    others = "None", "5", "()", "[]", "[1, 2]", "'x'", "b'x'", "{}", "{1: 2}", "{None: {}}"
    yield from (("literal", part) for part in (*broken, *others))
    yield from (("json", '{"auto_commit": 1}'), ("json", "[]"), ("json", "NaN"), ("json", text))
    yield from (("later", text), ("", text), ("literal", whole), ("pickle", text), ("pickle", ""))
    yield "pickle", whole[:40]
    yield "pickle", base64.encodebytes(b"cno.module\nX\n.").decode()
    foreign = (Foreign(), [Foreign()], {"x": Foreign()}, np.arange(3), range(3))
    for value in (*foreign, *(dict.fromkeys(good, each) for each in foreign)):
        yield "pickle", encoded(value)
    for value in (None, -1, "later", (1,), {"x": {}}, [[[]]], {1: 1}, ((), ()), 1e300):
        yield "literal", repr(dict.fromkeys(good, value))


def encoded(value):
    return base64.encodebytes(pickle.dumps(value)).decode()


NODE = '<node id="{}" title="Damaged" position="(0, 0)" qualified_name="{}" />'
PROPERTIES = '<properties node_id="{}" format="{}">{}</properties>'
WORKFLOW = """<?xml version='1.0' encoding='utf-8'?>
<scheme version="2.0">
  <nodes>{}</nodes>
  <node_properties>{}</node_properties>
</scheme>
"""


@pytest.fixture(scope="module")
def registry():
    registry = WidgetRegistry()
    WidgetDiscovery(registry).run(Config.widgets_entry_points())
    return registry


def test_damaged_workflow(gui, registry):
    """All its widgets open, and when it is closed, new ones are none the worse for it."""
    new = {cls: in_force(gui.create_widget(cls)) for cls in WIDGETS}
    count = len(list(damaged_properties({"x": 1})))
    assert count >= 40
    nodes, properties = [], []
    for turn in range(count):
        cls = WIDGETS[turn % len(WIDGETS)]
        good = {name: new[cls][name] for name in settings(cls, is_in_context=False)}
        form, text = list(damaged_properties(good | {"context_settings": []}))[turn]
        nodes.append(NODE.format(turn, f"{cls.__module__}.{cls.__qualname__}"))
        properties.append(PROPERTIES.format(turn, form, escape(text)))
    scheme = WidgetsScheme()
    text = WORKFLOW.format("".join(nodes), "".join(properties))
    scheme.load_from(BytesIO(text.encode()), registry)
    widgets = list(map(scheme.widget_for_node, scheme.nodes))
    assert len(widgets) == count
    for widget in widgets:
        assert in_force(widget) == new[type(widget)]
        assert_controls_show(widget)
    scheme.clear()
    for cls in WIDGETS:
        assert in_force(gui.create_widget(cls, reset_default_settings=False)) == new[cls]
