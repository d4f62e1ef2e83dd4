"""The one sentence about a point."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.words import (
    count,
    describe_cut,
    explain,
    explain_folds,
    explain_place,
    explain_reversal,
    explain_unfit_classes,
    explain_unfit_target,
    number,
)

HEART = Counts(tp=116, fp=19, fn=23, tn=145)


def test_sentence():
    assert explain(HEART, "1", name="Tree", cut=0.4312) == (
        "Tree, cut 0.431: misses 23 of 139 ‘1’, calls 19 of 164 others ‘1’; "
        "accuracy 0.861, bias φ_b -0.026"
    )


def test_sentence_at_another_class_ratio_and_without_counts():
    """accuracy = 0.1 * 116/139 + 0.9 * 145/164; bias = 2 (0.9 * 19/164 - 0.1 * 23/139)"""
    assert explain(HEART, "ill", prevalence=0.1, name="Tree", is_counted=False) == (
        "Tree: misses 16.5% of ‘ill’, calls 11.6% of others ‘ill’; accuracy 0.879, bias φ_b 0.175"
    )


def test_sentence_with_other_measures():
    """Cost (19 + 5 * 23) / 303; precision 116 / 135. Accuracy and bias are told once."""
    costs = {"cost_fp": 1, "cost_fn": 5}
    also = {"accuracy": {}, "precision": {}, "bias": {}, "cost": costs}
    assert explain(HEART, "1", name="Tree", also=also) == (
        "Tree: misses 23 of 139 ‘1’, calls 19 of 164 others ‘1’; "
        "accuracy 0.861, bias φ_b -0.026, Prec 0.859, Cost 0.442"
    )


def test_values_at_a_place():
    """tpr 0.7, fpr 0.1 at prevalence 0.2: cost 0.8 * 0.1 + 5 * 0.2 * 0.3, precision 0.14 / 0.22"""
    measures = {"cost": {"cost_fp": 1, "cost_fn": 5}, "precision": {}}
    assert explain_place(0.1, 0.7, 0.2, measures) == "Cost 0.380, Prec 0.636"
    assert explain_place(0.0, 0.0, 0.2, {"precision": {}}) == "Prec n/a"
    assert explain_place(0.1, 0.7, 0.2, {}) == ""


def test_reversal():
    """tpr 10 / 50 and fpr 90 / 150 become 0.8 and 0.4."""
    assert explain_reversal(Counts(tp=10, fp=90, fn=40, tn=60)).endswith(
        "better reversed: sensitivity 0.800, specificity 0.600, δ 0.400"
    )
    # on the line: 20 / 60 and 50 / 150, which differ by rounding alone; and without a class
    for counts in (HEART, Counts(20, 50, 40, 100), Counts(0, 0, 5, 9), Counts(0, 3, 0, 9)):
        assert explain_reversal(counts) == ""


def test_folds():
    """Sensitivity 0.6, 0.8, 1 and none; specificity 0.9, 0.8, 0.7, 0.75; accuracy of all cases."""
    folds = Counts(tp=[3, 4, 5, 0], fp=[1, 2, 3, 1], fn=[2, 1, 0, 0], tn=[9, 8, 7, 3])
    specificity, accuracy = [0.9, 0.8, 0.7, 0.75], [12 / 15, 12 / 15, 12 / 15, 3 / 4]
    assert explain_folds(folds, also={"npv": {}}).startswith(
        "4 folds: sensitivity 0.800 ± 0.200, "
        f"specificity {np.mean(specificity):.3f} ± {np.std(specificity, ddof=1):.3f}, "
        f"accuracy {np.mean(accuracy):.3f} ± {np.std(accuracy, ddof=1):.3f}, NPV "
    )


def test_folds_at_another_class_ratio_and_without_a_value():
    """At prevalence 0.9, accuracy is 0.9 sensitivity + 0.1 specificity: 0.64 and 0.77."""
    folds = Counts(tp=[6, 3], fp=[0, 5], fn=[4, 1], tn=[1, 95])
    assert "accuracy 0.705 ± 0.092" in explain_folds(folds, prevalence=0.9)
    assert "sensitivity n/a" in explain_folds(Counts([0, 3], [1, 1], [0, 2], [5, 6]))
    assert "nan" not in explain_folds(Counts([0, 3], [1, 1], [0, 2], [5, 6]))


def test_outermost_cuts_have_words():
    assert "Tree, cut above all scores: misses" in explain(HEART, "1", name="Tree", cut=np.inf)
    assert describe_cut(-np.inf) == "cut below all scores"


@pytest.mark.parametrize("is_counted", [True, False])
def test_undefined_is_not_nan_for_readers(is_counted):
    for counts in (Counts(0, 3, 0, 9), Counts(3, 0, 9, 0), Counts(0, 0, 0, 0)):
        sentence = explain(counts, "yes", prevalence=0.3, name="Tree", is_counted=is_counted)
        assert "nan" not in sentence
        assert "accuracy n/a" in sentence


def test_without_a_name():
    assert explain(HEART, "1").startswith("misses 23")
    assert explain(HEART, "1", cut=0.4).startswith("cut 0.4: misses 23")


def test_numbers_for_readers():
    assert [number(0.8613), number(0.8613, 1), number(np.nan), number(None)] == (
        ["0.861", "0.9", "n/a", "n/a"]
    )
    assert number(-np.inf) == "-∞"
    assert [number(-0.0004), number(0.0004), number(-0.4)] == ["0.000", "0.000", "-0.400"]
    assert [number(-0.04, 1), number(-4e-4, 4)] == ["0.0", "-0.0004"]
    assert [count(23.0), count(2.25), count(12345)] == ["23", "2.2", "12,345"]


@pytest.mark.parametrize(
    ("names", "is_discrete", "sentence"),
    [
        ([], True, "There is no target. Choose a categorical one, e.g. with Select Columns."),
        (["a", "b"], True, "There are 2 targets: “a”, “b”. Keep one, e.g. with Select Columns."),
        (
            ["a"],
            False,
            "The target “a” is numeric, but decisions are between classes. Choose a categorical "
            "target, or discretise it, e.g. with Discretize.",
        ),
        (["a"], True, ""),
    ],
)
def test_why_a_target_is_unfit(names, is_discrete, sentence):
    assert explain_unfit_target(names, is_discrete, "decisions are between classes") == sentence


@pytest.mark.parametrize(
    ("cases", "known", "occurring", "sentence"),
    [
        (0, 0, [], "There are no rows. Use data with cases of two or more classes."),
        (7, 0, [], "The class of all rows is missing. Use data with known classes."),
        (
            7,
            5,
            ["x"],
            "All rows of known class are of one class, “x”. Use data with two or more classes.",
        ),
        (7, 5, ["x", "y"], ""),
    ],
)
def test_why_classes_are_unfit(cases, known, occurring, sentence):
    assert explain_unfit_classes(cases, known, occurring, "rows") == sentence
