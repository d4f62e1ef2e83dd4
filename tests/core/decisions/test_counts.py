"""Counts and every measure of them, against scikit-learn and scipy."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn import metrics
from sklearn.tree import DecisionTreeClassifier

from orangecontrib.phidelta.core.decisions.counts import (
    Counts,
    brier_score,
    check_level,
    log_likelihood,
    prevalence_of,
    wilson_interval,
)

TP, FP, FN, TN = 23, 7, 11, 59
IS_POSITIVE = np.repeat([True, False, True, False], [TP, FP, FN, TN])
IS_CALLED = np.repeat([True, True, False, False], [TP, FP, FN, TN])
COST_FP, COST_FN, WEIGHT = 3.0, 0.5, 0.2
PARAMETERS = {"beta": 2.0, "cost_fp": COST_FP, "cost_fn": COST_FN, "weight": WEIGHT}


def _information(y, d, w):
    # scikit-learn cuts the sums of the table to whole numbers
    table = metrics.confusion_matrix(y, d, sample_weight=w) * 1e6
    return metrics.mutual_info_score(None, None, contingency=table) / np.log(2)


def _gini(y, d, w):
    tree = DecisionTreeClassifier(max_depth=1).fit(d[:, np.newaxis], y, w).tree_
    share = tree.weighted_n_node_samples / w.sum()
    return tree.impurity[0] - share[1:] @ tree.impurity[1:]


def _distance(y, d, w, weights=(1, 1)):
    fpr = 1 - metrics.recall_score(y, d, pos_label=0, sample_weight=w)
    fnr = 1 - metrics.recall_score(y, d, sample_weight=w)
    return np.sqrt(weights[0] * fpr**2 + weights[1] * fnr**2)


def _mean(values, w):
    return np.average(values, weights=w)


def _scikit(function, **options):
    return lambda y, d, w: function(y, d, sample_weight=w, **options)


recall, specificity = (_scikit(metrics.recall_score, pos_label=k) for k in (1, 0))
precision = _scikit(metrics.precision_score)
accuracy = _scikit(metrics.accuracy_score)
youden = _scikit(metrics.balanced_accuracy_score, adjusted=True)


def _bias(y, d, w):
    return 2 * (_mean(d, w) - _mean(y, w))


# Each oracle is a function of class, decision and case weights.
ORACLES = {
    "sensitivity": recall,
    "specificity": specificity,
    "accuracy": accuracy,
    "balanced_accuracy": _scikit(metrics.balanced_accuracy_score),
    "bias": _bias,
    "precision": precision,
    "npv": _scikit(metrics.precision_score, pos_label=0),
    "f_beta": _scikit(metrics.fbeta_score, beta=2.0),
    "kappa": _scikit(metrics.cohen_kappa_score),
    "mcc": _scikit(metrics.matthews_corrcoef),
    "youden": youden,
    "predicted_positive_rate": lambda y, d, w: _mean(d, w),
    "cost": lambda y, d, w: _mean(np.where(d, COST_FP, COST_FN) * (y != d), w),
    "information": _information,
    "distance": _distance,
    "weighted_distance": lambda y, d, w: _distance(y, d, w, (1 - WEIGHT, WEIGHT)),
    "error": _scikit(metrics.zero_one_loss),
    "fpr": lambda y, d, w: 1 - specificity(y, d, w),
    "fnr": lambda y, d, w: 1 - recall(y, d, w),
    "phi": lambda y, d, w: recall(y, d, w) - specificity(y, d, w),
    "delta": youden,
    "phi_b": _bias,
    "delta_b": lambda y, d, w: 2 * accuracy(y, d, w) - 1,
    "gini": _gini,
    "lift": lambda y, d, w: precision(y, d, w) / _mean(y, w),
}


ONES = np.ones(len(IS_POSITIVE))
AT_A_TENTH = np.where(IS_POSITIVE, 0.1 / IS_POSITIVE.mean(), 0.9 / (1 - IS_POSITIVE.mean()))
UNEVEN = np.random.default_rng(0).gamma(0.5, size=len(IS_POSITIVE))


@pytest.mark.parametrize(
    ("weights", "prevalence", "oracle_weights"),
    [(None, None, ONES), (None, 0.1, AT_A_TENTH), (UNEVEN, None, UNEVEN)],
    ids=["as counted", "at another class ratio", "weighted"],
)
def test_every_measure(weights, prevalence, oracle_weights):
    counts = Counts.from_decisions(IS_POSITIVE, IS_CALLED, weights)
    values = counts.measures(prevalence, **PARAMETERS)
    expected = {
        name: oracle(IS_POSITIVE, IS_CALLED, oracle_weights) for name, oracle in ORACLES.items()
    }
    assert {name: float(value) for name, value in values.items()} == pytest.approx(expected)


def test_one_measure_by_name_is_the_same_and_takes_arrays():
    counts = Counts([TP, 2], [FP, 40], [FN, 17], [TN, 3])
    both = counts.measures(prevalence=0.1, beta=2.0)["f_beta"]
    np.testing.assert_array_equal(counts.measure("f_beta", prevalence=0.1, beta=2.0), both)
    second = Counts(2, 40, 17, 3).measure("f_beta", prevalence=0.1, beta=2.0)
    assert both[1] == second != both[0]


def test_sums_and_rates():
    counts = Counts.from_decisions(IS_POSITIVE, IS_CALLED)
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == (TP, FP, FN, TN)
    assert (counts.positives, counts.negatives, counts.total) == (34, 66, 100)
    assert (counts.prevalence, counts.fpr, counts.tpr) == (0.34, 7 / 66, 23 / 34)
    drawn = Counts.from_rates(sensitivity=0.75, specificity=0.9, positives=8, negatives=50)
    assert (drawn.tp, drawn.fp, drawn.fn, drawn.tn) == pytest.approx((6, 5, 2, 45))


#: What needs cases of both classes.
_BOTH = "youden distance weighted_distance balanced_accuracy phi delta"
NOT_COMPUTABLE = {
    # no positive cases
    (0, 3, 0, 9): f"sensitivity fnr f_beta mcc {_BOTH} lift",
    (0, 0, 0, 9): f"sensitivity fnr f_beta mcc {_BOTH} lift precision kappa",
    # no negative cases
    (3, 0, 9, 0): f"specificity fpr mcc {_BOTH}",
    (9, 0, 0, 0): f"specificity fpr mcc {_BOTH} npv kappa",
    # never positive, always positive
    (0, 0, 3, 9): "precision f_beta mcc lift",
    (3, 9, 0, 0): "npv mcc",
    (0, 0, 0, 0): " ".join(ORACLES),
    (3, 0, 0, 9): "",
    (0, 3, 9, 0): "",
}


@pytest.mark.parametrize("cells", NOT_COMPUTABLE)
def test_undefined_is_nan_and_nothing_else_is(cells):
    values = Counts(*cells).measures()
    undefined = {name for name, value in values.items() if np.isnan(value)}
    assert undefined == set(NOT_COMPUTABLE[cells].split())


def test_wilson_interval():
    successes, trials = np.array([[0, 3, 17, 40], [1, 9, 30, 40]])
    for level in (0.95, 0.6):
        low, high = wilson_interval(successes, trials, level)
        for i, (k, n) in enumerate(zip(successes, trials, strict=True)):
            exact = binomtest(k, n).proportion_ci(level, method="wilson")
            assert (low[i], high[i]) == pytest.approx((exact.low, exact.high), abs=1e-12)
    assert np.isnan(wilson_interval(0, 0)).all()


def test_brier_score_and_log_likelihood():
    is_positive = [True, False, False, True, False]
    probability = [0.9, 0.3, 0.05, 0.4, 0.5]
    brier = metrics.brier_score_loss(is_positive, probability)
    assert brier_score(is_positive, probability) == pytest.approx(brier)
    loss = metrics.log_loss(is_positive, probability, normalize=False)
    assert log_likelihood(is_positive, probability) == pytest.approx(-loss)
    assert log_likelihood([True, False], [1, 1]) == -np.inf
    assert log_likelihood([True, False], [1, 0]) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Counts(5, 3, -2, 9), "fn.*Got -2"),
        (lambda: Counts(5, [3, np.nan], 2, 9), "fp.*Got.*nan"),
        (lambda: Counts.from_decisions([1, 0, 1], [1]), "Got"),
        (lambda: Counts.from_rates(1.2, 0.5), "sensitivity.*Got 1.2"),
        (lambda: Counts(5, 3, 2, 9).measure("kappa", prevalence=1.5), "prevalence.*Got 1.5"),
        (lambda: Counts(5, 3, 2, 9).measure("kappa", beta=2), "kappa.*Got.*beta"),
        (lambda: Counts(5, 3, 2, 9).measures(betta=2), "Got.*betta"),
        (lambda: wilson_interval(3, 5, 1), "level.*Got 1"),
        (lambda: log_likelihood([1], [1.1]), "probability.*Got 1.1"),
    ],
    ids=["negative", "nan", "lengths", "rates", "prevalence"]
    + ["parameter", "misspelt", "level", "probability"],
)
def test_impossible_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_counts_stay_what_they_are():
    counts = Counts(4, 3, 2, 1)
    with pytest.raises(FrozenInstanceError):
        counts.tp = 5


@pytest.mark.parametrize(
    ("positives", "negatives", "prevalence"),
    [(3, 9, 0.25), (0, 5, 0), (5, 0, 1), (1, 1e15, 1e-15), (1, 2**49, 2**-49)],
)
def test_prevalence(positives, negatives, prevalence):
    assert prevalence_of(positives, negatives) == pytest.approx(prevalence, rel=1e-12)


@pytest.mark.parametrize(("positives", "negatives"), [(1e17, 1), (1e300, 1e-9), (1e-300, 1e300)])
def test_a_class_next_to_nothing_is_not_nothing(positives, negatives):
    prevalence = prevalence_of(positives, negatives)
    assert 0 < prevalence < 1
    # also when it has been a class ratio in between
    assert 0 < 1 / (1 + (1 - prevalence) / prevalence) < 1
    at = Counts(positives / 2, negatives / 4, positives / 2, negatives / 4 * 3)
    assert at.measures(prevalence)["specificity"] == pytest.approx(0.75)
    assert at.measures(prevalence)["sensitivity"] == pytest.approx(0.5)


def test_no_cases_have_no_prevalence():
    assert np.isnan(prevalence_of(0, 0))


def test_cells_of_decisions_that_are_all_alike():
    for truth, called, cell in ((0, 0, "tn"), (0, 1, "fp"), (1, 0, "fn"), (1, 1, "tp")):
        counts = Counts.from_decisions([truth] * 3, [called] * 3)
        for name in ("tp", "fp", "fn", "tn"):
            assert getattr(counts, name) == 3 * (name == cell)


def test_rates_as_counts_of_one_case_of_each_class_unless_told():
    counts = Counts.from_rates(0.9, 0.4)
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == pytest.approx((0.9, 0.6, 0.1, 0.4))
    counts = Counts.from_rates(0.9, 0.4, 30, 50)
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == pytest.approx((27, 30, 3, 20))


@pytest.mark.parametrize("impossible", [-1, -1e-300, np.nan, np.inf])
@pytest.mark.parametrize("name", ["tp", "fp", "fn", "tn"])
def test_impossible_counts(name, impossible):
    cells = {"tp": 3, "fp": 0, "fn": 0.5, "tn": 2} | {name: [1, impossible]}
    with pytest.raises(ValueError, match=f"{name} must be finite and not negative"):
        Counts(**cells)


def test_counts_are_told_in_short():
    assert repr(Counts(1, 2.5, 3, 4)) == "Counts(tp=1, fp=2.5, fn=3, tn=4)"
    assert repr(Counts(*np.ones((4, 3, 2)))) == "<Counts of 3 x 2 decisions>"


@pytest.mark.parametrize(("successes", "trials"), [(0, 7), (3, 7), (7, 7), (2, 900)])
def test_interval_of_many_proportions_and_levels(successes, trials):
    for level in (0.5, 0.95, 0.999):
        expected = binomtest(successes, trials).proportion_ci(level, "wilson")
        found = wilson_interval(successes, trials, level)
        np.testing.assert_allclose(found, (expected.low, expected.high), atol=1e-15)
        assert 0 <= found[0] <= found[1] <= 1
    usual = binomtest(successes, trials).proportion_ci(0.95, "wilson")
    np.testing.assert_allclose(
        wilson_interval(successes, trials), (usual.low, usual.high), atol=1e-15
    )


@pytest.mark.parametrize("level", [0, 1, -0.1, 1.1, np.nan, [0.5, 1.0], [0.0, 0.5]])
def test_impossible_levels(level):
    with pytest.raises(ValueError, match="level must lie strictly between 0 and 1"):
        check_level(level)


def test_possible_levels():
    for level in (1e-9, 0.5, 1 - 1e-9, [0.2, 0.9], []):
        assert check_level(level) is level
    assert len(check_level(np.array([]))) == 0  # of no marks


def test_no_proportions_have_no_intervals():
    assert np.shape(wilson_interval([], [], np.zeros(0))) == (2, 0)


def test_no_prevalence_is_exactly_zero_or_one_but_of_one_class():
    tiny, eps = np.finfo(float).tiny, np.finfo(float).eps
    assert prevalence_of(1e-300, 1e300) == tiny
    assert prevalence_of(1e300, 1e-300) == 1 - eps
    assert prevalence_of(0, 1e-300) == 0
    assert prevalence_of(1e-300, 0) == 1
