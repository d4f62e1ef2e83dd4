"""The affine pictures of the unit square, against the equations written out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orangecontrib.phidelta.core.decisions.spaces import (
    BASELINES,
    CORNER_NAMES,
    CORNERS,
    Space,
    break_even,
    by_strength,
    check_booleans,
    check_rates,
    coverage,
    outline,
    phi_delta,
    project,
    roc,
    unproject,
)

unhurried = settings(deadline=None)  # for busy machines
rates = st.floats(0, 1)
prevalences = st.floats(0.001, 0.999)

SENSITIVITY = np.array([0.9, 0.2, 0.55, 1.0])
SPECIFICITY = np.array([0.3, 0.65, 0.8, 0.0])


@pytest.mark.parametrize("prevalence", [0.5, 0.2, 0.85])
def test_project_is_the_generalised_equation(prevalence):
    p, n = prevalence, 1 - prevalence
    false_positives, false_negatives = n * (1 - SPECIFICITY), p * (1 - SENSITIVITY)
    accuracy = p * SENSITIVITY + n * SPECIFICITY
    phi, delta = project(SENSITIVITY, SPECIFICITY, prevalence)
    np.testing.assert_allclose(phi, 2 * (false_positives - false_negatives), atol=1e-15)
    np.testing.assert_allclose(delta, 2 * accuracy - 1, atol=1e-15)


def test_default_is_the_standard_form():
    phi, delta = project(SENSITIVITY, SPECIFICITY)
    np.testing.assert_allclose(phi, SENSITIVITY - SPECIFICITY, atol=1e-15)
    np.testing.assert_allclose(delta, SENSITIVITY + SPECIFICITY - 1, atol=1e-15)


@pytest.mark.parametrize("prevalence", [0.5, 0.2, 0.85])
def test_corners(prevalence):
    p, n = prevalence, 1 - prevalence
    corners = [[0, 1], [2 * n, p - n], [2 * (n - p), -1], [-2 * p, n - p]]
    np.testing.assert_allclose(outline(prevalence), corners, atol=1e-15)
    assert CORNER_NAMES == ("oracle", "always positive", "anti-oracle", "always negative")


@given(rates, rates, prevalences)
@unhurried
def test_unproject_undoes_project(sensitivity, specificity, prevalence):
    back = unproject(*project(sensitivity, specificity, prevalence), prevalence)
    np.testing.assert_allclose(back, (sensitivity, specificity), atol=1e-9)


@given(rates, rates, prevalences)
@unhurried
def test_swapping_the_classes_mirrors_the_picture(sensitivity, specificity, prevalence):
    phi, delta = project(sensitivity, specificity, prevalence)
    mirrored = project(specificity, sensitivity, 1 - prevalence)
    np.testing.assert_allclose(mirrored, (-phi, delta), atol=1e-12)


@given(rates, prevalences)
@unhurried
def test_no_information_lies_between_the_always_corners(rate, prevalence):
    always, never = outline(prevalence)[[1, 3]]
    point = project(rate, 1 - rate, prevalence)
    np.testing.assert_allclose(point, rate * always + (1 - rate) * never, atol=1e-12)


@pytest.mark.parametrize(
    ("space", "x", "y", "is_rectangle"),
    [
        (roc(), 0.3, 0.8, True),
        (coverage(positives=40, negatives=150), 45, 32, True),
        (phi_delta(), 0.1, 0.5, False),
        (phi_delta(0.2), 0.4, 0.44, False),
    ],
    ids=["roc", "coverage", "standard", "generalised"],
)
def test_a_point_in_every_space(space, x, y, is_rectangle):
    np.testing.assert_allclose(space.project(fpr=0.3, tpr=0.8), (x, y))
    np.testing.assert_allclose(space.unproject(x, y), (0.3, 0.8))
    corners = [space.project(fpr=x, tpr=y) for x, y in ([0, 1], [1, 1], [1, 0], [0, 0])]
    np.testing.assert_allclose(space.outline, corners)
    assert space.is_rectangle == is_rectangle


def test_the_two_conventions_are_not_confused():
    with pytest.raises(TypeError, match="positional"):
        phi_delta().project(0.9, 0.3)
    rates, decision = phi_delta().unproject(0.6, 0.2), unproject(0.6, 0.2)
    assert (rates.fpr, rates.tpr) == pytest.approx((0.7, 0.9))
    assert (decision.sensitivity, decision.specificity) == pytest.approx((0.9, 0.3))


def test_undefined_rates_stay_undefined():
    phi, delta = project([np.nan, 0.8], [0.7, 0.7])
    np.testing.assert_allclose([phi, delta], [[np.nan, 0.1], [np.nan, 0.5]])


@pytest.mark.parametrize("prevalence", [0, 1, 1.5, np.nan])
def test_impossible_prevalence(prevalence):
    for function in (outline, phi_delta, lambda p: project(0.8, 0.7, p)):
        with pytest.raises(ValueError, match=f"prevalence.*Got {prevalence}"):
            function(prevalence)


def test_impossible_rates_and_counts():
    with pytest.raises(ValueError, match="sensitivity.*Got 0.5 to 1.2"):
        project([0.5, 1.2], [0.5, 0.5])
    with pytest.raises(ValueError, match="specificity.*Got -0.1"):
        project(0.5, -0.1)
    with pytest.raises(ValueError, match="Got 3 positives, 0 negatives"):
        coverage(3, 0)
    for cases in ((0, 3), (-2, 3), (3, -2), (3, np.nan), (np.nan, 3)):
        with pytest.raises(ValueError, match="needs positive and negative cases"):
            coverage(*cases)
    coverage(0.5, 0.4)


@pytest.mark.parametrize("beyond", [-2e-9, 1 + 2e-9, -1.3, 2.3, -np.inf])
def test_rates_beyond_rounding_are_impossible(beyond):
    with pytest.raises(ValueError, match="it must lie in"):
        check_rates("it", [0.2, beyond, np.nan])


def test_rates_within_rounding_are_cut_off():
    found = check_rates("it", [-0.9e-9, 0, 0.3, np.nan, 1, 1 + 0.9e-9])
    np.testing.assert_array_equal(found, [0, 0, 0.3, np.nan, 1, 1])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([True, False, True], [True, False, True]),
        ([1, 0, 0], [True, False, False]),
        ([0.0, 1.0], [False, True]),
        (np.array([True, 0, 1.0], object), [True, False, True]),
        ([], []),
    ],
)
def test_what_is_true_or_false(values, expected):
    found = check_booleans("it", values)
    assert found.dtype == bool
    assert found.tolist() == expected


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([1, 0, 2, 3], "2"),
        ([1, -1], "-1"),
        ([0.5, 1.0], "0.5"),
        ([np.nan, 1.0], "nan"),
        (["no", "yes"], "'no'"),
        ([b"0"], "b'0'"),
        (np.array([1, "1", 0], object), "'1'"),
        (np.array([1, None], object), "None"),
    ],
)
def test_what_is_neither_true_nor_false(values, told):
    with pytest.raises(ValueError, match=f"it must be True or False.*Got .*{told}"):
        check_booleans("it", values)


def test_baselines_do_what_they_are_called():
    """Of 2 positives and 2 negatives, one of each being heads."""
    truth = np.array([True, True, False, False])
    called = {
        "always negative": [False] * 4,
        "always positive": [True] * 4,
        "coin": [True, False, True, False],
        "oracle": truth,
    }
    assert list(BASELINES) == list(called)
    for name, calls in called.items():
        calls = np.array(calls)
        assert BASELINES[name] == (calls[~truth].mean(), calls[truth].mean())


def test_balanced_classes_are_the_usual_ones():
    np.testing.assert_array_equal(outline(), outline(0.5))
    np.testing.assert_array_equal(break_even(), break_even(0.5))
    assert unproject(0.6, 0.2) == unproject(0.6, 0.2, 0.5)
    assert phi_delta().y_label == phi_delta(0.5).y_label != phi_delta(0.4).y_label
    assert phi_delta().x_label == phi_delta(0.5).x_label != phi_delta(0.6).x_label
    assert "δ_b" in phi_delta(0.6).y_label
    assert "δ_b" in phi_delta(0.4).y_label


@pytest.mark.parametrize("slant", [[[1, 0.2], [0, 1]], [[1, 0], [0.2, 1]], [[1, -1], [-1, 1]]])
def test_axes_that_mix_the_rates_make_no_rectangle(slant):
    assert not Space("it", np.array(slant), np.zeros(2), "x", "y").is_rectangle


def test_corners_stay_where_they_are():
    with pytest.raises(ValueError, match="read-only"):
        CORNERS[0] = 1


@pytest.mark.parametrize("prevalence", [0.001, 0.2, 0.5, 0.51, 0.97])
def test_as_many_are_called_positive_as_are_on_the_break_even_line(prevalence):
    ends = break_even(prevalence)
    for share in (0, 0.3, 1):
        fpr, tpr = ends[0] + share * (ends[1] - ends[0])
        called = prevalence * tpr + (1 - prevalence) * fpr
        assert called == pytest.approx(prevalence)
    np.testing.assert_array_equal(ends[1], [0, 1])
    # the other end is where the line leaves the square
    assert ends[0][1] == 0 or ends[0][0] == 1
    assert np.all((ends >= 0) & (ends <= 1))


def test_decisions_by_strength():
    """Of δ -0.8, 0.8, 0.1, undefined, then 0.3 and 0.8; of equals the first is first."""
    groups = [
        (np.array([0.9, 0.1, 0.4, np.nan]), np.array([0.1, 0.9, 0.5, 0.2])),
        (np.array([]), np.array([])),
        (np.array([0.5, 0.0]), np.array([0.8, 0.8])),
    ]
    assert by_strength(groups).tolist() == [[0, 0], [0, 1], [2, 1], [2, 0], [0, 2]]
    assert by_strength([]).shape == (0, 2)
    assert by_strength([([], [])]).shape == (0, 2)


@pytest.mark.parametrize(
    ("prevalence", "end"), [(0.2, (0.25, 0)), (0.5, (1, 0)), (0.7, (1, 4 / 7))]
)
def test_as_many_are_called_positive_as_are(prevalence, end):
    found, start = break_even(prevalence)
    assert tuple(start) == (0, 1)
    assert tuple(found) == pytest.approx(end)
    along = start + np.linspace(0, 1, 5)[:, np.newaxis] * (found - start)
    called = (1 - prevalence) * along[:, 0] + prevalence * along[:, 1]
    np.testing.assert_allclose(called, prevalence)


def test_spaces_can_be_members_of_sets():
    space = phi_delta(0.2)
    assert {space, roc(), space} >= {space}


def test_the_strongest_first_and_what_is_undefined_not_at_all():
    groups = [([0.2, 0.9, np.nan], [0.3, 0.1, 0.5]), ([0.5, 0.4], [0.0, 0.5])]
    assert by_strength(groups).tolist() == [[0, 1], [1, 0], [0, 0], [1, 1]]
