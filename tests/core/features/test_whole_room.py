"""What holds in the whole room."""

import numpy as np
import pytest
from rooms import check_examples, check_result, check_underflow, modules_of, results_of

from orangecontrib.phidelta.core import features
from orangecontrib.phidelta.core.features.ranking import rank
from orangecontrib.phidelta.core.features.redundancy import distinct, similarity
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics, class_signature

RANDOM = np.random.default_rng(4)
IS_POSITIVE = np.arange(400) < 150
SCORES = RANDOM.normal(size=400) + 9 * IS_POSITIVE
TABLE = np.column_stack([SCORES, np.round(SCORES), RANDOM.normal(size=400) * 1e-200])
TINY = np.where(IS_POSITIVE, 1e-200, 1.0)
CODES = np.round(RANDOM.random(400) * 3)[:, np.newaxis]
VALUES = [tuple("abcd")]


def statistics(X, weights=None, values=None):
    return FeatureStatistics(values=values).update(X, IS_POSITIVE, weights)


WORK = {
    "signature": lambda: class_signature(TABLE, IS_POSITIVE).p_value,
    "weighed": lambda: class_signature(TABLE, IS_POSITIVE, weights=TINY).delta,
    "best cut": lambda: class_signature(TABLE, IS_POSITIVE, encoding="best cut").p_value,
    "update": lambda: statistics(TABLE, TINY).signature().delta,
    "codes": lambda: statistics(CODES, TINY, VALUES).signature().delta,
    "merged": lambda: statistics(TABLE, TINY).merge(statistics(TABLE + 1, TINY)).signature().delta,
    "similarity": lambda: similarity(TABLE[:, 2], TABLE[:, 1]),
    "distinct": lambda: distinct(enumerate(TABLE.T), 0.9)[0],
    "rank": lambda: rank(class_signature(TABLE, IS_POSITIVE), "information", 1e-300).values,
    "measures": lambda: class_signature(TABLE, IS_POSITIVE).measures(1e-300)["gini"],
}


@pytest.mark.parametrize("name", modules_of(features))
def test_examples(name):
    check_examples(name)


@pytest.mark.parametrize("name", results_of(features))
def test_results_stay_as_they_are(name):
    check_result(name)


@pytest.mark.parametrize("name", WORK)
def test_underflow(name):
    check_underflow(WORK[name])
