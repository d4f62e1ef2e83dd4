"""Ranked features: the same selection as the preprocessor, progress, intervals, tables."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from scipy import sparse

from orangecontrib.phidelta.core.features.regions import Regions
from orangecontrib.phidelta.orange.rankings import RankedFeatures, bootstrapped_intervals
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import SelectFeatures
from orangecontrib.phidelta.orange.signatures import table_signature


def mixed_table(is_sparse=False):
    """Numbers with gaps and groups of relatives, categories, a constant, weights."""
    rng = np.random.default_rng(4)
    y = np.repeat([0.0, 1], [50, 30])
    base = y[:, np.newaxis] + rng.normal(0, [0.6, 0.9, 1.3], (80, 3))
    relatives = np.repeat(base, 4, axis=1) * np.tile([1, -2, 3, 1], 3)
    relatives += rng.normal(0, 0.4, (80, 12))
    letters = (rng.integers(0, 3, 80) + y) % 3
    X = np.column_stack([relatives, letters, np.ones(80)])
    if not is_sparse:
        X[rng.random(X.shape) < 0.05] = np.nan
    numbers = [ContinuousVariable(f"x{i}", sparse=is_sparse) for i in range(12)]
    letter = DiscreteVariable("letter", values=("a", "b", "c"), sparse=is_sparse)
    domain = Domain(
        [*numbers, letter, ContinuousVariable("one", sparse=is_sparse)],
        DiscreteVariable("y", values=("no", "yes")),
        [StringVariable("who")],
    )
    who = np.array([[f"case {i}"] for i in range(80)], object)
    weights = np.where(np.arange(80) < 40, 2.0, 1)
    X = sparse.csr_matrix(X) if is_sparse else X
    return Table.from_numpy(domain, X, y, who, W=weights)


def ranked_features(data, criterion="delta", prevalence=None, **how):
    scoring = Scoring("yes", criterion, prevalence=prevalence, **how)
    return RankedFeatures(data, scoring.signature(data), scoring)


@pytest.mark.parametrize("is_sparse", [False, True])
def test_the_best_are_those_that_the_preprocessor_keeps(is_sparse):
    data = mixed_table(is_sparse)
    ranked = ranked_features(data, "information", prevalence=0.2, encoding="ranks")
    for rule in (
        {"count": 4},
        {"limit": 0.1, "similarity": 0.5},
        {"q_limit": 0.01},
        {"regions": Regions(0.05, 0.1, ("rare", "indifferent")), "similarity": 0.5},
    ):
        features, passed_over = ranked.best(**rule)
        assert features == SelectFeatures(**rule, **vars(ranked.scoring)).features(data)
        assert not set(passed_over) & set(features)
        assert {better for better, _ in passed_over.values()} <= set(features)
        assert 13 not in features
        assert 0 < len(features) < 13


def test_relatives_are_passed_over_for_the_better_one():
    ranked = ranked_features(mixed_table())
    features, passed_over = ranked.best(similarity=0.7)
    families = [feature // 4 for feature in features if feature < 12]
    assert sorted(families) == [0, 1, 2]
    assert all(worse // 4 == better // 4 for worse, (better, _) in passed_over.items())
    ranks = {feature: rank for rank, feature in enumerate(ranked.order)}
    assert all(ranks[better] < ranks[worse] for worse, (better, _) in passed_over.items())


@pytest.mark.parametrize("criterion", ["delta", "phi", "p_value", "q_value"])
def test_q_at_most_is_what_the_table_shows(criterion):
    ranked = ranked_features(mixed_table(), criterion, encoding="best cut")
    shown = np.array(ranked.rows()["q_value"])
    limit = np.sort(shown)[4]
    features, _ = ranked.best(q_limit=limit)
    assert sorted(features) == np.flatnonzero(shown <= limit).tolist()
    assert features == [feature for feature in ranked.order if shown[feature] <= limit]
    p_values = np.array(ranked.rows()["p_value"])
    assert ranked.within(limit) == (np.sum(p_values <= limit), len(features))


def test_numbers_by_region():
    ranked = ranked_features(mixed_table())
    rows, counts = ranked.rows(), ranked.region_counts(Regions(0.05, 0.1))
    is_right, is_left = np.array(rows["phi"]) > 0.1, np.array(rows["phi"]) < -0.1
    tells = np.abs(rows["delta"]) >= 0.05
    expected = [(~is_right & ~is_left & tells).sum(), is_right.sum(), is_left.sum()]
    assert [counts[name] for name in ("discriminant", "characteristic", "rare")] == expected
    assert sum(counts.values()) == 13  # one of 14 is constant


def test_progress_is_told_and_stops_the_comparison():
    ranked, told = ranked_features(mixed_table()), []
    ranked.best(similarity=0.7, progress=told.append)
    assert told == pytest.approx(np.arange(1, 14) / 13)

    def stop(share):
        if share > 0.3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ranked.best(similarity=0.7, progress=stop)


def test_rows_and_table_speak_of_the_same():
    data = mixed_table()
    ranked = ranked_features(data, "information", 0.3)
    rows, table = ranked.rows(), ranked.scores_table()
    assert ranked.order[-1] == 13
    assert table.metas[:, 1].tolist() == ranked.names(ranked.order)
    by_name = {str(row["Variable"]): row for row in table}
    for i, name in enumerate(ranked.names(range(14))):
        row = by_name[name]
        keys = {"rank": "Rank", "phi": "φ", "delta": "δ", "gini": "Gini decrease"}
        keys |= {"low": "δ low", "high": "δ high", "p_value": "p", "q_value": "q (FDR)"}
        shown = [rows[key][i] for key in keys]
        stored = [row[key].value for key in keys.values()]
        np.testing.assert_array_equal(shown, stored)
        assert rows["name"][i] == str(row["Feature"])
    assert rows["interval"][13] is None
    assert np.isnan(rows["rank"][13])
    intervals = [(i, 10 * i) for i in range(14)]
    wide = ranked.scores_table(intervals)
    best = ranked.order[0]
    assert [wide[0]["Rank low"], wide[0]["Rank high"]] == [best, 10 * best]
    assert np.isnan(wide[13]["Rank high"])


def test_reduced_keeps_order_class_metas_and_weights():
    data = mixed_table()
    found = ranked_features(data).reduced([12, 3, 0])
    assert [variable.name for variable in found.domain.attributes] == ["x0", "x3", "letter"]
    assert found.domain.class_var is data.domain.class_var
    np.testing.assert_array_equal(found.metas, data.metas)
    np.testing.assert_array_equal(found.W, data.W)


def test_intervals_come_step_by_step():
    results = list(bootstrapped_intervals(mixed_table(), Scoring("yes"), 25, 10))
    assert [done for done, _ in results] == list(range(1, 26))
    assert [done for done, intervals in results if intervals is not None] == [10, 20, 25]
    _, intervals = results[-1]
    assert len(intervals) == 14
    assert all(1 <= low <= high <= 14 for low, high in intervals)
    assert intervals[13] == (14, 14)


def test_sentences_tell_interval_and_q_of_the_feature():
    """Of the best of several marks, not of that mark by itself."""
    data = Table("heart_disease")
    ranked = RankedFeatures(data, table_signature(data, "1", subsets="pairs"))
    feature = ranked.named(["rest ECG"])[0]
    rows = ranked.rows()
    low, high = rows["interval"][feature]
    sentence = ranked.explain(feature)
    assert f"95 % interval {low:.3f} to {high:.3f}; q {rows['q_value'][feature]:.2g}" in sentence
    mark = ranked.ranking.feature_marks[feature]
    assert low < ranked.scores.signature.interval()[0][mark]
