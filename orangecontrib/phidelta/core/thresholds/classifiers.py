"""A classifier as its decisions show it, wherever they came from."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.multiclass import multiclass_measures
from orangecontrib.phidelta.core.decisions.uncertainty import (
    confidence_region,
    fold_spread,
    is_whole,
    measure_intervals,
)
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came out of decisions: of all cases, or of each fold or class as arrays of one shape.

    Attributes
    ----------
    counts : Counts
    auc, brier, log_likelihood : float or array
        nan without scores or probabilities, or where undefined.

    Examples
    --------
    >>> scores = Outcome(Counts(tp=40, fp=30, fn=10, tn=120), auc=0.87).scores()
    >>> print(f"{scores['gini_coefficient']:.2f} {scores['youden']:.2f} {scores['brier']:.2f}")
    0.74 0.60 nan
    """

    counts: Counts
    auc: np.ndarray = np.nan
    brier: np.ndarray = np.nan
    log_likelihood: np.ndarray = np.nan

    @classmethod
    def of_many(cls, outcomes):
        """Outcomes of numbers as one of arrays (outcomes,)."""
        cells = [[o.counts.tp, o.counts.fp, o.counts.fn, o.counts.tn] for o in outcomes]
        others = [[o.auc, o.brier, o.log_likelihood] for o in outcomes]
        return cls(Counts(*np.array(cells, float).T), *np.array(others, float).T)

    def scores(self, prevalence=None, **parameters):
        """All measures by name, as `Counts.measures`, with those of scores.

        These are auc, gini_coefficient (2 auc - 1), brier and log_likelihood.
        """
        return self.counts.measures(prevalence, **parameters) | {
            "auc": self.auc,
            "gini_coefficient": 2 * np.asarray(self.auc) - 1,
            "brier": self.brier,
            "log_likelihood": self.log_likelihood,
        }


@dataclass(frozen=True, eq=False)
class Classifier:
    """One classifier's decisions about one positive class.

    Attributes
    ----------
    name : str
        Unique among those shown together.
    outcome : Outcome of numbers
        All test cases pooled.
    index : int or None
        Row in the Evaluation Results; None for a point from a table.
    sweep : ThresholdSweep or None
        None without scores.
    folds : Outcome of arrays (folds,), or None
        None where there is but one.
    fold_sweeps : tuple of ThresholdSweep
        Of the folds that have both classes.
    fold_numbers : tuple of int
        Of these folds, from 1.
    by_class : Outcome of arrays (classes,), or None
        Each class that occurs against the rest, for more than two classes.
    confusion : array (classes, classes), or None
        Cases by their class (rows) and the class said (columns), for more than two classes.
    is_counted : bool
        False where only the rates are known and the counts merely have these rates.
    has_independent_cases : bool
        Every test case was decided once; else intervals would be too narrow.
    is_called : boolean array (cases,), or None
        The decision about each case; None where only counts or rates are known.
    case_scores : array (cases,), or None
        The score of each case; None without scores.
    is_reversed : bool
        The sides of the model are exchanged, in decisions and scores.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> tree = Classifier("Tree", Outcome(cuts.counts(3), auc=cuts.auc), sweep=cuts)
    >>> low, high = tree.intervals()["sensitivity"]
    >>> print(f"{tree.counts.tpr:.3f}, {low:.3f} to {high:.3f}")
    0.667, 0.208 to 0.939
    """

    name: str
    outcome: Outcome
    index: int | None = None
    sweep: ThresholdSweep | None = None
    folds: Outcome | None = None
    fold_sweeps: tuple[ThresholdSweep, ...] = ()
    fold_numbers: tuple[int, ...] = ()
    by_class: Outcome | None = None
    confusion: np.ndarray | None = None
    is_counted: bool = True
    has_independent_cases: bool = True
    is_called: np.ndarray | None = None
    case_scores: np.ndarray | None = None
    is_reversed: bool = False

    @property
    def title(self):
        """Its name, and whether it is reversed."""
        return f"{self.name}, reversed" if self.is_reversed else self.name

    @cached_property
    def is_wrong_way_round(self):
        """True if its scores order independent cases worse than chance: 95 % of AUC below 1/2."""
        is_known = self.sweep is not None and self.has_independent_cases
        return bool(is_known and self.sweep.auc_interval()[1] < 1 / 2)

    @property
    def counts(self):
        """The counts of all cases."""
        return self.outcome.counts

    @property
    def has_intervals(self):
        """True where the counts are whole numbers of independent cases, as of `is_whole`."""
        counts = self.counts
        are_whole = all(map(is_whole, (counts.tp, counts.fp, counts.fn, counts.tn)))
        return self.is_counted and self.has_independent_cases and are_whole

    def region(self, level=0.95):
        """The `confidence_region` of both rates, array (4, 2); None without `has_intervals`."""
        return confidence_region(self.counts, level) if self.has_intervals else None

    def outlined(self, with_folds=False):
        """The classifier itself, when its curve, and those of folds, are thinned to be drawn."""
        for sweep in (self.sweep, *(self.fold_sweeps if with_folds else ())):
            _ = sweep is not None and sweep.outline
        return self

    def spread(self):
        """The `Spread` of the folds; None where fewer than two of them have both classes."""
        return fold_spread(self.folds.counts) if self.folds is not None else None

    def over_classes(self, **parameters):
        """Scores of more than two classes together, at the class ratios of the data.

        Returns
        -------
        dict of "all classes", "macro average", "class-weighted average" to dict of name to float
            Empty for two classes. "all classes" are the multi-class measures, nan for all that
            are none; the others are averages of the one-vs-rest values over the classes, nan
            where a class has no value.
        """
        if self.by_class is None:
            return {}
        scores = self.by_class.scores(**parameters)
        share = self.by_class.counts.prevalence
        return {
            "all classes": dict.fromkeys(scores, np.nan) | multiclass_measures(self.confusion),
            "macro average": {name: np.mean(values) for name, values in scores.items()},
            "class-weighted average": {name: values @ share for name, values in scores.items()},
        }

    def intervals(self, prevalence=None, level=0.95, **parameters):
        """Intervals (low, high) of the measures by name; empty without `has_intervals`."""
        if not self.has_intervals:
            return {}
        intervals = measure_intervals(self.counts, prevalence, level, **parameters)
        if self.sweep is not None:
            low, high = intervals["auc"] = self.sweep.auc_interval(level)
            intervals["gini_coefficient"] = 2 * low - 1, 2 * high - 1
        return intervals


def scores_together(outcomes, prevalences, **parameters):
    """Scores of many outcomes of numbers, much faster than one by one.

    Parameters
    ----------
    outcomes : sequence of Outcome
    prevalences : sequence of float or None
        One an outcome, as of `Outcome.scores`.
    **parameters
        Of the measures.

    Returns
    -------
    list of dict of str to float
    """
    groups, found = {}, [None] * len(outcomes)
    for number, prevalence in enumerate(prevalences):
        groups.setdefault(prevalence, []).append(number)
    for prevalence, numbers in groups.items():
        together = Outcome.of_many([outcomes[number] for number in numbers])
        scores = together.scores(prevalence, **parameters)
        values = np.column_stack(list(scores.values())).tolist()
        for number, row in zip(numbers, values, strict=True):
            found[number] = dict(zip(scores, row, strict=True))
    return found
