"""Regions of the diamond, from limits of |δ| and |φ|."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orangecontrib.phidelta.core.features.ranking import rank
from orangecontrib.phidelta.core.features.regions import REGIONS, Regions
from orangecontrib.phidelta.core.features.selection import FeatureScores
from orangecontrib.phidelta.core.features.statistics import class_signature

share = st.floats(0, 1)


def region(phi, delta, limits):
    """As the manual tells it, one point at a time."""
    if phi > limits.phi:
        return "characteristic"
    if phi < -limits.phi:
        return "rare"
    return "discriminant" if abs(delta) >= limits.delta else "indifferent"


@given(st.lists(st.tuples(share, share)), share, share)
def test_every_point_is_in_one_region(rates, delta_limit, phi_limit):
    tpr, fpr = np.reshape(rates, (-1, 2)).T
    phi, delta = tpr + fpr - 1, tpr - fpr
    regions = Regions(delta_limit, phi_limit)
    expected = [region(*each, regions) for each in zip(phi, delta, strict=True)]
    assert [REGIONS[number] for number in regions.numbers(phi, delta)] == expected
    assert regions.counts(phi, delta) == {name: expected.count(name) for name in REGIONS}
    for kept in ((), ("rare",), ("characteristic", "discriminant"), REGIONS):
        are_kept = Regions(delta_limit, phi_limit, kept).are_kept(phi, delta)
        assert are_kept.tolist() == [name in kept for name in expected]


def test_limits_belong_to_what_reaches_them():
    """Binary fractions, so that nothing is rounded: "at least" and "at most" are meant so."""
    regions = Regions(delta=0.25, phi=0.5)
    phi, delta = [0.5, -0.5, 0.5, 0.75, -0.75], [0.25, -0.25, 0.125, 0.25, 0.125]
    found = [REGIONS[number] for number in regions.numbers(phi, delta)]
    assert found == ["discriminant", "discriminant", "indifferent", "characteristic", "rare"]


def test_what_is_undefined_is_in_no_region():
    regions = Regions(kept=REGIONS)
    assert regions.numbers([np.nan, 0.1], [np.nan, np.nan]).tolist() == [-1, -1]
    assert regions.are_kept([np.nan], [np.nan]).tolist() == [False]
    assert sum(regions.counts([np.nan], [np.nan]).values()) == 0


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"delta": 1.5}, "delta must lie in .* Got 1.5"),
        ({"phi": -0.1}, "phi must lie in .* Got -0.1"),
        ({"phi": np.nan}, "phi must lie in"),
        ({"kept": ("rare", "stop words")}, "Got stop words"),
    ],
)
def test_limits_and_names_are_checked(wrong, told):
    with pytest.raises(ValueError, match=told):
        Regions(**wrong)


def words():
    """Seven words in 8 positives and 12 negatives, by hand: who has them, region, why."""
    counts = {  # positives, negatives with the word
        "the": (8, 11),
        "goal": (6, 2),
        "bank": (1, 8),
        "of": (5, 7),
        "xenon": (1, 0),
        "never": (0, 0),
        "said": (7, 8),
    }
    X = np.zeros((20, len(counts)))
    for column, (hits, alarms) in enumerate(counts.values()):
        X[:hits, column] = X[8 : 8 + alarms, column] = 1
    return list(counts), X, np.arange(20) < 8


def test_features_by_region():
    """φ δ: the .92 .08, goal -.08 .58, bank -.21 -.54, of .21 .04, xenon -.88 .13, said .54 .21"""
    names, X, is_positive = words()
    scores = FeatureScores.of(rank(class_signature(X, is_positive)))
    for kept, expected in {
        ("discriminant",): ["goal", "bank"],
        ("characteristic",): ["said", "the"],
        ("rare",): ["xenon"],
        ("indifferent",): ["of"],
        ("discriminant", "rare", "indifferent"): ["goal", "bank", "xenon", "of"],
        (): [],
    }.items():
        features, _ = scores.selected(regions=Regions(0.1, 0.4, kept))
        assert [names[feature] for feature in features] == expected
    both = scores.selected(regions=Regions(0.1, 0.4, ("discriminant",)), limit=0.56)[0]
    assert [names[feature] for feature in both] == ["goal"]


def test_a_feature_counts_by_its_best_mark():
    """Value "a" is in 9 of 10 positives and 2 of 30 others, "c" in none and in nearly all."""
    values = np.array(["a"] * 9 + ["b"] + ["a"] * 2 + ["b"] * 1 + ["c"] * 27)
    X = np.unique(values, return_inverse=True)[1][:, np.newaxis].astype(float)
    signature = class_signature(X, np.arange(40) < 10, values=[("a", "b", "c")], subsets="single")
    scores = FeatureScores.of(rank(signature))
    strongest = int(np.argmax(np.abs(signature.delta)))
    assert scores.delta.tolist() == [signature.delta[strongest]]
    assert scores.phi.tolist() == [signature.phi[strongest]]
    # the second value is rare, but it is not the best mark
    assert np.any(Regions(0.1, 0.4, ("rare",)).are_kept(signature.phi, signature.delta))
    assert scores.selected(regions=Regions(0.1, 0.4, ("rare",)))[0] == []
    assert scores.selected(regions=Regions(0.1, 0.4, ("discriminant",)))[0] == [0]
