"""What the widgets make of tables that cannot be read, and how they say it."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from scipy import sparse

from orangecontrib.phidelta.orange.scoretables import scores_table
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

NUMBERS = [ContinuousVariable(name) for name in ("TP", "FP", "FN", "TN")]
TARGET = DiscreteVariable("class", ("x", "y"))
GOOD = Table.from_numpy(
    Domain(NUMBERS, TARGET),
    np.array([[12, 9, 5, 40], [6, 5, 2, 20], [6, 4, 3, 20], [1, 9, 9, 1], [7, 7, 2, 30]], float),
    np.array([0, 1, 1, 0, 1], float),
)
WIDGETS = [OWClassSignature, OWFeatureRanker, OWPhiDelta]


def table_with(**parts):
    table = GOOD.copy()
    for name, value in parts.items():
        setattr(table, f"_{name}", value)
    return table


STORED = {
    "objects": lambda: table_with(X=GOOD.X.astype(object)),
    "words": lambda: table_with(X=GOOD.X.astype(str)),
    "coordinates": lambda: table_with(X=sparse.coo_matrix(GOOD.X)),
    "matrix": lambda: table_with(X=np.asmatrix(GOOD.X)),
    "one column": lambda: table_with(X=GOOD.X[:, 0]),
}
CODED = {
    "class beyond": lambda: table_with(Y=GOOD.Y + 1),
    "class negative": lambda: table_with(Y=GOOD.Y - 1),
    "class a fraction": lambda: table_with(Y=GOOD.Y / 2),
    "weights too great": lambda: table_with(W=np.full(5, 1e300)),
    "weights too small": lambda: table_with(W=np.full(5, 5e-324)),
    "weights negative": lambda: table_with(W=np.full(5, -1.0)),
    "weights unknown": lambda: table_with(W=np.full(5, np.nan)),
}
CASES = [(cls, name, make) for cls in WIDGETS for name, make in STORED.items()]
CASES += [(cls, name, make) for cls in WIDGETS[:2] for name, make in CODED.items()]


def table_input(widget):
    return widget.Inputs.points if isinstance(widget, OWPhiDelta) else widget.Inputs.data


def sent(gui, widget):
    outputs = vars(widget.Outputs).values()
    return [o.name for o in outputs if gui.get_output(o, widget=widget) is not None]


@pytest.mark.parametrize(("cls", "name", "make"), CASES)
def test_nothing_stays_of_a_table_before_one_that_cannot_be_read(gui, cls, name, make):
    widget = gui.create_widget(cls)
    signal = table_input(widget)
    gui.send_signal(signal, GOOD, widget=widget)
    gui.wait_until_finished(widget)
    assert not widget.Error.active
    gui.send_signal(signal, make(), widget=widget)
    gui.wait_until_finished(widget)
    (message,) = widget.Error.active
    assert str(message).endswith(".")
    assert sent(gui, widget) == []
    assert not widget.grab().isNull()
    gui.send_signal(signal, GOOD, widget=widget)
    gui.wait_until_finished(widget)
    assert not widget.Error.active


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 row of unknown class left out."), (2, "2 rows of unknown class")]
)
@pytest.mark.parametrize("cls", WIDGETS[:2])
def test_one_row_is_a_row(gui, cls, count, words):
    heart = Table("heart_disease")[::3].copy()
    with heart.unlocked(heart.Y):
        heart.Y[:count] = np.nan
    widget = gui.create_widget(cls)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    gui.wait_until_finished(widget)
    assert words in str(widget.Warning.unknown_class)


def test_one_impossible_point_is_a_point(gui):
    table = GOOD.copy()
    with table.unlocked(table.X):
        table.X[1, 0] = -1
    widget = gui.create_widget(OWPhiDelta)
    gui.send_signal(widget.Inputs.points, table, widget=widget)
    assert "1 row of the table left out: no possible point." in str(widget.Warning.impossible_rows)
    with table.unlocked(table.X):
        table.X[2, 0] = np.nan
    gui.send_signal(widget.Inputs.points, table, widget=widget)
    assert "2 rows of the table left out: no possible points" in str(
        widget.Warning.impossible_rows
    )


@pytest.mark.parametrize("cls", WIDGETS[:2])
def test_a_column_of_infinite_range_is_not_called_constant_only(gui, cls):
    heart = Table("heart_disease")[::3].copy()
    with heart.unlocked(heart.X):
        heart.X[:, 0] = np.where(heart.Y == 1, 1.7e308, -1.7e308)
    widget = gui.create_widget(cls)
    gui.send_signal(widget.Inputs.data, heart, widget=widget)
    gui.wait_until_finished(widget)
    assert "infinite range" in str(widget.Warning.undefined)
    assert "age" in str(widget.Warning.undefined)


def test_the_output_of_the_diagram_fits_its_input(gui):
    first, second = gui.create_widget(OWPhiDelta), gui.create_widget(OWPhiDelta)
    gui.send_signal(first.Inputs.points, GOOD, widget=first)
    names = list(first.diagram.classifiers)[1:4]
    first.select(names)
    first.commit.now()
    table = gui.get_output(first.Outputs.scores, widget=first)
    gui.send_signal(second.Inputs.points, table, widget=second)
    assert list(second.diagram.classifiers) == names
    again = scores_table(second.comparison.classifiers, "positive")
    np.testing.assert_array_equal(again.X[:, :4], table.X[:, :4])
