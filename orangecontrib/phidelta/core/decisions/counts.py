"""The four counts of a binary decision, and every measure of them.

References
----------
E. B. Wilson, Journal of the American Statistical Association 22 (1927), for the intervals.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from orangecontrib.phidelta.core.decisions.information import (
    joint_gini_decrease,
    joint_proportions,
)
from orangecontrib.phidelta.core.decisions.measures import MEASURES, known_measure
from orangecontrib.phidelta.core.decisions.spaces import (
    check_booleans,
    check_prevalence,
    check_rates,
)
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: Measures by the name that they have on the axes of the diagram.
AXES = {"delta": "youden", "phi_b": "bias"}


@dataclass(frozen=True, eq=False)
class Counts:
    """True and false positives and negatives; numbers, or arrays of one shape for many decisions.

    Counts may be fractional (weights). ValueError where one is negative or not finite.

    Examples
    --------
    >>> counts = Counts(tp=80, fp=30, fn=20, tn=870)
    >>> print(f"{counts.tpr:.3f} {counts.fpr:.3f} {counts.measure('precision'):.3f}")
    0.800 0.033 0.727
    >>> print(f"{counts.measure('precision', prevalence=0.01):.3f}")
    0.195
    """

    tp: np.ndarray
    fp: np.ndarray
    fn: np.ndarray
    tn: np.ndarray

    def __post_init__(self):
        for name in ("tp", "fp", "fn", "tn"):
            count = np.asarray(getattr(self, name), float)
            if not (np.all(np.isfinite(count)) and np.all(count >= 0)):
                raise ValueError(f"{name} must be finite and not negative. Got {count}")
            object.__setattr__(self, name, count)

    def __repr__(self):
        if self.tp.ndim:
            return f"<Counts of {' x '.join(map(str, self.tp.shape))} decisions>"
        return f"Counts(tp={self.tp:g}, fp={self.fp:g}, fn={self.fn:g}, tn={self.tn:g})"

    @classmethod
    def from_decisions(cls, is_positive, is_called, weights=None):
        """Count decisions: boolean arrays (cases,) of truth and decision, optional weights."""
        is_positive = check_booleans("is_positive", is_positive)
        is_called = check_booleans("is_called", is_called)
        if is_positive.shape != is_called.shape:
            raise ValueError(
                "expected one decision for each case. "
                f"Got shapes {is_called.shape} and {is_positive.shape}"
            )
        cells = np.bincount(2 * is_positive + is_called, weights, minlength=4)
        tn, fp, fn, tp = cells.astype(float)
        return cls(tp, fp, fn, tn)

    @classmethod
    def from_rates(cls, sensitivity, specificity, positives=1.0, negatives=1.0):
        """Counts with these rates (in [0, 1]) among so many positive and negative cases."""
        tpr, tnr = check_rates("sensitivity", sensitivity), check_rates("specificity", specificity)
        return cls(positives * tpr, negatives * (1 - tnr), positives * (1 - tpr), negatives * tnr)

    @property
    def positives(self):
        return self.tp + self.fn

    @property
    def negatives(self):
        return self.fp + self.tn

    @property
    def total(self):
        return self.positives + self.negatives

    @property
    def prevalence(self):
        """Fraction of positives, as of `prevalence_of`."""
        return prevalence_of(self.positives, self.negatives)

    @property
    def fpr(self):
        """False positive rate; nan without negatives."""
        return _share(self.fp, self.negatives)

    @property
    def tpr(self):
        """True positive rate; nan without positives."""
        return _share(self.tp, self.positives)

    def __getitem__(self, index):
        """The counts of one (or some) of many decisions."""
        part = object.__new__(Counts)  # without a check of what was checked: there are thousands
        for name in ("tp", "fp", "fn", "tn"):
            object.__setattr__(part, name, getattr(self, name)[index])
        return part

    @underflow_to_zero
    def measure(self, name, prevalence=None, **parameters):
        """A measure of `MEASURES` by name.

        Parameters
        ----------
        name : str
        prevalence : float, optional
            The value these rates would have at this fraction of positives; None: as counted.
        **parameters
            Of the measure.

        Returns
        -------
        array, nan where undefined
        """
        return known_measure(name).of_joint(*self._joint(prevalence), **parameters)

    @underflow_to_zero
    def measures(self, prevalence=None, **parameters):
        """Every measure of these counts: a dict of name to array.

        The rows of `MEASURES`, and those that follow from them: error, fpr, fnr, delta (class
        ratio 1:1, as phi), phi_b (the bias) and delta_b, gini (decrease of impurity), lift.
        `prevalence` as in `measure`; `parameters` are handed to the measures that take them.
        """
        unknown = set(parameters).difference(*(m.parameters for m in MEASURES.values()))
        if unknown:
            raise ValueError(f"expected parameters of measures. Got {sorted(unknown)}")
        joint = self._joint(prevalence)
        values = {
            name: measure.of_joint(
                *joint, **{k: v for k, v in parameters.items() if k in measure.parameters}
            )
            for name, measure in MEASURES.items()
        }
        return values | {
            "error": 1 - values["accuracy"],
            "fpr": 1 - values["specificity"],
            "fnr": 1 - values["sensitivity"],
            **{axis: values[name] for axis, name in AXES.items()},
            "delta_b": 2 * values["accuracy"] - 1,
            "gini": joint_gini_decrease(*joint),
            "lift": _share(values["precision"], joint[0] + joint[2]),
        }

    def _joint(self, prevalence):
        """Joint proportions, as counted or with the same rates at another prevalence."""
        if prevalence is None:
            return tuple(_share(cell, self.total) for cell in (self.tp, self.fp, self.fn, self.tn))
        return joint_proportions(self.fpr, self.tpr, check_prevalence(prevalence))


@underflow_to_zero
def prevalence_of(positives, negatives):
    """Fraction of positives among (weighted) cases; 0 or 1 only where a class has none.

    A class that is next to nothing beside the other is still there, though the sum does not show
    it; the fraction then is the one next to 0 or 1 that `check_prevalence` accepts, and that also
    stands the way to the class ratio and back. nan without cases.
    """
    positives, negatives = np.asarray(positives, float), np.asarray(negatives, float)
    share = _share(positives, positives + negatives)
    least = np.where(positives, np.finfo(float).tiny, 0)
    return np.clip(share, least, np.where(negatives, 1 - np.finfo(float).eps, 1))


def check_level(level):
    """The confidence level(s); ValueError unless strictly between 0 and 1."""
    if not np.all((np.asarray(level) > 0) & (np.asarray(level) < 1)):
        raise ValueError(f"level must lie strictly between 0 and 1. Got {level}")
    return level


def wilson_interval(successes, trials, level=0.95):
    """Wilson score interval of a proportion.

    Parameters
    ----------
    successes, trials : array-like
        Counts, successes <= trials.
    level : float in (0, 1)

    Returns
    -------
    low, high : arrays in [0, 1], nan where there are no trials

    Examples
    --------
    >>> low, high = wilson_interval(8, 10)
    >>> print(f"{low:.3f} {high:.3f}")
    0.490 0.943
    """
    check_level(level)
    return score_interval(_share(successes, trials), trials, ndtri((1 + level) / 2))


@underflow_to_zero
def score_interval(rate, trials, z):
    """Wilson's interval of a proportion, so many standard deviations `z` wide on either side.

    Parameters
    ----------
    rate, trials, z : array-like
        The observed proportion, the number of trials (not necessarily whole), z > 0.

    Returns
    -------
    low, high : arrays in [0, 1], nan where there are no trials
    """
    rate, trials = np.asarray(rate, float), np.asarray(trials, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        shrink = 1 + z**2 / trials
        centre = (rate + z**2 / (2 * trials)) / shrink
        half = z * np.sqrt(rate * (1 - rate) / trials + z**2 / (4 * trials**2)) / shrink
    return np.maximum(centre - half, 0), np.minimum(centre + half, 1)


@underflow_to_zero
def brier_score(is_positive, probability):
    """Mean squared difference of predicted probability and outcome, in [0, 1] (Brier 1950).

    Examples
    --------
    >>> print(f"{brier_score([True, False, False], [0.9, 0.4, 0.2]):.2f}")
    0.07
    """
    probability = check_rates("probability", probability)
    return np.mean((probability - np.asarray(is_positive, bool)) ** 2)


@underflow_to_zero
def log_likelihood(is_positive, probability):
    """Sum of the logarithms (nats) of the probabilities of what came true; -inf if one was 0.

    Examples
    --------
    >>> print(f"{log_likelihood([True, False, False], [0.9, 0.4, 0.2]):.3f}")
    -0.839
    """
    probability = check_rates("probability", probability)
    with np.errstate(divide="ignore"):
        return np.log(np.where(is_positive, probability, 1 - probability)).sum()


def _share(part, whole):
    if np.ndim(part) == np.ndim(whole) == 0 and whole:
        return np.float64(float(part) / float(whole))  # many times as fast; nothing is raised
    with np.errstate(divide="ignore", invalid="ignore", under="ignore"):
        return np.asarray(part, float) / whole
