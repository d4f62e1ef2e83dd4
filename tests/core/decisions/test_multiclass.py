"""Measures of all classes together, against scikit-learn, the binary measures and a textbook."""

import numpy as np
import pytest
from sklearn import metrics

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.multiclass import multiclass_measures


def cases_of(confusion):
    """Class and class said of each case."""
    actual, said = np.indices(np.shape(confusion)).reshape(2, -1)
    return np.repeat([actual, said], np.ravel(confusion), axis=1)


def test_textbook():
    """I. H. Witten, E. Frank, "Data Mining", ch. 5: 140 of 200 right, 82 expected by chance."""
    found = multiclass_measures([[88, 10, 2], [14, 40, 6], [18, 10, 12]])
    assert found["accuracy"] == pytest.approx(140 / 200)
    assert found["kappa"] == pytest.approx((140 - 82) / (200 - 82))
    assert found["kappa"] == pytest.approx(0.492, abs=0.0005)


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_sklearn(classes, seed):
    random = np.random.default_rng(seed)
    confusion = random.poisson(random.gamma(0.5, 20, (classes, classes)))
    confusion[0, 0] += 5
    confusion[1, 0] += 2
    actual, said = cases_of(confusion)
    expected = {
        "accuracy": metrics.accuracy_score(actual, said),
        "kappa": metrics.cohen_kappa_score(actual, said),
        "mcc": metrics.matthews_corrcoef(actual, said),
    }
    assert multiclass_measures(confusion) == pytest.approx(expected)


def test_two_classes_are_the_measures_of_the_same_names():
    counts = Counts(tp=23, fp=7, fn=11, tn=59).measures()
    found = multiclass_measures([[59, 7], [11, 23]])
    assert found == pytest.approx({name: float(counts[name]) for name in found})


@pytest.mark.parametrize(
    ("confusion", "undefined"),
    [
        (np.zeros((3, 3)), {"accuracy", "kappa", "mcc"}),
        (np.diag([0, 11, 0]), {"kappa", "mcc"}),  # one class, and nothing else said
        ([[0, 0, 0], [3, 7, 11], [0, 0, 0]], {"mcc"}),  # one class
        ([[0, 3, 0], [0, 7, 0], [0, 11, 0]], {"mcc"}),  # always the same answer
        ([[0, 3, 0], [7, 0, 0], [0, 0, 0]], set()),
    ],
    ids=["no cases", "one class, one answer", "one class", "one answer", "always wrong"],
)
def test_undefined_is_nan_and_nothing_else_is(confusion, undefined):
    found = multiclass_measures(confusion)
    assert {name for name, value in found.items() if np.isnan(value)} == undefined


@pytest.mark.parametrize(
    "confusion",
    [[1, 2], [[1, 2, 3], [4, 5, 6]], [[1, -2], [3, 4]], [[1, -0.5], [3, 4]], np.ones((2, 2, 2))],
)
def test_impossible_matrices(confusion):
    with pytest.raises(ValueError, match="class said"):
        multiclass_measures(confusion)
