"""Every cut of a score, against brute force and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score, roc_curve

from orangecontrib.phidelta.core.decisions.spaces import project
from orangecontrib.phidelta.core.thresholds.sweeps import sweep

unhurried = settings(deadline=None)  # for busy machines
EXTREME = [5e-324, -5e-324, 1.5e-323, 1e-323, 0.0, -0.0, 1.7e308, -1.7e308, 1.0, 1 + 2**-52]
few_floats = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(EXTREME)


def cases(scores):
    return st.lists(st.tuples(st.booleans(), scores), min_size=1, max_size=12).map(
        lambda rows: [np.array(column) for column in zip(*rows, strict=True)]
    )


weighted = st.lists(
    st.tuples(st.booleans(), st.integers(-4, 4), st.integers(0, 3)), min_size=2, max_size=12
).map(lambda rows: [np.array(column) for column in zip(*rows, strict=True)])


@pytest.fixture(scope="module")
def data():
    """300 cases, a quarter of them positive, many ties, and weights."""
    random = np.random.default_rng(7)
    is_positive = random.random(300) < 0.25
    scores = np.round(random.normal(is_positive * 0.8), 1)
    return is_positive, scores, random.gamma(0.5, size=300)


@given(cases(few_floats))
@unhurried
def test_counts_at_every_cut(rows):
    is_positive, scores = rows
    result = sweep(is_positive, scores)
    called = scores > result.cuts[:, np.newaxis]
    np.testing.assert_array_equal(result.tp, called[:, is_positive].sum(axis=1))
    np.testing.assert_array_equal(result.fp, called[:, ~is_positive].sum(axis=1))


@given(cases(few_floats))
@unhurried
def test_cuts_lie_between_the_distinct_scores(rows):
    result = sweep(*rows)
    distinct = np.unique(rows[1])[::-1]
    np.testing.assert_array_equal(result.scores, distinct)
    assert (result.cuts[0], result.cuts[-1]) == (np.inf, -np.inf)
    inner, upper, lower = result.cuts[1:-1], distinct[:-1], distinct[1:]
    assert np.all((lower <= inner) & (inner < upper))
    is_room = np.nextafter(lower, upper) < upper
    assert np.all(inner[is_room] > lower[is_room])


def test_cuts_are_midway():
    np.testing.assert_array_equal(
        sweep([1, 0, 1, 0], [4.0, 1.0, 1.0, -3.0]).cuts, [np.inf, 2.5, -1, -np.inf]
    )


@given(cases(st.integers(-50, 50)))
@unhurried
def test_an_increasing_transform_changes_no_count(rows):
    is_positive, scores = rows
    before, after = sweep(is_positive, scores), sweep(is_positive, np.exp(scores / 7) - 1e3)
    np.testing.assert_array_equal(after.tp, before.tp)
    np.testing.assert_array_equal(after.fp, before.fp)


@given(cases(st.integers(-5, 5)))
@unhurried
def test_the_other_class_as_positive_mirrors_the_curve(rows):
    is_positive, scores = rows
    own, other = sweep(is_positive, scores), sweep(~is_positive, -scores)
    np.testing.assert_array_equal(other.cuts, -own.cuts[::-1])
    phi, delta = project(own.sensitivity, own.specificity)
    mirrored = project(other.sensitivity, other.specificity)
    np.testing.assert_allclose(mirrored, (-phi[::-1], delta[::-1]), atol=1e-12)


@given(weighted)
@unhurried
def test_whole_weights_equal_repeated_cases(rows):
    is_positive, scores, weights = rows
    once = sweep(is_positive, scores, weights)
    if weights.sum():
        repeated = sweep(np.repeat(is_positive, weights), np.repeat(scores, weights))
        at = once.index_of(repeated.cuts)
        np.testing.assert_array_equal(once.tp[at], repeated.tp)
        np.testing.assert_array_equal(once.fp[at], repeated.fp)
        assert once.auc == pytest.approx(repeated.auc, nan_ok=True)


@given(cases(st.integers(-5, 5)), cases(st.integers(-5, 5)))
@unhurried
def test_counts_of_merged_data_add_up(some, others):
    together = sweep(*(np.concatenate(pair) for pair in zip(some, others, strict=True)))
    parts = [part.counts(part.index_of(together.cuts)) for part in (sweep(*some), sweep(*others))]
    for cell in ("tp", "fp", "fn", "tn"):
        total = sum(getattr(part, cell) for part in parts)
        whole = getattr(together.counts(np.arange(len(together.cuts))), cell)
        np.testing.assert_array_equal(total, whole)


@pytest.mark.parametrize("has_weights", [False, True])
def test_roc_curve_and_area(data, has_weights):
    is_positive, scores, weights = data
    weights = weights if has_weights else None
    result = sweep(is_positive, scores, weights)
    options = {"sample_weight": weights, "drop_intermediate": False}
    fpr, tpr, _ = roc_curve(is_positive, scores, **options)
    np.testing.assert_allclose([result.fpr, result.tpr], [fpr, tpr], atol=1e-12)
    np.testing.assert_allclose(result.specificity, 1 - fpr, atol=1e-12)
    area = roc_auc_score(is_positive, scores, sample_weight=weights)
    assert result.auc == pytest.approx(area, abs=1e-12)
    assert result.prevalence == pytest.approx(np.average(is_positive, weights=weights))


def test_input_is_left_as_it_was(data):
    copies = [column.copy() for column in data]
    sweep(*data)
    sweep(*data[:2])
    for column, copy in zip(data, copies, strict=True):
        np.testing.assert_array_equal(column, copy)


@pytest.mark.parametrize("is_positive", [True, False])
def test_one_class_only(is_positive):
    result = sweep(np.full(3, is_positive), [1, 2, 2])
    present, absent = (result.tp, result.fp) if is_positive else (result.fp, result.tp)
    np.testing.assert_array_equal(present, [0, 2, 3])
    np.testing.assert_array_equal(absent, 0)
    rates = result.fpr if is_positive else result.tpr
    assert np.isnan([*rates, result.auc, *result.auc_interval()]).all()
    assert result.prevalence == is_positive
    assert (result.hull[0], result.hull[-1]) == (0, 2)


def test_impossible_confidence_level(data):
    for level in (0, 1, 1.5, np.nan):
        with pytest.raises(ValueError, match=f"level.*Got {level}"):
            sweep(*data[:2]).auc_interval(level)


def test_the_hull_of_a_class_that_weighs_next_to_nothing():
    weights = [1e90, 1e-50, 1e90, 2e-50, 1e90]
    hull = sweep([True, False, True, False, True], [0.9, 0.7, 0.6, 0.4, 0.1], weights).hull
    np.testing.assert_array_equal(hull, [0, 1, 3, 5])


def check_hull(result):
    """Concave, from first to last, and as good as all cuts at every trade-off of the rates."""
    hull = result.hull
    assert (hull[0], hull[-1]) == (0, len(result.cuts) - 1)
    x, y = np.diff(result.fp[hull]), np.diff(result.tp[hull])
    assert np.all(np.diff(hull) > 0)
    assert np.all(y[:-1] * x[1:] >= y[1:] * x[:-1] - 1e-9)
    angle = np.linspace(0, np.pi / 2, 361)[:, np.newaxis]
    gain = np.sin(angle) * result.tp - np.cos(angle) * result.fp
    np.testing.assert_allclose(gain[:, hull].max(axis=1), gain.max(axis=1), atol=1e-9)


@given(weighted)
@settings(unhurried, max_examples=200)
def test_hull(rows):
    is_positive, scores, weights = rows
    check_hull(sweep(is_positive, scores))
    check_hull(sweep(is_positive, scores, weights + 0.5))


def test_hull_of_a_longer_curve(data):
    check_hull(sweep(*data))
    assert len(sweep(*data).hull) < len(sweep(*data).cuts) / 2


def test_hull_with_weightless_cases():
    check_hull(sweep([1, 0, 1, 0], [4, 3, 2, 1], [1, 1, 1, 0]))


def test_hull_where_nothing_weighs():
    assert sweep([1, 0, 1], [4, 3, 2], [0, 0, 0]).hull.tolist() == [0, 3]


def test_index_of_any_cut(data):
    is_positive, scores, _ = data
    result = sweep(is_positive, scores)
    cuts = np.concatenate([result.cuts, scores, np.linspace(-9, 9, 200)])
    called = scores > cuts[:, np.newaxis]
    counts = result.counts(result.index_of(cuts))
    np.testing.assert_array_equal(counts.tp, (called & is_positive).sum(axis=1))
    np.testing.assert_array_equal(counts.fp, (called & ~is_positive).sum(axis=1))
    np.testing.assert_array_equal(counts.fn, (~called & is_positive).sum(axis=1))
    np.testing.assert_array_equal(counts.tn, (~called & ~is_positive).sum(axis=1))
    np.testing.assert_array_equal(result.index_of(result.cuts), np.arange(len(result.cuts)))
    assert result.index_of(np.inf) == 0


@pytest.mark.parametrize("resolution", [0.02, 0.003])
def test_thinned_curve_is_the_same_curve(resolution):
    random = np.random.default_rng(3)
    is_positive = random.random(5000) < 0.1
    result = sweep(is_positive, random.normal(is_positive))
    kept = result.thinned(resolution)
    last = len(result.cuts) - 1
    assert (kept[0], kept[-1]) == (0, last)
    assert (np.diff(kept) > 0).all()
    assert len(kept) <= 2 / resolution + 2
    before = kept[np.searchsorted(kept, np.arange(last + 1), side="right") - 1]
    assert np.abs(result.fpr - result.fpr[before]).max() <= resolution
    assert np.abs(result.tpr - result.tpr[before]).max() <= resolution


def test_thinned_curve_of_one_class():
    result = sweep(np.ones(5000, bool), np.arange(5000))
    assert len(result.thinned(0.02)) <= 2 / 0.02 + 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 0, 1], [0.2, np.nan, np.nan]), "finite.*Got 2"),
        (([1, 0], [0.2, np.inf]), "finite.*Got 1"),
        (([], []), r"Got shapes \(0,\)"),
        (([1, 0], [0.2]), r"Got shapes \(1,\) and \(2,\)"),
        (([[1, 0]], [[0.2, 0.3]]), r"Got shapes \(1, 2\) and \(1, 2\)"),
        ((1, 0.2), r"Got shapes \(\) and \(\)"),
        (([1, 0], [0.2, 0.3], [1, -1]), "weights.*Got.*-1"),
        (([1, 0], [0.2, 0.3], [1, np.nan]), "weights.*Got.*nan"),
        (([1, 0], [0.2, 0.3], [1, np.inf]), "weights.*Got.*inf"),
        (([1, 0], [0.2, 0.3], [1]), "2 weights.*Got"),
    ],
    ids=["nan", "inf", "none", "lengths", "a table", "a number"]
    + ["negative weight", "nan weight", "infinite weight", "too few weights"],
)
def test_impossible_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        sweep(*arguments)


def test_thinned_curve_ends_but_once():
    result = sweep([True, False, True, False], [0.9, 0.7, 0.5, 0.2])
    assert result.thinned(0.1).tolist() == [0, 1, 2, 3, 4]
    assert result.thinned(0.6).tolist() == [0, 3, 4]


def test_thinned_curve_where_both_rates_rise_together():
    """Cells of a third: the rates are 0, 1/4, 1/2, 3/4 and 1."""
    result = sweep([True, False] * 4, np.repeat([4, 3, 2, 1], 2))
    assert result.thinned(1 / 3).tolist() == [0, 2, 3, 4]
    assert result.thinned(2).tolist() == [0, 4]


def test_usual_resolution_is_a_thousandth():
    result = sweep([True, False] * 3000, np.arange(6000))
    assert result.thinned().tolist() == result.thinned(0.001).tolist()
    assert 1990 < len(result.thinned()) <= 2002


@pytest.mark.parametrize(
    ("scores", "is_probability"),
    [([1, 0], True), ([1.1, 0.5], False), ([0.5, -0.1], False), ([1 + 1e-9, 0], True)],
)
def test_scores_that_may_be_probabilities(scores, is_probability):
    result = sweep([True, False], scores)
    assert result.is_probability == is_probability
    low, high = result.ends
    assert (low, high) == (0, 1) if is_probability else high - low > scores[0] - scores[1]


def test_who_lacks_a_class_is_told_what_for_it_is_needed():
    sweep([True, False], [0.3, 0.2], [0.5, 0.1]).check_classes("it")
    for is_positive, counts in ([True, True], "2 positives, 0"), ([False] * 2, "0 positives, 2"):
        with pytest.raises(ValueError, match=f"it needs positive and negative.*Got {counts}"):
            sweep(is_positive, [0.3, 0.2]).check_classes("it")
