"""Groups of tested cases: who is in which, what each has, what is left out and why."""

import numpy as np
import pytest
from Orange import evaluation
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner, TreeLearner
from Orange.data import (
    ContinuousVariable,
    DiscreteVariable,
    StringVariable,
    Table,
    TimeVariable,
)
from Orange.evaluation import CrossValidation, Results
from sklearn import metrics

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.groups import group_variables, groups_of
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.orange.results import evaluate

LEARNERS = [NaiveBayesLearner(), TreeLearner(max_depth=3)]


def cross_validated(data, *learners):
    test = CrossValidation(k=4, random_state=1, store_data=True)
    return test(data, learners or LEARNERS)


def with_column(name, variable, values):
    """The data set of this name with one more meta."""
    data = Table(name)
    return data.add_column(variable, np.asarray(values, float), to_metas=True)


@pytest.fixture(scope="module")
def heart():
    return cross_validated(Table("heart_disease"))


def test_each_group_is_judged_by_its_own_cases(heart):
    groups = groups_of(heart, "gender", "1")
    gender = heart.data.get_column("gender")[heart.row_indices]
    assert groups.names == ("female", "male")
    assert not groups.is_ordered
    for row, (model, members) in enumerate(groups.by_model.items()):
        for code, each in enumerate(members):
            own = gender == code
            truth, called = heart.actual[own] == 1, heart.predicted[row][own] == 1
            tn, fp, fn, tp = metrics.confusion_matrix(truth, called).ravel()
            counts = each.counts
            assert (counts.tn, counts.fp, counts.fn, counts.tp) == (tn, fp, fn, tp)
            score = heart.probabilities[row][own, 1]
            assert each.sweep.auc == pytest.approx(metrics.roc_auc_score(truth, score))
            assert each.name == f"{model}: {groups.names[code]}"
            assert each.region() is not None


def test_groups_are_all_the_cases_of_a_model(heart):
    whole = evaluate(heart, "0").classifiers
    for variable in group_variables(heart):
        groups = groups_of(heart, variable, "0")
        for each, members in zip(whole, groups.by_model.values(), strict=True):
            left_out = each.counts.total - sum(member.counts.total for member in members)
            assert left_out == groups.unknown or groups.one_sided
            for cell in ("tp", "fp", "fn", "tn") if not left_out else ():
                parts = sum(getattr(member.counts, cell) for member in members)
                assert parts == getattr(each.counts, cell)


def test_folds_are_parted_too(heart):
    groups = groups_of(heart, "gender", "1")
    gender = heart.data.get_column("gender")[heart.row_indices]
    for code, each in enumerate(groups.by_model["tree"]):
        totals = [np.sum(gender[fold] == code) for fold in heart.folds]
        assert each.folds.counts.total.tolist() == totals
        assert each.folds.counts.tp.sum() == each.counts.tp


def test_numbers_are_parted_into_quarters(heart):
    groups = groups_of(heart, "age", "1")
    age = heart.data.get_column("age")[heart.row_indices]
    assert groups.is_ordered
    assert groups.names == ("≤ 48", "> 48 to 56", "> 56 to 61", "> 61")
    sizes = [np.sum((age > low) & (age <= high)) for low, high in ((0, 48), (48, 56), (56, 61))]
    totals = [each.counts.total for each in groups.by_model["tree"]]
    assert totals == [*sizes, np.sum(age > 61)]


def test_times_are_named_as_times():
    data = Table("heart_disease")
    day = TimeVariable("day", have_date=True)
    results = cross_validated(data.add_column(day, 86400.0 * np.arange(len(data)), to_metas=True))
    groups = groups_of(results, "day", "1")
    assert groups.is_ordered
    assert groups.names[0] == "≤ 1970-03-17"
    assert groups.names[1] == "> 1970-03-17 to 1970-06-01"


@pytest.mark.parametrize(
    ("values", "is_ordered"), [(("1", "2", "10"), True), (("2", "1", "3"), False)]
)
def test_values_that_are_increasing_numbers_are_ordered(values, is_ordered):
    batch = DiscreteVariable("batch", values)
    results = cross_validated(with_column("heart_disease", batch, np.arange(303) % 3))
    assert groups_of(results, "batch", "1").is_ordered == is_ordered


def test_unknown_values_are_left_out_and_counted():
    code = np.arange(303) % 3.0
    code[[5, 17, 100, 101]] = np.nan
    batch = DiscreteVariable("batch", ("a", "b", "c"))
    groups = groups_of(cross_validated(with_column("heart_disease", batch, code)), batch, "1")
    assert groups.unknown == 4
    assert sum(each.counts.total for each in groups.by_model["tree"]) == 299
    number = ContinuousVariable("number")
    groups = groups_of(cross_validated(with_column("heart_disease", number, code)), "number", "1")
    assert groups.unknown == 4
    assert [each.counts.total for each in groups.by_model["tree"]] == [101, 100, 98]


def test_cases_of_unknown_class_are_in_no_group():
    data = Table("heart_disease")
    with data.unlocked():
        data.Y[:30] = np.nan
    results = evaluation.TestOnTestData(store_data=True)(Table("heart_disease"), data, LEARNERS)
    groups = groups_of(results, "gender", "1")
    assert sum(each.counts.total for each in groups.by_model["tree"]) == 273
    assert groups.unknown == 0


def test_groups_of_one_class_are_named():
    data = Table("iris")
    code = np.where(data.Y == 0, 0, 1 + np.arange(150) % 2)
    code[60] = 0
    part = DiscreteVariable("part", ("p", "q", "r", "empty"))
    results = cross_validated(with_column("iris", part, code), TreeLearner(), NaiveBayesLearner())
    groups = groups_of(results, "part", "Iris-virginica")
    assert groups.one_sided == ("p",)
    assert groups.names == ("q", "r")
    # p has 50 setosa, one versicolor: shown where setosa is positive, and it alone
    groups = groups_of(results, "part", "Iris-setosa")
    assert groups.one_sided == ("q", "r")
    assert groups.names == ("p",)
    assert groups.by_model["tree"][0].counts.negatives == 1
    assert groups.explain("tree") == ""
    assert groups.by_model["tree"][0].by_class.counts.tp.shape == (2,)


def test_no_group_with_both_classes():
    same = DiscreteVariable("same", ("a", "b"))
    data = Table("heart_disease")
    results = cross_validated(data.add_column(same, data.Y, to_metas=True))
    with pytest.raises(UnfitError, match="No group by “same” has cases of both classes"):
        groups_of(results, "same", "1")


def test_variables_to_group_by():
    data = Table("heart_disease")
    for variable in (
        StringVariable("text"),
        DiscreteVariable("one", ("a",)),
        DiscreteVariable("many", [str(i) for i in range(21)]),
        DiscreteVariable("some", [str(i) for i in range(20)]),
    ):
        column = np.full(len(data), "x" if variable.is_string else 0)
        data = data.add_column(variable, column, to_metas=True)
    results = checked_results(cross_validated(data))
    names = [variable.name for variable in group_variables(results)]
    assert names == [*(v.name for v in data.domain.attributes), "some"]
    with pytest.raises(UnfitError, match="cannot be grouped by “diameter narrowing”"):
        groups_of(results, data.domain.class_var, "1")


def test_data_has_to_be_there_and_to_fit(heart):
    without = CrossValidation(k=3)(Table("heart_disease"), LEARNERS)
    assert group_variables(checked_results(without)) == []
    with pytest.raises(UnfitError, match="do not hold the tested data"):
        groups_of(without, "gender", "1")
    other = Results()
    vars(other).update(vars(heart) | {"data": heart.data[:200]})
    with pytest.raises(UnfitError, match="rows of the results are not those of their data"):
        groups_of(other, "gender", "1")


def test_who_cannot_be_shown_as_a_whole_is_in_no_group(heart):
    broken = Results()
    predicted = heart.predicted.astype(float)
    gender = heart.data.get_column("gender")[heart.row_indices]
    predicted[0, np.flatnonzero(gender == 0)[0]] = np.nan
    vars(broken).update(vars(heart) | {"predicted": predicted})
    assert list(groups_of(broken, "gender", "1").by_model) == ["tree"]


def test_difference_is_told_of_extremes_or_of_the_ends():
    results = cross_validated(Table("heart_disease"), LogisticRegressionLearner())
    groups = groups_of(results, "chest pain", "1")
    (model,) = groups.by_model
    accuracy = {
        name: float(each.counts.measure("accuracy"))
        for name, each in zip(groups.names, groups.by_model[model], strict=True)
    }
    best, worst = max(accuracy, key=accuracy.get), min(accuracy, key=accuracy.get)
    told = groups.explain(model)
    head = f"Accuracy {accuracy[best]:.2f} in ‘{best}’, {accuracy[worst]:.2f} in ‘{worst}’: "
    assert told.startswith(f"{model}: {head}")
    ends = groups_of(results, "age", "1")
    first, *_, last = (each.counts.measure("accuracy") for each in ends.by_model[model])
    assert f" from {first:.2f} in ‘≤ 48’ to {last:.2f} in ‘> 61’" in ends.explain(model)


def test_ways_lead_from_group_to_group_in_order(heart):
    ends = groups_of(heart, "age", "1")
    [way] = ends.ways(["tree"])
    counts = [each.counts for each in ends.by_model["tree"]]
    assert way[:, 0].tolist() == [each.fpr for each in counts]
    assert way[:, 1].tolist() == [each.tpr for each in counts]
    assert len(ends.ways(list(ends.by_model))) == 2
    assert groups_of(heart, "gender", "1").ways(["tree"]) == []


def test_infinite_numbers_and_impossible_codes_are_unknown_values():
    values = np.arange(303) % 5.0
    values[7] = np.inf
    number = ContinuousVariable("number")
    results = cross_validated(with_column("heart_disease", number, values))
    assert groups_of(results, "number", "1").unknown == 1
    values[7] = 9
    results.data = with_column("heart_disease", DiscreteVariable("code", tuple("abcde")), values)
    groups = groups_of(results, "code", "1")
    assert groups.names == tuple("abcde")
    assert groups.unknown == 1


def test_sparse_data_are_grouped_alike(heart):
    sparse = Results()
    vars(sparse).update(vars(heart) | {"data": heart.data.to_sparse()})
    for variable in ("gender", "age"):
        groups, dense = (groups_of(each, variable, "1") for each in (sparse, heart))
        assert groups.names == dense.names
        sizes = ([c.counts.total for c in each.classifiers] for each in (groups, dense))
        assert next(sizes) == next(sizes)
