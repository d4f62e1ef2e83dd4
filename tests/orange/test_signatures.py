"""Tables as Orange has them, to class signatures and to tables of scores."""

import numpy as np
import pytest
from Orange.data import (
    ContinuousVariable,
    DiscreteVariable,
    Domain,
    StringVariable,
    Table,
    TimeVariable,
)
from scipy import sparse, stats

from orangecontrib.phidelta.core.features.ranking import bootstrap_ranks, rank
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.signatures import (
    FEATURE_COLUMNS,
    any_signature,
    best_cuts,
    feature_scores_table,
    shared_q_values,
    signature_arguments,
    table_signature,
)
from orangecontrib.phidelta.orange.tablecheck import check_features, occurring_classes

COLORS = ("red", "green", "blue")


def small_table():
    """Eight rows: number, time, colour with a gap, constant; three classes, one row without."""
    domain = Domain(
        [
            ContinuousVariable("number"),
            TimeVariable("time", have_date=1),
            DiscreteVariable("colour", COLORS),
            ContinuousVariable("constant"),
        ],
        DiscreteVariable("kind", ("cat", "dog", "never", "fish")),
        [ContinuousVariable("leak"), StringVariable("note")],
    )
    X = np.array(
        [
            [1, 1.7e9, 0, 4],
            [2, 1.7e9 + 40, 1, 4],
            [np.nan, 1.7e9 + 10, 0, 4],
            [4, 1.7e9 + 100, 2, 4],
            [5, 1.7e9 + 20, 2, 4],
            [3, 1.7e9, 1, 4],
            [9, 1.7e9 + 900, 2, 4],
            [1, 1.7e9 + 60, np.nan, 4],
        ]
    )
    y = np.array([0, 0, 1, 1, 3, 3, np.nan, 1])
    metas = np.array([[value, "x"] for value in y == 1], object)
    return Table.from_numpy(domain, X, y, metas)


def test_features_of_every_kind():
    scores = table_signature(small_table(), "dog")
    signature = scores.signature
    expected = ("number", "time", "colour = red", "colour = green", "colour = blue", "constant")
    assert signature.names == expected
    # rows of dogs: 2, 3, 7; of others: 0, 1, 4, 5; row 6 has no class, hence no 9 and no 900
    np.testing.assert_allclose(signature.tpr[:2], [(3 / 4 + 0) / 2, (10 + 100 + 60) / 300])
    np.testing.assert_allclose(signature.fpr[:2], [(0 + 1 / 4 + 1 + 1 / 2) / 4, 60 / 400])
    np.testing.assert_allclose(signature.tpr[2:5], [1 / 2, 0, 1 / 2])
    np.testing.assert_allclose(signature.fpr[2:5], [1 / 4, 2 / 4, 1 / 4])
    assert signature.prevalence == pytest.approx(3 / 7)
    assert [variable.name for variable in scores.variables] == [
        "number",
        "time",
        "colour",
        "constant",
    ]
    assert scores.undefined == ("constant",)
    assert scores.positive.names == ("dog",)
    assert scores.unknown_class == 1


@pytest.mark.parametrize(
    ("positive", "chosen"),
    [
        ("fish", ("fish",)),
        ({"fish", "cat"}, ("cat", "fish")),
        (["never", "dog"], ("dog", "never")),
    ],
)
def test_a_set_of_positive_values(positive, chosen):
    data = small_table()
    scores = table_signature(data, positive)
    assert scores.positive.names == chosen
    actual = [data.domain.class_var.values[int(y)] for y in data.Y if not np.isnan(y)]
    is_positive = np.isin(actual, chosen)
    rows = data.X[~np.isnan(data.Y)]
    expected = class_signature(rows[:, :2], is_positive)
    np.testing.assert_allclose(scores.signature.delta[:2], expected.delta)


@pytest.mark.parametrize("encoding", ["linear", "best cut", "ranks"])
@pytest.mark.parametrize("convert", [sparse.csr_matrix, sparse.csc_matrix])
def test_sparse_tables(encoding, convert):
    data = small_table()
    with data.unlocked():
        data.X[:, 0] *= np.arange(8) % 2
    sparse_data = Table.from_numpy(data.domain, convert(data.X), data.Y, data.metas)
    one = table_signature(sparse_data, "cat", encoding, "best").signature
    other = table_signature(data, "cat", encoding, "best").signature
    np.testing.assert_allclose(one.rates, other.rates, atol=1e-9)
    assert one.names == other.names
    assert sparse.issparse(sparse_data.X)
    np.testing.assert_array_equal(sparse_data.X.toarray(), data.X)


def test_weights():
    data = small_table()
    times = np.array([1, 2, 0, 3, 1, 1, 5, 2])
    repeated = data[np.repeat(np.arange(8), times)]
    with data.unlocked():
        data.set_weights()
        data.W[:] = times[:, None] if data.W.ndim == 2 else times
    one, other = table_signature(data, "dog"), table_signature(repeated, "dog")
    np.testing.assert_allclose(one.signature.rates, other.signature.rates)
    assert one.signature.prevalence == pytest.approx(other.signature.prevalence)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 1, -1, 1, 1, 1, 1, 1], "impossible weights"),
        ([1, 1, np.nan, 1, 1, 1, 1, 1], "impossible weights"),
        ([1, 1, np.inf, 1, 1, 1, 1, 1], "impossible weights"),
        (None, "a class have weight 0"),
    ],
)
def test_unfit_weights(weights, message):
    data = small_table()
    for positive in ("cat", "dog"):
        is_positive = data.Y == data.domain.class_var.values.index(positive)
        with data.unlocked():
            data.set_weights()
            data.W[:] = np.reshape(is_positive if weights is None else weights, data.W.shape)
        with pytest.raises(UnfitError, match=message):
            table_signature(data, positive)


def test_the_table_is_not_changed():
    data = small_table()
    X, Y = data.X.copy(), data.Y.copy()
    for encoding in ("linear", "best cut", "ranks"):
        table_signature(data, "dog", encoding, "all")
    np.testing.assert_array_equal(data.X, X)
    np.testing.assert_array_equal(data.Y, Y)


def test_bundled_tables():
    signature = table_signature(Table("titanic"), "yes").signature
    data = Table("titanic")
    is_male = data.X[:, 2] == data.domain["sex"].to_val("male")
    survived = data.Y == 1
    place = signature.names.index("sex = male")
    expected = is_male[survived].mean() - is_male[~survived].mean()
    assert signature.delta[place] == pytest.approx(expected)
    assert table_signature(Table("zoo"), "mammal").signature.names[-1].startswith("catsize")


def test_arguments_serve_the_bootstrap():
    arguments = signature_arguments(small_table(), "dog")
    ranks = list(bootstrap_ranks(**arguments, replicates=3, subsets="best"))
    assert len(ranks) == 3
    assert all(sorted(each) == [1, 2, 3, 4] for each in ranks)


@pytest.mark.parametrize("is_sparse", [False, True])
def test_the_class_is_not_sought_among_the_features(monkeypatch, is_sparse):
    data = small_table()
    data = data.to_sparse(sparse_attributes=False, sparse_class=True) if is_sparse else data
    expected = data.get_column(data.domain.class_var)

    def refuse(*_):
        raise AssertionError("for many features it takes long")

    monkeypatch.setattr(Domain, "_ensure_indices", refuse)
    check_features(data)
    codes = expected[~np.isnan(expected)].astype(int)
    assert occurring_classes(data) == tuple(
        data.domain.class_var.values[i] for i in sorted({*codes})
    )


def test_occurring_classes():
    assert occurring_classes(small_table()) == ("cat", "dog", "fish")


def without(data, *, attributes=None, class_vars=None, rows=None):
    domain = data.domain
    class_vars = domain.class_vars if class_vars is None else class_vars
    attributes = domain.attributes if attributes is None else attributes
    attributes = [variable for variable in attributes if variable not in class_vars]
    data = data.transform(Domain(attributes, class_vars, domain.metas))
    return data if rows is None else data[rows]


UNFIT = {
    "no features": (
        lambda data: (without(data, attributes=[]), "dog"),
        "no features.*Select Columns",
    ),
    "no target": (lambda data: (without(data, class_vars=[]), "dog"), "There is no target"),
    "two targets": (
        lambda data: (without(data, class_vars=data.domain.variables[-2:]), "dog"),
        "There are 2 targets: .*Keep one",
    ),
    "numeric target": (
        lambda data: (without(data, class_vars=data.domain.attributes[:1]), "dog"),
        "“number” is numeric.*discretise",
    ),
    "one class": (lambda data: (without(data, rows=[0, 1]), "dog"), "of one class, “.*”. Use"),
    "class unknown": (
        lambda data: (without(data, rows=[6, 6]), "dog"),
        "class of all rows is missing. Use",
    ),
    "no rows": (lambda data: (data[:0], "dog"), "There are no rows. Use"),
    "unknown name": (lambda data: (data, "bird"), "no value “bird”"),
    "no name": (lambda data: (data, ()), "Choose one or more"),
    "all names": (lambda data: (data, ("cat", "dog", "fish", "never")), "leave at least one out"),
    "all positive": (lambda data: (data, ("cat", "dog", "fish")), "All rows are positive. Choose"),
    "none positive": (lambda data: (data, "never"), "All rows are negative. Choose"),
    "constant": (
        lambda data: (without(data, attributes=data.domain.attributes[3:]), "dog"),
        "No feature varies.*Use",
    ),
}


@pytest.mark.parametrize("case", UNFIT)
def test_unfit_tables(case):
    make, message = UNFIT[case]
    with pytest.raises(UnfitError, match=message):
        table_signature(*make(small_table()))


def test_all_subsets_of_too_many_values():
    domain = Domain(
        [DiscreteVariable("much", [f"v{i}" for i in range(12)])], DiscreteVariable("y", ("a", "b"))
    )
    data = Table.from_numpy(domain, np.arange(12.0)[:, None], np.arange(12) % 2)
    found = table_signature(data, "a", subsets="all")
    assert found.best_only == ("much",)
    assert found.signature.subsets == table_signature(data, "a", subsets="best").signature.subsets
    with pytest.raises(ValueError, match="Got 'some'") as caught:
        table_signature(data, "a", subsets="some")
    assert not isinstance(caught.value, UnfitError)


def test_a_signature_where_nothing_varies():
    data = small_table()
    signature = any_signature(without(data, attributes=data.domain.attributes[3:]), "dog")
    assert np.isnan(signature.delta).all()
    check_features(data)


def test_scores_as_a_table(tmp_path):
    data = small_table()
    cat, dog = table_signature(data, "cat", subsets="best"), table_signature(data, "dog")
    rankings = [rank(each.signature) for each in (cat, dog)]
    table = feature_scores_table([cat, dog], rankings, prevalence=0.25)
    assert [variable.name for variable in table.domain.attributes] == [
        QUANTITIES[key].head for key in FEATURE_COLUMNS
    ]
    assert len(table) == 4 + 6
    order = rankings[1].order
    texts = table.metas[4:]
    assert texts[:, 0].tolist() == [dog.signature.names[mark] for mark in order]
    assert table.get_column("Kind")[4:].tolist() == [
        {"time": 2, "colour": 1}.get(name, 0) for name in texts[:, 1]
    ]
    assert set(texts[:, 2]) == {"dog"}
    measures = dog.signature.measures(0.25)
    for name in FEATURE_COLUMNS:
        head = QUANTITIES[name].head
        np.testing.assert_array_equal(table.get_column(head)[4:], measures[name][order])
    plain = feature_scores_table([dog])
    assert plain.metas[:, 0].tolist() == list(dog.signature.names)
    table.save(str(tmp_path / "scores.tab"))
    read = Table(str(tmp_path / "scores.tab"))
    np.testing.assert_allclose(read.get_column("δ"), table.get_column("δ"), atol=1e-4)
    assert read.get_column("p")[0] == pytest.approx(table.get_column("p")[0], rel=1e-3)


def test_q_values_of_several_signatures_are_adjusted_together():
    iris = Table("iris")
    scores = [table_signature(iris, name) for name in iris.domain.class_var.values]
    p_values = [each.signature.p_value for each in scores]
    alone = [stats.false_discovery_control(each) for each in p_values]
    together = stats.false_discovery_control(np.concatenate(p_values))
    expected = np.maximum(together, np.concatenate(alone))
    table = feature_scores_table(scores)
    np.testing.assert_allclose(table.get_column("q (FDR)"), expected)
    np.testing.assert_allclose(np.concatenate(shared_q_values(scores)), expected)
    # the best first within each class: the same values in another order
    ranked = feature_scores_table(scores, [rank(each.signature) for each in scores])
    order = rank(scores[1].signature).order
    np.testing.assert_allclose(ranked.get_column("q (FDR)")[4:8], expected[4:8][order])
    assert not np.allclose(np.concatenate(alone), expected, rtol=0.1)


def test_two_classes_have_the_q_values_of_one():
    heart = Table("heart_disease")
    scores = [table_signature(heart, name, subsets="best") for name in ("0", "1")]
    for each, q_value in zip(scores, shared_q_values(scores), strict=True):
        np.testing.assert_allclose(q_value, each.signature.q_value, rtol=1e-6)


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_matrix])
def test_best_cuts_of_features_that_share_tokens(convert):
    data = small_table()
    X = np.column_stack([data.X[:, :3], np.arange(8) % 2])
    data = Table.from_numpy(data.domain, convert(X), data.Y, data.metas)
    expected = table_signature(data, "dog", "best cut", "best").signature
    # by ranks a feature of two values shares tokens, too
    for encoding, count in (("linear", 2), ("ranks", 3)):
        cuts = best_cuts(data, table_signature(data, "dog", encoding))
        features = [0, 1, 3][:count]
        assert cuts.given_names == tuple(data.domain.attributes[i].name for i in features)
        np.testing.assert_array_equal(cuts.rates, expected.rates[:, features])
        np.testing.assert_array_equal(cuts.p_value, expected.p_value[features])
    assert best_cuts(data, table_signature(data, "dog", "best cut")) is None


def test_best_cuts_of_too_many_values_are_not_sought():
    iris = Table("iris")
    scores = table_signature(iris, "Iris-setosa")
    # a feature counts as a hundred values more
    assert best_cuts(iris, scores, limit=4 * 250) is not None
    assert best_cuts(iris, scores, limit=4 * 250 - 1) is None
    told = []
    best_cuts(iris, scores, progress=told.append)
    assert told == [1 / 4, 2 / 4, 3 / 4, 1]
