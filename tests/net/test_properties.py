"""What holds of core for any counts, scores, tables, weights: against exact arithmetic.

The oracles are fractions of whole numbers (each float is one), loops over cases, scikit-learn and
scipy. `test_some` is part of every run; `test_many` of `make test-long`.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, false_discovery_control, fisher_exact
from sklearn import metrics as oracle

from orangecontrib.phidelta import core
from orangecontrib.phidelta.core.chance.independence import decision_p_values, q_values
from orangecontrib.phidelta.core.words import count, number

SOME, MANY = 15, 600
PROMISES = []


def promise(*strategies):
    """Register what holds of all that these strategies make."""

    def registered(check):
        PROMISES.append((check, strategies))
        return check

    return registered


def run(check, strategies, examples):
    odd = (HealthCheck.too_slow, HealthCheck.filter_too_much)
    how = settings(
        max_examples=examples, derandomize=True, database=None, deadline=None,
        suppress_health_check=odd, phases=[Phase.generate],
    )  # fmt: skip
    how(given(*strategies)(check))()


def unlike(one, other, error):
    """Whether a float is further from an exact value than so much of 1."""
    return abs(Fraction(float(one)) - other) > Fraction(error)


whole = st.one_of(st.integers(0, 40), st.integers(0, 10**15))
sizes = st.builds(lambda m, e: m * 10.0**e, st.floats(1, 9.99), st.integers(-150, 149))
prevalences = st.one_of(
    st.floats(0.01, 0.99), st.sampled_from([1e-12, 1e-9, 1 - 1e-12, 1e-300, 1 - 2**-53])
)
rates = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 5e-324, 1 - 2**-53, 1e-12]))
cells = st.tuples(whole, whole, whole, whole).filter(any)
weights = st.one_of(st.floats(0.1, 9), sizes, st.just(0.0))
values = st.one_of(st.integers(-5, 5).map(float), st.floats(-1e6, 1e6))


@st.composite
def tables(draw, of=values, missing=True, weighted=weights):
    """Features, classes and weights of a few cases; both classes have one of positive weight."""
    rows, columns = draw(st.integers(2, 14)), draw(st.integers(1, 3))
    entry = st.one_of(of, of, of, st.just(math.nan)) if missing else of
    X = np.array([[draw(entry) for _ in range(columns)] for _ in range(rows)])
    y = np.array([draw(st.booleans()) for _ in range(rows)])
    w = np.array([draw(weighted) for _ in range(rows)])
    assume((w[y] > 0).any() and (w[~y] > 0).any())
    return X, y, w


def exact_measures(tp, fp, fn, tn):
    """Rational measures as fractions, None where they are not defined."""
    total = tp + fp + fn + tn
    chance = (tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)
    pairs = {
        "sensitivity": (tp, tp + fn),
        "specificity": (tn, tn + fp),
        "precision": (tp, tp + fp),
        "npv": (tn, tn + fn),
        "accuracy": (tp + tn, total),
        "bias": (2 * (fp - fn), total),
        "predicted_positive_rate": (tp + fp, total),
        "kappa": ((tp + tn) * total - chance, total**2 - chance),
        "youden": (tp * tn - fp * fn, (tp + fn) * (fp + tn)),
    }
    return {n: Fraction(a) / Fraction(b) if b else None for n, (a, b) in pairs.items()}


def check_measures(measured, exact, error=1e-9):
    for name, value in exact.items():
        told = float(measured[name])
        if value is None:
            assert math.isnan(told), f"{name} of nothing is {told}"
        else:
            assert not math.isnan(told), f"{name} should be {float(value)}"
            assert not unlike(told, value, error), f"{name}: {told} is not {float(value)}"


@promise(cells)
def measures_of_whole_counts(cells):
    check_measures(core.Counts(*cells).measures(), exact_measures(*cells))


@promise(st.tuples(sizes, sizes, sizes, sizes))
def measures_of_weights_of_all_sizes(cells):
    measured = core.Counts(*cells).measures()
    exact = exact_measures(*map(Fraction, cells))
    del exact["kappa"]  # its parts may be smaller than any float
    check_measures(measured, exact)


@promise(cells)
def correlation_is_that_of_exact_counts(cells):
    tp, fp, fn, tn = cells
    square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    told = float(core.Counts(*cells).measure("mcc"))
    if square == 0:
        assert math.isnan(told)
        return
    exact = Fraction(tp * tn - fp * fn, math.isqrt(square * 10**24)) * 10**12
    assert not unlike(told, exact, 1e-7)


@promise(rates, rates, prevalences)
def measures_at_any_prevalence(fpr, tpr, prevalence):
    counts = core.Counts.from_rates(tpr, 1 - fpr)
    p, t, f = Fraction(prevalence), Fraction(float(counts.tpr)), Fraction(float(counts.fpr))
    exact = exact_measures(p * t, (1 - p) * f, p * (1 - t), (1 - p) * (1 - f))
    kept = {k: exact[k] for k in ("sensitivity", "specificity", "accuracy", "bias", "youden")}
    check_measures(counts.measures(prevalence), kept)


@promise(cells, prevalences)
def all_measures_are_in_range(cells, prevalence):
    counts = core.Counts(*cells)
    for name, measure in core.MEASURES.items():
        for at in (None, prevalence):
            value = float(counts.measure(name, at))
            low, high = measure.range
            assert math.isnan(value) or low - 1e-9 <= value <= high + 1e-9, (name, at, value)


@promise(rates, rates, prevalences)
def projections_are_undone(sensitivity, specificity, prevalence):
    phi, delta = core.project(sensitivity, specificity, prevalence)
    found = core.unproject(phi, delta, prevalence)
    # the rate of a class that is rarer than a rounding error cannot be read from the sum of both
    if 1e-4 < prevalence < 1 - 1e-4:
        assert found.sensitivity == pytest.approx(sensitivity, abs=1e-9)
        assert found.specificity == pytest.approx(specificity, abs=1e-9)
    assert -2 - 1e-9 <= float(phi) <= 2 + 1e-9
    assert -1 - 1e-9 <= float(delta) <= 1 + 1e-9


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


@promise(whole, whole, st.floats(0.5, 0.999))
def intervals_are_those_of_wilson(first, second, level):
    trials, successes = first + second, first
    low, high = core.wilson_interval(successes, trials, level)
    if trials == 0:
        assert math.isnan(low)
        return
    share = successes / trials
    assert -1e-12 <= low <= share * (1 + 1e-9) + 1e-12
    assert share * (1 - 1e-9) - 1e-12 <= high <= 1
    if trials < 10**9:
        exact = binomtest(successes, trials).proportion_ci(level, method="wilson")
        assert (low, high) == pytest.approx((exact.low, exact.high), abs=1e-9)


small = st.integers(0, 12)


@promise(st.tuples(small, small, small, small))
def p_values_are_those_of_fisher(cells):
    tp, fp, fn, tn = cells
    assume(tp + fn and fp + tn and tp + fp and fn + tn)
    rates = np.array([[fp / (fp + tn)], [tp / (tp + fn)]])
    cases = np.array([[fp + tn], [tp + fn]], float)
    exact = fisher_exact([[tp, fp], [fn, tn]]).pvalue
    assert decision_p_values(rates, cases)[0] == pytest.approx(exact, abs=1e-9)


@promise(st.lists(st.one_of(st.floats(0, 1), st.just(math.nan)), min_size=1, max_size=9))
def q_values_are_those_of_benjamini_and_hochberg(p_values):
    p_values = np.array(p_values)
    [told] = q_values(p_values)
    is_known = ~np.isnan(p_values)
    assert np.isnan(told[~is_known]).all()
    if is_known.any():
        ordered, ranks = np.sort(p_values[is_known]), np.arange(1, is_known.sum() + 1)
        exact = np.minimum.accumulate((ordered * len(ranks) / ranks)[::-1])[::-1].clip(0, 1)
        np.testing.assert_allclose(np.sort(told[is_known]), exact, atol=1e-12)
        np.testing.assert_allclose(told[is_known], false_discovery_control(p_values[is_known]))


@promise(st.lists(st.lists(st.integers(0, 10**5), min_size=3, max_size=3), min_size=3, max_size=3))
def many_classes_are_those_of_scikit_learn(confusion):
    confusion = np.array(confusion)
    assume(confusion.sum(axis=1).min() > 0 and confusion.sum(axis=0).min() > 0)
    found, actual, said = core.multiclass_measures(confusion), *np.indices((3, 3)).reshape(2, 9)
    told = {"sample_weight": confusion.ravel()}
    assert found["accuracy"] == pytest.approx(
        oracle.accuracy_score(actual, said, **told), abs=1e-9
    )
    assert found["kappa"] == pytest.approx(
        oracle.cohen_kappa_score(actual, said, **told), abs=1e-9
    )
    assert found["mcc"] == pytest.approx(oracle.matthews_corrcoef(actual, said, **told), abs=1e-9)


@promise(tables(of=st.floats(0, 1), missing=False))
def probabilities_are_judged_as_by_scikit_learn(made):
    X, y, _ = made
    brier = oracle.brier_score_loss(y, X[:, 0])
    assert core.brier_score(y, X[:, 0]) == pytest.approx(brier, abs=1e-12)
    told = core.log_likelihood(y, X[:, 0])
    exact = sum(math.log(p) if p > 0 else -math.inf for p in np.where(y, X[:, 0], 1 - X[:, 0]))
    assert told == pytest.approx(exact, rel=1e-9, abs=1e-9)


costs = st.one_of(st.floats(0, 100), st.sampled_from([0.0, 1e-12, 1e12]))


@promise(costs, costs, prevalences, prevalences)
def theory_has_the_least_expected_cost(cost_fp, cost_fn, prevalence, of_data):
    assume(cost_fp + cost_fn > 0)
    cut = core.theoretical_cut(cost_fp, cost_fn, prevalence=prevalence, data_prevalence=of_data)
    assert 0 <= cut <= 1
    if 1e-9 < prevalence < 1 - 1e-9 and 1e-9 < of_data < 1 - 1e-9 and cost_fp and cost_fn:
        p, d, a, b = map(Fraction, (prevalence, of_data, cost_fp, cost_fn))
        odds = a / b * ((1 - p) / p) / ((1 - d) / d)
        assert not unlike(cut, odds / (1 + odds), 1e-9)


amounts = st.one_of(
    whole.map(float), sizes, st.sampled_from([0.0, 2.0**63, 1e300, 5e-324, 1.7e308])
)


@promise(st.tuples(amounts, amounts, amounts, amounts), st.one_of(st.none(), prevalences))
def any_counts_have_words(cells, prevalence):
    assume(all(math.isfinite(sum(pair)) for pair in (cells, cells[:2])))
    counts = core.Counts(*cells)
    assert "misses" in core.explain(counts, "<b>", prevalence, "name", 0.5)


@promise(st.floats(allow_nan=True, allow_infinity=True))
def any_number_has_words(value):
    assert number(value)
    if value >= 0:
        assert count(value)


@promise(tables(), st.tuples(amounts, amounts, amounts, amounts))
def how_numpy_takes_underflow_does_not_matter(made, cells):
    X, y, w = made
    assume(math.isfinite(sum(cells)) and sum(cells) > 0)
    with np.errstate(under="raise"):
        core.Counts(*cells).measures()
        core.sweep(y, np.nan_to_num(X[:, 0]), w)
        core.class_signature(X, y, weights=w)


@promise(st.integers(1, 60), st.integers(1, 60), st.integers(1, 10**6))
def bands_lie_in_the_square(positives, negatives, tests):
    band = core.chance_band(positives, negatives, tests)
    assert np.isfinite(band).all()
    assert band.min() >= -1e-9
    assert band.max() <= 1 + 1e-9


_NAMES = [check.__name__ for check, _ in PROMISES]


@pytest.mark.parametrize(("check", "strategies"), PROMISES, ids=_NAMES)
def test_some(check, strategies):
    run(check, strategies, SOME)


@pytest.mark.long
@pytest.mark.parametrize(("check", "strategies"), PROMISES, ids=_NAMES)
def test_many(check, strategies):
    run(check, strategies, MANY)
