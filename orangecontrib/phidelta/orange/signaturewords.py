"""What the pictures of a class signature say in words, and where chance alone would put features.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2 (reading a signature).
"""

from html import escape

import numpy as np

from orangecontrib.phidelta.core.chance.band import chance_band
from orangecontrib.phidelta.core.words import explain_feature
from orangecontrib.phidelta.orange.signatures import kind_of

_CAUTION = "That no feature decides alone does not mean that all together cannot."
#: A problem that one feature alone solves with this balanced accuracy is called easy.
EASY = 0.8
#: Above this q-value a mark is taken for chance.
CHANCE = 0.05


def mark_words(each):
    """For each mark of a `TableSignature`: its name, that of its variable, and its kind."""
    variables = [each.variables[feature] for feature in each.signature.features]
    names = [variable.name for variable in variables]
    return list(each.signature.names), names, [kind_of(variable) for variable in variables]


def explain_mark(each, mark):
    """One sentence about a mark."""
    signature = each.signature
    return explain_feature(
        signature.names[mark],
        float(signature.fpr[mark]),
        float(signature.tpr[mark]),
        class_name(each),
        bool(signature.marks.is_decision[mark]),
    )


def headline(signatures):
    """What the paper reads off signatures: is the problem easy, and by which feature?"""
    if len(signatures) > 1:
        easy = [class_name(each) for each in signatures if _is_easy(each)]
        unclear = [class_name(each) for each in signatures if not _is_easy(each)]
        kinds = (("Easy to tell from the rest", easy), ("unclear", unclear))
        text = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds if names)
        return f"{text[0].upper()}{text[1:]}. {_CAUTION if unclear else ''}"
    (each,) = signatures
    best, strength = _strongest(each)
    if each.signature.q_value[best] > CHANCE:
        return (
            f"The greatest |δ| is {strength:.2f} ({each.signature.names[best]}), which is no more "
            f"than chance may give. {_CAUTION}"
        )
    verdict = "easy." if _accuracy(each) >= EASY else f"unclear. {_CAUTION}"
    return (
        f"The greatest |δ| is {strength:.2f} ({each.signature.names[best]}): alone it is right "
        f"for {_accuracy(each):.1%} of a balanced population. Telling ‘{class_name(each)}’ from "
        f"the rest looks {verdict}"
    )


def title(each):
    """The same in a few words, for one of many pictures."""
    return f"{escape(class_name(each))}: |δ| {_strongest(each)[1]:.2f}"


def class_name(each):
    """The positive class as readers know it."""
    return " or ".join(each.positive)


def _strongest(each):
    strength = np.abs(each.signature.delta)
    best = int(np.nanargmax(strength))
    return best, strength[best]


def _is_easy(each):
    best, _ = _strongest(each)
    return _accuracy(each) >= EASY and each.signature.q_value[best] <= CHANCE


def _accuracy(each):
    return (1 + _strongest(each)[1]) / 2


def chance_band_of(each, level=0.95):
    """Polygon (k, 2) of (fpr, tpr) in which all marks lie with this probability by chance.

    Of a best subset or cut all those count that it was chosen from; the band is as wide as the
    mark with the fewest known cases needs.
    """
    marks = each.signature.marks
    defined = np.flatnonzero(~np.isnan(each.signature.delta))
    negatives, positives = marks.cases[:, defined].min(axis=1)
    tests = sum(_decisions_behind(each, mark) for mark in defined)
    return chance_band(positives, negatives, tests, level)


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
