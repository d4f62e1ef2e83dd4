"""Features scored for Rank, and selected where the test cases cannot see it."""

import pickle

import numpy as np
import pytest
from Orange.classification import LogisticRegressionLearner, NaiveBayesLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.evaluation import CA, CrossValidation
from Orange.preprocess import PreprocessorList
from Orange.preprocess.fss import SelectBestFeatures
from Orange.preprocess.score import Scorer
from Orange.widgets.data.owrank import OWRank
from scipy import stats

from orangecontrib.phidelta.core.features.ranking import CRITERIA
from orangecontrib.phidelta.core.features.regions import REGIONS, Regions
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures
from orangecontrib.phidelta.orange.signatures import table_signature


def delta_of(data, positive, feature):
    """|δ| of a feature, the greatest of its subsets of values."""
    one = data.transform(Domain([data.domain[feature]], data.domain.class_vars))
    return np.abs(table_signature(one, positive, subsets="best").signature.delta).max()


# --- scores


def test_scores_of_two_classes():
    data = Table("heart_disease")
    scores = Scoring().scores(data)
    for feature, score in zip(data.domain.attributes, scores.values, strict=True):
        assert score == pytest.approx(delta_of(data, "1", feature))
    np.testing.assert_array_equal(scores.order, np.argsort(-scores.values, kind="stable"))
    np.testing.assert_allclose(scores.absolute_delta, scores.values)
    np.testing.assert_allclose(Scoring("0").scores(data).values, scores.values)


def test_scores_of_more_classes_are_the_best_against_the_rest():
    data = Table("zoo")
    scores = Scoring().scores(data)
    classes = data.domain.class_var.values
    for feature, score in zip(data.domain.attributes, scores.values, strict=True):
        assert score == pytest.approx(max(delta_of(data, name, feature) for name in classes))
    chosen = Scoring(("bird", "fish"), "information").scores(data)
    expected = table_signature(data, ("bird", "fish"), subsets="best").signature
    np.testing.assert_allclose(chosen.values, expected.measures()["information"])


def test_p_values_of_the_best_of_many_classes():
    """Of seven classes the best p-value times seven; q-values adjusted for the features."""
    data = Table("zoo")
    classes = data.domain.class_var.values
    each = [table_signature(data, name, subsets="best").signature.p_value for name in classes]
    p_values = np.minimum(7 * np.nanmin(each, axis=0), 1)
    np.testing.assert_allclose(Scoring(criterion="p_value").scores(data).values, p_values)
    adjusted = Scoring(criterion="q_value").scores(data)
    np.testing.assert_allclose(adjusted.values, stats.false_discovery_control(p_values))
    assert adjusted.order.tolist() == Scoring(criterion="p_value").scores(data).order.tolist()


def test_lower_is_better_for_some_criteria():
    data = Table("iris")
    scores = Scoring(criterion="corner_distance").scores(data)
    each = [
        table_signature(data, name, subsets="best").signature.measures()
        for name in data.domain.class_var.values
    ]
    distances = np.array([measures["corner_distance"] for measures in each])
    deltas = np.array([measures["absolute_delta"] for measures in each])
    np.testing.assert_allclose(scores.values, distances.min(axis=0))
    nearest = distances.argmin(axis=0), range(len(scores.values))
    np.testing.assert_allclose(scores.absolute_delta, deltas[nearest])
    np.testing.assert_array_equal(scores.order, np.argsort(scores.values))


def gappy():
    """Numbers, one constant, one unknown in all positives; rows without a class."""
    random = np.random.default_rng(0)
    X = random.normal(size=(40, 4))
    y = (np.arange(40) % 3 == 0).astype(float)
    X[:, 0] += y
    X[:, 1] = 3
    X[y == 1, 2] = np.nan
    y[5:8] = np.nan
    names = [ContinuousVariable(name) for name in "abcd"]
    return Table.from_numpy(Domain(names, DiscreteVariable("y", ("no", "yes"))), X, y)


# --- the scorer


def test_scorer_as_orange_calls_it():
    data = Table("heart_disease")
    scorer = FeatureScorer()
    assert isinstance(scorer, Scorer)
    expected = Scoring().scores(data).values
    np.testing.assert_allclose(scorer(data), expected)
    np.testing.assert_allclose(scorer.score_data(data), expected[np.newaxis])
    for i, feature in enumerate(data.domain.attributes):
        for name in (i, feature, feature.name):
            assert scorer(data, name) == pytest.approx(expected[i])
    assert SelectBestFeatures(scorer, k=2)(data).domain.attributes == tuple(
        data.domain.attributes[i] for i in np.argsort(-expected)[:2]
    )


def test_scorer_has_a_name_for_every_criterion():
    names = {FeatureScorer(criterion).name for criterion in CRITERIA}
    assert len(names) == len(CRITERIA)
    assert FeatureScorer().name == FeatureScorer().friendly_name == "|δ|"
    assert repr(FeatureScorer()) == "FeatureScorer()"
    assert "criterion='gini'" in repr(FeatureScorer("gini", subsets="pairs"))


def test_scorer_is_higher_for_better():
    data = Table("iris")
    for criterion in CRITERIA:
        scorer = pickle.loads(pickle.dumps(FeatureScorer(criterion)))
        order = Scoring(criterion=criterion).scores(data).order
        assert np.all(np.diff(scorer(data)[order]) <= 0)


def test_scorer_leaves_out_what_is_undefined():
    data = gappy()
    scores = FeatureScorer()(data)
    np.testing.assert_array_equal(np.isnan(scores), [0, 1, 1, 0])
    assert np.isnan(FeatureScorer()(data, "b"))
    known = data[~np.isnan(data.Y)]
    np.testing.assert_allclose(FeatureScorer()(known), scores)


def test_scorer_refuses_in_the_users_words():
    with pytest.raises(UnfitError, match="“MEDV” is numeric"):
        FeatureScorer()(Table("housing"))
    with pytest.raises(UnfitError, match="no value “2”"):
        FeatureScorer(positive="2")(Table("heart_disease"))


def test_columns_in_rank(gui):
    rank = gui.create_widget(OWRank)
    scorers = FeatureScorer(), FeatureScorer("corner_distance")
    for key, scorer in enumerate(scorers):
        gui.send_signal(rank.Inputs.scorer, scorer, key, widget=rank)
    for name in ("heart_disease", "iris"):
        data = Table(name)
        gui.send_signal(rank.Inputs.data, data, widget=rank)
        gui.wait_until_finished(widget=rank)
        table = gui.get_output(rank.Outputs.scores, widget=rank)
        for scorer in scorers:
            np.testing.assert_allclose(table.get_column(scorer.name), scorer(data))


# --- the preprocessor


def test_the_best_features_come_first():
    data = Table("heart_disease")
    selected = SelectFeatures(4)(data)
    order = np.argsort(-Scoring().scores(data).values)
    names = [data.domain.attributes[i].name for i in order[:4]]
    assert [variable.name for variable in selected.domain.attributes] == names
    assert selected.domain.class_vars == data.domain.class_vars
    assert len(selected) == len(data)
    zoo = Table("zoo")
    assert SelectFeatures(1)(zoo).domain.metas == zoo.domain.metas


def test_limit_and_criterion():
    data = Table("heart_disease")
    scores = Scoring(criterion="gini").scores(data)
    limit = np.sort(scores.absolute_delta)[-3]
    kept = SelectFeatures(limit=limit, criterion="gini").features(data)
    assert kept == [i for i in scores.order if scores.absolute_delta[i] >= limit]
    assert len(kept) == 3
    assert SelectFeatures(2, limit, criterion="gini").features(data) == kept[:2]
    assert SelectFeatures(limit=1.0)(data).domain.attributes == ()


def test_similar_features_are_passed_over():
    data = Table("iris")
    everything = SelectFeatures().features(data)
    assert sorted(everything) == [0, 1, 2, 3]
    # petal length and width correlate by 0.96, sepal length with petal length by 0.87
    assert sorted(SelectFeatures(similarity=0.9).features(data)) != everything
    kept = SelectFeatures(similarity=0.9).features(data)
    matrix = np.abs(np.corrcoef(data.X.T))
    assert np.all(matrix[np.ix_(kept, kept)][~np.eye(len(kept), dtype=bool)] <= 0.9)
    assert SelectFeatures(2, similarity=0.9).features(data) == kept[:2]
    sparse_data = data.to_sparse()
    assert SelectFeatures(similarity=0.9).features(sparse_data) == kept
    ranks = SelectFeatures(similarity=0.9, encoding="ranks").features(data)
    assert len(ranks) < 4


def test_q_at_most_of_many_classes():
    """Of seven classes the p-value of the best |δ| times seven, adjusted for the features."""
    data = Table("zoo")
    classes = data.domain.class_var.values
    each = [table_signature(data, name, subsets="best").signature for name in classes]
    deltas, p_values = (np.array([getattr(s, n) for s in each]) for n in ("delta", "p_value"))
    best = np.nanargmax(np.abs(deltas), axis=0), range(deltas.shape[1])
    q_values = stats.false_discovery_control(np.minimum(7 * p_values[best], 1))
    for limit in (1e-12, 1e-4, 0.3):
        kept = SelectFeatures(q_limit=limit).features(data)
        assert sorted(kept) == np.flatnonzero(q_values <= limit).tolist()
    assert 0 < len(SelectFeatures(q_limit=1e-12).features(data)) < 16


def test_regions_of_the_best_of_many_classes():
    data = Table("zoo")
    each = [
        table_signature(data, name, subsets="best").signature
        for name in data.domain.class_var.values
    ]
    deltas, phis = (np.array([getattr(s, name) for s in each]) for name in ("delta", "phi"))
    best = np.nanargmax(np.abs(deltas), axis=0), range(deltas.shape[1])
    kept = SelectFeatures(regions=Regions(0.9, 0.3, ("discriminant",))).features(data)
    expected = (np.abs(phis[best]) <= 0.3) & (np.abs(deltas[best]) >= 0.9)
    assert sorted(kept) == np.flatnonzero(expected).tolist()
    assert 0 < len(kept) < 16


def test_undefined_features_are_never_kept():
    kept = SelectFeatures(regions=Regions(0, 1, REGIONS), q_limit=1).features(gappy())
    assert set(kept) == {0, 3}
    data = gappy()
    assert set(SelectFeatures().features(data)) == {0, 3}
    with pytest.raises(UnfitError, match="No feature varies"):
        SelectFeatures()(data[:, ["b", "y"]])
    with pytest.raises(UnfitError, match="numeric"):
        SelectFeatures()(Table("housing"))


def test_name_and_repr():
    one = SelectFeatures(10, similarity=0.9)
    assert one.name == "10 best features by |δ|, similarity ≤ 0.9"
    assert repr(one) == "SelectFeatures(count=10, similarity=0.9)"
    other = SelectFeatures(limit=0.25, criterion="information", positive=("a",))
    assert other.name == "features by Information (bits), |δ| ≥ 0.25"
    assert eval(repr(other)).positive == ("a",)  # noqa: S307  what a repr is for
    regions = SelectFeatures(regions=Regions(0.2, 0.3, ("rare", "discriminant")), q_limit=0.01)
    assert regions.name == (
        "features by |δ|, q ≤ 0.01, discriminant or rare (limits |δ| 0.2, |φ| 0.3)"
    )
    assert eval(repr(regions)).regions == regions.regions  # noqa: S307


def test_pickled_it_selects_the_same():
    data = Table("heart_disease")
    one = SelectFeatures(3, 0.1, 0.8, "information", ("0",), "ranks", "pairs", 0.3)
    other = pickle.loads(pickle.dumps(one))
    assert vars(other) == vars(one)
    assert other.features(data) == one.features(data)


def test_a_learner_carries_its_selection():
    data = Table("heart_disease")
    learner = NaiveBayesLearner(preprocessors=[SelectFeatures(2)])
    model = learner(data[::2])
    assert len(model.domain.attributes) == 2
    assert len(model(data[1::2])) == len(data[1::2])
    both = PreprocessorList([SelectFeatures(5), SelectFeatures(2)])
    assert both(data).domain == SelectFeatures(2)(data).domain


def noise(rows=80, features=2000):
    """A table of pure noise, 30 % positive."""
    random = np.random.default_rng(1)
    domain = Domain(
        [ContinuousVariable(f"x{i}") for i in range(features)],
        DiscreteVariable("y", ("no", "yes")),
    )
    y = (np.arange(rows) % 10 < 3).astype(float)
    return Table.from_numpy(domain, random.normal(size=(rows, features)), y)


def test_selecting_outside_flatters_and_inside_does_not():
    """Nothing can be learned from noise: 70 % is the share of the larger class."""
    data = noise()
    select = SelectFeatures(20)
    validation = CrossValidation(k=10, random_state=0)
    learner = LogisticRegressionLearner()
    (outside,) = CA(validation(select(data), [learner]))
    (preprocessor,) = CA(validation(data, [learner], preprocessor=select))
    (within,) = CA(validation(data, [LogisticRegressionLearner(preprocessors=[select])]))
    assert outside > 0.85
    assert preprocessor < 0.75
    assert within < 0.75


def test_same_signature_as_core():
    data = Table("iris")
    for encoding in ("linear", "best cut", "ranks"):
        expected = class_signature(data.X, data.Y == 2, encoding=encoding)
        found = Scoring("Iris-virginica", encoding=encoding).scores(data)
        np.testing.assert_allclose(found.values, np.abs(expected.delta))
