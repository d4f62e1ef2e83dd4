"""Does the interval of the gain over the best feature hold what it promises?

python benchmarks/gains.py [--runs 200] [names of worlds ...]

Data are drawn of which the truth is known: labels that mean nothing, one feature that matters, two
equally good ones, rare positives, few cases, many features. A model is tested by stratified
cross-validation; its true δ is that of its folds' models among many new cases, the best feature's
the greatest of the population. Printed are, for each world, model and encoding: the mean true
gain, the mean gain as observed, in how many of the runs the 95 % interval held the truth, in how
many it was below or above it, how wide it was, and in how many a model was called worse than the
best feature though it was not. Exits with 1 if an interval holds less than 93 %.
"""

import argparse
import sys

import numpy as np
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB

from orangecontrib.phidelta.core.features.gains import gains
from orangecontrib.phidelta.core.features.statistics import class_signature

LEAST = 0.93
#: (negatives, positives), features, and by how many standard deviations positives are higher.
WORLDS = {
    "null": ((50, 50), 50, ()),
    "null, 3 only": ((50, 50), 3, ()),
    "null, few": ((15, 15), 3, ()),
    "one weak": ((100, 100), 1, (0.3,)),
    "null, rare": ((190, 10), 30, ()),
    "one true": ((100, 100), 20, (1.0,)),
    "two alike": ((100, 100), 10, (0.8, 0.8)),
    "rare": ((190, 10), 30, (1.0, 1.0)),
    "very rare": ((990, 10), 20, (1.5, 1.0)),
    "few cases": ((15, 15), 10, (1.0,)),
    "many features": ((60, 60), 200, (0.4,) * 20),
}
MODELS = {"naive Bayes": GaussianNB, "logistic": lambda: LogisticRegression(max_iter=100)}
ENCODINGS = ("linear", "best cut", "nominal")
_NEW = 2000  # cases of a class, for the true δ of models
_VALUES = np.array([-0.8, 0, 0.8])  # limits of nominal values


def drawn(random, size, features, shifts):
    """A table of so many negatives, then positives, and which is which."""
    X = random.normal(size=(sum(size), features))
    is_positive = np.arange(sum(size)) >= size[0]
    X[size[0] :, : len(shifts)] += shifts
    return X, is_positive


def _folds(is_positive):
    return int(min(10, *np.bincount(is_positive)))


def decisions(random, X, is_positive, model, new):
    """Decisions of a cross-validated model, and the true δ of its folds' models."""
    called, true = np.empty(len(X), bool), 0.0
    folds = StratifiedKFold(_folds(is_positive), shuffle=True)
    folds.random_state = int(random.integers(10**9))
    for learned, tested in folds.split(X, is_positive):
        fitted = model().fit(X[learned], is_positive[learned])
        called[tested] = fitted.predict(X[tested])
        said = fitted.predict(new[0])
        true += (said[new[1]].mean() - said[~new[1]].mean()) * len(tested) / len(X)
    return called, true


def true_feature(X, shifts, encoding):
    """The greatest δ of a feature in the population."""
    if not shifts:
        return 0.0
    if encoding == "linear":
        reach = np.ptp(X, axis=0)[: len(shifts)]
        return float(np.max(np.array(shifts) / reach))
    if encoding == "best cut":
        return float(2 * norm.cdf(max(shifts) / 2) - 1)
    cuts = np.array([-np.inf, *_VALUES, np.inf])
    shares = np.diff(norm.cdf(cuts)), np.diff(norm.cdf(cuts - max(shifts)))
    return float(np.abs(np.subtract(*shares)).sum() / 2)


def signature_of(X, is_positive, encoding):
    """The signature, and the table that it is of."""
    if encoding != "nominal":
        return X, class_signature(X, is_positive, encoding=encoding, tests=False)
    X = np.searchsorted(_VALUES, X).astype(float)
    values = [tuple("abcd")] * X.shape[1]
    return X, class_signature(X, is_positive, values=values, subsets="best", tests=False)


def runs_of(world, model, runs):
    """Rows (encodings, runs, 4): true gain, observed one, ends of the interval."""
    size, features, shifts = WORLDS[world]
    random = np.random.default_rng([3, *map(ord, world)])
    new = drawn(random, (_NEW, _NEW), features, shifts)
    found = np.empty((len(ENCODINGS), runs, 4))
    for run in range(runs):
        X, is_positive = drawn(random, size, features, shifts)
        called, true = decisions(random, X, is_positive, MODELS[model], new)
        for row, encoding in enumerate(ENCODINGS):
            folds = _folds(is_positive)
            (told,) = gains(*_with(X, is_positive, called, encoding), folds=folds)
            found[row, run] = (
                true - true_feature(X, shifts, encoding),
                told.value,
                told.low,
                told.high,
            )
    return found


def _with(X, is_positive, called, encoding):
    X, signature = signature_of(X, is_positive, encoding)
    return X, is_positive, [called], signature


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=200)
    options = parser.parse_args()
    print(f"{'':37}  truth  found  holds  below  above  width  wrongly worse")
    least = 1.0
    for world in options.names or WORLDS:
        for model in MODELS:
            rows = runs_of(world, model, options.runs)
            for encoding, row in zip(ENCODINGS, rows, strict=True):
                true, found, low, high = row.T
                below, above = np.mean(high < true), np.mean(low > true)
                worse = np.mean((high < 0) & (true >= 0))
                least = min(least, 1 - below - above)
                print(
                    f"{world:14} {model:12} {encoding:9} {true.mean():6.3f} {found.mean():6.3f}"
                    f"  {1 - below - above:.3f}  {below:.3f}  {above:.3f}"
                    f"  {np.mean(high - low):.3f}  {worse:.3f}",
                    flush=True,
                )
    return least < LEAST


if __name__ == "__main__":
    sys.exit(main())
