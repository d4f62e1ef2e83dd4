"""A scoring is a value: compared, used as a key, and asked of tables."""

from dataclasses import replace

import pytest
from Orange.data import Table

from orangecontrib.phidelta.orange.scoring import Scoring

ONE = Scoring("1", "information", prevalence=0.2)


def test_names_of_the_positive_class():
    assert ONE == Scoring(["1"], "information", prevalence=0.2)
    assert len({ONE, Scoring(("1",), "information", prevalence=0.2)}) == 1
    assert ONE != replace(ONE, positive=("0",))
    assert Scoring().positive is None


@pytest.mark.parametrize(
    ("criterion", "follows"),
    [("delta", False), ("delta_b", True), ("gini", True), ("p_value", False), ("phi", False)],
)
def test_the_class_ratio_makes_a_difference_to_some_ranks(criterion, follows):
    balanced, rare = (Scoring("1", criterion, prevalence=p) for p in (0.5, 0.1))
    assert (balanced.ranked_by != rare.ranked_by) == follows
    data = Table("heart_disease")
    orders = [each.scores(data).order.tolist() for each in (balanced, rare)]
    assert follows or orders[0] == orders[1]
    assert balanced.ranked_by != replace(balanced, encoding="ranks").ranked_by
