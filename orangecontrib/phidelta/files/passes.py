"""One pass over a source: statistics of features, and of scores."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from orangecontrib.phidelta.core import FeatureStatistics, ScoreStatistics
from orangecontrib.phidelta.core.choosing.paired import Agreement, Pairing
from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files.cases import check_numbers, checked_numbers


@dataclass
class Rows:
    """How many rows a pass has met, and how many of them it could not use."""

    read: int = 0
    unknown_class: int = 0
    missing: int = 0

    def merge(self, other):
        """Add the rows of another pass; gives self."""
        self.read += other.read
        self.unknown_class += other.unknown_class
        self.missing += other.missing
        return self

    @property
    def left_out(self):
        """What was left out, in words; empty for nothing."""
        parts = []
        if self.unknown_class:
            parts.append(f"{_rows(self.unknown_class)} of unknown or another class")
        if self.missing:
            parts.append(f"{_rows(self.missing)} without a score or weight")
        return f"{' and '.join(parts)} left out" if parts else ""


def feature_statistics(source, target, features, weights=None, progress=None, encoding="linear"):
    """The `FeatureStatistics` of all rows, and the `Rows`.

    Parameters
    ----------
    source : Source
    target : Target
    features : Features
    weights : str, optional
        A column.
    progress : callable, optional
        Is told the number of rows read so far.
    encoding : str
        "linear" or "present", as of `class_signature`.
    """
    how = {"target": target, "features": features, "weights": weights, "progress": progress}
    return source.reduce(partial(_feature_statistics, encoding=encoding, **how), _merged)


def _feature_statistics(source, target, features, weights, progress, encoding):
    how = {"names": features.names, "values": features.values, "encoding": encoding}
    statistics, rows = FeatureStatistics(**how), Rows()
    columns = [*features.names, target.column, *([weights] if weights else [])]
    for is_used, is_positive, weight, block, _ in _blocks(
        source, target, columns, weights, rows, progress
    ):
        X = features.matrix(block)
        if is_used.all():
            statistics.update(X, is_positive, weight)
        else:
            used = None if weight is None else weight[is_used]
            statistics.update(X[is_used], is_positive[is_used], used)
    return statistics, rows


def score_statistics(source, target, scores, weights=None, progress=None, **how):
    """The `ScoreStatistics` of each column of scores, of the rows that have all, and the `Rows`.

    `how` as of `ScoreStatistics`.
    """
    arguments = {"target": target, "scores": scores, "weights": weights, "progress": progress}
    check_numbers(source, *scores)
    return source.reduce(partial(_score_statistics, how=how, **arguments), _merged)


def _score_statistics(source, target, scores, weights, progress, how):
    found, rows = [ScoreStatistics(**how) for _ in scores], Rows()
    for is_positive, weight, values in _scored(source, target, scores, weights, rows, progress):
        for statistics, column in zip(found, values, strict=True):
            try:
                statistics.update(is_positive, column, weight)
            except ValueError as error:
                raise FileError(str(error)) from error
    return found, rows


def pairings(source, target, scores, cuts, progress=None):
    """A `Pairing` of the first score at its cut with each other one at its own."""
    how = {"target": target, "scores": scores, "cuts": cuts, "progress": progress}
    tables = source.reduce(partial(_agreements, **how), np.add)
    return [Pairing(Agreement(*table[0]), Agreement(*table[1])) for table in tables]


def _agreements(source, target, scores, cuts, progress):
    """Array (scores - 1, 2, 4): cases of either class by what the first and another one say."""
    tables = np.zeros((len(scores) - 1, 2, 4))
    for is_positive, _, values in _scored(source, target, scores, None, Rows(), progress):
        called = [column > cut for column, cut in zip(values, cuts, strict=True)]
        for table, other in zip(tables, called[1:], strict=True):
            cell = 2 * ~called[0] + ~other
            for row, members in zip(table, (is_positive, ~is_positive), strict=True):
                row += np.bincount(cell[members], minlength=4)
    return tables


def _rows(count):
    return f"{count:,} row{'' if count == 1 else 's'}"


def _merged(one, other):
    """(statistics, rows) of two pieces."""
    (statistics, rows), (others, other_rows) = one, other
    if isinstance(statistics, list):
        merged = [each.merge(more) for each, more in zip(statistics, others, strict=True)]
    else:
        merged = statistics.merge(others)
    return merged, rows.merge(other_rows)


def _scored(source, target, scores, weights, rows, progress):
    """(is_positive, weights, scores) of the rows of each block that have all."""
    columns = dict.fromkeys([*scores, target.column, *([weights] if weights else [])])
    for is_used, is_positive, weight, block, place in _blocks(
        source, target, list(columns), weights, rows, progress
    ):
        values = np.array([checked_numbers(block, name, *place) for name in scores])
        is_whole = is_used & ~np.isnan(values).any(axis=0)
        rows.missing += int(np.count_nonzero(is_used & ~is_whole))
        if is_whole.any():
            used = None if weight is None else weight[is_whole]
            yield is_positive[is_whole], used, values[:, is_whole]


def _blocks(source, target, columns, weights, rows, progress):
    """(is_used, is_positive, weights, block, its place) of each block; counts rows."""
    if weights:
        check_numbers(source, weights)
    for path, first, block in source.blocks(columns):
        is_used, is_positive = target.of_block(block)
        rows.read += block.num_rows
        rows.unknown_class += int(np.count_nonzero(~is_used))
        weight = None
        if weights:
            weight = checked_numbers(block, weights, path, first, least=0)
            is_known = ~np.isnan(weight)
            rows.missing += int(np.count_nonzero(is_used & ~is_known))
            is_used = is_used & is_known
        if is_used.any():
            yield is_used, is_positive, weight, block, (path, first)
        if progress is not None:
            progress(rows.read)
