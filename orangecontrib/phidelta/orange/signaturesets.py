"""The signatures that one picture or several show: of one positive class, or of all classes."""

from dataclasses import dataclass
from functools import cached_property

from orangecontrib.phidelta.core.chance.independence import CHANCE
from orangecontrib.phidelta.core.features.ranking import rank
from orangecontrib.phidelta.core.features.selection import FeatureScores
from orangecontrib.phidelta.core.features.signatures import Signature
from orangecontrib.phidelta.orange.featurecosts import with_costs
from orangecontrib.phidelta.orange.finding import Finder
from orangecontrib.phidelta.orange.headlines import headline
from orangecontrib.phidelta.orange.measured import MOST_PLACES
from orangecontrib.phidelta.orange.signatures import (
    TableSignature,
    feature_scores_table,
    scores_at,
    shared_q_values,
)


@dataclass(frozen=True, eq=False)
class SignatureSet:
    """Signatures of one table; each is known by its number.

    Attributes
    ----------
    signatures : sequence of TableSignature
    cuts : sequence of Signature or None
        The `best_cuts` of each.
    """

    signatures: tuple[TableSignature, ...] = ()
    cuts: tuple[Signature | None, ...] = ()

    @cached_property
    def q_values(self):
        """Array (marks,) of each signature: q-values of what all signatures test."""
        return shared_q_values(self.signatures) if self.signatures else []

    def is_chance(self, number):
        """Array (marks,): whether a mark is no more than chance may give."""
        return ~(self.q_values[number] <= CHANCE)

    def prepare(self):
        """Compute what is shown first, so that the picture does not wait; gives self.

        To be called in the background: of many marks it takes long.
        """
        _ = self.q_values, self.headline, self.undefined, self._usual_scores, self.finder
        _ = self.have_band and self._bands, self.signatures and self.best_marks
        for each in self.signatures:
            _ = each.mark_words, each.interval
        return self

    @cached_property
    def finder(self):
        """Finds marks by what they are called."""
        return Finder(self.signatures)

    @cached_property
    def headline(self):
        """What all of them say of the problem; empty for none."""
        if not self.signatures:
            return ""
        told = self.encodings_told
        is_told = any(each == "present" for each in self.signatures[0].signature.encodings)
        words = f" {told[0].upper()}{told[1:]}." if is_told else ""
        return f"{headline(self.signatures, self.cuts)}{words}"

    @property
    def encodings_told(self):
        """How numeric features are encoded, for readers; of all classes in the same way."""
        return self.signatures[0].encodings_told if self.signatures else ""

    @property
    def best_only(self):
        """Names of the features with too many values for all subsets of them."""
        return self.signatures[0].best_only if self.signatures else ()

    @cached_property
    def undefined(self):
        """Names of the features that some of them leave out."""
        return list(dict.fromkeys(name for each in self.signatures for name in each.undefined))

    @property
    def unknown_class(self):
        """Number of cases left out because their class is not known."""
        return self.signatures[0].unknown_class if self.signatures else 0

    @property
    def neither(self):
        """Number of cases left out because their class is on neither side."""
        return self.signatures[0].neither if self.signatures else 0

    @cached_property
    def have_band(self):
        """Whether the band of chance is that of all that is shown."""
        return all(each.has_band for each in self.signatures)

    def band(self, number):
        """Where features would lie by chance, with as many signatures beside each other."""
        return self._bands[number]

    @cached_property
    def _bands(self):
        count = len(self.signatures)
        return [each.chance_band(count) for each in self.signatures]

    def prevalence(self, number):
        """Fraction of positives in the data."""
        return self.signatures[number].signature.prevalence

    @cached_property
    def best_marks(self):
        """`FeatureScores` by |δ|: each feature by its best mark, as `SelectFeatures` has them.

        Of two classes, which mirror each other, those of the second.
        """
        signatures = self.signatures[-1:] if len(self.signatures) == 2 else self.signatures
        return FeatureScores.of(*(rank(each.signature) for each in signatures))

    def region_counts(self, regions):
        """How many features each of these `Regions` has: a dict of its name to a number."""
        best = self.best_marks
        return regions.counts(best.phi, best.delta)

    def in_regions(self, regions):
        """Names of the features in those of the `Regions` that are kept."""
        best, variables = self.best_marks, self.signatures[0].variables
        kept = regions.are_kept(best.phi, best.delta)
        return [variable.name for variable, is_in in zip(variables, kept, strict=True) if is_in]

    def explain(self, number, mark):
        """One sentence about a mark."""
        return self.signatures[number].explain(mark, self.q_values[number][mark])

    def places(self, numbers, names):
        """Where the marks of the variables of these names are in some signatures.

        Returns
        -------
        list of (fpr, tpr)
            Of many, every second, third, ... so that there are no more than 100.
        """
        names, places = set(names), []
        for number in numbers if names else ():
            each = self.signatures[number]
            marks = [mark for mark, name in enumerate(each.mark_words[1]) if name in names]
            places += map(tuple, each.signature.rates[:, marks].T.tolist())
        return places[:: -(-len(places) // MOST_PLACES) or 1]

    def scores_table(self, prevalence=None, costs=None):
        """Table of the scores of all features; None for none.

        With `costs`, parameters of the measure "cost", a column tells what each would cost.
        """
        scores = self._usual_scores
        if scores is None:
            return None
        if prevalence is not None:
            scores = scores_at(scores, self.signatures, prevalence)
        if costs is not None:
            scores = with_costs(scores, self.signatures, prevalence, **costs)
        return scores

    @cached_property
    def _usual_scores(self):
        return feature_scores_table(self.signatures) if self.signatures else None
