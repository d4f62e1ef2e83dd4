"""What holds of any scores, features, weights and missing values: against exact arithmetic."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume
from hypothesis import strategies as st
from promising import Promises, prevalences, sizes, tables, unlike, values
from sklearn import metrics as oracle

from orangecontrib.phidelta import core

promise = Promises()


close = st.builds(lambda n: 0.5 + n * 2.0**-53, st.integers(0, 6))


@promise(tables(of=st.one_of(values, close), missing=False))
def sweeps_count_what_each_cut_decides(made):
    X, y, w = made
    scores = X[:, 0]
    found = core.sweep(y, scores, w)
    for cut, tp, fp in zip(found.cuts, found.tp, found.fp, strict=True):
        for told, of_class in ((tp, y), (fp, ~y)):
            exact = math.fsum(w[of_class & (scores > cut)])
            assert told == pytest.approx(exact, rel=1e-12, abs=1e-13 * w[of_class].sum())
    assert (np.diff(found.tp) >= 0).all()
    assert (np.diff(found.fp) >= 0).all()
    assert len(found.scores) == len(set(scores.tolist()))


@promise(tables(of=st.one_of(values, close), missing=False))
def areas_are_shares_of_pairs(made):
    X, y, w = made
    scores, exact = X[:, 0], [Fraction(each) for each in w]
    won = total = Fraction(0)
    for i in np.flatnonzero(y):
        for j in np.flatnonzero(~y):
            pair = exact[i] * exact[j]
            total += pair
            won += pair * (2 if scores[i] > scores[j] else int(scores[i] == scores[j])) / 2
    assert not unlike(core.sweep(y, scores, w).auc, won / total, 1e-9)


@promise(tables(missing=False, weighted=st.floats(0.5, 3)))
def sweeps_are_those_of_scikit_learn(made):
    X, y, w = made
    found = core.sweep(y, X[:, 0], w)
    fpr, tpr, _ = oracle.roc_curve(y, X[:, 0], sample_weight=w, drop_intermediate=False)
    np.testing.assert_allclose(found.fpr, fpr, atol=1e-12)
    np.testing.assert_allclose(found.tpr, tpr, atol=1e-12)


@promise(tables(missing=False), st.floats(0, 50), st.floats(0, 50), st.floats(0.01, 0.99))
def no_cut_costs_less_than_the_best(made, cost_fp, cost_fn, prevalence):
    X, y, w = made
    assume(cost_fp + cost_fn > 0)
    sweep = core.sweep(y, X[:, 0], w)
    best = core.best_cut(sweep, "cost", prevalence, cost_fp=cost_fp, cost_fn=cost_fn)
    costs = cost_fp * (1 - prevalence) * sweep.fpr + cost_fn * prevalence * (1 - sweep.tpr)
    scale = cost_fp + cost_fn
    assert best.value <= costs.min() + 1e-12 * scale
    assert costs[best.index] == pytest.approx(best.value, abs=1e-12 * scale)
    assert sweep.index_of(best.cut) == best.index
    hull = costs[sweep.hull].min()
    assert hull <= costs.min() + 1e-9 * scale


@promise(tables(missing=False), st.sampled_from(sorted(core.MEASURES)), prevalences)
def no_cut_is_better_than_the_best(made, measure, prevalence):
    X, y, w = made
    sweep = core.sweep(y, X[:, 0], w)
    curve = core.measure_curve(sweep, measure, prevalence)
    if not curve.has_best:
        assert np.isnan(curve.values).all()
        return
    each = [float(sweep.counts(i).measure(measure, prevalence)) for i in range(len(sweep.cuts))]
    best = np.nanmin(each) if core.MEASURES[measure].lower_is_better else np.nanmax(each)
    assert curve.best.value == pytest.approx(best, abs=1e-9)
    for maximum in (3, 5):
        assert len(curve.table(maximum, cost_fp=1, cost_fn=1)["cut"]) <= maximum


def known(X, y, w, feature):
    """Values, classes and exact weights of the cases where a feature is known."""
    is_known = ~np.isnan(X[:, feature]) & (w > 0)
    exact = [Fraction(each) for each in w[is_known]]
    return [Fraction(x) for x in X[is_known, feature]], y[is_known], exact


def exact_mean(x, w):
    return sum(a * b for a, b in zip(x, w, strict=True)) / sum(w)


@promise(tables())
def signatures_are_means_over_ranges(made):
    X, y, w = made
    signature = core.class_signature(X, y, weights=w, tests=False)
    for feature in range(X.shape[1]):
        x, is_positive, exact = known(X, y, w, feature)
        mark = int(np.flatnonzero(signature.features == feature)[0])
        told = float(signature.delta[mark])
        sides = [
            [(a, b) for a, b, s in zip(x, exact, is_positive, strict=True) if s == side]
            for side in (True, False)
        ]
        if not all(sides) or max(x) == min(x):
            assert math.isnan(told)
            continue
        means = [exact_mean(*zip(*side, strict=True)) for side in sides]
        assert not unlike(told, (means[0] - means[1]) / (max(x) - min(x)), 1e-9)


@promise(tables(of=st.integers(-3, 3).map(float)))
def best_cuts_are_the_greatest_of_all(made):
    X, y, w = made
    signature = core.class_signature(X, y, weights=w, encoding="best cut", tests=False)
    for mark, feature in enumerate(signature.features):
        x, is_positive, exact = known(X, y, w, feature)
        total = [
            sum((e for e, s in zip(exact, is_positive, strict=True) if s == side), Fraction(0))
            for side in (True, False)
        ]
        if not all(total):
            assert math.isnan(signature.delta[mark])
            continue
        deltas = [
            sum(
                e / total[0] if s else -e / total[1]
                for a, e, s in zip(x, exact, is_positive, strict=True)
                if a > cut
            )
            for cut in set(x)
        ]
        if len(set(x)) > 1:
            assert not unlike(abs(signature.delta[mark]), max(map(abs, deltas)), 1e-9)


@promise(tables(of=st.integers(-3, 3).map(float), missing=False))
def ranks_are_areas(made):
    X, y, w = made
    signature = core.class_signature(X, y, weights=w, encoding="ranks", tests=False)
    for mark, feature in enumerate(signature.features):
        if len(set(X[w > 0, feature])) > 1:
            auc = core.sweep(y, X[:, feature], w).auc
            assert signature.delta[mark] == pytest.approx(auc - 0.5, abs=1e-9)


@promise(tables(of=st.integers(0, 3).map(float)))
def values_are_shares_of_the_classes(made):
    X, y, w = made
    names = tuple("pqrs")
    signature = core.class_signature(X, y, weights=w, values=[names] * X.shape[1], tests=False)
    for mark, (feature, subset) in enumerate(
        zip(signature.features, signature.subsets, strict=True)
    ):
        x, is_positive, exact = known(X, y, w, feature)
        for told, side in ((signature.tpr[mark], True), (signature.fpr[mark], False)):
            of_side = [(a, e) for a, e, s in zip(x, exact, is_positive, strict=True) if s == side]
            total = sum(e for _, e in of_side)
            if total and not math.isnan(told):
                share = sum((e for a, e in of_side if int(a) in subset), Fraction(0)) / total
                assert not unlike(told, share, 1e-9)


@promise(tables(weighted=st.floats(0.5, 3)), st.integers(0, 14))
def blocks_may_be_merged_in_any_order(made, place):
    X, y, w = made
    whole = core.FeatureStatistics().update(X, y, w).signature()
    first = (
        core.FeatureStatistics().update(X[place:], y[place:], w[place:])
        if place < len(X)
        else core.FeatureStatistics()
    )
    second = (
        core.FeatureStatistics().update(X[:place], y[:place], w[:place])
        if place
        else core.FeatureStatistics()
    )
    merged = first.merge(second).signature()
    np.testing.assert_allclose(merged.delta, whole.delta, atol=1e-9)
    np.testing.assert_allclose(merged.standard_error, whole.standard_error, atol=1e-9)


@promise(
    tables(of=st.integers(-2, 2).map(float)), st.sampled_from(["linear", "best cut", "ranks"])
)
def sparse_tables_say_the_same(made, encoding):
    X, y, w = made
    dense = core.class_signature(X, y, weights=w, encoding=encoding)
    for form in (sp.csr_matrix, sp.csc_matrix, sp.csr_array):
        sparse = core.class_signature(form(X), y, weights=w, encoding=encoding)
        np.testing.assert_allclose(sparse.delta, dense.delta, atol=1e-9)
        np.testing.assert_allclose(sparse.p_value, dense.p_value, atol=1e-6)


@promise(tables(), st.sampled_from(sorted(core.CRITERIA)), prevalences)
def ranks_follow_the_criterion(made, criterion, prevalence):
    X, y, w = made
    found = core.rank(core.class_signature(X, y, weights=w), criterion, prevalence)
    assert (
        sorted(found.feature_ranks.tolist()) == list(range(1, X.shape[1] + 1))
        or len(set(found.feature_ranks.tolist())) < X.shape[1]
    )
    ordered = found.values[found.order]
    kept = ordered[~np.isnan(ordered)]
    steps = np.diff(kept) if len(kept) > 1 else np.zeros(0)
    assert (steps <= 0).all() or (steps >= 0).all()
    assert np.isnan(ordered[len(kept) :]).all(), "what is undefined comes last"


@promise(tables(of=st.integers(-2, 2).map(float), weighted=st.just(1.0)))
def similarity_is_a_correlation(made):
    X, _, _ = made
    assume(X.shape[1] > 1)
    is_known = ~np.isnan(X[:, :2]).any(axis=1)
    told = core.similarity(X[:, 0], X[:, 1])
    assert 0 <= told <= 1 + 1e-12
    if is_known.sum() > 1 and X[is_known, 0].std() > 0 and X[is_known, 1].std() > 0:
        assert told == pytest.approx(abs(np.corrcoef(X[is_known, :2].T)[0, 1]), abs=1e-9)


@promise(tables(of=st.floats(0, 1), missing=False))
def probabilities_are_judged_as_by_scikit_learn(made):
    X, y, _ = made
    brier = oracle.brier_score_loss(y, X[:, 0])
    assert core.brier_score(y, X[:, 0]) == pytest.approx(brier, abs=1e-12)
    told = core.log_likelihood(y, X[:, 0])
    exact = sum(math.log(p) if p > 0 else -math.inf for p in np.where(y, X[:, 0], 1 - X[:, 0]))
    assert told == pytest.approx(exact, rel=1e-9, abs=1e-9)


@promise(tables(), st.tuples(sizes, sizes, sizes, sizes))
def how_numpy_takes_underflow_does_not_matter(made, cells):
    X, y, w = made
    assume(math.isfinite(sum(cells)) and sum(cells) > 0)
    with np.errstate(under="raise"):
        core.Counts(*cells).measures()
        core.sweep(y, np.nan_to_num(X[:, 0]), w)
        core.class_signature(X, y, weights=w)


test_some, test_many = promise.tests()
