"""Class signature: every feature, or subset of a feature's values, as a point of the φ-δ diagram.

References
----------
G. Armano, A. Giuliani, "A two-tiered 2D visual tool for assessing classifier performance",
Information Sciences 463-464 (2018) 323-343, doi 10.1016/j.ins.2018.06.052, sections 5 and 6.2.
"""

import copy
from functools import partial, reduce

import numpy as np

from orangecontrib.phidelta.core.counting.cases import Cases, checked_cases, class_totals
from orangecontrib.phidelta.core.counting.contingency import Contingency
from orangecontrib.phidelta.core.decisions.counts import prevalence_of
from orangecontrib.phidelta.core.decisions.spaces import check_booleans
from orangecontrib.phidelta.core.features.encodings import ENCODINGS, encodings_of
from orangecontrib.phidelta.core.features.frames import from_frame
from orangecontrib.phidelta.core.features.marks import Marks
from orangecontrib.phidelta.core.features.nominal import nominal_marks
from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.core.features.subsets import is_sought
from orangecontrib.phidelta.core.lazy import is_lazy, reduced, refuse_lazy
from orangecontrib.phidelta.core.underflow import underflow_to_zero


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
        Arrays and frames of dask are read block by block, where the blocks are; then as by
        `FeatureStatistics`, whose p-values may be bounds.
    is_positive : boolean array (cases,)
        Or of 1 and 0. A row for each of `X`, in this order: indices of frames are not aligned.
    names : sequence of str, optional
        Of the features; by default "feature 0", ...
    values : sequence, optional
        For each feature None if numeric, else the names of its values, whose indices are the codes
        in the table. By default all features are numeric.
    weights : array (cases,), optional
        Not negative; cases of weight zero are left out.
    encoding : str, or sequence
        Of numeric features. "present": the decision "value is not 0", as of words in texts;
        "linear": the range is scaled to [-1, 1]; "best cut": the decision "value > cut" with the
        greatest |δ|; "ranks": mid-ranks are scaled to [-1, 1], which makes δ = AUC - 1/2;
        "automatic": "present" where 0 means absence, see `core.features.present.are_present`, else
        "linear". Or one for each feature, None for nominal ones, as `Signature.encodings`.
    subsets : str
        Of nominal values, each against the other values. "single": each value; "pairs": each and
        each two of them; "all": every one, of at most 8 values; "best": the one with the greatest
        δ, which "all" has of features with more values. Of a subset and its complement one is
        taken; a feature of two values has one mark.
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
        only, and unknown encodings or subsets; for blocks, what has to see all values at once.

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
    if is_lazy(X, is_positive, weights):
        return _of_blocks(X, is_positive, weights, names, values, encoding).signature(subsets)
    X, names, values = from_frame(X, names, values)
    is_positive = check_booleans("is_positive", is_positive)
    X, is_positive, weights = checked_cases(X, is_positive, weights)
    values = (None,) * X.shape[1] if values is None else values
    encodings = encodings_of(X, weights, values, encoding)
    statistics = FeatureStatistics(names=names, values=values, encoding=encodings)
    statistics._count(X, is_positive, weights)
    return statistics._signature(subsets, Cases(X, is_positive, weights, progress, tests))


def _of_blocks(X, is_positive, weights, names, values, encoding):
    """The `FeatureStatistics` of arrays or frames of dask."""
    if hasattr(X, "_meta") and hasattr(X, "columns"):
        _, names, values = from_frame(X._meta, names, values)
    values = (None,) * X.shape[1] if values is None else values
    chosen = [encoding] if isinstance(encoding, str) else encoding
    for name in chosen:
        if name == "automatic" or (name in ENCODINGS and ENCODINGS[name].count is None):
            refuse_lazy(f"encoding {name!r}", X)
    statistics = FeatureStatistics(names=names, values=values, encoding=encoding)
    return statistics.update(X, is_positive, weights)


def _of_block(names, values, encoding, X, is_positive, weights):
    X, _, _ = from_frame(X, names)
    is_positive = check_booleans("is_positive", is_positive)
    statistics = FeatureStatistics(names=names, values=values, encoding=encoding)
    return statistics.update(X, is_positive, weights)


class FeatureStatistics:
    """Sufficient statistics of a class signature: add blocks of cases, merge in any order.

    Parameters
    ----------
    names, values
        As of `class_signature`.
    encoding : str or sequence
        As of `class_signature`, of those that need not sort: "linear" or "present".

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

    def __init__(self, *, names=None, values=None, encoding="linear"):
        self._names = None if names is None else tuple(names)
        self._values = None if values is None else tuple(values)
        if encoding == "automatic":
            raise ValueError("a stream cannot choose how to encode what it has not seen")
        self._encoding = encoding
        self._totals = np.zeros(2)
        self._contingency, self._sums, self._groups = None, {}, {}
        self.numeric = self.nominal = None

    @underflow_to_zero
    def update(self, X, is_positive, weights=None):
        """Add a block of cases; gives self. Arguments and errors as of `class_signature`."""
        if is_lazy(X, is_positive, weights):
            of_block = partial(_of_block, self._names, self._values, self._encoding)
            merge = FeatureStatistics.merge
            return self.merge(reduced(of_block, merge, X, is_positive, weights))
        return self._count(*checked_cases(X, is_positive, weights))

    def _count(self, X, is_positive, weights):
        """Add a block of checked cases."""
        self._start(X.shape[1])
        if len(self.nominal):
            self._contingency.update(X, is_positive, weights)
        self._totals += class_totals(is_positive, weights)
        for name, features in self._groups.items():
            if ENCODINGS[name].count is not None:
                which = None if len(features) == X.shape[1] else features
                self._add(name, ENCODINGS[name].count(X, is_positive, weights, which))
        return self

    @underflow_to_zero
    def merge(self, other):
        """Add what `other` has seen of the same features; gives self."""
        if other.numeric is None:
            return self
        self._start(other.feature_count)
        if self._kinds != other._kinds:
            raise ValueError("the statistics to merge are of features with other values")
        self._totals = self._totals + other._totals
        self._contingency.merge(other._contingency)
        for name, sums in other._sums.items():
            self._add(name, sums if name in self._sums else copy.deepcopy(sums))
        return self

    @property
    def swapped(self):
        """A copy with positives as negatives."""
        other = self.copied()
        if self.numeric is not None:
            other._totals, other._contingency = other._totals[::-1], other._contingency.swapped
            other._sums = {name: sums.swapped for name, sums in other._sums.items()}
        return other

    def copied(self):
        """A copy that may be changed."""
        other = copy.copy(self)
        for name in ("_totals", "_contingency", "_sums"):
            setattr(other, name, copy.deepcopy(getattr(self, name)))
        return other

    def signature(self, subsets="single"):
        """The `Signature` of all cases so far.

        p-values that would need a second look at the cases are upper bounds.

        ValueError before there are cases of both classes, and as of `class_signature`.
        """
        for name in self._groups:
            if ENCODINGS[name].count is None:
                raise ValueError(f"a stream cannot be sorted, as {name!r} needs it")
        return self.copied()._signature(subsets)

    @underflow_to_zero
    def _signature(self, subsets, cases=None):
        """The `Signature` of these statistics, which it uses up; `cases` are looked at again."""
        self.check_classes()
        tables = self._contingency.tables()
        parts = [
            ENCODINGS[name].marks(self._sums.pop(name, None), features, cases)
            for name, features in self._groups.items()
        ]
        if len(self.nominal) or not parts:
            parts.append(nominal_marks(tables, self.nominal, subsets, self._contingency.cases))
        are_many = [subsets == "all" and is_sought(table, subsets) for table in tables]
        return Signature(
            **vars(reduce(Marks.joined, parts)),
            given_names=self._names,
            values=self._values,
            prevalence=float(prevalence_of(*self._totals[::-1])),
            encodings=self._encodings,
            best_only=self.nominal[np.array(are_many, bool)],
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
    def _kinds(self):
        return self._encodings, self._contingency.sizes.tolist()

    def _add(self, name, found):
        self._sums[name] = self._sums[name].merge(found) if name in self._sums else found

    def _start(self, count):
        """Sort the features into numeric and nominal ones, at the first block."""
        if self.numeric is not None and self.feature_count != count:
            raise ValueError(f"expected {self.feature_count} features. Got {count}")
        for given in (self._names, self._values):
            if given is not None and len(given) != count:
                raise ValueError(f"expected names or values of {count} features. Got {len(given)}")
        if self.numeric is None:
            self._values = self._values or (None,) * count
            self._encodings = encodings_of(None, None, self._values, self._encoding)
            is_nominal = np.array([each is not None for each in self._values], bool)
            self.numeric, self.nominal = np.flatnonzero(~is_nominal), np.flatnonzero(is_nominal)
            sizes = [len(self._values[i]) for i in self.nominal]
            self._contingency = Contingency(self.nominal, sizes)
            kinds = np.array(self._encodings, object)
            names = sorted({each for each in self._encodings if each is not None})
            self._groups = {name: np.flatnonzero(kinds == name) for name in names}
