"""What signatures say at a glance: is the problem easy, and because of which feature?

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2.1 and table 6.
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.chance.independence import CHANCE, q_values
from orangecontrib.phidelta.core.features.signatures import feature_name

#: |δ| from which on a problem is called easy: one feature alone is right for 80 % of a balanced
#: population; and medium: what the paper's table 6 calls so is between 0.27 and 0.51.
EASY, MEDIUM = 0.6, 0.27
_CAUTION = "That no feature decides alone does not mean that all together cannot."
#: What is said of several classes, by verdict.
_KINDS = {
    "easy": "easy to tell from the rest",
    "medium": "medium, which the paper calls easy already",
    "unclear": "unclear",
    "chance": "no more than chance may give",
}
#: And of one, after "Telling it from the rest looks".
_LOOKS = {
    "easy": "easy.",
    "medium": "medium, which the paper calls easy already.",
    "unclear": f"unclear. {_CAUTION}",
}


@dataclass(frozen=True)
class Verdict:
    """How well one mark tells a class, the best of those that are told from chance.

    Attributes
    ----------
    kind : str
        "easy", "medium", "unclear"; "chance" where no mark is told from chance.
    strength : float
        |δ|, of "chance" the greatest there is.
    name : str
        Of the mark.
    cut_feature : str
        The feature, where the mark is a best cut that is not in the picture; else empty.
    """

    kind: str
    strength: float
    name: str
    cut_feature: str = ""


def verdicts(signatures, cuts=None):
    """The `Verdict` of each `TableSignature`.

    Parameters
    ----------
    signatures : sequence of TableSignature
    cuts : sequence of Signature or None, optional
        Of each, the `best_cuts` of features that share tokens. The q-values are adjusted for all
        marks and cuts, of the signature and of all: where no feature has anything to do with the
        class, all verdicts are "chance" in 95 % of cases.

    Returns
    -------
    list of Verdict
    """
    cuts = [None] * len(signatures) if cuts is None else cuts
    pairs = [(each.signature, cut) for each, cut in zip(signatures, cuts, strict=True)]
    p_values = (
        np.append(signature.tested_p_value, [] if cut is None else cut.tested_p_value)
        for signature, cut in pairs
    )
    return [_verdict(*pair, q) for pair, q in zip(pairs, q_values(*p_values), strict=True)]


def headline(signatures, cuts=None):
    """What the paper reads off signatures, in a sentence or two; arguments as of `verdicts`."""
    found = verdicts(signatures, cuts)
    if len(signatures) > 1:
        return _of_many(signatures, found)
    (each,), (verdict,) = signatures, found
    mark = each.signature.strongest()
    name, strength = each.signature.name(mark), _strength(each.signature, mark)
    if verdict.kind == "chance":
        return (
            f"The greatest |δ| is {strength:.2f} ({name}), which is no more than chance may give. "
            f"{_CAUTION}"
        )
    positive = each.positive
    rest = positive.others if positive.negatives else "the rest"
    lead = f"The greatest |δ| is {strength:.2f} ({name})"
    if verdict.cut_feature:
        lead += f", but one cut, {verdict.name}, has {verdict.strength:.2f}"
    elif verdict.name != name:
        lead = f"The greatest |δ| beyond chance is {verdict.strength:.2f} ({verdict.name})"
    return (
        f"{lead}: alone it is right for {(1 + verdict.strength) / 2:.1%} of a balanced "
        f"population. Telling ‘{positive.text}’ from {rest} looks {_LOOKS[verdict.kind]}"
    )


def _of_many(signatures, found):
    told = []
    for kind, title in _KINDS.items():
        names = [
            each.positive.text
            + (f" (one cut on {verdict.cut_feature})" * bool(verdict.cut_feature))
            for each, verdict in zip(signatures, found, strict=True)
            if verdict.kind == kind
        ]
        if names:
            told.append(f"{title}: {', '.join(names)}")
    text = "; ".join(told)
    is_open = any(verdict.kind in ("unclear", "chance") for verdict in found)
    return f"{text[0].upper()}{text[1:]}.{f' {_CAUTION}' if is_open else ''}"


def _verdict(signature, cuts, q_value):
    is_told = q_value <= CHANCE
    best, cut = signature.strongest(is_told[: len(signature)]), None
    if cuts is not None:
        cut = cuts.strongest(is_told[len(signature) :])
    if best is None and cut is None:
        strongest = signature.strongest()
        return Verdict("chance", _strength(signature, strongest), signature.name(strongest))
    strength, other = _strength(signature, best), _strength(cuts, cut)
    # what is in the picture comes first where it is as good
    if other > strength + 1e-9:
        feature = feature_name(cuts.given_names, cuts.features[cut])
        return Verdict(_kind(other), other, cuts.name(cut), feature)
    return Verdict(_kind(strength), strength, signature.name(best))


def _kind(strength):
    return "easy" if strength >= EASY else "medium" if strength >= MEDIUM else "unclear"


def _strength(signature, mark):
    return 0.0 if mark is None else float(abs(signature.delta[mark]))
