"""The positive class: a set of values of the target, and which cases and scores are of it."""

import pickle

import numpy as np
import pytest
from Orange.classification import MajorityLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.scoring import Scoring

ANIMALS = Domain([], DiscreteVariable("animal", ("cat", "dog", "fish", "ape")))
PETS = PositiveClass.of(ANIMALS, {"fish", "cat"})


def test_names_come_in_the_order_of_the_target():
    assert PETS.names == ("cat", "fish")
    assert PETS.values == ("cat", "dog", "fish", "ape")
    assert PETS.is_member.tolist() == [True, False, True, False]


def test_one_name_needs_no_brackets():
    assert PositiveClass.of(ANIMALS, "dog") == PositiveClass.of(ANIMALS, ["dog"])
    assert PositiveClass.of(ANIMALS, "dog").names == ("dog",)


def test_it_stands_for_its_names():
    assert PositiveClass.of(ANIMALS, PETS) == PETS
    assert Scoring(PETS) == Scoring(("cat", "fish"))
    model = MajorityLearner()(Table("iris"))
    setosa = PositiveClass.of(model.domain, "Iris-setosa")
    assert ThresholdModel(model, setosa, 0.5).positive == ("Iris-setosa",)
    assert ThresholdLearner(MajorityLearner(), setosa).positive == ("Iris-setosa",)


def test_text_for_readers():
    assert PETS.text == "cat or fish"
    assert PETS.rest == "dog or ape"
    assert PositiveClass().text == "positive"


AGAINST = PositiveClass.of(ANIMALS, ("cat", "fish"), "ape")


def test_negatives_are_all_the_rest_unless_chosen():
    assert PETS.negatives == ()
    assert PETS.is_negative.tolist() == [False, True, False, True]
    assert AGAINST.negatives == ("ape",)
    assert AGAINST.is_negative.tolist() == [False, False, False, True]
    assert PositiveClass.of(ANIMALS, {"fish", "cat"}, {"ape", "dog"}) == PETS
    assert PositiveClass.of(ANIMALS, "cat", ("ape", "dog")).negatives == ("dog", "ape")
    assert PositiveClass.of(ANIMALS, PositiveClass(("fish",), negatives=("ape",))).negatives == (
        "ape",
    )


def test_text_of_both_sides():
    assert (PETS.title, PETS.others) == ("cat or fish", "others")
    assert (AGAINST.title, AGAINST.others) == ("cat or fish against ape", "‘ape’")
    assert AGAINST.rest == "ape"
    several = PositiveClass.of(ANIMALS, "cat", ("ape", "dog"))
    assert several.title == "cat against dog or ape"


def test_which_cases_are_of_neither_side():
    codes = np.array([1, 0, np.nan, 2, 2, 3])
    assert AGAINST.has(codes).tolist() == [False, True, False, True, True, False]
    assert AGAINST.takes(codes).tolist() == [False, True, False, True, True, True]
    assert AGAINST.is_neither(codes).tolist() == [True] + [False] * 5
    assert not PETS.is_neither(codes).any()
    for codes, side in (([0, 1, 2], "negative"), ([1, 3], "positive"), ([1], "positive")):
        with pytest.raises(UnfitError, match=f"^No rows are {side}. Choose other class values"):
            AGAINST.has(np.array(codes, float), "rows")


def test_the_score_against_chosen_values_is_the_share_of_both_sides():
    probabilities = np.array(
        [
            [0.1, 0.2, 0.4, 0.3],
            [0.6, 0.4, 0, 0],
            [0, 0.9, 0, 0.1],
            [0, 1, 0, 0],  # certain of neither
            [0.5, 0, 0.6, -0.1],  # no probabilities
            [1e308, 0, 1e308, 1e308],
            [np.nan, 0, 0.5, 0.5],
        ]
    )
    found = AGAINST.score(probabilities)
    np.testing.assert_allclose(found, [0.5 / 0.8, 1, 0, 0.5, np.nan, np.nan, np.nan])
    given = AGAINST.given_sides(probabilities[:4])
    np.testing.assert_allclose(given[0], [0.125, 0, 0.5, 0.375])
    np.testing.assert_allclose(given[3], [0.25, 0, 0.25, 0.5])
    np.testing.assert_allclose(given.sum(axis=1), 1)
    mirrored = PositiveClass.of(ANIMALS, "ape", ("cat", "fish"))
    np.testing.assert_allclose(mirrored.score(probabilities[:4]), 1 - found[:4])
    assert PETS.given_sides(probabilities) is probabilities


@pytest.mark.parametrize(
    ("negatives", "message"),
    [
        ("bird", "“animal” has no value “bird”. Choose negative values that it has"),
        (("ape", "cat"), "“cat” cannot be both positive and negative"),
    ],
)
def test_impossible_negatives(negatives, message):
    with pytest.raises(UnfitError, match=message):
        PositiveClass.of(ANIMALS, ("cat", "fish"), negatives)


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
