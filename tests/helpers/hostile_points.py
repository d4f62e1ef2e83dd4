"""Tables of points, and learners, that nobody should send, and that somebody will."""

from functools import partial

import numpy as np
import scipy.sparse as sp
from hostile_results import NAMES, Case, results
from hostile_tables import TABLES, own_features, own_scores
from Orange.base import Learner
from Orange.classification import (
    LogisticRegressionLearner,
    MajorityLearner,
    NaiveBayesLearner,
    RandomForestLearner,
)
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.preprocess import Discretize, PreprocessorList
from Orange.regression import LinearRegressionLearner, MeanLearner

from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.thresholds.tuning import tune
from orangecontrib.phidelta.orange.models import ThresholdLearner
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.scoretables import thresholds_table

RATES = "sensitivity", "specificity"
COUNTS = "TP", "FP", "FN", "TN"


def points(rows, columns=COUNTS, names=None):
    """A table of points: rows of numbers, and on demand names in a meta."""
    metas = [StringVariable("name")] if names is not None else []
    texts = np.array([names], object).T if names is not None else None
    domain = Domain([ContinuousVariable(column) for column in columns], metas=metas)
    return Table.from_numpy(domain, np.array(rows, float).reshape(-1, len(columns)), metas=texts)


def _many(rows, columns=RATES):
    return points(np.random.default_rng(6).random((rows, len(columns))), columns)


def _nominal(values, codes):
    """Columns that Orange has taken for categorical."""
    columns = [DiscreteVariable(name, values) for name in COUNTS]
    return Table.from_numpy(Domain(columns), np.array(codes, float))


def own_thresholds():
    """The cuts that the Threshold Tuner sends for the first model of `results(rows=120)`."""
    [classifier, _] = evaluate(results(rows=120), "yes").classifiers
    tuning = tune(classifier, "accuracy", 0.4, (), DEFAULTS)
    return thresholds_table(tuning.curve, tuning.fold_curves, "yes", **DEFAULTS)


def _sparse_points():
    made = points([[5, 2, 3, 9], [1, 0, 4, 4]])
    made._X = sp.csr_matrix(made.X)
    return made


def _as_metas():
    numbers = [ContinuousVariable(name) for name in RATES]
    return Table.from_numpy(
        Domain([], None, numbers), np.zeros((2, 0)), metas=np.array([[0.5, 0.7], [0.9, 0.2]])
    )


def _as_texts():
    texts = [StringVariable(name) for name in RATES]
    return Table.from_numpy(
        Domain([], None, texts), np.zeros((1, 0)), metas=np.array([["0.5", "0.7"]], object)
    )


_GOOD = [5.0, 2.0, 3.0, 9.0]
_FIT = {
    "counts": lambda: points([_GOOD, [1, 0, 4, 4]]),
    "rates": lambda: points([[0.5, 0.7], [0.9, 0.2]], RATES),
    "fpr and fnr": lambda: points([[0.5, 0.7]], ("fpr", "FNR")),
    "tpr and fpr": lambda: points([[0.5, 0.7]], ("TPR", "False positive rate")),
    "one point": lambda: points([_GOOD]),
    "200 points": partial(_many, 200),
    "1,000 points of counts": partial(_many, 1000, COUNTS),
    "metas": _as_metas,
    "categorical columns": lambda: _nominal(("1", "2"), [[0, 1, 0, 1]]),
    "sparse": _sparse_points,
    "fractional counts": lambda: points([[0.5, 0.1, 0.2, 0.7]]),
    "counts of 1e15": lambda: points([[1e15, 2e15, 3e15, 5e15]]),
    "counts of 2^63": lambda: points([[2.0**63, 2.0**64, 1, 7]]),
    "counts of 1e300": lambda: points([[5e299, 5e299, 5e299, 1e300]]),
    "counts of all sizes": lambda: points([[1e-300, 1e90, 1, 7]]),
    "counts of 1e-90": lambda: points([[1e-90, 2e-90, 1e-90, 3e-90]]),
    "prevalence 1e-90": lambda: points([[1e-90, 5, 1e-90, 20]]),
    "prevalence 1e-12": lambda: points([[1, 5, 1, 2e12]]),
    "a huge and a small one": lambda: points([[1e15, 2e15, 3e15, 5e15], _GOOD]),
    "corners": lambda: points([[0, 0], [0, 1], [1, 0], [1, 1]], RATES),
    "the same point 50 times": lambda: points([[0.5, 0.7]] * 50, RATES),
    "rates a rounding error beyond": lambda: points([[1 + 1e-12, -1e-12]], RATES),
    "rates of 5e-324": lambda: points([[5e-324, 1 - 2**-53]], RATES),
    "counts and rates": lambda: points([[*_GOOD, 0.1, 0.2]], (*COUNTS, *RATES)),
    "counts that are missing, and rates": lambda: points(
        [[np.nan] * 4 + [0.1, 0.2]], (*COUNTS, *RATES)
    ),
    "scores of our own": own_scores,
    "thresholds of our own": own_thresholds,
}
_SOME = {
    "a missing count": lambda: points([_GOOD, [np.nan, 1, 1, 1]]),
    "a negative count": lambda: points([_GOOD, [-1, 1, 1, 1]]),
    "an infinite count": lambda: points([_GOOD, [np.inf, 1, 1, 1]]),
    "no positives": lambda: points([_GOOD, [0, 1, 0, 1]]),
    "no negatives": lambda: points([_GOOD, [1, 0, 1, 0]]),
    "a rate beyond 1": lambda: points([[0.5, 0.7], [1.1, 0.5]], RATES),
    "a missing rate": lambda: points([[0.5, 0.7], [np.nan, 0.5]], RATES),
    "features of our own": own_features,
    "per cent": lambda: points([[0.5, 0.7], [50, 70]], RATES),
}
_NONE = {
    "no rows": lambda: points([]),
    "all missing": lambda: points([[np.nan] * 4]),
    "all negative": lambda: points([[-1, -2, -3, -4]]),
    "all infinite": lambda: points([[np.inf] * 4]),
    "counts of 1e-300": lambda: points([[1e-300, 2e-300, 1e-300, 3e-300]]),
    "counts of 5e-324": lambda: points([[5e-324, 5e-324, 5e-324, 1e-323]]),
    "prevalence 1e-300": lambda: points([[1e-300, 5, 1e-300, 20]]),
    "all zero": lambda: points([[0, 0, 0, 0]]),
    "three of the counts": lambda: points([[1, 2, 3]], ("TP", "FP", "FN")),
    "one of the rates": lambda: points([[0.5]], ("sensitivity",)),
    "other names": lambda: points([[0.5, 0.7]], ("one", "other")),
    "texts": _as_texts,
    "values that are no numbers": lambda: _nominal(("<1", "many"), [[0, 1, 0, 1]]),
    "rates in per cent": lambda: points([[50, 70]], RATES),
}


def _points_cases():
    for is_fit, makers in ((True, _FIT), (None, _SOME), (False, _NONE)):
        for name, make in makers.items():
            yield Case("points", name, make, is_fit)
    for name, text in NAMES.items():
        make = partial(points, [_GOOD, [1, 0, 4, 4]], COUNTS, [text, text])
        yield Case("points' names", name, make, True)
    named = partial(points, [_GOOD, [1, 0, 4, 4]], COUNTS)
    yield Case("points' names", "as models", partial(named, ["Model A", "Model B"]), True)
    yield Case("points' names", "as renamed", partial(named, ["Model A (1)", "Model A"]), True)
    for case in TABLES:
        if case.category in ("empty", "types"):
            yield Case(f"features, {case.category}", case.name, case.make)


class Failing(Learner):
    """Fails in the background."""

    name = "fails"

    def __call__(self, data, progress_callback=None):
        raise ZeroDivisionError(NAMES["HTML"])


class Silent(MajorityLearner):
    """Fails without a word."""

    name = "silent"

    def __call__(self, data, progress_callback=None):
        raise RuntimeError


class Nothing(Learner):
    """Learns nothing."""

    name = "nothing"

    def __call__(self, data, progress_callback=None):
        return None


class Unwilling(MajorityLearner):
    """Says that it cannot."""

    def incompatibility_reason(self, domain):
        return NAMES["HTML"]


def _renamed(name):
    learner = MajorityLearner()
    learner.name = name
    return learner


def _learner_cases():
    makers = {
        "majority": MajorityLearner,
        "naive Bayes": NaiveBayesLearner,
        "logistic regression": LogisticRegressionLearner,
        "forest": partial(RandomForestLearner, n_estimators=3),
        "regression": LinearRegressionLearner,
        "mean": MeanLearner,
        "failing": Failing,
        "failing without a word": Silent,
        "learning nothing": Nothing,
        "unwilling": Unwilling,
        "with a preprocessor": lambda: NaiveBayesLearner(
            preprocessors=[PreprocessorList([Discretize()])]
        ),
        "of our own": lambda: ThresholdLearner(NaiveBayesLearner(), "yes", 0.3),
        "of our own for another class": lambda: ThresholdLearner(NaiveBayesLearner(), "x", 0.3),
        "of our own twice": lambda: ThresholdLearner(
            ThresholdLearner(NaiveBayesLearner(), "yes", 0.3), "yes", 0.6
        ),
        "without a name": partial(_renamed, None),
    }
    makers |= {f"called {name}": partial(_renamed, text) for name, text in NAMES.items()}
    return [Case("learner", name, make) for name, make in makers.items()]


POINTS = tuple(_points_cases())
LEARNERS = tuple(_learner_cases())
