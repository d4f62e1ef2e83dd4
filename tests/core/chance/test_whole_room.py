"""What holds in the whole room."""

import numpy as np
import pytest
from rooms import check_examples, check_result, check_underflow, modules_of, results_of

from orangecontrib.phidelta.core import chance
from orangecontrib.phidelta.core.chance.independence import (
    decision_p_values,
    mean_p_values,
    q_values,
    table_p_value,
)
from orangecontrib.phidelta.core.chance.permutation import permutation_p_values

CASES = np.array([[2500.0, 2500.0], [1500.0, 1500.0]])
IS_POSITIVE = np.arange(2000) < 600
COLUMN = np.sin(np.arange(2000.0)) + 9 * IS_POSITIVE, IS_POSITIVE, None
MANY = np.array([[1400.0], [600.0]])
WORK = {
    "decisions": lambda: decision_p_values(np.array([[1e-9, 0.0], [1.0, 1.0]]), CASES),
    "means": lambda: mean_p_values(np.r_[0.9, 0.1], CASES, np.r_[1e-3, 0.1], np.ones(2)),
    "adjusted": lambda: q_values(np.array([1.5e-323] * 3 + [0.2, 0.5])),
    "table": lambda: table_p_value(np.array([[2000.0, 1e-200, 1.0], [1e-200, 1500.0, 3.0]])),
    "permuted": lambda: permutation_p_values([COLUMN], MANY),
}


@pytest.mark.parametrize("name", modules_of(chance))
def test_examples(name):
    check_examples(name)


@pytest.mark.parametrize("name", results_of(chance))
def test_results_stay_as_they_are(name):
    check_result(name)


@pytest.mark.parametrize("name", WORK)
def test_underflow(name):
    check_underflow(WORK[name])


def test_each_column_has_its_cases():
    with pytest.raises(ValueError, match="zip"):
        permutation_p_values([COLUMN, COLUMN], MANY)
