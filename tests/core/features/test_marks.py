"""Marks: where they come from, and how many decisions they stand for."""

import tracemalloc

import numpy as np
import pytest

from orangecontrib.phidelta.core.features.marks import Marks
from orangecontrib.phidelta.core.features.nominal import nominal_marks
from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.core.features.statistics import class_signature

MANY = tuple(map(str, range(70)))
VALUES = (None, ("a", "b"), tuple("abcde"), None, tuple("xyz"), ("one",), MANY)


def mixed(encoding, subsets, weights=None):
    """Numbers, categories of two to seventy values, constants, and gaps in all of them."""
    random = np.random.default_rng(3)
    sizes = [1 if each is None else len(each) for each in VALUES]
    X = np.floor(random.random((90, 7)) * sizes)
    X[:, 0] = random.exponential(size=90) ** 3
    X[random.random(X.shape) < 0.05] = np.nan
    is_positive = random.random(90) < 0.3
    options = {"encoding": encoding, "subsets": subsets, "weights": weights}
    return class_signature(X, is_positive, values=VALUES, **options)


def decisions_behind(signature, mark):
    """Written out: each cut between two cases, or each subset and its complement."""
    feature, subset = signature.features[mark], signature.subsets[mark]
    if subset is None and np.isnan(signature.cuts[mark]):
        return 1
    if subset is None:
        return max(int(signature.cases[0, mark] + signature.cases[1, mark]) - 1, 1)
    if signature.features.tolist().count(feature) > 1:
        return 1
    return 2 ** min(len(signature.values[feature]) - 1, 60) - 1


@pytest.mark.parametrize("encoding", ["present", "linear", "best cut", "ranks"])
@pytest.mark.parametrize("subsets", ["single", "pairs", "best"])
@pytest.mark.parametrize("weights", [None, np.linspace(0.1, 2, 90)])
def test_decisions_behind_all_marks(encoding, subsets, weights):
    signature = mixed(encoding, subsets, weights)
    # what is always true, or never, decides nothing
    varies = ~np.isnan(signature.delta) & (np.ptp(signature.rates, axis=0) > 0)
    varies |= (signature.fpr > 0) & (signature.fpr < 1)
    defined = np.flatnonzero(varies)
    assert len(defined) < len(signature)
    assert signature.decision_count == sum(decisions_behind(signature, m) for m in defined)
    assert (signature.decision_count > 2**60 - 2) == (subsets == "best")


def test_marks_are_counted_without_looking_through_all_for_each(monkeypatch):
    def looks(values):
        """How often the number of equal things is asked of arrays."""
        random = np.random.default_rng(0)
        X = random.integers(0, values, (4000, 3)).astype(float)
        signature = class_signature(
            X, random.random(4000) < 0.3, values=[range(values)] * 3, subsets="pairs"
        )
        asked = []
        for name in ("count_nonzero", "bincount"):
            own = getattr(np, name)
            monkeypatch.setattr(np, name, lambda *a, f=own, **k: asked.append(0) or f(*a, **k))
        assert signature.decision_count == len(signature)
        monkeypatch.undo()
        return len(asked)

    assert looks(40) == looks(5) > 0


def test_rates_of_pairs_by_hand():
    table = np.array([[6.0, 2, 0, 4, 0], [1, 0, 3, 1, 5]])
    marks = nominal_marks([table], [0], "pairs", np.array([[12.0], [10.0]]))
    assert (2, 4) in marks.subsets
    assert (0,) in marks.subsets
    for subset, fpr, tpr in zip(marks.subsets, *marks.rates, strict=True):
        assert fpr == sum(table[0][value] for value in subset) / 12
        assert tpr == sum(table[1][value] for value in subset) / 10


def test_pairs_of_many_values_take_no_matrix_of_pairs_by_values():
    random = np.random.default_rng(0)
    table = random.integers(1, 30, (2, 300)).astype(float)
    tracemalloc.start()
    marks = nominal_marks([table], [0], "pairs", table.sum(axis=1, keepdims=True))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(marks) == 300 * 301 / 2
    # a number for each pair and value would be 2,400
    assert peak / len(marks) < 1000


def test_joined_marks_are_in_the_order_of_their_features():
    signature = mixed("best cut", "pairs")
    features = np.array([1, 4])
    rates, cases = np.array([[0.1, 0.2], [0.3, 0.5]]), np.array([[20.0, 30], [10, 40]])
    first = Marks.of_decisions(features, rates, cases, cuts=np.array([0.5, 7]))
    second = Marks.of_decisions(
        np.array([2]), rates[:, :1], cases[:, :1], subsets=((0, 3),), p_value=np.array([0.25])
    )
    joined = Marks.joined(first, second)
    assert joined.features.tolist() == [1, 2, 4]
    assert joined.subsets == (None, (0, 3), None)
    np.testing.assert_array_equal(joined.cuts, [0.5, np.nan, 7])
    np.testing.assert_allclose(joined.delta, [0.2, 0.2, 0.3])
    np.testing.assert_allclose(joined.phi, [-0.6, -0.6, -0.3])
    assert joined.p_value[1] == 0.25
    assert joined.is_decision.all()
    assert isinstance(signature, Signature)
    assert isinstance(signature, Marks)


def test_the_strongest_mark():
    signature = mixed("linear", "pairs")
    strength = np.abs(signature.delta).tolist()
    defined = [m for m in range(len(signature)) if strength[m] >= 0]
    best = max(defined, key=lambda m: strength[m])
    assert signature.strongest() == best
    others = np.arange(len(signature)) != best
    assert signature.strongest(others) == max(set(defined) - {best}, key=lambda m: strength[m])
    assert signature.strongest(np.isnan(signature.delta)) is None
    assert signature.name(best) == signature.names[best]


def test_measures_at_a_class_ratio_are_those_of_all_measures():
    signature = mixed("ranks", "pairs")
    at = signature.measures_at(0.2)
    assert set(at) == {"phi_b", "delta_b", "information", "gini"}
    for key, values in at.items():
        np.testing.assert_array_equal(values, signature.measures(0.2)[key])
        assert not np.array_equal(values, signature.measures()[key], equal_nan=True)
