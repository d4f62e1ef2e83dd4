"""A second look at features whose p-value moments do not tell: the distribution of the sum.

The values are rounded to at most 1024 levels over their range; whole numbers, where they span
less, stay as they are. The test is of the sum of what is rounded, hence it is not less valid.
"""

import numpy as np

from orangecontrib.phidelta.core.chance.saddlepoint import Populations, tail_probabilities
from orangecontrib.phidelta.core.underflow import underflow_to_zero

_LEVELS = 1024
#: Half of a range that is near to what floats can tell.
_LARGE = 1e307
_TOGETHER = 2**12  # levels that are summed over in one step, in as many features as have them


@underflow_to_zero
def permutation_p_values(columns, cases):
    """p-values of the mean difference when the classes are drawn at random, two-sided.

    Parameters
    ----------
    columns : iterable of (values, is_positive, weights, ...)
        Arrays (known cases of the feature,), weights or None; finite, two values or more, and
        cases of both classes. Read one at a time.
    cases : array (2, features)
        Effective numbers of negatives and positives of each.

    Returns
    -------
    array (features,)
        Twice the probability of a sum of the positives at least as far out on the same side.
    """
    found, waiting, levels = [np.empty(0)], [], 0
    for column, effective in zip(columns, cases.T, strict=True):
        level, counts = _level_counts(*column[:3])
        waiting.append((level, counts * (effective / counts.sum(axis=1))[:, np.newaxis]))
        levels += len(level)
        if levels >= _TOGETHER:
            found.append(_p_values(waiting))
            waiting, levels = [], 0
    if waiting:
        found.append(_p_values(waiting))
    return np.concatenate(found)


def _level_counts(values, is_positive, weights):
    """The levels that occur, (k,), and the weight (2, k) of negatives and positives at each."""
    if values.max() / 2 - values.min() / 2 > _LARGE:
        values = values / 4  # their range may be beyond floats
    low, high = values.min(), values.max()
    level = values - low
    if high - low >= _LEVELS or np.any(values != np.floor(values)):
        level /= high - low  # first, for the range may be too small to be divided by
        level *= _LEVELS - 1
    np.rint(level, out=level)
    level[is_positive] += _LEVELS
    counts = np.bincount(level.astype(np.intp), weights, 2 * _LEVELS).reshape(2, _LEVELS)
    occurring = np.flatnonzero(counts.any(axis=0))
    return occurring, counts[:, occurring].astype(float)


def _p_values(parts):
    """p-values of features with these levels and numbers of cases."""
    level = np.concatenate([each for each, _ in parts])
    mass, drawn = np.concatenate([counts for _, counts in parts], axis=1)
    sizes = [len(each) for each, _ in parts]
    starts = np.cumsum(sizes) - sizes
    feature = np.repeat(np.arange(len(parts)), sizes)
    level -= level[starts][feature]
    step = np.gcd.reduceat(level, starts).astype(float)
    populations = Populations(feature, level.astype(float), mass + drawn, step)
    total, positives = (np.add.reduceat(each, starts) for each in (drawn * level, drawn))
    return np.minimum(2 * tail_probabilities(populations, total, positives), 1)
