"""Orange tables to points of the diagram."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from Orange.data.util import get_unique_names_duplicates

from orangecontrib.phidelta.core.decisions.counts import Counts, prevalence_of
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.owntables import own_classifiers
from orangecontrib.phidelta.orange.pointcolumns import COUNTS, found_columns, row_names
from orangecontrib.phidelta.orange.tablecheck import check_storage

#: Rates may miss [0, 1] by so much; core takes that for a rounding error, too.
_ROUNDING = 1e-9
#: Greater counts cannot be added up.
_MOST = 1e300
#: A class with fewer cases, or with a smaller share of them, has no class ratio to draw by.
_LEAST = 1e-100


@dataclass(frozen=True, eq=False)
class Points:
    """Points read from a table.

    Attributes
    ----------
    classifiers : tuple of Classifier
    impossible : int
        Rows left out: counts or rates missing or out of range, or a class without cases; of
        thresholds, those that are of no one curve.
    """

    classifiers: tuple[Classifier, ...]
    impossible: int

    @cached_property
    def cases(self):
        """Number of cases of the average point; 100 where only rates are known."""
        if not all(c.is_counted for c in self.classifiers) or not self.classifiers:
            return 100.0
        return float(np.mean(self._counts.total))

    @cached_property
    def prevalence(self):
        """Fraction of positives among all cases; 1/2 where only rates are known."""
        if not all(c.is_counted for c in self.classifiers) or not self.classifiers:
            return 0.5
        counts = self._counts
        return float(prevalence_of(counts.positives.sum(), counts.negatives.sum()))

    def named_apart(self, taken):
        """The same points, renamed where a name is among those taken."""
        names = [point.name for point in self.classifiers]
        names = get_unique_names_duplicates([*taken, *names])[len(taken) :]
        return replace(self, classifiers=_named(self.classifiers, names))

    @property
    def _counts(self):
        return Outcome.of_many([each.outcome for each in self.classifiers]).counts


#: No table, or none that can be shown.
NO_POINTS = Points((), 0)


def read_points(table):
    """Points of a table with counts (TP, FP, FN, TN) or rates (sensitivity, specificity).

    Columns are found by name, counts first; fpr may stand for 1 - specificity and fnr for
    1 - sensitivity. A text column (named "name", "model", ... or the first one) names the points.
    Tables of our own are read as of `own_classifiers`.

    Raises
    ------
    UnfitError
        Without such columns, or without a possible row; by `check_storage`.
    """
    check_storage(table)
    columns = found_columns(table)
    classifiers, left_over = own_classifiers(table, columns) or _classifiers(table, columns)
    if not classifiers:
        raise UnfitError(
            "No row of the table is a possible point. Counts must not be negative and each class "
            "needs cases; rates must lie between 0 and 1."
        )
    names = get_unique_names_duplicates([classifier.name for classifier in classifiers])
    return Points(_named(classifiers, names), left_over)


def _named(classifiers, names):
    """A tuple of these classifiers with these names."""
    pairs = zip(classifiers, names, strict=True)
    return tuple(c if c.name == name else replace(c, name=name) for c, name in pairs)


def _classifiers(table, columns):
    """A classifier for each possible row, and the number of the others."""
    is_counted = all(name in columns and np.isfinite(columns[name]).any() for name in COUNTS)
    with np.errstate(invalid="ignore", over="ignore"):
        if is_counted:
            values = np.array([columns[name] for name in COUNTS])
            is_possible = ((values >= 0) & (values <= _MOST)).all(axis=0)
            positives, negatives = values[0] + values[2], values[1] + values[3]
            least = _LEAST * np.maximum(positives + negatives, 1)
            is_possible &= (positives > least) & (negatives > least)
        else:
            values = _rates(columns)
            is_possible = ((values >= -_ROUNDING) & (values <= 1 + _ROUNDING)).all(axis=0)
    counts = (Counts if is_counted else Counts.from_rates)(*values[:, is_possible])
    names = row_names(table)
    classifiers = [
        Classifier(names[row], Outcome(counts[number]), is_counted=is_counted)
        for number, row in enumerate(np.flatnonzero(is_possible))
    ]
    return classifiers, int(np.sum(~is_possible))


def _rates(columns):
    """Array (2, rows): sensitivity and specificity."""
    sensitivity, specificity = columns.get("sensitivity"), columns.get("specificity")
    if sensitivity is None and "fnr" in columns:
        sensitivity = 1 - columns["fnr"]
    if specificity is None and "fpr" in columns:
        specificity = 1 - columns["fpr"]
    if sensitivity is None or specificity is None:
        raise UnfitError(
            "The table has no points: it needs numeric columns TP, FP, FN and TN, or sensitivity "
            "and specificity (or FPR). Rename the columns, e.g. with Edit Domain."
        )
    return np.array([sensitivity, specificity])
