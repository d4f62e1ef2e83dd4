"""Class signature: every feature, or subset of a feature's values, as a point of the φ-δ diagram.

References
----------
G. Armano, A. Giuliani, "A two-tiered 2D visual tool for assessing classifier performance",
Information Sciences 463-464 (2018) 323-343, doi 10.1016/j.ins.2018.06.052, sections 5 and 6.2.
"""

import copy

import numpy as np

from orangecontrib.phidelta.core.chance.permutation import permutation_p_values
from orangecontrib.phidelta.core.counting.cases import checked_cases, class_totals
from orangecontrib.phidelta.core.counting.columns import known_columns
from orangecontrib.phidelta.core.counting.contingency import Contingency
from orangecontrib.phidelta.core.counting.moments import moments
from orangecontrib.phidelta.core.decisions.counts import prevalence_of
from orangecontrib.phidelta.core.decisions.spaces import check_booleans
from orangecontrib.phidelta.core.features.encodings import (
    GREATEST_SPAN,
    linear_marks,
    nominal_marks,
)
from orangecontrib.phidelta.core.features.frames import from_frame
from orangecontrib.phidelta.core.features.marks import Marks
from orangecontrib.phidelta.core.features.signatures import Signature, feature_name
from orangecontrib.phidelta.core.features.sorted import sorted_marks
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: How the values of numeric features become those of a soft classifier.
ENCODINGS = ("linear", "best cut", "ranks")


@underflow_to_zero
def class_signature(
    X,
    is_positive,
    *,
    names=None,
    values=None,
    weights=None,
    encoding="linear",
    subsets="single",
    progress=None,
    tests=True,
):
    """Every feature as a soft classifier of the positive class, from one pass over the table.

    Parameters
    ----------
    X : array (cases, features) of numbers, or scipy sparse
        Missing values are nan and leave the feature's counts. What a sparse matrix does not store
        is 0, which is a value. CSR and CSC are read as they are, not densified. Or a
        DataFrame of pandas or polars, of numbers and categoricals; names and values are its own.
    is_positive : boolean array (cases,)
        Or of 1 and 0. A row for each of `X`, in this order: indices of frames are not aligned.
    names : sequence of str, optional
        Of the features; by default "feature 0", ...
    values : sequence, optional
        For each feature None if numeric, else the names of its values, whose indices are the codes
        in the table. By default all features are numeric.
    weights : array (cases,), optional
        Not negative; cases of weight zero are left out.
    encoding : str
        Of numeric features. "linear": the range is scaled to [-1, 1] (the paper's); "best cut":
        the decision "value > cut" with the greatest |δ|; "ranks": mid-ranks are scaled to
        [-1, 1], which makes δ = AUC - 1/2.
    subsets : str
        Of nominal values, each against the other values. "single": each value; "pairs": each and
        each two of them; "all": every one, of at most 8 values; "best": the one with the greatest
        δ. Of a subset and its complement one is taken; a feature of two values has one mark.
    progress : callable, optional
        Is told the share in (0, 1] that is done, where each feature has to be sorted; what it
        raises stops the work.
    tests : bool
        False: p-values stay upper bounds where one pass does not tell them (`Marks.is_bound`);
        this saves a second look at features that are skewed, or have few cases of a class.

    Returns
    -------
    Signature

    Raises
    ------
    ValueError
        For shapes that do not agree, unfit weights, codes without a value, cases of one class
        only, unknown encodings or subsets, and all subsets of more than 8 values.

    Examples
    --------
    >>> X = [[70, 0], [50, 1], [61, 0], [58, 1], [40, 1]]
    >>> is_ill = [True, False, True, True, False]
    >>> signature = class_signature(
    ...     X, is_ill, names=["age", "odor"], values=[None, ("foul", "none")], encoding="best cut"
    ... )
    >>> signature.names
    ('age > 54', 'odor = none')
    >>> signature.delta.round(3).tolist()
    [1.0, -0.667]
    """
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding must be one of {', '.join(ENCODINGS)}. Got {encoding!r}")
    X, names, values = from_frame(X, names, values)
    statistics = FeatureStatistics(names=names, values=values)
    is_positive = check_booleans("is_positive", is_positive)
    X, is_positive, weights = checked_cases(X, is_positive, weights)
    if encoding == "linear":
        ranges = statistics.update(X, is_positive, weights).ranges
        marks = statistics._last_marks()
        if (ranges > GREATEST_SPAN).any():
            _scale_down(marks, ranges > GREATEST_SPAN, X, is_positive, weights)
        if tests and marks is not None and marks.is_bound.any():
            bounded = marks.is_bound
            columns = known_columns(X, is_positive, weights, marks.features[bounded])
            marks.p_value[bounded] = permutation_p_values(columns, marks.cases[:, bounded])
            marks.is_bound[:] = False
    else:
        statistics.count(X, is_positive, weights)
        statistics.check_classes()
        marks = sorted_marks(
            X, is_positive, weights, statistics.numeric, encoding, progress, tests
        )
    return statistics.completed(marks, encoding, subsets)


def _scale_down(marks, which, X, is_positive, weights):
    """Fill in the certainty of marks of features whose squares are too great for numbers."""
    features = marks.features[which]
    sums = moments(X[:, features] * 2.0**-600, is_positive, weights)
    small = linear_marks(sums, features)
    marks.dispersion[:, which] = small.dispersion
    for name in ("standard_error", "p_value", "is_bound"):
        getattr(marks, name)[which] = getattr(small, name)


class FeatureStatistics:
    """Sufficient statistics of a class signature: add blocks of cases, merge in any order.

    Parameters
    ----------
    names, values
        As of `class_signature`.

    Attributes
    ----------
    numeric, nominal : arrays of int
        The features of either kind; known from the first block.

    Examples
    --------
    >>> morning, evening = FeatureStatistics(), FeatureStatistics()
    >>> signature = (
    ...     morning.update([[70], [50]], [True, False])
    ...     .merge(evening.update([[61], [40]], [True, False]))
    ...     .signature()
    ... )
    >>> signature.delta.round(3).tolist()
    [0.683]
    """

    def __init__(self, *, names=None, values=None):
        self._names = None if names is None else tuple(names)
        self._values = None if values is None else tuple(values)
        self._totals = np.zeros(2)
        self._moments = self._contingency = None
        self.numeric = self.nominal = None

    @underflow_to_zero
    def update(self, X, is_positive, weights=None):
        """Add a block of cases; gives self. Arguments and errors as of `class_signature`."""
        X, is_positive, weights = checked_cases(X, is_positive, weights)
        self.count(X, is_positive, weights)
        if len(self.numeric):
            features = None if len(self.numeric) == X.shape[1] else self.numeric
            self._add(moments(X, is_positive, weights, features))
        return self

    @underflow_to_zero
    def count(self, X, is_positive, weights=None):
        """Add a block of checked cases to all but the numeric features."""
        self._start(X.shape[1])
        if len(self.nominal):
            self._contingency.update(X, is_positive, weights)
        self._totals += class_totals(is_positive, weights)

    @underflow_to_zero
    def merge(self, other):
        """Add what `other` has seen of the same features; gives self."""
        if other.numeric is None:
            return self
        self._start(other.feature_count)
        if self._sizes != other._sizes:
            raise ValueError("the statistics to merge are of features with other values")
        self._totals += other._totals
        self._contingency.merge(other._contingency)
        if other._moments is not None:
            self._add(copy.deepcopy(other._moments))
        return self

    def signature(self, subsets="single"):
        """The `Signature` of all cases so far, numeric features scaled by their range.

        p-values that would need a second look at the cases are upper bounds.

        ValueError before there are cases of both classes, and as of `class_signature`.
        """
        return self.completed(copy.deepcopy(self)._last_marks(), "linear", subsets)

    @property
    def ranges(self):
        """Ranges of the numeric features so far, -inf of those without a known value."""
        if self._moments is None:
            return np.empty(0)
        with np.errstate(over="ignore"):
            return self._moments.high - self._moments.low

    def _last_marks(self):
        """Marks of the numeric features, None if there are none; they take over the moments."""
        self.check_classes()
        moments, self._moments = self._moments, None
        return None if moments is None else linear_marks(moments, self.numeric)

    @underflow_to_zero
    def completed(self, marks, encoding, subsets):
        """The `Signature` with these marks of the numeric features, None if there are none."""
        names = [feature_name(self._names, feature) for feature in self.nominal]
        tables = self._contingency.tables()
        nominal = nominal_marks(tables, self.nominal, names, subsets, self._contingency.cases)
        if marks is None:
            marks = nominal
        elif len(self.nominal):
            marks = Marks.joined(marks, nominal)
        prevalence = float(prevalence_of(*self._totals[::-1]))
        return Signature(
            **vars(marks),
            given_names=self._names,
            values=self._values,
            prevalence=prevalence,
            encoding=encoding,
        )

    @property
    def feature_count(self):
        return len(self.numeric) + len(self.nominal)

    def check_classes(self):
        """ValueError before there are cases of both classes."""
        if not self._totals.all():
            raise ValueError(
                "a class signature needs negative and positive cases. "
                f"Got a weight of {self._totals[0]:g} and {self._totals[1]:g}"
            )

    @property
    def _sizes(self):
        return self._contingency.features.tolist(), self._contingency.sizes.tolist()

    def _add(self, found):
        self._moments = found if self._moments is None else self._moments.merge(found)

    def _start(self, count):
        """Sort the features into numeric and nominal ones, at the first block."""
        if self.numeric is not None and self.feature_count != count:
            raise ValueError(f"expected {self.feature_count} features. Got {count}")
        for given in (self._names, self._values):
            if given is not None and len(given) != count:
                raise ValueError(f"expected names or values of {count} features. Got {len(given)}")
        if self.numeric is None:
            self._values = self._values or (None,) * count
            is_nominal = np.array([each is not None for each in self._values], bool)
            self.numeric, self.nominal = np.flatnonzero(~is_nominal), np.flatnonzero(is_nominal)
            sizes = [len(self._values[i]) for i in self.nominal]
            self._contingency = Contingency(self.nominal, sizes)
