"""Models under operating conditions that are known only roughly: who costs least, and where."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.choosing.beliefs import Belief, belief
from orangecontrib.phidelta.core.choosing.conditions import cheapest, lower_envelope, odds_of
from orangecontrib.phidelta.core.choosing.preferences import preference, preference_map
from orangecontrib.phidelta.core.choosing.replicates import replicated
from orangecontrib.phidelta.core.choosingwords import explain_stretch
from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.orange.candidates import DUMMIES, Choice, candidates
from orangecontrib.phidelta.orange.results import Evaluation
from orangecontrib.phidelta.orange.summaries import Summary

#: Candidates and models told in a tip.
_TOLD = 12


@dataclass(frozen=True, eq=False)
class Conditions:
    """Models of some results, along the line of operating conditions.

    Attributes
    ----------
    evaluation : Evaluation
    is_movable : bool
        Whether models with scores may move their cuts.
    """

    evaluation: Evaluation
    is_movable: bool

    @cached_property
    def candidates(self):
        """List of `Candidate`: dummies first."""
        return candidates(self.evaluation, self.is_movable)

    @property
    def models(self):
        """The candidates that are models."""
        return self.candidates[len(DUMMIES) :]

    @cached_property
    def stretches(self):
        """Who costs least where, see `cheapest`; candidates are counted with the dummies."""
        return cheapest([candidate.curve for candidate in self.candidates])

    def stretch_at(self, condition):
        """The `Stretch` of a condition."""
        return next((s for s in self.stretches if condition <= s.high), self.stretches[-1])

    def replicated(self, replicates=500, progress=None):
        """`Replicates` of the candidates; `progress` is told the share done."""
        cases = len(self.evaluation.is_positive)
        decisions = [np.full(cases, is_called) for _, is_called, _ in DUMMIES]
        for candidate in self.models:
            is_fixed = len(candidate.cuts) == 1 and np.isnan(candidate.cuts[0])
            each = candidate.classifier
            decisions.append(each.is_called if is_fixed else each.case_scores)
        return replicated(
            self.evaluation.is_positive, decisions, replicates=replicates, progress=progress
        )

    def preferences(self, prevalence, resolution=101):
        """`PreferenceMap` of the models at a prevalence, without the dummies; the last is kept."""
        key = prevalence, resolution
        found = self._map.get(key)
        if found is None:
            found = preference_map([each.curve for each in self.models], *key)
            self._map.clear()
            self._map[key] = found
        return found

    @cached_property
    def _map(self):
        return {}

    @property
    def has_independent_cases(self):
        """False where cases were tested more than once: no bootstrap is right then."""
        return all(each.has_independent_cases for each in self.evaluation.classifiers)

    def choice(self, name, condition, summaries=None):
        """The candidate of this name, or the one that costs least, with its cut; a `Choice`.

        Parameters
        ----------
        name : str
            "" for the one that costs least.
        condition : float
            Where its cut shall be best.
        summaries : list of Summary, optional
            Its cut shall be best on average over the range that they are of, instead.
        """
        if summaries is not None:
            best = min(summaries, key=lambda row: row.cost)
            row = next((each for each in summaries if each.name == name), best)
            return Choice(self.named(row.name), row.cut)
        candidate = self.named(name)
        if candidate is None:
            candidate = self.candidates[self.stretch_at(condition).candidate]
        return Choice(candidate, self.cut_at(candidate, condition))

    @staticmethod
    def certainty(low, high, candidate, samples):
        """Share of bootstrap samples in which a candidate costs least between two conditions.

        1 without samples.
        """
        if samples is None:
            return 1.0
        return float(samples.chosen_at(np.linspace(low, high, 5))[candidate].mean())

    def rows(self, present, whole=1.0, summaries=None, chosen=None):
        """What a table tells of each candidate: a list of tuples.

        Name, cost (of `whole` where all is wrong) and cut at the present condition; of a summary
        mean cost, cut, share, greatest regret, safest cut and its regret; and the share of samples
        in which it is `chosen`. nan where that is not known.
        """
        chosen = np.full(len(self.candidates), np.nan) if chosen is None else chosen
        rows = []
        for row, candidate in enumerate(self.candidates):
            now = float(whole * candidate.curve.cost_at(present)), self.cut_at(candidate, present)
            of_range = (np.nan,) * 6
            if summaries is not None:
                s = summaries[row]
                of_range = s.cost, s.cut, s.share, s.regret, s.safe_cut, s.safe_regret
            rows.append((candidate.name, *now, *of_range, float(chosen[row])))
        return rows

    def told(self, place, prevalence):
        """The scores of the models at a place (a, b) of the map of preferences, in lines."""
        rows = [
            (
                float(np.fmax.reduce(preference(m.curve.fpr, m.curve.tpr, prevalence, *place))),
                m.name,
            )
            for m in self.models
        ]
        rows.sort(key=lambda row: -np.nan_to_num(row[0], nan=-1.0))  # undefined ones last
        return "\n".join([f"a = {place[0]:.2f}, b = {place[1]:.2f}", *_told(rows)])

    def told_at(self, condition, prevalence):
        """Who costs least at a condition, and at which costs of a miss, as a sentence."""
        low, high, position, _ = self.stretch_at(condition)
        candidate = self.candidates[position]
        cut = np.nan if candidate.classifier is None else self.cut_at(candidate, condition)
        return explain_stretch(low, high, candidate.name, cut, prevalence)

    def costs_told(self, condition, prevalence):
        """The same, and the cost of each candidate there as a share of that of all wrong."""
        rows = [(float(each.curve.cost_at(condition)), each.name) for each in self.candidates]
        rows.sort(key=lambda row: row[0])
        head = f"False alarms : misses at stake {condition_text(condition)}"
        return "\n".join([head, f"{self.told_at(condition, prevalence)}.", *_told(rows)])

    def named(self, name):
        """The candidate of this name, or None; a model before a dummy."""
        return next((each for each in reversed(self.candidates) if each.name == name), None)

    @staticmethod
    def cut_at(candidate, condition):
        """The cut with which a candidate costs least at a condition."""
        return float(candidate.cuts[candidate.curve.position_at(condition)])

    def over(self, class_ratio, miss_cost):
        """(`Belief`, list of `Summary`) over two ranges; kept for the last ones asked."""
        key = class_ratio, miss_cost
        found = self._over.get(key)  # once: what is asked in the background may replace it
        if found is None:
            about = belief(*key)
            found = about, self.summaries(about)
            self._over.clear()
            self._over[key] = found
        return found

    @cached_property
    def _over(self):
        return {}

    def summaries(self, about: Belief):
        """A `Summary` of each candidate under a belief, in the order of the candidates."""
        best = self._best
        chosen = [self._least_costly(candidate, about) for candidate in self.candidates]
        shares = about.shares([about.costs(fpr, tpr) for _, fpr, tpr in chosen])
        rows = []
        for candidate, (cut, fpr, tpr), share in zip(self.candidates, chosen, shares, strict=True):
            cost = float(about.expected_cost(fpr, tpr))
            regret = float(about.greatest_regret(fpr, tpr, best))
            safe = self._safest(candidate, about)
            rows.append(Summary(candidate.name, cut, fpr, tpr, cost, float(share), regret, *safe))
        return rows

    @cached_property
    def _best(self):
        """The cost curve of whoever may take any decision of any candidate."""
        curves = [candidate.curve for candidate in self.candidates]
        rates = (np.concatenate([getattr(c, r) for c in curves]) for r in ("fpr", "tpr"))
        return lower_envelope(*rates)

    @staticmethod
    def _least_costly(candidate, about):
        """(cut, fpr, tpr) of the decision of least mean cost."""
        curve = candidate.curve
        best = int(np.argmin(about.expected_cost(curve.fpr, curve.tpr)))
        return float(candidate.cuts[best]), float(curve.fpr[best]), float(curve.tpr[best])

    def _safest(self, candidate, about):
        """(cut, regret) of the decision of least greatest regret; any cut, on the hull or not."""
        fpr, tpr, cuts = candidate.curve.fpr, candidate.curve.tpr, candidate.cuts
        if len(cuts) > 1:
            sweep = candidate.classifier.sweep
            fpr, tpr, cuts = sweep.fpr, sweep.tpr, sweep.cuts
        regrets = about.greatest_regret(fpr, tpr, self._best)
        best = int(np.argmin(regrets))
        return float(cuts[best]), float(regrets[best])


def condition_text(condition):
    """A condition as odds of false alarms : misses for readers, e.g. "4 : 1"."""
    odds = float(odds_of(condition))
    if not 0 < odds < np.inf:
        return "all : 0" if odds else "0 : all"
    greater = f"{max(odds, 1 / odds):.3g}"
    return f"{greater} : 1" if odds >= 1 else f"1 : {greater}"


def _told(rows):
    """Values with names, a line each; of very many the first ones."""
    lines = [f"{name}: {number(value)}" for value, name in rows[:_TOLD]]
    return lines + [f"and {len(rows) - _TOLD} more"] * (len(rows) > _TOLD)
