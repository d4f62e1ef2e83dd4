"""Orange tables to points of the diagram."""

from dataclasses import dataclass, replace

import numpy as np
from Orange.data.util import get_unique_names_duplicates

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.spaces import prevalence_of
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.pointcolumns import COUNTS, found_columns, row_names

#: Rates may miss [0, 1] by so much; core takes that for a rounding error, too.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Points:
    """Points read from a table.

    Attributes
    ----------
    classifiers : tuple of Classifier
    impossible : int
        Rows left out: counts or rates missing or out of range, or a class without cases.
    """

    classifiers: tuple[Classifier, ...]
    impossible: int

    @property
    def cases(self):
        """Number of cases of the average point; 100 where only rates are known."""
        if not all(c.is_counted for c in self.classifiers) or not self.classifiers:
            return 100.0
        return float(np.mean([c.counts.total for c in self.classifiers]))

    @property
    def prevalence(self):
        """Fraction of positives among all cases; 1/2 where only rates are known."""
        if not all(c.is_counted for c in self.classifiers) or not self.classifiers:
            return 0.5
        negatives, positives = zip(
            *((c.counts.negatives, c.counts.positives) for c in self.classifiers), strict=True
        )
        return prevalence_of(np.sum(negatives), np.sum(positives))

    def named_apart(self, taken):
        """The same points, renamed where a name is among those taken."""
        names = [point.name for point in self.classifiers]
        names = get_unique_names_duplicates([*taken, *names])[len(taken) :]
        points = zip(self.classifiers, names, strict=True)
        return replace(self, classifiers=tuple(replace(p, name=name) for p, name in points))


#: No table, or none that can be shown.
NO_POINTS = Points((), 0)


def read_points(table):
    """Points of a table with counts (TP, FP, FN, TN) or rates (sensitivity, specificity).

    Columns are found by name, counts first; fpr may stand for 1 - specificity and fnr for
    1 - sensitivity. A text column (named "name", "model", ... or the first one) names the points.

    Raises
    ------
    UnfitError
        Without such columns, or without a possible row.
    """
    columns = found_columns(table)
    is_counted = all(name in columns and np.isfinite(columns[name]).any() for name in COUNTS)
    if is_counted:
        counts = np.array([columns[name] for name in COUNTS])
        with np.errstate(invalid="ignore"):
            is_possible = np.isfinite(counts).all(axis=0) & (counts >= 0).all(axis=0)
            is_possible &= (counts[0] + counts[2] > 0) & (counts[1] + counts[3] > 0)
    else:
        rates = _rates(columns)
        with np.errstate(invalid="ignore"):
            is_possible = ((rates >= -_ROUNDING) & (rates <= 1 + _ROUNDING)).all(axis=0)
    if not is_possible.any():
        raise UnfitError(
            "No row of the table is a possible point. Counts must not be negative and each class "
            "needs cases; rates must lie between 0 and 1."
        )
    names = row_names(table)
    classifiers = tuple(
        Classifier(names[row], Outcome(Counts(*counts[:, row])))
        if is_counted
        else Classifier(names[row], Outcome(Counts.from_rates(*rates[:, row])), is_counted=False)
        for row in np.flatnonzero(is_possible)
    )
    return Points(classifiers, int(np.sum(~is_possible)))


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
