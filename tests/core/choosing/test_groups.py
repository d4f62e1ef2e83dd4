"""Accuracy in two groups: what the class ratio explains, and what the model."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.groups import difference_in_accuracy, quarters
from orangecontrib.phidelta.core.decisions.counts import Counts

FIRST, SECOND = Counts(tp=31, fp=12, fn=9, tn=148), Counts(tp=17, fp=25, fn=43, tn=35)


def accuracy(prevalence, counts):
    """Of the rates of `counts` at another prevalence, case by case of a million."""
    positives = round(1e6 * prevalence)
    hits = positives * float(counts.tp) / float(counts.positives)
    return (hits + (1e6 - positives) * float(counts.tn) / float(counts.negatives)) / 1e6


def test_parts_are_means_over_both_orders_of_exchange():
    found = difference_in_accuracy(FIRST, SECOND)
    # first another model at either prevalence, then another prevalence with either model
    p, q = 40 / 200, 60 / 120
    model = np.mean([accuracy(at, FIRST) - accuracy(at, SECOND) for at in (p, q)])
    population = np.mean([accuracy(p, c) - accuracy(q, c) for c in (FIRST, SECOND)])
    assert found.model == pytest.approx(model)
    assert found.population == pytest.approx(population)
    assert found.first == pytest.approx(179 / 200)
    assert found.second == pytest.approx(52 / 120)


def test_parts_add_up_whatever_the_counts():
    cells = np.random.default_rng(4).integers(1, 60, size=(2, 4, 500))
    first, second = (Counts(*each) for each in cells)
    found = difference_in_accuracy(first, second)
    correct = [(each[0] + each[3]) / each.sum(axis=0) for each in cells]
    assert found.model + found.population == pytest.approx(correct[0] - correct[1])
    assert found.total == pytest.approx(correct[0] - correct[1])
    back = difference_in_accuracy(second, first)
    assert (back.model, back.population) == (
        pytest.approx(-found.model),
        pytest.approx(-found.population),
    )


def test_only_what_differs_has_a_part():
    rates = FIRST.tpr, 1 - FIRST.fpr
    rarer = Counts.from_rates(*rates, positives=5, negatives=300)
    found = difference_in_accuracy(FIRST, rarer)
    assert found.model == pytest.approx(0)
    assert found.population == pytest.approx(found.total)
    other = Counts.from_rates(0.5, 0.95, positives=20, negatives=80)
    found = difference_in_accuracy(FIRST, other)
    assert found.population == pytest.approx(0)
    assert found.model == pytest.approx(179 / 200 - (0.2 * 0.5 + 0.8 * 0.95))


def test_without_a_class_nothing_is_known():
    found = difference_in_accuracy(FIRST, Counts(0, 3, 0, 7))
    assert np.isnan([found.second, found.total, found.model, found.population]).all()
    assert found.first == pytest.approx(179 / 200)


def test_quarters_hold_a_quarter_each_where_values_differ():
    values = np.random.default_rng(1).permutation(41).astype(float)
    numbers, highest = quarters(values)
    assert np.bincount(numbers).tolist() == [11, 10, 10, 10]
    assert [values[numbers == n].max() for n in range(3)] == highest.tolist()
    assert values[numbers == 3].min() > highest[-1]


def test_equal_values_are_in_the_same_quarter():
    values = np.array([0.0] * 60 + [1, 2, np.nan, 3] * 10)
    numbers, highest = quarters(values)
    assert highest.tolist() == [0, 1]
    assert [np.sum(numbers == n) for n in (-1, 0, 1, 2)] == [10, 60, 10, 20]
    assert quarters([3.0, 3.0, np.nan])[0].tolist() == [0, 0, -1]
    assert quarters([np.nan])[0].tolist() == [-1]
