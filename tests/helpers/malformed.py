"""Evaluation Results that no test of Orange makes, but add-ons, scripts and old files do."""

import copy

import numpy as np
from Orange.classification import MajorityLearner, NaiveBayesLearner, TreeLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.evaluation import CrossValidation
from scipy import sparse

#: Uneven: 60 of the first class, 35 of the second.
DATA = Table("heart_disease")[:95]
GOOD = CrossValidation(k=3, store_data=True, store_models=True)(
    DATA, [NaiveBayesLearner(), TreeLearner(), MajorityLearner()]
)
TWO = DiscreteVariable("a", ("x", "y")), DiscreteVariable("b", ("x", "y"))


def results_with(**parts):
    results = copy.copy(GOOD)
    for part, value in parts.items():
        setattr(results, part, value)
    return results


def results_without(part):
    results = copy.copy(GOOD)
    delattr(results, part)
    return results


def altered(part, where, value):
    array = getattr(GOOD, part).copy()
    array[where] = value
    return results_with(**{part: array})


#: Name, results, and a part or a word that the message names.
REFUSED = [
    ("no predicted", lambda: results_without("predicted"), "“predicted” is missing"),
    ("predicted None", lambda: results_with(predicted=None), "“predicted” is missing"),
    ("predicted flat", lambda: results_with(predicted=GOOD.predicted[0]), "“predicted”"),
    ("predicted deep", lambda: results_with(predicted=GOOD.probabilities), "“predicted”"),
    ("predicted number", lambda: results_with(predicted=3.0), "“predicted”"),
    ("predicted words", lambda: results_with(predicted=GOOD.predicted.astype(str)), "“predicted”"),
    (
        "predicted objects",
        lambda: results_with(predicted=np.full(GOOD.predicted.shape, "yes", object)),
        "“predicted”",
    ),
    ("predicted ragged", lambda: results_with(predicted=[[0, 1], [1]]), "“predicted”"),
    (
        "predicted short",
        lambda: results_with(predicted=GOOD.predicted[:, :50]),
        "“actual”.*95",
    ),
    ("predicted complex", lambda: results_with(predicted=GOOD.predicted + 1j), "“predicted”"),
    (
        "predicted sparse",
        lambda: results_with(predicted=sparse.csr_matrix(GOOD.predicted)),
        "“predicted” is a sparse matrix",
    ),
    ("no actual", lambda: results_without("actual"), "“actual” is missing"),
    ("actual None", lambda: results_with(actual=None), "“actual” is missing"),
    ("actual short", lambda: results_with(actual=GOOD.actual[:-1]), "“actual”.*94.*95"),
    ("actual words", lambda: results_with(actual=np.full(95, "1")), "“actual”"),
    ("actual beyond", lambda: altered("actual", 3, 2), r"“actual”.*\(1\).*diameter narrowing"),
    ("actual negative", lambda: altered("actual", [3, 4], -1), r"“actual”.*\(2\)"),
    ("actual fraction", lambda: altered("actual", 3, 0.5), "“actual”"),
    ("actual infinite", lambda: altered("actual", 3, np.inf), "“actual”"),
    (
        "probabilities flat",
        lambda: results_with(probabilities=GOOD.probabilities[:, :, 1]),
        "“probabilities”",
    ),
    (
        "probabilities of one class",
        lambda: results_with(probabilities=GOOD.probabilities[:, :, :1]),
        "“probabilities”.*3 x 95 x 1.*3 x 95 x 2",
    ),
    (
        "probabilities of fewer models",
        lambda: results_with(probabilities=GOOD.probabilities[:2]),
        "“probabilities”",
    ),
    (
        "probabilities of fewer cases",
        lambda: results_with(probabilities=GOOD.probabilities[:, 1:]),
        "“probabilities”",
    ),
    (
        "probabilities words",
        lambda: results_with(probabilities=GOOD.probabilities.astype(str)),
        "“probabilities”",
    ),
    (
        "probabilities sparse",
        lambda: results_with(probabilities=sparse.csr_matrix(GOOD.probabilities[:, :, 1])),
        "“probabilities”",
    ),
    ("folds beyond", lambda: results_with(folds=[slice(0, 50), slice(50, 96)]), "“folds”"),
    ("folds from beyond", lambda: results_with(folds=[slice(0, 95), slice(99, None)]), "“folds”"),
    ("fold numbers beyond", lambda: results_with(folds=[[0, 1], [2, 95]]), "“folds”"),
    ("fold numbers negative", lambda: results_with(folds=[[0, 1], [2, -1]]), "“folds”"),
    ("folds of floats", lambda: results_with(folds=[np.r_[0.0, 1], np.r_[2.0, 3]]), "“folds”"),
    ("folds overlap", lambda: results_with(folds=[slice(0, 50), slice(49, 95)]), "“folds”"),
    ("folds of words", lambda: results_with(folds=["a", "b"]), "“folds”"),
    ("folds of None", lambda: results_with(folds=[None, None]), "“folds”"),
    ("mask too short", lambda: results_with(folds=[np.full(9, True)] * 2), "“folds”"),
    ("folds a number", lambda: results_with(folds=3), "“folds”"),
    ("fold of each case", lambda: results_with(folds=np.repeat([0, 1], [50, 45])), "“folds”"),
    ("more names", lambda: results_with(learner_names=list("abcd")), "“learner_names”.*4.*3"),
    ("fewer names", lambda: results_with(learner_names=["a"]), "“learner_names”.*1.*3"),
    ("names a word", lambda: results_with(learner_names="abc"), "“learner_names”"),
    ("fewer flags", lambda: results_with(failed=[False, False]), "“failed”.*2.*3"),
    ("one flag", lambda: results_with(failed=False), "“failed”"),
    ("fewer learners", lambda: results_with(learners=GOOD.learners[:2]), "“learners”.*2.*3"),
    ("row numbers", lambda: results_with(row_indices=np.arange(4)), "“row_indices”"),
    ("no domain", lambda: results_without("domain"), "no target"),
    ("domain None", lambda: results_with(domain=None), "no target"),
    ("domain a word", lambda: results_with(domain="iris"), "no target"),
    ("two targets", lambda: results_with(domain=Domain([], TWO)), "2 targets: “a”, “b”"),
    (
        "numeric target",
        lambda: results_with(domain=Domain([], ContinuousVariable("y"))),
        "“y” is numeric",
    ),
    ("no case", lambda: results_with(predicted=np.empty((3, 0)), actual=np.empty(0)), "empty"),
    (
        "no class known",
        lambda: results_with(actual=np.full(95, np.nan)),
        "test cases is missing",
    ),
    ("one class", lambda: results_with(actual=np.ones(95)), "one class, “1”"),
]
