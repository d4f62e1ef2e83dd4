"""Marks by a part of their name: what is called so first, whatever the case."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.orange.finding import Finder
from orangecontrib.phidelta.orange.signatures import table_signature
from orangecontrib.phidelta.orange.signaturesets import SignatureSet

WORDS = ("theory", "other", "THE", "weather", "then", "Theta", "cat", "constant")
#: How many of 6 positives and of 4 negatives have each word: |δ| rises and falls.
HAVE = ((1, 1), (6, 2), (6, 3), (2, 1), (5, 1), (6, 0), (3, 2), (0, 0))


def words_table():
    columns = [[i < p for i in range(6)] + [i < n for i in range(4)] for p, n in HAVE]
    X, y = np.array(columns, float).T, np.array([1.0] * 6 + [0.0] * 4)
    domain = Domain([ContinuousVariable(w) for w in WORDS], DiscreteVariable("y", ("no", "yes")))
    return Table.from_numpy(domain, X, y)


@pytest.fixture
def finder():
    return SignatureSet((table_signature(words_table(), "yes", "linear"),), (None,)).finder


def names(finder, text):
    (found,) = finder.find(text)
    return [WORDS[mark] for mark in found]


def test_what_is_called_so_comes_first_then_what_begins_so_then_the_rest(finder):
    """Of equals the greater |p / 6 - n / 4| first: Theta 1, then 0.58, theory 0.08."""
    expected = ["THE", "Theta", "then", "theory", "other", "weather"]
    assert names(finder, "the") == names(finder, "THE") == names(finder, "  tHe ") == expected
    assert names(finder, "ther") == ["other", "weather"]
    assert names(finder, "cat") == ["cat"]


def test_nothing_is_found_by_what_no_name_has_nor_by_nothing(finder):
    for text in ("", "   ", "dog", "the cat", "theoryy", ".*"):
        assert names(finder, text) == []
    assert finder.variables(finder.find("dog")) == []


def test_what_has_no_mark_is_neither_found_nor_counted(finder):
    assert names(finder, "constant") == []
    assert finder.count == 7


def test_features_of_what_is_found_in_each_signature_once():
    zoo = Table("zoo")
    values = zoo.domain.class_var.values
    each = [table_signature(zoo, value, subsets="single") for value in values]
    finder = Finder(each)
    found = finder.find("LEGS")
    assert len(found) == len(values)
    for signature, marks in zip(each, found, strict=True):
        variables = [signature.mark_words[1][mark] for mark in marks]
        assert set(variables) == {"legs"}
        assert len(marks) > 2
        strength = np.abs(signature.signature.delta[marks])
        assert np.all(np.diff(strength) <= 0)
    assert finder.variables(found) == ["legs"]
    assert finder.count == 16
    # by the name of a value
    assert finder.variables(finder.find("legs = 8")) == ["legs"]
    assert sum(len(marks) for marks in finder.find("legs = 8")) == len(values)


def test_of_no_signatures_nothing_is_found():
    finder = SignatureSet().finder
    assert finder.find("x") == []
    assert (finder.count, finder.variables([])) == (0, [])
