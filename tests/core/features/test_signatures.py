"""Intervals of features that share tokens, against the formulas written out."""

import numpy as np
import pytest
from scipy import stats

from orangecontrib.phidelta.core import class_signature


def wilson(rate, trials, z):
    """The roots of (rate - x)² = z² x (1 - x) / trials."""
    a, b, c = 1 + z**2 / trials, -2 * rate - z**2 / trials, rate**2
    half = np.sqrt(b**2 - 4 * a * c)
    return (-b - half) / (2 * a), (-b + half) / (2 * a)


def newcombe(rates, trials, z):
    """How far δ may lie below and above (method 10), of negatives and positives."""
    (low_fpr, high_fpr), (low_tpr, high_tpr) = map(wilson, rates, trials, z)
    fpr, tpr = rates
    return np.hypot(tpr - low_tpr, high_fpr - fpr), np.hypot(high_tpr - tpr, fpr - low_fpr)


def by_hand(negatives, positives, level):
    """How far δ may lie below and above by each class's own variance, and by that within both."""
    tokens = [np.array(each) for each in (negatives, positives)]
    rates, cases = [each.mean() for each in tokens], [len(each) for each in tokens]
    own = [
        each.var(ddof=1) / (rate * (1 - rate)) for each, rate in zip(tokens, rates, strict=True)
    ]
    mean = np.concatenate(tokens).mean()
    squares = sum(((each - each.mean()) ** 2).sum() for each in tokens)
    within = squares / (sum(cases) - 2) / (mean * (1 - mean))
    upper = (1 + level) / 2
    return (
        newcombe(
            rates,
            [n / d for n, d in zip(cases, own, strict=True)],
            stats.t(np.subtract(cases, 1)).ppf(upper),
        ),
        newcombe(rates, [n / within for n in cases], [stats.norm.ppf(upper)] * 2),
    )


ALIKE = [0.0, 1.0, *np.linspace(0.2, 0.5, 38)]
CASES = {
    "few that vary": (ALIKE, [0.05, 0.95, 0.9, 0.15, 0.8]),
    "few that are alike": ([0.0, 0.1, 0.9, 1.0] * 12, [0.7, 0.71, 0.69, 0.72]),
}


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("name", CASES)
def test_the_wider_of_both_intervals(name, level):
    negatives, positives = CASES[name]
    own, within = by_hand(negatives, positives, level)
    assert (np.array(own) > within).all() == (name == "few that vary")
    table = np.array([*negatives, *positives])[:, np.newaxis]
    signature = class_signature(table, np.arange(len(table)) >= len(negatives))
    (low,), (high,) = signature.interval(level)
    delta = np.mean(positives) - np.mean(negatives)
    below, above = np.maximum(own, within)
    assert signature.delta[0] == pytest.approx(delta)
    assert low == pytest.approx(delta - below)
    assert high == pytest.approx(delta + above)


@pytest.mark.parametrize(
    ("negatives", "positives", "is_decision"),
    [
        ([3, 3, 3, 3], [7, 3, 7], True),
        ([3, 7, 7, 3], [7, 7, 7], True),
        ([3, 7, 7, 3], [7, 3, 7], True),
        ([3, 7, 7, 3], [7, 5, 7], False),
        ([3, 3, 3, 3], [7, 5, 5], False),
    ],
)
def test_two_values_are_a_decision(negatives, positives, is_decision):
    table = np.array([*negatives, *positives], float)[:, np.newaxis]
    signature = class_signature(table, np.arange(len(table)) >= len(negatives))
    assert signature.is_decision.tolist() == [is_decision]


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_of_a_best_cut_is_that_of_all_cuts(level):
    """As far as the greatest difference of two distribution functions goes (Kolmogorov 1933)."""
    random = np.random.default_rng(3)
    is_positive = np.arange(400) < 90
    table = (random.normal(size=400) + is_positive)[:, np.newaxis]
    signature = class_signature(table, is_positive, encoding="best cut")
    (low,), (high,) = signature.interval(level)
    distance = stats.kstwobign.ppf(level) * np.sqrt(1 / 90 + 1 / 310)
    assert (low, high) == pytest.approx(signature.delta[0] + np.array([-distance, distance]))
    assert high < 1
    assert signature.decision_count == 399
