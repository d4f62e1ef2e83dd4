"""Models beside the best feature, on the same cases."""

import numpy as np
import pytest
from scipy import sparse
from scipy.special import kolmogi
from scipy.stats import norm

from orangecontrib.phidelta.core import class_signature
from orangecontrib.phidelta.core.features.gains import best_feature, gains

#: Seven negatives, then four positives.
TRUTH = np.arange(11) >= 7
X = np.array([[0, 1, 1, 0, 0, 2, 0, 3, 4, 0, 4], [1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0]], float).T
MODEL = np.array([0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0], bool)


def of_cuts(X=X, prevalence=0.5, folds=4):
    signature = class_signature(X, TRUTH, encoding="best cut")
    return gains(X, TRUTH, [MODEL, ~MODEL], signature, prevalence, folds=folds)


def bonett_price(decided, feature):
    """Mean difference and its variance with one more case either way, written out."""
    only, other = np.sum(decided & ~feature), np.sum(feature & ~decided)
    first, second = (only + 1) / (len(decided) + 2), (other + 1) / (len(decided) + 2)
    variance = (first + second - (first - second) ** 2) / (len(decided) + 2)
    return first - second, variance


@pytest.mark.parametrize("prevalence", [0.5, 0.2])
def test_decisions_differ_as_bonett_and_price_have_it(prevalence):
    found, _ = of_cuts(X[:, [0]], prevalence)
    feature = X[:, 0] > 2
    positive = bonett_price(MODEL[TRUTH], feature[TRUTH])
    negative = bonett_price(MODEL[~TRUTH], feature[~TRUTH])
    weights = 2 * prevalence, 2 * (1 - prevalence)
    middle = weights[0] * positive[0] - weights[1] * negative[0]
    variance = weights[0] ** 2 * positive[1] + weights[1] ** 2 * negative[1]
    for weight, decided in ((weights[0], MODEL[TRUTH]), (weights[1], MODEL[~TRUTH])):
        share = (decided.sum() + 1) / (len(decided) + 2)
        # of four folds, correlated by 1/4: (1/4 + 1/3) / (1/4) as much
        variance += weight**2 * share * (1 - share) / (len(decided) + 2) * 4 / 3
    error = np.sqrt(variance)
    assert found.low == pytest.approx(middle - norm.ppf(0.975) * error)
    # a cut was sought: as many standard errors as the Kolmogorov-Smirnov test at variance 1/4
    assert found.high == pytest.approx(middle + 2 * kolmogi(0.05) * error)


def test_values_are_those_of_the_picture():
    found, reversed_ = of_cuts()
    assert found.model == pytest.approx(3 / 4 - 1 / 7)
    assert found.feature == pytest.approx(3 / 4)
    assert found.value == pytest.approx(-1 / 7)
    assert reversed_.model == pytest.approx(1 / 7 - 3 / 4)


def test_at_a_class_ratio_the_height_is_that_of_the_accuracy():
    found, _ = of_cuts(prevalence=0.2)
    accuracy = 0.2 * 3 / 4 + 0.8 * 6 / 7
    assert found.model == pytest.approx(2 * accuracy - 1)
    assert found.feature == pytest.approx(2 * (0.2 * 3 / 4 + 0.8) - 1)


def test_at_a_class_ratio_another_feature_may_be_best():
    """True of 1 in 10 negatives and half of the positives, or of 4 and of 9."""
    truth = np.arange(20) >= 10
    first = np.r_[np.arange(10) < 1, np.arange(10) < 5]
    second = np.r_[np.arange(10) < 4, np.arange(10) < 9]
    signature = class_signature(np.column_stack([second, first]) * 1.0, truth)
    assert best_feature(signature, 0.2) == 1
    assert best_feature(signature, 0.8) == 0


def test_more_rivals_raise_the_upper_end_only():
    """Of nominal features no better than the one that is best."""
    values = [("no", "yes")] * 2
    columns = np.column_stack([X[:, 0] > 2, X[:, 1]]).astype(float)

    def found(columns):
        signature = class_signature(columns, TRUTH, values=values[: columns.shape[1]])
        return gains(columns, TRUTH, [MODEL], signature)[0]

    alone, beside = found(columns[:, :1]), found(columns)
    assert beside.low == pytest.approx(alone.low)
    assert beside.high > alone.high


def test_what_speaks_against_the_class_is_turned_round():
    np.testing.assert_allclose(of_cuts(-X), of_cuts())


def test_tokens_are_shared_as_in_the_signature():
    signature = class_signature(X, TRUTH)
    (found,) = gains(X, TRUTH, [MODEL], signature)
    assert found.feature == pytest.approx(np.max(np.abs(signature.delta)))
    assert found.low < found.value < found.high


def test_sparse_is_as_dense():
    np.testing.assert_allclose(of_cuts(sparse.csr_matrix(X)), of_cuts())


def test_missing_values_change_no_mean():
    holes = X[:, [0]].copy()
    holes[[0, 8]] = np.nan
    found, _ = of_cuts(holes)
    assert found.feature == pytest.approx(2 / 3)
    assert found.model == pytest.approx(3 / 4 - 1 / 7)
    assert found.high - found.low > 0


def test_is_worse_only_beyond_chance():
    rng = np.random.default_rng(2)
    truth = np.arange(300) >= 200
    column = (truth + rng.normal(0, 0.1, 300))[:, None]
    signature = class_signature(column, truth, encoding="best cut")
    said = [truth, rng.random(300) > 0.5]
    as_good, guess = gains(column, truth, said, signature)
    assert not as_good.is_worse
    assert guess.is_worse


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((X, TRUTH, [MODEL[1:]]), "a decision for each case"),
        ((X, TRUTH | True, [MODEL]), "positive and negative"),
        ((X * 0, TRUTH, [MODEL]), "that varies"),
    ],
)
def test_unfit_arguments(arguments, words):
    signature = class_signature(arguments[0], TRUTH)
    with pytest.raises(ValueError, match=words):
        gains(*arguments, signature)


def test_one_fold_is_no_cross_validation():
    with pytest.raises(ValueError, match="at least 2 folds. Got 1"):
        of_cuts(folds=1)
