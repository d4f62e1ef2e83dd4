"""Decisions that are better reversed: those below the line of no information."""

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.spaces import Rates


def better_reversed(fpr, tpr):
    """`Rates` of the opposite decision where it is the better one, else None.

    On the line of no information, or where a rate is undefined, it is not.

    Parameters
    ----------
    fpr, tpr : float in [0, 1] or nan

    Examples
    --------
    >>> fpr, tpr = better_reversed(0.6, 0.3)
    >>> print(f"{fpr:.1f} {tpr:.1f} {better_reversed(0.3, 0.6)}")
    0.4 0.7 None
    """
    return Rates(1 - fpr, 1 - tpr) if fpr - tpr > 1e-12 else None


def least_cost(fpr, tpr, prevalence, cost_fp, cost_fn):
    """Expected cost per case of deciding so or the other way round, whichever is less.

    Parameters
    ----------
    fpr, tpr : array-like in [0, 1]
    prevalence, cost_fp, cost_fn : float
        As of the measure "cost".

    Returns
    -------
    array, nan where a rate is undefined

    Examples
    --------
    >>> least_cost([0.1, 0.9], [0.6, 0.3], 0.2, cost_fp=1, cost_fn=5).round(2).tolist()
    [0.48, 0.38]
    """
    fpr, tpr = np.asarray(fpr, float), np.asarray(tpr, float)
    costs = {"prevalence": prevalence, "cost_fp": cost_fp, "cost_fn": cost_fn}
    of = MEASURES["cost"].of
    return np.minimum(of(fpr, tpr, **costs), of(1 - fpr, 1 - tpr, **costs))


def exchange_sides(probabilities, is_positive, is_negative):
    """Probabilities as of the opposite model: those of two sides of the classes exchanged.

    The positive values get together what the negative ones had, and the other way round; values
    on neither side keep theirs. Within a side
    it is shared out as before, or evenly where there was nothing to share.

    Parameters
    ----------
    probabilities : array (cases, classes)
    is_positive, is_negative : boolean arrays (classes,)
        The sides: not empty, and without a class in common.

    Returns
    -------
    array (cases, classes)
        nan in cases that have one.

    Examples
    --------
    >>> is_positive = np.array([True, False, False])
    >>> found = exchange_sides(np.array([[0.6, 0.1, 0.3]]), is_positive, ~is_positive)
    >>> found.round(3).tolist()
    [[0.4, 0.15, 0.45]]
    """
    exchanged = np.array(probabilities, float)
    for own, other in ((is_positive, is_negative), (is_negative, is_positive)):
        mine = probabilities[:, own]
        total = mine.sum(axis=1, keepdims=True)
        share = np.full(mine.shape, 1 / mine.shape[1])
        np.divide(mine, total, out=share, where=total != 0)
        exchanged[:, own] = share * probabilities[:, other].sum(axis=1, keepdims=True)
    return exchanged
