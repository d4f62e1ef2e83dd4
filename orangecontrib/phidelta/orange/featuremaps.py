"""A map of the features of a table: which say the same, and which one stands for several."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from Orange.clustering.hierarchical import (
    COMPLETE,
    Tree,
    dist_matrix_clustering,
    leaves,
    optimal_leaf_ordering,
)
from Orange.data import Table
from scipy import sparse

from orangecontrib.phidelta.core.features.encodings import DEFAULT
from orangecontrib.phidelta.core.features.similarities import (
    most_central,
    plain_columns,
    similarities,
    vary,
)
from orangecontrib.phidelta.core.similaritywords import explain_block, explain_map
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import with_features
from orangecontrib.phidelta.orange.tablecheck import check_storage, check_values, class_codes

#: More features than these are not told apart on a screen.
MOST = 500
#: So much of a similarity may be rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class FeatureMap:
    """Features, how similar they are, and the tree of those that are most similar.

    Attributes
    ----------
    data : Orange.data.Table
    variables : tuple of Orange variables
        The features on the map; a feature is its index among them.
    similarity : array (features, features) in [0, 1]
    delta : array (features,), or None
        |δ| of their best marks; None without a class.
    left_out : tuple of str
        Names of features that do not vary.
    beyond : int
        Features left out because there are better ones.
    """

    data: Table
    variables: tuple
    similarity: np.ndarray
    delta: np.ndarray | None = None
    left_out: tuple[str, ...] = ()
    beyond: int = 0

    @cached_property
    def tree(self) -> Tree:
        """Complete linkage: within a branch, no two features are less similar than its height."""
        distances = 1 - self.similarity
        return optimal_leaf_ordering(dist_matrix_clustering(distances, COMPLETE), distances)

    @cached_property
    def order(self):
        """List of all features, as the tree has them."""
        return [leaf.value.index for leaf in leaves(self.tree)]

    def prepare(self):
        """Compute the tree, which takes longer than all that is asked of it."""
        return self.order

    def blocks(self, limit):
        """Features by blocks in which all pairs are at least so similar: lists, in their order."""
        found, waiting = [], [self.tree]
        while waiting:
            branch = waiting.pop()
            if branch.is_leaf or branch.value.height <= 1 - limit + _ROUNDING:
                found.append(self.order[branch.value.first : branch.value.last])
            else:
                waiting += reversed(branch.branches)
        return found

    def named(self, names):
        """The features of these names, as the tree has them."""
        wanted = set(names)
        return [feature for feature in self.order if self.variables[feature].name in wanted]

    def names(self, features):
        """Names of features."""
        return [self.variables[feature].name for feature in features]

    def stand_in(self, features):
        """The feature that stands for these: the one with the greatest |δ|, or the most central.

        Of several, the first of the table.
        """
        features = sorted(features)
        if self.delta is not None:
            return features[int(np.argmax(self.delta[features]))]
        return features[most_central(self.similarity[np.ix_(features, features)])]

    def explain(self, features, limit):
        """A sentence about a block, or, of none, about the map."""
        if not features:
            return explain_map([len(block) for block in self.blocks(limit)], limit)
        stand_in = self.stand_in(features)
        if len(features) == 1:
            told = np.delete(self.similarity[stand_in], stand_in).max()
        else:
            told = self.similarity[np.ix_(features, features)].min()
        delta = None if self.delta is None else float(self.delta[stand_in])
        name = self.variables[stand_in].name
        return explain_block(len(features), name, float(told), delta)

    def reduced(self, features):
        """The table with these features only, in its own order; class and metas stay."""
        return with_features(self.data, [self.variables[feature] for feature in sorted(features)])

    def representatives(self, limit):
        """The table with one feature for each block."""
        return self.reduced([self.stand_in(block) for block in self.blocks(limit)])


def feature_map(data, names=None, encoding=DEFAULT, progress=None):
    """The map of the features of a table.

    Parameters
    ----------
    data : Orange.data.Table
        With a categorical target, features are encoded as by their best marks, see
        `core.features.selection`; without one, see `core.features.similarities.plain_columns`.
    names : collection of str, optional
        Of the features to take; None: all.
    encoding : str
        As of `core.features.statistics.class_signature`.
    progress : callable, optional
        Is told the share in (0, 1] that is done; what it raises stops the work.

    Raises
    ------
    UnfitError
        With less than two features that vary, or more than `MOST` and no class to choose by.
    """
    data = _with_named(data, names)
    scores = _scores(data, encoding)
    variables = data.domain.attributes
    candidates, beyond = list(range(len(variables))), 0
    if scores is not None:
        candidates = [f for f in scores.order.tolist() if scores.may_be_kept[f]]
        beyond = max(len(candidates) - MOST, 0)
        candidates = sorted(candidates[:MOST])
    elif len(variables) > MOST:
        raise UnfitError(
            f"There are {len(variables):,} features and no categorical target to choose the best "
            f"{MOST} by. Connect {MOST} at most: select them, e.g. with Select Columns."
        )
    columns = _columns(data, scores, encoding, candidates)
    does_vary = vary(columns)
    chosen = [f for f, varies in zip(candidates, does_vary, strict=True) if varies]
    if len(chosen) < 2:
        raise UnfitError("A map needs two features that vary. Use data with more features.")
    weights = np.asarray(data.W, float).ravel() if data.has_weights() else None
    found = similarities(columns[:, does_vary], weights, progress)
    is_out = [scores is not None and not scores.may_be_kept[f] for f in range(len(variables))]
    left_out = [v.name for f, v in enumerate(variables) if is_out[f]]
    left_out += [variables[f].name for f in candidates if f not in set(chosen)]
    delta = None if scores is None else scores.absolute_delta[chosen]
    shown = tuple(variables[f] for f in chosen)
    return FeatureMap(data, shown, found, delta, tuple(left_out), beyond)


def _with_named(data, names):
    attributes = data.domain.attributes
    if names is not None:
        wanted = set(names)
        attributes = [variable for variable in attributes if variable.name in wanted]
        if len(attributes) < 2:
            raise UnfitError(
                "Less than two of the features that were sent are in the data. Connect features "
                "of these data, or none."
            )
    if len(attributes) < 2:
        raise UnfitError("A map needs two features. Use data with more features.")
    check_storage(data)
    return data if names is None else with_features(data, attributes)


def _scores(data, encoding):
    """`FeatureScores`, or None where there is no categorical target of several classes."""
    targets = data.domain.class_vars
    codes = class_codes(data) if len(targets) == 1 and targets[0].is_discrete else np.empty(0)
    if len(np.unique(codes[~np.isnan(codes)])) < 2:
        check_values(data)
        return None
    return Scoring(encoding=encoding).scores(data)


def _columns(data, scores, encoding, features):
    """Array (rows, features) of encoded features."""
    X = data.X if not sparse.issparse(data.X) else data.X.tocsr()
    values = [v.values if v.is_discrete else None for v in data.domain.attributes]
    if scores is None:
        weights = data.W if data.has_weights() else None
        columns = plain_columns(X, values, encoding, weights)
    else:
        columns = (column for _, column in scores.columns(X, features))
    result = np.empty((len(data), len(features)))
    for place, column in enumerate(columns):
        result[:, place] = column
    return result
