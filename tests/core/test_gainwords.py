"""What is said of models beside the best feature."""

from orangecontrib.phidelta.core.features.gains import Gain
from orangecontrib.phidelta.core.gainwords import explain_gain, explain_gains, explain_worse

GAINS = [Gain(0.4, 0.5, -0.1, -0.3, 0.2), Gain(0.7, 0.5, 0.2, 0.1, 0.3)]
NAMES = ["Tree", "Bayes"]


def test_the_best_model_comes_first():
    told = explain_gains("age", NAMES, GAINS)
    assert told == (
        "The best feature alone, age, reaches δ 0.50; Bayes 0.70: the gain over the best feature "
        "is 0.20 (95 % interval 0.10 to 0.30); Tree 0.40: gain -0.10 (-0.30 to 0.20)."
    )


def test_without_intervals_it_says_why():
    told = explain_gains("age", NAMES[:1], GAINS[:1], "δ_b", "nobody knows")
    assert told.endswith("is -0.10. No interval: nobody knows.")
    assert "δ_b 0.50" in told
    assert "interval" not in explain_gain(GAINS[0], "nobody knows")


def test_of_many_models_the_best_five_are_told():
    told = explain_gains("age", list("abcdefg"), [Gain(i / 10, 0.5, 0, 0, 0) for i in range(7)])
    assert "g 0.60" in told
    assert "c 0.20" in told
    assert "b 0.10" not in told
    assert told.endswith("; and 2 more.")


def test_no_model_is_worse():
    assert explain_worse(NAMES[1:], GAINS[1:]) == ""


def test_without_interval_none_is_surely_worse():
    worse = Gain(0.1, 0.5, -0.4, -0.6, -0.2)
    assert explain_worse(["A"], [worse]) == "Worse than the best feature alone: A"
    assert explain_worse(["A"], [worse], "nobody knows").startswith("Below the best feature")
