"""Models under operating conditions that are known only roughly: who costs least, and where."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from Orange.data import ContinuousVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.choosing.beliefs import Belief
from orangecontrib.phidelta.core.choosing.conditions import (
    CostCurve,
    cheapest,
    cost_curve,
    lower_envelope,
    odds_of,
)
from orangecontrib.phidelta.core.choosing.preferences import preference, preference_map
from orangecontrib.phidelta.core.choosing.replicates import replicated
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier
from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.results import Evaluation
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.testedmodels import select_models, stored_model

#: Decisions that do not look at the case: name, what they call positive, and their cut.
DUMMIES = (("always negative", False, np.inf), ("always positive", True, -np.inf))


@dataclass(frozen=True, eq=False)
class Candidate:
    """A model that may be chosen, or one of the dummies.

    Attributes
    ----------
    name : str
    curve : CostCurve
        Of its cuts if it may move its cut, else of the decision as it stands.
    cuts : array (decisions of the curve,)
        nan where the decision is the model's own.
    classifier : Classifier or None
        None for a dummy.
    """

    name: str
    curve: CostCurve
    cuts: np.ndarray
    classifier: Classifier | None = None


@dataclass(frozen=True)
class Summary:
    """What becomes of a candidate under a belief, if it decides by one cut.

    Attributes
    ----------
    name : str
    cut : float
        The one that costs least on average; nan for the model's own decision.
    fpr, tpr : float
        With this cut.
    cost : float
        Mean cost per case, a false alarm costing 1.
    share : float in [0, 1]
        Share of the belief where it costs least, each candidate with its one cut.
    regret : float
        The most that it may cost more per case than the best cut of any candidate.
    safe_cut : float
        The cut whose greatest regret is least; nan for the model's own decision.
    safe_regret : float
        The greatest regret of that cut.
    """

    name: str
    cut: float
    fpr: float
    tpr: float
    cost: float
    share: float
    regret: float
    safe_cut: float
    safe_regret: float


def candidates(evaluation, is_movable):
    """The dummies, then the models; with scores, they may move their cuts if `is_movable`.

    Returns
    -------
    list of Candidate
    """
    found = [
        Candidate(name, lower_envelope([rate], [rate]), np.array([cut]))
        for name, rate, cut in ((n, float(is_called), c) for n, is_called, c in DUMMIES)
    ]
    for each in evaluation.classifiers:
        if is_movable and each.sweep is not None:
            curve = cost_curve(each.sweep)
            found.append(Candidate(each.name, curve, each.sweep.cuts[curve.indices], each))
        else:
            curve = lower_envelope([float(each.counts.fpr)], [float(each.counts.tpr)])
            found.append(Candidate(each.name, curve, np.array([np.nan]), each))
    return found


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
        """`PreferenceMap` of the models at a prevalence, without the dummies."""
        curves = [candidate.curve for candidate in self.models]
        return preference_map(curves, prevalence, resolution)

    def choice(self, name, condition, about=None):
        """The candidate of this name, or the one that costs least, with its cut; a `Choice`.

        Parameters
        ----------
        name : str
            "" for the one that costs least.
        condition : float
            Where its cut shall be best.
        about : Belief, optional
            Its cut shall be best on average over it instead.
        """
        if about is not None:
            rows = self.summaries(about)
            best = min(rows, key=lambda row: row.cost)
            row = next((each for each in rows if each.name == name), best)
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

    def rows(self, present, summaries=None, samples=None):
        """What a table tells of each candidate: a list of tuples.

        Name, cost and cut at the present condition; of a summary mean cost, cut, share, greatest
        regret, safest cut and its regret; and the share of samples in which it is chosen. nan
        where that is not known.
        """
        unknown = np.full(len(self.candidates), np.nan)
        chosen = unknown if samples is None else samples.chosen_at(present)
        rows = []
        for row, candidate in enumerate(self.candidates):
            now = float(candidate.curve.cost_at(present)), self.cut_at(candidate, present)
            of_range = (np.nan,) * 6
            if summaries is not None:
                s = summaries[row]
                of_range = s.cost, s.cut, s.share, s.regret, s.safe_cut, s.safe_regret
            rows.append((candidate.name, *now, *of_range, float(chosen[row])))
        return rows

    def told(self, place, prevalence):
        """The scores of the models at a place (a, b) of the map of preferences, in lines."""
        rows = [
            (float(np.nanmax(preference(m.curve.fpr, m.curve.tpr, prevalence, *place))), m.name)
            for m in self.models
        ]
        lines = [f"{name}: {number(score)}" for score, name in sorted(rows, reverse=True)]
        return "\n".join([f"a = {place[0]:.2f}, b = {place[1]:.2f}", *lines])

    def named(self, name):
        """The candidate of this name, or None."""
        return next((each for each in self.candidates if each.name == name), None)

    @staticmethod
    def cut_at(candidate, condition):
        """The cut with which a candidate costs least at a condition."""
        return float(candidate.cuts[candidate.curve.position_at(condition)])

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


@dataclass(frozen=True, eq=False)
class Choice:
    """A candidate with the cut that it is chosen with; nan for the model's own decision."""

    candidate: Candidate
    cut: float

    @property
    def is_dummy(self):
        """Whether it looks at no case."""
        return self.candidate.classifier is None

    def results(self, results, positive):
        """The results of this model alone, as if it had decided by the cut; None for a dummy."""
        if self.is_dummy:
            return None
        selected = select_models(results, self.candidate.name)
        is_own = np.isnan(self.cut)
        return selected if is_own else rethresholded(selected, positive.names, self.cut)

    def model(self, results, positive):
        """The model of the results with the cut; None for a dummy, or where there is no one model.

        Raises
        ------
        UnfitError
            By `ThresholdModel`.
        """
        base = None if self.is_dummy else stored_model(results, self.candidate.classifier.index)
        if base is None or np.isnan(self.cut):
            return base
        return ThresholdModel(base, positive.names, self.cut)

    def learner(self, learner, positive):
        """A learner of models with the cut; None for a dummy or without a learner."""
        if self.is_dummy or learner is None or np.isnan(self.cut):
            return None if self.is_dummy else learner
        return ThresholdLearner(learner, positive.names, self.cut)


#: Columns of the table of conditions: header, and how it comes from a `Summary`.
_COLUMNS = (
    ("Cut", lambda s: s.cut),
    ("False positive rate", lambda s: s.fpr),
    ("True positive rate", lambda s: s.tpr),
    ("Mean cost", lambda s: s.cost),
    ("Share of range", lambda s: s.share),
    ("Greatest regret", lambda s: s.regret),
    ("Safest cut", lambda s: s.safe_cut),
    ("Regret of safest cut", lambda s: s.safe_regret),
)


def conditions_table(summaries, chosen=None):
    """Candidates under a belief as an Orange table, a row each.

    Parameters
    ----------
    summaries : list of Summary
    chosen : array (candidates,), optional
        Share of bootstrap samples in which each would be chosen.
    """
    names = [header for header, _ in _COLUMNS] + ["Probability of being chosen"]
    rows = [[of(summary) for _, of in _COLUMNS] for summary in summaries]
    chosen = np.full(len(rows), np.nan) if chosen is None else chosen
    values = np.column_stack([np.array(rows, float).reshape(-1, len(_COLUMNS)), chosen])
    values[np.isinf(values)] = np.nan  # dummies decide without a cut
    domain = Domain([ContinuousVariable(n) for n in names], metas=[StringVariable("Model")])
    metas = np.array([[summary.name] for summary in summaries], dtype=object)
    table = Table.from_numpy(domain, values, metas=metas)
    table.name = "Conditions"
    return table


def condition_text(condition):
    """A condition as odds of false alarms : misses for readers, e.g. "4 : 1"."""
    odds = float(odds_of(condition))
    if not 0 < odds < np.inf:
        return "all : 0" if odds else "0 : all"
    greater = f"{max(odds, 1 / odds):.3g}"
    return f"{greater} : 1" if odds >= 1 else f"1 : {greater}"
