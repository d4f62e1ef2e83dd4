"""Signatures of several data sets beside each other, and what models make of them.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, figures 20 to 23 and table 6.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from Orange.data import ContinuousVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.meetings import meet
from orangecontrib.phidelta.orange.members import STRENGTHS, Member
from orangecontrib.phidelta.orange.testedrows import check_same_target, tested_rows

#: How results were matched with a data set.
BY_ROWS, BY_VARIABLES = "tested on these rows", "of the same variables"


def matched(members, results):
    """Which data set test results are of: (its number, how), or None.

    By the rows that were tested; if these are not known, by the target and all other variables.
    Of several such data sets, the one with the features of the results, or the first.
    """
    found = []
    for number, each in enumerate(members):
        try:
            check_same_target(results, each.data)
        except UnfitError:
            continue
        own, theirs = set(each.data.domain.attributes), set(results.domain.attributes)
        if tested_rows(results, each.data) is not None:
            found.append((0 if own == theirs else 1, number, BY_ROWS))
        elif theirs and own == theirs:
            found.append((2, number, BY_VARIABLES))
    return min(found)[1:] if found else None


def met(members, all_results):
    """Members with the models of the results, and words about each of those that match none."""
    members = [replace(each, meetings=(), matched="") for each in members]
    left_out = []
    for results in all_results:
        found = matched(members, results)
        if found is None:
            left_out.append(f"about “{results.domain.class_var.name}”, of no data set here")
            continue
        number, how = found
        each = members[number]
        try:
            meeting = meet(each.data, each.scores, results)
        except UnfitError as error:
            left_out.append(f"of {each.name}: {error}")
            continue
        members[number] = replace(each, meetings=(*each.meetings, meeting), matched=how)
    return members, left_out


#: Of the best model: δ less that of the best feature, and the ends of the interval.
_GAIN = ("Gain of the best model", "Gain low", "Gain high")


@dataclass(frozen=True, eq=False)
class Collection:
    """Data sets beside each other, as a `SignatureGrid` shows signatures.

    Attributes
    ----------
    signatures : tuple of Member
    left_out : tuple of str
        Data sets that cannot be shown, and why.
    unmatched : tuple of str
        The same of results.
    """

    signatures: tuple[Member, ...] = ()
    left_out: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()

    @property
    def meetings(self):
        """Of each data set the first `Meeting`, or None."""
        return [next(iter(each.meetings), None) for each in self.signatures]

    @cached_property
    def model_names(self):
        """Names of the models of all data sets, in their order."""
        return list(dict.fromkeys(name for each in self.signatures for name in each.models))

    def is_chance(self, number):
        """As of `SignatureSet`; q-values are those of the one data set."""
        return self.signatures[number].shown.is_chance(0)

    def band(self, number):
        """As of `SignatureSet`; None where there is none."""
        shown = self.signatures[number].shown
        return shown.band(0) if shown.have_band else None

    def prevalence(self, number):
        """As of `SignatureSet`."""
        return self.signatures[number].shown.prevalence(0)

    def explain(self, number, mark):
        """As of `SignatureSet`."""
        return self.signatures[number].shown.explain(0, mark)

    @cached_property
    def rows(self):
        """What is told of each data set: a list of dicts, of header to text or number."""
        return [self._row(each) for each in self.signatures]

    def _row(self, each):
        negatives, positives = each.cases
        gain = each.best_model and each.best_model[1]
        row = {
            "Data set": each.name,
            "Positive class": each.positive.text,
            "neg/pos": negatives / positives,
            **{title: each.strengths[key] for key, title in STRENGTHS.items()},
            "Beyond chance": each.beyond_chance,
            "Looks": each.looks,
        }
        deltas = {name: gain.model for name, (_, gain) in each.models.items()}
        row |= {f"δ {name}": deltas.get(name, np.nan) for name in self.model_names}
        if self.model_names:
            parts = (gain.value, gain.low, gain.high) if gain else [np.nan] * 3
            row |= dict(zip(_GAIN, parts, strict=True))
        row |= {
            "Features": len(each.data.domain.attributes),
            "Negatives": negatives,
            "Positives": positives,
        }
        return row | ({"Results": each.matched} if self.model_names else {})

    def table(self):
        """The rows as an Orange table; None without data sets."""
        if not self.signatures:
            return None
        texts = [head for head, value in self.rows[0].items() if isinstance(value, str)]
        numbers = [head for head in self.rows[0] if head not in texts]
        whole = ("Negatives", "Positives", "Features")
        attributes = [
            ContinuousVariable(head, number_of_decimals=0 if head in whole else 4)
            for head in numbers
        ]
        table = Table.from_numpy(
            Domain(attributes, metas=[StringVariable(head) for head in texts]),
            np.array([[row[head] for head in numbers] for row in self.rows], float),
            metas=np.array([[row[head] for head in texts] for row in self.rows], object),
        )
        table.name = "Signatures"
        return table
