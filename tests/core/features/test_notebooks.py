"""Core in a notebook: results that tell of themselves in a line, data frames, unfit classes."""

import re
from math import comb

import numpy as np
import pandas as pd
import pytest

from orangecontrib.phidelta.core import (
    MEASURES,
    Constraint,
    Counts,
    Marks,
    bootstrap_ranks,
    class_signature,
    coverage,
    fold_cuts,
    measure_curve,
    rank,
    sweep,
)
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.tuning import tune

IS_POSITIVE = np.array([True, False, True, True, False, False, False])
FRAME = pd.DataFrame(
    {
        "age": [70, 50, 61, 58, 40, 50, 33],
        "odor <b>": pd.Categorical(
            ["foul", "none", "foul", None, "none", "anise", "none"],
            categories=["foul", "none", "anise", "never"],
        ),
        "told": pd.array([True, None, True, False, False, False, True], dtype="boolean"),
        "known": pd.array([3, 1, None, 3, 1, 2, 2], dtype="Int64"),
    },
    index=range(7, 0, -1),
)
# the same by hand
TABLE = np.array(
    [
        [70, 50, 61, 58, 40, 50, 33],
        [0, 1, 0, np.nan, 1, 2, 1],
        [1, np.nan, 1, 0, 0, 0, 1],
        [3, 1, np.nan, 3, 1, 2, 2],
    ]
).T
KAPPA = "<MeasureCurve of kappa at 7 cuts, prevalence 0.2; no best cut>"
VALUES = (None, ("foul", "none", "anise", "never"), None, None)


@pytest.fixture
def signature():
    return class_signature(FRAME, IS_POSITIVE)


def test_a_frame_is_the_table_with_its_names(signature):
    expected = class_signature(TABLE, IS_POSITIVE, names=tuple(FRAME), values=VALUES)
    np.testing.assert_array_equal(signature.delta, expected.delta)
    assert signature.names == expected.names
    assert signature.names[1:4] == ("odor <b> = foul", "odor <b> = none", "odor <b> = anise")
    # foul: 2 of 2 known positives, 0 of 4 negatives
    assert signature.delta[1] == 1
    named = class_signature(
        FRAME, pd.Series(IS_POSITIVE), names="abcd", weights=pd.Series([2] * 7)
    )
    assert named.names[0] == "a"
    assert class_signature(FRAME[[]].copy(), IS_POSITIVE).names == ()


def test_bootstrap_of_a_frame():
    ranks = list(bootstrap_ranks(FRAME, IS_POSITIVE, replicates=5))
    how = {"names": tuple(FRAME), "values": VALUES}
    expected = list(bootstrap_ranks(TABLE, IS_POSITIVE, replicates=5, **how))
    np.testing.assert_array_equal(ranks, expected)


def test_frames_that_cannot_be_used():
    with pytest.raises(ValueError, match=r"'odor' must hold numbers.*Got object"):
        class_signature(pd.DataFrame({"odor": ["a", 1]}), [True, False])
    with pytest.raises(ValueError, match=r"'when'.*Got datetime64"):
        class_signature(pd.DataFrame({"when": pd.to_datetime(["2020", "2021"])}), [True, False])
    with pytest.raises(ValueError, match="its categories"):
        class_signature(FRAME, IS_POSITIVE, values=VALUES)


class Kind:
    """What a column of polars holds: its name and, of an Enum, its categories."""

    def __init__(self, text, categories=(), is_number=False):
        self.text, self.categories, self.is_number = text, self, is_number
        self.to_list = lambda: list(categories)

    def __str__(self):
        return self.text

    def is_numeric(self):
        return self.is_number


class Column:
    def __init__(self, dtype, values):
        self.dtype, self.values = dtype, values

    def to_list(self):
        return list(self.values)

    def cast(self, kind):
        assert kind is float
        return Column(Kind("Float64", is_number=True), self.values)

    def to_numpy(self):
        assert self.dtype.text == "Float64"
        return np.array(self.values, float)


class PolarsFrame:
    """As much of a frame of polars as is asked for; polars itself takes 170 MB."""

    def __init__(self, **columns):
        self.columns, self._series = list(columns), list(columns.values())
        self.shape = len(self._series[0].values), len(columns)

    def to_series(self, place):
        return self._series[place]


def test_a_frame_of_polars_is_that_of_pandas():
    smells, sizes = ["foul", "none", None, "foul", "anise", "none", "none"], ["low", "high", "mid"]
    frame = PolarsFrame(
        age=Column(Kind("Int64", is_number=True), [70, 61, 58, 50, None, 40, 33]),
        odor=Column(Kind("Categorical"), smells),
        size=Column(Kind("Enum(categories=['low', ...])", sizes), [*sizes, "low", *sizes]),
        ill=Column(Kind("Boolean"), [True, None, True, False, False, True, False]),
    )
    same = pd.DataFrame(
        {
            "age": [70, 61, 58, 50, np.nan, 40, 33],
            "odor": pd.Categorical(smells),
            "size": pd.Categorical([*sizes, "low", *sizes], sizes),
            "ill": [1, np.nan, 1, 0, 0, 1, 0],
        }
    )
    found, expected = (class_signature(each, IS_POSITIVE) for each in (frame, same))
    assert found.names == expected.names
    assert found.names[1:5] == ("odor = anise", "odor = foul", "odor = none", "size = low")
    np.testing.assert_array_equal(found.delta, expected.delta)
    np.testing.assert_array_equal(found.cases, expected.cases)
    assert repr(rank(found)) == repr(rank(expected))
    with pytest.raises(ValueError, match=r"'smell' must hold.*polars.Categorical.*Got String"):
        class_signature(PolarsFrame(smell=Column(Kind("String"), smells)), IS_POSITIVE)


def test_columns_of_a_frame_make_a_sweep():
    curve = sweep(pd.Series(IS_POSITIVE), FRAME["age"])
    assert curve.cuts.tolist() == [np.inf, 65.5, 59.5, 54, 45, 36.5, -np.inf]
    assert curve.tp.tolist() == [0, 1, 2, 3, 3, 3, 3]


@pytest.mark.parametrize("classes", [[1, -1, 1], ["yes", "no", "yes"], [1, np.nan, 0], [2, 1, 1]])
def test_classes_that_are_not_true_or_false(classes):
    for ask in (
        lambda: sweep(classes, [0.9, 0.1, 0.5]),
        lambda: class_signature([[0.9], [0.1], [0.5]], classes),
        lambda: Counts.from_decisions(classes, [True, False, True]),
    ):
        with pytest.raises(ValueError, match="is_positive must be True or False"):
            ask()
    with pytest.raises(ValueError, match="is_called must be True or False"):
        Counts.from_decisions([True, False, True], classes)


def test_one_line_each(signature):
    curve = sweep(IS_POSITIVE, FRAME["age"])
    classifier = Classifier(
        "Age", Outcome(curve.counts(2)), sweep=curve, fold_sweeps=(curve, curve)
    )
    classifier = classifier.__class__(**vars(classifier) | {"fold_numbers": (1, 2)})
    cost = {"cost_fp": 1.0, "cost_fn": 5.0}
    never = Constraint("sensitivity", ">=", 2)
    tuning = tune(classifier, "cost", 0.2, parameters=cost)
    one = rank(class_signature(TABLE[:, :1], IS_POSITIVE))
    for result, text in (
        (curve, "<ThresholdSweep of 3 positives and 4 negatives at 7 cuts, AUC 1.000>"),
        (tuning.curve, "<MeasureCurve of cost at 7 cuts, prevalence 0.2; best 0 at cut 54>"),
        (measure_curve(curve, "kappa", 0.2, constraints=never), KAPPA),
        (tuning, f"<Tuning over 2 folds: {tuning.curve!r}>"),
        (
            fold_cuts([curve] * 3, "kappa"),
            "<CutSpread of 3 samples: median cut 54, from 54 to 54>",
        ),
        (curve.counts(2), "Counts(tp=2, fp=0, fn=1, tn=4)"),
        (curve.counts([1, 2]), "<Counts of 2 decisions>"),
        (curve.counts([[1, 2], [3, 4], [1, 1]]), "<Counts of 3 x 2 decisions>"),
        (coverage(3, 4), "<Space coverage: false positives, true positives>"),
        (Marks.joined(signature, signature), "<Marks: 12 of 4 features>"),
        (rank(signature), "<Ranking of 4 features by delta: odor <b>, known, age, ...>"),
        (one, "<Ranking of 1 features by delta: feature 0>"),
    ):
        assert repr(result) == text
    assert repr(signature) == (
        "<Signature of 4 features by 6 marks, 3 linear, prevalence 0.429; "
        "greatest |δ|: odor <b> = foul, 1.000>"
    )
    constant = class_signature(np.ones((7, 2)), IS_POSITIVE)
    assert repr(constant) == "<Signature of 2 features by 2 marks, 2 linear, prevalence 0.429>"


def test_long_names_are_cut():
    many = [tuple(f"value {i}" for i in range(30))]
    codes = np.arange(60)[:, None] % 30
    signature = class_signature(codes, np.arange(60) % 30 < 15, values=many, subsets="best")
    assert len(signature.names[0]) > 100
    assert len(repr(signature)) < 150


def cells(html):
    return [re.findall("<td>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", html)[1:]]


def test_tables_are_escaped_and_not_endless(signature):
    html = signature._repr_html_()
    assert "<b>" not in html
    rows = cells(html)
    assert [row[0] for row in rows][:2] == ["age", "odor &lt;b&gt; = foul"]
    assert [float(row[2]) for row in rows] == pytest.approx(signature.delta, abs=5e-4)
    assert "more" not in html
    wide = class_signature(np.random.default_rng(0).random((7, 45)), IS_POSITIVE)
    html = wide._repr_html_()
    assert len(cells(html)) == 20
    assert html.endswith("25 more")
    constant = cells(class_signature(np.ones((7, 1)), IS_POSITIVE)._repr_html_())
    assert constant[0][1:] == ["n/a"] * 6


def test_small_p_values_are_not_zero():
    classes = np.arange(60) < 20
    certain = class_signature(classes[:, None], classes)
    (row,) = cells(certain._repr_html_())
    assert row[1:3] == ["0.000", "1.000"]
    # Fisher: one of the 60 over 20 ways to choose the positives
    assert float(row[-1]) == pytest.approx(1 / comb(60, 20), rel=0.05, abs=0)


def test_table_of_a_ranking(signature):
    ranking = rank(signature, "phi")
    html = ranking._repr_html_()
    assert "<b>" not in html
    rows = cells(html)
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    features = [row[1].split(" = ")[0].replace("&lt;b&gt;", "<b>") for row in rows]
    assert features == [tuple(FRAME)[i] for i in ranking.features]
    assert [float(row[2]) for row in rows] == sorted((float(row[2]) for row in rows), reverse=True)
    assert all(row[2] == row[3] for row in rows)


def test_measures_print_short():
    assert repr(MEASURES["kappa"]) == "<Measure kappa: Cohen's kappa>"
