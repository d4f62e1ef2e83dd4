"""What holds of any counts and rates: against fractions, scikit-learn and scipy."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st
from promising import Promises, cells, prevalences, rates, sizes, unlike, whole
from scipy.stats import binomtest, false_discovery_control, fisher_exact
from sklearn import metrics as oracle

from orangecontrib.phidelta import core
from orangecontrib.phidelta.core.chance.independence import decision_p_values, q_values
from orangecontrib.phidelta.core.words import count, number

promise = Promises()


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


@promise(st.integers(1, 60), st.integers(1, 60), st.integers(1, 10**6))
def bands_lie_in_the_square(positives, negatives, tests):
    band = core.chance_band(positives, negatives, tests)
    assert np.isfinite(band).all()
    assert band.min() >= -1e-9
    assert band.max() <= 1 + 1e-9


test_some, test_many = promise.tests()
