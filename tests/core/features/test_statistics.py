"""Features as soft classifiers, against a slow and obvious reading of the paper, section 5."""

import json
import os
import tracemalloc
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse, stats
from sklearn.metrics import roc_auc_score

from orangecontrib.phidelta.core.counting import sparse as sparse_pass
from orangecontrib.phidelta.core.counting import tiles
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics, class_signature

# --- section 5, case by case


def shared_tokens(values, weights):
    """The token of each case: its number scaled to [-1, 1], then (1 + v) / 2."""
    known = [v for v, w in zip(values, weights, strict=True) if not np.isnan(v) and w > 0]
    if not known or min(known) == max(known):
        return [np.nan] * len(values)
    low, high = min(known), max(known)
    return [(1 + (2 * (v - low) / (high - low) - 1)) / 2 for v in values]


def rate(tokens, is_member, weights):
    """Weighted mean of the known tokens of the members of a class."""
    rows = zip(tokens, is_member, weights, strict=True)
    rows = [(token, weight) for token, member, weight in rows if member and not np.isnan(token)]
    total = sum(weight for _, weight in rows)
    return sum(token * weight for token, weight in rows) / total if total else np.nan


def slow_rates(X, is_positive, weights=None):
    """Array (2, features): fpr, tpr of numeric features."""
    weights = np.ones(len(X)) if weights is None else weights
    columns = [shared_tokens(column, weights) for column in np.asarray(X, float).T]
    return np.array(
        [[rate(c, member, weights) for c in columns] for member in (~is_positive, is_positive)]
    )


def slow_subsets(column, is_positive, largest):
    """{subset of values: δ}, one subset of each complement pair, at most so many values."""
    values = sorted(set(column))
    sizes = range(1, len(values))
    subsets = chain.from_iterable(combinations(values, size) for size in sizes)
    found = {}
    for subset in map(frozenset, subsets):
        rest = frozenset(values) - subset
        if min(len(subset), len(rest)) > largest or rest in found:
            continue
        called = np.isin(column, list(subset))
        found[subset] = called[is_positive].mean() - called[~is_positive].mean()
    return found


# --- data


@pytest.fixture(scope="module")
def data():
    """90 cases, a quarter positive; columns of many scales, some zeros, gaps, and weights."""
    random = np.random.default_rng(3)
    is_positive = random.random(90) < 0.25
    X = random.normal(size=(90, 6)) * [1, 5, 0.01, 1, 30, 1] + [0, 3, 0.5, 0, -9, 1]
    X += is_positive[:, None] * [0.5, 0, -0.01, 1, 10, -0.2]
    X[random.random(X.shape) < 0.3] = 0
    X[:, 5] = 7 + random.random(90)  # no zeros: neither end of the range is 0
    X[:, 3] = np.abs(X[:, 3])
    X[random.random(X.shape) < 0.15] = np.nan
    return X, is_positive, random.gamma(0.7, size=90) * (random.random(90) < 0.8)


LAYOUTS = {
    "C order": np.ascontiguousarray,
    "F order": np.asfortranarray,
    "strided": lambda X: np.repeat(X, 3, axis=1)[:, ::3],
    "backwards": lambda X: X[::-1].copy()[::-1],
    "float32": lambda X: X.astype(np.float32),
    "CSR": sparse.csr_matrix,
    "CSC": sparse.csc_matrix,
    "CSR array": sparse.csr_array,
    "COO": sparse.coo_array,
}


def mixed(random, cases=400):
    """A table with numeric and nominal features, gaps in both, and its values."""
    X = random.normal(size=(cases, 5))
    X[:, 1] = random.integers(0, 4, cases)
    X[:, 3] = random.integers(0, 2, cases)
    X[random.random(X.shape) < 0.1] = np.nan
    values = [None, ("a", "b", "c", "d"), None, ("no", "yes"), None]
    return X, random.random(cases) < 0.3, values


# --- numeric features


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_token_sharing(data, layout, is_weighted):
    X, is_positive, weights = data
    weights = weights if is_weighted else None
    signature = class_signature(LAYOUTS[layout](X), is_positive, weights=weights)
    expected = slow_rates(X, is_positive, weights)
    tolerance = 1e-5 if layout == "float32" else 1e-12
    np.testing.assert_allclose([signature.fpr, signature.tpr], expected, rtol=0, atol=tolerance)
    np.testing.assert_allclose(signature.phi, expected[1] + expected[0] - 1, atol=tolerance)
    np.testing.assert_allclose(signature.delta, expected[1] - expected[0], atol=tolerance)


@pytest.mark.parametrize("layout", ["C order", "F order", "strided", "CSR", "CSC"])
def test_many_tiles_blocks_and_threads(monkeypatch, layout):
    monkeypatch.setattr(tiles, "_TILE", 2**12)
    monkeypatch.setattr(tiles, "_WORTH_A_THREAD", 2**10)
    monkeypatch.setattr(sparse_pass, "_ENTRIES", 2**10)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    random = np.random.default_rng(1)
    X = random.normal(size=(13_001, 7)) * (random.random((13_001, 7)) < 0.4)
    X[9000:, 2] = np.nan
    X[:, 5] += 3
    is_positive = random.random(len(X)) < 0.1
    signature = class_signature(LAYOUTS[layout](X), is_positive)
    expected = slow_rates(X, is_positive)
    np.testing.assert_allclose([signature.fpr, signature.tpr], expected, rtol=1e-10)
    welch = stats.ttest_ind(X[is_positive], X[~is_positive], equal_var=False, nan_policy="omit")
    statistic = signature.delta / signature.standard_error
    np.testing.assert_allclose(statistic, welch.statistic, rtol=1e-8)


def test_wide_table():
    random = np.random.default_rng(2)
    X = random.normal(size=(24, 3000))
    is_positive = np.arange(24) < 7
    signature = class_signature(X, is_positive)
    np.testing.assert_allclose([signature.fpr, signature.tpr], slow_rates(X, is_positive))


def test_integers_and_booleans():
    X = np.array([[3, 1], [5, 0], [7, 0], [4, 1]])
    is_positive = np.array([True, False, True, False])
    for kind in (np.int8, np.uint16, np.int64):
        delta = class_signature(X.astype(kind), is_positive).delta
        np.testing.assert_allclose(delta, [(0 + 1) / 2 - (1 / 2 + 1 / 4) / 2, 0])
    delta = class_signature(X[:, 1:].astype(bool), is_positive).delta
    np.testing.assert_allclose(delta, 0)


def test_sparse_zeros_are_values():
    X = sparse.csr_array(np.array([[0, 2.0, -3], [0, 4, 0], [5, 6, 0], [0, 2, -1]]))
    is_positive = np.array([False, True, True, False])
    # scaled by [0, 5], by [2, 6] (nothing is 0), by [-3, 0]
    expected = [1 / 2, (1 / 2 + 1) / 2, 1 - (0 + 2 / 3) / 2]
    for matrix in (X, X.tocsc()):
        np.testing.assert_allclose(class_signature(matrix, is_positive).delta, expected)


def test_sparse_entries_stored_oddly(data):
    X, is_positive, _ = data
    X = np.nan_to_num(X)
    expected = class_signature(X, is_positive)
    columns, ends = np.arange(6), np.arange(91)
    twice = np.hstack([X / 4, X * 3 / 4]).ravel(), np.tile(columns, 180), 12 * ends
    backwards = X[:, ::-1].ravel(), np.tile(columns[::-1], 90), 6 * ends
    for parts in (twice, backwards):
        matrix = sparse.csr_matrix(parts, shape=X.shape)
        stored = matrix.nnz
        signature = class_signature(matrix, is_positive)
        np.testing.assert_allclose(signature.delta, expected.delta, rtol=1e-12)
        np.testing.assert_allclose(signature.standard_error, expected.standard_error)
        assert matrix.nnz == stored


def test_constant_unknown_and_infinite_features_are_undefined():
    is_positive = np.array([True, True, False, False, False])
    unknown = [np.nan, np.nan, 1, 2, 3]  # in all positives
    X = np.column_stack([[2.0] * 5, [np.nan] * 5, unknown, [1, 2, np.inf, 0, 1], [0, 1, 1, 0, 0]])
    for encoding in ("linear", "best cut", "ranks"):
        signature = class_signature(X, is_positive, encoding=encoding)
        np.testing.assert_array_equal(signature.undefined, [0, 1, 2, 3])
        for name, values in signature.measures().items():
            np.testing.assert_array_equal(np.isnan(values), [1, 1, 1, 1, 0], err_msg=name)
    signature = class_signature(sparse.csr_array(np.zeros((5, 2))), is_positive)
    assert np.isnan(signature.delta).all()


def test_numbers_far_from_zero_for_their_spread():
    random = np.random.default_rng(5)
    is_positive = random.random(500) < 0.2
    seconds = 1.7e9 + 1e4 * random.random(500) + 3e3 * is_positive
    X = np.column_stack([seconds, seconds - 1.7e9])
    signature = class_signature(X, is_positive)
    # the numbers themselves have this precision
    np.testing.assert_allclose(signature.delta[0], signature.delta[1], rtol=1e-9)
    np.testing.assert_allclose(signature.standard_error[0], signature.standard_error[1], rtol=1e-9)


def test_classes_in_turn():
    """The other class as positive turns δ and keeps φ."""
    random = np.random.default_rng(6)
    X, is_positive, values = mixed(random)
    for encoding in ("linear", "ranks"):
        one = class_signature(X, is_positive, values=values, encoding=encoding)
        other = class_signature(X, ~is_positive, values=values, encoding=encoding)
        np.testing.assert_allclose(one.delta, -other.delta, atol=1e-12)
        np.testing.assert_allclose(one.phi, other.phi, atol=1e-12)
        np.testing.assert_allclose(one.standard_error, other.standard_error)
        np.testing.assert_allclose(one.p_value, other.p_value)
        assert one.prevalence == pytest.approx(1 - other.prevalence)


# --- weights


@pytest.mark.parametrize("encoding", ["linear", "best cut", "ranks"])
@pytest.mark.parametrize("layout", ["C order", "CSR", "CSC"])
def test_whole_weights_are_repeated_cases(data, encoding, layout):
    X, is_positive, _ = data
    X = np.column_stack([X, np.arange(len(X)) % 3])
    values = [None] * 6 + [("a", "b", "c")]
    times = np.random.default_rng(0).integers(0, 4, len(X))
    how = {"values": values, "encoding": encoding, "subsets": "best"}
    one = class_signature(LAYOUTS[layout](X), is_positive, weights=times, **how)
    other = class_signature(np.repeat(X, times, axis=0), np.repeat(is_positive, times), **how)
    np.testing.assert_allclose(one.rates, other.rates, atol=1e-12)
    np.testing.assert_array_equal(one.cuts, other.cuts)
    assert one.subsets == other.subsets
    assert one.prevalence == pytest.approx(other.prevalence)


def test_equal_weights_change_nothing(data):
    X, is_positive, _ = data
    for encoding in ("linear", "best cut", "ranks"):
        one = class_signature(X, is_positive, encoding=encoding).measures()
        other = class_signature(X, is_positive, weights=np.full(90, 0.1), encoding=encoding)
        for name, values in other.measures().items():
            # ranks are rounded to levels: those between two of them to either
            rtol = 2e-3 if name in ("p_value", "q_value") and encoding == "ranks" else 1e-9
            np.testing.assert_allclose(values, one[name], rtol=rtol, atol=1e-12, err_msg=name)


def test_effective_numbers_of_cases():
    X = np.array([[0.0], [1], [2], [5], [4], [7]])
    is_positive = np.array([False, False, True, True, True, True])
    weights = np.array([1, 3, 1, 1, 2, 0])
    signature = class_signature(X, is_positive, weights=weights)
    np.testing.assert_allclose(signature.cases.ravel(), [16 / 10, 16 / 6])


# --- nominal features

columns = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=25).filter(
    lambda rows: len({b for _, b in rows}) == 2 and len({a for a, _ in rows}) > 1
)


@pytest.mark.parametrize(("subsets", "largest"), [("single", 1), ("pairs", 2), ("all", 6)])
@given(rows=columns)
def test_subsets_of_values(subsets, largest, rows):
    column, is_positive = (np.array(part) for part in zip(*rows, strict=True))
    names = [tuple("abcdef")]
    signature = class_signature(column[:, None], is_positive, values=names, subsets=subsets)
    expected = slow_subsets(column, is_positive, largest)
    everything = frozenset(column.tolist())
    found = {}
    for subset, delta in zip(signature.subsets, signature.delta, strict=True):
        is_known = frozenset(subset) in expected
        found[frozenset(subset) if is_known else everything - set(subset)] = (
            delta if is_known else -delta
        )
    assert len(found) == len(signature)
    assert found == pytest.approx(expected)


@given(columns)
def test_best_subset_is_the_best_of_all(rows):
    column, is_positive = (np.array(part) for part in zip(*rows, strict=True))
    names = [tuple("abcdef")]
    (best,) = class_signature(column[:, None], is_positive, values=names, subsets="best").delta
    expected = max(map(abs, slow_subsets(column, is_positive, 6).values()))
    assert abs(best) == pytest.approx(expected)


def test_values_that_are_not_known_in_a_class():
    codes = np.array([0.0, 1, 2, 1, np.nan, np.nan])[:, None]
    for is_positive in (np.arange(6) > 3, np.arange(6) < 4):
        for subsets in ("single", "best"):
            how = {"values": [tuple("abc")], "subsets": subsets}
            signature = class_signature(codes, is_positive, **how)
            assert np.isnan(signature.delta).all()
            assert np.isnan(signature.p_value).all()


@pytest.mark.parametrize("subsets", ["single", "pairs", "all", "best"])
def test_one_value_is_in_a_corner_and_tells_nothing(subsets):
    """Figure 2b of the 2014 paper: always true is the right corner, never true the left one."""
    codes = np.array([1.0, 1, 1, np.nan, 1])[:, None]
    is_positive = [True, False, True, False, False]
    corners = {("b", tuple("abc"), 1): 1, ("b", tuple("ab"), 1): 1, ("b", tuple("ab"), 0): -1}
    for (name, values, code), phi in corners.items():
        how = {"names": ["odor"], "values": [values], "subsets": subsets}
        signature = class_signature(codes * code, is_positive, **how)
        assert signature.names == (f"odor = {name}",)
        assert signature.phi == [phi]
        assert signature.is_constant.all()
        assert not len(signature.undefined)
        found = signature.measures()
        for key in ("delta", "standard_error", "information"):
            assert found[key] == [0], key
        assert found["p_value"] == [1]
        # not one of those that are tested
        assert np.isnan(found["q_value"]).all()


def test_values_that_never_occur_change_nothing():
    random = np.random.default_rng(2)
    codes = random.integers(0, 3, 60)[:, None]
    is_positive = random.random(60) < 0.3
    for subsets in ("single", "best"):
        found = class_signature(2 * codes, is_positive, values=[tuple("abcdefg")], subsets=subsets)
        expected = class_signature(codes, is_positive, values=[tuple("ace")], subsets=subsets)
        assert found.names == expected.names
        for name, values in expected.measures().items():
            np.testing.assert_array_equal(found.measures()[name], values, err_msg=name)


def test_two_values_are_one_feature():
    codes = np.array([[0.0], [0], [2], [2], [2], [np.nan]])
    is_positive = np.array([False, True, True, True, False, False])
    for subsets in ("single", "pairs", "all", "best"):
        signature = class_signature(
            codes, is_positive, names=["sex"], values=[("f", "never", "m")], subsets=subsets
        )
        assert signature.names == ("sex = m",)
        np.testing.assert_allclose(signature.delta, 2 / 3 - 1 / 2)
    # as numbers they say the same
    number = class_signature(codes, is_positive)
    for name, values in signature.measures().items():
        np.testing.assert_allclose(number.measures()[name], values, err_msg=name)


@pytest.mark.parametrize("layout", ["C order", "F order", "float32", "CSR", "CSC"])
def test_kinds_side_by_side(layout):
    X, is_positive, values = mixed(np.random.default_rng(4))
    if layout.startswith("CS"):
        X = np.where(np.random.default_rng(0).random(X.shape) < 0.5, 0, X)
    names = ["x", "kind", "y", "is in", "z"]
    weights = np.random.default_rng(9).random(len(X))
    signature = class_signature(
        LAYOUTS[layout](X), is_positive, names=names, values=values, weights=weights
    )
    expected = ["x", "kind = a", "kind = b", "kind = c", "kind = d", "y", "is in = yes", "z"]
    assert signature.names == tuple(expected)
    np.testing.assert_array_equal(signature.features, [0, 1, 1, 1, 1, 2, 3, 4])
    assert signature.subsets == (None, (0,), (1,), (2,), (3,), None, (1,), None)
    indicators = [np.where(np.isnan(X[:, 1]), np.nan, X[:, 1] == code) for code in range(4)]
    encoded = np.column_stack([X[:, 0], *indicators, X[:, 2:]])
    expected = slow_rates(encoded, is_positive, weights)
    np.testing.assert_allclose(signature.rates, expected, atol=1e-6)


def test_names_of_subsets():
    codes = np.repeat(np.arange(4.0), 2)[:, None]
    is_positive = np.array([True, True, False, False, True, True, False, False])
    kind = {"names": ["odor"], "values": [tuple("anlf")], "subsets": "best"}
    signature = class_signature(codes, is_positive, **kind)
    assert signature.names == ("odor in {a, l}",)
    constant = class_signature(0 * codes, is_positive, **kind)
    assert constant.names == ("odor = a",)
    missing = class_signature(codes * np.nan, is_positive, names=["odor"], values=[()])
    assert missing.names == ("odor",)


def test_of_more_than_eight_values_all_subsets_are_the_best_one():
    codes = np.column_stack([np.arange(40.0) % 9, np.arange(40) % 3, np.arange(40) % 8])
    is_positive = np.isin(np.arange(40), [0, 1, 3, 4, 9, 13, 22, 31, 33])
    values = [tuple("abcdefghijk")] * 3
    signature = class_signature(codes, is_positive, values=values, subsets="all")
    assert signature.best_only.tolist() == [0]
    assert np.bincount(signature.features).tolist() == [1, 3, 2**7 - 1]
    best = class_signature(codes[:, :1], is_positive, values=values[:1], subsets="best")
    assert signature.subsets[0] == best.subsets[0]
    for name in ("delta", "p_value", "choices", "standard_error"):
        assert getattr(signature, name)[0] == getattr(best, name)[0], name
    low, high = signature.interval()
    assert (low[0], high[0]) == tuple(end[0] for end in best.interval())
    # each of the others has its own test, and none was sought
    single = class_signature(codes, is_positive, values=values, subsets="single")
    own = [signature.subsets.index((1,)), single.features.tolist().index(1) + 1]
    assert signature.p_value[own[0]] == single.p_value[own[1]]
    assert (signature.choices[1:] == 1).all()
    assert not len(best.best_only)


# --- best cut and ranks

numbers = st.lists(
    st.tuples(st.integers(-4, 4), st.booleans(), st.integers(1, 3)), min_size=2, max_size=15
).filter(lambda rows: len({b for _, b, _ in rows}) == 2 and len({a for a, _, _ in rows}) > 1)


@pytest.mark.parametrize("layout", ["C order", "CSR", "CSC"])
@given(rows=numbers)
def test_best_cut_is_the_best_of_all_cuts(layout, rows):
    column, is_positive, weights = (np.array(part) for part in zip(*rows, strict=True))
    X = LAYOUTS[layout](column[:, None].astype(float))
    signature = class_signature(X, is_positive, weights=weights, encoding="best cut")
    deltas = []
    for cut in np.unique(column):
        called = column > cut
        rates = [np.average(called[c], weights=weights[c]) for c in (is_positive, ~is_positive)]
        deltas.append(rates[0] - rates[1])
    assert abs(signature.delta[0]) == pytest.approx(max(map(abs, deltas)))
    called = column > signature.cuts[0]
    decided = class_signature(called[:, None], is_positive, weights=weights)
    np.testing.assert_allclose(signature.rates, decided.rates)
    assert not np.any(column == signature.cuts[0])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("is_weighted", [False, True])
def test_ranks_give_the_area_under_the_curve(data, layout, is_weighted):
    X, is_positive, weights = data
    weights = weights if is_weighted else None
    signature = class_signature(LAYOUTS[layout](X), is_positive, weights=weights, encoding="ranks")
    for j, column in enumerate(X.T):
        is_known = ~np.isnan(column)
        weight = None if weights is None else weights[is_known]
        area = roc_auc_score(is_positive[is_known], column[is_known], sample_weight=weight)
        assert signature.delta[j] == pytest.approx(area - 0.5)
        # tokens are mid-ranks
        if weights is None:
            tokens = (stats.rankdata(column[is_known]) - 0.5) / is_known.sum()
            assert signature.tpr[j] == pytest.approx(tokens[is_positive[is_known]].mean())


def test_sorting_tells_its_progress(data):
    X, is_positive, _ = data
    told = []
    class_signature(X, is_positive, encoding="ranks", progress=told.append)
    np.testing.assert_allclose(told, np.arange(1, 7) / 6)

    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        class_signature(X, is_positive, encoding="best cut", progress=stop)


# --- merging


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.booleans())
def test_merging_in_any_order_is_one_pass(seed, blocks, is_weighted):
    random = np.random.default_rng(seed)
    X, is_positive, values = mixed(random, cases=60)
    X[:, 0] = X[:, 0] * 10.0 ** random.integers(-3, 4) + 10.0 ** random.integers(-3, 5)
    is_positive[:2] = True, False
    weights = random.integers(0, 3, len(X)) + 0.5 if is_weighted else None
    order = np.argsort(X[:, 2]) if random.random() < 0.5 else random.permutation(len(X))
    parts = []
    for cases in np.array_split(order, blocks):
        weight = None if weights is None else weights[cases]
        part = FeatureStatistics(values=values)
        for half in np.array_split(np.arange(len(cases)), random.integers(1, 3)):
            block = sparse.csr_array(X[cases[half]]) if random.random() < 0.3 else X[cases[half]]
            part.update(block, is_positive[cases[half]], None if weight is None else weight[half])
        parts.append(part)
    random.shuffle(parts)
    merged = FeatureStatistics(values=values)
    for part in parts:
        before = part.signature().delta if part is parts[0] and blocks == 1 else None
        merged.merge(part)
        if before is not None:
            np.testing.assert_array_equal(part.signature().delta, before)
    how = {"values": values, "weights": weights, "subsets": "all"}
    one, other = merged.signature("all"), class_signature(X, is_positive, **how, tests=False)
    assert one.names == other.names
    tested = class_signature(X, is_positive, **how)
    assert np.all(tested.p_value <= one.p_value * (1 + 1e-9))
    assert not tested.is_bound.any()
    for name, expected in other.measures().items():
        np.testing.assert_allclose(one.measures()[name], expected, 1e-7, 1e-9, err_msg=name)


def test_statistics_can_go_on_after_a_signature(data):
    X, is_positive, _ = data
    statistics = FeatureStatistics().update(X[:50], is_positive[:50])
    first = statistics.signature().delta
    np.testing.assert_array_equal(statistics.signature().delta, first)
    statistics.update(X[50:], is_positive[50:])
    np.testing.assert_allclose(statistics.signature().delta, class_signature(X, is_positive).delta)


# --- what is said of a mark


def test_p_values_are_those_of_known_tests():
    random = np.random.default_rng(8)
    X, is_positive, values = mixed(random)
    X[:, 0] += 0.2 * is_positive
    known = [~np.isnan(column) for column in X.T]

    def of(feature):
        return [X[known[feature] & c, feature] for c in (is_positive, ~is_positive)]

    signature = class_signature(X, is_positive, values=values)
    for feature in (0, 2, 4):
        # of values so even as these, the permutation distribution is nearly Student's
        expected = stats.ttest_ind(*of(feature)).pvalue
        mark = list(signature.features).index(feature)
        assert signature.p_value[mark] == pytest.approx(expected, rel=0.02)
    table = [[np.sum(part == code) for code in range(4)] for part in of(1)]
    for code in range(4):
        twofold = [[row[code], sum(row) - row[code]] for row in table]
        expected = stats.fisher_exact(twofold).pvalue
        assert signature.p_value[1 + code] == pytest.approx(expected)
    best = class_signature(X, is_positive, values=values, subsets="best")
    assert best.p_value[1] == pytest.approx(stats.chi2_contingency(table).pvalue)
    ranks = class_signature(X, is_positive, encoding="ranks")
    for feature in (0, 2, 4):
        expected = stats.mannwhitneyu(*of(feature), use_continuity=False, method="asymptotic")
        assert ranks.p_value[feature] == pytest.approx(expected.pvalue, rel=0.02)
    cuts = class_signature(X, is_positive, encoding="best cut")
    for feature in range(5):
        numbers = [len(part) for part in of(feature)]
        statistic = stats.ks_2samp(*of(feature)).statistic
        assert abs(cuts.delta[feature]) == pytest.approx(statistic)
        scaled = np.sqrt(np.prod(numbers) / sum(numbers)) * statistic
        assert cuts.p_value[feature] == pytest.approx(stats.kstwobign.sf(scaled))


def test_q_values():
    """Benjamini and Hochberg (1995), written out; undefined features are not counted."""
    X, is_positive, values = mixed(np.random.default_rng(8))
    X = np.column_stack([X, np.ones(len(X))])
    signature = class_signature(X, is_positive, values=[*values, None])
    p = signature.p_value[:-1]
    order = np.argsort(p)
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    expected = [min(1, scaled[i:].min()) for i in range(len(p))]
    np.testing.assert_allclose(signature.q_value[:-1][order], expected)
    assert np.isnan(signature.q_value[-1])


def test_interval_of_a_decision_as_published():
    """Newcombe (1998), table II, example (a): 56/70 - 48/80, method 10: 0.0524 to 0.3339."""
    is_positive = np.arange(150) < 70
    called = np.concatenate([np.arange(70) < 56, np.arange(80) < 48])
    low, high = class_signature(called[:, None], is_positive).interval()
    np.testing.assert_allclose([low[0], high[0]], [0.0524, 0.3339], atol=5e-5)


def test_standard_errors_are_the_spread_of_samples():
    random = np.random.default_rng(11)
    samples, errors = {"linear": [], "ranks": []}, {"linear": [], "ranks": []}
    is_positive = np.arange(150) < 40
    for _ in range(300):
        X = np.where(is_positive, random.binomial(4, 0.6, 150), random.integers(0, 5, 150))
        X = np.column_stack([X, X > 2])
        for encoding in samples:
            signature = class_signature(X, is_positive, encoding=encoding)
            samples[encoding].append(signature.delta)
            errors[encoding].append(signature.standard_error)
    for encoding, deltas in samples.items():
        spread = np.std(deltas, axis=0)
        np.testing.assert_allclose(np.mean(errors[encoding], axis=0), spread, rtol=0.15)


def test_measures_at_a_prevalence():
    X, is_positive, values = mixed(np.random.default_rng(8))
    signature = class_signature(X, is_positive, values=values)
    fpr, tpr = signature.rates
    n = 0.8
    found = signature.measures(1 - n)
    np.testing.assert_allclose(found["phi_b"], 2 * (n * fpr - (1 - n) * (1 - tpr)))
    np.testing.assert_allclose(found["delta_b"], 1 - 2 * (n * fpr + (1 - n) * (1 - tpr)))
    np.testing.assert_allclose(found["balanced_accuracy"], (1 + abs(tpr - fpr)) / 2)
    oracles = [np.hypot(signature.phi, signature.delta - end) for end in (1, -1)]
    np.testing.assert_allclose(found["corner_distance"], np.min(oracles, axis=0))
    own = signature.measures()
    assert signature.prevalence == is_positive.mean()
    called = is_positive.mean() * tpr + (1 - is_positive.mean()) * fpr
    impurity = [2 * p * (1 - p) for p in (is_positive.mean(), is_positive.mean() * tpr / called)]
    rest = is_positive.mean() * (1 - tpr) / (1 - called)
    decrease = impurity[0] - called * impurity[1] - (1 - called) * 2 * rest * (1 - rest)
    np.testing.assert_allclose(own["gini"], decrease, atol=1e-12)
    joint = np.array([(1 - is_positive.mean()) * fpr, is_positive.mean() * tpr])
    joint = np.array([joint, [[1 - is_positive.mean()], [is_positive.mean()]] - joint])
    margins = joint.sum(axis=0) * joint.sum(axis=1)[:, None]
    np.testing.assert_allclose(
        own["information"], np.sum(joint * np.log2(joint / margins), axis=(0, 1)), atol=1e-12
    )


# --- errors

FOUR = np.arange(8.0).reshape(4, 2)
HALF = np.array([True, False, True, False])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FOUR, HALF[:3]), r"shapes \(4, 2\) and \(3,\)"),
        ((FOUR[0], HALF), r"shapes \(2,\)"),
        ((FOUR, HALF, None, None, [1, 1, -1, 1]), "not negative"),
        ((FOUR, HALF, None, None, [1, 1, np.nan, 1]), "finite"),
        ((FOUR, HALF, None, None, [1, 1]), "4 weights"),
        ((FOUR, HALF, ["a"]), "2 features. Got 1"),
        ((FOUR, HALF, None, [None] * 3), "2 features. Got 3"),
        ((FOUR, HALF > 0.5, None, [None, ("a", "b")]), r"features \[1\]"),
        ((FOUR - 1, HALF, None, [("a",) * 9, None]), r"features \[0\]"),
        ((FOUR / 4, HALF, None, [("a",) * 9, None]), "fractions"),
        ((FOUR, ~HALF | True), "weight of 0 and 4"),
        ((FOUR, HALF, None, None, HALF * 1.0), "weight of 0 and 2"),
        ((FOUR[:0], HALF[:0]), "weight of 0 and 0"),
        ((FOUR, HALF, None, None, None, "cubic"), "linear, best cut, ranks. Got 'cubic'"),
        ((FOUR, HALF, None, [None, "abcdefgh"], None, "linear", "some"), "Got 'some'"),
    ],
)
def test_errors(arguments, message):
    options = ("names", "values", "weights", "encoding", "subsets")
    how = {k: v for k, v in zip(options, arguments[2:], strict=False) if v is not None}
    with pytest.raises(ValueError, match=message):
        class_signature(*arguments[:2], **how)
    if np.ndim(arguments[0]) == 2:
        with pytest.raises(ValueError, match=message):
            class_signature(sparse.csr_array(arguments[0]), arguments[1], **how)


def test_one_class_in_every_encoding():
    for encoding in ("linear", "best cut", "ranks"):
        with pytest.raises(ValueError, match="positive"):
            class_signature(FOUR, np.zeros(4, bool), encoding=encoding)


def test_merging_what_does_not_belong_together():
    statistics = FeatureStatistics(values=[None, ("a",) * 9]).update(FOUR, HALF)
    with pytest.raises(ValueError, match="other values"):
        statistics.merge(FeatureStatistics().update(FOUR, HALF))
    with pytest.raises(ValueError, match="Got 1"):
        statistics.merge(FeatureStatistics().update(FOUR[:, :1], HALF))


def test_no_features():
    signature = class_signature(np.empty((4, 0)), HALF)
    assert len(signature) == 0
    assert signature.names == ()


# --- memory


def peak(call):
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("layout", ["C order", "F order"])
def test_a_pass_copies_at_most_a_twentieth(layout):
    X = LAYOUTS[layout](np.random.default_rng(0).normal(size=(40_000, 100)))
    X[7, 3] = np.nan
    is_positive = np.arange(40_000) % 7 == 0
    weights = np.linspace(0, 1, 40_000)
    how = {"weights": weights, "tests": False}
    assert peak(lambda: class_signature(X, is_positive, **how)) < 0.05 * X.nbytes
    # a second look at some features takes one of them at a time
    assert peak(lambda: class_signature(X, is_positive, weights=weights)) < 0.1 * X.nbytes


@pytest.mark.parametrize("layout", ["CSR", "CSC"])
def test_a_sparse_pass_copies_at_most_a_twentieth(layout):
    random = np.random.default_rng(0)
    X = sparse.random(6000, 10_000, 0.05, random_state=random)
    X = LAYOUTS[layout](X)
    is_positive = np.arange(6000) % 7 == 0
    size = X.data.nbytes + X.indices.nbytes
    assert peak(lambda: class_signature(X, is_positive, tests=False)) < 0.05 * size
    assert peak(lambda: class_signature(X, is_positive)) < 0.1 * size


# --- the paper's data

#: Of each feature the cases by value and class, or their sums: see data/derive.py.
MARGINALS = json.loads((Path(__file__).parents[2] / "data/marginals.json").read_text("utf-8"))

#: File, whether numbers are names of values, subsets; negatives to positives and
#: greatest |δ| to the printed digits, and the mark that has it.
PAPER = [
    ("sonar", False, "single", "1.14", "0.16", "attribute_11"),
    ("spectf", False, "single", "0.26", "0.16", "F21S"),
    ("australian", False, "single", "1.25", "0.72", "A8"),
    ("german_numeric", False, "single", "2.33", "0.32", "A1"),
    ("german_categorical", False, "single", "2.333", "0.3438", None),
    ("german_categorical", False, "best", "2.333", "0.3671", None),
    ("phishing", True, "single", "0.80", "0.77", "SSLfinal_State = 1"),
    ("phishing", False, "single", "0.80", "0.6560", "SSLfinal_State"),
    ("pima_diabetes", False, "single", "1.866", "0.16", "glucose"),
    ("ionosphere", False, "single", "0.56", "0.3016", None),
    ("mushroom", True, "pairs", "1.075", "0.8743", "odor in {a, n}"),
    ("breast_cancer", False, "single", "2.365", "0.2897", "inv-nodes = 0-2"),
    ("lymphography", False, "all", "1.426", "0.5406", None),
]


def column(figures, cases, is_nominal):
    """Cases with the marginals of a feature, negatives first; and None or the names of its values.

    Of sums: as many at both ends of the range as it takes, and one in between.
    """
    if "sums" in figures:
        low, high = figures["range"]
        return [
            number
            for count, total, size in zip(figures["cases"], figures["sums"], cases, strict=True)
            for number in ends(count, total, low, high) + [np.nan] * (size - count)
        ], None
    texts = sorted(figures)
    try:
        numbers = None if is_nominal else [float(text) for text in texts]
    except ValueError:
        numbers = None
    codes = []
    for row in (0, 1):
        counts = [figures[text][row] for text in texts]
        codes += np.repeat(numbers or range(len(texts)), counts).tolist()
        codes += [np.nan] * (cases[row] - sum(counts))
    return codes, None if numbers else texts


def ends(count, total, low, high):
    at_high = int((total - count * low) // (high - low))
    if at_high == count:
        return [high] * count
    between = total - at_high * high - (count - at_high - 1) * low
    return [high] * at_high + [between] + [low] * (count - at_high - 1)


@pytest.mark.parametrize("row", PAPER, ids=lambda row: f"{row[0]}-{row[2]}")
def test_the_data_of_the_paper(row):
    """Table 6 of the 2018 paper, and what its figures show."""
    name, is_nominal, subsets, balance, greatest, mark = row
    cases, features = MARGINALS[name].values()
    columns, values = zip(
        *(column(each, cases, is_nominal) for each in features.values()), strict=True
    )
    is_positive = np.repeat([False, True], cases)
    signature = class_signature(
        np.transpose(columns), is_positive, names=features, values=values, subsets=subsets
    )
    best = np.nanargmax(np.abs(signature.delta))
    found = 1 / signature.prevalence - 1
    assert f"{found:.{len(balance) - 2}f}" == balance
    assert f"{abs(signature.delta[best]):.{len(greatest) - 2}f}" == greatest
    assert mark in (None, signature.names[best])


@pytest.mark.parametrize("factor", [2.0**515, 2.0**900])
@pytest.mark.parametrize("weights", [None, np.repeat([1.0, 3.0], [70, 130])])
@pytest.mark.parametrize("is_sparse", [False, True])
def test_values_whose_squares_are_no_numbers(factor, weights, is_sparse):
    random = np.random.default_rng(0)
    is_positive = np.arange(200) < 70
    X = random.normal(size=(200, 3)) + is_positive[:, None] * [1.0, 0.25, 0.5]
    X[::7, 2] = 0
    huge = X * [factor, 1, factor]
    kind = sparse.csr_matrix if is_sparse else np.asarray
    usual = class_signature(kind(X), is_positive, weights=weights)
    found = class_signature(kind(huge), is_positive, weights=weights)
    np.testing.assert_allclose(found.p_value, usual.p_value, rtol=1e-9)
    for name, values in usual.measures().items():
        np.testing.assert_allclose(found.measures()[name], values, rtol=1e-9, err_msg=name)


def test_a_stream_does_not_know_how_certain_such_values_are():
    is_positive = np.arange(200) < 70
    X = (np.random.default_rng(0).normal(size=200) + is_positive)[:, None] * 1e155
    found = FeatureStatistics().update(X, is_positive).signature()
    assert found.delta == pytest.approx(class_signature(X, is_positive).delta)
    assert np.isnan(found.p_value).all()
