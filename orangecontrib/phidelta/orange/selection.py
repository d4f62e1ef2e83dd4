"""A scorer of features for Orange's Rank, and a preprocessor that selects features.

Inside a learner, or as the preprocessor of Test and Score, the selection is made anew from each
training set. Selecting before the test lets the test cases choose the features, and flatters.
"""

from dataclasses import fields

import numpy as np
from Orange.data import DiscreteVariable, Domain, Variable
from Orange.preprocess.preprocess import Preprocess
from Orange.preprocess.score import Scorer

from orangecontrib.phidelta.core.features.encodings import DEFAULT
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.signatures import NOTHING_VARIES


class _Scored:
    """What has the attributes of a `Scoring`; Orange's representations need each by itself."""

    @property
    def scoring(self):
        return Scoring(**{field.name: getattr(self, field.name) for field in fields(Scoring)})


class FeatureScorer(_Scored, Scorer):
    """Scores features by their class signature; for the input "Scorer" of Rank.

    Parameters as of `Scoring`. Scores are better the higher they are: where a lower value
    of the criterion is better, its sign is changed.
    """

    feature_type = Variable
    class_type = DiscreteVariable
    supports_sparse_data = True

    def __init__(
        self,
        criterion="delta",
        positive=None,
        encoding=DEFAULT,
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
        scores = self.scoring.scores(data).values
        if QUANTITIES[self.criterion].lower_is_better:
            scores = -scores
        if feature is not None:
            return scores[data.domain.attributes.index(data.domain[feature])]
        return scores[np.newaxis]


class SelectFeatures(_Scored, Preprocess):
    """Keeps the best features of the data it is given; class and metas stay.

    Parameters
    ----------
    count : int, optional
        Keep at most so many.
    limit : float, optional
        Keep features with at least this |δ|.
    similarity : float, optional
        As of `core.features.selection.FeatureScores.selected`.
    criterion, positive, encoding, subsets, prevalence
        As of `Scoring`.

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
        encoding=DEFAULT,
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
        scores = self.scoring.scores(data)
        if not scores.may_be_kept.any():
            raise UnfitError(NOTHING_VARIES)
        return scores.selected(data.X, self.count, self.limit, self.similarity)[0]
