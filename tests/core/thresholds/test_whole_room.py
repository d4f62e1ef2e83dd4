"""What holds in the whole room."""

import numpy as np
import pytest
from rooms import check_examples, check_result, check_underflow, modules_of, results_of

from orangecontrib.phidelta.core import thresholds
from orangecontrib.phidelta.core.thresholds.areas import area_interval, area_variance
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.curves import measure_curve
from orangecontrib.phidelta.core.thresholds.histograms import reliability, score_histogram
from orangecontrib.phidelta.core.thresholds.stability import fold_cuts
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.core.thresholds.tuning import tune

IS_POSITIVE, SCORES = [True, False, True, True, False], np.array([0.9, 0.7, 0.6, 0.4, 0.1])


def light(**weights):
    """A sweep with cases that weigh next to nothing."""
    return sweep(IS_POSITIVE, SCORES, [weights.get(name, 1.0) for name in "abcde"])


TINY = light(a=1e-200, b=1e-200)
UNEVEN = light(a=1e-300, b=1e300)
TREE = Classifier("Tree", Outcome(TINY.counts(3)), sweep=TINY)
WORK = {
    "area": lambda: TINY.auc,
    "variance": lambda: area_variance(TINY),
    "interval": lambda: area_interval(1.5e-323, 0.0, (2.3, 5)),
    "hull": lambda: UNEVEN.hull,
    "weights": lambda: sweep(IS_POSITIVE, SCORES, [1e-308, 1e-300, 1, 1, 1]).tp,
    "measure": lambda: measure_curve(TINY, "mcc", 1e-300).values,
    "best": lambda: best_cut(UNEVEN, "sensitivity", 1e-300).sensitivity,
    "folds": lambda: fold_cuts([TINY, UNEVEN], "mcc", 1e-300).values,
    "tuning": lambda: tune(TREE, "cost", 1e-300, (), {"cost_fn": 1e-300}).theory,
    "decided": lambda: score_histogram(TINY, 1e-200).decided(1)[0],
    "reliability": lambda: reliability(sweep(IS_POSITIVE, SCORES * 1e-200, [1e-200] * 5)).score,
}


@pytest.mark.parametrize("name", modules_of(thresholds))
def test_examples(name):
    check_examples(name)


@pytest.mark.parametrize("name", results_of(thresholds))
def test_results_stay_as_they_are(name):
    check_result(name)


@pytest.mark.parametrize("name", WORK)
def test_underflow(name):
    check_underflow(WORK[name])
