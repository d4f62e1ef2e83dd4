"""Scores of classifiers, and of their cuts, as Orange tables."""

import numpy as np
from Orange.data import ContinuousVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.decisions.counts import AXES
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.thresholds.classifiers import scores_together
from orangecontrib.phidelta.core.words import describe_cut
from orangecontrib.phidelta.orange.owntables import EACH_IN_TURN
from orangecontrib.phidelta.orange.pointcolumns import COUNTS

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
_NO_COUNTS = [np.nan] * 4
_WITHOUT_CUT = ("gini_coefficient", "brier", "log_likelihood")


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
    scores = scores_together([c.outcome for c in classifiers], prevalence, **parameters)
    parts = zip(classifiers, prevalence, scores, strict=True)
    rows = [row for c, p, found in parts for row in _rows(c, positive, p, found, parameters)]
    attributes = _count_variables() + _variables(SCORE_COLUMNS)
    metas = [StringVariable(name) for name in ("Model", "Positive class", "Fold")]
    table = Table.from_numpy(
        Domain(attributes, metas=metas),
        _finite([values for _, values in rows]).reshape(-1, len(attributes)),
        metas=np.array([texts for texts, _ in rows], dtype=object).reshape(-1, len(metas)),
    )
    table.name = "Scores"
    return table


def thresholds_table(curve, fold_curves, positive, model="", maximum=1000, also=(), **parameters):
    """All measures at the cuts of a classifier as an Orange table, one row a cut and fold.

    Parameters
    ----------
    curve : MeasureCurve
        Of all cases.
    fold_curves : dict of int to MeasureCurve
        By the number of the fold.
    positive, model : str
        The positive class and the name of the classifier, for the columns of these names.
    maximum : int
        Most rows of all cases, and of each fold; the best cut is never left out.
    also : sequence of Measure
        Further ones, as of `range_measure`, for columns after all others.
    **parameters
        Of measures other than that of the curves.

    The area under the curve stands in each row of its curve. The infinite cuts, which decide
    without looking, are missing in the column "Cut" and named in the column "Decision".
    """
    names = [name for name in SCORE_COLUMNS if name not in _WITHOUT_CUT]
    names += [measure.name for measure in also]
    attributes = [ContinuousVariable("Cut", number_of_decimals=4)]
    attributes += _count_variables() + _variables(names)
    metas = [StringVariable(name) for name in ("Model", "Positive class", "Fold", "Decision")]
    blocks, texts = [], []
    for fold, part in {"all": curve, **fold_curves}.items():
        columns = part.table(maximum, also, **parameters)
        columns["auc"] = np.full(len(columns["cut"]), part.sweep.auc)
        blocks.append(np.column_stack([columns[name] for name in ("cut", *COUNTS, *names)]))
        texts += [(model, positive, str(fold), describe_cut(cut)) for cut in columns["cut"]]
    values = np.vstack(blocks)
    values[~np.isfinite(values)] = np.nan
    table = Table.from_numpy(
        Domain(attributes, metas=metas), values, metas=np.array(texts, dtype=object)
    )
    table.name = "Thresholds"
    return table


def _rows(classifier, positive, prevalence, scores, parameters):
    counts = _cells(classifier.counts) if classifier.is_counted else _NO_COUNTS
    yield (classifier.name, positive, "all"), counts + _values(scores)
    if classifier.folds is not None:
        table = np.array(
            _cells(classifier.folds.counts)
            + _values(classifier.folds.scores(prevalence, **parameters))
        )
        for number, values in enumerate(table.T, start=1):
            yield (classifier.name, positive, str(number)), list(values)
    for label, scores in classifier.over_classes(**parameters).items():
        yield (classifier.name, EACH_IN_TURN, label), _NO_COUNTS + _values(scores)


def _count_variables():
    # With no decimals, counts are saved with all their digits.
    return _variables(COUNTS, decimals=0)


def _variables(keys, decimals=4):
    return [ContinuousVariable(QUANTITIES[k].head, number_of_decimals=decimals) for k in keys]


def _cells(counts):
    return [getattr(counts, name) for name in COUNTS]


def _values(scores):
    return [scores[name] for name in SCORE_COLUMNS]


def _finite(values):
    # Orange's tables know no infinity (the log-likelihood of a certainty that proved wrong).
    values = np.array(values, float)
    return np.where(np.isfinite(values), values, np.nan)
