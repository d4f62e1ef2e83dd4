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
from orangecontrib.phidelta.core.regionwords import describe_regions
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.signatures import NOTHING_VARIES
from orangecontrib.phidelta.orange.tablecheck import rows_of_sides


def with_features(data, attributes):
    """The table with these features only; class and metas stay."""
    return data.transform(Domain(attributes, data.domain.class_vars, data.domain.metas))


class _Scored:
    """What has the attributes of a `Scoring`; Orange's representations need each by itself."""

    negatives = ()  # of what was pickled before there were any

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
        negatives=(),
    ):
        self.criterion = criterion
        self.positive = positive
        self.encoding = encoding
        self.subsets = subsets
        self.prevalence = prevalence
        self.negatives = negatives

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
    similarity, q_limit, regions : optional
        As of `core.features.selection.FeatureScores.selected`.
    criterion, positive, encoding, subsets, prevalence, negatives
        As of `Scoring`.

    Features that are constant or otherwise undefined are never kept. The rest come best first;
    if none reaches the limits, none is kept. A feature of several marks (subsets, classes) counts
    by the best of them, as ranked, for limits and regions, too.

    Raises
    ------
    UnfitError
        When called with data that have no class signature, see `table_signature`.
    """

    #: Of those that were stored before there were such rules.
    q_limit = regions = None

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
        negatives=(),
        q_limit=None,
        regions=None,
    ):
        self.count = count
        self.limit = limit
        self.similarity = similarity
        self.criterion = criterion
        self.positive = positive
        self.encoding = encoding
        self.subsets = subsets
        self.prevalence = prevalence
        self.negatives = negatives
        self.q_limit = q_limit
        self.regions = regions

    @property
    def name(self):
        """What is kept, for readers."""
        best = "features" if self.count is None else f"{self.count} best features"
        text = f"{best} by {QUANTITIES[self.criterion].criterion_head}"
        for value, sign in (
            (self.limit, "|δ| ≥"),
            (self.q_limit, "q ≤"),
            (self.similarity, "similarity ≤"),
        ):
            text += "" if value is None else f", {sign} {value:g}"
        return text if self.regions is None else f"{text}, {describe_regions(self.regions)}"

    def __call__(self, data):
        attributes = [data.domain.attributes[feature] for feature in self.features(data)]
        return with_features(data, attributes)

    def features(self, data):
        """Indices of the features to keep, best first."""
        scores = self.scoring.scores(data, tests=self.q_limit is not None)
        sides = self.scoring.positive_class
        if not scores.may_be_kept.any():
            raise UnfitError(NOTHING_VARIES)
        if sides is not None and self.similarity is not None:
            data = rows_of_sides(data, PositiveClass.of(data.domain, sides))
        rule = {"q_limit": self.q_limit, "regions": self.regions}
        return scores.selected(data.X, self.count, self.limit, self.similarity, **rule)[0]
