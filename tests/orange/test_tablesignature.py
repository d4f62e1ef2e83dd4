"""What is said of marks, and where chance has a band."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from scipy import stats

from orangecontrib.phidelta.core.chance.band import chance_band
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.signatures import table_signature
from orangecontrib.phidelta.orange.tablesignature import TableSignature


def heart(encoding="linear", subsets="best"):
    return table_signature(Table("heart_disease"), "1", encoding, subsets)


def test_a_mark_is_explained_with_its_interval_and_verdict():
    scores = heart()
    mark = scores.signature.names.index("fasting blood sugar > 120 = 1")
    data = Table("heart_disease")
    is_high, is_ill = data.get_column("fasting blood sugar > 120") == 1, data.Y == 1
    table = [[np.sum(is_high & c), np.sum(~is_high & c)] for c in (is_ill, ~is_ill)]
    p_value = stats.fisher_exact(table).pvalue
    low, high = scores.signature.interval()
    delta = scores.signature.delta[mark]
    told = scores.explain(mark, 0.8)
    assert told.endswith(
        f"δ {delta:.3f}, 95 % interval {low[mark]:.3f} to {high[mark]:.3f}; "
        "q 0.8, no more than chance may give)"
    )
    assert scores.explain(mark, 0.01).endswith("; q 0.01)")
    assert scores.explain(mark).endswith(f"; p {p_value:.2g})")


def test_a_mark_of_one_known_case_has_no_interval():
    X = np.array([[3, 1], [5, 2], [np.nan, 3], [4, 9], [7, 4]])
    domain = Domain([ContinuousVariable(n) for n in "xy"], DiscreteVariable("class", ("a", "b")))
    data = Table.from_numpy(domain, X, np.array([1.0, 0, 1, 0, 0]))
    scores = table_signature(data, "b")
    assert "95 % interval n/a: fewer than two known cases of a class; p " in scores.explain(0)
    assert "n/a" not in scores.explain(1)


def test_a_bound_of_the_p_value_is_told_as_one():
    X = np.arange(12.0)[:, None] ** 3
    signature = FeatureStatistics(names=["x"]).update(X, np.arange(12) > 9).signature()
    scores = TableSignature(
        signature, (ContinuousVariable("x"),), PositiveClass(("b",), ("a", "b")), 0
    )
    assert signature.is_bound.all()
    assert "; p at most " in scores.explain(0)
    told = scores.explain(0, signature.q_value[0])
    assert "; q at most " in told
    assert "chance" not in told


@pytest.mark.parametrize("subsets", ["best", "single", "pairs"])
def test_only_decisions_have_a_band(subsets):
    assert heart("best cut", subsets).has_band
    for encoding in ("linear", "ranks"):
        assert not heart(encoding, subsets).has_band
    for encoding in ("linear", "best cut", "ranks"):
        assert table_signature(Table("titanic"), "yes", encoding, subsets).has_band


def test_a_feature_without_marks_does_not_take_the_band_away():
    data = Table("titanic")
    domain = Domain([*data.domain.attributes, ContinuousVariable("none")], data.domain.class_vars)
    assert table_signature(data.transform(domain), "yes").has_band


def test_bands_of_many_pictures_are_wider_but_not_of_two():
    scores = table_signature(Table("zoo"), "mammal", subsets="best")

    def width(pictures):
        x, y = scores.chance_band(pictures).T
        return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2

    assert width(1) == width(2) < width(3) < width(7)


def drawn_table(*columns):
    """Columns as (number of values, or None for numbers); the last is constant. 30 positives."""
    random = np.random.default_rng(4)
    variables = [
        ContinuousVariable(f"x{i}")
        if values is None
        else DiscreteVariable(f"x{i}", tuple("abcdefgh"[:values]))
        for i, values in enumerate(columns)
    ]
    X = [random.normal(size=90) if v is None else random.integers(0, v, 90) for v in columns]
    variables.append(ContinuousVariable("constant"))
    X.append(np.ones(90))
    domain = Domain(variables, DiscreteVariable("y", ("no", "yes")))
    return Table.from_numpy(domain, np.transpose(X), np.arange(90) % 3 == 0)


@pytest.mark.parametrize(
    ("columns", "how", "decisions"),
    [
        ([None, None], {}, 2),
        ([None, None], {"encoding": "ranks"}, 2),
        # between 90 cases there are 89 cuts
        ([None, None], {"encoding": "best cut"}, 2 * 89),
        ([None, 4], {"encoding": "best cut", "subsets": "single"}, 89 + 4),
        ([2], {"subsets": "single"}, 1),
        ([2, None], {"subsets": "best"}, 2),
        # of 4 values there are 7 subsets and their complements, of 6 there are 31
        ([4, 6, None], {"subsets": "best"}, 7 + 31 + 1),
        ([4], {"subsets": "pairs"}, 4 + 3),
        ([4], {"subsets": "all"}, 7),
    ],
)
def test_decisions_behind_the_band(columns, how, decisions):
    each = table_signature(drawn_table(*columns), "yes", **how)
    np.testing.assert_allclose(each.chance_band(), chance_band(30, 60, decisions))
    # with so few cases the band moves by whole ones: twice as many decisions widen it for sure
    assert not np.array_equal(each.chance_band(), chance_band(30, 60, 2 * decisions))
