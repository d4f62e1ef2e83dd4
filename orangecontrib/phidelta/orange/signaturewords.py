"""What the pictures of a class signature say in words, and where chance alone would put features.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2 (reading a signature).
"""

from html import escape

import numpy as np

from orangecontrib.phidelta.core.chance.band import chance_band
from orangecontrib.phidelta.core.words import explain_certainty, explain_feature
from orangecontrib.phidelta.orange.signatures import kind_of


def mark_words(each):
    """For each mark of a `TableSignature`: its name, that of its variable, and its kind."""
    variables = [each.variables[feature] for feature in each.signature.features]
    names = [variable.name for variable in variables]
    return list(each.signature.names), names, [kind_of(variable) for variable in variables]


def explain_mark(each, mark, q_value=None, interval=None):
    """One sentence about a mark; with its q-value, also whether it can be told from chance.

    `interval` is that of δ, (low, high); None: of the mark by itself.
    """
    signature = each.signature
    low, high = (ends[mark] for ends in each.interval) if interval is None else interval
    return explain_feature(
        signature.names[mark],
        float(signature.fpr[mark]),
        float(signature.tpr[mark]),
        class_name(each),
        bool(signature.marks.is_decision[mark]),
        explain_certainty(
            low, high, signature.p_value[mark], q_value, signature.marks.is_bound[mark]
        ),
    )


def title(each):
    """Class and greatest |δ|, for one of many pictures."""
    return f"{escape(class_name(each))}: |δ| {np.nanmax(np.abs(each.signature.delta)):.2f}"


def class_name(each):
    """The positive class as readers know it."""
    return " or ".join(each.positive)


def has_band(each):
    """True where chance has a band: every mark is a decision, none shares tokens."""
    signature = each.signature
    return bool(signature.marks.is_decision[~np.isnan(signature.delta)].all())


def chance_band_of(each, pictures=1, level=0.95):
    """Polygon (k, 2) of (fpr, tpr) in which all marks lie with this probability by chance.

    Of a best subset or cut all those count that it was chosen from; the band is as wide as the
    mark with the fewest known cases needs. All marks of so many pictures lie within their bands
    with this probability; two mirror each other, and count once.
    """
    marks = each.signature.marks
    defined = np.flatnonzero(~np.isnan(each.signature.delta))
    negatives, positives = marks.cases[:, defined].min(axis=1)
    tests = sum(_decisions_behind(each, mark) for mark in defined)
    return chance_band(positives, negatives, tests * (1 if pictures == 2 else pictures), level)


def _decisions_behind(each, mark):
    """How many decisions a mark was chosen from."""
    signature = each.signature
    feature = signature.features[mark]
    if signature.subsets[mark] is None:
        # Each cut between two cases is one; at most so many are distinct.
        has_cut = not np.isnan(signature.marks.cuts[mark])
        return max(int(signature.marks.cases[:, mark].sum()) - 1, 1) if has_cut else 1
    is_only = np.count_nonzero(signature.features == feature) == 1
    values = len(signature.values[feature])
    return 2 ** min(max(values - 1, 1), 60) - 1 if is_only and values > 1 else 1
