"""Tables that our widgets send, sent back to the diagram: models with folds, and curves."""

import copy

import numpy as np
import pytest
from Orange.classification import NaiveBayesLearner, TreeLearner
from Orange.data import ContinuousVariable, Domain, StringVariable, Table
from Orange.evaluation import CrossValidation
from sklearn.metrics import roc_auc_score

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.points import read_points
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.scoretables import scores_table
from orangecontrib.phidelta.orange.tunings import tuned_model

# Uneven: 25 setosa, 50 versicolor, 40 virginica.
IRIS = Table("iris")[np.r_[25:140]]
RESULTS = CrossValidation(k=4)(IRIS, [NaiveBayesLearner(), TreeLearner()])
FOUND = evaluate(RESULTS, "Iris-virginica")
SCORES = scores_table(FOUND.classifiers, "Iris-virginica")


def cells(counts):
    return np.array([counts.tp, counts.fp, counts.fn, counts.tn]).T.tolist()


def thresholds(model="naive bayes", maximum=1000, found=FOUND):
    no_constraint = False, "sensitivity", ">=", 0.5
    tuned = tuned_model(
        found, found.with_scores_named(model), "cost", DEFAULTS, no_constraint, 0.25
    )
    return tuned.thresholds(maximum)


def of_file(table, path):
    table.save(str(path))
    return Table(str(path))


def of_plain_file(table, path):
    """Through a file with names of columns only, as other programs write it."""
    variables = table.domain.attributes + table.domain.metas
    lines = [",".join(v.name for v in variables)]
    for row in np.column_stack([table.X.astype(object), table.metas]):
        lines.append(",".join("" if value != value else str(value) for value in row))
    path.write_text("\n".join(lines), encoding="utf-8")
    return Table(str(path))


FILES = {
    "none": (lambda table, path: table, ""),
    "csv": (of_file, "csv"),
    "tab": (of_file, "tab"),
    "pickle": (of_file, "pkl"),
    "plain": (of_plain_file, "csv"),
}


@pytest.fixture(params=FILES)
def through(request, tmp_path):
    """What sends a table through a file, and through none."""
    send, ending = FILES[request.param]
    return lambda table: send(table, tmp_path / f"table.{ending}")


def test_scores_become_the_models_that_they_are_of(through):
    points = read_points(through(SCORES))
    assert points.impossible == 0
    assert [c.name for c in points.classifiers] == ["naive bayes", "tree"]
    for read, model in zip(points.classifiers, FOUND.classifiers, strict=True):
        assert cells(read.counts) == cells(model.counts)
        assert cells(read.folds.counts) == cells(model.folds.counts)
        for part in ("auc", "brier", "log_likelihood"):
            # Orange writes two decimals more than it shows
            for now, then in ((read.outcome, model.outcome), (read.folds, model.folds)):
                known = np.where(np.isinf(getattr(then, part)), np.nan, getattr(then, part))
                np.testing.assert_allclose(getattr(now, part), known, atol=1e-6)
        assert read.is_counted
        assert read.index is None


def test_rows_may_come_in_any_order():
    order = np.random.default_rng(5).permutation(len(SCORES))
    points = {c.name: c for c in read_points(SCORES[order]).classifiers}
    for model in FOUND.classifiers:
        assert cells(points[model.name].counts) == cells(model.counts)
        assert cells(points[model.name].folds.counts) == cells(model.folds.counts)


def rows_of(model, *folds):
    texts = [[str(value) for value in row] for row in SCORES.metas]
    return SCORES[
        [i for i, (name, _, fold) in enumerate(texts) if name == model and fold in folds]
    ]


def test_folds_alone_are_added_up(through):
    points = read_points(through(rows_of("tree", "2", "4")))
    (read,) = points.classifiers
    folds = cells(FOUND.classifiers[1].folds.counts)
    assert read.name == "tree"
    # those that are not there have no cases, and the others keep their numbers
    nothing = [0, 0, 0, 0]
    assert cells(read.folds.counts) == [nothing, folds[1], nothing, folds[3]]
    assert cells(read.counts) == np.add(folds[1], folds[3]).tolist()
    assert np.isnan(read.outcome.auc)
    assert points.impossible == 0


def test_a_pooled_row_alone_has_no_folds(through):
    (read,) = read_points(through(rows_of("tree", "all"))).classifiers
    assert cells(read.counts) == cells(FOUND.classifiers[1].counts)
    assert read.folds is None


def test_several_positive_classes_are_told_apart():
    other = scores_table(evaluate(RESULTS, "Iris-setosa").classifiers[:1], "Iris-setosa")
    table = Table.concatenate([rows_of("naive bayes", "all", "1", "2", "3", "4"), other])
    names = [c.name for c in read_points(table).classifiers]
    assert names == ["naive bayes, Iris-virginica", "naive bayes, Iris-setosa"]


def test_the_same_rows_twice_are_two_models():
    rows = rows_of("tree", "all", "1", "2", "3", "4")
    points = read_points(Table.concatenate([rows, rows]))
    assert [c.name for c in points.classifiers] == ["tree (1)", "tree (2)"]
    assert [len(c.folds.counts.tp) for c in points.classifiers] == [4, 4]


def test_points_of_rates_stay_so(through):
    rates = Classifier("x", Outcome(Counts.from_rates(0.75, 0.5)), is_counted=False)
    table = scores_table([*FOUND.classifiers, rates], "Iris-virginica")
    *_, read = read_points(through(table)).classifiers
    assert not read.is_counted
    assert (float(read.counts.tpr), float(read.counts.fpr)) == (0.75, 0.5)


def test_impossible_rows_are_counted():
    table = SCORES.copy()
    with table.unlocked(table.X):
        table.X[0, 0] = -3  # all cases of the first model
    points = read_points(table)
    assert [c.name for c in points.classifiers] == ["tree"]
    assert points.impossible == 5
    with pytest.raises(UnfitError, match="No row"):
        read_points(table[:1])


def other_table(columns, texts):
    variables = [ContinuousVariable(name) for name in ("TP", "FP", "FN", "TN")]
    domain = Domain(variables, metas=[StringVariable(name) for name in texts])
    rows = len(next(iter(texts.values())))
    metas = np.array(list(texts.values()), object).T
    return Table.from_numpy(domain, np.array(columns[:rows], float), metas=metas)


def test_other_tables_are_points_row_by_row():
    counts = [[12, 9, 5, 40], [6, 5, 2, 20], [6, 4, 3, 20]]
    texts = {"Model": ["a", "a", "b"], "Fold": ["all", "1", "all"]}
    points = read_points(other_table(counts, texts))
    assert [c.name for c in points.classifiers] == ["a (1)", "a (2)", "b"]
    assert {c.folds for c in points.classifiers} == {None}


@pytest.mark.parametrize("fold", ["0", "-1", "9" * 12, "1.5", "", "one"])
def test_folds_with_impossible_numbers_are_left_out(fold):
    texts = {"Model": ["a", "a"], "Positive class": ["+", "+"], "Fold": ["all", fold]}
    points = read_points(other_table([[12, 9, 5, 40], [6, 5, 2, 20]], texts))
    (read,) = points.classifiers
    assert read.folds is None
    assert points.impossible == 1


# --- thresholds ---


def drawn(sweep):
    """Points of a curve, without those that lie on it."""
    return sorted(set(zip(sweep.fp.tolist(), sweep.tp.tolist(), strict=True)))


@pytest.mark.parametrize("model", ["naive bayes", "tree"])
def test_thresholds_become_a_curve(through, model):
    points = read_points(through(thresholds(model)))
    assert points.impossible == 0
    (read,) = points.classifiers
    known = FOUND.with_scores_named(model)
    assert drawn(read.sweep) == drawn(known.sweep)
    np.testing.assert_allclose(read.sweep.cuts[1:-1], known.sweep.cuts[1:-1], atol=1e-6)
    is_virginica = RESULTS.actual == 2
    area = roc_auc_score(is_virginica, RESULTS.probabilities[known.index][:, 2])
    assert read.outcome.auc == pytest.approx(area, abs=1e-6)
    # it decides by the cut next to 1/2, which is as good as the model's own of two classes
    cut = read.name.removeprefix(f"{model}, cut ")
    assert float(cut) == pytest.approx(0.5, abs=0.1)
    index = int(np.argmin(np.abs(known.sweep.cuts - 0.5)))
    assert cells(read.counts) == cells(known.sweep.counts(index))
    assert read.intervals() == {}


def test_a_thinned_curve_keeps_the_area():
    table = thresholds(maximum=10)
    (read,) = read_points(table).classifiers
    known = FOUND.with_scores_named("naive bayes")
    assert len(read.sweep.cuts) <= 13 < len(known.sweep.cuts)
    assert set(drawn(read.sweep)) <= set(drawn(known.sweep))
    assert read.outcome.auc == known.outcome.auc


def test_thresholds_in_another_order_and_some_only():
    table = thresholds()
    order = np.random.default_rng(8).permutation(len(table))
    (read,) = read_points(table[order]).classifiers
    (known,) = read_points(table).classifiers
    assert drawn(read.sweep) == drawn(known.sweep)
    assert read.sweep.cuts.tolist() == known.sweep.cuts.tolist()
    (some,) = read_points(table[3:9]).classifiers
    assert set(drawn(some.sweep)) < set(drawn(known.sweep))
    assert some.sweep.cuts[[0, -1]].tolist() == [np.inf, -np.inf]
    assert (some.sweep.positives, some.sweep.negatives) == (40, 75)


def test_several_models_are_several_curves():
    both = Table.concatenate([thresholds("naive bayes"), thresholds("tree")])
    read = read_points(both).classifiers
    assert [c.name.split(",")[0] for c in read] == ["naive bayes", "tree"]
    for each, known in zip(read, FOUND.classifiers, strict=True):
        assert drawn(each.sweep) == drawn(known.sweep)


def test_rows_of_no_one_curve_are_left_out():
    table = thresholds()
    with table.unlocked(table.metas):
        table.metas[:, 0] = ""
    other = thresholds("tree")
    with other.unlocked(other.metas):
        other.metas[:, 0] = ""
    with pytest.raises(UnfitError, match="No row"):
        read_points(Table.concatenate([table, other]))


def test_a_constant_score_has_a_curve_of_two_points():
    results = copy.copy(RESULTS)
    results.probabilities = np.full_like(RESULTS.probabilities, 1 / 3)
    found = evaluate(results, "Iris-virginica")
    (read,) = read_points(thresholds("tree", found=found)).classifiers
    assert drawn(read.sweep) == [(0, 0), (75, 40)]
    assert read.outcome.auc == 0.5
    assert read.name in ("tree, never positive", "tree, always positive")
