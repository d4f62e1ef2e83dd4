"""What a headline says: which mark it is about, what it calls it, and when it says nothing."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.orange.headlines import headline, verdicts
from orangecontrib.phidelta.orange.signatures import best_cuts, table_signature

CASES = 200


def table_of(columns, classes):
    """Numeric features, by name, and classes "a", "b", ..."""
    names = [chr(ord("a") + i) for i in range(int(np.max(classes)) + 1)]
    domain = Domain([ContinuousVariable(n) for n in columns], DiscreteVariable("class", names))
    return Table.from_numpy(domain, np.column_stack(list(columns.values())), np.array(classes))


def found(data, classes="b", encoding="linear", with_cuts=True):
    """Signatures of classes, each against the rest, and best cuts."""
    signatures = [table_signature(data, (name,), encoding, "best") for name in classes]
    return signatures, [best_cuts(data, each) if with_cuts else None for each in signatures]


def decisions(*deltas):
    """Features that are true for half of 80 negatives, and so much more of 120 positives."""
    rows = np.arange(CASES)
    y = (rows >= 80).astype(float)
    share = [0.5 + delta for delta in deltas]
    columns = {
        f"x{i}": np.where(y == 1, rows - 80 < round(120 * share), rows < 40).astype(float)
        for i, share in enumerate(share)
    }
    return table_of(columns, y)


@pytest.mark.parametrize(
    ("delta", "kind", "words"),
    [
        (0.1, "chance", "no more than chance may give"),
        (0.25, "unclear", "looks unclear. That no feature"),
        (0.275, "medium", "looks medium, which the paper calls easy already."),
        (0.475, "medium", "looks medium"),
    ],
)
def test_kinds_by_the_greatest_delta(delta, kind, words):
    signatures, cuts = found(decisions(0.05, delta))
    (verdict,) = verdicts(signatures, cuts)
    assert (verdict.kind, verdict.name, verdict.cut_feature) == (kind, "x1", "")
    assert verdict.strength == pytest.approx(delta)
    text = headline(signatures, cuts)
    assert words in text
    assert f"greatest |δ| is {delta:.2f} (x1)" in text
    assert (f"right for {(1 + delta) / 2:.1%}" in text) == (kind != "chance")


def test_easy_from_a_balanced_accuracy_of_four_fifths_on():
    y = np.arange(CASES) % 2
    errors = np.arange(CASES) % 5 == 0
    for is_wrong, kind in ((errors, "easy"), (errors | (np.arange(CASES) < 2), "medium")):
        data = table_of({"x": np.where(is_wrong, 1 - y, y)}, y)
        assert verdicts(*found(data))[0].kind == kind


def test_one_cut_separates_setosa():
    iris = Table("iris")
    setosa = ("Iris-setosa",)
    for encoding in ("linear", "ranks"):
        text = headline(*found(iris, setosa, encoding))
        assert "one cut, petal length > 2.45, has 1.00: alone it is right for 100.0%" in text
        assert text.endswith("Telling ‘Iris-setosa’ from the rest looks easy.")
    text = headline(*found(iris, setosa, with_cuts=False))
    assert "The greatest |δ| is 0.60 (petal width): alone it is right for 79.8%" in text
    assert "cut" not in text
    text = headline(*found(iris, iris.domain.class_var.values))
    assert text == (
        "Easy to tell from the rest: Iris-setosa (one cut on petal length), Iris-virginica (one "
        "cut on petal length); medium, which the paper calls easy already: Iris-versicolor (one "
        "cut on petal length)."
    )


def test_a_cut_that_is_as_good_is_not_told():
    data = Table("heart_disease")
    text = headline(*found(data, "1"))
    assert "0.52 (thal in {reversable defect, fixed defect})" in text
    assert "one cut" not in text
    is_old, y = np.arange(CASES) < 90, np.arange(CASES) % 10 < np.arange(CASES) // 20
    columns = {"age": np.where(is_old, 60, np.arange(CASES) % 2 * 30), "is old": is_old}
    signatures, cuts = found(table_of(columns, y))
    assert cuts[0].names == ("age > 45",)
    assert verdicts(signatures, cuts)[0].name == "is old"


def test_the_greatest_delta_may_be_chance_where_a_smaller_one_is_not():
    """x0 is known in three cases only."""
    data = decisions(0.0, 0.4)
    with data.unlocked():
        data.X[:, 0] = np.nan
        data.X[[0, 1, 199], 0] = 0, 0, 1
    signatures, cuts = found(data)
    (verdict,) = verdicts(signatures, cuts)
    assert (verdict.kind, verdict.name) == ("medium", "x1")
    assert "The greatest |δ| beyond chance is 0.40 (x1): alone" in headline(signatures, cuts)


def test_looking_twice_is_accounted_for():
    """p = 0.04 of a scaled feature would do, but not beside the p-value of its best cut."""
    random = np.random.default_rng(0)
    y = np.arange(CASES) % 4 == 0
    while True:
        data = table_of({"x": random.normal(size=CASES)}, y)
        signatures, cuts = found(data)
        p_values = signatures[0].signature.p_value[0], cuts[0].p_value[0]
        if 0.03 < p_values[0] <= 0.05 and p_values[1] > 0.1:
            break
    assert verdicts(signatures)[0].kind == "unclear"
    assert verdicts(signatures, cuts)[0].kind == "chance"


def test_nothing_is_claimed_of_many_classes_where_there_is_nothing():
    """Adjusted for each class alone, about a quarter of the tables would have a claim."""
    random = np.random.default_rng(1)
    classes = np.arange(140) % 7
    claims = 0
    for _ in range(60):
        columns = {f"x{i}": random.normal(size=140) for i in range(8)}
        signatures, cuts = found(table_of(columns, classes), "abcdefg")
        claims += any(verdict.kind != "chance" for verdict in verdicts(signatures, cuts))
    # 99.9 % of binomial(60, 0.05) are at most 10
    assert claims <= 10


def test_all_kinds_of_many_classes():
    """Class "a" is told by x0, "b" in part by x1, "c" and "d" by nothing."""
    classes = np.repeat([0, 1, 2, 3], 50)
    rows = np.arange(CASES) % 50
    columns = {
        "x0": classes == 0,
        "x1": np.where(classes == 1, rows < 25, rows < 5),
        "x2": rows % 2,
    }
    signatures, cuts = found(table_of(columns, classes), "abcd")
    kinds = [verdict.kind for verdict in verdicts(signatures, cuts)]
    assert kinds == ["easy", "medium", "medium", "medium"]
    text = headline(signatures, cuts)
    assert text.startswith("Easy to tell from the rest: a; medium, which the paper calls easy")
    assert text.endswith("b, c, d.")
