"""A data set of a collection: its signature, and what a table tells of it.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, table 6.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from Orange.data import Table
from Orange.data.util import get_unique_names_duplicates

from orangecontrib.phidelta.core.chance.independence import CHANCE
from orangecontrib.phidelta.core.features.ranking import rank
from orangecontrib.phidelta.orange.headlines import verdicts
from orangecontrib.phidelta.orange.meetings import Meeting
from orangecontrib.phidelta.orange.signatures import (
    any_signature,
    best_cuts,
    table_signature,
)
from orangecontrib.phidelta.orange.signaturesets import SignatureSet
from orangecontrib.phidelta.orange.tablecheck import check_features, class_codes

#: Encodings whose greatest |δ| is told, and what the columns are called.
STRENGTHS = {"linear": "|δ| scaled", "best cut": "|δ| best cut", "ranks": "|δ| ranks"}
#: Which class is positive: label, tool tip.
RULES = {
    "usual": ("The usual one", "Of two classes the second, of more the first"),
    "rarest": ("The rarest", "The class with the fewest rows; of equals the first"),
    "commonest": ("The most frequent", "The class with the most rows; of equals the first"),
}


@dataclass(frozen=True, eq=False)
class Member:
    """One data set: its signature in the picture, and what the table tells of it; see `member`.

    Attributes
    ----------
    name : str
    data : Orange.data.Table
    question : tuple
        What the answer depends on besides the data.
    shown : SignatureSet
        Of one signature.
    strengths : dict of str to float
        The greatest |δ|, by encoding; nan of none.
    meetings : tuple of Meeting
        With the results that were matched.
    matched : str
        How; empty without results.
    """

    name: str
    data: Table
    question: tuple
    shown: SignatureSet
    strengths: dict
    meetings: tuple[Meeting, ...] = ()
    matched: str = ""

    @property
    def scores(self):
        """Its `TableSignature`."""
        return self.shown.signatures[0]

    @property
    def signature(self):
        return self.scores.signature

    @property
    def positive(self):
        return self.scores.positive

    @property
    def mark_words(self):
        return self.scores.mark_words

    @property
    def title(self):
        """Name and greatest |δ|, for its picture."""
        return f"{self.name}: |δ| {np.nanmax(np.abs(self.signature.delta)):.2f}"

    @cached_property
    def beyond_chance(self):
        """Share of the features with q <= 0.05, each by its best mark."""
        return float(np.mean(rank(self.signature).feature_q_values <= CHANCE))

    @cached_property
    def looks(self):
        """Kind of its verdict: easy, medium, unclear, or chance."""
        return verdicts(self.shown.signatures, self.shown.cuts)[0].kind

    @cached_property
    def cases(self):
        """Numbers of rows of negatives and of positives."""
        is_positive = self.positive.has(class_codes(self.data), "rows")
        known = int(np.sum(~np.isnan(class_codes(self.data))))
        return known - int(is_positive.sum()), int(is_positive.sum())

    @cached_property
    def models(self):
        """Of all results: pairs of a classifier and its `Gain`, names made unique."""
        pairs = [
            pair
            for each in self.meetings
            for pair in zip(each.evaluation.classifiers, each.gains, strict=True)
        ]
        names = get_unique_names_duplicates([classifier.name for classifier, _ in pairs])
        return dict(zip(names, pairs, strict=True))

    @property
    def best_model(self):
        """Name of the model with the greatest δ, and its gain; None without models."""
        if not self.models:
            return None
        name = max(self.models, key=lambda each: self.models[each][1].model)
        return name, self.models[name][1]


def member(data, name, rule, encoding, subsets, progress=None):
    """A data set of a collection.

    Parameters
    ----------
    data : Orange.data.Table
    name : str
    rule : str
        Of `RULES`: which class is positive.
    encoding, subsets
        As of `table_signature`, of what is pictured.
    progress : callable, optional
        Is told the share in (0, 1] that is done; what it raises stops the work.

    Raises
    ------
    UnfitError
        As of `table_signature`.
    """
    check_features(data)
    positive = [positive_by(data, rule)]
    # where one pass is enough, nothing is told of how far it is
    told = (lambda share: None) if progress is None else progress
    shown = table_signature(data, positive, encoding, subsets, lambda s: told(s / 2))
    told(1 / 2)
    cuts = best_cuts(data, shown, progress=lambda share: told((1 + share / 2) / 2))
    deltas = {
        each: any_signature(data, positive, each, subsets, tests=False).delta
        for each in ("linear", "ranks")
        if each != encoding
    }
    told(1)
    deltas[encoding] = shown.signature.delta
    deltas["best cut"] = _of_cuts(shown.signature, cuts)
    strengths = {each: _greatest(deltas[each]) for each in STRENGTHS}
    signatures = SignatureSet((shown,), (cuts,)).prepare()
    made = Member(name, data, (rule, encoding, subsets), signatures, strengths)
    _ = made.beyond_chance, made.looks
    return made


def positive_by(data, rule):
    """Name of the class that is positive by a rule of `RULES`."""
    codes, target = class_codes(data), data.domain.class_var
    values, counts = np.unique(codes[~np.isnan(codes)], return_counts=True)
    names = [target.values[int(value)] for value in values]
    if rule == "usual":
        return names[1 if len(names) == 2 else 0]
    return names[int(np.argmin(counts) if rule == "rarest" else np.argmax(counts))]


def _of_cuts(shown, cuts):
    """δ of the decisions pictured, and of the best cuts of all that shares tokens."""
    decisions = np.where(shown.is_decision, shown.delta, np.nan)
    return decisions if cuts is None else np.append(decisions, cuts.delta)


def _greatest(delta):
    return np.nan if np.isnan(delta).all() else float(np.nanmax(np.abs(delta)))
