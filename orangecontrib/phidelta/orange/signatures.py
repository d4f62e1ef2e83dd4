"""Orange tables to class signatures, and signatures to tables of scores.

Here Orange's conventions end: categorical features are codes with names of values, time is a
number, metas are left out, cases without a class weigh nothing.
"""

from dataclasses import dataclass

import numpy as np
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.features.statistics import Signature, class_signature
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass

#: Columns of feature scores: key in `Signature.measures`, header.
FEATURE_COLUMNS = {
    "delta": "δ",
    "low": "δ low",
    "high": "δ high",
    "absolute_delta": "|δ|",
    "phi": "φ",
    "phi_b": "φ_b",
    "delta_b": "δ_b",
    "tpr": "TPR",
    "fpr": "FPR",
    "balanced_accuracy": "Balanced accuracy",
    "information": "Information (bits)",
    "gini": "Gini decrease",
    "corner_distance": "Corner distance",
    "standard_error": "Standard error",
    "p_value": "p",
    "q_value": "q (FDR)",
}
NOTHING_VARIES = (
    "No feature varies among the rows with a known class. Use data with other features."
)
# of these the order of magnitude matters, not so many decimals
_TINY = ("p_value", "q_value")
_KINDS = ("numeric", "categorical", "time")


@dataclass(frozen=True, eq=False)
class TableSignature:
    """The class signature of a table.

    Attributes
    ----------
    signature : Signature
    variables : tuple of Orange variables
        The features, by their index in the signature.
    positive : tuple of str
        The positive class values, in their order.
    unknown_class : int
        Rows left out because their class is not known.
    """

    signature: Signature
    variables: tuple
    positive: tuple[str, ...]
    unknown_class: int

    @property
    def undefined(self):
        """Names of the features that carry nothing: constant, or missing in a whole class."""
        return tuple(self.variables[i].name for i in self.signature.undefined)


def check_features(data):
    """Raise UnfitError unless the table has features, and a categorical target that varies."""
    if not data.domain.attributes:
        raise UnfitError(
            "The data have no features. Move variables from metas to features, e.g. with Select "
            "Columns."
        )
    if data.domain.class_var is None:
        raise UnfitError(
            "The data have no (single) target. Choose a categorical one, e.g. with Select Columns."
        )
    if not data.domain.class_var.is_discrete:
        raise UnfitError(
            f"The target “{data.domain.class_var.name}” is numeric, but a class signature is of a "
            "class. Choose a categorical target, or discretise it."
        )
    if len(occurring_classes(data)) < 2:
        raise UnfitError(
            "All rows with a known class are of one class. Use data with two or more classes."
        )


def occurring_classes(data):
    """Names of the class values that occur, in their order."""
    codes = np.unique(_class_codes(data))
    return tuple(data.domain.class_var.values[int(code)] for code in codes[~np.isnan(codes)])


def table_signature(data, positive, encoding="linear", subsets="single", progress=None):
    """The class signature of a table.

    Parameters
    ----------
    data : Orange.data.Table
        Dense or sparse; features numeric, categorical or time. Rows without a class are left out,
        weights are used.
    positive : str or collection of str
        Class values that count as positive.
    encoding, subsets, progress
        As of `core.features.statistics.class_signature`.

    Returns
    -------
    TableSignature

    Raises
    ------
    UnfitError
        Without features, without a categorical target of which positive and other values occur,
        where no feature varies, or for all subsets of too many values.
    """
    signature = any_signature(data, positive, encoding, subsets, progress)
    if np.isnan(signature.delta).all():
        raise UnfitError(NOTHING_VARIES)
    return TableSignature(
        signature,
        data.domain.attributes,
        PositiveClass.of(data.domain, positive).names,
        int(np.isnan(_class_codes(data)).sum()),
    )


def any_signature(data, positive, encoding="linear", subsets="single", progress=None, tests=True):
    """The `Signature` of a table as of `table_signature`, even where no feature varies.

    `tests` as of `class_signature`.
    """
    arguments = signature_arguments(data, positive)
    how = {"encoding": encoding, "subsets": subsets, "progress": progress, "tests": tests}
    try:
        return class_signature(**arguments, **how)
    except ValueError as error:
        if subsets != "all":
            raise
        raise UnfitError(f"{str(error)[0].upper()}{str(error)[1:]}.") from error


def signature_arguments(data, positive):
    """What `class_signature` and `bootstrap_ranks` need of a table: a dict of arguments.

    Rows without a class get weight zero. Errors as of `table_signature`.
    """
    check_features(data)
    codes = _class_codes(data)
    is_known = ~np.isnan(codes)
    is_positive = PositiveClass.of(data.domain, positive).has(codes, "rows")
    weights = np.asarray(data.W, float).ravel() if data.has_weights() else None
    if weights is not None:
        _check_weights(weights, is_known, is_positive)
    if not is_known.all():
        weights = is_known * (1.0 if weights is None else weights)
    attributes = data.domain.attributes
    return {
        "X": data.X,
        "is_positive": is_positive,
        "weights": weights,
        "names": [variable.name for variable in attributes],
        "values": [tuple(v.values) if v.is_discrete else None for v in attributes],
    }


def _check_weights(weights, is_known, is_positive):
    """UnfitError for weights that cannot be, or that leave a class without cases."""
    if not np.all(np.isfinite(weights) & (weights >= 0)):
        raise UnfitError("The rows have impossible weights. They must be numbers of 0 or more.")
    used = is_known & (weights > 0)
    if not (used & is_positive).any() or not (used & ~is_positive).any():
        raise UnfitError("All rows of a class have weight 0. Use data with weights in each class.")


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
        Numbers as features; name, variable, kind and positive class as metas.
    """
    rankings = [None] * len(signatures) if rankings is None else rankings
    parts = [
        _score_rows(each, order, prevalence, level)
        for each, order in zip(signatures, rankings, strict=True)
    ]
    attributes = [
        ContinuousVariable(head, number_of_decimals=None if name in _TINY else 4)
        for name, head in FEATURE_COLUMNS.items()
    ]
    kinds = DiscreteVariable("Kind", values=_KINDS)
    texts = [StringVariable(name) for name in ("Feature", "Variable", "Positive class")]
    table = Table.from_numpy(
        Domain(attributes, metas=[*texts, kinds]),
        np.concatenate([numbers for numbers, _ in parts]),
        metas=np.concatenate([metas for _, metas in parts]),
    )
    table.name = "Feature scores"
    return table


def _score_rows(each, ranking, prevalence, level):
    """Numbers (marks, columns) and metas (marks, 4) in the order of the ranking."""
    signature = each.signature
    order = np.arange(len(signature)) if ranking is None else ranking.order
    measures = signature.measures(prevalence, level)
    numbers = np.column_stack([measures[name] for name in FEATURE_COLUMNS])[order]
    variables = [each.variables[signature.features[mark]] for mark in order]
    metas = np.empty((len(order), 4), object)
    metas[:, 0] = [signature.names[mark] for mark in order]
    metas[:, 1] = [variable.name for variable in variables]
    metas[:, 2] = ", ".join(each.positive)
    metas[:, 3] = [_KINDS.index(kind_of(variable)) for variable in variables]
    return numbers, metas


def kind_of(variable):
    """What a feature is: categorical, time or numeric."""
    if variable.is_discrete:
        return "categorical"
    return "time" if variable.is_time else "numeric"


def _class_codes(data):
    return np.asarray(data.get_column(data.domain.class_var), float)
