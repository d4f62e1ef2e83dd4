"""The cases that Evaluation Results are of, and their folds."""

from dataclasses import dataclass, replace

import numpy as np

from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.resultcheck import fold_cases


@dataclass(frozen=True, eq=False)
class TestedCases:
    """The test cases of either side: their class, who of them is positive, and their fold.

    `is_used` tells which of all test cases they are; the others are of unknown class, or of
    neither side, of which there are so many.
    """

    positive: PositiveClass
    is_used: np.ndarray
    actual: np.ndarray
    is_positive: np.ndarray
    folds: tuple[np.ndarray, ...]
    are_independent: bool
    neither: int = 0

    @classmethod
    def of(cls, results, positive):
        actual = results.actual
        is_used, neither = positive.takes(actual), int(positive.is_neither(actual).sum())
        # Folds hold slices, index arrays or an Ellipsis; here, numbers of the cases used.
        number, all_rows = np.cumsum(is_used) - 1, np.arange(len(actual))
        rows = [fold_cases(fold, all_rows) for fold in _folds(results)]
        folds = tuple(number[fold[is_used[fold]]] for fold in rows)
        actual = actual[is_used]
        is_positive = positive.has(actual)
        rows = results.row_indices
        are_independent = rows is None or len(np.unique(np.asarray(rows)[is_used])) == len(actual)
        return cls(
            positive, is_used, actual.astype(int), is_positive, folds, are_independent, neither
        )

    def within(self, is_member):
        """Those of them for which a boolean array (cases,) is true; folds may become empty."""
        is_used, number = self.is_used.copy(), np.cumsum(is_member) - 1
        is_used[is_used] = is_member
        folds = tuple(number[fold[is_member[fold]]] for fold in self.folds)
        actual, is_positive = self.actual[is_member], self.is_positive[is_member]
        return replace(self, is_used=is_used, actual=actual, is_positive=is_positive, folds=folds)

    def is_one_sided(self, fold):
        """True for a fold (array of cases) without positives or without negatives."""
        is_positive = self.is_positive[fold]
        return bool(is_positive.all() or not is_positive.any())


def _folds(results):
    """The folds; none where all cases are in one."""
    folds = results.folds if results.folds is not None else ()
    return folds if len(folds) > 1 else ()
