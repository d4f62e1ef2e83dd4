"""How certain an area under the ROC curve is, also with few cases and with classes kept apart.

`benchmarks/areas.py` prints how often the interval covers the area, and how wide it is.

References
----------
E. R. DeLong et al., Biometrics 44 (1988): the variance. D. van Dantzig, Indagationes Mathematicae
13 (1951), Z. W. Birnbaum, O. M. Klose, Annals of Mathematical Statistics 28 (1957): its bound.
E. B. Wilson, Journal of the American Statistical Association 22 (1927): the interval, here for the
number of cases that a proportion of this variance has, as for complex samples (E. L. Korn, B. I.
Graubard, Survey Methodology 24 (1998)).
"""

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import wilson_interval
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: How much, in cases of the smaller class, the bound of the variance counts beside the estimate.
_HALF = 0.5


@underflow_to_zero
def area_variance(curve, cases=None):
    """DeLong's estimate of the variance of an area under the ROC curve, ties counting half.

    Parameters
    ----------
    curve : ThresholdSweep
    cases : array (2,), optional
        Effective numbers of negatives and positives; None: those that the curve counts.

    Returns
    -------
    float
        nan with no more than one case of a class; 0 (but for rounding) where no case of one class
        is among those of the other.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> print(f"{area_variance(cuts):.4f}")
    0.1389
    """
    negatives, positives = (curve.negatives, curve.positives) if cases is None else cases
    # Share of the other class that a case beats (ties one half), by distinct score.
    beats = 1 - (curve.fpr[1:] + curve.fpr[:-1]) / 2
    beaten = (curve.tpr[1:] + curve.tpr[:-1]) / 2
    parts = (curve.tpr, beats, positives), (curve.fpr, beaten, negatives)
    if not min(negatives, positives) > 1:
        return np.nan
    return sum(
        np.diff(rate) @ (shares - curve.auc) ** 2 / (count - 1) for rate, shares, count in parts
    )


@underflow_to_zero
def area_interval(area, variance, cases, level=0.95):
    """Interval of areas under the ROC curve: Wilson's, for as many cases as the variance tells.

    A proportion A of n cases has the variance A (1 - A) / n; an area has at most that for n = the
    size k of the smaller class. The interval is Wilson's for n = A (1 - A) / variance, at least k,
    where half a case of this bound is added to the estimate: 1 / (2 k) above, 1 / (2 k²) below.
    So it never has zero width: for classes kept apart n is k. Classes exchanged with the scores
    reversed have the same interval.

    Parameters
    ----------
    area : float or array (...) in [0, 1]
    variance : float or array (...)
        As of `area_variance`; nan counts as 0: not to be estimated, as for classes kept apart.
    cases : array (2, ...)
        Effective numbers of cases of the classes.
    level : float in (0, 1)

    Returns
    -------
    low, high : arrays (...) in [0, 1], nan with no more than one case of a class

    Examples
    --------
    >>> low, high = area_interval(0.9, 0.002, cases=(60, 25))
    >>> print(f"{low:.3f} {high:.3f}")
    0.768 0.961
    """
    area, fewest = np.asarray(area, float), np.min(cases, axis=0)
    fewest = np.where(fewest > 1, fewest, np.nan)
    bound = area * (1 - area) + _HALF / fewest
    trials = np.maximum(bound / (np.nan_to_num(variance) + _HALF / fewest**2), fewest)
    return wilson_interval(area * trials, trials, level)
