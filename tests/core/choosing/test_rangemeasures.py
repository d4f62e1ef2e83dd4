"""Cuts for a range of conditions, against every cut at every condition of a grid."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.beliefs import Range, belief
from orangecontrib.phidelta.core.choosing.rangemeasures import RANGE_MEASURES, range_measure
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.constraints import Constraint
from orangecontrib.phidelta.core.thresholds.curves import measure_curve
from orangecontrib.phidelta.core.thresholds.stability import bootstrap_cuts, bootstrap_sweeps
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.core.thresholds.tuning import tune

RATIOS, MISSES = (1.5, 30.0), (2.0, 12.0)


def drawn(cases=150, seed=0):
    random = np.random.default_rng(seed)
    is_positive = random.random(cases) < 0.3
    score = np.where(is_positive, random.beta(3, 2, cases), random.beta(2, 4, cases))
    return is_positive, np.round(score, 2)


def brute_force(name, is_positive, score, cuts, ratios=RATIOS, misses=MISSES, nodes=121):
    """Mean cost or greatest regret of cuts: each case decided, each condition of a grid."""
    # middles of equal steps on the logarithmic scale, or all with the ends
    middles = (np.arange(nodes) + 0.5) / nodes
    steps = middles if name == "mean_cost" else np.linspace(0, 1, nodes)
    ratio, miss = (low * (high / low) ** steps for low, high in (ratios, misses))
    ratio, miss = (each.ravel() for each in np.meshgrid(ratio, miss))

    def cost(cut):
        called = score > cut
        fpr, fnr = called[~is_positive].mean(), 1 - called[is_positive].mean()
        return (ratio * fpr + miss * fnr) / (1 + ratio)

    if name == "mean_cost":
        return np.array([cost(cut).mean() for cut in cuts])
    everything = [-np.inf, *np.unique(score)]
    least = np.min([cost(cut) for cut in everything], axis=0)
    return np.array([(cost(cut) - least).max() for cut in cuts])


@pytest.fixture(scope="module")
def about():
    return belief(Range(*RATIOS), Range(*MISSES))


@pytest.mark.parametrize("name", RANGE_MEASURES)
@pytest.mark.parametrize("prevalence", [None, 0.02, 0.7])
def test_values_at_every_cut(name, prevalence, about):
    is_positive, score = drawn()
    cuts = sweep(is_positive, score)
    curve = measure_curve(cuts, range_measure(name, about), prevalence)
    expected = brute_force(name, is_positive, score, cuts.cuts)
    np.testing.assert_allclose(curve.values, expected, rtol=2e-4)
    assert curve.best.value == pytest.approx(expected.min(), rel=2e-4)
    best = np.argmin(expected)
    assert curve.best.index == best
    zone = curve.flat_zone(0.1)
    near = expected <= 1.1 * expected.min()
    assert near[zone.first : zone.last + 1].all()
    assert zone.first == 0 or not near[zone.first - 1]
    assert zone.last == len(near) - 1 or not near[zone.last + 1]


def test_the_cut_for_a_range_is_not_that_for_its_middle(about):
    """Ferri, Hernández-Orallo & Flach (2019)."""
    cuts = sweep(*drawn())
    middle = {"cost_fp": 1, "cost_fn": np.sqrt(MISSES[0] * MISSES[1])}
    ratio = np.sqrt(RATIOS[0] * RATIOS[1])
    at_middle = best_cut(cuts, "cost", 1 / (1 + ratio), **middle).cut
    found = {name: best_cut(cuts, range_measure(name, about)).cut for name in RANGE_MEASURES}
    assert len({at_middle, *found.values()}) == 3


@pytest.mark.parametrize("name", RANGE_MEASURES)
def test_a_range_without_width_is_the_cost(name):
    cuts = sweep(*drawn())
    single = belief(Range(4, 4), Range(7, 7))
    curve = measure_curve(cuts, range_measure(name, single))
    cost = measure_curve(cuts, "cost", 0.2, cost_fp=1, cost_fn=7)
    least = cost.values.min() if name == "greatest_regret" else 0
    np.testing.assert_allclose(curve.values, cost.values - least, atol=1e-12)
    assert curve.best.cut == cost.best.cut


@pytest.mark.parametrize("name", RANGE_MEASURES)
def test_constraints_hold_at_the_prevalence(name, about):
    is_positive, score = drawn()
    cuts = sweep(is_positive, score)
    constraints = (
        Constraint("predicted_positive_rate", "<=", 0.2),
        Constraint("specificity", ">=", 0.9),
    )
    found = best_cut(cuts, range_measure(name, about), 0.6, constraints=constraints)
    free = best_cut(cuts, range_measure(name, about), 0.6)
    expected = brute_force(name, is_positive, score, cuts.cuts)
    rate = 0.6 * cuts.tpr + 0.4 * cuts.fpr
    expected[(rate > 0.2) | (cuts.specificity < 0.9)] = np.inf
    assert found.index == np.argmin(expected)
    assert found.index != free.index


@pytest.mark.parametrize("name", RANGE_MEASURES)
def test_each_fold_and_each_sample_is_compared_with_its_own_best(name, about):
    folds = [drawn(seed=seed) for seed in (1, 2)]
    whole = sweep(*(np.concatenate(parts) for parts in zip(*folds, strict=True)))
    model = Classifier(
        "Tree",
        Outcome(whole.counts(9)),
        sweep=whole,
        fold_sweeps=tuple(sweep(*fold) for fold in folds),
        fold_numbers=(1, 2),
    )
    tuning = tune(model, range_measure(name, about), 0.3, (), {"cost_fp": 1, "cost_fn": 2})
    for number, fold in enumerate(folds, start=1):
        cuts = tuning.fold_curves[number].sweep.cuts
        expected = brute_force(name, *fold, cuts)
        np.testing.assert_allclose(tuning.fold_curves[number].values, expected, rtol=2e-4)
        assert tuning.fold_cuts.cuts[number - 1] == cuts[np.argmin(expected)]
    spread = bootstrap_cuts(whole, range_measure(name, about), replicates=3, seed=5)
    for place, sample in enumerate(bootstrap_sweeps(whole, replicates=3, seed=5)):
        curve = measure_curve(sample, range_measure(name, about))
        assert spread.values[place] == curve.best.value
        assert np.isfinite(spread.out_of_bag[place])


def test_the_isometric_goes_through_the_best_cut(about):
    cuts = sweep(*drawn())
    for name in RANGE_MEASURES:
        curve = measure_curve(cuts, range_measure(name, about), 0.3)
        best = curve.best
        (line,) = curve.measure.isometric(best.value, 0.3)
        place = np.array([1 - best.specificity, best.sensitivity])
        start, step = line[:-1], np.diff(line, axis=0)
        along = np.clip(((place - start) * step).sum(axis=1) / (step**2).sum(axis=1), 0, 1)
        nearest = start + along[:, None] * step
        assert np.hypot(*(nearest - place).T).min() < 2e-3


def test_unknown_names_are_told():
    with pytest.raises(ValueError, match="mean_cost, greatest_regret. Got 'cost'"):
        range_measure("cost", belief(Range(1, 2), Range(1, 2)))
    assert not set(RANGE_MEASURES) & set(MEASURES)
