"""Information and impurity of a decision, against scikit-learn and scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import mutual_info_score
from sklearn.tree import DecisionTreeClassifier

from orangecontrib.phidelta.core.decisions.information import (
    entropy,
    gini_decrease,
    joint_proportions,
    mutual_information,
)

unhurried = settings(deadline=None)  # for busy machines
# (tp, fp, fn, tn)
TABLES = [(23, 7, 11, 59), (2, 40, 17, 3), (5, 0, 1, 90)]


def rates(tp, fp, fn, tn):
    """(fpr, tpr, prevalence)"""
    return fp / (fp + tn), tp / (tp + fn), (tp + fn) / (tp + fp + fn + tn)


def test_mutual_information_in_bits():
    for table in TABLES:
        nats = mutual_info_score(None, None, contingency=np.reshape(table, (2, 2)))
        assert mutual_information(*rates(*table)) == pytest.approx(nats / np.log(2), abs=1e-12)


def test_gini_decrease_is_that_of_a_stump():
    for table in TABLES:
        called, is_positive = np.repeat([[1, 1, 0, 0], [1, 0, 1, 0]], table, axis=1)
        tree = DecisionTreeClassifier(max_depth=1).fit(called[:, np.newaxis], is_positive).tree_
        share = tree.n_node_samples / len(called)
        decrease = tree.impurity[0] - share[1:] @ tree.impurity[1:]
        assert gini_decrease(*rates(*table)) == pytest.approx(decrease, abs=1e-12)


def test_deciding_without_looking_carries_nothing():
    for rate in (0, 0.4, 1):
        assert mutual_information(rate, rate, 0.3) == pytest.approx(0, abs=1e-15)
        assert gini_decrease(rate, rate, 0.3) == pytest.approx(0, abs=1e-15)


thousandths = st.integers(0, 1000).map(lambda k: k / 1000)


@given(thousandths, thousandths, thousandths)
@unhurried
def test_information_is_within_its_bounds(fpr, tpr, prevalence):
    information = mutual_information(fpr, tpr, prevalence)
    assert 0 <= information <= entropy(prevalence) + 1e-12
    mirrored = mutual_information(1 - tpr, 1 - fpr, 1 - prevalence)
    assert mirrored == pytest.approx(information, abs=1e-9)


def test_entropy():
    for probability in (0.5, 0.3, 0.01):
        expected = stats.entropy([probability, 1 - probability], base=2)
        assert entropy(probability) == pytest.approx(expected)
    np.testing.assert_array_equal(entropy([0, 1]), 0)
    assert mutual_information(0, 1, 0.3) == pytest.approx(entropy(0.3))


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(lambda p: mutual_information(0.1, 0.8, p), id="mutual_information"),
        pytest.param(lambda p: gini_decrease(0.1, 0.8, p), id="gini_decrease"),
        entropy,
    ],
)
def test_impossible_probability(function):
    for probability in (-0.2, 1.5):
        with pytest.raises(ValueError, match=f"Got {probability}"):
            function(probability)


def test_balanced_classes_unless_told():
    usual = joint_proportions(0.1, 0.8)
    assert usual == joint_proportions(0.1, 0.8, 0.5) == pytest.approx((0.4, 0.05, 0.1, 0.45))
    assert mutual_information(0.1, 0.8) == mutual_information(0.1, 0.8, 0.5)
    assert gini_decrease(0.1, 0.8) == gini_decrease(0.1, 0.8, 0.5)


def test_a_split_with_an_empty_side_decreases_nothing():
    """Also where the proportions are so but for rounding."""
    for share in np.linspace(0.01, 0.99, 99):
        assert gini_decrease(1, 1, share) == gini_decrease(0, 0, share) == 0
    assert np.isnan(gini_decrease(np.nan, 0.3, 0.2))
