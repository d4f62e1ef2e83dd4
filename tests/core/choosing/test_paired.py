"""Two decisions about the same cases: counts, tests, intervals and the break-even condition."""

import numpy as np
import pytest
from scipy.stats import binomtest

from orangecontrib.phidelta.core.choosing.conditions import normalised_cost
from orangecontrib.phidelta.core.choosing.paired import Agreement, Pairing, paired
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.measures import MEASURES

#: Cells (both, only first, only second, neither) of positives and of negatives.
POSITIVES, NEGATIVES = Agreement(50, 14, 5, 11), Agreement(20, 16, 6, 158)


def cases(positives, negatives):
    """(is_positive, first, second): the cases of two tables, one by one, shuffled."""
    rows = [
        row
        for truth, table in ((True, positives), (False, negatives))
        for calls, number in zip(((1, 1), (1, 0), (0, 1), (0, 0)), table, strict=True)
        for row in [(truth, *calls)] * number
    ]
    return np.random.default_rng(3).permutation(np.array(rows, bool)).T


@pytest.fixture(scope="module")
def pairing():
    return paired(*cases(POSITIVES, NEGATIVES))


def test_cases_are_counted_by_class_and_calls(pairing):
    assert pairing.positives == POSITIVES
    assert pairing.negatives == NEGATIVES


def test_both_decisions_have_the_counts_of_their_own(pairing):
    truth, first, second = cases(POSITIVES, NEGATIVES)
    for counts, calls in ((pairing.first, first), (pairing.second, second)):
        expected = Counts.from_decisions(truth, calls)
        assert [counts.tp, counts.fp, counts.fn, counts.tn] == [
            expected.tp,
            expected.fp,
            expected.fn,
            expected.tn,
        ]
    assert pairing.rates == pytest.approx((10 / 200, 9 / 80))


@pytest.mark.parametrize("cells", [(50, 14, 5, 11), (3, 0, 9, 1), (0, 4, 4, 0), (7, 0, 0, 2)])
def test_the_test_of_a_class_is_mcnemars_exact_one(cells):
    discordant = cells[1] + cells[2]
    expected = binomtest(cells[1], discordant).pvalue if discordant else 1.0
    assert Agreement(*cells).p_value == pytest.approx(expected)


def test_interval_of_a_difference_is_that_of_bonett_and_price():
    # with one more discordant case either way: shares 15/82 and 6/82, by hand
    difference = 9 / 82
    error = np.sqrt((21 / 82 - difference**2) / 82)
    expected = difference - 1.959964 * error, difference + 1.959964 * error
    assert POSITIVES.difference_interval() == pytest.approx(expected, abs=1e-6)


def test_interval_stays_among_possible_differences():
    assert Agreement(0, 2, 0, 0).difference_interval()[1] == 1
    assert Agreement(0, 0, 2, 0).difference_interval()[0] == -1
    assert np.isnan(Agreement(0, 0, 0, 0).difference_interval()).all()


def test_region_has_an_interval_of_each_class(pairing):
    region = pairing.region(0.9)
    low, high = NEGATIVES.difference_interval(np.sqrt(0.9))
    assert region[:, 0].tolist() == [low, high, high, low]
    low, high = POSITIVES.difference_interval(np.sqrt(0.9))
    assert region[:, 1].tolist() == [high, high, low, low]


@pytest.mark.parametrize(
    ("measure", "prevalence", "parameters"),
    [
        ("accuracy", None, {}),
        ("precision", 0.05, {}),
        ("cost", 0.1, {"cost_fp": 1.0, "cost_fn": 7.0}),
        ("f_beta", None, {"beta": 2.0}),
    ],
)
def test_difference_is_that_of_a_bootstrap(pairing, measure, prevalence, parameters):
    found = pairing.difference(measure, prevalence, **parameters)
    truth, *calls = cases(POSITIVES, NEGATIVES)
    random = np.random.default_rng(5)
    groups = np.flatnonzero(truth), np.flatnonzero(~truth)
    drawn = []
    for _ in range(2000):
        rows = np.concatenate([random.choice(group, len(group)) for group in groups])
        first, second = (
            Counts.from_decisions(truth[rows], called[rows]).measure(
                measure, prevalence or truth.mean(), **parameters
            )
            for called in calls
        )
        drawn.append(first - second)
    low, high = np.quantile(drawn, [0.025, 0.975])
    width = high - low
    assert found.low == pytest.approx(low, abs=0.1 * width)
    assert found.high == pytest.approx(high, abs=0.1 * width)
    lower_is_better = MEASURES[measure].lower_is_better
    share = np.mean(np.array(drawn) < 0 if lower_is_better else np.array(drawn) > 0)
    assert found.probability == pytest.approx(share, abs=0.04)


def test_exchanged_decisions_have_the_opposite_difference(pairing):
    other = Pairing(*(Agreement(t[0], t[2], t[1], t[3]) for t in (POSITIVES, NEGATIVES)))
    one, two = pairing.difference("kappa"), other.difference("kappa")
    assert two.value == -one.value
    assert two.probability == pytest.approx(1 - one.probability, abs=0.01)


def test_equal_decisions_are_as_good_as_each_other():
    truth = [1, 1, 1, 0, 0, 0, 0]
    pairing = paired(truth, [1, 1, 0, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0])
    assert pairing.difference("accuracy").value == 0
    assert pairing.difference("accuracy").probability == pytest.approx(0.5, abs=0.02)
    assert np.isnan(pairing.break_even.condition)


def test_both_cost_the_same_at_the_break_even_condition(pairing):
    where = pairing.break_even.condition
    first, second = (normalised_cost(c.fpr, c.tpr, where) for c in (pairing.first, pairing.second))
    assert first == pytest.approx(second)
    assert 0 < where < 1


def test_probability_of_the_condition_is_that_of_the_cost(pairing):
    # a class ratio 4 : 1, misses 3 times as dear: c = 0.2 * 3 / (0.2 * 3 + 0.8)
    cost = pairing.difference("cost", 0.2, cost_fp=1.0, cost_fn=3.0)
    at = pairing.break_even.probability(0.6 / 1.4)
    assert at == pytest.approx(cost.probability, abs=1e-9)


def test_nothing_is_sure_where_undecided_and_something_outside(pairing):
    low, high = pairing.break_even.undecided(0.95)
    inside = pairing.break_even.probability(np.linspace(low + 1e-6, high - 1e-6, 50))
    assert ((inside > 0.025) & (inside < 0.975)).all()
    outside = np.append(np.linspace(0, low - 1e-6, 20), np.linspace(high + 1e-6, 1, 20))
    told = pairing.break_even.probability(outside[(outside >= 0) & (outside <= 1)])
    assert ((told <= 0.025) | (told >= 0.975)).all()
    assert low < pairing.break_even.condition < high


def test_a_decision_that_is_better_in_both_classes_is_better_everywhere():
    better = Pairing(Agreement(50, 60, 2, 8), Agreement(5, 3, 70, 122))
    assert np.isnan(better.break_even.condition)
    assert np.isnan(better.break_even.undecided()).all()
    assert better.break_even.probability([0.0, 0.3, 1.0]).min() > 0.999


@pytest.mark.parametrize(
    ("arrays", "told"),
    [
        (([1, 0], [1, 0, 1], [1, 0]), "two decisions for each case"),
        (([1, 1], [1, 0], [1, 0]), "positive and negative"),
        (([1, 0], [1, 2], [1, 0]), "first must be True or False"),
    ],
)
def test_unfit_arrays_are_refused(arrays, told):
    with pytest.raises(ValueError, match=told):
        paired(*arrays)


def test_the_region_of_the_first_is_around_its_place_and_in_the_square():
    pairing = Pairing(Agreement(90, 12, 8, 29), Agreement(10, 9, 3, 142))
    region = pairing.place_region()
    first, second = pairing.first, pairing.second
    low, high = region.min(axis=0), region.max(axis=0)
    assert np.all(low < [first.fpr, first.tpr])
    assert np.all([first.fpr, first.tpr] < high)
    np.testing.assert_allclose(region - pairing.region(), [[second.fpr, second.tpr]] * 4)
    at_edge = Pairing(Agreement(139, 0, 0, 0), Agreement(0, 1, 0, 163)).place_region()
    assert at_edge.min() >= 0
    assert at_edge[:, 1].max() == 1
    assert at_edge[:, 0].min() == 0
