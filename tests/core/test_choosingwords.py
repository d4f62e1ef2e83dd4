"""What is said of pairs, ranges and groups: who is better, where, and when nobody can tell."""

from types import SimpleNamespace

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.beliefs import Range
from orangecontrib.phidelta.core.choosing.groups import AccuracyDifference
from orangecontrib.phidelta.core.choosing.paired import Agreement, Pairing
from orangecontrib.phidelta.core.choosingwords import (
    explain_groups,
    explain_pair,
    explain_range,
    explain_stretch,
)

NAMES = "Bayes", "Tree"


def told(positives, negatives, prevalence=0.5, **costs):
    pairing = Pairing(Agreement(*positives), Agreement(*negatives))
    return explain_pair(pairing, NAMES, "ill", prevalence, **costs).splitlines()


def test_counts_are_those_of_the_first_against_the_second():
    counted, _, _ = told((50, 3, 9, 8), (10, 12, 4, 74))
    expected = (
        "Bayes finds 6 fewer of the 70 ‘ill’ and raises 8 more false alarms among 100 others."
    )
    assert counted == expected
    assert "finds as many of the" in told((50, 4, 4, 8), (10, 12, 4, 74))[0]


def test_the_second_is_named_where_it_is_surely_better():
    _, decided, where = told((50, 2, 30, 8), (10, 30, 4, 74))
    assert (
        decided
        == "If a false alarm costs 1 and a miss 1, Tree is better (probability above 0.99)."
    )
    assert where == "Tree is the better one at any costs."


def test_better_as_counted_is_not_better_for_sure():
    assert told((50, 3, 1, 8), (10, 2, 4, 74))[2].endswith("at any costs, though not for sure.")


def test_a_shy_decision_is_better_where_misses_are_cheap():
    # 0.1 of the positives more missed, 0.3 of the negatives fewer called: equal at 3 false alarms
    where = told((80, 5, 15, 0), (50, 2, 32, 16))[2]
    assert where.startswith("Bayes is the better one where a miss costs less than 3 false alarms")
    # the same odds where positives are four times as rare
    where = told((80, 5, 15, 0), (50, 2, 32, 16), prevalence=0.2)[2]
    assert "less than 12 false alarms" in where


def test_equal_decisions():
    assert told((5, 0, 0, 1), (1, 0, 0, 5))[2].endswith("at any costs they are equal.")


def test_range_names_the_least_costly_and_warns_of_dummies():
    rows = [
        SimpleNamespace(name="never", cut=np.inf, cost=0.4, share=0.1, regret=0.3),
        SimpleNamespace(name="Tree", cut=0.18, cost=0.21, share=0.84, regret=0.0123),
    ]
    found = explain_range(rows, ["never"], Range(5, 20), Range(3, 10))
    assert "class ratios 5 to 20 : 1 and misses 3 to 10 times" in found
    assert "Tree with cut 0.18 costs least on average (0.210 per case" in found
    assert "best in 84% of the range" in found
    assert "never costs more than 0.012 above" in found
    rows[0].cost = 0.1
    found = explain_range(rows, ["never"], Range(5, 5), Range(3, 10))
    assert "never costs least on average (0.100" in found
    assert found.endswith("No model is worth its use there.")


def test_stretches_at_the_ends_of_the_line():
    one = explain_stretch(0.0, 0.25, "Tree", np.nan, prevalence=0.25)
    assert one == "Tree costs least where a miss costs 0 to 1 false alarms"
    assert explain_stretch(0.25, 1.0, "Tree", 0.3, 0.25).endswith("more than 1 false alarms")
    assert explain_stretch(0.0, 1.0, "Tree", 0.3, 0.25).endswith("a miss costs anything")


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (
            (0.79, 0.86, -0.01, -0.06),
            "ratio explains 0.06 of the difference, the model 0.01",
        ),
        ((0.9, 0.7, 0.25, -0.05), "the model explains 0.25, less 0.05 by the class ratio"),
        ((0.7, 0.9, 0.05, -0.25), "the class ratio explains 0.25, less 0.05 by the model"),
        ((0.81, 0.8, 0.004, 0.006), "explains 0.006 of the difference, the model 0.004"),
        ((0.8, 0.8, 0.0, 0.0), "neither the class ratio nor the model makes a difference"),
        ((0.8, 0.8, 0.1, -0.1), "what the class ratio and the model do, 0.100 each, cancels out"),
    ],
)
def test_groups_differ_by_class_ratio_and_model(parts, told):
    assert explain_groups(AccuracyDifference(*parts), ("f", "m")).endswith(f"{told}.")


def test_ordered_groups_rise_or_fall():
    fell = explain_groups(AccuracyDifference(0.86, 0.79, 0.01, 0.06), ("1", "4"), is_ordered=True)
    assert fell.startswith("Accuracy fell from 0.86 in ‘1’ to 0.79 in ‘4’: ")
    rose = explain_groups(AccuracyDifference(0.5, 0.79, -0.2, -0.09), ("1", "4"), is_ordered=True)
    assert rose.startswith("Accuracy rose from 0.50 in ‘1’ to 0.79 in ‘4’: ")
    same = explain_groups(AccuracyDifference(0.5, 0.5, 0.0, 0.0), ("1", "4"), is_ordered=True)
    assert same.startswith("Accuracy 0.500 in ‘1’ and in ‘4’: ")
    assert explain_groups(AccuracyDifference(0.5, *[np.nan] * 3), ("1", "4")) == ""
