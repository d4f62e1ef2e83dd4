"""What the pictures of a class signature say in words, and where chance alone would put features.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2 (reading a signature).
"""

import numpy as np

from orangecontrib.phidelta.core.explain import explain_feature
from orangecontrib.phidelta.core.spread import chance_band
from orangecontrib.phidelta.orange.features import kind_of

_CAUTION = "That no feature decides alone does not mean that all together cannot."
#: A problem that one feature alone solves with this balanced accuracy is called easy.
EASY = 0.8


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
        easy = [class_name(each) for each in signatures if _accuracy(each) >= EASY]
        unclear = [class_name(each) for each in signatures if _accuracy(each) < EASY]
        kinds = (("Easy to tell from the rest", easy), ("unclear", unclear))
        text = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds if names)
        return f"{text[0].upper()}{text[1:]}. {_CAUTION if unclear else ''}"
    (each,) = signatures
    best, strength = _strongest(each)
    verdict = "easy." if _accuracy(each) >= EASY else f"unclear. {_CAUTION}"
    return (
        f"The greatest |δ| is {strength:.2f} ({each.signature.names[best]}): alone it is right "
        f"for {_accuracy(each):.1%} of a balanced population. Telling ‘{class_name(each)}’ from "
        f"the rest looks {verdict}"
    )


def title(each):
    """The same in a few words, for one of many pictures."""
    return f"{class_name(each)}: |δ| {_strongest(each)[1]:.2f}"


def class_name(each):
    """The positive class as readers know it."""
    return " or ".join(each.positive)


def _strongest(each):
    strength = np.abs(each.signature.delta)
    best = int(np.nanargmax(strength))
    return best, strength[best]


def _accuracy(each):
    return (1 + _strongest(each)[1]) / 2


def chance_band_of(each, level=0.95):
    """Polygon (k, 2) of (fpr, tpr) in which all marks lie with this probability by chance."""
    cases = each.signature.marks.cases
    defined = ~np.isnan(each.signature.delta)
    negatives, positives = cases[:, defined].max(axis=1)
    return chance_band(positives, negatives, int(defined.sum()), level)
