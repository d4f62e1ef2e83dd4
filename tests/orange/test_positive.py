"""The positive class: a set of values of the target, and which cases and scores are of it."""

import pickle

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass

ANIMALS = Domain([], DiscreteVariable("animal", ("cat", "dog", "fish", "ape")))
PETS = PositiveClass.of(ANIMALS, {"fish", "cat"})


def test_names_come_in_the_order_of_the_target():
    assert PETS.names == ("cat", "fish")
    assert PETS.values == ("cat", "dog", "fish", "ape")
    assert PETS.is_member.tolist() == [True, False, True, False]


def test_one_name_needs_no_brackets():
    assert PositiveClass.of(ANIMALS, "dog") == PositiveClass.of(ANIMALS, ["dog"])
    assert PositiveClass.of(ANIMALS, "dog").names == ("dog",)


def test_text_for_readers():
    assert PETS.text == "cat or fish"
    assert PositiveClass().text == "positive"


def test_which_cases_are_positive():
    codes = np.array([1, 0, np.nan, 2, 2, 3])
    assert PETS.has(codes).tolist() == [False, True, False, True, True, False]


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ([0, 2, np.nan], "^All rows are positive. Choose other class values as positive.$"),
        ([1, 3, np.nan], "^All rows are negative."),
        ([np.nan], "^All rows are negative."),
    ],
)
def test_cases_of_one_side_only(codes, message):
    with pytest.raises(UnfitError, match=message):
        PETS.has(np.array(codes), "rows")


def test_the_score_is_the_sum_of_the_set():
    probabilities = np.array([[0.1, 0.2, 0.4, 0.3], [0.6, 0.4, 0, 0]])
    np.testing.assert_allclose(PETS.score(probabilities), [0.5, 0.6])


@pytest.mark.parametrize(
    ("domain", "names", "message"),
    [
        (ANIMALS, (), "leave at least one out"),
        (ANIMALS, ("cat", "dog", "fish", "ape"), "leave at least one out"),
        (ANIMALS, ("cat", "bird"), "“animal” has no value “bird”. Choose"),
        (Domain([], ContinuousVariable("age")), "1", "one categorical target"),
        (Domain([], [DiscreteVariable(x, ("0", "1")) for x in "xy"]), "1", "one categorical"),
        (Domain([]), "1", "one categorical target"),
        (None, "1", "one categorical target"),
    ],
)
def test_impossible_sets(domain, names, message):
    with pytest.raises(UnfitError, match=message):
        PositiveClass.of(domain, names)


def test_it_survives_a_pickle():
    again = pickle.loads(pickle.dumps(PETS))
    assert again == PETS
    assert again.is_member.tolist() == PETS.is_member.tolist()
