"""Which features to keep: the best ones, those that tell enough, none too similar to a better one.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2 (ranking by |δ|).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.features.ranking import TESTED
from orangecontrib.phidelta.core.features.redundancy import distinct, encoded
from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.core.quantities import QUANTITIES


@dataclass(frozen=True, eq=False)
class FeatureScores:
    """Each feature by its best mark, in the signatures of one or more classes; made by `of`.

    Attributes
    ----------
    signatures : tuple of Signature
    values : array (features,)
        What was ranked by, for δ and δ_b the magnitude; nan where undefined.
    order : array (features,) of int
        Features, best first, undefined ones last.
    which, marks : arrays (features,) of int
        The signature that has the best mark of each feature, and the mark.
    """

    signatures: tuple[Signature, ...]
    values: np.ndarray
    order: np.ndarray
    which: np.ndarray
    marks: np.ndarray

    @classmethod
    def of(cls, *rankings):
        """The best of several classes.

        Parameters
        ----------
        *rankings : Ranking
            By the same criterion, each of one class against the rest. p- and q-values are
            corrected for the number of classes (Bonferroni).
        """
        criterion = rankings[0].criterion
        is_tested = criterion in TESTED
        if is_tested:
            name = "tested_p_values" if criterion == "q_value" else "feature_p_values"
            values = np.array([getattr(ranking, name) for ranking in rankings])
        else:
            values = np.array([ranking.values[ranking.feature_marks] for ranking in rankings])
        keys = values if QUANTITIES[criterion].lower_is_better else -values
        which = np.argmin(np.where(np.isnan(keys), np.inf, keys), axis=0)
        features = np.arange(len(which))
        order = np.argsort(keys[which, features], kind="stable")
        values = values[which, features]
        if is_tested:
            values = np.minimum(values * len(rankings), 1)
        if criterion == "q_value":
            (values,) = q_values(values)
        marks = np.array([ranking.feature_marks for ranking in rankings])[which, features]
        return cls(tuple(r.signature for r in rankings), values, order, which, marks)

    @cached_property
    def delta(self):
        """Array (features,): δ of the best marks."""
        return self._of_best_marks("delta")

    @cached_property
    def phi(self):
        """Array (features,): φ of the best marks."""
        return self._of_best_marks("phi")

    @property
    def absolute_delta(self):
        """Array (features,): |δ| of the best marks."""
        return np.abs(self.delta)

    @cached_property
    def q_values(self):
        """Array (features,): q-values of the best marks, if the signatures have tests.

        The p-values are corrected for the choice among a feature's marks and for the number of
        classes (Bonferroni), then adjusted for the number of features (Benjamini and Hochberg).
        """
        p_values = self._of_best_marks("chosen_p_value") * len(self.signatures)
        return q_values(np.minimum(p_values, 1))[0]

    @cached_property
    def is_ranked(self):
        """Boolean array (features,): whether there is a value."""
        return ~np.isnan(self.values)

    @property
    def may_be_kept(self):
        """Boolean array (features,): whether there is a value, and the feature varies."""
        return self.is_ranked & ~self._of_best_marks("is_constant", bool)

    def selected(
        self,
        X=None,
        count=None,
        limit=None,
        similarity=None,
        progress=None,
        *,
        q_limit=None,
        regions=None,
    ):
        """The features to keep: those that are wanted by all that is given.

        Parameters
        ----------
        X : array (cases, features), or scipy sparse
            The table of the signatures; needed for `similarity` only.
        count : int, optional
            At most so many.
        limit : float, optional
            Those whose best mark has at least this |δ|, whatever they are ranked by.
        similarity : float in [0, 1], optional
            Pass over a feature whose similarity with a better one exceeds this, see
            `core.features.redundancy`.
        progress : callable, optional
            Is told the share of features that have been compared, in (0, 1]; what it raises stops
            the work.
        q_limit : float, optional
            Those with at most this q-value.
        regions : Regions, optional
            Those whose best mark lies in a region that is kept.

        Returns
        -------
        features : list of int
            Best first; undefined and constant ones never.
        passed_over : dict of int to (int, float)
            Features too similar to a better one, that one, and their similarity.
        """
        is_wanted = self.may_be_kept
        if limit is not None:
            is_wanted = is_wanted & (self.absolute_delta >= limit)
        if q_limit is not None:
            is_wanted = is_wanted & (self.q_values <= q_limit)
        if regions is not None:
            is_wanted = is_wanted & regions.are_kept(self.phi, self.delta)
        features = self.order[is_wanted[self.order]].tolist()
        if similarity is None:
            return features[:count], {}
        return distinct(self.columns(X, features, progress), similarity, count)

    def _of_best_marks(self, name, kind=float):
        """Array (features,): this attribute of the signatures, of the best marks."""
        values = np.empty(len(self.marks), kind)
        for number, signature in enumerate(self.signatures):
            is_its = self.which == number
            values[is_its] = getattr(signature, name)[self.marks[is_its]]
        return values

    def columns(self, X, features, progress=None):
        """Yield features and what their best marks make of their columns, one at a time.

        Parameters as of `selected`.
        """
        X = sparse.csc_matrix(X) if sparse.issparse(X) else X
        for done, feature in enumerate(features, start=1):
            signature = self.signatures[self.which[feature]]
            yield feature, encoded(X, signature, self.marks[feature])
            if progress is not None:
                progress(done / len(features))
