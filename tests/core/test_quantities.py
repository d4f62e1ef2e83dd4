"""The table of quantities: whole, and true of the numbers it describes."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS, PARAMETERS
from orangecontrib.phidelta.core.features.ranking import CRITERIA
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.core.quantities import QUANTITIES, Quantity

#: Asymmetrical in everything; the same rates at another class ratio.
COUNTS = Counts(tp=[30, 5], fp=[12, 7], fn=[20, 45], tn=[188, 193])
CASES = (
    np.array([[1.0, 4], [2, 1], [5, 3], [3, 2], [7, 2], [2, 9], [4, 4]]),
    np.array([True, False, True, False, True, False, False]),
)
MEASURED = COUNTS.measures(cost_fp=3, cost_fn=0.5)
#: Their best is in the middle.
NEITHER = ("phi", "bias", "phi_b", "predicted_positive_rate")


def test_what_is_not_said_is_said_by_something_shorter():
    short = Quantity(key="x", symbol="X")
    assert (short.title, short.name, short.criterion, short.head) == ("X", "X", "X", "X")
    long = Quantity(key="x", symbol="X", title="Ex", unit="m", tip="What it is", criterion="|X|")
    assert (long.name, long.of_features, long.head) == ("Ex", "What it is", "Ex (m)")
    assert long.criterion_head == "|X| (m)"


def test_keys():
    assert [quantity.key for quantity in QUANTITIES.values()] == list(QUANTITIES)
    measures = class_signature(*CASES).measures()
    assert set(MEASURED) | set(measures) <= set(QUANTITIES)
    assert set(CRITERIA) <= set(measures)


@pytest.mark.parametrize("key", MEASURED)
def test_what_follows_the_class_ratio_of_decisions(key):
    other = COUNTS.measures(0.7, cost_fp=3, cost_fn=0.5)[key]
    assert QUANTITIES[key].follows_class_ratio != np.allclose(other, MEASURED[key], rtol=1e-9)


@pytest.mark.parametrize("key", CRITERIA)
def test_what_follows_the_class_ratio_of_features(key):
    signature = class_signature(*CASES)
    one, other = (signature.measures(p)[key] for p in (0.2, 0.7))
    assert QUANTITIES[key].follows_class_ratio != np.allclose(one, other, rtol=1e-9)


@pytest.mark.parametrize("key", [key for key in MEASURED if key not in NEITHER])
def test_a_better_decision_is_better(key):
    """One more right positive and one more right negative in place of an error."""
    before = Counts(30, 12, 20, 188).measures(cost_fp=3, cost_fn=0.5)[key]
    after = Counts(31, 11, 19, 189).measures(cost_fp=3, cost_fn=0.5)[key]
    is_lower = QUANTITIES[key].lower_is_better or key == "fpr"  # a high one is sought of features
    assert (after < before) if is_lower else (after > before)


def test_parameters():
    assert {name for measure in MEASURES.values() for name in measure.takes} == set(PARAMETERS)
    for name, parameter in PARAMETERS.items():
        assert parameter.name == name
        low, high = parameter.range
        for value in (low, high, DEFAULTS[name]):
            parameter.check(value)
        for value in (-0.01, np.inf, np.nan):
            with pytest.raises(ValueError, match=rf"^{name} must lie in \[0, (inf\)|1\])\. Got"):
                parameter.check(value)


def test_what_says_nothing_of_quality_is_neutral():
    neutral = [key for key, quantity in QUANTITIES.items() if quantity.is_neutral]
    assert sorted(neutral) == ["bias", "phi", "predicted_positive_rate"]
