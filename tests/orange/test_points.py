"""Tables of points read by the names of their columns."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.comparisons import Comparison
from orangecontrib.phidelta.orange.points import NO_POINTS, read_points
from orangecontrib.phidelta.orange.results import NOTHING


def columns_table(columns, metas=()):
    """Table of columns by name; lists of texts become text columns, all of which are metas."""
    variables = {
        name: StringVariable(name) if isinstance(values[0], str) else ContinuousVariable(name)
        for name, values in columns.items()
    }
    in_metas = [n for n, v in variables.items() if v.is_string or n in metas]
    attributes = [name for name in columns if name not in in_metas]
    rows = len(next(iter(columns.values())))
    return Table.from_numpy(
        Domain([variables[n] for n in attributes], metas=[variables[n] for n in in_metas]),
        np.array([columns[n] for n in attributes], float).reshape(-1, rows).T,
        metas=np.array([columns[n] for n in in_metas], object).reshape(-1, rows).T,
    )


def cells(counts):
    return tuple(float(getattr(counts, name)) for name in ("tp", "fp", "fn", "tn"))


def column(table, name):
    return table.get_column(name)


# --- points ---


@pytest.mark.parametrize(
    ("tn", "tp", "fn", "fp"),
    [
        ("TN", "TP", "FN", "FP"),
        ("tn", "tp", "fn", "fp"),
        ("True Negatives", "true_positives", "FALSE NEGATIVES", "false-positives"),
        ("true negative", "true positive", "false negative", "false positive"),
        ("Correct rejections", "Hits", "Misses", "False alarms"),
    ],
)
def test_counts_are_found_by_name_in_any_order(tn, tp, fn, fp):
    table = columns_table({tn: [40, 7], "noise": [1, 2], tp: [12, 1], fn: [5, 2], fp: [9, 3]})
    points = read_points(table)
    assert [cells(c.counts) for c in points.classifiers] == [(12, 9, 5, 40), (1, 3, 2, 7)]
    assert points.impossible == 0
    assert all(c.is_counted and c.has_intervals for c in points.classifiers)


@pytest.mark.parametrize("names", [("TP", "FP", "FN", "TN"), ("sensitivity", "specificity")])
def test_counts_are_checked_together(names, monkeypatch):
    """Ten thousand checks of four numbers each would take longer than all else."""
    checked, check = [], Counts.__post_init__
    monkeypatch.setattr(Counts, "__post_init__", lambda c: (check(c), checked.append(c)))
    rows = np.linspace(0.1, 0.9, 300)
    points = read_points(columns_table({name: rows**n for n, name in enumerate(names, start=1)}))
    assert len(points.classifiers) == 300
    assert 0 < points.prevalence < 1
    assert len(checked) <= 2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Sensitivity", 0.8), ("Specificity", 0.7)),
        (("SENS", 0.8), ("spec", 0.7)),
        (("Recall", 0.8), ("Selectivity", 0.7)),
        (("TPR", 0.8), ("FPR", 0.3)),
        (("tpr", 0.8), ("TNR", 0.7)),
        (("TP rate", 0.8), ("FP Rate", 0.3)),
        (("FNR", 0.2), ("true negative rate", 0.7)),
        (("True positive rate", 0.8), ("false_positive_rate", 0.3)),
        (("hit rate", 0.8), ("Fall-out", 0.3)),
        (("1 - Specificity", 0.3), ("miss rate", 0.2)),
        (("false alarm rate", 0.3), ("true-positive-rate", 0.8)),
    ],
)
def test_rates_are_found_by_name(first, second):
    (point,) = read_points(columns_table({n: [v] for n, v in (first, second)})).classifiers
    assert (point.counts.tpr, point.counts.fpr) == pytest.approx((0.8, 0.3))
    assert not point.is_counted
    assert point.intervals() == {}


def test_counts_go_before_rates():
    table = columns_table(
        {"tpr": [0.1], "fpr": [0.2], "TP": [12], "FP": [9], "FN": [5], "TN": [40]}
    )
    assert cells(read_points(table).classifiers[0].counts) == (12, 9, 5, 40)


def test_incomplete_counts_give_way_to_rates():
    table = columns_table({"TP": [12], "FP": [9], "FN": [5], "tpr": [0.1], "fpr": [0.2]})
    assert read_points(table).classifiers[0].counts.fpr == pytest.approx(0.2)


def test_columns_may_be_metas_or_targets():
    variables = [ContinuousVariable(name) for name in ("specificity", "recall")]
    table = Table.from_numpy(
        Domain([], variables[0], [variables[1]]), np.empty((1, 0)), [0.9], np.array([[0.4]])
    )
    (point,) = read_points(table).classifiers
    assert (point.counts.tpr, point.counts.fpr) == pytest.approx((0.4, 0.1))


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        ({"who": ["tree", "forest"]}, ["tree", "forest"]),
        ({"remark": ["x", "y"], "Model": ["tree", "forest"]}, ["tree", "forest"]),
        ({"NAME": ["tree", ""], "remark": ["x", "y"]}, ["tree", "Point 2"]),
        ({"classifier": ["tree", "tree"]}, ["tree (1)", "tree (2)"]),
        ({}, ["Point 1", "Point 2"]),
    ],
)
def test_a_text_column_names_the_points(texts, names):
    points = read_points(columns_table({**texts, "tpr": [0.8, 0.5], "fpr": [0.1, 0.4]}))
    assert [c.name for c in points.classifiers] == names


def test_a_categorical_column_may_name_the_points():
    variable = DiscreteVariable("learner", values=("tree", "forest"))
    rates = [ContinuousVariable("tpr"), ContinuousVariable("fpr")]
    table = Table.from_numpy(Domain([variable, *rates]), [[1, 0.8, 0.1], [0, 0.5, 0.4]])
    assert [c.name for c in read_points(table).classifiers] == ["forest", "tree"]


def test_impossible_counts_are_left_out_and_counted():
    table = columns_table(
        {
            "name": ["negative", "no positives", "good", "no negatives", "missing"],
            "TP": [-1, 0, 3, 3, np.nan],
            "FP": [2, 4, 2, 0, 1],
            "FN": [3, 0, 1, 1, 1],
            "TN": [4, 5, 6, 0, 1],
        }
    )
    points = read_points(table)
    assert [c.name for c in points.classifiers] == ["good"]
    assert points.impossible == 4


def test_impossible_rates_are_left_out_and_counted():
    table = columns_table(
        {
            "name": ["above one", "negative", "missing", "per cent", "corner", "good"],
            "sensitivity": [1.01, 0.5, np.nan, 80, 1, 0.5],
            "FPR": [0.2, -0.01, 0.5, 30, 0, 0.25],
        }
    )
    points = read_points(table)
    assert [c.name for c in points.classifiers] == ["corner", "good"]
    assert points.impossible == 4


@pytest.mark.parametrize(
    "columns",
    [
        {"a": [1], "b": [2]},
        {"TP": [1], "FP": [2], "TN": [3]},
        {"sensitivity": [0.5], "precision": [0.5]},
        {"specificity": [0.5], "name": ["tree"]},
        {"tpr": ["0.5"], "fpr": ["high"]},
    ],
)
def test_without_the_columns_the_message_names_them(columns):
    with pytest.raises(UnfitError, match=r"TP, FP, FN and TN.*sensitivity.*specificity"):
        read_points(columns_table(columns))


@pytest.mark.parametrize("rows", [0, 1])
def test_without_a_possible_row_the_message_says_what_is_possible(rows):
    table = columns_table({"tpr": [7], "fpr": [0.5]})[:rows]
    with pytest.raises(UnfitError, match="between 0 and 1"):
        read_points(table)


@pytest.mark.parametrize(
    "text",
    [
        "name,sensitivity,specificity\noracle,1,1\nyes,1,0\nno,0,1\nanti,0,0\n",
        "name,TP,FP,FN,TN\noracle,1,0,0,1\nyes,1,1,0,0\nno,0,0,1,1\nanti,0,1,1,0\n",
    ],
    ids=["rates", "counts"],
)
def test_the_extreme_classifiers_can_be_read_from_a_file(text, tmp_path):
    # Orange takes a column of nothing but 0 and 1 for a categorical one.
    (tmp_path / "corners.csv").write_text(text)
    points = read_points(Table(str(tmp_path / "corners.csv")))
    found = {c.name: (float(c.counts.fpr), float(c.counts.tpr)) for c in points.classifiers}
    assert found == {"oracle": (0, 1), "yes": (1, 1), "no": (0, 0), "anti": (1, 0)}


def test_fractional_counts_make_a_point_and_no_crash():
    table = columns_table({"TP": [12.5], "FP": [9], "FN": [5], "TN": [40]})
    (point,) = read_points(table).classifiers
    assert point.counts.tpr == pytest.approx(12.5 / 17.5)
    point.intervals()


def test_points_tell_the_class_ratio_of_their_cases():
    # 17 of 66 and 3 of 13 cases are positive.
    points = read_points(columns_table({"TP": [12, 1], "FP": [9, 3], "FN": [5, 2], "TN": [40, 7]}))
    assert points.prevalence == pytest.approx(20 / 79)
    assert points.cases == pytest.approx(79 / 2)


def test_rates_tell_no_class_ratio():
    points = read_points(columns_table({"tpr": [0.8, 0.1], "fpr": [0.1, 0.3]}))
    assert points.prevalence == NO_POINTS.prevalence == 0.5
    assert points.cases == NO_POINTS.cases > 0


def test_points_are_renamed_where_the_name_is_taken():
    columns = {"name": ["tree", "forest"], "tpr": [0.8, 0.1], "fpr": [0.1, 0.3]}
    points = read_points(columns_table(columns))
    taken = ["tree", "tree (2)", "svm"]
    names = [c.name for c in points.named_apart(taken).classifiers]
    assert names[1] == "forest"
    assert names[0].startswith("tree")
    assert not set(names) & set(taken)
    assert [c.name for c in points.named_apart([]).classifiers] == ["tree", "forest"]


@pytest.mark.parametrize(
    "cells",
    [
        (1e15, 2e14, 3e14, 5e15),
        (2.0**63, 2.0**62, 5, 2.0**63),
        (1e17, 1, 0, 0),
        (0, 0, 1, 1e17),
        (1e300, 1e299, 1, 5),
        (1e-90, 1, 0, 4),
    ],
)
@pytest.mark.parametrize("class_ratio", [None, 1e17, 1e-17])
def test_what_is_told_of_any_counts(cells, class_ratio):
    names = "TP", "FP", "FN", "TN"
    table = columns_table({name: [cell] for name, cell in zip(names, cells, strict=True)})
    points = read_points(table)
    comparison = Comparison(NOTHING, points, DEFAULTS, class_ratio)
    assert 0 < comparison.prevalence < 1
    told = comparison.told(["kappa", "mcc", "information"], is_cost_shown=True)
    assert "Point 1: misses" in comparison.explain("Point 1", "point", 0, told)
    assert "κ" in comparison.explain_place((0.25, 0.5), ["kappa"])
    ((_, scores, intervals),) = comparison.rows(["Point 1"])
    tp, fp, fn, tn = cells
    assert scores["sensitivity"] == pytest.approx(tp / (tp + fn))
    # greater counts are no longer known to be whole numbers
    are_whole = all(cell % 1 == 0 and cell < 2**53 for cell in cells)
    assert bool(intervals()) == are_whole
    assert len(comparison.scores_table(["Point 1"])) == 1


def test_counts_that_cannot_be_added_up_are_left_out():
    counts = {"TP": [1e308, 3], "FP": [1e308, 4], "FN": [1e308, 5], "TN": [1e308, 6]}
    points = read_points(columns_table(counts))
    assert [cells(c.counts) for c in points.classifiers] == [(3, 4, 5, 6)]
    assert points.impossible == 1


@pytest.mark.parametrize("cells", [(5e-324, 1, 0, 4), (1e-300, 5, 1e-300, 20), (5e-324,) * 4])
def test_a_class_of_next_to_nothing_has_no_point(cells):
    """Nothing can be drawn by its class ratio."""
    columns = {
        name: [8.0, cell] for name, cell in zip(("TP", "FP", "FN", "TN"), cells, strict=True)
    }
    points = read_points(columns_table(columns))
    assert (len(points.classifiers), points.impossible) == (1, 1)
