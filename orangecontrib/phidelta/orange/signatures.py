"""Orange tables to class signatures, and signatures to tables of scores.

Here Orange's conventions end: categorical features are codes with names of values, time is a
number, metas are left out, cases without a class weigh nothing.
"""

import numpy as np
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.chance.independence import q_values
from orangecontrib.phidelta.core.features.classes import class_signatures
from orangecontrib.phidelta.core.features.encodings import DEFAULT
from orangecontrib.phidelta.core.features.statistics import class_signature
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.tablecheck import (
    check_features,
    check_values,
    checked_weights,
    class_codes,
    occurring_classes,
    rows_of_sides,
)
from orangecontrib.phidelta.orange.tablesignature import KINDS, TableSignature

#: Columns of feature scores: keys of `QUANTITIES` and of `Signature.measures`.
FEATURE_COLUMNS = (
    "delta",
    "low",
    "high",
    "absolute_delta",
    "phi",
    "phi_b",
    "delta_b",
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
NOTHING_VARIES = (
    "No feature varies among the rows with a known class. Use data with other features."
)
#: To look at a feature takes as long as to look at so many values.
_EACH = 100


def table_signature(data, positive, encoding=DEFAULT, subsets="single", progress=None):
    """The class signature of a table.

    Parameters
    ----------
    data : Orange.data.Table
        Dense or sparse; features numeric, categorical or time. Rows without a class are left out,
        weights are used.
    positive : str or collection of str, or PositiveClass
        Class values that count as positive; the latter has negatives as well, and the rows of
        neither side are left out.
    encoding, subsets, progress
        As of `core.features.statistics.class_signature`.

    Returns
    -------
    TableSignature

    Raises
    ------
    UnfitError
        Without features, without a categorical target of which positive and other values occur,
        or where no feature varies.
    """
    signature = any_signature(data, positive, encoding, subsets, progress)
    return _of_table(data, positive, signature)


def class_table_signatures(data, encoding=DEFAULT, subsets="single", progress=None):
    """The class signatures of each class that occurs against the rest, from one pass.

    Parameters and errors as of `table_signature`.

    Returns
    -------
    list of TableSignature
        In the order of the values of the target.
    """
    found = any_signatures(data, encoding, subsets, progress)
    values = data.domain.class_var.values
    return [_of_table(data, values[code], signature) for code, signature in found.items()]


def _of_table(data, positive, signature):
    if (np.isnan(signature.delta) | signature.is_constant).all():
        raise UnfitError(NOTHING_VARIES)
    codes, positive = class_codes(data), PositiveClass.of(data.domain, positive)
    left_out = int(np.isnan(codes).sum()), int(positive.is_neither(codes).sum())
    return TableSignature(signature, data.domain.attributes, positive, *left_out)


def any_signatures(data, encoding=DEFAULT, subsets="single", progress=None, tests=True):
    """A dict of class codes to `Signature`s, each class that occurs against the rest.

    Parameters and errors as of `any_signature`.
    """
    codes = class_codes(data)
    arguments = signature_arguments(data, occurring_classes(data)[0])
    del arguments["is_positive"]
    arguments["classes"] = np.where(np.isnan(codes), -1, codes).astype(int)
    how = {"encoding": encoding, "subsets": subsets, "progress": progress, "tests": tests}
    return _checked(class_signatures, data, arguments | how)


def any_signature(data, positive, encoding=DEFAULT, subsets="single", progress=None, tests=True):
    """The `Signature` of a table as of `table_signature`, even where no feature varies.

    `tests` as of `class_signature`.
    """
    arguments = signature_arguments(data, positive)
    how = {"encoding": encoding, "subsets": subsets, "progress": progress, "tests": tests}
    return _checked(class_signature, data, arguments | how)


def _checked(function, data, arguments):
    """What a function gives; errors are those of unfit values, where these are the reason."""
    try:
        return function(**arguments)
    except ValueError:
        check_values(data)  # only now, for it has to look at all of them
        raise


def signature_arguments(data, positive):
    """What `class_signature` and `bootstrap_ranks` need of a table: a dict of arguments.

    Rows without a class get weight zero, those of neither side are not in `X`. Errors as of
    `table_signature`.
    """
    check_features(data)
    positive = PositiveClass.of(data.domain, positive)
    data = rows_of_sides(data, positive)
    is_positive = positive.has(class_codes(data), "rows")
    attributes = data.domain.attributes
    return {
        "X": data.X,
        "is_positive": is_positive,
        "weights": checked_weights(data, is_positive),
        "names": [variable.name for variable in attributes],
        "values": [tuple(v.values) if v.is_discrete else None for v in attributes],
    }


def best_cuts(data, scores, limit=None, progress=None):
    """The `Signature` of the best cuts of those features of a table that share tokens.

    Parameters
    ----------
    data : Orange.data.Table
    scores : TableSignature
        Of this table.
    limit : float, optional
        So many values are looked at, at most; a feature counts at least as a hundred of them.
    progress : callable, optional
        As of `core.features.statistics.class_signature`.

    Returns
    -------
    Signature or None
        None where no feature shares tokens, or too many values do.
    """
    marks = scores.signature
    features = marks.features[~marks.is_decision & ~np.isnan(marks.delta)]
    arguments = signature_arguments(data, scores.positive)
    X = arguments["X"]
    # of a sparse matrix, the values that it stores
    size = (X.size / X.shape[1] + _EACH) * len(features)
    if not len(features) or (limit is not None and size > limit):
        return None
    X = X if len(features) == X.shape[1] else X[:, features]
    names = [scores.variables[feature].name for feature in features]
    arguments |= {"X": X, "names": names, "values": None}
    return class_signature(**arguments, encoding="best cut", progress=progress)


def shared_q_values(signatures):
    """The `q_values` of the marks of `TableSignature`s that are shown together: a list."""
    return list(q_values(*(each.signature.tested_p_value for each in signatures)))


def feature_scores_table(signatures, rankings=None, prevalence=None, level=0.95):
    """Scores of the marks of one or more signatures as an Orange table, one row a mark.

    Parameters
    ----------
    signatures : sequence of TableSignature
        Of the same table, e.g. of several classes.
    rankings : sequence of Ranking, optional
        Of each signature, for the order of the rows; None: as in the table.
    prevalence, level : float
        As of `Signature.measures`.

    Returns
    -------
    Orange.data.Table
        q-values are those of signatures shown together, `shared_q_values`. Numbers as features;
        name, variable, kind and positive class as metas.
    """
    rankings = [None] * len(signatures) if rankings is None else rankings
    numbers, metas = [], []
    parts = zip(signatures, rankings, shared_q_values(signatures), strict=True)
    for each, ranking, q_value in parts:
        order = slice(None) if ranking is None else ranking.order
        measures = each.signature.measures(prevalence, level) | {"q_value": q_value}
        numbers.append(np.column_stack([measures[name] for name in FEATURE_COLUMNS])[order])
        metas.append(each.metas[order])
    attributes = [
        # where the order of magnitude matters, not so many decimals
        ContinuousVariable(each.head, number_of_decimals=None if each.format == "small" else 4)
        for each in map(QUANTITIES.get, FEATURE_COLUMNS)
    ]
    kinds = DiscreteVariable("Kind", values=KINDS)
    texts = [StringVariable(name) for name in ("Feature", "Variable", "Positive class")]
    table = Table.from_numpy(
        Domain(attributes, metas=[*texts, kinds]),
        np.concatenate(numbers),
        metas=np.concatenate(metas),
    )
    table.name = "Feature scores"
    return table


def scores_at(scores, signatures, prevalence):
    """A table of scores at another class ratio, without computing the rest again.

    Parameters
    ----------
    scores : Orange.data.Table
        What `feature_scores_table` has given of these signatures, in their own order.
    signatures : sequence of TableSignature
    prevalence : float
        As of `Signature.measures`.
    """
    table = scores.copy()
    parts = [each.signature.measures_at(prevalence) for each in signatures]
    with table.unlocked(table.X):
        for key in parts[0]:
            place = table.domain.index(QUANTITIES[key].head)
            table.X[:, place] = np.concatenate([part[key] for part in parts])
    return table
