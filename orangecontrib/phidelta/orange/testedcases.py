"""The cases that Evaluation Results are of, and their folds."""

from dataclasses import dataclass, replace

import numpy as np

from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.resultcheck import fold_cases


@dataclass(frozen=True, eq=False)
class TestedCases:
    """The test cases of known class: their class, who of them is positive, and their fold."""

    positive: PositiveClass
    is_known: np.ndarray
    actual: np.ndarray
    is_positive: np.ndarray
    folds: tuple[np.ndarray, ...]
    are_independent: bool

    @classmethod
    def of(cls, results, positive):
        actual = results.actual
        is_known = ~np.isnan(actual)
        # Folds hold slices, index arrays or an Ellipsis; here, numbers of known cases.
        number, all_rows = np.cumsum(is_known) - 1, np.arange(len(actual))
        rows = [fold_cases(fold, all_rows) for fold in _folds(results)]
        folds = tuple(number[fold[is_known[fold]]] for fold in rows)
        actual = actual[is_known]
        is_positive = positive.has(actual)
        rows = results.row_indices
        are_independent = rows is None or len(np.unique(rows)) == len(rows)
        return cls(positive, is_known, actual.astype(int), is_positive, folds, are_independent)

    def within(self, is_member):
        """Those of them for which a boolean array (cases,) is true; folds may become empty."""
        is_known, number = self.is_known.copy(), np.cumsum(is_member) - 1
        is_known[is_known] = is_member
        folds = tuple(number[fold[is_member[fold]]] for fold in self.folds)
        actual, is_positive = self.actual[is_member], self.is_positive[is_member]
        return replace(
            self, is_known=is_known, actual=actual, is_positive=is_positive, folds=folds
        )

    def is_one_sided(self, fold):
        """True for a fold (array of cases) without positives or without negatives."""
        is_positive = self.is_positive[fold]
        return bool(is_positive.all() or not is_positive.any())


def _folds(results):
    """The folds; none where all cases are in one."""
    folds = results.folds if results.folds is not None else ()
    return folds if len(folds) > 1 else ()
