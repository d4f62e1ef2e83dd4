"""Tables that scripts and add-ons can make: refused with the reason before anything is scored."""

import numpy as np
import pytest
from Orange.data import DiscreteVariable, Domain, Table
from scipy import sparse

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.points import read_points
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.signatures import table_signature
from orangecontrib.phidelta.orange.tablecheck import check_features

# 164 rows of class 0, 139 of class 1
HEART = Table("heart_disease")
FILLED = np.nan_to_num(HEART.X)
TARGET = "“diameter narrowing”"
TWO = [DiscreteVariable("a", ("x", "y")), DiscreteVariable("b", ("x", "y"))]


def table_with(**parts):
    """A table with other arrays; Orange's own setters would refuse or change some."""
    table = HEART.copy()
    for name, value in parts.items():
        setattr(table, f"_{name}", value)
    return table


def classes_with(where, code):
    classes = HEART.Y.copy()
    classes[where] = code
    return table_with(Y=classes)


def weighed(where, weight):
    weights = np.ones(len(HEART))
    weights[where] = weight
    return table_with(W=weights)


STORED = [
    ("objects", lambda: table_with(X=HEART.X.astype(object)), "stored as “object”"),
    ("words", lambda: table_with(X=np.full((303, 13), "a")), "stored as “str"),
    ("complex", lambda: table_with(X=HEART.X + 1j), "stored as “complex128”"),
    ("matrix", lambda: table_with(X=np.asmatrix(HEART.X)), "stored as “matrix”"),
    ("coordinates", lambda: table_with(X=sparse.coo_matrix(FILLED)), "format “coo”"),
    ("lists of rows", lambda: table_with(X=sparse.lil_matrix(FILLED)), "format “lil”"),
    ("blocks", lambda: table_with(X=sparse.bsr_matrix(FILLED)), "format “bsr”"),
    ("fewer columns", lambda: table_with(X=HEART.X[:, :5]), "303 x 5 instead of 303 x 13"),
    ("one column", lambda: table_with(X=HEART.X[:, 0]), "303 instead of 303 x 13"),
]
CLASSES = [
    ("beyond", lambda: classes_with([3, 8], 2), rf"\(2\) is no value of {TARGET}"),
    ("negative", lambda: classes_with(3, -1), rf"\(1\) is no value of {TARGET}"),
    ("fraction", lambda: classes_with(3, 0.5), rf"\(1\) is no value of {TARGET}"),
    ("infinite", lambda: classes_with(3, np.inf), rf"\(1\) is no value of {TARGET}"),
    ("words", lambda: table_with(Y=np.full(303, "a", object)), "not stored as numbers"),
    ("fewer", lambda: table_with(Y=HEART.Y[:50]), "50 classes in 303 rows"),
    ("no rows", lambda: HEART[:0], "^There are no rows. Use"),
    ("unknown", lambda: classes_with(slice(None), np.nan), "^The class of all rows is missing"),
    ("one", lambda: classes_with(slice(None), 1), "^All rows of known class.*“1”"),
    ("none", lambda: HEART.transform(Domain(HEART.domain.attributes)), "^There is no target"),
    (
        "two targets",
        lambda: HEART.transform(Domain(HEART.domain.attributes, TWO)),
        "^There are 2 targets: “a”, “b”. Keep one",
    ),
]


@pytest.mark.parametrize(("name", "make", "message"), STORED + CLASSES)
def test_what_cannot_be_scored_is_named(name, make, message):
    for read in (check_features, lambda table: table_signature(table, "1"), Scoring().scores):
        with pytest.raises(UnfitError, match=message):
            read(make())


@pytest.mark.parametrize("subsets", ["single", "all"])
@pytest.mark.parametrize("store", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("code", [4, -1, 0.5, np.inf, 1e18])
def test_codes_that_are_no_value_of_a_feature(code, store, subsets):
    X = FILLED.copy()
    X[[2, 7], 2] = code  # four kinds of chest pain
    with pytest.raises(UnfitError, match=r"\(2\) have is no value of “chest pain”. Mend"):
        table_signature(table_with(X=store(X)), "1", subsets=subsets)


@pytest.mark.parametrize(("name", "make", "message"), STORED)
def test_what_has_no_points_is_named(name, make, message):
    with pytest.raises(UnfitError, match=message):
        read_points(make())


@pytest.mark.parametrize(
    "X", [FILLED.astype(int), FILLED.astype(np.float32), sparse.csr_matrix(FILLED)]
)
def test_other_numbers_are_scored(X):
    found = table_signature(table_with(X=X), "1").signature
    known = table_signature(table_with(X=FILLED), "1").signature
    rows = slice(None) if X.dtype != int else [1, 2, 3]  # whole numbers in any case
    np.testing.assert_allclose(found.delta[rows], known.delta[rows], rtol=1e-6)


@pytest.mark.parametrize(
    ("where", "weight", "message"),
    [
        (slice(None), 1e300, "too great or too small.*1e-100 to 1e\\+100"),
        (0, 1e300, "too great"),
        (slice(None), 5e-324, "too small"),
        (0, 5e-324, "too small"),
        (0, -1, "impossible"),
        (0, np.nan, "impossible"),
        (0, np.inf, "impossible"),
        (HEART.Y == 1, 0, "All rows of a class have weight 0"),
    ],
)
def test_impossible_weights(where, weight, message):
    with pytest.raises(UnfitError, match=message):
        table_signature(weighed(where, weight), "1")


@pytest.mark.parametrize("weight", [1e17, 1e-17, 1e40])
def test_a_class_that_weighs_next_to_nothing_is_still_there(weight):
    found = table_signature(weighed(HEART.Y == 1, weight), "1").signature
    equal = table_signature(HEART, "1").signature
    assert 0 < found.prevalence < 1
    # features are judged by rates, which the weights of whole classes do not change
    np.testing.assert_allclose(found.delta, equal.delta, atol=1e-9)
    assert np.isfinite(found.measures()["delta_b"]).any()
