"""Every measure and its isometrics, against the formulas and lines written out by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS, PARAMETERS
from orangecontrib.phidelta.core.decisions.spaces import CORNERS, phi_delta, project

ASYMMETRIC = {
    "f_beta": {"beta": 2.0},
    "cost": {"cost_fp": 3.0, "cost_fn": 0.5},
    "weighted_distance": {"weight": 0.2},
}
CURVED = ["mcc", "information", "gini", "distance", "weighted_distance"]
STRAIGHT = [name for name in MEASURES if name not in CURVED]
POINTS = np.random.default_rng(0).uniform(0.02, 0.98, (60, 2))


def of(name, fpr, tpr, prevalence):
    return MEASURES[name].of(fpr, tpr, prevalence, **ASYMMETRIC.get(name, {}))


def isometric(name, level, prevalence):
    return MEASURES[name].isometric(level, prevalence, **ASYMMETRIC.get(name, {}))


def distance_to(polyline, point):
    """From a point to the nearest point of a polyline (k, 2)."""
    start, step = polyline[:-1], np.diff(polyline, axis=0)
    length = np.maximum((step**2).sum(axis=1), 1e-300)
    along = np.clip(((point - start) * step).sum(axis=1) / length, 0, 1)
    return np.hypot(*(start + along[:, np.newaxis] * step - point).T).min()


def test_names():
    assert list(MEASURES) == list(EXTREMES)
    assert [name for name, m in MEASURES.items() if m.lower_is_better] == [
        "cost",
        "distance",
        "weighted_distance",
    ]


@pytest.mark.parametrize("prevalence", [0.5, 0.15, 0.8])
def test_values_lie_on_the_lines_of_the_table(prevalence):
    """The isometrics table with beta = 2, c_FP = 3, c_FN = 1/2; both sides of each equation."""
    p, n = prevalence, 1 - prevalence
    fpr, tpr = POINTS.T
    v = {name: of(name, fpr, tpr, p) for name in STRAIGHT}
    q = p * tpr + n * fpr
    equations = {
        "sensitivity": (tpr, v["sensitivity"]),
        "specificity": (1 - fpr, v["specificity"]),
        "accuracy": (n * (1 - fpr) + p * tpr, v["accuracy"]),
        "balanced_accuracy": ((1 - fpr + tpr) / 2, v["balanced_accuracy"]),
        "bias": (2 * n * fpr - 2 * p * (1 - tpr), v["bias"]),
        "phi": (tpr - (1 - fpr), v["phi"]),
        "precision": (p * (1 - v["precision"]) * tpr, n * v["precision"] * fpr),
        "npv": (n * (1 - v["npv"]) * (1 - fpr), p * v["npv"] * (1 - tpr)),
        "f_beta": (p * (5 - v["f_beta"]) * tpr - n * v["f_beta"] * fpr, v["f_beta"] * 4 * p),
        "kappa": (2 * p * n * (tpr - fpr), v["kappa"] * (n * q + p * (1 - q))),
        "youden": (tpr - fpr, v["youden"]),
        "predicted_positive_rate": (q, v["predicted_positive_rate"]),
        "cost": (n * 3 * fpr + p * 0.5 * (1 - tpr), v["cost"]),
    }
    assert set(equations) == set(STRAIGHT)
    for name, (left, right) in equations.items():
        np.testing.assert_allclose(left, right, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("name", MEASURES)
def test_isometric_is_where_the_level_is(name):
    """It passes through every point that has the level, has it everywhere, and stays inside."""
    tolerance = 1e-4 if name in CURVED else 1e-9
    for prevalence in (0.3, 0.85):
        for point in POINTS:
            level = of(name, *point, prevalence)
            lines = isometric(name, level, prevalence)
            assert min(distance_to(line, point) for line in lines) < tolerance
            assert name in CURVED or [line.shape for line in lines] == [(2, 2)]
            fpr, tpr = np.concatenate([*lines, *((a[1:] + a[:-1]) / 2 for a in lines)]).T
            assert min(fpr.min(), tpr.min()) >= 0
            assert max(fpr.max(), tpr.max()) <= 1
            # Beside "always positive" and "always negative" the correlation jumps.
            steady = np.abs(fpr + tpr - 1) < (0.95 if name in CURVED else 1 - 1e-9)
            values = of(name, fpr[steady], tpr[steady], prevalence)
            assert np.abs(values - level).max() < tolerance


@pytest.mark.parametrize("name", CURVED)
def test_curved_isometrics_at_an_extreme_class_ratio(name):
    """A value above and one below the level within 1e-4 of each vertex.

    A little farther for what grows with the square of the distance from its isometric 0.
    """
    reach = 1.5e-4 if name == "gini" else 1e-4
    circle = reach * np.exp(2j * np.pi * np.arange(32) / 32)[:, np.newaxis]
    for prevalence in (1 / 101, 100 / 101):
        for point in POINTS[:20]:
            level = of(name, *point, prevalence)
            fpr, tpr = np.concatenate(isometric(name, level, prevalence)).T
            around = [np.clip(fpr + circle.real, 0, 1), np.clip(tpr + circle.imag, 0, 1)]
            values = of(name, *around, prevalence)
            assert np.all(np.nanmin(values, axis=0) <= level)
            assert np.all(np.nanmax(values, axis=0) >= level)


@pytest.mark.parametrize("name", ["mcc", "information", "gini", "distance"])
def test_coarser_isometrics_are_near_the_same_level(name):
    measure, prevalence = MEASURES[name], 0.2
    levels = measure.levels(prevalence)
    coarse, fine = (measure.isometrics(levels, prevalence, step=step) for step in (2, 1))
    for level, lines in zip(levels, coarse, strict=True):
        points = np.concatenate(lines)
        found = measure.of(*points.T, prevalence)
        np.testing.assert_allclose(found, level, atol=0.01 * (levels[-1] - levels[0]))
    assert 1.7 * sum(map(_size, coarse)) < sum(map(_size, fine))
    exact = measure.of(0.123, 0.789, prevalence)
    (lines,) = measure.isometrics([exact], prevalence, [(0.123, 0.789)], step=2)
    away = np.hypot(*(np.concatenate(lines) - (0.123, 0.789)).T)
    assert away.min() < 1e-9


def _size(lines):
    return sum(map(len, lines))


def test_isometrics_of_several_levels():
    for name in ("cost", "mcc"):
        levels = [0.3, -2, 0.6]
        several = MEASURES[name].isometrics(levels, 0.3, **ASYMMETRIC.get(name, {}))
        for lines, level in zip(several, levels, strict=True):
            np.testing.assert_array_equal(lines, isometric(name, level, 0.3))


@pytest.mark.parametrize("name", ["kappa", "mcc", "youden", "information", "gini"])
def test_level_zero_is_the_no_information_segment(name):
    lines = isometric(name, 0, 0.3)
    fpr, tpr = np.concatenate(lines).T
    np.testing.assert_allclose(fpr, tpr, atol=1e-4)
    for rate in np.linspace(0, 1, 40):
        assert min(distance_to(line, [rate, rate]) for line in lines) < 1e-4


@pytest.mark.parametrize(
    "name", ["accuracy", "balanced_accuracy", "kappa", "mcc", "cost", "distance"]
)
def test_no_isometric_of_a_level_that_only_a_corner_has(name):
    oracle, *_ = CORNERS
    assert isometric(name, of(name, *oracle, 0.3), 0.3) == []


def test_no_isometric_of_a_level_that_no_decision_has():
    for name, level in (("accuracy", 1.2), ("bias", -0.7), ("kappa", -0.9), ("cost", 2.5)):
        assert isometric(name, level, 0.3) == []
    for name, level in (("information", 0.95), ("precision", -0.2), ("mcc", -1.1)):
        assert isometric(name, level, 0.3) == []
    for name, level in (("accuracy", np.nan), ("mcc", np.nan), ("cost", np.inf)):
        assert isometric(name, level, 0.3) == []


P, N = 0.3, 0.7
ENTROPY = -P * np.log2(P) - N * np.log2(N)
# Of the oracle, always positive, the anti-oracle, always negative.
EXTREMES = {
    "sensitivity": (1, 1, 0, 0),
    "specificity": (1, 0, 0, 1),
    "accuracy": (1, P, 0, N),
    "balanced_accuracy": (1, 0.5, 0, 0.5),
    "bias": (0, 2 * N, 2 * (N - P), -2 * P),
    "phi": (0, 1, 0, -1),
    "precision": (1, P, 0, np.nan),
    "npv": (1, np.nan, 0, N),
    "f_beta": (1, 5 * P / (5 * P + N), 0, np.nan),
    "kappa": (1, 0, -2 * P * N / (P**2 + N**2), 0),
    "mcc": (1, np.nan, -1, np.nan),
    "youden": (1, 0, -1, 0),
    "predicted_positive_rate": (P, 1, N, 0),
    "cost": (0, 3 * N, 3 * N + P / 2, P / 2),
    "information": (ENTROPY, 0, ENTROPY, 0),
    "gini": (2 * P * N, 0, 2 * P * N, 0),
    "distance": (0, 1, np.sqrt(2), 1),
    "weighted_distance": (0, np.sqrt(0.8), 1, np.sqrt(0.2)),
}


def test_extreme_classifiers():
    for name, values in EXTREMES.items():
        np.testing.assert_allclose(of(name, *CORNERS.T, P), values, atol=1e-15, err_msg=name)


def test_rounding_errors_of_rates_do_no_harm():
    assert of("information", -1e-12, 1 + 1e-12, P) == pytest.approx(ENTROPY)


def test_swapping_the_classes():
    """Both classes as the positive one: (fpr, tpr, p) becomes (1 - tpr, 1 - fpr, n)."""
    fpr, tpr = POINTS.T
    swapped = {
        name: MEASURES[name].of(
            1 - tpr, 1 - fpr, N, **({"weight": 0.8} if name == "weighted_distance" else {})
        )
        for name in MEASURES
    }
    swapped["cost"] = MEASURES["cost"].of(1 - tpr, 1 - fpr, N, cost_fp=0.5, cost_fn=3)
    own = {name: of(name, fpr, tpr, P) for name in MEASURES}
    expected = own | {
        "sensitivity": own["specificity"],
        "specificity": own["sensitivity"],
        "precision": own["npv"],
        "npv": own["precision"],
        "bias": -own["bias"],
        "phi": -own["phi"],
        "predicted_positive_rate": 1 - own["predicted_positive_rate"],
    }
    del expected["f_beta"]  # of one class only
    for name, values in expected.items():
        np.testing.assert_allclose(swapped[name], values, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("prevalence", [0.5, 0.1, 0.7])
def test_costs_tilt_the_ruler_and_the_class_ratio_does_not(prevalence):
    fpr, tpr = POINTS.T
    phi, delta = project(tpr, 1 - fpr, prevalence)
    for fp, fn in ((1, 1), (5, 2), (1, 7), (1, 0)):
        costs = {"cost_fp": fp, "cost_fn": fn}
        cost = MEASURES["cost"].of(fpr, tpr, prevalence, **costs)
        expected = ((fp + fn) * (1 - delta) + (fp - fn) * phi) / 4
        np.testing.assert_allclose(cost, expected, atol=1e-14)
        (line,) = MEASURES["cost"].isometric(cost[0], prevalence, **costs)
        x, y = phi_delta(prevalence).project(fpr=line[:, 0], tpr=line[:, 1])
        assert np.diff(y) / np.diff(x) == pytest.approx((fp - fn) / (fp + fn))


def test_isometrics_in_the_standard_diagram():
    """Table 4 of the 2018 paper, with the factor 2 that table 2 lacks: δ = slope φ - 1 + 2 v."""
    for name, slope in (("sensitivity", -1), ("specificity", 1), ("accuracy", 0)):
        for level in (0.2, 0.7):
            (line,) = isometric(name, level, 0.5)
            phi, delta = phi_delta().project(fpr=line[:, 0], tpr=line[:, 1])
            np.testing.assert_allclose(delta, slope * phi - 1 + 2 * level, atol=1e-12)


def test_bias_isometrics_are_upright_where_they_are_the_axis():
    """φ_b in the diagram at the class ratio, φ in the standard one, whatever the class ratio."""
    for name, space, level in (("bias", phi_delta(0.2), 0.3), ("phi", phi_delta(), -0.4)):
        (line,) = MEASURES[name].isometric(level, 0.2)
        np.testing.assert_allclose(
            space.project(fpr=line[:, 0], tpr=line[:, 1])[0], level, atol=1e-12
        )
    (line,) = MEASURES["bias"].isometric(0.3, 0.2)
    assert np.ptp(phi_delta().project(fpr=line[:, 0], tpr=line[:, 1])[0]) > 0.1
    # They may even differ in sign: many false positives that are few of the negatives.
    assert of("bias", 0.2, 0.5, 0.1) > 0 > of("phi", 0.2, 0.5, 0.1)


def test_bramers_distances():
    """Euc and WEuc of a classifier with fpr 0.4 and tpr 0.9, written out."""
    assert of("distance", 0.4, 0.9, 0.3) == pytest.approx(0.17**0.5)
    for weight, expected in ((0, 0.4), (0.5, 0.085**0.5), (1, 0.1)):
        found = MEASURES["weighted_distance"].of(0.4, 0.9, 0.3, weight=weight)
        assert found == pytest.approx(expected)
    assert MEASURES["weighted_distance"].of(0.4, 0.9) == pytest.approx(0.085**0.5)


def test_f_with_beta_zero_is_precision():
    fpr, tpr = POINTS.T
    f = MEASURES["f_beta"]
    precision = of("precision", fpr, tpr, 0.2)
    np.testing.assert_allclose(f.of(fpr, tpr, 0.2, beta=0), precision, rtol=1e-12)
    for level in (0.3, 0.8):
        (line,), (expected,) = f.isometric(level, 0.2, beta=0), isometric("precision", level, 0.2)
        np.testing.assert_allclose(line, expected, atol=1e-12)
    # Without positives precision is 0, and sensitivity, which has no weight, undefined.
    without = np.array([0, 0.25, 0, 0.75])
    assert f.of_joint(*without, beta=0) == 0
    assert np.isnan(f.of_joint(*without, beta=0.5))


@pytest.mark.parametrize("beta", [0, 0.5, 2])
def test_f_of_who_is_always_wrong_is_zero_and_without_precision_undefined(beta):
    for cells, expected in (((0, 7, 3, 0), 0), ((0, 1, 3, 6), 0), ((0, 0, 3, 7), np.nan)):
        found = MEASURES["f_beta"].of_joint(*np.array(cells) / 10, beta=beta)
        np.testing.assert_equal(float(found), expected)


def test_break_even_axis():
    """Precision equals recall where the generalised bias is 0."""
    fpr, tpr = np.concatenate(MEASURES["bias"].isometric(0, 0.2)).T
    middle = fpr.mean(), tpr.mean()
    assert of("precision", *middle, 0.2) == pytest.approx(of("sensitivity", *middle, 0.2))


def test_ranges_hold_and_are_tight_over_class_ratios():
    fpr, tpr = np.meshgrid(*2 * [np.linspace(0, 1, 21)])
    for name, measure in MEASURES.items():
        values = [measure.of(fpr, tpr, p) for p in (0.001, 0.3, 0.5, 0.999)]
        low, high = np.nanmin(values), np.nanmax(values)
        assert low >= measure.range[0] - 1e-12, name
        assert high <= measure.range[1] + 1e-12, name
        top = 1 if name == "cost" else measure.range[1]  # unit costs
        assert (low, high) == pytest.approx((measure.range[0], top), abs=0.01), name


@pytest.mark.parametrize("prevalence", [0.5, 0.33, 0.81])
def test_levels(prevalence):
    """Some, at most as many as asked for, evenly spaced, and each has an isometric."""
    for name, measure in MEASURES.items():
        for count in (5, 9):
            levels = measure.levels(prevalence, count, **ASYMMETRIC.get(name, {}))
            assert 2 <= len(levels) <= count, name
            np.testing.assert_allclose(np.diff(levels), levels[1] - levels[0])
            assert all(isometric(name, level, prevalence) for level in levels), name
    np.testing.assert_allclose(
        MEASURES["accuracy"].levels(prevalence, 9), np.arange(1, 10) / 10, atol=1e-12
    )


def test_rounding_does_not_widen_the_steps_between_levels():
    """Costs from 0 to 1, or a rounding error more, are told in tenths; to 1.001, in fifths."""
    rates = np.array([[0, 1], [1, 1]])
    for cost, step in ((1, 0.1), (1 + 1e-12, 0.1), (1 + 1e-3, 0.2)):
        levels = MEASURES["cost"].levels(0.5, 9, rates, cost_fp=2 * cost)
        np.testing.assert_allclose(levels[:2], [step, 2 * step])


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("f_beta", {"beta": -1}, "beta.*Got -1"),
        ("f_beta", {"beta": np.nan}, "beta.*Got nan"),
        ("f_beta", {"cost_fp": 1}, "beta.*Got.*cost_fp"),
        ("cost", {"cost_fp": 0, "cost_fn": 0}, "cost_fp or cost_fn.*Got.*0"),
        ("cost", {"cost_fn": np.inf}, "cost_fn.*Got inf"),
        ("weighted_distance", {"weight": 1.2}, "weight.*Got 1.2"),
        ("distance", {"weight": 0.5}, "none.*Got.*weight"),
        ("accuracy", {"beta": 2}, "none.*Got.*beta"),
    ],
    ids=[
        "negative",
        "nan",
        "unknown",
        "free",
        "infinite",
        "above one",
        "unweighted",
        "takes none",
    ],
)
def test_impossible_parameters(name, parameters, message):
    for call in (MEASURES[name].of, lambda *_, **k: MEASURES[name].isometric(0.5, **k)):
        with pytest.raises(ValueError, match=message):
            call(0.2, 0.7, **parameters)


def test_impossible_prevalence_and_rates():
    measure = MEASURES["accuracy"]
    for call in (lambda p: measure.of(0.2, 0.7, p), lambda p: measure.isometric(0.5, p)):
        with pytest.raises(ValueError, match="prevalence.*Got 1.5"):
            call(1.5)
    with pytest.raises(ValueError, match="tpr.*Got 1.7"):
        measure.of(0.2, 1.7)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("prevalence", [0.001, 0.3, 0.95])
def test_a_line_passes_exactly_through_a_point(name, prevalence):
    """Also where it is curved, and at the edges of the square."""
    measure, parameters = MEASURES[name], ASYMMETRIC.get(name, {})
    for point in (*POINTS[:10], (0.0, 0.371), (0.0123, 1.0)):
        levels = measure.levels_at([point], prevalence, **parameters)
        assert levels == pytest.approx([float(of(name, *point, prevalence))], abs=1e-15)
        (lines,) = measure.isometrics(levels, prevalence, [point], **parameters)
        assert min(distance_to(line, point) for line in lines) < 1e-9


def test_levels_of_points_are_distinct_and_defined():
    """Precision 0.5 for both of two points on one line through the corner, none in the corner."""
    points = [(0.2, 0.6), (0, 0), (0.1, 0.3), (0.4, 0.4)]
    levels = MEASURES["precision"].levels_at(points, 0.25)
    np.testing.assert_allclose(levels, [0.25, 0.5])
    assert len(MEASURES["precision"].levels_at([], 0.25)) == 0
    # 24 fp, 26 fn and 19 fp, 28 fn of 164 and 139: the same cost, but for rounding
    points = [(24 / 164, 113 / 139), (19 / 164, 111 / 139)]
    levels = MEASURES["cost"].levels_at(points, 139 / 303, cost_fn=2.5)
    assert levels == pytest.approx([(24 + 2.5 * 26) / 303])


@pytest.mark.parametrize("name", MEASURES)
def test_levels_of_what_is_in_sight(name):
    """A corner of the square at 1,000 : 1, as a small diamond would show it."""
    random = np.random.default_rng(1)
    rates = 0.002 * random.random(400), random.random(400)
    levels = MEASURES[name].levels(0.001, rates=rates, **ASYMMETRIC.get(name, {}))
    values = of(name, *rates, 0.001)
    assert 3 < len(levels) < 10
    assert values.min() < levels[0] < levels[-1] < values.max()


def test_no_levels_where_nothing_varies():
    for rates in (([0.2, 0.2], [0.7, 0.7]), ([], []), ([0.0], [0.0])):
        assert len(MEASURES["precision"].levels(0.3, rates=np.array(rates))) == 0


def test_levels_reach_every_corner():
    """Accuracy is 1 in one corner of the square and 0 in another, bias 2n and -2p."""
    levels = MEASURES["accuracy"].levels(0.2, 199)
    np.testing.assert_allclose(levels, np.arange(1, 200) / 200)
    levels = MEASURES["bias"].levels(0.2, 199)
    np.testing.assert_allclose(levels[[0, -1]], [-0.39, 1.59])


def test_f_is_the_harmonic_mean_of_precision_and_recall_unless_told():
    """A half of 20 % found, with as many false positives as 5 % of the cases: 2/3 and 1/2."""
    found = MEASURES["f_beta"].of(0.05 / 0.8, 0.5, 0.2)
    assert found == pytest.approx(2 / (3 / 2 + 2))


def round_levels(low, high, count):
    """At most `count` multiples of a round step, strictly between two fractions."""
    least = (high - low) / (count + 1)
    steps = [m * Fraction(10) ** k for k in range(-6, 2) for m in (1, 2, Fraction(5, 2), 5)]
    step = next(step for step in steps if step >= least)
    for width in (step, 2 * step):
        first, last = low // width + 1, -(-high // width) - 1
        levels = [width * k for k in range(first, last + 1)]
        if len(levels) <= count:
            break
    return levels


@given(
    ends=st.tuples(st.integers(-400, 400), st.integers(-400, 400)).filter(lambda e: e[0] < e[1]),
    count=st.integers(1, 12),
)
@settings(max_examples=300, deadline=None)
def test_levels_are_round(ends, count):
    """Of the bias, (fpr - 1 + tpr) at 1 : 1, between two of its values."""
    low, high = (Fraction(end, 400) for end in ends)
    rates = np.array([(float(max(end, 0)), float(1 + min(end, 0))) for end in (low, high)]).T
    levels = MEASURES["bias"].levels(0.5, count, rates)
    expected = round_levels(low, high, count)
    np.testing.assert_allclose(levels, [float(each) for each in expected], atol=1e-12)


def test_nine_levels_of_balanced_classes_are_the_usual_ones():
    measure = MEASURES["bias"]
    np.testing.assert_array_equal(measure.levels(), measure.levels(0.5, 9))
    rates = np.array([[0, 0], [0, 1.0]])
    ten = [MEASURES["sensitivity"].levels(0.5, count, rates) for count in (8, 9, 10)]
    assert [len(levels) for levels in ten] == [4, 9, 9]
    np.testing.assert_array_equal(MEASURES["sensitivity"].levels(rates=rates), ten[1])
    point = [(0.2, 0.7)]
    assert measure.levels_at(point) == measure.levels_at(point, 0.5) == pytest.approx([-0.1])
    assert measure.of(0.2, 0.7) == measure.of(0.2, 0.7, 0.5)
    for found in (measure.isometric(0.2), measure.isometrics([0.2])[0]):
        np.testing.assert_array_equal(found, measure.isometric(0.2, 0.5))


def test_levels_are_of_the_whole_square():
    """A bias just above 1.2 in one corner, and just below -0.8 in the other one."""
    assert MEASURES["bias"].levels(0.39999)[-1] == pytest.approx(1.2)
    assert MEASURES["bias"].levels(0.40001)[0] == pytest.approx(-0.8)


@pytest.mark.parametrize(("difference", "varies"), [(0, False), (1e-12, False), (1.1e-12, True)])
def test_no_levels_where_only_rounding_varies(difference, varies):
    rates = np.array([[0, 0], [0, difference]])
    assert bool(len(MEASURES["sensitivity"].levels(0.5, rates=rates))) == varies


def test_levels_of_points_a_rounding_error_apart_are_one():
    measure = MEASURES["sensitivity"]
    assert len(measure.levels_at([(0, 0.3), (0, 0.3 + 0.8e-12)], 0.2)) == 1
    assert len(measure.levels_at([(0, 0.3), (0, 0.3 + 1.2e-12)], 0.2)) == 2
    assert len(measure.levels_at([(0, 0), (0, 1e-12)], 0.5)) == 1


def test_what_controls_offer():
    told = {name: (each.range, each.default, each.step) for name, each in PARAMETERS.items()}
    assert told == {
        "beta": ((0, 10), 1, 0.5),
        "cost_fp": ((0.01, 10000), 1, 1),
        "cost_fn": ((0.01, 10000), 1, 1),
        "weight": ((0, 1), 0.5, 0.1),
    }
    assert {name: default for name, (_, default, _) in told.items()} == DEFAULTS


@pytest.mark.parametrize(
    ("name", "possible", "impossible"),
    [
        ("beta", (0, 0.5, 1e9), (-1e-9, np.inf)),
        ("cost_fn", (0, 0.001, 1e9), (-1, np.nan)),
        ("weight", (0, 0.5, 1), (-0.01, 1.01)),
    ],
)
def test_what_parameters_may_be(name, possible, impossible):
    for value in possible:
        PARAMETERS[name].check(value)
    end = "1]" if name == "weight" else "inf)"
    for value in impossible:
        with pytest.raises(ValueError, match="must lie in") as told:
            PARAMETERS[name].check(value)
        assert f"[0, {end}. Got {value}" in str(told.value)


def test_one_cost_alone_may_be_zero():
    for costs in ({"cost_fp": 0}, {"cost_fn": 0}):
        MEASURES["cost"].checked(costs)
    assert MEASURES["f_beta"].checked({"beta": 0}) == {"beta": 0}


def test_isometrics_at_the_edges_of_the_square():
    """Lines along an edge and across it, at levels that only just are in the square."""
    for name, level, line in (
        ("sensitivity", 0, [(0, 0), (1, 0)]),
        ("sensitivity", 1, [(0, 1), (1, 1)]),
        ("specificity", 1, [(0, 0), (0, 1)]),
        ("specificity", 0, [(1, 0), (1, 1)]),
        ("predicted_positive_rate", 0.3, [(0, 1), (3 / 7, 0)]),
        ("precision", 1, [(0, 0), (0, 1)]),
        ("precision", 0, [(0, 0), (1, 0)]),
    ):
        (found,) = MEASURES[name].isometric(level, 0.3)
        ends = found if tuple(found[0]) < tuple(found[1]) else found[::-1]
        np.testing.assert_allclose(ends, sorted(line), atol=1e-12)
