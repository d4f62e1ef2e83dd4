"""One model in two groups, or at two times: is it the model or the population that differs?

Accuracy is p tpr + n (1 - fpr), with the prevalence p and n = 1 - p of the group. Its difference
has two parts: other rates are another place in the square, which the model has to answer for;
another prevalence is another shape of the diamond, in which the same place has another accuracy.
With the means over the two groups as weights the parts add up exactly, and it does not matter
which group comes first.

References
----------
E. M. Kitagawa, "Components of a difference between two rates", Journal of the American Statistical
Association 50 (1955) 1168-1194: weights that are means over the two groups.
"""

from typing import NamedTuple

import numpy as np


class AccuracyDifference(NamedTuple):
    """Accuracies of two groups, and what their difference, first - second, is the sum of.

    Attributes
    ----------
    first, second : float or array in [0, 1]
        Accuracies.
    model : float or array in [-1, 1]
        What other rates contribute: another place in the square.
    population : float or array in [-1, 1]
        What another class ratio contributes: another shape of the diamond.
    """

    first: float
    second: float
    model: float
    population: float

    @property
    def total(self):
        """The difference of the accuracies, in [-1, 1]."""
        return self.first - self.second


def difference_in_accuracy(first, second):
    """Why accuracy differs between two groups of cases.

    Parameters
    ----------
    first, second : Counts
        Of other cases, each with their own class ratio.

    Returns
    -------
    AccuracyDifference
        All that a group without positives or without negatives is part of is nan.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import Counts
    >>> young, old = Counts(tp=16, fp=8, fn=4, tn=72), Counts(tp=42, fp=4, fn=18, tn=36)
    >>> found = difference_in_accuracy(young, old)
    >>> print(f"{found.total:.3f} = {found.model:.3f} + {found.population:.3f}")
    0.100 = 0.040 + 0.060
    """
    p, other_p = first.prevalence, second.prevalence
    d_tpr, d_fpr = first.tpr - second.tpr, first.fpr - second.fpr
    mean_p, tpr = (p + other_p) / 2, (first.tpr + second.tpr) / 2
    specificity = 1 - (first.fpr + second.fpr) / 2
    return AccuracyDifference(
        p * first.tpr + (1 - p) * (1 - first.fpr),
        other_p * second.tpr + (1 - other_p) * (1 - second.fpr),
        mean_p * d_tpr - (1 - mean_p) * d_fpr,
        (tpr - specificity) * (p - other_p),
    )


def quarters(values):
    """Which quarter of the known values each is in, lowest first.

    Equal values are never parted, so that there may be fewer than four quarters, of unequal size.

    Parameters
    ----------
    values : array (cases,) of float
        nan for unknown ones.

    Returns
    -------
    numbers : array (cases,) of int
        From 0; -1 for unknown values.
    highest : array of float
        The greatest value of each quarter but the last; increasing.

    Examples
    --------
    >>> numbers, highest = quarters([5, 1, 2, np.nan, 3, 4, 8, 6, 7])
    >>> print(numbers, highest)
    [ 2  0  0 -1  1  1  3  2  3] [2. 4. 6.]
    """
    values = np.asarray(values, float)
    is_known = ~np.isnan(values)
    if not is_known.any():
        return np.full(len(values), -1), np.zeros(0)
    known = values[is_known]
    highest = np.unique(np.quantile(known, [0.25, 0.5, 0.75], method="inverted_cdf"))
    highest = highest[highest < known.max()]
    return np.where(is_known, np.searchsorted(highest, values), -1), highest
