"""The one sentence about a point."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.counts import Counts
from orangecontrib.phidelta.core.explain import count, describe_cut, explain, number

HEART = Counts(tp=116, fp=19, fn=23, tn=145)


def test_sentence():
    assert explain(HEART, "1", name="Tree", cut=0.4312) == (
        "Tree, cut 0.431: misses 23 of 139 ‘1’, calls 19 of 164 others ‘1’; "
        "accuracy 0.861, bias φ_b -0.026"
    )


def test_sentence_at_another_class_ratio_and_without_counts():
    """accuracy = 0.1 * 116/139 + 0.9 * 145/164; bias = 2 (0.9 * 19/164 - 0.1 * 23/139)"""
    assert explain(HEART, "ill", prevalence=0.1, name="Tree", is_counted=False) == (
        "Tree: misses 16.5% of ‘ill’, calls 11.6% of others ‘ill’; accuracy 0.879, bias φ_b 0.175"
    )


def test_outermost_cuts_have_words():
    assert "Tree, cut above all scores: misses" in explain(HEART, "1", name="Tree", cut=np.inf)
    assert describe_cut(-np.inf) == "cut below all scores"


@pytest.mark.parametrize("is_counted", [True, False])
def test_undefined_is_not_nan_for_readers(is_counted):
    for counts in (Counts(0, 3, 0, 9), Counts(3, 0, 9, 0), Counts(0, 0, 0, 0)):
        sentence = explain(counts, "yes", prevalence=0.3, name="Tree", is_counted=is_counted)
        assert "nan" not in sentence
        assert "accuracy n/a" in sentence


def test_without_a_name():
    assert explain(HEART, "1").startswith("misses 23")
    assert explain(HEART, "1", cut=0.4).startswith("cut 0.4: misses 23")


def test_numbers_for_readers():
    assert [number(0.8613), number(0.8613, 1), number(np.nan), number(None)] == (
        ["0.861", "0.9", "n/a", "n/a"]
    )
    assert [count(23.0), count(2.25), count(12345)] == ["23", "2.2", "12,345"]
