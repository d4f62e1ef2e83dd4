"""What is known of class ratio and costs, and what follows from it for candidates."""

from dataclasses import dataclass, replace
from functools import cached_property

from orangecontrib.phidelta.core.choosing.beliefs import Range
from orangecontrib.phidelta.core.choosing.conditions import condition_of, cost_of_all_wrong
from orangecontrib.phidelta.core.choosing.replicates import Replicates
from orangecontrib.phidelta.core.choosingwords import explain_range, explain_samples
from orangecontrib.phidelta.core.words import explain
from orangecontrib.phidelta.orange.candidates import DUMMIES
from orangecontrib.phidelta.orange.conditions import Conditions
from orangecontrib.phidelta.orange.summaries import conditions_table


@dataclass(frozen=True, eq=False)
class Outlook:
    """Candidates at a class ratio and costs, or over ranges of them.

    Attributes
    ----------
    conditions : Conditions
    prevalence, cost_fp, cost_fn : float
        At present.
    ranges : (Range, Range), optional
        Class ratios and costs of a miss, where they are known only roughly.
    chosen : str
        Name of the candidate that is wanted; "" for the one that costs least.
    samples : Replicates, optional
    """

    conditions: Conditions
    prevalence: float
    cost_fp: float
    cost_fn: float
    ranges: tuple[Range, Range] | None = None
    chosen: str = ""
    samples: Replicates | None = None

    @property
    def condition(self):
        """The present condition, in [0, 1]."""
        return condition_of(self.prevalence, self.cost_fp, self.cost_fn)

    @property
    def ends(self):
        """The lowest and the highest condition of the ranges; None without ranges."""
        return None if self.ranges is None else self.conditions.over(*self.ranges)[0].ends

    @property
    def summaries(self):
        """A `Summary` of each candidate over the ranges; None without ranges."""
        return None if self.ranges is None else self.conditions.over(*self.ranges)[1]

    @cached_property
    def choice(self):
        """The `Choice`: candidate and cut."""
        return self.conditions.choice(self.chosen, self.condition, self.summaries)

    @cached_property
    def probabilities(self):
        """Share of samples that would choose each candidate; None without samples."""
        if self.samples is None:
            return None
        where = self.condition
        if self.ranges is not None:
            where = self.conditions.over(*self.ranges)[0].centre
        return self.samples.chosen_at(where)

    @property
    def rows(self):
        """What a table tells of each candidate, see `Conditions.rows`."""
        whole = cost_of_all_wrong(self.prevalence, self.cost_fp, self.cost_fn)
        return self.conditions.rows(self.condition, whole, self.summaries, self.probabilities)

    @property
    def told(self):
        """Who costs least, now or over the ranges, and how certain that is."""
        if self.ranges is None:
            text = f"{self.conditions.told_at(self.condition, self.prevalence)}."
        else:
            names = [name for name, *_ in DUMMIES]
            text = explain_range(self.summaries, names, *self.ranges)
        if self.samples is None:
            return text
        best = replace(self, chosen="").choice.candidate
        share = self.probabilities[self.conditions.candidates.index(best)]
        return f"{text} {explain_samples(best.name, share, len(self.samples.curves))}"

    def explain(self, name, index=None):
        """What a model does, or one of the cuts of its sweep, as a sentence."""
        classifier, cut = self.conditions.named(name).classifier, None
        counts = classifier.counts
        if index is not None:
            counts, cut = classifier.sweep.counts(index), float(classifier.sweep.cuts[index])
        positive = self.conditions.evaluation.positive
        also = {"cost": {"cost_fp": self.cost_fp, "cost_fn": self.cost_fn}}
        told = positive.text, self.prevalence, name, cut
        return explain(counts, *told, also=also, others=positive.others)

    @property
    def table(self):
        """Candidates over the ranges, or at the present class ratio and costs: an Orange table."""
        ratio, cost = (1 - self.prevalence) / self.prevalence, self.cost_fn / self.cost_fp
        ranges = self.ranges or (Range(ratio, ratio), Range(cost, cost))
        return conditions_table(self.conditions.over(*ranges)[1], self.probabilities)
