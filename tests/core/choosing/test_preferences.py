"""The map of preferences: its corners, edges and diagonal, winners and frontiers."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.choosing.conditions import cost_curve, lower_envelope
from orangecontrib.phidelta.core.choosing.preferences import (
    PLACES,
    agreement,
    cost_place,
    delta_place,
    f_place,
    preference,
    preference_map,
    preference_measure,
)
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

COUNTS = Counts(tp=30, fp=12, fn=10, tn=148)
RATES = float(COUNTS.fpr), float(COUNTS.tpr)


@pytest.mark.parametrize("name", PLACES)
def test_named_places_have_the_scores_of_their_names(name):
    found = preference(*RATES, 0.1, *PLACES[name])
    assert found == pytest.approx(COUNTS.measure(name, 0.1))


@pytest.mark.parametrize("beta", [0, 0.5, 1, 3])
def test_f_measures_are_on_the_right_edge(beta):
    found = preference(*RATES, 0.2, *f_place(beta))
    assert found == pytest.approx(COUNTS.measure("f_beta", 0.2, beta=beta))


def test_the_diagonal_ranks_as_expected_cost():
    random = np.random.default_rng(0)
    fpr, tpr = random.random((2, 40))
    for prevalence, cost_fp, cost_fn in ((0.1, 1.0, 7.0), (0.6, 3.0, 1.0)):
        score = preference(fpr, tpr, prevalence, *cost_place(cost_fp, cost_fn))
        cost = (1 - prevalence) * cost_fp * fpr + prevalence * cost_fn * (1 - tpr)
        assert np.argsort(score).tolist() == np.argsort(-cost).tolist()


def test_delta_ranks_as_its_place():
    fpr, tpr = np.random.default_rng(1).random((2, 40))
    score = preference(fpr, tpr, 0.2, *delta_place(0.2))
    assert np.argsort(score).tolist() == np.argsort(tpr - fpr).tolist()


@pytest.mark.parametrize("place", [(0.3, 0.9), (1.0, 0.5), (0.0, 0.0), (0.5, 0.5)])
def test_isometrics_of_a_place_have_its_level(place):
    measure = preference_measure(*place)
    level = float(measure.of(*RATES, 0.2))
    (line,) = measure.isometric(level, 0.2)
    assert measure.of(*line.T, 0.2) == pytest.approx([level, level])
    slope = np.diff(line, axis=0)[0]
    to_point = np.array(RATES) - line[0]
    assert slope[0] * to_point[1] - slope[1] * to_point[0] == pytest.approx(0, abs=1e-12)


def test_a_place_has_words_as_other_measures_have():
    measure = preference_measure(0.3, 0.9)
    assert (measure.title, measure.symbol) == ("Ranking score", "R")
    assert not measure.lower_is_better
    assert measure.range == (0, 1)
    assert repr(measure) == "<Measure preference: Ranking score>"


@pytest.fixture(scope="module")
def curves():
    random = np.random.default_rng(4)
    is_positive = random.random(400) < 0.25
    return [cost_curve(sweep(is_positive, random.normal(s * is_positive))) for s in (1, 1.2, 1.1)]


def test_a_score_has_its_best_cut_at_each_place(curves):
    found = preference_map(curves, 0.1, resolution=11)
    for curve, values in zip(curves, found.values, strict=True):
        for row, b in enumerate(found.sides):
            scores = preference(curve.fpr[:, None], curve.tpr[:, None], 0.1, found.sides, b)
            assert values[row] == pytest.approx(np.nanmax(scores, axis=0))


def test_no_cut_off_the_hull_is_better():
    random = np.random.default_rng(6)
    is_positive = random.random(80) < 0.4
    cuts = sweep(is_positive, random.normal(is_positive))
    found = preference_map([cost_curve(cuts)], 0.3, resolution=9)
    for row, b in enumerate(found.sides):
        scores = preference(cuts.fpr[:, None], cuts.tpr[:, None], 0.3, found.sides, b)
        assert found.values[0, row] == pytest.approx(np.nanmax(scores, axis=0))


def test_winner_margin_and_ranks():
    fixed = [lower_envelope([f], [t]) for f, t in ((0.1, 0.5), (0.3, 0.8), (0.35, 0.7))]
    found = preference_map(fixed, 0.2, resolution=5)
    assert found.winner[0, 0] == 0  # specificity
    assert found.winner[-1, -1] == 1  # sensitivity
    assert found.ranks[:, -1, -1].tolist() == [3, 1, 2]
    assert found.margin[0, 0] == pytest.approx(0.9 - 0.7)


@pytest.mark.parametrize("movable", [False, True])
def test_frontiers_are_where_the_two_best_are_equal(curves, movable):
    fixed = [lower_envelope([f], [t]) for f, t in ((0.1, 0.5), (0.3, 0.8), (0.6, 0.93))]
    candidates = curves if movable else fixed
    found = preference_map(candidates, 0.2)
    frontiers = found.frontiers()
    assert frontiers
    for a, b in np.concatenate(frontiers)[::7]:
        values = np.sort(
            [np.nanmax(preference(c.fpr, c.tpr, 0.2, a, b)) for c in candidates], axis=0
        )
        assert values[-1] == pytest.approx(values[-2], abs=1e-9)


def test_winners_change_at_frontiers_only():
    fixed = [lower_envelope([f], [t]) for f, t in ((0.1, 0.5), (0.3, 0.8))]
    found = preference_map(fixed, 0.2, resolution=101)
    (frontier,) = found.frontiers()
    for row, a in enumerate(found.sides):
        steps = np.flatnonzero(np.diff(found.winner[:, row]))
        at = np.interp(a, frontier[:, 0], frontier[:, 1])
        for step in steps:
            assert found.sides[step] - 1e-9 <= at <= found.sides[step + 1] + 1e-9


def test_agreement_is_the_share_of_samples_with_the_same_winner():
    def fixed(*rates):
        return [lower_envelope([fpr], [tpr]) for fpr, tpr in rates]

    found = preference_map(fixed((0.1, 0.5), (0.3, 0.8)), 0.2, resolution=3)
    samples = [fixed((0.1, 0.5), (0.3, 0.8)), fixed((0.1, 0.9), (0.3, 0.8))] * 2
    told = []
    share = agreement(found, samples, told.append)
    assert share[0, 0] == 1  # specificity: the first wins in all samples
    assert share[2, 2] == 0.5  # sensitivity: in every other one the first would win
    assert told == [0.25, 0.5, 0.75, 1]


def test_the_best_decision_of_a_curve_is_that_of_all():
    fpr = np.linspace(0, 1, 18) ** 2
    curve = lower_envelope(fpr, fpr**0.3)
    found = preference_map([curve], prevalence=0.2, resolution=23)
    a, b = np.meshgrid(found.sides, found.sides)
    every = [preference(f, t, 0.2, a, b) for f, t in zip(curve.fpr, curve.tpr, strict=True)]
    np.testing.assert_allclose(found.values[0], np.fmax.reduce(every), atol=1e-12)
    assert len(np.unique(found.decisions)) > 10


def test_usual_places():
    assert f_place() == f_place(1) == (1, 0.5)
    assert cost_place() == (0.5, 0.5)
    assert cost_place(2) == pytest.approx((1 / 3, 1 / 3))
    assert cost_place(cost_fn=2) == pytest.approx((2 / 3, 2 / 3))
    assert delta_place(0.2) == (0.8, 0.8)
    assert len(preference_map([lower_envelope([0.1], [0.6])], 0.2).sides) == 101


def test_who_has_no_score_does_not_win():
    """Who never says yes has no precision, who always does no predictive value of a no."""
    never, always = lower_envelope([0.0], [0.0]), lower_envelope([1.0], [1.0])
    found = preference_map([never, always], 0.2, resolution=2)
    # rows are b, columns a: specificity, precision; npv, sensitivity
    assert found.winner.tolist() == [[0, 1], [0, 1]]
    np.testing.assert_allclose(found.margin, [[1, 0.2], [0.8, 1]])
    assert found.ranks[0].tolist() == [[1, 2], [1, 2]]
    alone = preference_map([never], 0.2, resolution=2)
    assert alone.winner.tolist() == [[0, -1], [0, 0]]
    assert alone.margin.tolist() == [[0, 0], [0, 0]]
    assert (
        preference_map([never, never], 0.2, resolution=2).ranks.tolist() == [[[1.5] * 2] * 2] * 2
    )


@pytest.mark.parametrize("movable", [False, True])
@pytest.mark.parametrize("prevalence", [0.2, 0.6])
def test_frontiers_part_all_places_of_different_winners(curves, movable, prevalence):
    """Between two such neighbours there is a point of a frontier, and no piece of it leaps."""
    fixed = [lower_envelope([f], [t]) for f, t in ((0.1, 0.5), (0.3, 0.8), (0.6, 0.93))]
    found = preference_map(curves if movable else fixed, prevalence, resolution=41)
    side, frontiers = found.sides[1], found.frontiers()
    points = np.concatenate(frontiers)
    assert points.min() >= 0
    assert points.max() <= 1
    for piece in frontiers:
        assert len(piece) > 1
        assert np.abs(np.diff(piece, axis=0)).sum(axis=1).max() <= 4 * side + 1e-12
        assert np.all(np.diff(piece[:, 0]) >= 0)
    winner = found.winner
    for down, right in ((0, 1), (1, 0)):
        here = winner[: 41 - down, : 41 - right]
        there = winner[down:, right:]
        for row, column in np.argwhere(here != there):
            if 0 < row < 39 and 0 < column < 39:
                middle = found.sides[[column, row]] + side / 2 * np.array([right, down])
                assert np.abs(points - middle).max(axis=1).min() <= side + 1e-9


def test_frontier_of_two_decisions_crosses_the_diagonal_where_they_cost_the_same():
    """At 1 : 1 the diagonal is the line of conditions: 0.2 (1 - c) = 0.4 c."""
    fixed = [lower_envelope([f], [t]) for f, t in ((0.1, 0.5), (0.3, 0.9))]
    (frontier,) = preference_map(fixed, 0.5).frontiers()
    above = frontier[:, 1] - frontier[:, 0]
    (place,) = np.flatnonzero(np.diff(np.sign(above)))
    assert frontier[place : place + 2].mean(axis=0) == pytest.approx([1 / 3, 1 / 3], abs=0.006)


@pytest.mark.parametrize("place", [(-0.1, 0.5), (0.5, 1.1)])
def test_places_outside_of_the_map(place):
    for function in (lambda a, b: preference(0.1, 0.8, 0.2, a, b), preference_measure):
        with pytest.raises(ValueError, match="must lie in"):
            function(*place)
