"""The features of a table, ranked: to be shown row by row, chosen from and handed on."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from Orange.data import ContinuousVariable, Domain, Table
from scipy import sparse

from orangecontrib.phidelta.core.features.ranking import (
    Ranking,
    bootstrap_ranks,
    rank,
    rank_intervals,
)
from orangecontrib.phidelta.core.features.redundancy import distinct, encoded
from orangecontrib.phidelta.orange.signatures import (
    FEATURE_COLUMNS,
    TableSignature,
    feature_scores_table,
    kind_of,
    signature_arguments,
)
from orangecontrib.phidelta.orange.signaturewords import explain_mark

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
    criterion, prevalence
        As of `core.features.ranking.rank`.
    """

    data: Table
    scores: TableSignature
    criterion: str = "delta"
    prevalence: float | None = None

    @cached_property
    def ranking(self) -> Ranking:
        return rank(self.scores.signature, self.criterion, self.prevalence)

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
        measures = self.ranking.feature_measures(self.prevalence, level)
        rows = {key: measures[key].tolist() for key in FEATURE_COLUMNS}
        return rows | {
            "name": [self.scores.signature.names[mark] for mark in marks],
            "kind": [kind_of(variable) for variable in self.scores.variables],
            "rank": np.where(self._is_ranked, self.ranking.feature_ranks, np.nan).tolist(),
            "interval": [
                None if np.isnan(low) else (low, high)
                for low, high in zip(rows["low"], rows["high"], strict=True)
            ],
        }

    def explain(self, feature):
        """One sentence about the best mark of a feature, with interval and q of the feature."""
        measures, mark = self._measures, self.ranking.feature_marks[feature]
        interval = measures["low"][feature], measures["high"][feature]
        return explain_mark(self.scores, mark, measures["q_value"][feature], interval)

    def names(self, features):
        """Names of features."""
        return [self.scores.variables[feature].name for feature in features]

    def named(self, names):
        """The features of these names, best first."""
        wanted, variables = set(names), self.scores.variables
        return [feature for feature in self.order if variables[feature].name in wanted]

    def best(self, count=None, limit=None, similarity=None, progress=None):
        """The features that `SelectFeatures` keeps, and why it does not keep others.

        Parameters
        ----------
        count, limit, similarity
            As of `SelectFeatures`.
        progress : callable, optional
            Is told the share of features that have been compared, in (0, 1]; what it raises stops
            the work.

        Returns
        -------
        features : list of int
            Best first; undefined ones never.
        passed_over : dict of int to int
            Features too similar to a better one, and that one.
        """
        marks, signature = self.ranking.feature_marks, self.scores.signature
        is_wanted = self._is_ranked
        if limit is not None:
            is_wanted = is_wanted & (np.abs(signature.delta[marks]) >= limit)
        features = [feature for feature in self.order if is_wanted[feature]]
        if similarity is None:
            return features[:count], {}
        X = sparse.csc_matrix(self.data.X) if sparse.issparse(self.data.X) else self.data.X

        def columns():
            for done, feature in enumerate(features, start=1):
                yield feature, encoded(X, signature, marks[feature])
                if progress is not None:
                    progress(done / len(features))

        return distinct(columns(), similarity, count)

    def reduced(self, features):
        """The table with these features only, in its own order; class and metas stay."""
        domain = self.data.domain
        attributes = [domain.attributes[feature] for feature in sorted(features)]
        return self.data.transform(Domain(attributes, domain.class_vars, domain.metas))

    def scores_table(self, intervals=None):
        """Scores as of `feature_scores_table`, one row a feature, best first, with ranks.

        `intervals` are those of the ranks, a pair for each feature.
        """
        columns = {"Rank": self.ranking.feature_ranks}
        if intervals is not None:
            columns["Rank low"], columns["Rank high"] = np.array(intervals).T
        marks = self.ranking.feature_marks[self.order]
        table = feature_scores_table([self.scores], [self.ranking], self.prevalence)
        table = _with_first(
            table[self.ranking.ranks[marks] - 1],
            {
                name: np.where(self._is_ranked, values, np.nan)[self.order]
                for name, values in columns.items()
            },
        )
        measures = self._measures
        with table.unlocked(table.X):
            for key in _OF_FEATURES:
                place = table.domain.index(FEATURE_COLUMNS[key])
                table.X[:, place] = measures[key][self.order]
        return table

    @cached_property
    def _measures(self):
        return self.ranking.feature_measures(self.prevalence)

    @property
    def _is_ranked(self):
        return ~np.isnan(self.ranking.values[self.ranking.feature_marks])


def bootstrapped_intervals(data, positive, replicates, step, **how):
    """Yield intervals of the features' ranks again and again, from more and more samples.

    Parameters
    ----------
    data, positive
        As of `table_signature`.
    replicates : int
        Number of samples.
    step : int
        So many samples between two results.
    **how
        Criterion, prevalence, encoding and subsets, as of `bootstrap_ranks`.

    Yields
    ------
    done : int
        Number of samples so far.
    intervals : list of (int, int), or None
        Of each feature; None between two steps.
    """
    ranks = []
    arguments = signature_arguments(data, positive)
    for each in bootstrap_ranks(**arguments, replicates=replicates, **how):
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
