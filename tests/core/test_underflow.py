"""Callers may want numpy to raise for their own underflows; ours are zeros that are meant."""

import numpy as np
import pytest

from orangecontrib.phidelta import core
from orangecontrib.phidelta.core.chance.band import chance_band
from orangecontrib.phidelta.core.chance.independence import decision_p_values, mean_p_values
from orangecontrib.phidelta.core.decisions.counts import Counts, prevalence_of
from orangecontrib.phidelta.core.decisions.spaces import project
from orangecontrib.phidelta.core.decisions.uncertainty import measure_intervals
from orangecontrib.phidelta.core.underflow import underflow_to_zero

RANDOM = np.random.default_rng(4)
IS_POSITIVE = np.arange(4000) < 1500
SCORES = RANDOM.normal(size=4000) + 4 * IS_POSITIVE
TABLE = np.column_stack([SCORES, np.round(SCORES), RANDOM.normal(size=4000) * 1e-200])
TINY = np.where(IS_POSITIVE, 1e-200, 1.0)
CELLS = Counts(1e-200, 3, 5, 1e-300)

WORK = {
    "band": lambda: chance_band(1200, 8800, 50),
    "decisions": lambda: decision_p_values(np.array([[1e-9, 0.0], [1.0, 1.0]]), CASES),
    "means": lambda: mean_p_values(np.r_[0.9, 0.1], CASES, np.r_[1e-3, 0.1], np.ones(2)),
    "signature": lambda: core.class_signature(TABLE, IS_POSITIVE).p_value,
    "weighed signature": lambda: core.class_signature(TABLE, IS_POSITIVE, weights=TINY).delta,
    "best cut": lambda: core.class_signature(TABLE, IS_POSITIVE, encoding="best cut").p_value,
    "pairs": lambda: (
        core.class_signature(
            np.round(SCORES[:, None]) + 5, IS_POSITIVE, values=[tuple("abcdefghijklmnop")]
        ).p_value
    ),
    "sweep": lambda: core.sweep(IS_POSITIVE, SCORES, TINY).auc,
    "tuning": lambda: core.best_cut(core.sweep(IS_POSITIVE, SCORES), "mcc", 1e-300).value,
    "measures": lambda: list(CELLS.measures().values()),
    "measures at a prevalence": lambda: list(CELLS.measures(1e-300).values()),
    "place": lambda: project(1e-300, 1e-200, 1e-200),
    "prevalence": lambda: prevalence_of(1e-300, 1e300),
    "intervals": lambda: measure_intervals(Counts(5000, 1, 0, 5000))["precision"],
}
CASES = np.array([[2500.0, 2500.0], [1500.0, 1500.0]])


@pytest.mark.parametrize("name", WORK)
def test_nothing_raises(name):
    usual = WORK[name]()
    with np.errstate(under="raise"):
        np.testing.assert_array_equal(WORK[name](), usual)


def test_the_caller_s_setting_stays():
    with np.errstate(under="raise"):
        project(1e-300, 1e-200, 1e-200)
        with pytest.raises(FloatingPointError):
            np.float64(1e-200) * np.float64(1e-200)


def test_the_decorated_is_called_as_before():
    @underflow_to_zero
    def product(first, *, second=1e-200):
        """A product."""
        return np.float64(first) * second

    with np.errstate(under="raise"):
        assert product(1e-200) == 0
        assert product(3, second=2) == 6
    assert product.__doc__ == "A product."
