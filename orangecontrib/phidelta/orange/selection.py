"""A scorer of features for Orange's Rank, and a preprocessor that selects features.

Inside a learner, or as the preprocessor of Test and Score, the selection is made anew from each
training set. Selecting before the test lets the test cases choose the features, and flatters.
"""

from dataclasses import dataclass

import numpy as np
from Orange.data import DiscreteVariable, Domain, Variable
from Orange.preprocess.preprocess import Preprocess
from Orange.preprocess.score import Scorer
from scipy import sparse

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.features.ranking import rank
from orangecontrib.phidelta.core.features.redundancy import distinct, encoded
from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.signatures import (
    NOTHING_VARIES,
    any_signature,
    check_features,
    occurring_classes,
)


@dataclass(frozen=True, eq=False)
class FeatureScores:
    """The best mark of each feature; of several classes, each against the rest, the best of all.

    Attributes
    ----------
    values : array (features,)
        What was ranked by, for δ and δ_b the magnitude; nan where undefined.
    order : array (features,) of int
        Features, best first, undefined ones last.
    best : list of (Signature, int)
        For each feature, the signature that has its best mark, and the mark.
    """

    values: np.ndarray
    order: np.ndarray
    best: list[tuple[Signature, int]]

    @property
    def absolute_delta(self):
        """Array (features,): |δ| of the best marks."""
        return np.array([abs(signature.delta[mark]) for signature, mark in self.best])


def score_features(
    data,
    positive=None,
    criterion="delta",
    encoding="linear",
    subsets="best",
    prevalence=None,
):
    """Scores of the features of a table.

    Parameters
    ----------
    data : Orange.data.Table
    positive : str or collection of str, optional
        Class values that count as positive. None: of two classes the second; of more, each in
        turn is set against the rest, and a feature counts by what it does best; p- and q-values
        are corrected for the number of classes.
    criterion, prevalence
        As of `core.features.ranking.rank`.
    encoding, subsets
        As of `core.features.statistics.class_signature`.

    Returns
    -------
    FeatureScores

    Raises
    ------
    UnfitError
        As `table_signature` does, but not where no feature varies.
    """
    check_features(data)
    classes = occurring_classes(data)
    if positive is None:
        choices = [(name,) for name in (classes if len(classes) > 2 else classes[1:])]
    else:
        choices = [positive]
    is_tested = criterion in ("p_value", "q_value")
    how = {"encoding": encoding, "subsets": subsets, "tests": is_tested}
    criterion_of_classes = "p_value" if is_tested else criterion
    rankings = [
        rank(any_signature(data, choice, **how), criterion_of_classes, prevalence)
        for choice in choices
    ]
    values = np.array([ranking.values[ranking.feature_marks] for ranking in rankings])
    keys = values if QUANTITIES[criterion].lower_is_better else -values
    which = np.argmin(np.where(np.isnan(keys), np.inf, keys), axis=0)
    features = np.arange(len(which))
    best = [
        (rankings[i].signature, rankings[i].feature_marks[j])
        for i, j in zip(which, features, strict=True)
    ]
    order = np.argsort(keys[which, features], kind="stable")
    values = values[which, features]
    if is_tested:
        # the best of the classes was chosen among them (Bonferroni)
        values = np.minimum(values * len(choices), 1)
    if criterion == "q_value":
        values = q_values(values)[0]
    return FeatureScores(values, order, best)


class FeatureScorer(Scorer):
    """Scores features by their class signature; for the input "Scorer" of Rank.

    Parameters as of `score_features`. Scores are better the higher they are: where a lower value
    of the criterion is better, its sign is changed.
    """

    feature_type = Variable
    class_type = DiscreteVariable
    supports_sparse_data = True

    def __init__(
        self,
        criterion="delta",
        positive=None,
        encoding="linear",
        subsets="best",
        prevalence=None,
    ):
        self.criterion = criterion
        self.positive = positive
        self.encoding = encoding
        self.subsets = subsets
        self.prevalence = prevalence

    @property
    def name(self):
        """The head of the column in Rank."""
        criterion = QUANTITIES[self.criterion]
        sign = "−" if criterion.lower_is_better else ""
        return f"{sign}{criterion.criterion_head}"

    @property
    def friendly_name(self):
        return self.name

    def __call__(self, data, feature=None):
        """Array (features,); of one feature, its score."""
        scores = self.score_data(data, feature)
        return scores[0] if feature is None else scores

    def score_data(self, data, feature=None):
        """Array (1, features), as Rank reads it; of one feature, its score."""
        scores = score_features(data, **_arguments(self)).values
        if QUANTITIES[self.criterion].lower_is_better:
            scores = -scores
        if feature is not None:
            return scores[data.domain.attributes.index(data.domain[feature])]
        return scores[np.newaxis]


class SelectFeatures(Preprocess):
    """Keeps the best features of the data it is given; class and metas stay.

    Parameters
    ----------
    count : int, optional
        Keep at most so many.
    limit : float, optional
        Keep features with at least this |δ|.
    similarity : float, optional
        Pass over a feature whose similarity with a better one exceeds this, see
        `core.features.redundancy`.
    criterion, positive, encoding, subsets, prevalence
        As of `score_features`.

    Features that are constant or otherwise undefined are never kept. The rest come best first;
    if none reaches the limit, none is kept.

    Raises
    ------
    UnfitError
        When called with data that have no class signature, see `table_signature`.
    """

    def __init__(
        self,
        count=None,
        limit=None,
        similarity=None,
        criterion="delta",
        positive=None,
        encoding="linear",
        subsets="best",
        prevalence=None,
    ):
        self.count = count
        self.limit = limit
        self.similarity = similarity
        self.criterion = criterion
        self.positive = positive
        self.encoding = encoding
        self.subsets = subsets
        self.prevalence = prevalence

    @property
    def name(self):
        """What is kept, for readers."""
        best = "features" if self.count is None else f"{self.count} best features"
        limit = "" if self.limit is None else f", |δ| ≥ {self.limit:g}"
        similarity = "" if self.similarity is None else f", similarity ≤ {self.similarity:g}"
        return f"{best} by {QUANTITIES[self.criterion].criterion_head}{limit}{similarity}"

    def __call__(self, data):
        attributes = [data.domain.attributes[feature] for feature in self.features(data)]
        return data.transform(Domain(attributes, data.domain.class_vars, data.domain.metas))

    def features(self, data):
        """Indices of the features to keep, best first."""
        scores = score_features(data, **_arguments(self))
        is_defined = ~np.isnan(scores.values)
        if not is_defined.any():
            raise UnfitError(NOTHING_VARIES)
        if self.limit is not None:
            is_defined &= scores.absolute_delta >= self.limit
        kept = scores.order[is_defined[scores.order]]
        if self.similarity is None:
            return kept[: self.count].tolist()
        X = data.X.tocsc() if sparse.issparse(data.X) else data.X
        columns = ((int(feature), encoded(X, *scores.best[feature])) for feature in kept)
        return distinct(columns, self.similarity, self.count)[0]


def _arguments(scoring):
    names = ("positive", "criterion", "encoding", "subsets", "prevalence")
    return {name: getattr(scoring, name) for name in names}
