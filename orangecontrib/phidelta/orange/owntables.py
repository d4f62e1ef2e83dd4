"""The tables that our own widgets send, read back: scores with folds, and thresholds as curves.

They may have been through a file, and some of their rows be missing.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep
from orangecontrib.phidelta.core.words import describe_cut, name_cut
from orangecontrib.phidelta.orange.pointcolumns import COUNTS, numbers_of, texts_of

#: What the column of the positive class says where a row is of no one class.
EACH_IN_TURN = "each in turn"
_MOST_FOLDS = 100_000
_OF_SCORES = ("auc", "brier", "log_likelihood")


def own_classifiers(table, columns):
    """Classifiers of a table from an output *Scores* or *Thresholds*.

    Parameters
    ----------
    table : Orange.data.Table
    columns : dict of str to array
        As of `found_columns`.

    Returns
    -------
    classifiers : list of Classifier
        Of scores: one for each pooled row, with the rows of its folds; where only these are
        there, of their sum. Of thresholds: one for each model, with a curve of the rows of all
        cases; its decision is that of the cut next to 1/2, and told in its name.
    left_over : int
        Rows that could not be read. Rows of averages, and thresholds of folds, are passed over.

    None for another table.
    """
    is_ours = all(name in columns for name in COUNTS)
    texts = [texts_of(table, name) for name in ("Positive class", "Fold")]
    models, decisions = texts_of(table, "Model"), texts_of(table, "Decision")
    cuts = numbers_of(table, "Cut")
    is_of_cuts = decisions is not None and cuts is not None
    if not is_ours or None in texts or not (is_of_cuts or models):
        return None
    rows = _Rows(models or [""] * len(table), *texts, *_numbers(table, columns))
    if not is_of_cuts:
        return rows.scores()
    return rows.thresholds(np.where(np.isnan(cuts), _infinite(decisions), cuts))


def _numbers(table, columns):
    """Arrays (4, rows) of counts, (2, rows) of rates, (3, rows) of what scores are judged by."""
    nothing = np.full(len(table), np.nan)
    rates = [columns.get(name, nothing) for name in ("sensitivity", "specificity")]
    others = [numbers_of(table, QUANTITIES[name].head) for name in _OF_SCORES]
    others = [nothing if numbers is None else numbers for numbers in others]
    return np.array([columns[name] for name in COUNTS]), np.array(rates), np.array(others)


def _infinite(decisions):
    """The cuts that a table cannot hold, by their words; nan of other words."""
    words = {describe_cut(cut): cut for cut in (np.inf, -np.inf)}
    return np.array([words.get(text, np.nan) for text in decisions])


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of a table of ours: lists of texts, arrays (..., rows) of numbers."""

    models: list[str]
    positives: list[str]
    folds: list[str]
    counts: np.ndarray
    rates: np.ndarray
    of_scores: np.ndarray

    def scores(self):
        """Classifiers with folds, and the number of rows left over."""
        found, read = [], 0
        groups = self._groups()
        for name, rows in zip(self._names(groups), groups.values(), strict=True):
            folds = {int(f): r for f, r in rows.items() if _is_fold(f) and self._is_counted[r]}
            classifier = self._classifier(name, rows.get("all"), self._folds(folds))
            if classifier is not None:
                found.append(classifier)
                read += len(folds) + ("all" in rows)
        return found, sum(map(len, groups.values())) - read

    def thresholds(self, cuts):
        """Classifiers with curves, and the number of rows left over."""
        is_pooled = np.array([fold == "all" for fold in self.folds])
        positives, negatives = self.counts[[0, 2]].sum(axis=0), self.counts[[1, 3]].sum(axis=0)
        is_read = is_pooled & self._is_counted & ~np.isnan(cuts) & (positives * negatives > 0)
        groups = {}
        for row in np.flatnonzero(is_read):
            key = self.models[row], self.positives[row], positives[row], negatives[row]
            groups.setdefault(key, []).append(row)
        found, read = [], 0
        for name, rows in zip(self._names(groups), groups.values(), strict=True):
            curve = _curve(cuts[rows], self.counts[:, rows])
            if curve is not None:
                found.append(_at_half(name, curve, self.of_scores[0, rows[0]]))
                read += len(rows)
        return found, int(is_pooled.sum()) - read

    def _groups(self):
        """Rows by fold, of each model and positive class; what comes again is another model."""
        groups, times = {}, {}
        keys = zip(self.models, self.positives, self.folds, strict=True)
        for row, (model, positive, fold) in enumerate(keys):
            if positive != EACH_IN_TURN:
                time = times[model, positive, fold] = times.get((model, positive, fold), -1) + 1
                groups.setdefault((model, positive, time), {})[fold] = row
        return groups

    @staticmethod
    def _names(keys):
        """Names of models, with the positive class where there are several."""
        are_many = len({positive for _, positive, *_ in keys}) > 1
        names = [(model or f"Model {n}", p) for n, (model, p, *_) in enumerate(keys, start=1)]
        return [f"{model}, {positive}" if are_many else model for model, positive in names]

    @cached_property
    def _is_counted(self):
        with np.errstate(invalid="ignore"):
            return ((self.counts >= 0) & (self.counts <= 1e300)).all(axis=0)

    def _folds(self, rows):
        """The `Outcome` of rows by number of fold; those that are not there have no cases."""
        if not rows:
            return None
        cells, of_scores = np.zeros((4, max(rows))), np.full((3, max(rows)), np.nan)
        places, rows = np.array(list(rows)) - 1, list(rows.values())
        cells[:, places], of_scores[:, places] = self.counts[:, rows], self.of_scores[:, rows]
        return Outcome(Counts(*cells), *of_scores)

    def _classifier(self, name, row, folds):
        """A classifier of a pooled row, or of the sum of folds; None if it is impossible."""
        if row is None and folds is None:
            return None
        of_scores = [np.nan] * 3 if row is None else self.of_scores[:, row]
        if row is not None and not self._is_counted[row]:
            return self._of_rates(name, row)
        cells = _sum(folds.counts) if row is None else Counts(*self.counts[:, row])
        if not cells.positives or not cells.negatives:
            return None
        return Classifier(name, Outcome(cells, *of_scores), folds=folds)

    def _of_rates(self, name, row):
        """A classifier of which only the rates are known; None where not even these are."""
        rates = self.rates[:, row]
        if not (np.isnan(self.counts[:, row]).all() and ((rates >= 0) & (rates <= 1)).all()):
            return None
        outcome = Outcome(Counts.from_rates(*rates), *self.of_scores[:, row])
        return Classifier(name, outcome, is_counted=False)


def _is_fold(text):
    """True for the number of a fold; of so many folds that there are rarely more."""
    return text.isdecimal() and 0 < int(text) <= _MOST_FOLDS


def _sum(counts):
    """Counts of all decisions together."""
    return Counts(*(getattr(counts, cell).sum() for cell in COUNTS))


def _curve(cuts, counts):
    """The `ThresholdSweep` of rows in any order; None where they are not of one curve."""
    order = np.lexsort((counts[0] + counts[1], -cuts))
    tp, fp, fn, tn = counts[:, order]
    is_inner = np.isfinite(cuts[order])
    inner = cuts[order][is_inner]
    tp = np.r_[0, tp[is_inner], tp[0] + fn[0]]
    fp = np.r_[0, fp[is_inner], fp[0] + tn[0]]
    if (np.diff(tp) < 0).any() or (np.diff(fp) < 0).any():
        return None
    # Somewhere between two cuts there are scores; where exactly, the table does not tell.
    ends = [np.nextafter(inner[0], np.inf), inner[-1]] if len(inner) else [0.5]
    scores = np.r_[ends[:1], (inner[:-1] + inner[1:]) / 2, ends[1:]]
    return ThresholdSweep(np.r_[np.inf, inner, -np.inf], tp, fp, scores)


def _at_half(name, curve, auc):
    """A classifier with a curve that decides by the cut next to 1/2."""
    index = int(np.argmin(np.abs(curve.cuts - 0.5)))
    name = f"{name}, {name_cut(curve.cuts[index])}"
    outcome = Outcome(curve.counts(index), auc)
    return Classifier(name, outcome, sweep=curve, has_independent_cases=False)
