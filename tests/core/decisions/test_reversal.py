"""Below the line of no information, the opposite decision is better."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.reversal import better_reversed


def test_reversed_rates_are_those_of_the_opposite_decision():
    random = np.random.default_rng(2)
    is_positive = random.random(300) < 0.2
    is_called = random.random(300) < np.where(is_positive, 0.1, 0.4)
    counts = Counts.from_decisions(is_positive, is_called)
    opposite = Counts.from_decisions(is_positive, ~is_called)
    expected = opposite.fpr, opposite.tpr
    assert better_reversed(counts.fpr, counts.tpr) == pytest.approx(expected)
    assert better_reversed(*expected) is None


@pytest.mark.parametrize("rates", [(0.3, 0.3), (0.1 + 0.2, 0.3), (np.nan, 0.3), (0.9, np.nan)])
def test_on_the_line_or_unknown_there_is_none(rates):
    assert better_reversed(*rates) is None


def test_rounding_makes_no_decision_better():
    assert better_reversed(0.3 + 0.9e-12, 0.3) is None
    assert better_reversed(1e-12, 0) is None
    assert better_reversed(0.3 + 1.2e-12, 0.3).fpr == pytest.approx(0.7)
