"""What is believed of class ratio and costs, and what decisions cost under it.

A `Belief` is a weighted sample of operating conditions, so every question about a range of
conditions is a weighted sum. Class ratio and costs are taken to be independent.

References
----------
N. M. Adams, D. J. Hand, Pattern Recognition 32 (1999) 1139-1147, doi
10.1016/S0031-3203(98)00154-X: an interval and a most likely value of the costs; the LC index.
C. Ferri, J. Hernández-Orallo, P. Flach, Data Mining and Knowledge Discovery 33 (2019) 805-847:
the cut for conditions that stay unknown is not the one for their mean.
D. J. Hand, Machine Learning 77 (2009) 103-123, doi 10.1007/s10994-009-5119-5: the H measure.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, betaincinv
from scipy.stats import triang

from orangecontrib.phidelta.core.decisions.spaces import check_prevalence

#: Nodes of a range where the other one is a single value, and where both are ranges.
NODES = 1001, 101


@dataclass(frozen=True)
class Range:
    """A positive quantity between two values, e.g. Range(5, 20).

    Attributes
    ----------
    low, high : float
        0 < low <= high < inf.
    likeliest : float, optional
        None: log-uniform, every factor is equally likely; else triangular on the logarithmic scale
        with its top there.

    Examples
    --------
    >>> print(Range(5, 20))
    5 to 20
    >>> Range(5, 20).nodes(3).round(1).tolist()
    [6.3, 10.0, 15.9]
    """

    low: float
    high: float
    likeliest: float | None = None

    def __post_init__(self):
        if not 0 < self.low <= self.high < np.inf:
            raise ValueError(
                f"a range needs 0 < low <= high, finite. Got {self.low:g} to {self.high:g}"
            )
        if self.likeliest is not None and not self.low <= self.likeliest <= self.high:
            raise ValueError(
                f"the likeliest value must lie in the range {self.low:g} to {self.high:g}. "
                f"Got {self.likeliest:g}"
            )

    def __str__(self):
        return f"{self.low:g}" if self.is_single else f"{self.low:g} to {self.high:g}"

    @property
    def is_single(self):
        """True where it is one value."""
        return self.low == self.high

    def nodes(self, number):
        """Array (number,) of equally likely values, increasing; (1,) for a single value."""
        if self.is_single:
            return np.array([float(self.low)])
        share = (np.arange(number) + 0.5) / number
        low, width = np.log(self.low), np.log(self.high / self.low)
        if self.likeliest is None:
            return np.exp(low + width * share)
        top = np.log(self.likeliest / self.low) / width
        return np.exp(low + width * triang.ppf(share, top))


@dataclass(frozen=True, eq=False)
class Belief:
    """Operating conditions with the weights of a belief.

    Attributes
    ----------
    alarm, miss : arrays (m,)
        n c_FP and p c_FN: what it costs per case to call all negatives positive, and to miss all
        positives.
    weights : array (m,)
        Their sum is 1.
    corner_alarm, corner_miss : arrays (k,)
        The extreme conditions: corners of a convex polygon that holds all others.
    """

    alarm: np.ndarray
    miss: np.ndarray
    weights: np.ndarray
    corner_alarm: np.ndarray
    corner_miss: np.ndarray

    def __repr__(self):
        low, high = self.ends
        return f"<Belief about conditions from {low:.3g} to {high:.3g}>"

    @property
    def condition(self):
        """The conditions in [0, 1], see `conditions.condition_of`."""
        return self.miss / (self.alarm + self.miss)

    @property
    def ends(self):
        """(lowest, highest) condition."""
        condition = self.corner_miss / (self.corner_alarm + self.corner_miss)
        return float(condition.min()), float(condition.max())

    @property
    def mean(self):
        """(alarm, miss): all that counts for decisions that stay as they are."""
        return float(self.weights @ self.alarm), float(self.weights @ self.miss)

    @property
    def centre(self):
        """The condition at which the decision that is best on average is the best one, in [0, 1].

        That of the mean of what is at stake, not the mean of the conditions.
        """
        alarm, miss = self.mean
        return miss / (alarm + miss)

    def mean_costs(self, prevalence):
        """(c_FP, c_FN) with which a cut of least cost at this prevalence is best on average."""
        alarm, miss = self.mean
        prevalence = check_prevalence(prevalence)
        return alarm / (1 - prevalence), miss / prevalence

    def expected_cost(self, fpr, tpr):
        """Mean cost per case of decisions that stay as they are; arrays of any equal shape."""
        return _cost(*self.mean, fpr, tpr)

    def expected_least(self, curve):
        """Mean cost per case of whoever takes the best of a `CostCurve` at each condition."""
        return float(self.weights @ self.least(curve))

    def least(self, curve):
        """Array (m,): least cost per case at each condition, of a `CostCurve`."""
        return _least(self.alarm, self.miss, curve)

    def costs(self, fpr, tpr):
        """Array (m,): cost per case of one decision at each condition."""
        return _cost(self.alarm, self.miss, fpr, tpr)

    def greatest_regret(self, fpr, tpr, curve):
        """Most that decisions may cost more per case than the best one of a `CostCurve`.

        The regret is convex in alarm and miss, so it is greatest at a corner.

        Parameters
        ----------
        fpr, tpr : arrays (...)
        curve : CostCurve
            With decisions of no greater cost than these.

        Returns
        -------
        array (...)
        """
        corners = zip(self.corner_alarm, self.corner_miss, strict=True)
        regrets = [_cost(*at, fpr, tpr) - _least(*at, curve) for at in corners]
        return np.maximum(np.max(regrets, axis=0), 0)

    def shares(self, costs):
        """Share of the belief where each of several is the cheapest one, equal ones alike.

        The difference of two shares of two classifiers is their LC index (Adams & Hand 1999).

        Parameters
        ----------
        costs : array (candidates, m)

        Returns
        -------
        array (candidates,), of sum 1
        """
        costs = np.asarray(costs, float)
        is_least = costs <= costs.min(axis=0) * (1 + 1e-12)
        return (is_least / is_least.sum(axis=0)) @ self.weights


def belief(class_ratio, miss_cost):
    """What is believed, by ranges of class ratio and of costs; a false alarm costs 1.

    Parameters
    ----------
    class_ratio : Range
        Negatives per positive.
    miss_cost : Range
        Cost of a miss as a multiple of that of a false alarm.

    Returns
    -------
    Belief

    Examples
    --------
    >>> about = belief(Range(5, 20), Range(3, 10))
    >>> print(f"{about.expected_cost(fpr=0.1, tpr=0.8):.3f} {about.expected_cost(0.0, 0.0):.3f}")
    0.202 0.560
    """
    both, either = NODES[1], NODES[0]
    number = either if class_ratio.is_single or miss_cost.is_single else both
    ratios, costs = np.meshgrid(class_ratio.nodes(number), miss_cost.nodes(number))
    ends = np.meshgrid((class_ratio.low, class_ratio.high), (miss_cost.low, miss_cost.high))
    alarm, miss = _alarm_and_miss(ratios.ravel(), costs.ravel())
    weights = np.full(miss.shape, 1 / miss.size)
    return Belief(alarm, miss, weights, *_alarm_and_miss(*(each.ravel() for each in ends)))


def beta_belief(prevalence, shape=(2.0, 2.0)):
    """Belief of the H measure: a known prevalence, and c_FP ~ Beta(shape) with c_FP + c_FN = 1.

    Hand & Anagnostopoulos (2014) recommend the shape (1 + p, 1 + n) at prevalence p = 1 - n.
    """
    prevalence, number = check_prevalence(prevalence), NODES[0]
    cost_fp = betaincinv(*shape, (np.arange(number) + 0.5) / number)
    ends = np.array([0.0, 1.0])
    return Belief(
        (1 - prevalence) * cost_fp,
        prevalence * (1 - cost_fp),
        np.full(number, 1 / number),
        (1 - prevalence) * ends,
        prevalence * (1 - ends),
    )


def h_measure(curve, prevalence, shape=(2.0, 2.0)):
    """Hand's H measure: 1 - expected least cost / that of the better dummy, in [0, 1].

    Exact: the cost is linear between the breaks of the curve (Hand 2009).

    Parameters
    ----------
    curve : CostCurve
        As of `conditions.cost_curve`.
    prevalence : float
        Fraction of positives, strictly between 0 and 1.
    shape : (float, float)
        Of the beta density of c = c_FP / (c_FP + c_FN).

    Examples
    --------
    >>> from orangecontrib.phidelta.core.choosing.conditions import lower_envelope
    >>> print(f"{h_measure(lower_envelope([0, 0.2, 1], [0, 0.7, 1]), prevalence=0.3):.3f}")
    0.249
    """
    prevalence = check_prevalence(prevalence)
    # the same as c_FP / (c_FP + c_FN), from 1 down to 0
    against = (1 - curve.breaks) * prevalence
    cost_fp = against / (against + curve.breaks * (1 - prevalence))
    least = _beta_cost(curve.fpr, curve.tpr, cost_fp, prevalence, shape)
    dummy = np.array([0.0, 1.0])  # always negative while c_FP is above the prevalence
    ends = np.array([1.0, prevalence, 0.0])
    return float(1 - least / _beta_cost(dummy, dummy, ends, prevalence, shape))


def _beta_cost(fpr, tpr, cost_fp, prevalence, shape):
    """Mean cost of decisions, each between two values of c_FP ~ Beta(shape), decreasing."""
    a, b = shape
    probability = -np.diff(betainc(a, b, cost_fp))
    mean = -np.diff(betainc(a + 1, b, cost_fp)) * a / (a + b)
    return (1 - prevalence) * fpr @ mean + prevalence * (1 - tpr) @ (probability - mean)


def _alarm_and_miss(class_ratio, miss_cost):
    prevalence = 1 / (1 + np.asarray(class_ratio, float))
    return 1 - prevalence, prevalence * miss_cost


def _cost(alarm, miss, fpr, tpr):
    return alarm * np.asarray(fpr, float) + miss * (1 - np.asarray(tpr, float))


def _least(alarm, miss, curve):
    return curve.cost_at(miss / (alarm + miss)) * (alarm + miss)
