"""Against chosen classes, all is as if the cases of the other classes had never been there."""

import pickle

import numpy as np
import pytest
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner, TreeLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.evaluation import CrossValidation, Results
from scipy import sparse

from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.thresholds.stability import bootstrap_cuts
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.candidates import DUMMIES
from orangecontrib.phidelta.orange.comparisons import Comparison
from orangecontrib.phidelta.orange.conditions import Conditions
from orangecontrib.phidelta.orange.groups import groups_of
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.outlooks import Outlook
from orangecontrib.phidelta.orange.pairs import pair_of
from orangecontrib.phidelta.orange.points import NO_POINTS
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.rankings import RankedFeatures, bootstrapped_intervals
from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures
from orangecontrib.phidelta.orange.signatures import (
    best_cuts,
    feature_scores_table,
    table_signature,
)
from orangecontrib.phidelta.orange.signaturesets import SignatureSet
from orangecontrib.phidelta.orange.surroundings import Surroundings
from orangecontrib.phidelta.orange.tunings import tuned_model

VALUES = ("a", "b", "c", "d")
SIDES = PositiveClass(("c",), negatives=("a", "d"))
SHARES = (0.35, 0.3, 0.25, 0.1)
NAMES = "First", "Second"


def four_classes(rows=240, is_sparse=False, has_weights=True):
    """Classes of unequal size, with weights, missing values and rows of unknown class."""
    chance = np.random.default_rng(5)
    y = chance.choice(4, rows, p=SHARES).astype(float)
    X = chance.normal(size=(rows, 6)) + np.outer(y, [0.9, -0.5, 0.1, 0, 0.4, 0.7])
    X[:, 3] = chance.integers(0, 3, rows) * (y != 1)
    X[y == 1, 0] += 30  # of class b, which would stretch the range
    X[:, 5] = X[:, 0] + 0.1 * chance.normal(size=rows)
    X[:, 2] = chance.poisson(0.4 + 0.3 * (y == 2), rows)
    if not is_sparse:
        X[chance.random((rows, 6)) < 0.05] = np.nan
    y[::41] = np.nan
    W = chance.integers(1, 4, rows).astype(float) if has_weights else None
    attributes = [ContinuousVariable(f"x{i}") for i in range(6)]
    if not is_sparse:
        attributes[3] = DiscreteVariable("x3", ("u", "v", "w"))
    domain = Domain(attributes, DiscreteVariable("class", VALUES))
    return Table.from_numpy(domain, sparse.csr_matrix(X) if is_sparse else X, y, W=W)


def without_b(data):
    """As Select Rows would leave it."""
    return data[data.Y != 1]


def results_of_two():
    """Results of two models of some skill, with folds, data, and cases of unknown class."""
    chance, rows = np.random.default_rng(3), 300
    actual = chance.choice(4, rows, p=SHARES)
    results = Results()
    data = four_classes(rows)
    results.domain, results.data = data.domain, data
    logits = chance.normal(size=(2, rows, 4))
    logits[:, np.arange(rows), actual] += np.array([[1.2], [0.7]])
    results.probabilities = np.exp(logits) / np.exp(logits).sum(axis=2, keepdims=True)
    results.probabilities[1, ::17] = [0, 1, 0, 0]  # certain of neither side
    results.predicted = results.probabilities.argmax(axis=2).astype(float)
    results.actual = actual.astype(float)
    results.actual[::29] = np.nan
    results.row_indices = np.arange(rows)
    ends = [0, 70, 130, 200, 255, rows]
    results.folds = [slice(*pair) for pair in zip(ends, ends[1:], strict=False)]
    results.learner_names = list(NAMES)
    return results


def dropped(results):
    """The same by hand: without cases of class b, and probabilities of the other classes."""
    kept, less = results.actual != 1, Results()
    vars(less).update(vars(results))
    less.actual, less.row_indices = results.actual[kept], results.row_indices[kept]
    less.predicted = results.predicted[:, kept]
    shares = results.probabilities[:, kept].copy()
    shares[:, :, 1] = 0
    total = shares.sum(axis=2, keepdims=True)
    # "c" is one side, "a" and "d" are the other: half for each
    even = np.broadcast_to([0.25, 0, 0.5, 0.25], shares.shape)
    less.probabilities = np.divide(shares, total, out=even.copy(), where=total > 0)
    number = np.cumsum(kept) - 1
    rows = (np.arange(len(kept))[fold] for fold in results.folds)
    less.folds = [number[fold[kept[fold]]] for fold in rows]
    return less


@pytest.fixture(scope="module")
def pair():
    """Evaluations against a and d: as asked for, and with the others dropped by hand."""
    results = results_of_two()
    return evaluate(results, SIDES), evaluate(dropped(results), "c")


def same(one, other):
    """Tables of the same numbers and, but for the class, texts."""
    assert one.X.shape == other.X.shape
    np.testing.assert_allclose(one.X, other.X, rtol=1e-9, atol=1e-12)
    places = [i for i, m in enumerate(one.domain.metas) if m.name != "Positive class"]
    assert one.metas[:, places].tolist() == other.metas[:, places].tolist()


def compared(evaluation, class_ratio=None):
    return Comparison(evaluation, NO_POINTS, DEFAULTS | {"cost_fn": 3.0}, class_ratio)


def test_cases_are_counted_apart(pair):
    found, expected = pair
    results = results_of_two()
    assert found.neither == np.sum(results.actual == 1) > 0
    assert found.unknown_class == np.isnan(results.actual).sum() == expected.unknown_class
    assert expected.neither == 0
    assert found.cases == expected.cases == np.isin(results.actual, (0, 2, 3)).sum()
    assert found.prevalence == np.sum(results.actual == 2) / found.cases
    assert found.positive.title == "c against a or d"


@pytest.mark.parametrize("class_ratio", [None, 5.0])
def test_scores_folds_and_averages(pair, class_ratio):
    tables = [compared(each, class_ratio).scores_table(NAMES) for each in pair]
    same(*tables)
    assert len(tables[0]) == 2 * (1 + 5 + 3)  # all cases, folds, averages over the classes
    assert set(tables[0].metas[:6, 1]) == {"c against a or d"}


def test_pairs(pair):
    same(*(compared(each).pairs_table(NAMES, 0.01) for each in pair))


def test_confusion(pair):
    for one, other in zip(*(each.classifiers for each in pair), strict=True):
        np.testing.assert_array_equal(one.confusion, other.confusion)


def test_cuts_and_bootstrap(pair):
    rule = "cost", DEFAULTS | {"cost_fn": 4.0}, (True, "npv", ">=", 0.8), 0.4
    tuned = [tuned_model(each, each.with_scores_named("First"), *rule) for each in pair]
    same(*(each.thresholds(1000) for each in tuned))
    assert tuned[0].best.cut == pytest.approx(tuned[1].best.cut)
    sampled = [bootstrap_cuts(t.classifier.sweep, "kappa", 0.3, replicates=20) for t in tuned]
    np.testing.assert_allclose(sampled[0].cuts, sampled[1].cuts)
    np.testing.assert_allclose(tuned[0].reliability[0].share, tuned[1].reliability[0].share)


def test_operating_conditions(pair):
    conditions = [Conditions(each, True) for each in pair]
    same(*(Outlook(each, 0.3, 1, 6).table for each in conditions))
    curves = [each.replicated(5).curves for each in conditions]
    for one, other in zip(*curves, strict=True):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_allclose(a.fpr, b.fpr)
            np.testing.assert_allclose(a.tpr, b.tpr)
    assert len(curves[0][0]) == len(DUMMIES) + 2


def test_groups():
    results = results_of_two()
    one, other = groups_of(results, "x3", SIDES), groups_of(dropped(results), "x3", "c")
    assert one.names == other.names
    assert one.unknown == other.unknown > 0
    for a, b in zip(one.classifiers, other.classifiers, strict=True):
        cells = [(c.counts.tp, c.counts.fp, c.counts.fn, c.counts.tn) for c in (a, b)]
        assert cells[0] == cells[1]
        assert a.outcome.auc == pytest.approx(b.outcome.auc)


def test_what_a_model_says_of_neither_is_not_positive(pair):
    results = results_of_two()
    truth, said = results.actual, results.predicted[0]
    counts = pair[0].classifiers[0].counts
    assert counts.fn == np.sum((truth == 2) & (said != 2))
    assert np.sum((truth == 2) & (said == 1)) > 0
    assert counts.tn == np.sum(np.isin(truth, (0, 3)) & (said != 2))


def test_cases_of_neither_side_may_have_been_tested_twice():
    results = results_of_two()
    neither = np.flatnonzero(results.actual == 1)
    results.row_indices[neither[1]] = neither[0]
    assert evaluate(results, SIDES).classifiers[0].has_independent_cases
    assert not evaluate(results, "c").classifiers[0].has_independent_cases


def test_who_swaps_the_sides_sees_the_curve_mirrored():
    results = results_of_two()
    one = evaluate(results, SIDES).classifiers[0].sweep
    other = evaluate(results, PositiveClass(("a", "d"), negatives=("c",))).classifiers[0].sweep
    np.testing.assert_allclose(one.fpr, 1 - other.tpr[::-1])
    np.testing.assert_allclose(one.tpr, 1 - other.fpr[::-1])


def test_a_cut_decides_between_the_sides_for_every_case():
    results = results_of_two()
    share = results.probabilities[0][:, 2] / results.probabilities[0][:, [0, 2, 3]].sum(axis=1)
    decided = rethresholded(results, SIDES, 0.4, ["First"])
    likelier = np.where(results.probabilities[0][:, 0] >= results.probabilities[0][:, 3], 0, 3)
    assert decided.predicted[0].tolist() == np.where(share > 0.4, 2, likelier).tolist()
    assert decided.predicted[1].tolist() == results.predicted[1].tolist()
    # what is shown of the cut is what comes out
    truth = results.actual
    counts = evaluate(decided, SIDES).classifiers[0].counts
    assert counts.tp == np.sum((truth == 2) & (share > 0.4))
    assert counts.fp == np.sum(np.isin(truth, (0, 3)) & (share > 0.4))


def test_models_and_learners():
    data = four_classes(has_weights=False)[:200]
    base = LogisticRegressionLearner()
    model = ThresholdLearner(base, SIDES, 0.3)(data)
    assert (model.positive, model.negatives) == (("c",), ("a", "d"))
    probabilities = base(data)(data, 1)
    share = probabilities[:, 2] / probabilities[:, [0, 2, 3]].sum(axis=1)
    said = model(data)
    assert np.array_equal(said == 2, share > 0.3)
    assert set(said) == {0, 2, 3}
    np.testing.assert_allclose(model(data, 1), probabilities)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again(data), said)


def test_a_model_of_before_is_against_all_the_rest():
    data = four_classes(has_weights=False)
    model = ThresholdModel(LogisticRegressionLearner()(data), "c", 0.3)
    said = model(data)
    learner, selects = ThresholdLearner(TreeLearner(), "c"), SelectFeatures(2, positive="c")
    kept = list(selects.features(data))
    for each in (model, learner, selects):
        del vars(each)["negatives"]
    assert np.array_equal(model(data), said)
    assert learner.negatives == ()
    assert list(selects.features(data)) == kept


@pytest.mark.parametrize("has_weights", [False, True])
def test_the_cut_is_tuned_on_the_two_sides(has_weights):
    data = four_classes(has_weights=has_weights)
    data = data[~np.isnan(data.Y)]
    learner = ThresholdLearner(
        NaiveBayesLearner(), "c", measure="kappa", negatives=("a", "d"), folds=4
    )
    results = CrossValidation(k=4, random_state=0)(data, [NaiveBayesLearner()])
    kept = results.actual != 1
    shares = results.probabilities[0][kept]
    share = shares[:, 2] / shares[:, [0, 2, 3]].sum(axis=1)
    weights = data.W[results.row_indices[kept]].ravel() if has_weights else np.ones(kept.sum())
    truth = results.actual[kept] == 2
    best = max(_kappa(truth, share > cut, weights) for cut in np.r_[-1, share])
    found = learner.tuning(data)
    assert found.best.value == pytest.approx(best)
    assert _kappa(truth, share > found.best.cut, weights) == pytest.approx(best)
    assert learner(data).cut == found.best.cut


def _kappa(truth, called, weights):
    weights = weights / weights.sum()
    agreed = weights[truth == called].sum()
    p, q = weights[truth].sum(), weights[called].sum()
    chance = p * q + (1 - p) * (1 - q)
    return (agreed - chance) / (1 - chance)


def test_too_few_cases_of_a_side():
    data = four_classes()
    few = data[np.isin(data.Y, (1, 2)) | (np.cumsum(data.Y == 0) == 1)]
    with pytest.raises(UnfitError, match="at least two positive and two negative"):
        ThresholdLearner(TreeLearner(), "c", negatives="d").tuning(few[few.Y != 3])
    other = ThresholdLearner(TreeLearner(), "c", negatives="z")
    assert "no value “z”. Choose negative" in other.incompatibility_reason(data.domain)


TABLES = {
    "weights and missing": four_classes(),
    "no weights": four_classes(has_weights=False),
    "sparse": four_classes(is_sparse=True),
    "sparse by columns": four_classes(is_sparse=True, has_weights=False),
}
TABLES["sparse by columns"].X = TABLES["sparse by columns"].X.tocsc()


@pytest.mark.parametrize("encoding", ["linear", "best cut", "ranks"])
@pytest.mark.parametrize("name", TABLES)
def test_signatures(name, encoding):
    data = TABLES[name]
    one = table_signature(data, SIDES, encoding)
    other = table_signature(without_b(data), "c", encoding)
    assert one.neither == np.sum(data.Y == 1) > 0
    assert one.unknown_class == other.unknown_class == np.isnan(data.Y).sum() > 0
    assert other.neither == 0
    same(feature_scores_table([one]), feature_scores_table([other]))
    assert one.signature.prevalence == pytest.approx(other.signature.prevalence)
    cuts = best_cuts(data, one), best_cuts(without_b(data), other)
    assert (cuts[0] is None) == (cuts[1] is None) == (encoding == "best cut")
    if cuts[0] is not None:
        np.testing.assert_allclose(cuts[0].delta, cuts[1].delta)
        assert cuts[0].names == cuts[1].names


def test_what_a_signature_says():
    data = TABLES["weights and missing"]
    shown, rest = (SignatureSet([table_signature(data, each)], [None]) for each in (SIDES, "c"))
    assert "Telling ‘c’ from ‘a or d’ looks" in shown.headline
    assert "Telling ‘c’ from the rest looks" in rest.headline
    mark = shown.signatures[0].signature.names.index("x0")
    assert " in ‘c’ and " in shown.explain(0, mark)
    assert " in ‘a or d’; " in shown.explain(0, mark)
    assert " in others; " in rest.explain(0, mark)
    assert set(shown.scores_table().get_column("Positive class")) == {"c against a or d"}
    assert shown.neither == np.sum(data.Y == 1)


@pytest.mark.parametrize("name", TABLES)
def test_rankings_and_choices(name):
    data = TABLES[name]
    less, scoring = without_b(data), Scoring(SIDES, "information", "best cut")
    assert scoring == Scoring("c", "information", "best cut", negatives=("a", "d"))
    plain = Scoring("c", "information", "best cut")
    ranked = [
        RankedFeatures(table, how.signature(table), how)
        for table, how in ((data, scoring), (less, plain))
    ]
    assert ranked[0].order == ranked[1].order
    same(*(each.scores_table() for each in ranked))
    chosen = [each.best(count=6, similarity=0.3) for each in ranked]
    assert list(chosen[0][0]) == list(chosen[1][0])
    assert chosen[0][1] == chosen[1][1] != {}
    last = [
        list(bootstrapped_intervals(*each, 6, 3))[-1] for each in ((data, scoring), (less, plain))
    ]
    assert last[0] == last[1]
    rule = {"count": 6, "similarity": 0.3}
    selects = SelectFeatures(**rule, **vars(scoring))
    kept = selects(data)
    expected = SelectFeatures(**rule, **vars(plain))(less)
    assert kept.domain.attributes == expected.domain.attributes
    assert len(kept) == len(data)
    scores = FeatureScorer(**vars(scoring))(data), FeatureScorer(**vars(plain))(less)
    np.testing.assert_allclose(*scores)
    again = pickle.loads(pickle.dumps(selects))
    assert again.negatives == ("a", "d")
    assert again(data).domain.attributes == kept.domain.attributes


def test_each_class_in_turn_is_against_the_rest():
    assert Scoring().positive_class is None
    assert Scoring(("c",)).positive_class == PositiveClass(("c",))


def test_weights_of_a_side_that_are_all_0():
    data = four_classes()
    with data.unlocked(data.W):
        data.W[np.isin(data.Y, (0, 3))] = 0
    with pytest.raises(UnfitError, match="weight 0"):
        table_signature(data, SIDES)
    assert table_signature(data, "c").neither == 0


def test_a_side_that_does_not_occur():
    data = four_classes()
    data = data[data.Y != 3]
    for ask in (table_signature, lambda d, p: evaluate(_results_of(d), p)):
        with pytest.raises(UnfitError, match="^No (rows|test cases) are negative. Choose other"):
            ask(data, PositiveClass(("c",), negatives=("d",)))
        with pytest.raises(UnfitError, match="^No (rows|test cases) are positive. Choose other"):
            ask(data, PositiveClass(("d",), negatives=("a",)))


def _results_of(data):
    return CrossValidation(k=2)(data[~np.isnan(data.Y)], [TreeLearner(max_depth=2)])


def test_sentences_and_tables_say_it(pair):
    evaluation, rest = pair
    comparison = compared(evaluation)
    told = comparison.explain("First", "point", None, {})
    negatives = int(evaluation.classifiers[0].counts.negatives)
    assert f"of {negatives} ‘a or d’ ‘c’;" in told
    assert f"of {negatives} others ‘c’;" in compared(rest).explain("First", "point", None, {})
    assert "‘a or d’ ‘c’" in Surroundings(comparison, NAMES).explain("oracle", "baseline", 0, {})
    outlook = Outlook(Conditions(evaluation, True), 0.3, 1, 6)
    assert f"of {negatives} ‘a or d’ ‘c’;" in outlook.explain("First")
    first = evaluation.with_scores_named("First")
    tuned = tuned_model(evaluation, first, "cost", DEFAULTS, (False, "npv", ">=", 0.8), 0.4)
    assert f"of {negatives} ‘a or d’ ‘c’;" in tuned.explain_cut(5)
    assert set(tuned.thresholds(9).get_column("Positive class")) == {"c against a or d"}
    two = pair_of(evaluation, NAMES)
    assert f"false alarms among {negatives} ‘a or d’." in two.explain("c", 0.3, others="‘a or d’")
