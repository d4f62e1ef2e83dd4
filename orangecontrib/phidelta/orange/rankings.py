"""The features of a table, ranked: to be shown row by row, chosen from and handed on."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from Orange.data import ContinuousVariable, Domain, Table

from orangecontrib.phidelta.core.features.encodings import ENCODINGS
from orangecontrib.phidelta.core.features.ranking import (
    Ranking,
    bootstrap_ranks,
    rank_intervals,
)
from orangecontrib.phidelta.core.features.selection import FeatureScores
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import with_features
from orangecontrib.phidelta.orange.signatures import (
    FEATURE_COLUMNS,
    feature_scores_table,
    signature_arguments,
)
from orangecontrib.phidelta.orange.tablecheck import rows_of_sides
from orangecontrib.phidelta.orange.tablesignature import TableSignature, kind_of

#: What differs between the best mark of a feature and that mark by itself.
_OF_FEATURES = ("low", "high", "p_value", "q_value")


@dataclass(frozen=True, eq=False)
class RankedFeatures:
    """The features of a table, each by its best mark; a feature is its index in the table.

    Attributes
    ----------
    data : Orange.data.Table
    scores : TableSignature
        Of this table.
    scoring : Scoring
        Criterion and prevalence, to rank by.
    """

    data: Table
    scores: TableSignature
    scoring: Scoring = Scoring()

    @cached_property
    def ranking(self) -> Ranking:
        return self.scoring.rank(self.scores.signature)

    @property
    def order(self):
        """List of all features, best first, undefined ones last."""
        return self.ranking.features.tolist()

    def rows(self, level=0.95):
        """What is known of the features, as lists in the order of the table.

        Returns
        -------
        dict of str to list
            The keys of `FEATURE_COLUMNS`, as of `Ranking.feature_measures`; "name" of the best
            mark, "kind" of the feature, "rank" (nan where undefined), and "interval" of δ (a pair,
            None where undefined).
        """
        marks = self.ranking.feature_marks
        measures = self.ranking.feature_measures(self.scoring.prevalence, level)
        rows = {key: measures[key].tolist() for key in FEATURE_COLUMNS}
        return rows | {
            "name": [self.scores.signature.names[mark] for mark in marks],
            "kind": self._kinds,
            "rank": np.where(self._best.is_ranked, self.ranking.feature_ranks, np.nan).tolist(),
            "interval": [
                None if np.isnan(low) else (low, high)
                for low, high in zip(rows["low"], rows["high"], strict=True)
            ],
        }

    @property
    def _kinds(self):
        """What each feature is, and of a number whether it is read as present or absent."""
        pairs = zip(self.scores.variables, self.scores.signature.encodings, strict=True)
        return [
            ENCODINGS[encoding].word if encoding == "present" else kind_of(variable)
            for variable, encoding in pairs
        ]

    def explain(self, feature):
        """One sentence about the best mark of a feature, with interval and q of the feature."""
        measures, mark = self._measures, self.ranking.feature_marks[feature]
        interval = measures["low"][feature], measures["high"][feature]
        return self.scores.explain(mark, measures["q_value"][feature], interval)

    def names(self, features):
        """Names of features."""
        return [self.scores.variables[feature].name for feature in features]

    def named(self, names):
        """The features of these names, best first."""
        wanted, variables = set(names), self.scores.variables
        return [feature for feature in self.order if variables[feature].name in wanted]

    def best(self, **rule):
        """The features that `SelectFeatures` keeps, and why it does not keep others.

        Parameters and what is returned as of `FeatureScores.selected`.
        """
        data = self.data
        if rule.get("similarity") is not None:  # or nothing is looked at
            data = rows_of_sides(data, self.scores.positive)
        return self._best.selected(data.X, **rule)

    def within(self, limit):
        """How many features have a p-value, and how many a q-value, of at most this limit."""
        values = self.ranking.feature_p_values, self.ranking.feature_q_values
        return tuple(int(np.sum(each <= limit)) for each in values)

    def region_counts(self, regions):
        """How many features each of these `Regions` has: a dict of its name to a number."""
        return regions.counts(self._best.phi, self._best.delta)

    def reduced(self, features):
        """The table with these features only, in its own order; class and metas stay."""
        attributes = self.data.domain.attributes
        return with_features(self.data, [attributes[feature] for feature in sorted(features)])

    def scores_table(self, intervals=None):
        """Scores as of `feature_scores_table`, one row a feature, best first, with ranks.

        `intervals` are those of the ranks, a pair for each feature.
        """
        columns = {"Rank": self.ranking.feature_ranks}
        if intervals is not None:
            columns["Rank low"], columns["Rank high"] = np.array(intervals).T
        marks = self.ranking.feature_marks[self.order]
        table = feature_scores_table([self.scores], [self.ranking], self.scoring.prevalence)
        table = _with_first(
            table[self.ranking.ranks[marks] - 1],
            {
                name: np.where(self._best.is_ranked, values, np.nan)[self.order]
                for name, values in columns.items()
            },
        )
        measures = self._measures
        with table.unlocked(table.X):
            for key in _OF_FEATURES:
                place = table.domain.index(QUANTITIES[key].head)
                table.X[:, place] = measures[key][self.order]
        return table

    @cached_property
    def _measures(self):
        return self.ranking.feature_measures(self.scoring.prevalence)

    @cached_property
    def _best(self):
        return FeatureScores.of(self.ranking)


def bootstrapped_intervals(data, scoring, replicates, step):
    """Yield intervals of the features' ranks again and again, from more and more samples.

    Parameters
    ----------
    data : Orange.data.Table
    scoring : Scoring
        Of one positive class.
    replicates : int
        Number of samples.
    step : int
        So many samples between two results.

    Yields
    ------
    done : int
        Number of samples so far.
    intervals : list of (int, int), or None
        Of each feature; None between two steps.
    """
    ranks = []
    how = signature_arguments(data, scoring.positive_class)
    sides = "positive", "negatives"
    how |= {key: value for key, value in vars(scoring).items() if key not in sides}
    for each in bootstrap_ranks(**how, replicates=replicates):
        ranks.append(each.astype(np.int32))
        done = len(ranks)
        if done % step == 0 or done == replicates:
            low, high = rank_intervals(ranks)
            yield done, list(zip(low.tolist(), high.tolist(), strict=True))
        else:
            yield done, None


def _with_first(table, columns):
    """The table with numbers as its first features."""
    domain = table.domain
    attributes = [ContinuousVariable(name, number_of_decimals=0) for name in columns]
    wider = table.transform(
        Domain([*attributes, *domain.attributes], domain.class_vars, domain.metas)
    )
    wider.name = table.name
    with wider.unlocked(wider.X):
        wider.X[:, : len(columns)] = np.column_stack(list(columns.values()))
    return wider
