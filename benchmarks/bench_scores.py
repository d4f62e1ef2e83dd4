"""Sweeps and cuts beside scikit-learn's, for `bench`."""

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.metrics import roc_curve
from sklearn.model_selection import TunedThresholdClassifierCV

from orangecontrib.phidelta import core


def cases(count):
    random = np.random.default_rng(0)
    is_positive = random.random(count) < 0.3
    return is_positive, random.normal(size=count) + is_positive


def compared(scale):
    """Rows of (what, size, ours, name of the other, other, aim)."""
    count = 1_000_000 // scale
    is_positive, scores = cases(count)
    size = f"{count:,} scores"

    def sweep():
        core.sweep(is_positive, scores)

    yield "sweep", size, sweep, "roc_curve", lambda: roc_curve(is_positive, scores), 0.5
    few = scores.round(2)

    def coarse():
        core.sweep(is_positive, few)

    what = "sweep, some 800 distinct scores"
    yield what, size, coarse, "roc_curve", lambda: roc_curve(is_positive, few), 0.5

    def blocks():
        statistics = core.ScoreStatistics()
        for start in range(0, count, 100_000):
            part = slice(start, start + 100_000)
            statistics.update(is_positive[part], scores[part])
        statistics.sweep()

    yield "sweep of blocks in fixed memory", size, blocks, "our sweep", sweep, 4
    cuts = core.sweep(is_positive, scores)

    def best():
        core.best_cut(cuts, "mcc")

    yield "best cut by MCC of a sweep", size, best, "np.sort", lambda: np.sort(scores), 2
    yield tuned(50_000 // scale)


def tuned(count):
    """Five folds, a model that costs nothing: what is left is the search of the cut."""
    is_positive, scores = cases(count)
    table = scores[:, None]

    class Given(DummyClassifier):
        def predict_proba(self, X):
            positive = 1 / (1 + np.exp(-X[:, 0]))
            return np.stack([1 - positive, positive], axis=1)

    given = TunedThresholdClassifierCV(Given(), scoring="balanced_accuracy", thresholds=1000)

    def ours():
        for fold in range(5):
            used = np.arange(count) % 5 == fold
            core.best_cut(core.sweep(is_positive[used], scores[used]), "balanced_accuracy")

    def theirs():
        given.fit(table, is_positive)

    size = f"{count:,} scores, 5 folds"
    name = "TunedThresholdClassifierCV, 1,000 cuts"
    return "best of all cuts in each fold", size, ours, name, theirs, 0.5


def growing(scale):
    """Rows of (what, size, number of values, call)."""
    for count in (10**4, 10**5, 10**6, 10**7):
        count //= scale
        pair = cases(count)
        yield "sweep", f"{count:,} scores", count, lambda pair=pair: core.sweep(*pair)
