"""A second look at features whose p-value moments do not tell: the distribution of the sum.

The values are rounded to at most 1024 levels over their range; whole numbers, where they span
less, stay as they are. The test is of the sum of what is rounded, hence it is not less valid.
"""

import numpy as np

from orangecontrib.phidelta.core.saddlepoint import Populations, tail_probabilities

_LEVELS = 1024
_TOGETHER = 8  # features: fewer take longer, more take more memory


def permutation_p_values(columns, cases):
    """p-values of the mean difference when the classes are drawn at random, two-sided.

    Parameters
    ----------
    columns : iterable of (values, is_positive, weights)
        Arrays (known cases of the feature,), weights or None; finite, two values or more, and
        cases of both classes. Read one at a time.
    cases : array (2, features)
        Effective numbers of negatives and positives of each.

    Returns
    -------
    array (features,)
        Twice the probability of a sum of the positives at least as far out on the same side.
    """
    found, waiting = [], []
    for column, effective in zip(columns, cases.T, strict=True):
        counts = _level_counts(*column)
        waiting.append(counts * (effective / counts.sum(axis=1))[:, np.newaxis])
        if len(waiting) == _TOGETHER:
            found.append(_p_values(np.array(waiting)))
            waiting = []
    if waiting:
        found.append(_p_values(np.array(waiting)))
    return np.concatenate(found) if found else np.empty(0)


def _level_counts(values, is_positive, weights):
    """Array (2, levels): weight of the negatives and of the positives at each level."""
    low, high = values.min(), values.max()
    is_whole = high - low < _LEVELS and np.all(values == np.floor(values))
    scale = 1 if is_whole else (_LEVELS - 1) / (high - low)
    level = np.rint((values - low) * scale).astype(np.intp)
    level += _LEVELS * is_positive
    return np.bincount(level, weights, 2 * _LEVELS).reshape(2, _LEVELS)


def _p_values(counts):
    """p-values of features with these numbers (features, 2, levels) of cases."""
    mass = counts.sum(axis=1)
    feature, level = np.nonzero(mass)
    starts = np.searchsorted(feature, np.arange(len(mass)))
    first = level[starts]
    step = np.gcd.reduceat(level - first[feature], starts)
    populations = Populations(feature, level.astype(float), mass[feature, level], step * 1.0)
    positives = counts[:, 1]
    tails = tail_probabilities(populations, positives @ np.arange(_LEVELS), positives.sum(axis=1))
    return np.minimum(2 * tails, 1)
