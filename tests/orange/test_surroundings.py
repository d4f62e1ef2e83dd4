"""What stands around classifiers: baselines, ghosts, the hull, and what is told of them."""

from dataclasses import replace

import numpy as np
import pytest
from Orange.data import ContinuousVariable, Domain, StringVariable, Table
from scipy.spatial import ConvexHull

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.decisions.spaces import BASELINES
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.orange.comparisons import Comparison
from orangecontrib.phidelta.orange.hulls import hull_of
from orangecontrib.phidelta.orange.points import read_points
from orangecontrib.phidelta.orange.results import NOTHING
from orangecontrib.phidelta.orange.surroundings import Surroundings

POINTS = {"good": (30, 16, 10, 144), "bad": (10, 120, 30, 40), "so-so": (24, 60, 16, 100)}


def around(*names, class_ratio=9.0, points=POINTS):
    """Points of 40 positive and 160 negative cases each."""
    columns = [ContinuousVariable(name) for name in ("TP", "FP", "FN", "TN")]
    domain = Domain(columns, metas=[StringVariable("name")])
    who = np.array([[name] for name in points], object)
    table = Table.from_numpy(domain, np.array(list(points.values()), float), metas=who)
    comparison = Comparison(NOTHING, read_points(table), DEFAULTS, class_ratio)
    return Surroundings(comparison, names)


def model(name, seed):
    random = np.random.default_rng(seed)
    is_positive = random.random(400) < 0.3
    scores = random.normal(size=400) + is_positive
    decided = Outcome(Counts.from_decisions(is_positive, scores > 1))
    return Classifier(name, decided, index=0, sweep=sweep(is_positive, scores))


def test_one_classifier_has_a_chance_like_it():
    baselines = around("good").baselines
    share = 0.1 * 30 / 40 + 0.9 * 16 / 160
    assert baselines["chance, as often positive as good"] == pytest.approx((share, share))
    told = around("good").explain("chance, as often positive as good", "baseline", 0, {})
    assert f"calls {share:.1%} of others" in told
    assert around("good", "bad").baselines == around().baselines == BASELINES


def test_ghosts_are_of_those_below_the_line():
    ghosts = around(*POINTS).ghosts
    assert list(ghosts) == ["bad"]
    assert ghosts["bad"] == ((0.75, 0.25), (0.25, 0.75))
    assert around("good", "so-so").ghosts == {}
    told = around("bad").explain("bad", "ghost", 0, {"cost": {"cost_fp": 1, "cost_fn": 6}})
    # as FN of 25 % of 0.1 at 6, FP of 25 % of 0.9 at 1
    assert told.startswith("bad, reversed: misses 25.0% of")
    assert "Cost 0.375" in told


def test_a_crowd_below_the_line_has_no_ghosts():
    crowd = {f"row {i}": POINTS["bad"] for i in range(21)}
    assert around(*crowd, points=crowd).ghosts == {}
    assert len(around(*list(crowd)[1:], points=crowd).ghosts) == 20


def test_the_hull_is_that_of_all_cuts_and_points():
    models = [model("A", 1), model("B", 2)]
    fpr = np.concatenate([*(m.sweep.fpr for m in models), [1.0]])
    tpr = np.concatenate([*(m.sweep.tpr for m in models), [0.0]])
    places = np.column_stack([fpr, tpr])
    expected = places[ConvexHull(places).vertices]
    expected = expected[np.lexsort(expected.T)]
    # without the corner that closes it, and where another one is better in one rate and as good
    # in the other
    best = [
        place
        for place in expected
        if not any(
            (o[0] <= place[0] and o[1] >= place[1] and tuple(o) != tuple(place)) for o in expected
        )
    ]
    expected = np.array(best)
    curve = hull_of(models).curve
    found = np.column_stack([curve.fpr, curve.tpr])
    np.testing.assert_allclose(found[np.lexsort(found.T)], expected, atol=1e-12)


def test_names_of_the_hull_are_of_who_decides_there():
    models = [model("A", 1), model("B", 2)]
    hull = hull_of(models)
    by_name = {each.name: each for each in models}
    for place, name in zip(hull.curve.indices, hull.names, strict=True):
        if place < 2:
            continue
        who, _, cut = name.partition(", cut ")
        cuts = by_name[who].sweep
        position = np.flatnonzero(hull.curve.indices == place)[0]
        at_cut = np.argmin(np.abs(cuts.cuts - float(cut))) if cut else None
        found = cuts.counts(at_cut) if cut else by_name[who].counts
        assert found.fpr == pytest.approx(hull.curve.fpr[position], abs=0.02)
        assert found.tpr == pytest.approx(hull.curve.tpr[position], abs=0.02)


def test_an_edge_of_the_hull_tells_the_mixture():
    surroundings = around("good", "bad")
    hull = surroundings.hull
    assert hull.names == ("always negative", "good", "always positive")
    told = surroundings.explain("", "hull", 101 + 60, {})
    # 40 % by good: fpr 0.4 * 0.1 + 0.6, tpr 0.4 * 0.75 + 0.6
    head = "drawn by lot, 40 % of the cases by good, and 60 % by always positive: "
    assert told.startswith(f"{head}misses 10.0% of")
    assert "calls 64.0% of others" in told
    assert surroundings.explain("", "hull", 100, {}).startswith("good: misses 25.0%")


def test_without_classifiers_there_is_no_hull():
    assert around().hull is None


def test_at_another_class_ratio_hull_and_ghosts_are_kept():
    before = around("bad", class_ratio=9.0)
    hull, ghosts, chance = before.hull, before.ghosts, before.baselines
    comparison = replace(before.comparison, class_ratio=4.0)
    after = before.at(comparison)
    assert after.hull is hull
    assert after.ghosts is ghosts
    share = 0.2 * 10 / 40 + 0.8 * 120 / 160
    assert after.baselines["chance, as often positive as bad"] == pytest.approx((share, share))
    assert after.baselines != chance


def test_of_other_classifiers_nothing_is_kept():
    before = around("bad")
    assert before.ghosts
    better = {"bad": (30, 16, 10, 144)}
    after = before.at(around("bad", points=better).comparison)
    assert after.ghosts == {}
    assert after.names == ("bad",)
