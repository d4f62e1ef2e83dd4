"""What measures say of a feature."""

import pytest

from orangecontrib.phidelta.core.measurewords import describe_class_ratio, explain_measures

COSTS = {"cost_fp": 2, "cost_fn": 1}


def test_the_opposite_is_told_where_it_costs_less():
    """Of 100 cases 20 positive: 6 missed, 40 false alarms; or 14 missed and 40 false alarms."""
    told = explain_measures(0.5, 0.7, 0.2, {"precision": {}, "cost": COSTS})
    assert told == "At class ratio 4 : 1: Prec 0.259, Cost 0.860"
    told = explain_measures(0.75, 0.4, 0.2, {"cost": COSTS, "sensitivity": {}})
    # 60 false alarms and 12 misses; 20 and 8
    opposite = "0.480 said the other way round"
    assert told == f"At class ratio 4 : 1: Cost 1.320 ({opposite}), Sens 0.400"
    # less by less than is told
    told = explain_measures(0.4999, 0.5, 0.5, {"cost": {"cost_fp": 1, "cost_fn": 1}})
    assert told == "At class ratio 1 : 1: Cost 0.500"


def test_of_no_measures():
    assert explain_measures(0.5, 0.7, 0.2, {}) == ""


@pytest.mark.parametrize(
    ("prevalence", "text"), [(0.5, "1 : 1"), (0.01, "99 : 1"), (0.9, "1 : 9"), (0.45, "1.22 : 1")]
)
def test_class_ratio(prevalence, text):
    assert describe_class_ratio(prevalence) == text
