"""What holds in the whole room."""

import numpy as np
import pytest
from rooms import check_examples, check_result, check_underflow, modules_of, results_of

from orangecontrib.phidelta.core import decisions
from orangecontrib.phidelta.core.decisions import counts, information, uncertainty
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.spaces import Space, phi_delta

CELLS = Counts(1e-200, 3, 5, 1e-300)
LEAST = 5e-324  # of which no part is another number
FOLDS = Counts([1e-200, 3e-200], [1.0, 2.0], [4.0, 2.0], [5.0, 9.0])
SMALL = Space("small", np.diag([1e-200, 1e200]), np.zeros(2), "x", "y")
WORK = {
    "project": lambda: phi_delta(1e-300).project(fpr=1e-200, tpr=1e-200),
    "unproject": lambda: SMALL.unproject(1.0, 1e-200),
    "measure": lambda: CELLS.measure("mcc"),
    "measures": lambda: list(CELLS.measures().values()),
    "measures at a prevalence": lambda: list(CELLS.measures(1e-300).values()),
    "prevalence": lambda: counts.prevalence_of(1e-300, 1e300),
    "rates": lambda: Counts(1e-300, 1, 1e300, 1).tpr,
    "wilson": lambda: counts.wilson_interval(1e-320, 1.5),
    "score": lambda: counts.score_interval(1e-320, 1.5, 2.0),
    "brier": lambda: counts.brier_score([False], [1e-200]),
    "logarithms": lambda: counts.log_likelihood([True, False], [1e-320, 1e-320]),
    "entropy": lambda: information.entropy(LEAST),
    "information": lambda: information.joint_information(1e-200, 1.0, 0.0, 1e-200),
    "gini": lambda: information.joint_gini_decrease(1e-200, 0.5, 0.0, 0.5),
    "proportions": lambda: information.joint_proportions(1e-200, 1e-200, 1e-200),
    "folds": lambda: uncertainty.fold_spread(FOLDS).covariance,
    "deviation": lambda: uncertainty.mean_and_deviation([1e-200, 3e-200]),
    "intervals": lambda: uncertainty.measure_intervals(Counts(5000, 1, 0, 5000))["precision"],
}


@pytest.mark.parametrize("name", modules_of(decisions))
def test_examples(name):
    check_examples(name)


@pytest.mark.parametrize("name", results_of(decisions))
def test_results_stay_as_they_are(name):
    check_result(name)


@pytest.mark.parametrize("name", WORK)
def test_underflow(name):
    check_underflow(WORK[name])
