"""Sums over cases drawn at random: their tail probabilities by the double saddlepoint formula.

If feature and class are independent, the positives are so many cases drawn at random, without
replacement, from the known ones. Their sum is distributed as one of independent draws, given how
many are drawn: a conditional distribution, whose tails Skovgaard's formula gives with a small
*relative* error, far out too, for skewed values and for a handful of positives.

References
----------
I. M. Skovgaard, Journal of Applied Probability 24 (1987): conditional tails. J. G. Booth, R. W.
Butler, Biometrika 77 (1990): randomisation distributions. H. E. Daniels, International
Statistical Review 55 (1987): lattices.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import expit, ndtr

from orangecontrib.phidelta.core.chance.tables import log_choose

_STEPS = 60  # of Newton's method, at most; about 6 are the rule
_HALVINGS = 12
_FLAT = 1e-10  # where the decrement is below it, a minimum is reached
_MIDDLE = 1e-3  # signed roots nearer to 0 are the middle of the distribution


@dataclass(frozen=True, eq=False)
class Populations:
    """Cases of some features, those of equal value together; entries are sorted by both.

    Attributes
    ----------
    feature : array (entries,) of int
        0, 1, ...; each feature has an entry.
    value : array (entries,)
    mass : array (entries,)
        Number of cases with this value.
    step : array (features,)
        Width of the lattice on which the values lie.
    """

    feature: np.ndarray
    value: np.ndarray
    mass: np.ndarray
    step: np.ndarray

    def sums(self, entries):
        """Sum of the entries of each feature."""
        return np.add.reduceat(entries, self._starts)

    @cached_property
    def _starts(self):
        return np.searchsorted(self.feature, np.arange(len(self.step)))

    def centred(self, total, positives):
        """The same with mean 0, turned so that no total is negative.

        Returns
        -------
        Populations, and the totals (features,)
        """
        cases = self.sums(self.mass)
        mean = self.sums(self.mass * self.value) / cases
        value = self.value - mean[self.feature]
        total = total - positives * mean
        turn = np.where(total < 0, -1, 1)
        value = value * turn[self.feature]
        return Populations(self.feature, value, self.mass, self.step), total * turn


def tail_probabilities(populations, total, positives):
    """Probability of a sum at least as far from its mean as `total`, on the same side of it.

    Parameters
    ----------
    populations : Populations
        Of features with two values or more.
    total : array (features,)
        Sum of the values of the positives.
    positives : array (features,)
        Their numbers, between 0 and those of all cases.

    Returns
    -------
    array (features,) in [0, 1]
    """
    populations, total = populations.centred(total, positives)
    farthest, probability = _extremes(populations, positives)
    is_inner = total < farthest - populations.step / 2
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # what lies on the edge is known exactly, and solved for any other total instead
        tails = _skovgaard(populations, np.where(is_inner, total, 0), positives)
    # nor is any sum rarer than the farthest one
    return np.where(is_inner, np.maximum(tails, probability), probability)


def _extremes(populations, positives):
    """The greatest possible sums, and their probabilities."""
    cases = populations.sums(populations.mass)
    order = np.lexsort((-populations.value, populations.feature))
    mass, value = populations.mass[order], populations.value[order]
    before = np.cumsum(mass) - mass
    before -= (np.cumsum(cases) - cases)[populations.feature]
    taken = np.clip(positives[populations.feature] - before, 0, mass)
    ways = populations.sums(log_choose(mass, taken)) - log_choose(cases, positives)
    return populations.sums(taken * value), np.exp(np.minimum(ways, 0))


def _skovgaard(populations, total, positives):
    """P(sum >= total), from the minimum of K(s, t) - s total - t positives."""
    s, height, (ss, st, tt) = _minimum(populations, total, positives)
    cases = populations.sums(populations.mass)
    variance = (ss * tt - st**2) / (positives * (1 - positives / cases))
    root = np.sqrt(np.maximum(-2 * height, 0))
    normal = np.sqrt(variance) * -np.expm1(-s * populations.step) / populations.step
    density = np.exp(-(root**2) / 2) / np.sqrt(2 * np.pi)
    tail = ndtr(-root) + density * (1 / normal - 1 / root)
    return np.clip(np.where(root < _MIDDLE, 0.5, tail), 0, 1)


def _minimum(populations, total, positives):
    """Where the objective is least, in s; its value and its Hessian there. Newton's method."""
    s, t = np.zeros_like(total), np.zeros_like(total)
    height, slopes, curvatures = _objective(populations, s, t, total, positives)
    for _ in range(_STEPS):
        (slope_s, slope_t), (ss, st, tt) = slopes, curvatures
        determinant = ss * tt - st**2
        move_s = (st * slope_t - tt * slope_s) / determinant
        move_t = (st * slope_s - ss * slope_t) / determinant
        decrement = -(slope_s * move_s + slope_t * move_t)
        is_open = decrement > _FLAT
        if not is_open.any():
            break
        size = is_open.astype(float)
        for _ in range(_HALVINGS):
            state = _objective(populations, s + size * move_s, t + size * move_t, total, positives)
            is_too_far = ~(state[0] <= height + 1e-12)
            if not is_too_far.any():
                break
            size[is_too_far] /= 4
        s, t = s + size * move_s, t + size * move_t
        height, slopes, curvatures = state
    return s, height, curvatures


def _objective(populations, s, t, total, positives):
    """The function to be minimised, its gradient, and its Hessian (ss, st, tt)."""
    feature, value, mass = populations.feature, populations.value, populations.mass
    share = positives / populations.sums(mass)
    tilt = s[feature] * value + t[feature]
    log_odds = np.log(share / (1 - share))[feature]
    # log(1 - share + share exp(tilt)), without overflow
    cumulant = np.logaddexp(0, log_odds + tilt) + np.log1p(-share)[feature]
    chance = expit(log_odds + tilt)
    drawn, spread = mass * chance, mass * chance * (1 - chance)
    return (
        populations.sums(mass * cumulant) - s * total - t * positives,
        (populations.sums(drawn * value) - total, populations.sums(drawn) - positives),
        (
            populations.sums(spread * value**2),
            populations.sums(spread * value),
            populations.sums(spread),
        ),
    )
