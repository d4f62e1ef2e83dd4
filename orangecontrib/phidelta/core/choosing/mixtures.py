"""Decisions that are drawn by lot: mixtures of two others, and pure chance.

References
----------
F. Provost, T. Fawcett, "Robust classification for imprecise environments", Machine Learning 42
(2001) 203-231, doi 10.1023/A:1007601015854, theorem 7: every decision on an edge of the convex
hull is had by drawing lots between the two at its ends.
"""

from typing import NamedTuple

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.spaces import Rates


class Mixtures(NamedTuple):
    """Mixtures along the edges of a hull, arrays of one length; see `mixtures`.

    Attributes
    ----------
    fpr, tpr : arrays
    edge : int array
        Between the decisions `edge` and `edge + 1` of the hull.
    share : array in [0, 1]
        Of the cases that the former decides.
    """

    fpr: np.ndarray
    tpr: np.ndarray
    edge: np.ndarray
    share: np.ndarray


def mixture(first, second, share):
    """`Rates` of deciding a share of the cases, drawn by lot, by the first, else by the second.

    Parameters
    ----------
    first, second : (fpr, tpr)
    share : float or array in [0, 1]

    Examples
    --------
    >>> fpr, tpr = mixture((0.1, 0.5), (0.3, 0.9), share=0.25)
    >>> print(f"{fpr:.2f} {tpr:.2f}")
    0.25 0.80
    """
    share = np.asarray(share, float)
    return Rates(*(share * a + (1 - share) * b for a, b in zip(first, second, strict=True)))


def mixtures(fpr, tpr, steps=100):
    """Mixtures of each decision with the next one, in so many equal steps.

    Parameters
    ----------
    fpr, tpr : arrays (k,)
        Decisions in the order of the hull, as of `CostCurve`.
    steps : int

    Returns
    -------
    Mixtures
        (k - 1) (steps + 1) of them.
    """
    fpr, tpr = np.asarray(fpr, float), np.asarray(tpr, float)
    edge = np.repeat(np.arange(len(fpr) - 1), steps + 1)
    share = np.tile(np.arange(steps, -1, -1) / steps, len(fpr) - 1)
    mixed = mixture((fpr[edge], tpr[edge]), (fpr[edge + 1], tpr[edge + 1]), share)
    return Mixtures(*mixed, edge, share)


def chance_like(fpr, tpr, prevalence):
    """`Rates` of pure chance that says "positive" to the same share of all cases.

    Parameters
    ----------
    fpr, tpr : float in [0, 1]
        The decision to be like.
    prevalence : float
        Fraction of positives, strictly between 0 and 1.

    Examples
    --------
    >>> print(f"{chance_like(0.1, 0.6, prevalence=0.2).tpr:.2f}")
    0.20
    """
    share = float(MEASURES["predicted_positive_rate"].of(fpr, tpr, prevalence))
    return Rates(share, share)
