"""What is told of classifiers beside each other: their scores, isometrics, background."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.orange.comparisons import Comparison
from orangecontrib.phidelta.orange.points import read_points
from orangecontrib.phidelta.orange.results import NOTHING


def comparison(count, class_ratio=None, **parameters):
    """Points of 40 positive and 160 negative cases each."""
    random = np.random.default_rng(3)
    tp, fp = random.integers(0, 41, count), random.integers(0, 161, count)
    columns = [ContinuousVariable(name) for name in ("TP", "FP", "FN", "TN")]
    table = Table.from_numpy(
        Domain(columns, metas=[StringVariable("name")]),
        np.column_stack([tp, fp, 40 - tp, 160 - fp]),
        metas=np.array([[f"row {i}"] for i in range(count)], object),
    )
    points = read_points(table)
    return Comparison(NOTHING, points, DEFAULTS | parameters, class_ratio), tp, fp


@pytest.mark.parametrize("class_ratio", [None, 9.0])
def test_scores_of_many_rows(class_ratio):
    compared, tp, fp = comparison(300, class_ratio, cost_fn=6)
    p = 0.2 if class_ratio is None else 0.1
    names = [f"row {i}" for i in range(299, -1, -3)]
    rows = compared.rows(names)
    assert [name for name, _, _ in rows] == sorted(names, key=lambda name: int(name[4:]))
    for name, scores, intervals in rows:
        row = int(name[4:])
        tpr, fpr = tp[row] / 40, fp[row] / 160
        assert scores["tp"] == tp[row]
        assert scores["accuracy"] == pytest.approx(p * tpr + (1 - p) * (1 - fpr))
        assert scores["cost"] == pytest.approx(6 * p * (1 - tpr) + (1 - p) * fpr)
        low, high = intervals()["sensitivity"]
        assert low <= tpr <= high


def test_isometrics_go_through_no_more_than_a_hundred_places():
    compared, tp, fp = comparison(1001)
    names = [f"row {i}" for i in range(1001)]
    places = compared.places(names)
    assert 50 < len(places) <= 100
    assert places[1] == pytest.approx((fp[11] / 160, tp[11] / 40))
    few = compared.places(names[5:105])
    np.testing.assert_allclose(few, np.column_stack([fp / 160, tp / 40])[5:105])
    assert compared.places([]) == []


def test_isometrics_are_those_of_the_measure_at_the_class_ratio():
    compared, _, _ = comparison(3, 9.0, cost_fn=6)
    (line,) = compared.isometrics("cost", [0.3], ())[0]
    np.testing.assert_allclose(0.9 * line[:, 0] + 0.6 * (1 - line[:, 1]), 0.3, atol=1e-12)


def test_the_background_is_that_of_the_class_ratio_and_parameters():
    compared, _, _ = comparison(3, 9.0, cost_fn=6)
    assert compared.background("") is None
    values = compared.background("cost").values
    centre = (np.array([5, 70]) + 0.5) / len(values)
    assert values[5, 70] == pytest.approx(0.6 * (1 - centre[0]) + 0.9 * centre[1])
