"""Order, stability and redundancy of features."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse, stats

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.features.encodings import ENCODINGS
from orangecontrib.phidelta.core.features.ranking import (
    CRITERIA,
    bootstrap_ranks,
    rank,
    rank_intervals,
)
from orangecontrib.phidelta.core.features.redundancy import distinct, encoded, similarity
from orangecontrib.phidelta.core.features.selection import FeatureScores
from orangecontrib.phidelta.core.features.statistics import class_signature

LOW = {"corner_distance", "standard_error", "p_value", "q_value"}


@pytest.fixture(scope="module")
def table():
    """300 cases, a fifth positive: noise, good twins, a nominal, a constant, a weak feature."""
    random = np.random.default_rng(5)
    is_positive = random.random(300) < 0.2
    X = random.normal(size=(300, 6))
    X[:, 1] += 1.5 * is_positive
    X[:, 2] = 0.01 * X[:, 0] - X[:, 1]
    X[:, 3] = np.where(random.random(300) < 0.5, 2 * is_positive, random.integers(0, 4, 300))
    X[:, 4] = 7
    X[:, 5] += 0.3 * is_positive
    return X, is_positive, [None, None, None, ("a", "b", "c", "d"), None, None]


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("prevalence", [None, 0.7])
def test_order_of_every_criterion(table, criterion, prevalence):
    X, is_positive, values = table
    signature = class_signature(X, is_positive, values=values, subsets="pairs")
    ranking = rank(signature, criterion, prevalence)
    measures = signature.measures(prevalence)[criterion]
    expected = np.abs(measures) if criterion in ("delta", "delta_b") else measures
    if criterion in ("p_value", "q_value"):
        # the nominal feature has seven marks: four values, and three pairs of them
        rivals = np.where(signature.features == 3, 7, 1)
        expected = np.minimum(signature.p_value * rivals, 1)
    if criterion == "q_value":
        np.testing.assert_array_equal(ranking.order, rank(signature, "p_value").order)
        return
    np.testing.assert_array_equal(ranking.values, expected)
    marks = sorted(
        range(len(signature)),
        key=lambda i: (
            np.inf if np.isnan(expected[i]) else expected[i] * (-1) ** (criterion not in LOW)
        ),
    )
    assert ranking.order.tolist() == marks
    assert [marks[place - 1] for place in ranking.ranks] == list(range(len(signature)))
    assert signature.features[ranking.order[-1]] == 4


def test_p_values_and_intervals_of_features(table):
    """Of the best of seven marks: Bonferroni; q-values count features, not marks."""
    X, is_positive, values = table
    signature = class_signature(X, is_positive, values=values, subsets="pairs")
    ranking = rank(signature)
    p_values = np.array([signature.p_value[signature.features == i][0] for i in range(6)])
    best = ranking.feature_marks[3]
    p_values[3] = 7 * signature.p_value[best]
    np.testing.assert_allclose(ranking.feature_p_values, p_values)
    known = np.delete(p_values, 4)
    order = np.argsort(known)
    scaled = known[order] * 5 / np.arange(1, 6)
    expected = [min(1, scaled[i:].min()) for i in range(5)]
    np.testing.assert_allclose(np.delete(ranking.feature_q_values, 4)[order], expected)
    np.testing.assert_array_equal(
        rank(signature, "q_value").values[signature.features == 3], ranking.feature_q_values[3]
    )
    measures = ranking.feature_measures(0.3, 0.9)
    np.testing.assert_array_equal(measures["q_value"], ranking.feature_q_values)
    low, high = signature.interval(1 - 0.1 / 7)
    assert (measures["low"][3], measures["high"][3]) == (low[best], high[best])
    assert measures["low"][0] == signature.interval(0.9)[0][0]
    assert measures["delta_b"][3] == signature.measures(0.3)["delta_b"][best]


def test_ties_keep_the_order_of_the_table():
    X = np.array([[0, 1, 5, 0, 2, 1], [1, 0, 5, 1, 3, 0], [0, 1, 5, 0, 2, 0], [1, 0, 5, 1, 2, 1]])
    ranking = rank(class_signature(X, [True, False, True, False]))
    np.testing.assert_array_equal(np.abs(ranking.signature.delta[[0, 1, 3]]), 1)
    assert ranking.order.tolist() == [0, 1, 3, 4, 5, 2]
    assert ranking.ranks.tolist() == [1, 2, 6, 3, 4, 5]
    lower = rank(ranking.signature, "corner_distance")
    assert lower.order.tolist()[:3] == [0, 1, 3]


def test_a_feature_counts_by_its_best_mark():
    codes = np.array([[0, 0], [0, 0], [1, 1], [1, 2], [2, 2], [2, 1.0]])
    is_positive = np.array([True, True, False, False, True, False])
    signature = class_signature(codes, is_positive, values=[tuple("abc")] * 2)
    np.testing.assert_allclose(signature.delta, [2 / 3, -2 / 3, 0, 2 / 3, -2 / 3, 0])
    ranking = rank(signature, "phi")  # higher is better; negative values, too
    np.testing.assert_allclose(signature.phi, [-1 / 3, -1 / 3, -1 / 3] * 2)
    assert ranking.features.tolist() == [0, 1]
    assert ranking.feature_marks.tolist() == [0, 3]
    backwards = rank(
        class_signature(codes[:, ::-1], ~is_positive, values=[tuple("abc")] * 2), "tpr"
    )
    assert backwards.feature_marks.tolist() == [1, 4]


def selected(ranking, **rule):
    """The features kept of one class."""
    return FeatureScores.of(ranking).selected(**rule)[0]


def test_selected(table):
    X, is_positive, values = table
    ranking = rank(class_signature(X, is_positive, values=values, subsets="best"))
    delta = np.abs(ranking.signature.delta)
    assert selected(ranking) == ranking.features[:-1].tolist()
    assert selected(ranking, count=2) == ranking.features[:2].tolist()
    limit = delta[ranking.features[1]]
    assert selected(ranking, limit=limit) == ranking.features[:2].tolist()
    assert selected(ranking, count=1, limit=limit) == ranking.features[:1].tolist()
    assert selected(ranking, limit=1.1) == []
    # the limit is one of |δ|, whatever is ranked by
    other = rank(ranking.signature, "standard_error")
    assert set(selected(other, limit=limit)) == set(ranking.features[:2])


@pytest.mark.parametrize("criterion", CRITERIA)
def test_of_one_class_the_scores_are_those_of_its_ranking(table, criterion):
    X, is_positive, values = table
    ranking = rank(class_signature(X, is_positive, values=values), criterion, 0.2)
    scores = FeatureScores.of(ranking)
    assert scores.order.tolist() == ranking.features.tolist()
    assert scores.marks.tolist() == ranking.feature_marks.tolist()
    np.testing.assert_array_equal(scores.values, ranking.values[ranking.feature_marks])


def test_unknown_criterion(table):
    X, is_positive, _ = table
    with pytest.raises(ValueError, match="delta, delta_b, .*Got 'best'"):
        rank(class_signature(X, is_positive), "best")


# --- stability


@pytest.mark.parametrize("encoding", [name for name in ENCODINGS if name != "present"])
def test_bootstrap_ranks(table, encoding):
    X, is_positive, values = table
    how = {"values": values, "encoding": encoding, "subsets": "best"}
    ranks = np.array(list(bootstrap_ranks(X, is_positive, replicates=40, **how)))
    assert ranks.shape == (40, 6)
    np.testing.assert_array_equal(np.sort(ranks), np.tile(np.arange(1, 7), (40, 1)))
    np.testing.assert_array_equal(ranks[:, 4], 6)
    low, high = rank_intervals(ranks)
    own = rank(class_signature(X, is_positive, **how)).feature_ranks
    assert np.all((low <= own) & (own <= high))
    assert high[1] <= 3
    assert low[0] > 2
    again = np.array(list(bootstrap_ranks(X, is_positive, replicates=40, **how)))
    np.testing.assert_array_equal(again, ranks)
    other = np.array(list(bootstrap_ranks(X, is_positive, replicates=40, seed=1, **how)))
    assert np.any(other != ranks)


def test_a_hundred_samples_unless_told():
    X = np.random.default_rng(1).normal(size=(12, 3))
    ranks = list(bootstrap_ranks(X, np.arange(12) < 5))
    assert len(ranks) == 100
    first = next(bootstrap_ranks(X, np.arange(12) < 5, seed=0))
    np.testing.assert_array_equal(ranks[0], first)
    others = [next(bootstrap_ranks(X, np.arange(12) < 5, seed=seed)) for seed in range(1, 6)]
    assert any(np.any(other != first) for other in others)


def test_a_bootstrap_sample_is_drawn_with_replacement_from_each_class(table, monkeypatch):
    X, is_positive, _ = table
    drawn = []

    def note(X, is_positive, weights=None, **how):
        drawn.append(weights)
        return class_signature(X, is_positive, weights=weights, **how)

    monkeypatch.setattr("orangecontrib.phidelta.core.features.ranking.class_signature", note)
    weights = np.where(np.arange(300) < 30, 0, 2.5)
    list(bootstrap_ranks(X, is_positive, weights=weights, replicates=200))
    times = np.array(drawn) / 2.5
    np.testing.assert_array_equal(times[:, :30], 0)
    for kind in (is_positive, ~is_positive):
        cases = times[:, 30:][:, kind[30:]]
        np.testing.assert_array_equal(cases.sum(axis=1), kind[30:].sum())
        assert np.mean(cases == 0) == pytest.approx(np.exp(-1), abs=0.02)


def test_a_bootstrap_can_be_stopped(table):
    X, is_positive, _ = table
    samples = bootstrap_ranks(X, is_positive, replicates=10**9)
    assert len(next(samples)) == 6
    samples.close()


def test_sparse_and_dense_bootstrap_agree(table):
    X, is_positive, _ = table
    X = np.where(np.random.default_rng(0).random(X.shape) < 0.6, 0, X)
    dense = list(bootstrap_ranks(X, is_positive, replicates=10))
    for matrix in (sparse.csr_matrix(X), sparse.csc_array(X)):
        np.testing.assert_array_equal(
            list(bootstrap_ranks(matrix, is_positive, replicates=10)), dense
        )


def test_rank_intervals():
    ranks = np.column_stack([np.arange(1, 101), np.r_[[5] * 99, 1], np.full(100, 3)])
    low, high = rank_intervals(iter(ranks), 0.9)
    assert low.tolist() == [5, 5, 3]
    assert high.tolist() == [96, 5, 3]
    assert low.dtype.kind == "i"
    # of 1001 samples, 25 are below and 25 above
    low, high = rank_intervals(np.arange(1, 1002)[:, np.newaxis])
    assert [*low, *high] == [26, 976]
    for arguments in (([],), (ranks, 1), (ranks, 0)):
        with pytest.raises(ValueError, match="samples"):
            rank_intervals(*arguments)


# --- redundancy


def shared_delta(soft_class, tokens):
    """δ of one feature as a soft classifier of another, both in [0, 1], case by case."""
    positive = sum(u * v for u, v in zip(soft_class, tokens, strict=True)) / sum(soft_class)
    rest = [1 - u for u in soft_class]
    negative = sum(u * v for u, v in zip(rest, tokens, strict=True)) / sum(rest)
    return positive - negative


@given(arrays(float, (12, 2), elements=st.integers(0, 8).map(lambda k: k / 8)))
def test_similarity_is_token_sharing_between_features(pair):
    u, v = pair.T
    if np.ptp(u) == 0 or np.ptp(v) == 0:
        assert similarity(2 * u - 1, 2 * v - 1) == 0
        return
    both = shared_delta(u, v) * shared_delta(v, u)
    alone = shared_delta(u, u) * shared_delta(v, v)
    assert similarity(2 * u - 1, 2 * v - 1) == pytest.approx(np.sqrt(both / alone), abs=1e-7)


def test_similarity_of_a_feature_and_its_images():
    random = np.random.default_rng(0)
    u = random.normal(size=50)
    assert similarity(u, u) == pytest.approx(1)
    assert similarity(u, 3 - 0.001 * u) == pytest.approx(1)
    v = u + random.normal(size=50)
    assert similarity(u, v) == pytest.approx(abs(np.corrcoef(u, v)[0, 1]))
    weights = random.integers(0, 3, 50)
    repeated = np.corrcoef(np.repeat(u, weights), np.repeat(v, weights))[0, 1]
    assert similarity(u, v, weights) == pytest.approx(abs(repeated))
    u[:20], v[10:30] = np.nan, np.nan
    assert similarity(u, v) == pytest.approx(abs(np.corrcoef(u[30:], v[30:])[0, 1]))
    v[:] = np.nan
    assert similarity(u, v) == 0


def test_encoded_columns(table):
    X, is_positive, values = table
    X = X.copy()
    X[5:20, [1, 3]] = np.nan
    known = ~np.isnan(X[:, 1])
    column = X[known, 1]
    expected = {
        "linear": 2 * (column - column.min()) / np.ptp(column) - 1,
        "ranks": (2 * stats.rankdata(column) - 1) / len(column) - 1,
    }
    expected["present"] = np.where(column != 0, 1, -1)
    expected["automatic"] = expected["linear"]
    for encoding in ENCODINGS:
        signature = class_signature(
            X, is_positive, values=values, encoding=encoding, subsets="best"
        )
        for table_ in (X, sparse.csc_array(X), sparse.csr_matrix(X)):
            found = encoded(table_, signature, 1)
            np.testing.assert_array_equal(np.isnan(found), ~known)
            if encoding == "best cut":
                np.testing.assert_array_equal(found[known], np.sign(column - signature.cuts[1]))
            else:
                np.testing.assert_allclose(found[known], expected[encoding], atol=1e-12)
            # the marks are the means of these values
            tokens = (1 + encoded(table_, signature, 3)) / 2
            assert np.nanmean(tokens[is_positive]) == pytest.approx(signature.tpr[3])
        assert np.isnan(encoded(X, signature, 4)).all() or encoding != "linear"


@pytest.mark.parametrize("encoding", ["linear", "ranks"])
@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("gaps", [0, 40])
def test_a_twin_is_passed_over(table, encoding, is_weighted, gaps):
    X, is_positive, _ = table
    X = X.copy()
    X[:gaps, 2] = np.nan
    weights = np.linspace(0.5, 2, 300) if is_weighted else None
    ranking = rank(class_signature(X, is_positive, encoding=encoding))
    features = selected(ranking)
    columns = [(j, encoded(X, ranking.signature, j)) for j in features]
    better, worse = sorted((1, 2), key=features.index)
    taken, passed_over = distinct(columns, 0.95, weights=weights)
    assert {key: twin for key, (twin, _) in passed_over.items()} == {worse: better}
    is_known = ~np.isnan(X[:, 2])
    covariance = np.cov(
        X[is_known][:, [1, 2]].T, aweights=None if weights is None else weights[gaps:]
    )
    expected = abs(covariance[0, 1]) / np.sqrt(covariance.diagonal().prod())
    assert passed_over[worse][1] == pytest.approx(
        expected, abs=1e-6 if encoding == "linear" else 1e-2
    )
    assert taken == [j for j in features if j != worse]
    assert distinct(columns, 0.95, 2, weights=weights)[0] == taken[:2]
    assert distinct(columns, 1, weights=weights)[0] == features
    assert len(distinct(columns, 0, weights=weights)[0]) == 1


def test_columns_are_read_only_as_far_as_needed():
    def columns():
        yield "a", np.array([1.0, 2, 3])
        yield "b", np.array([1.0, 3, 2])
        raise AssertionError("too far")

    assert distinct(columns(), 1, 1)[0] == ["a"]
    with pytest.raises(ValueError, match=r"\[0, 1\]. Got 1.5"):
        distinct([], 1.5)


def test_usual_criterion_and_levels(table):
    X, is_positive, values = table
    signature = class_signature(X, is_positive, values=values)
    ranking = rank(signature)
    assert ranking.criterion == "delta"
    for level in (None, 0.95):
        measures = ranking.feature_measures(*([] if level is None else [None, level]))
        low = signature.interval(1 - 0.05 / signature.rivals)[0]
        np.testing.assert_array_equal(measures["low"], low[ranking.feature_marks])
    np.testing.assert_array_equal(signature.measures()["low"], signature.interval(0.95)[0])
    ranks = [np.array([1, 2])] * 39 + [np.array([2, 1])]
    usual, told = rank_intervals(ranks), rank_intervals(ranks, 0.95)
    np.testing.assert_array_equal(usual, told)
    assert usual[1].tolist() == [2, 2]
    assert rank_intervals(ranks, 0.9)[1].tolist() == [1, 2]
    for level in (0, 1):
        with pytest.raises(ValueError, match="a level between 0 and 1"):
            rank_intervals(ranks, level)
    with pytest.raises(ValueError, match="Got 0 samples"):
        rank_intervals([])


def test_a_ranking_in_a_line():
    """Three features are told, and that there are more."""
    X = np.arange(20.0).reshape(5, 4) % [3, 4, 5, 7]
    for count, told in ((4, "feature"), (3, "feature")):
        ranking = rank(class_signature(X[:, :count], [True, False, True, True, False]))
        names = ", ".join(f"{told} {place}" for place in ranking.features[:3])
        more = ", ..." if count > 3 else ""
        assert repr(ranking) == f"<Ranking of {count} features by delta: {names}{more}>"


def test_how_far_the_comparison_of_features_is(table):
    X, is_positive, values = table
    scores = FeatureScores.of(rank(class_signature(X, is_positive, values=values)))
    told = []
    features, passed_over = scores.selected(X, similarity=0.9, progress=told.append)
    np.testing.assert_allclose(told, np.arange(1, 6) / 5)
    assert len(features) + len(passed_over) == 5
    assert scores.selected(sparse.csr_matrix(X), similarity=0.9) == (features, passed_over)
    assert scores.selected(X, 2, similarity=0.9)[0] == features[:2]


def test_selected_of_several_classes_counts_the_number_of_classes(table):
    X, is_positive, values = table
    other = np.random.default_rng(2).random(len(is_positive)) < 0.4
    for criterion in ("p_value", "q_value"):
        rankings = [
            rank(class_signature(X, c, values=values), criterion) for c in (is_positive, other)
        ]
        scores = FeatureScores.of(*rankings)
        p_values = np.array([each.feature_p_values for each in rankings])
        least = np.minimum(2 * np.fmin(*p_values), 1)
        expected = least if criterion == "p_value" else q_values(least)[0]
        np.testing.assert_allclose(scores.values, expected)
        known = ~np.isnan(least)
        np.testing.assert_array_equal(scores.which[known], np.argmin(p_values, axis=0)[known])
        assert scores.is_ranked.tolist() == known.tolist()
