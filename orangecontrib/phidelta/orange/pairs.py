"""Pairs of models: the same cases decided twice, and the folds of a cross-validation."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import baycomp
import numpy as np
from Orange.data import ContinuousVariable, Domain, StringVariable, Table

from orangecontrib.phidelta.core.choosing.paired import paired
from orangecontrib.phidelta.core.choosingwords import explain_over_folds, explain_pair
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier
from orangecontrib.phidelta.orange import UnfitError


@dataclass(frozen=True)
class FoldComparison:
    """Which of two learners is better on folds of other training data: the correlated t-test.

    Attributes
    ----------
    first, equal, second : float in [0, 1]
        Probabilities that the first learner is better by more than the region of practical
        equivalence, that they differ by no more, and that the second is better by more.
    folds : int
        Folds in which both have a value.
    """

    first: float
    equal: float
    second: float
    folds: int


@dataclass(frozen=True, eq=False)
class Pair:
    """Two classifiers of the same results; see `pair_of`."""

    first: Classifier
    second: Classifier
    is_positive: np.ndarray

    @cached_property
    def pairing(self):
        """`Pairing` of their decisions: another test set, the same models."""
        return paired(self.is_positive, self.first.is_called, self.second.is_called)

    def explain(self, positive, prevalence, cost_fp=1.0, cost_fn=1.0, others="others"):
        """How they differ, in sentences; as of `explain_pair`."""
        names = self.first.name, self.second.name
        return explain_pair(self.pairing, names, positive, prevalence, cost_fp, cost_fn, others)

    @property
    def places(self):
        """((fpr, tpr) of the second, (fpr, tpr) of the first)."""
        return tuple(
            (float(each.counts.fpr), float(each.counts.tpr)) for each in (self.second, self.first)
        )

    def explain_over_folds(self, measure, rope=0.0, prevalence=None, **parameters):
        """As `over_folds`, in a sentence; empty with too few folds."""
        found = self.over_folds(measure, rope, prevalence, **parameters)
        if found is None:
            return ""
        shares, names = (
            (found.first, found.equal, found.second),
            (self.first.name, self.second.name),
        )
        return explain_over_folds(shares, names, found.folds, MEASURES[measure].title, rope)

    def over_folds(self, measure, rope=0.0, prevalence=None, **parameters):
        """`FoldComparison` of a measure: other training data too; None with too few folds.

        Parameters
        ----------
        measure : str
        rope : float
            Differences up to this one do not matter; in the unit of the measure.
        prevalence, **parameters
            As of `Counts.measure`.
        """
        if self.first.folds is None or self.second.folds is None:
            return None
        values = [
            each.folds.counts.measure(measure, prevalence, **parameters)
            for each in (self.first, self.second)
        ]
        first, second = (v[~np.isnan(np.sum(values, axis=0))] for v in values)
        if len(first) < 2:
            return None
        if MEASURES[measure].lower_is_better:
            first, second = -first, -second
        told = baycomp.two_on_single(first, second, rope)
        better, equal, worse = told if rope else (told[0], 0.0, told[1])
        return FoldComparison(float(better), float(equal), float(worse), len(first))


def pair_of(evaluation, names):
    """The two classifiers of these names, as a `Pair`.

    Raises
    ------
    UnfitError
        Unless there are two, from the same test results, and every case was tested once.
    """
    if len(names) != 2:
        raise UnfitError("Select two models to compare them.")
    by_name = {each.name: each for each in evaluation.classifiers}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise UnfitError(
            f"“{unknown[0]}” is a point of a table: which cases it is right for is not known. "
            "Compare models of the same Evaluation Results."
        )
    pair = Pair(*(by_name[name] for name in names), evaluation.is_positive)
    if not pair.first.has_independent_cases:
        raise UnfitError(
            "Cases were tested more than once, so that they do not count as one each. Test with "
            "cross-validation without repetition, or on test data."
        )
    return pair


class LastPair:
    """Keeps a pair, whose posterior need not be drawn anew while the class ratio moves."""

    def __init__(self):
        self._key = self._pair = None

    def of(self, evaluation, names):
        """As `pair_of`."""
        key = evaluation, tuple(names)
        if key != self._key:
            self._key = self._pair = None
            self._pair = pair_of(evaluation, names)
            self._key = key
        return self._pair


_COLUMNS = (
    "Difference",
    "Low (95 %)",
    "High (95 %)",
    "Probability that A is better",
    "A better over folds",
    "Equal over folds",
    "B better over folds",
)


def pairs_table(evaluation, names, prevalence=None, rope=0.0, **parameters):
    """Each pair of models and each measure as an Orange table; None for fewer than two models.

    Columns: the difference A - B with its interval and probability for other test cases, and the
    probabilities over folds. A row "break-even cost of a miss" for each pair, in false alarms.

    Parameters
    ----------
    evaluation : Evaluation
    names : sequence of str
        Names that are not of models of the results are left out.
    prevalence : float, optional
        Fraction of positives; None: as counted, over folds that of each fold.
    rope : float
        As of `Pair.over_folds`.
    **parameters
        Of all measures.
    """
    known = {each.name for each in evaluation.classifiers}
    names = [name for name in names if name in known]
    if len(names) < 2 or not evaluation.classifiers[0].has_independent_cases:
        return None
    values, texts = [], []
    for first, second in combinations(names, 2):
        pair = pair_of(evaluation, (first, second))
        for measure, row in _rows(pair, prevalence, rope, parameters):
            values.append(row)
            texts.append((first, second, measure))
    domain = Domain(
        [ContinuousVariable(name) for name in _COLUMNS],
        metas=[StringVariable(name) for name in ("A", "B", "Measure")],
    )
    table = Table.from_numpy(domain, np.array(values, float), metas=np.array(texts, dtype=object))
    table.name = "Comparison"
    return table


def _rows(pair, prevalence, rope, parameters):
    """(name, values) of each measure, and of the break-even cost of a miss."""
    for measure in MEASURES.values():
        own = {key: parameters[key] for key in measure.parameters if key in parameters}
        difference = pair.pairing.difference(measure.name, prevalence, **own)
        folds = pair.over_folds(measure.name, rope, prevalence, **own)
        over = (np.nan,) * 3 if folds is None else (folds.first, folds.equal, folds.second)
        yield measure.title, (*difference, *over)
    prevalence = pair.pairing.prevalence if prevalence is None else prevalence
    even = pair.pairing.break_even
    conditions = np.array([even.condition, *even.undecided()])
    with np.errstate(divide="ignore", invalid="ignore"):
        costs = (1 - prevalence) / prevalence * conditions / (1 - conditions)
    costs[np.isinf(costs)] = np.nan
    yield "Break-even cost of a miss (in false alarms)", (*costs, *(np.nan,) * 4)
