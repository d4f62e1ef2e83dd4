"""Kinds of settings: what fits them, and what is made of anything else."""

import math

import pytest

from orangecontrib.phidelta.widgets.controls.kinds import (
    Bytes,
    Either,
    Flag,
    ListOf,
    Number,
    OneOf,
    Parts,
    Record,
    Text,
    Whole,
)
from tests.widgets.test_settings import VALUES

RECORD = Record({"n": Number(1, 9), "names": ListOf(OneOf("abc"))})

# kind, default, what fits, names of VALUES that fit as well
KINDS = [
    (Flag(), True, [False], ["True", "False"]),
    (Text(), "t", ["a"], ["empty", "x", "later", "long", "a lone surrogate"]),
    (OneOf(["a", ""]), "a", ["a", ""], ["empty"]),
    (Number(-1, 9), 2, [-1, 9, 0.5], ["0", "0.0", "-1"]),
    (Number(), 2, [-1e308, 1e-308], ["0", "0.0", "-1", "-5.5", "1e300", "2**70"]),
    (Whole(-1, 9), 2, [9], ["0", "-1"]),
    (Bytes(), b"d", [b"x"], ["no bytes", "bytes"]),
    (Either(Whole(5, 9), None, math.inf), 7, [None, 5], ["None", "inf"]),
    (ListOf(OneOf("abc")), ["c"], [["b", "a"]], ["[]"]),
    (ListOf(OneOf("abc"), least=1, most=2), ["c"], [["b", "a"], ["b"]], []),
    (Parts(Flag(), Whole(1, 3)), (True, 3), [(False, 1)], []),
    (RECORD, {"n": 3, "names": ["b"]}, [{"n": 1, "names": []}], ["{}"]),
]


def mended(kind, value, default):
    told = []
    return kind.mended(value, default, lambda *line: told.append(line), "name"), told


@pytest.mark.parametrize(
    ("kind", "default", "right", "names"), KINDS, ids=lambda k: type(k).__name__
)
def test_what_fits_stays_and_anything_else_is_told_and_replaced(kind, default, right, names):
    for value in right:
        assert mended(kind, value, default) == (value, [])
    for name, value in VALUES.items():
        result, told = mended(kind, value, default)
        assert len(told) == (name not in names), name
        expected = value if name in names and name != "{}" else default
        assert result == expected, name


def test_a_default_is_not_shared():
    default = {"n": 3, "names": ["b"]}
    for value in (None, {}):
        result, _ = mended(RECORD, value, default)
        assert result == default
        result["names"].append("x")
        result["n"] = 0
        assert default == {"n": 3, "names": ["b"]}


@pytest.mark.parametrize("value", sorted(VALUES.keys() - {"True", "False"}))
def test_parts_are_replaced_one_by_one(value):
    wrong = VALUES[value]
    result, told = mended(
        Parts(Flag(), Whole(5, 9), Flag()), (True, wrong, wrong), (False, 7, False)
    )
    assert result == (True, 7, False)
    assert [name for name, _, _ in told] == ["name[1]", "name[2]"]
    result, told = mended(
        RECORD, {"names": ["c"], "n": wrong, "later": wrong}, {"n": 3, "names": []}
    )
    assert result["names"] == ["c"]
    assert result["n"] == 3
    assert [name for name, _, _ in told] == ["name['n']", "name['later']"]


def test_of_a_list_what_fits_is_kept_once_if_that_is_enough():
    kind = ListOf(OneOf("abc"), least=2, most=2)
    for value, result in (
        (["a", None, "b", "a", "x"], ["a", "b"]),
        (["a", "x"], ["b", "c"]),
        (["a", "b", "c"], ["b", "c"]),
        (("a", "b"), ["b", "c"]),
    ):
        assert mended(kind, value, ["b", "c"]) == (result, [("name", value, result)])
