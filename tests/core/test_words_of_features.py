"""The one sentence about a feature, for hand-made tables."""

import numpy as np
import pytest

from orangecontrib.phidelta.core.words import explain_certainty, explain_feature


def test_a_decision_in_favour():
    """41 of 64 poisonous mushrooms smell, and 12 of 80 others: 0.640625 and 0.15."""
    assert explain_feature("odor in {f, p}", 12 / 80, 41 / 64, "p") == (
        "odor in {f, p}: true for 64.1% of ‘p’ and 15.0% of others; as a classifier alone it is "
        "right for 74.5% of a balanced population (φ -0.209, δ 0.491)"
    )


def test_a_decision_against():
    """3 of 96 and 81 of 100: right where it says the opposite, (1 + 0.81 - 0.03125) / 2."""
    assert explain_feature("odor = n", 81 / 100, 3 / 96, "p") == (
        "odor = n: true for 3.1% of ‘p’ and 81.0% of others; as a classifier alone, said the "
        "other way round, it is right for 88.9% of a balanced population (φ -0.159, δ -0.779)"
    )


@pytest.mark.parametrize(("fpr", "tpr", "right"), [(0.25, 0.45, "60.0%"), (0.45, 0.25, "60.0%")])
def test_shared_tokens_are_no_decision(fpr, tpr, right):
    sentence = explain_feature("age", fpr, tpr, "ill", is_decision=False)
    assert sentence.startswith("age: ")
    assert "true for" not in sentence
    assert ("said the other way round" in sentence) == (tpr < fpr)
    before, after = sentence.split(" and ", 1)
    assert f"{tpr:.1%}" in before
    assert "‘ill’" in before
    assert f"{fpr:.1%}" in after
    assert f"right for {right} of a balanced population" in after


@pytest.mark.parametrize(("fpr", "tpr"), [(np.nan, 0.3), (0.3, np.nan), (np.nan, np.nan)])
@pytest.mark.parametrize("is_decision", [True, False])
def test_an_undefined_feature_has_a_reason_and_no_nan(fpr, tpr, is_decision):
    sentence = explain_feature("x = a", fpr, tpr, "yes", is_decision)
    assert sentence.startswith("x = a: ")
    assert "same for all cases" in sentence
    assert "nan" not in sentence
    assert "%" not in sentence


def test_the_ends():
    assert "right for 100.0% of" in explain_feature("x", 0, 1, "yes")
    assert "round, it is right for 100.0% of" in explain_feature("x", 1, 0, "yes")
    sentence = explain_feature("x", 0.3, 0.3, "yes")
    assert "right for 50.0% of" in sentence
    assert "other way round" not in sentence


def test_certainty_is_told_behind_delta():
    told = explain_certainty(0.3456, 0.601, 0.0002, 0.0031)
    assert told == "95 % interval 0.346 to 0.601; q 0.0031"
    sentence = explain_feature("age", 0.25, 0.45, "ill", False, told)
    assert sentence.endswith("(φ -0.300, δ 0.200, 95 % interval 0.346 to 0.601; q 0.0031)")


@pytest.mark.parametrize(("q_value", "is_chance"), [(0.05, False), (0.051, True), (0.9, True)])
def test_what_is_no_more_than_chance(q_value, is_chance):
    told = explain_certainty(-0.1, 0.2, 0.01, q_value)
    assert ("no more than chance may give" in told) == is_chance
    assert f"q {q_value}" in told


def test_without_a_q_value_the_p_value_is_told_without_a_verdict():
    assert explain_certainty(-0.1, 0.2, 0.4) == "95 % interval -0.100 to 0.200; p 0.4"


def test_a_bound_and_what_is_not_available():
    assert explain_certainty(-0.1, 0.2, 0.4, is_bound=True).endswith("; p at most 0.4")
    told = explain_certainty(np.nan, np.nan, np.nan, np.nan)
    assert told == "95 % interval n/a: fewer than two known cases of a class; q n/a"
