"""How far a point could have been elsewhere: over folds, and in another sample.

The spread of folds is what it says, not a confidence interval: folds share their training data.
A confidence region is for one test set whose cases were each decided once.

References
----------
S. A. Macskassy, F. Provost, "Confidence bands for ROC curves", ROCAI 2004 (simultaneous joint
confidence regions). B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap" (1993).
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import Counts, check_level, wilson_interval
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@dataclass(frozen=True, eq=False)
class Spread:
    """Mean (2,) and covariance (2, 2) of the (fpr, tpr) of several folds."""

    mean: np.ndarray
    covariance: np.ndarray
    folds: int

    def ellipse(self, deviations=1.0, points=73):
        """Array (points, 2): closed curve, so many standard deviations from the mean.

        Cut off at the edges of the unit square.
        """
        angle = np.linspace(0, 2 * np.pi, points)
        values, axes = np.linalg.eigh(self.covariance)
        radii = deviations * np.sqrt(np.maximum(values, 0))
        circle = np.column_stack([np.cos(angle), np.sin(angle)])
        return np.clip(self.mean + (circle * radii) @ axes.T, 0, 1)


@underflow_to_zero
def fold_spread(counts):
    """Spread of fold points; None with fewer than two folds that have both classes.

    Parameters
    ----------
    counts : Counts of arrays (folds,)
        Folds without positives or without negatives have no point and are left out.

    Examples
    --------
    >>> spread = fold_spread(Counts(tp=[8, 9, 6], fp=[3, 5, 1], fn=[2, 1, 4], tn=[27, 25, 29]))
    >>> spread.mean.round(3).tolist()
    [0.1, 0.767]
    >>> spread.covariance.round(4).tolist()
    [[0.0044, 0.01], [0.01, 0.0233]]
    """
    points = np.column_stack([counts.fpr, counts.tpr])
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return None
    return Spread(points.mean(axis=0), np.cov(points, rowvar=False), len(points))


@underflow_to_zero
def mean_and_deviation(values):
    """Mean and standard deviation (n - 1) of the defined ones of values (folds,).

    nan where fewer than two are defined.
    """
    values = np.asarray(values, float)
    values = values[~np.isnan(values)]
    return (values.mean(), values.std(ddof=1)) if len(values) > 1 else (np.nan, np.nan)


@underflow_to_zero
def confidence_region(counts, level=0.95):
    """Rectangle of (fpr, tpr) that holds the true rates with this simultaneous confidence.

    The two rates rest on different cases, hence each has a Wilson interval of level sqrt(level).

    Returns
    -------
    array (4, 2), in the order of `geometry.CORNERS`; nan where a class has no cases

    Examples
    --------
    >>> confidence_region(Counts(tp=40, fp=30, fn=10, tn=120)).round(3).tolist()
    [[0.137, 0.896], [0.282, 0.896], [0.282, 0.649], [0.137, 0.649]]
    """
    check_level(level)
    low_fpr, high_fpr = wilson_interval(counts.fp, counts.negatives, np.sqrt(level))
    low_tpr, high_tpr = wilson_interval(counts.tp, counts.positives, np.sqrt(level))
    return np.array(
        [[low_fpr, high_tpr], [high_fpr, high_tpr], [high_fpr, low_tpr], [low_fpr, low_tpr]]
    )


@underflow_to_zero
def bootstrap_counts(counts, *, replicates=2000, seed=0):
    """Stratified bootstrap of one decision's counts: `Counts` of arrays (replicates,).

    Drawing positives and negatives with replacement makes tp and fp binomial. Needs whole counts.

    Examples
    --------
    >>> replicates = bootstrap_counts(Counts(tp=40, fp=30, fn=10, tn=120))
    >>> print(f"{replicates.tpr.mean():.2f} ± {replicates.tpr.std():.2f}")
    0.80 ± 0.06
    """
    check_whole(counts.tp, counts.fn, counts.fp, counts.tn)
    random = np.random.default_rng(seed)
    tp = _binomial(random, counts.positives, counts.tpr, replicates)
    fp = _binomial(random, counts.negatives, counts.fpr, replicates)
    return Counts(tp, fp, counts.positives - tp, counts.negatives - fp)


@underflow_to_zero
def measure_intervals(counts, prevalence=None, level=0.95, **parameters):
    """Intervals of every measure of `Counts.measures`: a dict of name to (low, high).

    Wilson's score interval where the measure is a proportion of cases as counted, else the
    percentile interval of the stratified bootstrap. nan where undefined. `prevalence` and
    `parameters` as in `Counts.measures`.

    Examples
    --------
    >>> intervals = measure_intervals(Counts(tp=40, fp=30, fn=10, tn=120))
    >>> for name in ("sensitivity", "mcc"):
    ...     low, high = intervals[name]
    ...     print(f"{name} {low:.2f} to {high:.2f}")
    sensitivity 0.67 to 0.89
    mcc 0.43 to 0.67
    """
    replicates = bootstrap_counts(counts).measures(prevalence, **parameters)
    intervals = {name: percentile_interval(values, level) for name, values in replicates.items()}
    proportions = {
        "sensitivity": (counts.tp, counts.positives),
        "specificity": (counts.tn, counts.negatives),
        "fpr": (counts.fp, counts.negatives),
        "fnr": (counts.fn, counts.positives),
    }
    if prevalence is None:
        proportions |= {
            "accuracy": (counts.tp + counts.tn, counts.total),
            "error": (counts.fp + counts.fn, counts.total),
            "precision": (counts.tp, counts.tp + counts.fp),
            "npv": (counts.tn, counts.tn + counts.fn),
        }
    for name, (successes, trials) in proportions.items():
        intervals[name] = tuple(wilson_interval(successes, trials, level))
    return intervals


def percentile_interval(replicates, level=0.95):
    """Percentile interval (low, high) of bootstrap replicates; undefined ones are left out."""
    check_level(level)
    replicates = np.asarray(replicates, float)
    replicates = replicates[~np.isnan(replicates)]
    if not len(replicates):
        return np.nan, np.nan
    return tuple(np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2]))


def _binomial(random, trials, rate, size):
    return random.binomial(int(trials), 0.0 if np.isnan(rate) else rate, size)


def check_whole(*counts):
    """ValueError unless all counts are whole numbers that can be told from their neighbours."""
    if not all(np.all(is_whole(count)) for count in counts):
        raise ValueError(
            "a bootstrap needs whole counts of cases, below 2^53. Got fractional (weights) or "
            "greater ones"
        )


def is_whole(count):
    """Which counts are whole numbers, and not so great that every number is one."""
    count = np.asarray(count, float)
    return (count % 1 == 0) & (count < 2**53)
