"""Features in the order of a criterion, and how stable that order is.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2 (ranking by |δ|).
B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap" (1993).
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.counting.cases import checked_cases
from orangecontrib.phidelta.core.features.encodings import encodings_of
from orangecontrib.phidelta.core.features.frames import from_frame
from orangecontrib.phidelta.core.features.notebooks import html_table, shortened
from orangecontrib.phidelta.core.features.signatures import Signature, feature_name
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: What features can be ranked by: keys of `QUANTITIES` and of `Signature.measures`.
CRITERIA = (
    "delta",
    "delta_b",
    "phi",
    "phi_b",
    "tpr",
    "fpr",
    "balanced_accuracy",
    "information",
    "gini",
    "corner_distance",
    "standard_error",
    "p_value",
    "q_value",
)
#: Those that need a test of each mark.
TESTED = ("p_value", "q_value")


@dataclass(frozen=True, eq=False)
class Ranking:
    """The marks of a signature from best to worst.

    Attributes
    ----------
    signature : Signature
    criterion : str
        One of `CRITERIA`.
    values : array (marks,)
        What was ranked by, for δ and δ_b the magnitude; nan where undefined. p- and q-values are
        those of `feature_p_values`.
    order : array (marks,) of int
        Marks, best first; equal ones in the order of the table, undefined ones last.

    Examples
    --------
    >>> X = [[1, 70], [2, 50], [1, 61], [1, 58], [2, 60]]
    >>> signature = class_signature(X, [True, False, True, True, False], names=["visits", "age"])
    >>> ranking = rank(signature, "p_value")
    >>> print(ranking.features, ranking.feature_p_values.round(3))
    [0 1] [0.1   0.353]
    """

    signature: Signature
    criterion: str
    values: np.ndarray
    order: np.ndarray

    def __repr__(self):
        names = self.signature.given_names
        best = ", ".join(shortened(feature_name(names, each)) for each in self.features[:3])
        more = ", ..." if len(self.features) > 3 else ""
        return f"<Ranking of {len(self.features)} features by {self.criterion}: {best}{more}>"

    def _repr_html_(self):
        signature, marks = self.signature, self.feature_marks[self.features]
        rows = (
            (str(place), signature.name(m), self.values[m], signature.phi[m], signature.delta[m])
            for place, m in enumerate(marks, 1)
        )
        return html_table(repr(self), ("", "", self.criterion, "φ", "δ"), rows, len(marks))

    @cached_property
    def ranks(self):
        """Rank of each mark, 1 for the best."""
        return _positions(self.order)

    @cached_property
    def feature_marks(self):
        """Array (features,): the best mark of each feature, in the order of the table."""
        return self.order[self._first]

    @cached_property
    def features(self):
        """Array (features,): features, best first; each counts by its best mark."""
        return self.signature.features[self.order[np.sort(self._first)]]

    @cached_property
    def feature_ranks(self):
        """Array (features,): the rank of each feature, 1 for the best."""
        return _positions(self.features)

    @cached_property
    def feature_p_values(self):
        """Array (features,): p-values of the best marks, corrected for the choice among all.

        The number of a feature's marks times the p-value of its best one, at most 1 (Bonferroni).
        """
        return self.signature.chosen_p_value[self.feature_marks]

    @cached_property
    def tested_p_values(self):
        """The same, nan of constant features: as of `Signature.tested_p_value`."""
        is_constant = self.signature.is_constant[self.feature_marks]
        return np.where(is_constant, np.nan, self.feature_p_values)

    @cached_property
    def feature_q_values(self):
        """Array (features,): these p-values adjusted for the number of features."""
        return q_values(self.tested_p_values)[0]

    def feature_measures(self, prevalence=None, level=0.95):
        """What is known of the features, each by its best mark: arrays (features,) by name.

        As `Signature.measures`, but p- and q-values are those of the features, and the interval of
        δ holds with this level although the mark was chosen as the best of its feature.
        """
        level = 1 - (1 - level) / self.signature.rivals
        measures = self.signature.measures(prevalence, level)
        of_features = {name: values[self.feature_marks] for name, values in measures.items()}
        return of_features | {
            "p_value": self.feature_p_values,
            "q_value": self.feature_q_values,
        }

    @cached_property
    def _first(self):
        """Where in the order each feature has its first mark."""
        return np.unique(self.signature.features[self.order], return_index=True)[1]


@underflow_to_zero
def rank(signature, criterion="delta", prevalence=None):
    """Rank the marks of a signature, and with them its features.

    Parameters
    ----------
    signature : Signature
    criterion : str
        One of `CRITERIA`: delta and delta_b (by magnitude), phi, phi_b, tpr, fpr,
        balanced_accuracy, information, gini; and, lower being better, corner_distance,
        standard_error, p_value, q_value.
    prevalence : float, optional
        As of `Signature.measures`.

    Returns
    -------
    Ranking

    Examples
    --------
    >>> X = [[1, 70], [2, 50], [1, 61], [1, 58], [2, 60]]
    >>> signature = class_signature(X, [True, False, True, True, False], names=["visits", "age"])
    >>> rank(signature)
    <Ranking of 2 features by delta: visits, age>
    >>> rank(signature).feature_ranks.tolist()
    [1, 2]
    """
    if criterion not in CRITERIA:
        raise ValueError(f"criterion must be one of {', '.join(CRITERIA)}. Got {criterion!r}")
    if criterion in TESTED:
        values = signature.chosen_p_value
    else:
        values = signature.measures(prevalence)[criterion]
    if QUANTITIES[criterion].is_magnitude:
        values = np.abs(values)
    keys = values if QUANTITIES[criterion].lower_is_better else -values
    ranking = Ranking(signature, criterion, values, np.argsort(keys, kind="stable"))
    if criterion == "q_value":
        return replace(ranking, values=ranking.feature_q_values[signature.features])
    return ranking


def bootstrap_ranks(
    X,
    is_positive,
    *,
    weights=None,
    criterion="delta",
    prevalence=None,
    replicates=100,
    seed=0,
    **how,
):
    """Yield the features' ranks in bootstrap samples, one array (features,) at a time.

    Positives and negatives are drawn with replacement, each as many as there are. Whoever iterates
    may show the progress, or stop.

    Parameters
    ----------
    X, is_positive, weights, **how
        As of `class_signature`.
    criterion, prevalence
        As of `rank`.
    replicates : int
    seed : int

    Examples
    --------
    >>> X = [[1, 70, 3], [2, 50, 3], [1, 61, 9], [1, 58, 7], [2, 60, 5]]
    >>> ranks = bootstrap_ranks(X, [True, False, True, True, False], replicates=50)
    >>> low, high = rank_intervals(ranks)
    >>> print(low, high)
    [1 2 2] [1 3 3]
    """
    X, names, values = from_frame(X, how.pop("names", None), how.pop("values", None))
    X, is_positive, weights = checked_cases(X, is_positive, weights)
    values = values or (None,) * X.shape[1]
    # chosen once: no sample is to be encoded otherwise
    encodings = encodings_of(X, weights, values, how.get("encoding", "linear"))
    how |= {"names": names, "values": values, "encoding": encodings}
    is_used = np.full(len(is_positive), True) if weights is None else weights > 0
    classes = [np.flatnonzero(is_used & (is_positive == row)) for row in (False, True)]
    is_tested = criterion in TESTED
    random = np.random.default_rng(seed)
    for _ in range(replicates):
        drawn = np.zeros(len(is_positive))
        for cases in classes:
            if len(cases):
                drawn[cases] = random.multinomial(len(cases), np.full(len(cases), 1 / len(cases)))
        drawn = drawn if weights is None else drawn * weights
        signature = class_signature(X, is_positive, weights=drawn, tests=is_tested, **how)
        yield rank(signature, criterion, prevalence).feature_ranks


def rank_intervals(ranks, level=0.95):
    """Percentile interval of each feature's rank.

    Parameters
    ----------
    ranks : sequence of arrays (features,)
        Of bootstrap samples, one or more.
    level : float in (0, 1)

    Returns
    -------
    low, high : arrays (features,) of int

    Examples
    --------
    >>> low, high = rank_intervals([[1, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3]], level=0.5)
    >>> print(low, high)
    [1 1 2] [2 3 3]
    """
    ranks = np.array(list(ranks))
    if not len(ranks) or not 0 < level < 1:
        raise ValueError(
            "expected ranks of one or more samples and a level between 0 and 1. "
            f"Got {len(ranks)} samples and {level}"
        )
    low = np.quantile(ranks, (1 - level) / 2, axis=0, method="lower")
    high = np.quantile(ranks, (1 + level) / 2, axis=0, method="higher")
    return low, high


def _positions(order):
    """The inverse of an order, counted from 1."""
    positions = np.empty(len(order), int)
    positions[order] = np.arange(1, len(order) + 1)
    return positions
