"""Orange tables to points of the diagram, and scores to Orange tables."""

import re
from dataclasses import dataclass, replace

import numpy as np
from Orange.data import ContinuousVariable, Domain, StringVariable, Table
from Orange.data.util import get_unique_names_duplicates

from orangecontrib.phidelta.core.decisions.counts import AXES, Counts
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.words import describe_cut
from orangecontrib.phidelta.orange import UnfitError

#: What columns of a table of points may be called; compared without case, spaces and signs.
_SYNONYMS = {
    "tp": ("tp", "true positives", "true positive", "hits"),
    "fp": ("fp", "false positives", "false positive", "false alarms", "type I errors"),
    "fn": ("fn", "false negatives", "false negative", "misses", "type II errors"),
    "tn": ("tn", "true negatives", "true negative", "correct rejections"),
    "sensitivity": (
        "sensitivity",
        "sens",
        "tpr",
        "true positive rate",
        "tp rate",
        "recall",
        "hit rate",
    ),
    "specificity": ("specificity", "spec", "tnr", "true negative rate", "selectivity"),
    "fpr": (
        "fpr",
        "false positive rate",
        "fp rate",
        "fall-out",
        "false alarm rate",
        "1 - specificity",
    ),
    "fnr": ("fnr", "false negative rate", "miss rate", "1 - sensitivity"),
}
#: Rates may miss [0, 1] by so much; core takes that for a rounding error, too.
_ROUNDING = 1e-9
_NAMES = ("name", "model", "classifier", "learner", "method", "label")

#: Columns of score tables: keys of `QUANTITIES` and of `Outcome.scores`, the usual ones first.
_USUAL = (
    "phi",
    "delta",
    "phi_b",
    "delta_b",
    "accuracy",
    "balanced_accuracy",
    "sensitivity",
    "specificity",
    "precision",
    "npv",
    "f_beta",
    "mcc",
    "kappa",
    "auc",
    "gini_coefficient",
    "information",
    "error",
    "fpr",
    "fnr",
    "gini",
    "distance",
    "weighted_distance",
    "cost",
    "predicted_positive_rate",
    "lift",
    "brier",
    "log_likelihood",
)
SCORE_COLUMNS = (
    *_USUAL,
    *(name for name in MEASURES if name not in _USUAL and name not in AXES.values()),
)
_COUNTS = ("tp", "fp", "fn", "tn")
_NO_COUNTS = [np.nan] * 4
_WITHOUT_CUT = ("auc", "gini_coefficient", "brier", "log_likelihood")


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
        positives, totals = zip(
            *((c.counts.positives, c.counts.total) for c in self.classifiers), strict=True
        )
        return float(np.sum(positives) / np.sum(totals))

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
    columns = _found_columns(table)
    is_counted = all(name in columns and np.isfinite(columns[name]).any() for name in _COUNTS)
    if is_counted:
        counts = np.array([columns[name] for name in _COUNTS])
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
    names = _row_names(table)
    classifiers = tuple(
        Classifier(names[row], Outcome(Counts(*counts[:, row])))
        if is_counted
        else Classifier(names[row], Outcome(Counts.from_rates(*rates[:, row])), is_counted=False)
        for row in np.flatnonzero(is_possible)
    )
    return Points(classifiers, int(np.sum(~is_possible)))


def scores_table(classifiers, positive, prevalence=None, **parameters):
    """Scores of classifiers as an Orange table.

    One row for all cases of a classifier, one for each of its folds, and for more than two classes
    one of all classes together and the two averages over the classes, named as such in the column
    "Fold".

    Parameters
    ----------
    classifiers : sequence of Classifier
    positive : str
        The positive class, for the column of that name.
    prevalence : float, optional, or sequence of them, one a classifier
        Class ratio of the measures; None: as counted in each row.
    **parameters
        beta, cost_fp, cost_fn, weight.
    """
    if prevalence is None or np.ndim(prevalence) == 0:
        prevalence = [prevalence] * len(classifiers)
    pairs = zip(classifiers, prevalence, strict=True)
    rows = [row for c, p in pairs for row in _rows(c, positive, p, parameters)]
    attributes = _count_variables() + _variables(SCORE_COLUMNS)
    metas = [StringVariable(name) for name in ("Model", "Positive class", "Fold")]
    table = Table.from_numpy(
        Domain(attributes, metas=metas),
        np.array([values for _, values in rows]).reshape(-1, len(attributes)),
        metas=np.array([texts for texts, _ in rows], dtype=object).reshape(-1, len(metas)),
    )
    table.name = "Scores"
    return table


def thresholds_table(curve, fold_curves, positive, maximum=1000, **parameters):
    """All measures at the cuts of a classifier as an Orange table, one row a cut and fold.

    Parameters
    ----------
    curve : MeasureCurve
        Of all cases.
    fold_curves : dict of int to MeasureCurve
        By the number of the fold.
    positive : str
        The positive class, for the column of that name.
    maximum : int
        Most rows of all cases, and of each fold; the best cut is never left out.
    **parameters
        Of measures other than that of the curves.

    The infinite cuts, which decide without looking, are missing in the column "Cut" and named in
    the column "Decision".
    """
    names = [name for name in SCORE_COLUMNS if name not in _WITHOUT_CUT]
    attributes = [ContinuousVariable("Cut", number_of_decimals=4)]
    attributes += _count_variables() + _variables(names)
    metas = [StringVariable(name) for name in ("Positive class", "Fold", "Decision")]
    blocks, texts = [], []
    for fold, part in {"all": curve, **fold_curves}.items():
        columns = part.table(maximum, **parameters)
        blocks.append(np.column_stack([columns[name] for name in ("cut", *_COUNTS, *names)]))
        texts += [(positive, str(fold), describe_cut(cut)) for cut in columns["cut"]]
    values = np.vstack(blocks)
    values[~np.isfinite(values)] = np.nan
    table = Table.from_numpy(
        Domain(attributes, metas=metas), values, metas=np.array(texts, dtype=object)
    )
    table.name = "Thresholds"
    return table


def _rows(classifier, positive, prevalence, parameters):
    counts = _cells(classifier.counts) if classifier.is_counted else _NO_COUNTS
    scores = classifier.outcome.scores(prevalence, **parameters)
    yield (classifier.name, positive, "all"), counts + _values(scores)
    if classifier.folds is not None:
        table = np.array(
            _cells(classifier.folds.counts)
            + _values(classifier.folds.scores(prevalence, **parameters))
        )
        for number, values in enumerate(table.T, start=1):
            yield (classifier.name, positive, str(number)), list(values)
    for label, scores in classifier.over_classes(**parameters).items():
        yield (classifier.name, "each in turn", label), _NO_COUNTS + _values(scores)


def _count_variables():
    # With no decimals, counts are saved with all their digits.
    return _variables(_COUNTS, decimals=0)


def _variables(keys, decimals=4):
    return [ContinuousVariable(QUANTITIES[k].head, number_of_decimals=decimals) for k in keys]


def _cells(counts):
    return [getattr(counts, name) for name in _COUNTS]


def _values(scores):
    # Orange's tables know no infinity (the log-likelihood of a certainty that proved wrong).
    values = [np.asarray(scores[name], float) for name in SCORE_COLUMNS]
    return [np.where(np.isfinite(value), value, np.nan) for value in values]


def _plain(name):
    return re.sub(r"[\W_]+", "", name.casefold())


def _found_columns(table):
    """Numeric columns of the table that are known by name: a dict of our name to array."""
    meanings = {_plain(word): name for name, words in _SYNONYMS.items() for word in words}
    domain = table.domain
    found = {}
    for variable in domain.variables + domain.metas:
        name = meanings.get(_plain(variable.name))
        values = _numbers(table, variable) if name is not None else None
        if values is not None:
            found.setdefault(name, values)
    return found


def _numbers(table, variable):
    """A column as numbers; None if it is not one. Orange takes a column of 0 and 1 for nominal."""
    column = table.get_column(variable)
    if variable.is_continuous:
        return np.asarray(column, float)
    if not variable.is_discrete:
        return None
    try:
        values = np.array([*map(float, variable.values), np.nan])
    except ValueError:
        return None
    return values[np.where(np.isnan(column), -1, column).astype(int)]


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


def _row_names(table):
    domain = table.domain
    texts = [v for v in domain.metas + domain.variables if v.is_string or v.is_discrete]
    texts.sort(key=lambda v: (_plain(v.name) not in _NAMES, not v.is_string))
    if not texts:
        return [f"Point {row + 1}" for row in range(len(table))]
    variable = texts[0]
    names = [variable.str_val(value) for value in table.get_column(variable)]
    names = [f"Point {i + 1}" if name in ("", "?") else name for i, name in enumerate(names)]
    return get_unique_names_duplicates(names)
