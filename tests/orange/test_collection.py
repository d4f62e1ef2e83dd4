"""Several data sets: what is told of each, and which results are about which."""

import os
from pathlib import Path

import numpy as np
import pytest
from Orange.classification import MajorityLearner, NaiveBayesLearner
from Orange.data import Domain, Table
from Orange.evaluation import CrossValidation
from scipy.stats import ks_2samp
from sklearn.metrics import roc_auc_score

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.collection import (
    BY_ROWS,
    BY_VARIABLES,
    Collection,
    matched,
    met,
)
from orangecontrib.phidelta.orange.members import member, positive_by
from orangecontrib.phidelta.orange.resultcheck import checked_results

DATA = Path(os.environ.get("PHIDELTA_DATA", Path(__file__).parents[3] / "shared" / "data"))
#: Table 6 of the 2018 paper: neg/pos and the greatest |δ|; the rule that gives its positive class.
PAPER = {
    "sonar": ("rarest", 1.14, 0.16),
    "spectf": ("commonest", 0.26, 0.16),
    "australian": ("rarest", 1.25, 0.72),
    "german_numeric": ("rarest", 2.33, 0.32),
}


def made(data, name="heart", rule="usual", encoding="linear", subsets="best"):
    return member(data, name, rule, encoding, subsets)


def results_of(data, *names, store_data=True):
    learners = [NaiveBayesLearner(), MajorityLearner()][: len(names) or 2]
    test = CrossValidation(k=4, random_state=1, store_data=store_data)
    results = test(data, learners)
    results.learner_names = list(names or ("Bayes", "Constant"))
    return checked_results(results)


@pytest.fixture(scope="module")
def heart():
    return Table("heart_disease")


@pytest.fixture(scope="module")
def iris():
    return Table("iris")


@pytest.mark.parametrize("encoding", ["linear", "best cut", "ranks"])
def test_strengths_are_those_of_each_encoding(iris, encoding):
    told = made(iris, encoding=encoding).strengths
    is_first, columns = iris.Y == 0, iris.X.T
    scaled = [(c[is_first].mean() - c[~is_first].mean()) / np.ptp(c) for c in columns]
    cuts = [ks_2samp(c[is_first], c[~is_first]).statistic for c in columns]
    areas = [roc_auc_score(is_first, c) - 0.5 for c in columns]
    assert told["linear"] == pytest.approx(np.max(np.abs(scaled)))
    assert told["best cut"] == pytest.approx(np.max(cuts))
    assert told["ranks"] == pytest.approx(np.max(np.abs(areas)))


def test_nominal_features_are_the_same_in_all(heart):
    nominal = heart.transform(
        Domain([v for v in heart.domain.attributes if v.is_discrete], heart.domain.class_var)
    )
    told = set(made(nominal).strengths.values())
    assert [round(each, 12) for each in told] == [round(told.pop(), 12)]


def test_share_beyond_chance_is_of_features_not_of_marks():
    """One of four features tells the class; its three values are three marks."""
    rng = np.random.default_rng(4)
    y = np.repeat([0.0, 1], [120, 80])
    X = rng.normal(size=(200, 4))
    X[:, 2] += 2 * y
    table = Table.from_numpy(Domain(Table("iris").domain.attributes, _binary()), X, y)
    assert made(table).beyond_chance == 0.25


def _binary():
    return Table("heart_disease").domain.class_var


@pytest.mark.parametrize(
    ("rule", "expected"), [("usual", "1"), ("rarest", "1"), ("commonest", "0")]
)
def test_rules_of_two_classes(heart, rule, expected):
    assert positive_by(heart, rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("usual", "amphibian"), ("rarest", "amphibian"), ("commonest", "mammal")],
)
def test_rules_of_many_classes(rule, expected):
    assert positive_by(Table("zoo"), rule) == expected


def test_rules_look_at_classes_that_occur(iris):
    assert positive_by(iris[50:120], "usual") == "Iris-virginica"
    assert positive_by(iris[50:120], "rarest") == "Iris-virginica"


def test_the_row(heart):
    row = Collection((made(heart),)).rows[0]
    assert (row["Negatives"], row["Positives"]) == (164, 139)
    assert row["neg/pos"] == pytest.approx(164 / 139)
    assert (row["Features"], row["Looks"], row["Positive class"]) == (13, "medium", "1")
    assert "Results" not in row


def test_results_are_matched_by_rows(heart, iris):
    members = [made(iris, "iris"), made(heart)]
    assert matched(members, results_of(heart)) == (1, BY_ROWS)
    # by some of its variables only, and in another order
    few = heart[::-1].transform(Domain(heart.domain.attributes[:3], heart.domain.class_var))
    assert matched([members[0], made(few)], results_of(heart)) == (1, BY_ROWS)


def test_of_two_with_these_rows_it_is_the_one_with_these_features(heart):
    few = heart.transform(Domain(heart.domain.attributes[:3], heart.domain.class_var))
    both = [made(few), made(heart)]
    assert matched(both, results_of(heart)) == (1, BY_ROWS)
    assert matched(both, results_of(few)) == (0, BY_ROWS)


def test_results_are_matched_by_variables(heart, iris):
    other = Table.from_numpy(heart.domain, heart.X, heart.Y)
    assert matched([made(iris), made(other)], results_of(heart)) == (1, BY_VARIABLES)


def test_what_matches_nothing_is_told(heart, iris):
    members, left_out = met([made(heart)], [results_of(iris)])
    assert left_out == ["about “iris”, of no data set here"]
    assert members[0].models == {}


def test_models_of_several_results(heart, iris):
    members = [made(heart), made(iris, "iris")]
    all_results = [results_of(heart, "Bayes"), results_of(iris, "Bayes"), results_of(heart, "X")]
    members, left_out = met(members, all_results)
    collection = Collection(tuple(members))
    assert left_out == []
    assert collection.model_names == ["Bayes", "X"]
    first, second = collection.rows
    results = all_results[0]
    called, truth = results.predicted[0] == 1, results.actual == 1
    assert first["δ Bayes"] == pytest.approx(called[truth].mean() - called[~truth].mean())
    assert first["Gain of the best model"] == pytest.approx(first["δ Bayes"] - first["|δ| scaled"])
    assert first["Gain low"] < first["Gain of the best model"] < first["Gain high"]
    assert np.isnan(second["δ X"])
    assert (first["Results"], second["Results"]) == (BY_ROWS, BY_ROWS)


def test_models_of_one_name_are_told_apart(heart):
    [found], _ = met([made(heart)], [results_of(heart, "Bayes"), results_of(heart, "Bayes")])
    assert list(found.models) == ["Bayes (1)", "Bayes (2)"]


def test_other_results_leave_nothing_of_earlier_ones(heart):
    [found], _ = met([made(heart)], [results_of(heart)])
    [found], _ = met([found], [])
    assert found.meetings == ()
    assert found.matched == ""


def test_the_table(heart, iris):
    members, _ = met([made(heart), made(iris, "iris")], [results_of(heart)])
    table = Collection(tuple(members)).table()
    assert [str(row["Data set"]) for row in table] == ["heart", "iris"]
    assert float(table[1]["|δ| best cut"]) == 1
    assert np.isnan(float(table[1]["δ Bayes"]))
    assert str(table[0]["Looks"]) == "medium"
    assert Collection().table() is None


def test_unfit_data(heart):
    with pytest.raises(UnfitError, match="of one class"):
        made(heart[heart.Y == 0])


@pytest.mark.parametrize("name", PAPER)
def test_as_printed_in_the_paper(name):
    path = DATA / f"{name}.csv"
    if not path.exists():
        pytest.skip("the data are not here")
    table, (rule, class_ratio, strength) = Table(str(path)), PAPER[name]
    variables = (*table.domain.attributes, *table.domain.class_vars)
    target = next(v for v in variables if v.name == "class")
    features = [v for v in variables if v is not target]
    row = Collection((made(table.transform(Domain(features, target)), rule=rule),)).rows[0]
    assert round(row["neg/pos"], 2) == class_ratio
    assert round(row["|δ| scaled"], 2) == strength
