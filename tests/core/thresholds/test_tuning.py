"""The oracle is brute force: every cut decides every case, case by case, in plain Python."""

import functools
import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut, theoretical_cut
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.constraints import Constraint, InfeasibleError
from orangecontrib.phidelta.core.thresholds.curves import measure_curve
from orangecontrib.phidelta.core.thresholds.stability import (
    CutSpread,
    bootstrap_cuts,
    bootstrap_sweeps,
    fold_cuts,
)
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.core.thresholds.tuning import tune

PARAMETERS = {
    "cost": {"cost_fp": 1.0, "cost_fn": 5.0},
    "f_beta": {"beta": 2.0},
    "weighted_distance": {"weight": 0.8},
}


def divide(a, b):
    return a / b if b else math.nan


def by_hand(name, tp, fp, fn, tn):
    """The measures in other words than those of the package; proportions of cases."""
    p, n = tp + fn, fp + tn
    tpr, fpr = tp / p, fp / n
    precision, npv = divide(tp, tp + fp), divide(tn, tn + fn)
    if name == "f_beta":
        return 5 / (1 / precision + 4 / tpr) if tp else divide(0, fp)
    if name == "kappa":
        called = tp + fp
        chance = called * p + (1 - called) * n
        return (tp + tn - chance) / (1 - chance)
    if name == "mcc":
        return math.sqrt(precision * tpr * (1 - fpr) * npv) - math.sqrt(
            (1 - precision) * (1 - tpr) * fpr * (1 - npv)
        )
    if name == "information":
        cells = ((tp, p, tp + fp), (fp, n, tp + fp), (fn, p, fn + tn), (tn, n, fn + tn))
        return sum(c * math.log2(c / (row * column)) for c, row, column in cells if c > 0)
    return {
        "sensitivity": tpr,
        "specificity": 1 - fpr,
        "accuracy": p * tpr + n * (1 - fpr),
        "balanced_accuracy": (tpr + 1 - fpr) / 2,
        "phi": tpr - (1 - fpr),
        "bias": 2 * n * fpr - 2 * p * (1 - tpr),
        "precision": precision,
        "npv": npv,
        "youden": tpr - fpr,
        "predicted_positive_rate": p * tpr + n * fpr,
        "cost": n * fpr + 5 * p * (1 - tpr),
        "gini": 2 * p * n - sum(2 * a * b / (a + b) for a, b in ((tp, fp), (fn, tn)) if a + b > 0),
        "distance": math.hypot(fpr, 1 - tpr),
        "weighted_distance": math.sqrt(0.2 * fpr**2 + 0.8 * (1 - tpr) ** 2),
    }[name]


def all_cuts(scores):
    """Never, midway between neighbours, always."""
    distinct = sorted(set(scores), reverse=True)
    middle = [(a + b) / 2 for a, b in itertools.pairwise(distinct)]
    return [math.inf, *middle, -math.inf]


def decided(cases, cut, prevalence):
    """Proportions tp, fp, fn, tn of weighted cases, the classes weighed to the prevalence."""
    cells = {(True, True): 0.0, (False, True): 0.0, (True, False): 0.0, (False, False): 0.0}
    for is_positive, score, weight in cases:
        cells[is_positive, score > cut] += weight
    p = cells[True, True] + cells[True, False]
    n = cells[False, True] + cells[False, False]
    if prevalence is None:
        prevalence = p / (p + n)
    return (
        prevalence * cells[True, True] / p,
        (1 - prevalence) * cells[False, True] / n,
        prevalence * cells[True, False] / p,
        (1 - prevalence) * cells[False, False] / n,
    )


def brute_force(name, cases, prevalence=None):
    """All cuts and the measure's values there."""
    cuts = all_cuts([score for _, score, _ in cases])
    return cuts, [by_hand(name, *decided(cases, cut, prevalence)) for cut in cuts]


def sweep_of(cases):
    is_positive, scores, weights = zip(*cases, strict=True)
    return sweep(is_positive, scores, weights)


def is_tie(value, best):
    return abs(value - best) < 1e-9


case = st.tuples(
    st.booleans(),
    st.one_of(st.integers(0, 20).map(lambda i: i / 20), st.floats(0, 1, width=16)),
    st.sampled_from([1.0, 1.0, 0.5, 3.0]),
)
cases_of_both = st.lists(case, min_size=2, max_size=14).filter(
    lambda cases: len({is_positive for is_positive, _, _ in cases}) == 2
)
prevalences = st.one_of(st.none(), st.sampled_from([0.05, 0.5, 0.7]))

FOUR = [(True, 0.9, 1), (False, 0.6, 1), (True, 0.4, 1), (False, 0.1, 1)]


LOW = ("cost", "distance", "weighted_distance")


@pytest.mark.parametrize("name", MEASURES)
@given(cases=cases_of_both, prevalence=prevalences)
def test_best_cut_is_that_of_brute_force(name, cases, prevalence):
    for oriented in (cases, [(not positive, 1 - score, w) for positive, score, w in cases]):
        cuts, values = brute_force(name, oriented, prevalence)
        known = [value for value in values if not math.isnan(value)]
        curve = measure_curve(sweep_of(oriented), name, prevalence, **PARAMETERS.get(name, {}))
        np.testing.assert_allclose(curve.values, values, atol=1e-9)
        if not known:
            with pytest.raises(InfeasibleError, match="undefined"):
                _ = curve.best
            continue
        best = min(known) if name in LOW else max(known)
        ties = [cut for cut, value in zip(cuts, values, strict=True) if is_tie(value, best)]
        nearest = min(abs(cut - 0.5) for cut in ties)
        point = curve.best
        assert point.value == pytest.approx(best, abs=1e-9)
        assert abs(point.cut - 0.5) == pytest.approx(nearest)
        assert any(point.cut == pytest.approx(cut) for cut in ties)
        tp, fp, fn, tn = decided(oriented, point.cut, prevalence)
        assert point.sensitivity == pytest.approx(tp / (tp + fn))
        assert point.specificity == pytest.approx(tn / (fp + tn))


@given(
    cases=cases_of_both,
    prevalence=prevalences,
    cost_fp=st.sampled_from([0, 1, 3.5]),
    cost_fn=st.sampled_from([1, 20]),
)
def test_best_cut_for_any_costs(cases, prevalence, cost_fp, cost_fn):
    def cost(cut):
        _, fp, fn, _ = decided(cases, cut, prevalence)
        return cost_fp * fp + cost_fn * fn

    least = min(cost(cut) for cut in all_cuts([score for _, score, _ in cases]))
    point = best_cut(sweep_of(cases), "cost", prevalence, cost_fp=cost_fp, cost_fn=cost_fn)
    assert point.value == pytest.approx(least)
    assert cost(point.cut) == pytest.approx(least)


def test_costs_are_not_exchanged():
    four = sweep_of(FOUR)
    cheap_alarms = best_cut(four, "cost", cost_fp=1, cost_fn=5)
    assert (cheap_alarms.cut, cheap_alarms.value) == (0.25, 0.25)
    assert (cheap_alarms.sensitivity, cheap_alarms.specificity) == (1, 0.5)
    dear_alarms = best_cut(four, "cost", cost_fp=5, cost_fn=1)
    assert (dear_alarms.cut, dear_alarms.value) == (0.75, 0.25)


def test_prevalence_moves_the_cut():
    four = sweep_of(FOUR)
    assert best_cut(four, "accuracy", 0.9).cut == 0.25
    assert best_cut(four, "accuracy", 0.9).value == pytest.approx(0.95)
    assert best_cut(four, "accuracy", 0.1).cut == 0.75


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((0.7, 0.7), -np.inf),
        ((0.3, 0.3), np.inf),
        ((0.4, 0.8), -np.inf),
        ((0.2, 0.6), np.inf),
    ],
)
def test_of_two_infinite_cuts_the_one_nearer_to_one_half(scores, expected):
    # Either is right for one case of two; a cut between the scores for none.
    assert best_cut(sweep([True, False], scores), "accuracy").cut == expected


def test_a_finite_cut_before_an_infinite_one():
    cases = sweep([False, True, False], [0.2, 0.2, 0.1])
    accuracy = measure_curve(cases, "accuracy")
    np.testing.assert_allclose(accuracy.values, [2 / 3, 2 / 3, 1 / 3])
    assert accuracy.best.cut == pytest.approx(0.15)


@pytest.mark.parametrize("scale", [1, 2.0**30, 2.0**-40])
def test_rounding_does_not_break_a_tie(scale):
    cases = sweep([True, False, True, True, False], [0.9, 0.7, 0.45, 0.45, 0.2])
    costs = measure_curve(cases, "cost", 0.2, cost_fp=0.3 * scale, cost_fn=3 * 0.3 * scale)
    np.testing.assert_allclose(costs.values / scale, [0.18, 0.12, 0.24, 0.12, 0.24])
    assert costs.values[1] < costs.values[3]
    assert costs.best.cut == pytest.approx(0.325)


@pytest.mark.parametrize(("bound", "slack"), [(0, 1e-10), (1, 1e-10), (5, 5e-10), (-5, 5e-10)])
def test_a_bound_holds_up_to_rounding(bound, slack):
    values = bound + slack * np.array([-1.1, -0.9, 0, 0.9, 1.1])
    at_least, at_most = (Constraint("bias", relation, bound) for relation in (">=", "<="))
    assert at_least.holds(values).tolist() == [False, True, True, True, True]
    assert at_most.holds(values).tolist() == [True, True, True, True, False]
    assert at_least.holds(np.array([bound - slack])) == at_most.holds(np.array([bound + slack]))
    assert at_least.holds(np.array([bound - slack]))


@given(cases=cases_of_both, share=st.sampled_from([0.0, 0.01, 0.3]), prevalence=prevalences)
@pytest.mark.parametrize("name", ["cost", "kappa", "mcc", "accuracy"])
def test_flat_zone_is_that_of_brute_force(name, cases, share, prevalence):
    curve = measure_curve(sweep_of(cases), name, prevalence, **PARAMETERS.get(name, {}))
    assume(curve.has_best)
    zone, best = curve.flat_zone(share), curve.best

    def is_near(cut):
        value = by_hand(name, *decided(cases, cut, prevalence))
        loss = value - best.value if name == "cost" else best.value - value
        return loss <= share * abs(best.value) + 1e-9

    scores = sorted({score for _, score, _ in cases})
    inside = [s for s in scores if zone.low <= s < zone.high]
    assert all(is_near(cut) for cut in [best.cut, *curve.sweep.cuts[zone.first : zone.last + 1]])
    assert all(is_near(cut) for cut in inside)
    assert zone.low <= best.cut < zone.high or best.cut == zone.high == np.inf
    if zone.high < np.inf:
        assert zone.high in scores
        assert not is_near(zone.high)
    if zone.low > -np.inf:
        assert zone.low in scores
        assert not is_near(np.nextafter(zone.low, -1))


def test_flat_zone_of_relative_and_absolute_loss():
    four = measure_curve(sweep_of(FOUR), "cost", cost_fp=1, cost_fn=5)
    # Costs, from never to always: 2.5, 1.25, 1.5, 0.25, 0.5.
    zone = four.flat_zone()
    assert (zone.low, zone.high) == (0.1, 0.4)
    zone = four.flat_zone(relative=1)
    assert (zone.low, zone.high) == (-np.inf, 0.4)
    zone = four.flat_zone(relative=0, absolute=1.25)
    assert (zone.low, zone.high, zone.first, zone.last) == (-np.inf, 0.9, 1, 4)
    with pytest.raises(ValueError, match="not negative"):
        four.flat_zone(-0.1)


def test_flat_zone_of_all_cuts_and_of_the_first():
    four = measure_curve(sweep_of(FOUR), "cost", cost_fp=1, cost_fn=5)
    zone = four.flat_zone(absolute=9)
    assert (zone.low, zone.high, zone.first, zone.last) == (-np.inf, np.inf, 0, 4)
    never = measure_curve(sweep([False, True, False], [0.9, 0.4, 0.1]), "cost", 0.01)
    zone = never.flat_zone()
    assert (zone.low, zone.high, zone.first, zone.last) == (0.9, np.inf, 0, 0)
    for loss in ({"absolute": -1}, {"relative": np.inf}, {"absolute": np.inf}):
        with pytest.raises(ValueError, match="finite and not negative"):
            four.flat_zone(**loss)
    assert four.flat_zone(0).first == four.best.index
    usual = four.flat_zone()
    assert (usual.first, usual.last) == (3, 3)


def test_the_usual_loss_is_one_per_cent():
    """Accuracies of 200 cases; 197 right are 1 % (199 / 100) less than 199, 196 are not."""
    is_positive = np.repeat([True, False, True, False], [97, 4, 2, 97])
    curve = measure_curve(sweep(is_positive, np.arange(200, 0, -1)), "accuracy")
    for zone, share in ((curve.flat_zone(), 0.01), (curve.flat_zone(0.02), 0.02)):
        loss = curve.best.value - curve.values
        is_near = loss <= share * curve.best.value + 1e-9
        assert is_near[zone.first : zone.last + 1].all()
        assert not is_near[[zone.first - 1, zone.last + 1]].any()


def test_flat_zone_is_contiguous():
    alternating = [True, False, True, False, True, False]
    curve = measure_curve(sweep(alternating, np.arange(6, 0, -1) / 10), "accuracy")
    zone = curve.flat_zone()
    np.testing.assert_allclose(curve.values * 6, [3, 4, 3, 4, 3, 4, 3])
    assert (zone.first, zone.last) == (curve.best.index, curve.best.index) == (1, 1)


@given(cases=cases_of_both, bound=st.sampled_from([0.2, 0.5, 0.9, 1.0]), prevalence=prevalences)
@pytest.mark.parametrize(
    ("name", "relation"),
    [("sensitivity", ">="), ("precision", ">="), ("predicted_positive_rate", "<=")],
)
def test_least_cost_under_a_constraint(name, relation, cases, bound, prevalence):
    cuts, costs = brute_force("cost", cases, prevalence)
    _, values = brute_force(name, cases, prevalence)
    sign = 1 if relation == ">=" else -1
    allowed = [
        cost
        for cost, value in zip(costs, values, strict=True)
        if sign * value >= sign * bound - 1e-9
    ]
    curve = measure_curve(
        sweep_of(cases),
        "cost",
        prevalence,
        constraints=Constraint(name, relation, bound),
        **PARAMETERS["cost"],
    )
    assert curve.has_best == bool(allowed)
    if allowed:
        assert curve.best.value == pytest.approx(min(allowed))
        value = values[[c == pytest.approx(curve.best.cut) for c in cuts].index(True)]
        assert sign * value >= sign * bound - 1e-9
        zone = curve.flat_zone(0.5)
        assert curve.is_feasible[zone.first : zone.last + 1].all()
    else:
        with pytest.raises(InfeasibleError, match=f"no cut has {name.replace('_', ' ')}"):
            _ = curve.best


def test_sensitivity_first_then_least_cost():
    four = sweep_of(FOUR)
    assert best_cut(four, "cost", cost_fp=3, cost_fn=1).cut == 0.75
    sensitive = Constraint("sensitivity", ">=", 0.9)
    assert best_cut(four, "cost", constraints=sensitive, cost_fp=3, cost_fn=1).cut == 0.25


def test_infeasible_says_what_and_by_how_much():
    cases = sweep([False, True, False, True], [0.8, 0.6, 0.4, 0.2])
    with pytest.raises(InfeasibleError, match=r"no cut has precision >= 0.9: the highest is 0.5"):
        best_cut(cases, "cost", constraints=[Constraint("precision", ">=", 0.9)])
    both = [Constraint("sensitivity", ">=", 0.9), Constraint("specificity", ">=", 0.9)]
    with pytest.raises(InfeasibleError, match="sensitivity >= 0.9 and specificity >= 0.9"):
        best_cut(cases, "cost", constraints=both)
    low_cost = Constraint("cost", "<=", 0.1, {"cost_fp": 7})
    with pytest.raises(InfeasibleError, match=r"no cut has cost <= 0.1: the lowest is 0.5"):
        best_cut(cases, "accuracy", constraints=low_cost)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sensitivty", ">=", 0.9), "measure must be one of"),
        (("sensitivity", ">", 0.9), "relation must be"),
        (("sensitivity", ">=", np.nan), "bound must be"),
        (("sensitivity", ">=", 0.9, {"beta": 1}), "takes parameters: none"),
    ],
)
def test_impossible_constraints(arguments, message):
    with pytest.raises(ValueError, match=message):
        Constraint(*arguments)


def test_impossible_questions():
    four = sweep_of(FOUR)
    with pytest.raises(ValueError, match="measure must be one of"):
        best_cut(four, "thrift")
    with pytest.raises(ValueError, match="takes parameters: beta"):
        best_cut(four, "f_beta", cost_fn=5)
    with pytest.raises(ValueError, match="prevalence"):
        best_cut(four, "accuracy", 1.0)
    with pytest.raises(ValueError, match="0 positives, 2 negatives"):
        best_cut(sweep([False, False], [0.2, 0.4]), "accuracy")


def test_a_measure_instead_of_its_name():
    four = sweep_of(FOUR)
    assert best_cut(four, MEASURES["mcc"], 0.3).cut == best_cut(four, "mcc", 0.3).cut


@given(cases=cases_of_both, cut=st.one_of(st.floats(-1, 2), st.sampled_from([-np.inf, np.inf])))
def test_any_cut_has_a_point(cases, cut):
    point = measure_curve(sweep_of(cases), "cost", 0.3, **PARAMETERS["cost"]).at(cut)
    cells = decided(cases, cut, 0.3)
    assert point.cut == cut
    assert point.value == pytest.approx(by_hand("cost", *cells))
    assert point.sensitivity == pytest.approx(cells[0] / (cells[0] + cells[2]))


@given(
    seed=st.integers(0, 1000),
    maximum=st.integers(3, 60),
    name=st.sampled_from(["cost", "mcc", "npv"]),
)
def test_thinned_cuts_keep_the_best_and_the_ends(seed, maximum, name):
    random = np.random.default_rng(seed)
    is_positive = random.random(200) < 0.2
    is_positive[:2] = True, False
    curve = measure_curve(sweep(is_positive, random.normal(size=200) + is_positive), name)
    rows = curve.thinned(maximum)
    assert len(rows) <= maximum
    assert {0, 200, curve.best.index} <= set(rows)
    assert (np.diff(rows) > 0).all()
    if maximum >= 20:
        gaps = np.diff(curve.sweep.fpr[rows]) + np.diff(curve.sweep.tpr[rows])
        bound = 2 / (maximum - 2) + 1 / min(curve.sweep.positives, 40)
        assert gaps.max() <= bound + 1e-9


@pytest.mark.parametrize("measure", ["accuracy", "cost", "f_beta"])
def test_tuned_with_the_usual_parameters(measure):
    cuts = sweep([1, 0, 1, 1, 0, 0, 1], [0.9, 0.7, 0.6, 0.4, 0.1, 0.3, 0.2])
    classifier = Classifier("Tree", Outcome(cuts.counts(3)), sweep=cuts)
    told = [repr(tune(classifier, measure, 0.4, (), each)) for each in (DEFAULTS, {}, None)]
    assert len(set(told)) == 1
    least = cuts.counts(slice(None)).measure("cost", 0.4, cost_fp=1.0, cost_fn=3.0).min()
    assert tune(classifier, measure, 0.4, (), {"cost_fn": 3.0}).cost.best.value == least


def test_what_a_tuning_tells():
    """Of costs 0.8, 0.53, 0.83, 0.57, 0.3 and 0.6 from never to always; and without a cut."""
    cuts = sweep([1, 0, 1, 1, 0], [0.9, 0.7, 0.6, 0.4, 0.1])
    classifier = Classifier("Tree", Outcome(cuts.counts(3)), sweep=cuts)
    parameters = {"cost_fp": 1, "cost_fn": 2}
    tuning = tune(classifier, "cost", 0.4, parameters=parameters)
    costs = measure_curve(cuts, "cost", 0.4, **parameters)
    assert tuning.point().cut == tuning.point(None).cut == costs.best.cut
    assert (tuning.point(0.65).cut, tuning.point(0.65).index) == (0.65, 2)
    zones = [tuning.zone(percent) for percent in (1, 90, 101)]
    assert [(zone.first, zone.last) for zone in zones] == [(4, 4), (3, 4), (3, 5)]
    never = Constraint("sensitivity", ">=", 2)
    without = tune(classifier, "cost", 0.4, [never], parameters)
    assert without.zone(1) is None
    assert (without.point().cut, without.point().index) == (0.5, 3)


def test_each_fold_has_a_number():
    cuts = sweep([1, 0], [0.9, 0.7])
    model = Classifier("Tree", Outcome(cuts.counts(1)), sweep=cuts, fold_sweeps=(cuts, cuts))
    with pytest.raises(ValueError, match="zip"):
        tune(model, "cost", 0.4)


def test_table_tells_all_measures_at_its_cuts():
    random = np.random.default_rng(3)
    is_positive = random.random(500) < 0.3
    scores = random.normal(size=500) + is_positive
    curve = measure_curve(sweep(is_positive, scores), "cost", 0.1, cost_fn=5)
    table = curve.table(50, beta=2.0)
    assert len(table["cut"]) <= 50
    assert curve.best.cut in table["cut"]
    for row in (1, 17, len(table["cut"]) - 1):
        is_called = scores > table["cut"][row]
        assert table["tp"][row] == np.sum(is_called & is_positive)
        assert table["fn"][row] == np.sum(~is_called & is_positive)
        tpr, fpr = is_called[is_positive].mean(), is_called[~is_positive].mean()
        precision = 0.1 * tpr / (0.1 * tpr + 0.9 * fpr)
        assert table["cost"][row] == pytest.approx(0.9 * fpr + 0.5 * (1 - tpr))
        assert table["precision"][row] == pytest.approx(precision)
        assert table["lift"][row] == pytest.approx(precision / 0.1)
        assert table["f_beta"][row] == pytest.approx(5 * precision * tpr / (4 * precision + tpr))
    assert len(curve.table(1000)["cut"]) == 501


def test_thinning_keeps_the_last_cut_although_only_cases_without_weight_lie_below():
    curve = measure_curve(
        sweep([True, False, True, False], [0.9, 0.6, 0.4, 0.1], [1, 1, 1, 0]), "cost"
    )
    assert list(curve.thinned(4)) == [0, 1, 2, 4]


def test_thinning_keeps_all_where_they_are_few():
    """Also cuts between which only cases without weight lie."""
    curve = measure_curve(
        sweep([True, False, True, False], [0.9, 0.6, 0.4, 0.1], [1, 0, 0, 1]), "cost"
    )
    for maximum in (5, 6, 12):
        assert list(curve.thinned(maximum)) == [0, 1, 2, 3, 4]
    assert len(curve.thinned(4)) < 5


def test_usual_number_of_thinned_cuts():
    curve = measure_curve(sweep([True, False] * 800, np.arange(1600)), "cost")
    rows = curve.thinned(1000)
    assert len(rows) > 990
    assert curve.thinned().tolist() == rows.tolist()
    assert curve.table()["cut"].tolist() == curve.sweep.cuts[rows].tolist()


def test_thinning_without_a_best_cut():
    constraint = Constraint("sensitivity", ">=", 2)
    curve = measure_curve(sweep_of(FOUR), "cost", constraints=constraint)
    assert not curve.has_best
    assert list(curve.thinned(3)) == [0, 4]
    with pytest.raises(ValueError, match="at least 3"):
        curve.thinned(2)


def test_fold_cuts_and_their_spread():
    folds = [sweep([False, True], [low, low + 0.2]) for low in (0.1, 0.5, 0.3, 0.0)]
    spread = fold_cuts(folds, "youden")
    np.testing.assert_allclose(spread.cuts, [0.2, 0.6, 0.4, 0.1])
    np.testing.assert_allclose(spread.values, 1)
    assert spread.median == pytest.approx(0.2)
    assert spread.range == pytest.approx((0.1, 0.6))
    assert spread.out_of_bag is None


def test_folds_without_a_cut_are_nan():
    folds = [
        sweep([True, True], [0.1, 0.3]),
        sweep([False, True], [0.1, 0.3]),
        sweep([True, False], [0.1, 0.3]),
    ]
    spread = fold_cuts(folds, "cost", constraints=Constraint("precision", ">=", 0.6))
    np.testing.assert_allclose(spread.cuts, [np.nan, 0.2, np.nan])
    assert spread.median == pytest.approx(0.2)
    assert list(spread.found) == [spread.median]
    empty = fold_cuts(folds[:1], "cost")
    assert np.isnan([empty.median, *empty.range]).all()
    assert np.isnan(fold_cuts([], "cost").median)


def test_median_of_infinite_cuts_is_one_of_them():
    never, always = sweep([True, False], [0.1, 0.3]), sweep([True, False], [0.7, 0.9])
    spread = fold_cuts([never, always], "cost")
    assert list(spread.cuts) == [np.inf, -np.inf]
    assert spread.median == -np.inf
    assert spread.range == (-np.inf, np.inf)


def overlapping(size, seed=0):
    random = np.random.default_rng(seed)
    is_positive = np.arange(size) % 3 == 0
    return is_positive, random.normal(size=size) + is_positive


@functools.cache
def expected_left(cases, draws):
    """Mean number of cases not drawn, over all sequences of draws."""
    sequences = itertools.product(range(cases), repeat=draws)
    return np.mean([cases - len(set(sequence)) for sequence in sequences])


@pytest.mark.parametrize("decimals", [9, 0])
def test_bootstrap_is_valued_out_of_bag(decimals):
    is_positive, scores = overlapping(12)
    curve = sweep(is_positive, scores.round(decimals))
    spread = bootstrap_cuts(curve, "cost", 0.2, replicates=25, seed=7, cost_fn=3)
    for row, sample in enumerate(bootstrap_sweeps(curve, replicates=25, seed=7)):
        point = best_cut(sample, "cost", 0.2, cost_fn=3)
        assert (spread.cuts[row], spread.values[row]) == (point.cut, point.value)
        left = {"tp": [], "fp": []}
        for name, numbers in left.items():
            cases, draws = np.diff(getattr(curve, name)), np.diff(getattr(sample, name))
            for score, m, d in zip(curve.scores, cases, draws, strict=True):
                numbers += [(score > point.cut, expected_left(int(m), int(d)))] if m else []
        tpr, fpr = (
            divide(sum(n for is_above, n in left[name] if is_above), sum(n for _, n in left[name]))
            for name in ("tp", "fp")
        )
        np.testing.assert_allclose(spread.out_of_bag[row], 0.8 * fpr + 3 * 0.2 * (1 - tpr))
    assert np.isfinite(spread.out_of_bag).sum() > 15


def test_bootstrap_is_reproducible_and_optimistic():
    curve = sweep(*overlapping(60))
    first, again = (bootstrap_cuts(curve, "cost", cost_fn=3) for _ in range(2))
    np.testing.assert_array_equal(first.cuts, again.cuts)
    assert (first.cuts != bootstrap_cuts(curve, "cost", cost_fn=3, seed=1).cuts).any()
    assert np.nanmean(first.values) < np.nanmean(first.out_of_bag)
    low, high = first.interval(0.9)
    assert first.range[0] <= low <= first.median <= high <= first.range[1]


def test_bootstrap_where_samples_lack_a_class_out_of_bag():
    spread = bootstrap_cuts(sweep([True, False, False], [0.9, 0.5, 0.1]), "youden", replicates=9)
    assert np.isnan(spread.out_of_bag).all()
    assert np.isfinite(spread.values).all()
    with pytest.raises(ValueError, match="whole counts"):
        bootstrap_cuts(sweep([True, False], [0.9, 0.1], [0.5, 1]), "youden")


def test_intervals_of_cuts_are_between_cuts():
    spread = CutSpread(np.append(np.random.default_rng(1).permutation(100), np.nan), None)
    assert spread.interval(0.9) == (4, 94)
    assert spread.interval() == spread.interval(0.95) == (2, 97)
    assert (spread.median, spread.range) == (49, (0, 99))


def test_bootstrap_tells_how_far_it_is():
    told = []
    curve = sweep(*overlapping(30))
    spread = bootstrap_cuts(curve, "youden", replicates=4, progress=told.append)
    assert told == [0.25, 0.5, 0.75, 1]
    assert len(bootstrap_cuts(curve, "youden", replicates=0).cuts) == 0
    usual = bootstrap_cuts(curve, "youden")
    assert len(usual.cuts) == len(list(bootstrap_sweeps(curve))) == 200
    np.testing.assert_array_equal(usual.values[:4], spread.values)
    first = next(bootstrap_sweeps(curve, seed=0))
    np.testing.assert_array_equal(next(bootstrap_sweeps(curve)).tp, first.tp)
    assert (first.positives, first.negatives) == (10, 20)


@pytest.mark.parametrize("is_positive", [True, False])
def test_no_bootstrap_of_one_class(is_positive):
    with pytest.raises(ValueError, match="a bootstrap needs positive and negative"):
        bootstrap_cuts(sweep([is_positive] * 2, [0.1, 0.2]), "youden")


def test_bootstrap_where_no_cut_is_feasible():
    never = Constraint("sensitivity", ">=", 1.5)
    spread = bootstrap_cuts(sweep(*overlapping(30)), "youden", constraints=never, replicates=4)
    for found in (spread.cuts, spread.values, spread.out_of_bag):
        np.testing.assert_array_equal(found, [np.nan] * 4)


@pytest.mark.parametrize(("cost_fp", "cost_fn"), [(1, 5), (3, 1), (2, 2)])
@pytest.mark.parametrize("prevalence", [None, 0.1, 0.8])
def test_theoretical_cut_is_best_for_calibrated_probabilities(cost_fp, cost_fn, prevalence):
    # Of the cases with probability q exactly the share q is positive.
    probability = np.linspace(0.005, 0.995, 100)
    weight = 1 + probability**2
    is_positive = np.repeat([True, False], 100)
    weights = np.concatenate([weight * probability, weight * (1 - probability)])
    curve = sweep(is_positive, np.tile(probability, 2), weights)
    shift = {"prevalence": prevalence, "data_prevalence": curve.prevalence}
    cut = theoretical_cut(cost_fp, cost_fn, **({} if prevalence is None else shift))
    costs = measure_curve(curve, "cost", prevalence, cost_fp=cost_fp, cost_fn=cost_fn)
    assert costs.at(cut).value == pytest.approx(costs.best.value)
    assert costs.best.cut == pytest.approx(cut, abs=0.0051)


def test_theoretical_cut_by_hand():
    assert theoretical_cut(1, 5) == pytest.approx(1 / 6)
    assert (theoretical_cut(), theoretical_cut(3), theoretical_cut(cost_fn=3)) == (0.5, 0.75, 0.25)
    # Elkan's theorem 2 turned around: probability 1/6 at prevalence 0.2, seen from prevalence 0.5.
    cut, base, other = theoretical_cut(1, 5, prevalence=0.2, data_prevalence=0.5), 0.5, 0.2
    moved = other * (cut - cut * base) / (base - cut * base + other * cut - base * other)
    assert moved == pytest.approx(1 / 6)
    assert theoretical_cut(0, 1) == 0
    assert theoretical_cut(1, 0) == 1


@pytest.mark.parametrize(
    ("costs", "prevalences"),
    [
        ((0, 0), {}),
        ((-1, 1), {}),
        ((1, np.inf), {}),
        ((1, 1), {"prevalence": 0.3}),
        ((1, 1), {"data_prevalence": 0.3}),
        ((1, 1), {"prevalence": 0, "data_prevalence": 0.3}),
    ],
)
def test_impossible_theoretical_cuts(costs, prevalences):
    with pytest.raises(ValueError, match="Got"):
        theoretical_cut(*costs, **prevalences)
