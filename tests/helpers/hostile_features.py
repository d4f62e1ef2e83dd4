"""Features that nobody should ask to be marked, and results in groups that nobody should make."""

from functools import partial

import numpy as np
from hostile_results import NAMES, Case, results, table
from Orange.data import ContinuousVariable, DiscreteVariable, StringVariable, TimeVariable
from Orange.widgets.widget import AttributeList

_ROWS = np.arange(40.0)


def _of_table(chosen):
    return AttributeList(table().domain.attributes[chosen])


def _named(*names):
    return AttributeList(ContinuousVariable(name) for name in names)


_LISTS = {
    "one": partial(_of_table, slice(1)),
    "all": partial(_of_table, slice(None)),
    "backwards": partial(_of_table, slice(None, None, -1)),
    "none": AttributeList,
    "twice the same": lambda: AttributeList(2 * table().domain.attributes[:2]),
    "the class": lambda: AttributeList(table().domain.class_vars),
    "of other data": partial(_named, "p", "q"),
    "some of other data": lambda: AttributeList([*_of_table(slice(2)), *_named("p")]),
    "of the name of a categorical one": partial(_named, "c"),
    "a text": lambda: AttributeList([StringVariable("a")]),
    "a time": lambda: AttributeList([TimeVariable("a")]),
    "without values": lambda: AttributeList([DiscreteVariable("c", ())]),
    "10,000": lambda: _named(*map(str, range(10_000))),
    **{f"called {name}": partial(_named, text, "a") for name, text in NAMES.items()},
}
FEATURES = tuple(Case("features", name, make) for name, make in _LISTS.items())

#: Columns of the tested data by which its cases are grouped: a variable and its values.
_COLUMNS = {
    "of two values": (DiscreteVariable("by", ("u", "v")), _ROWS % 2),
    "of 20 values": (DiscreteVariable("by", list(map(str, range(20)))), _ROWS % 20),
    "most without cases": (DiscreteVariable("by", list(map(str, range(20)))), _ROWS % 3 + 15),
    "a case in each": (DiscreteVariable("by", list(map(str, range(20)))), np.minimum(_ROWS, 19)),
    "one case apart": (DiscreteVariable("by", ("u", "v")), _ROWS == 7),
    "some unknown": (DiscreteVariable("by", ("u", "v")), np.where(_ROWS % 3, _ROWS % 2, np.nan)),
    "all unknown": (DiscreteVariable("by", ("u", "v")), _ROWS * np.nan),
    "all in one": (DiscreteVariable("by", ("u", "v")), _ROWS * 0),
    "by number": (ContinuousVariable("by"), np.sin(_ROWS)),
    "by equal numbers": (ContinuousVariable("by"), _ROWS * 0 + 3),
    "by numbers of all sizes": (ContinuousVariable("by"), 10.0 ** (15 * (_ROWS - 20))),
    "by infinite numbers": (ContinuousVariable("by"), np.where(_ROWS % 2, np.inf, -np.inf)),
    "by one number": (ContinuousVariable("by"), np.where(_ROWS == 7, 1, np.nan)),
    "by time": (TimeVariable("by", have_date=1), _ROWS * 86_400),
    "by time of no date": (TimeVariable("by"), (_ROWS - 20) * 1e15),
    "called as a model": (DiscreteVariable("Model A", ("Model A", "Model B")), _ROWS % 2),
    "values that look alike": (DiscreteVariable("by", ("u", "u ")), _ROWS % 2),
    **{
        f"called {name}": (DiscreteVariable(text, (text, "v")), _ROWS % 2)
        for name, text in NAMES.items()
    },
}


def _grouped(variable, values, in_metas):
    made = results()
    made.data = made.data.add_column(variable, values, to_metas=in_metas)
    made.domain = made.data.domain
    return made


GROUPED = tuple(
    Case("groups", name, partial(_grouped, variable, values, number % 2 == 1), True)
    for number, (name, (variable, values)) in enumerate(_COLUMNS.items())
)
