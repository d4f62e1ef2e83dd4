"""A class signature with the variables and the class it is of: what it says, and where chance is.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2 (reading a signature).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.chance.band import chance_band
from orangecontrib.phidelta.core.features.encodings import explain_encodings
from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.core.words import explain_certainty, explain_feature
from orangecontrib.phidelta.orange.positive import PositiveClass

KINDS = ("numeric", "categorical", "time")


@dataclass(frozen=True, eq=False)
class TableSignature:
    """The class signature of a table.

    Attributes
    ----------
    signature : Signature
    variables : tuple of Orange variables
        The features, by their index in the signature.
    positive : PositiveClass
    unknown_class, neither : int
        Rows left out because their class is not known, or on neither side.
    """

    signature: Signature
    variables: tuple
    positive: PositiveClass
    unknown_class: int
    neither: int = 0

    @cached_property
    def interval(self):
        """95 % intervals (low, high) of δ, arrays (marks,)."""
        return self.signature.interval()

    @property
    def undefined(self):
        """Names of the features without a rate: constant numbers, or missing in a whole class."""
        return tuple(self.variables[i].name for i in self.signature.undefined)

    @property
    def best_only(self):
        """Names of the features with too many values for all subsets of them."""
        return tuple(self.variables[i].name for i in self.signature.best_only)

    @cached_property
    def encodings_told(self):
        """How numeric features are encoded, for readers; empty without any."""
        return explain_encodings(self.signature.encodings)

    @cached_property
    def mark_words(self):
        """For each mark: its name, that of its variable, and its kind; three lists."""
        of_variables = [(variable.name, kind_of(variable)) for variable in self.variables]
        words = np.array(of_variables, object)[self.signature.features]
        return list(self.signature.names), *words.T.tolist()

    @cached_property
    def metas(self):
        """Array (marks, 4): its words and the positive class, the kind last, by its number."""
        numbers = {kind: number for number, kind in enumerate(KINDS)}
        names, variables, kinds = self.mark_words
        metas = np.empty((len(names), 4), object)
        metas[:, 0], metas[:, 1] = names, variables
        metas[:, 2] = f"{', '.join(self.positive.names)}{self.positive.against}"
        metas[:, 3] = [numbers[kind] for kind in kinds]
        return metas

    @property
    def title(self):
        """Class and greatest |δ|, for one of many pictures."""
        strength = np.nanmax(np.abs(self.signature.delta))
        return f"{self.positive.text}: |δ| {strength:.2f}"

    def explain(self, mark, q_value=None, interval=None):
        """One sentence about a mark; with its q-value, also whether it can be told from chance.

        `interval` is that of δ, (low, high); None: of the mark by itself.
        """
        signature = self.signature
        low, high = (ends[mark] for ends in self.interval) if interval is None else interval
        return explain_feature(
            signature.name(mark),
            float(signature.fpr[mark]),
            float(signature.tpr[mark]),
            self.positive.text,
            bool(signature.is_decision[mark]),
            explain_certainty(
                low, high, signature.p_value[mark], q_value, signature.is_bound[mark]
            ),
            self.positive.others,
            signature.encodings[signature.features[mark]] == "present",
        )

    @property
    def has_band(self):
        """True where chance has a band: every mark is a decision, none shares tokens."""
        signature = self.signature
        return bool(signature.is_decision[~np.isnan(signature.delta)].all())

    def chance_band(self, pictures=1, level=0.95):
        """Polygon (k, 2) of (fpr, tpr) in which all marks lie with this probability by chance.

        Of a best subset or cut all those count that it was chosen from; the band is as wide as
        the mark with the fewest known cases needs. All marks of so many pictures lie within their
        bands with this probability; two mirror each other, and count once.
        """
        defined = np.flatnonzero(~np.isnan(self.signature.delta))
        negatives, positives = self.signature.cases[:, defined].min(axis=1)
        tests = self.signature.decision_count * (1 if pictures == 2 else pictures)
        return chance_band(positives, negatives, tests, level)


def kind_of(variable):
    """What a feature is: categorical, time or numeric."""
    if variable.is_discrete:
        return "categorical"
    return "time" if variable.is_time else "numeric"
