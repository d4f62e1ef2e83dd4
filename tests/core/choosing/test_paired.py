"""Two decisions about the same cases: counts, tests, intervals and the break-even condition."""

import numpy as np
import pytest
from scipy.stats import binomtest

from orangecontrib.phidelta.core.choosing.conditions import normalised_cost
from orangecontrib.phidelta.core.choosing.paired import Agreement, BreakEven, Pairing, paired
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.fields import Measure
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


@pytest.fixture
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
        (([1, 0], [1, 0], [1, 0, 1]), "two decisions for each case"),
        (([1, 0, 1], [1, 0], [1, 0]), "two decisions for each case"),
        (([1, 1], [1, 0], [1, 0]), "positive and negative"),
        (([0, 0], [1, 0], [1, 0]), "positive and negative"),
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


def by_hand(d_fpr, d_tpr, condition):
    """Share of draws in which the first decision is the cheaper one, just above a condition."""
    gain = condition * d_tpr - (1 - condition) * d_fpr
    return np.mean(gain > 0)


def test_probability_along_the_line_is_that_of_brute_force():
    """Also for draws that are equal in one class or in both."""
    eighths = np.random.default_rng(2).integers(-2, 3, (2, 200)) / 8
    found = BreakEven(0.1, 0.2, *eighths)
    for condition in np.append(np.linspace(0.0131, 0.987, 60), 1e-9):
        expected = by_hand(*eighths, condition)
        # a break is just where two draws of sixteenths cost the same
        assert found.probability(condition) == pytest.approx(expected)
    assert found.condition == pytest.approx(0.1 / 0.3)


def test_break_even_conditions_by_hand():
    """Of four draws two cross, at 1/4 and 3/4: the first rises there, and the second falls."""
    found = BreakEven(-0.1, -0.3, np.array([1, -3, -1, 1]), np.array([3, -1, 1, -1]))
    np.testing.assert_array_equal(
        found.probability([0.1, 0.2, 0.3, 0.7, 0.8]), [0.5, 0.5, 0.75, 0.75, 0.5]
    )
    np.testing.assert_array_equal(found.probability([0.25, 0.75]), [0.75, 0.5])
    assert found.condition == pytest.approx(0.25)
    assert np.isnan(BreakEven(0.1, -0.1, np.zeros(1), np.zeros(1)).condition)
    assert np.isnan(BreakEven(0.1, 0.0, np.zeros(1), np.zeros(1)).condition)
    assert found.undecided(0.8) == (0, 1)
    assert found.undecided(0.4) == (0, 1)
    sure = BreakEven(0.1, 0.3, np.ones(10), np.repeat([3.0, 4.0], 5))
    assert sure.undecided(0.5) == pytest.approx((0.2, 0.25))
    assert sure.undecided() == sure.undecided(0.95)
    low = BreakEven(0.1, 0.3, np.ones(100), np.append([9.0] * 3, [1.0] * 97))
    assert low.undecided() == pytest.approx((0.1, 0.5))
    assert low.undecided(0.9) == pytest.approx((0.5, 0.5))
    high = BreakEven(0.1, 0.3, -np.ones(100), np.append([-9.0] * 97, [-1.0] * 3))
    assert high.undecided() == pytest.approx((0.1, 0.5))
    assert high.undecided(0.9) == pytest.approx((0.1, 0.1))
    assert np.isnan(BreakEven(0.1, 0.3, -np.ones(9), np.ones(9)).undecided()).all()


def test_the_posterior_has_half_a_case_more_in_each_cell():
    """Of one positive and three negatives: shares (k + 1/2) / (n + 2)."""
    single = Pairing(Agreement(0, 1, 0, 0), Agreement(1, 0, 2, 0)).break_even
    assert single.drawn_tpr.mean() == pytest.approx(1 / 3, abs=0.01)
    assert single.drawn_fpr.mean() == pytest.approx(-2 / 5, abs=0.01)
    assert (single.d_fpr, single.d_tpr) == pytest.approx((-2 / 3, 1))
    assert len(single.drawn_tpr) == 20000
    # variance of a difference of two Dirichlet shares 1.5 / 3 and 0.5 / 3
    assert single.drawn_tpr.var() == pytest.approx((2 / 3 - 1 / 9) / 4, abs=0.01)


def test_usual_draws_and_levels(pairing):
    assert (pairing.replicates, pairing.seed) == (20000, 0)
    other = Pairing(POSITIVES, NEGATIVES, replicates=50, seed=1)
    assert len(other.break_even.drawn_fpr) == 50
    assert paired(*cases(POSITIVES, NEGATIVES), replicates=7, seed=2).replicates == 7
    assert paired(*cases(POSITIVES, NEGATIVES), replicates=7, seed=2).seed == 2
    again = Pairing(POSITIVES, NEGATIVES, seed=0)
    np.testing.assert_array_equal(again.break_even.drawn_tpr, pairing.break_even.drawn_tpr)
    assert pairing.difference("kappa") == pairing.difference("kappa", level=0.95)
    for function in (pairing.region, pairing.place_region):
        np.testing.assert_array_equal(function(), function(0.95))
    assert pairing.prevalence == 80 / 280
    assert POSITIVES.difference_interval() == POSITIVES.difference_interval(0.95)
    for level in (0, 1):
        for function in (
            pairing.region,
            POSITIVES.difference_interval,
            pairing.break_even.undecided,
            lambda level: pairing.difference("kappa", level=level),
        ):
            with pytest.raises(ValueError, match="level"):
                function(level)


def test_a_pairing_in_a_line(pairing):
    other = Pairing(Agreement(50, 5, 14, 11), Agreement(20, 6, 16, 158))
    told = (
        "<Pairing: the first finds {} of 80 positives, raises {} false alarms among 200 negatives>"
    )
    assert repr(pairing) == told.format("+9", "+10")
    assert repr(other) == told.format("-9", "-10")


def test_cases_of_an_agreement():
    assert (POSITIVES.cases, POSITIVES.first, POSITIVES.second) == (80, 64, 55)


def test_ties_count_half_and_what_is_undefined_does_not():
    """Of draws with a known value, in a measure of few values: better, equal, worse."""

    def few(tp, fp, fn, tn):
        tpr = tp / (tp + fn)
        return np.where(fp / (fp + tn) > 0.2, np.nan, np.round(4 * tpr))

    measure = Measure(name="accuracy", text="", joint=few, range=(0, 4), reference="")
    pairing = Pairing(POSITIVES, NEGATIVES)
    found = pairing.difference(measure, level=0.8)
    (fpr, tpr), (other_fpr, other_tpr) = pairing._posterior
    is_known = (fpr <= 0.2) & (other_fpr <= 0.2)
    assert 0.1 < is_known.mean() < 0.9
    drawn = (np.round(4 * tpr) - np.round(4 * other_tpr))[is_known]
    expected = np.mean(drawn > 0) + np.mean(drawn == 0) / 2
    assert 0.2 < np.mean(drawn == 0) < 0.9
    assert found.probability == pytest.approx(expected)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(drawn, [0.1, 0.9])))
