"""Results of tests beside the signature of a table: which rows they are of, and what follows."""

import copy

import numpy as np
import pytest
from Orange.classification import MajorityLearner, NaiveBayesLearner
from Orange.data import DiscreteVariable, Domain, Table
from Orange.evaluation import CrossValidation, ShuffleSplit
from Orange.evaluation import TestOnTrainingData as OnTrainingData

from orangecontrib.phidelta.core.features.gains import gains
from orangecontrib.phidelta.orange import UnfitError, testedrows
from orangecontrib.phidelta.orange.meetings import meet
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.orange.signatures import table_signature

LEARNERS = [NaiveBayesLearner(), MajorityLearner()]


@pytest.fixture(scope="module")
def heart():
    return Table("heart_disease")


def results_of(data, test=None, store_data=True):
    test = test or CrossValidation(k=5, random_state=1, store_data=store_data)
    return checked_results(test(data, LEARNERS))


@pytest.fixture(scope="module")
def results(heart):
    return results_of(heart)


def met(heart, results, positive="1", prevalence=None, **how):
    return meet(heart, table_signature(heart, positive, **how), results, prevalence)


def test_gain_is_the_model_less_the_picture(heart, results):
    scores = table_signature(heart, "1", subsets="best")
    meeting = meet(heart, scores, results)
    bayes = meeting.gains[0]
    called, truth = results.predicted[0] == 1, results.actual == 1
    delta = called[truth].mean() - called[~truth].mean()
    assert bayes.model == pytest.approx(delta)
    assert bayes.feature == pytest.approx(np.nanmax(np.abs(scores.signature.delta)))
    assert bayes.low < bayes.value < bayes.high
    assert meeting.no_interval == ""
    assert meeting.sentence.startswith("The best feature alone, thal in {")


def test_the_constant_is_worse_than_the_best_feature(heart, results):
    assert met(heart, results).worse == f"Worse than the best feature alone: {LEARNERS[1].name}"


def test_classes_may_be_numbered_otherwise(heart, results):
    """The table has the same target with its values in the other order."""
    target = DiscreteVariable("diameter narrowing", ("1", "0"))
    other = heart.transform(Domain(heart.domain.attributes, target))
    with other.unlocked(other.Y):
        other.Y = 1 - heart.Y
    turned, usual = met(other, results), met(heart, results)
    np.testing.assert_allclose(turned.gains, usual.gains)


def test_rows_are_found_by_id_in_any_order(heart, results):
    order = np.random.default_rng(1).permutation(len(heart))
    other = heart[order][:, :]
    rows = testedrows.tested_rows(results, other)
    np.testing.assert_array_equal(order[rows], results.row_indices)
    np.testing.assert_allclose(met(other, results).gains, met(heart, results).gains)


def test_cases_are_of_the_rows_not_of_their_order(heart, results):
    """Cases come in the order of the folds; taken for that of the table they fit no feature."""
    rows, scores = testedrows.tested_rows(results, heart), table_signature(heart, "1")
    assert not np.array_equal(rows, np.arange(len(heart)))
    called = results.predicted[0][np.argsort(rows)] == 1
    (expected,) = gains(heart.X, heart.Y == 1, [called], scores.signature, folds=5)
    assert meet(heart, scores, results).gains[0] == pytest.approx(expected)


def test_without_the_data_classes_must_agree(heart):
    bare = results_of(heart, store_data=False)
    assert bare.data is None
    assert testedrows.tested_rows(bare, heart) is not None
    assert testedrows.tested_rows(bare, heart[::-1]) is None
    assert testedrows.tested_rows(bare, heart[:200]) is None


def test_rows_of_a_part_only(heart):
    part = results_of(heart[::2])
    meeting = met(heart, part)
    truth = part.actual == 1
    assert meeting.no_interval == ""
    said = meeting.evaluation.classifiers[0].is_called
    assert meeting.gains[0].model == pytest.approx(said[truth].mean() - said[~truth].mean())


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        (ShuffleSplit(n_resamples=6, test_size=0.5, store_data=True), "more than once"),
        (OnTrainingData(store_data=True), "had learned"),
    ],
)
def test_no_interval_where_it_would_not_hold(heart, test, reason):
    meeting = met(heart, results_of(heart, test))
    assert reason in meeting.no_interval
    assert reason in meeting.sentence
    assert np.isnan(meeting.gains[0].low)
    assert meeting.gains[0].value == pytest.approx(
        meeting.gains[0].model - meeting.gains[0].feature
    )


def test_no_interval_for_rows_of_another_table(heart, results):
    other = Table.from_numpy(heart.domain, heart.X, heart.Y)
    assert "not known" in met(other, results).no_interval


def test_no_interval_with_weights(heart, results):
    weighted = heart.copy()
    with weighted.unlocked():
        weighted.set_weights(2)
        weighted.W[:5] = 1
    assert "weights" in met(weighted, results).no_interval


def test_at_a_class_ratio(heart, results):
    meeting = met(heart, results, prevalence=0.1)
    bayes = meeting.evaluation.classifiers[0].counts
    accuracy = 0.1 * bayes.tpr + 0.9 * (1 - bayes.fpr)
    assert meeting.gains[0].model == pytest.approx(2 * accuracy - 1)
    assert "δ_b" in meeting.sentence


def test_another_target(heart):
    iris = results_of(Table("iris"))
    with pytest.raises(UnfitError, match="“iris” .*, the data about “diameter narrowing”"):
        met(heart, iris)


def test_unknown_classes_are_no_cases(heart):
    holed = heart.copy()
    with holed.unlocked():
        holed.Y[:7] = np.nan
    results = copy.copy(results_of(heart))
    results.actual = holed.Y[results.row_indices]
    meeting = met(holed, results)
    assert meeting.no_interval == ""
    assert len(meeting.evaluation.is_positive) == len(heart) - 7


def test_words_of_a_model(heart, results):
    told = met(heart, results).explain(LEARNERS[0].name, 0.5)
    assert "gain over the best feature alone 0." in told


def test_against_chosen_negatives_the_others_are_no_cases():
    zoo = Table("zoo")
    results = results_of(zoo)
    positive = PositiveClass(("bird",), negatives=("fish", "mammal"))
    meeting = meet(zoo, table_signature(zoo, positive), results)
    names = np.array(zoo.domain.class_var.values)[results.actual.astype(int)]
    called = results.predicted[0] == zoo.domain.class_var.values.index("bird")
    is_negative = np.isin(names, ("fish", "mammal"))
    expected = called[names == "bird"].mean() - called[is_negative].mean()
    assert meeting.no_interval == ""
    assert meeting.gains[0].model == pytest.approx(expected)
    assert len(meeting.evaluation.is_positive) == np.sum((names == "bird") | is_negative)
