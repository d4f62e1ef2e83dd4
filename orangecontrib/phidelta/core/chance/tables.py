"""How probable the tables of decisions are that chance alone makes of fixed margins.

So many of the cases are called positive whatever their class: the true positives among them have
the hypergeometric distribution.

References
----------
I. M. Skovgaard, Journal of Applied Probability 24 (1987): conditional tails; here of two binomial
numbers given their sum, for which the saddlepoint is known. O. E. Barndorff-Nielsen, Biometrika 73
(1986): his form of the formula, which gives no negative probability.
"""

import numpy as np
from scipy.special import gammaln, log_ndtr

#: Up to this variance of the true positives their probabilities are summed; above it, the formula
#: is wrong by a few parts in 100 000 at most, as far out as eight standard deviations.
_MANY = 400
_MIDDLE = 1e-3  # signed roots nearer to 0 are the middle of the distribution
_SIGNS = np.array([1, -1, -1, 1])[:, np.newaxis]


def log_choose(count, chosen):
    """Logarithm of the number of ways to choose so many; not necessarily whole numbers."""
    return gammaln(count + 1) - gammaln(chosen + 1) - gammaln(count - chosen + 1)


def log_probability(hits, called, positives, total):
    """Logarithm of the probability of so many true positives."""
    return (
        log_choose(called, hits)
        + log_choose(total - called, positives - hits)
        - log_choose(total, positives)
    )


def log_tail(hits, called, positives, total):
    """Logarithm of the probability of so many true positives or more.

    Parameters
    ----------
    hits, called, positives, total : arrays (tables,) of float
        Whole numbers, and not fewer hits than there can be.

    Returns
    -------
    array (tables,)
        -inf of more hits than there can be.
    """
    tables = np.stack([hits, called, positives, total])
    is_possible = hits <= np.minimum(called, positives)
    variance = called / total * (total - called) * positives / total * (1 - positives / total)
    is_many = variance > _MANY
    logarithm = np.full(len(hits), -np.inf)
    for chosen, tail in ((is_possible & ~is_many, _summed), (is_possible & is_many, _saddlepoint)):
        logarithm[chosen] = tail(*tables[:, chosen])
    return logarithm


def _summed(hits, called, positives, total):
    """Each term follows from the one before."""
    first = log_probability(hits, called, positives, total)
    term, sum_ = np.ones_like(hits), np.ones_like(hits)
    spare = total - called - positives
    while np.any(term > 1e-17 * sum_):
        term = term * (called - hits) * (positives - hits) / ((hits + 1) * (spare + hits + 1))
        sum_ += term
        hits = hits + 1
    return first + np.log(sum_)


def _saddlepoint(hits, called, positives, total):
    """By half a case less, since hits are whole."""
    others, negatives = total - called, total - positives
    expected = called * positives / total
    cells = np.stack(
        [expected, called - expected, positives - expected, negatives - called + expected]
    )
    excess = hits - 0.5 - expected
    relative = _SIGNS * excess / cells
    logs = np.log1p(relative)
    deviance = 2 * np.sum(cells * ((1 + relative) * logs - relative), axis=0)
    root = np.sign(excess) * np.sqrt(np.maximum(deviance, 0))
    spread = np.exp(np.sum(np.log(cells) + logs, axis=0) / 2)
    spread /= np.sqrt(expected * others * negatives)
    normal = 2 * np.sinh(np.sum(_SIGNS * logs, axis=0) / 2) * spread
    with np.errstate(divide="ignore", invalid="ignore"):
        corrected = root + np.log(normal / root) / root
    return np.where(np.abs(root) < _MIDDLE, np.log(0.5), log_ndtr(-corrected))
