"""Maps of features: blocks, stand-ins, and which features are on the map at all."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.featuremaps import MOST, feature_map

CLASS = DiscreteVariable("ill", ("no", "yes"))


def table(X, y=None, names=None):
    names = names or [f"x{i}" for i in range(X.shape[1])]
    domain = Domain([ContinuousVariable(name) for name in names], None if y is None else CLASS)
    return Table.from_numpy(domain, X, y)


def three_and_two(rows=400):
    """Three features alike, two alike, one alone, in disorder."""
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(2, rows))
    noise = rng.normal(size=(rows, 6))
    X = np.column_stack([second, first, noise[:, 2] * 3, first, -second, first])
    X = X + noise * [0.1, 0.5, 0, 0.1, 0.3, 0.3]
    y = (X[:, 5] + 0.5 * second + rng.normal(size=rows) > 0.8) * 1.0
    return table(X, y)


def blocks(shown, limit):
    return sorted(sorted(shown.names(block)) for block in shown.blocks(limit))


def test_blocks_are_alike_in_all_pairs():
    data = three_and_two()
    shown = feature_map(data)
    truth = np.abs(np.corrcoef(data.X.T))
    np.testing.assert_allclose(shown.similarity, truth, atol=1e-9)
    assert blocks(shown, 0.7) == [["x0", "x4"], ["x1", "x3", "x5"], ["x2"]]
    assert blocks(shown, 1) == [[f"x{i}"] for i in range(6)]
    assert blocks(shown, 0) == [[f"x{i}" for i in range(6)]]
    for limit in np.linspace(0, 1, 23):
        found = shown.blocks(limit)
        assert sum(found, []) == shown.order
        assert all(truth[np.ix_(b, b)].min() >= limit - 1e-9 for b in found)


def test_a_similarity_just_reached_counts():
    shown = feature_map(three_and_two())
    least = shown.similarity[0, 4]
    assert ["x0", "x4"] in blocks(shown, least)
    assert ["x0"] in blocks(shown, least + 1e-6)
    twins = feature_map(table(np.arange(12.0).reshape(-1, 1) ** 2 @ [[1, -2.5]] + [7, 0.1]))
    assert blocks(twins, 1) == [["x0", "x1"]]


def test_the_greatest_delta_stands_for_a_block_and_without_a_class_the_most_central():
    data = three_and_two()
    shown, plain = feature_map(data), feature_map(table(data.X))
    [block] = [each for each in shown.blocks(0.7) if len(each) == 3]
    # δ of scaled features by its definition: difference of the means over the range
    is_ill = data.Y == 1
    delta = np.abs(data.X[is_ill].mean(axis=0) - data.X[~is_ill].mean(axis=0)) / np.ptp(data.X, 0)
    np.testing.assert_allclose(shown.delta, delta)
    best = max(block, key=lambda feature: delta[feature])
    assert shown.stand_in(block) == best
    assert plain.delta is None
    assert plain.stand_in(block) == 3  # the one with the least noise
    assert best != 3
    assert [v.name for v in plain.representatives(0.7).domain.attributes][1:] == ["x2", "x3"]
    sent = shown.representatives(0.7)
    assert len(sent.domain.attributes) == 3
    assert sent.domain.class_var is CLASS
    assert shown.variables[best] in sent.domain.attributes


def test_sentences():
    shown = feature_map(three_and_two())
    alike, truth = shown.named(["x1", "x3", "x5"]), shown.similarity
    least = min(truth[1, 3], truth[1, 5], truth[3, 5])
    name = shown.variables[shown.stand_in(alike)].name
    told = shown.explain(alike, 0.7)
    assert told.startswith("These 3 features ")
    assert f"at least {np.floor(least * 100) / 100:.2f}); {name} stands for them" in told
    single = shown.explain([2], 0.7)
    assert f"another feature is {np.delete(truth[2], 2).max():.2f}. It has |δ|" in single
    assert "are alike" in shown.explain([0, 1], 0.7)
    assert "say the same" in shown.explain([0, 4], 0.7)
    assert shown.explain([], 0.7).endswith("3 blocks at a similarity of at least 0.7: "
                                           "2 of several features, 1 of one.")  # fmt: skip


@pytest.mark.parametrize("with_class", [True, False])
def test_what_does_not_vary_is_left_out(with_class):
    data = three_and_two()
    X = np.column_stack([data.X[:, :3], np.full(len(data), 4), np.full(len(data), np.nan)])
    shown = feature_map(table(X, data.Y if with_class else None))
    assert [v.name for v in shown.variables] == ["x0", "x1", "x2"]
    assert shown.left_out == ("x3", "x4")


def test_of_very_many_the_best_are_shown_or_none():
    rng = np.random.default_rng(5)
    y = np.arange(60) % 3 == 0
    X = rng.normal(size=(60, MOST + 7)) + np.outer(y, np.linspace(3, 0, MOST + 7))
    shown = feature_map(table(X, y * 1.0))
    delta = np.abs(X[y].mean(axis=0) - X[~y].mean(axis=0)) / np.ptp(X, axis=0)
    worst = set(np.argsort(delta)[:7])
    expected = [f"x{i}" for i in range(MOST + 7) if i not in worst]
    assert [v.name for v in shown.variables] == expected
    assert shown.beyond == 7
    with pytest.raises(UnfitError, match=r"507 features and no .* Connect 500 at most: select"):
        feature_map(table(X))
    assert len(feature_map(table(X), names=["x3", "x9", "z"]).variables) == 2


@pytest.mark.parametrize(
    ("columns", "names", "message"),
    [
        ([0], None, "needs two features. Use"),
        ([0, 3], None, "two features that vary"),
        ([0, 1], ["x1", "z"], "Less than two of the features that were sent"),
        ([0, 1], [], "Less than two"),
    ],
)
def test_nothing_to_compare(columns, names, message):
    X = np.column_stack([three_and_two().X[:, :3], np.ones(400)])[:, columns]
    with pytest.raises(UnfitError, match=message):
        feature_map(table(X), names)


def test_one_class_is_no_class():
    data = three_and_two()
    shown = feature_map(table(data.X, np.where(data.Y == 1, 1, np.nan)))
    assert shown.delta is None
    assert shown.similarity.shape == (6, 6)


def test_weights_count():
    data = three_and_two()
    weights = np.linspace(0, 4, len(data)).round()
    with data.unlocked():
        data.W = weights
    times = np.repeat(data.X, weights.astype(int), axis=0)
    np.testing.assert_allclose(
        feature_map(data).similarity, np.abs(np.corrcoef(times.T)), atol=1e-9
    )


def test_categorical_features_by_their_best_subset_or_most_frequent_value():
    heart = Table("heart_disease")
    shown = feature_map(heart, ["thal", "chest pain"])
    thal, pain = heart.get_column("thal"), heart.get_column("chest pain")
    known = ~np.isnan(thal)
    values = heart.domain["thal"].values, heart.domain["chest pain"].values
    plain = feature_map(heart.transform(Domain(heart.domain.attributes)), ["thal", "chest pain"])
    frequent = [each == np.bincount(each[known].astype(int)).argmax() for each in (thal, pain)]
    expected = abs(np.corrcoef(frequent[0][known], frequent[1][known])[0, 1])
    assert plain.similarity[0, 1] == pytest.approx(expected)
    best = np.isin(thal, [values[0].index("normal")]), pain == values[1].index("asymptomatic")
    expected = abs(np.corrcoef(best[0][known], best[1][known])[0, 1])
    assert shown.similarity[0, 1] == pytest.approx(expected)
