"""Statistics of scores in blocks, against the sweep of all cases at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from orangecontrib.phidelta.core import MEASURES, ScoreStatistics, best_cut, sweep

GREATEST = np.finfo(float).max
ANY = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
    [0.0, -0.0, 5e-324, -5e-324, GREATEST, -GREATEST, 1.0, np.nextafter(1, 2), np.nextafter(1, 0)]
)
PROBABILITY = st.floats(0, 1) | st.sampled_from(
    [0.0, 0.5, np.nextafter(0.5, 1), 1.0, np.nextafter(1, 0), 1 - 3 * 2.0**-53]
)


def statistics_of(is_positive, scores, weights=None, block=None, **how):
    found = ScoreStatistics(**how)
    block = block or len(scores)
    for start in range(0, len(scores), block):
        part = slice(start, start + block)
        found.update(is_positive[part], scores[part], None if weights is None else weights[part])
    return found


def cases_of(random, count, scale=3.0, shift=1.0):
    """Few positives among many, with scores of their own."""
    is_positive = random.random(count) < 0.1
    logits = random.normal(size=count) * scale + shift * is_positive - 1
    return is_positive, 1 / (1 + np.exp(-logits))


def assert_counted(found, is_positive, scores):
    """Each cut of the found sweep does what the cases say, counted one by one."""
    decides = scores > found.cuts[:, None]
    np.testing.assert_array_equal(found.tp, (decides & is_positive).sum(axis=1))
    np.testing.assert_array_equal(found.fp, (decides & ~is_positive).sum(axis=1))


@pytest.mark.parametrize("are_probabilities", [False, True])
def test_with_few_distinct_scores_it_is_the_sweep_of_all_cases(are_probabilities):
    random = np.random.default_rng(0)
    is_positive, scores = cases_of(random, 400)
    scores = scores.round(2)
    statistics = statistics_of(is_positive, scores, block=37, are_probabilities=are_probabilities)
    whole, found = sweep(is_positive, scores), statistics.sweep()
    assert statistics.is_exact
    assert statistics.area_error == 0
    for name in ("cuts", "tp", "fp", "scores"):
        np.testing.assert_array_equal(getattr(found, name), getattr(whole, name), name)
    best = best_cut(whole, "kappa").value
    assert statistics.best_possible("kappa") == pytest.approx(best, abs=1e-15)


@pytest.mark.parametrize("scores", [ANY, PROBABILITY])
@settings(max_examples=300, deadline=None)  # for busy machines
@given(data=st.data())
def test_every_cut_between_bins_has_its_exact_counts(scores, data):
    values = data.draw(arrays(float, st.integers(1, 40), elements=scores))
    is_positive = data.draw(arrays(bool, len(values)))
    bins = data.draw(st.integers(2, 12))
    statistics = statistics_of(
        is_positive, values, bins=bins, block=7, are_probabilities=scores is PROBABILITY
    )
    found = statistics.sweep()
    assert len(found.cuts) <= bins + 1
    assert_counted(found, is_positive, values)
    # no case equals a cut from above, and a bin's least score is not above its cases
    assert (np.diff(found.cuts) < 0).all()
    assert (found.scores > found.cuts[1:]).all()
    assert found.scores[-1] <= values.min()


@pytest.mark.parametrize("are_probabilities", [False, True])
def test_the_order_and_size_of_blocks_do_not_matter(are_probabilities):
    random = np.random.default_rng(1)
    is_positive, scores = cases_of(random, 3000, scale=9)
    how = {"bins": 64, "are_probabilities": are_probabilities}
    first = statistics_of(is_positive, scores, **how).sweep()
    upwards = np.argsort(scores)
    for order, block in ((slice(None), 17), (upwards, 100), (upwards[::-1], 999)):
        other = statistics_of(is_positive[order], scores[order], block=block, **how).sweep()
        for name in ("cuts", "tp", "fp"):
            np.testing.assert_array_equal(getattr(other, name), getattr(first, name))
    assert 32 < len(first.scores) <= 64


def test_merging_is_adding_the_cases_whichever_is_finer():
    random = np.random.default_rng(2)
    is_positive, scores = cases_of(random, 2000)
    whole = statistics_of(is_positive, scores, bins=50)
    few = statistics_of(is_positive[:30], scores[:30], bins=50)
    many = statistics_of(is_positive[30:], scores[30:], bins=50)
    assert few.is_exact
    assert not many.is_exact
    for one, other in ((few, many), (many, few)):
        merged = ScoreStatistics(bins=50).merge(one).merge(other)
        np.testing.assert_array_equal(merged.sweep().cuts, whole.sweep().cuts)
        np.testing.assert_array_equal(merged.sweep().tp, whole.sweep().tp)
    assert few.is_exact, "what is added is not changed"


def test_sure_models_are_told_apart_near_one():
    random = np.random.default_rng(3)
    is_positive, scores = cases_of(random, 20_000, scale=12, shift=12)
    auc = sweep(is_positive, scores).auc
    plain, folded = (
        statistics_of(is_positive, scores, bins=500, are_probabilities=each)
        for each in (False, True)
    )
    assert abs(folded.sweep().auc - auc) <= folded.area_error < plain.area_error / 20


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_the_area_of_all_cases_is_within_its_bound(data):
    size = data.draw(st.integers(4, 60))
    scores = data.draw(arrays(float, size, elements=st.floats(0, 1)))
    is_positive = data.draw(arrays(bool, size - 2))
    is_positive = np.append(is_positive, [True, False])
    statistics = statistics_of(is_positive, scores, bins=3)
    found = statistics.sweep().auc
    assert abs(found - sweep(is_positive, scores).auc) <= statistics.area_error + 1e-12


def test_no_cut_surpasses_what_is_best_possible():
    random = np.random.default_rng(4)
    is_reached = dict.fromkeys(MEASURES, False)
    for _ in range(40):
        is_positive, scores = cases_of(random, 150, shift=random.choice([-3, 2]))
        weights = random.integers(0, 4, 150).astype(float)
        statistics = statistics_of(is_positive, scores, weights, bins=40)
        whole = sweep(is_positive, scores, weights)
        for name, measure in MEASURES.items():
            best = best_cut(whole, name, 0.3).value
            possible = statistics.best_possible(name, 0.3)
            loss = possible - best if measure.lower_is_better else best - possible
            assert loss <= 1e-12, name
            is_reached[name] |= loss > -0.3 * abs(best)
    assert all(is_reached.values()), "bounds that are this loose say nothing"


def test_weights_are_sums_and_nothing_is_rounded_away():
    random = np.random.default_rng(5)
    is_positive, scores = cases_of(random, 300)
    weights = random.random(300) * 5
    statistics = statistics_of(is_positive, scores, weights, bins=20, block=41)
    found = statistics.sweep()
    for cut, tp, fp in zip(found.cuts, found.tp, found.fp, strict=True):
        called = scores > cut
        assert tp == pytest.approx(weights[called & is_positive].sum())
        assert fp == pytest.approx(weights[called & ~is_positive].sum())
    tripled = statistics_of(is_positive, scores, 3 * weights, bins=20)
    assert tripled.sweep().auc == pytest.approx(found.auc)


def test_far_apart_scores_are_counted_without_an_array_of_all_that_could_lie_between():
    scores = np.array([-1e300, -1e-300, 0, 1e-300, 1e300, 1e300])
    is_positive = np.array([False, False, True, True, False, True])
    statistics = statistics_of(is_positive, scores, bins=4)
    assert_counted(statistics.sweep(), is_positive, scores)


def test_what_cannot_be_is_refused():
    statistics = ScoreStatistics(are_probabilities=True)
    with pytest.raises(ValueError, match="no cases|Got none"):
        statistics.sweep()
    with pytest.raises(ValueError, match=r"must be probabilities. Got 0.5 to 1.5"):
        statistics.update([True, False], [0.5, 1.5])
    with pytest.raises(ValueError, match="finite"):
        statistics.update([True], [np.nan])
    with pytest.raises(ValueError, match="differ in bins or are_probabilities"):
        statistics.merge(ScoreStatistics())
    with pytest.raises(ValueError, match="at least 2 bins"):
        ScoreStatistics(bins=1)


def test_it_says_what_it_holds():
    statistics = ScoreStatistics(bins=2).update([True, False, False], [3.0, 2.0, 2.0])
    assert repr(statistics) == (
        "<ScoreStatistics of 1 positives and 2 negatives, 2 distinct scores>"
    )
    assert repr(statistics.update([True], [-1.0])).endswith(
        "of 2 positives and 2 negatives, 2 bins>"
    )
