"""Where chance alone puts decisions, exactly.

So many of the cases are called positive whatever their class: the positives among them have the
hypergeometric distribution.
"""

import numpy as np

from orangecontrib.phidelta.core.chance.tables import log_tail
from orangecontrib.phidelta.core.decisions.counts import check_level
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: Cases of the smaller class up to which the band is computed for each number of them.
_ROWS = 250
#: Else the shares of cases called positive for which it is computed, besides the fewest.
_SHARES = 101
#: Parts of a case that the polygon is moved further out, where it is not computed for each row.
_ASIDE = 0.25


@underflow_to_zero
def chance_band(positives, negatives, tests=1, level=0.95):
    """Where decisions independent of the class lie by chance: a closed polygon of (fpr, tpr).

    For whatever number of cases called positive, a decision lies outside with a probability of at
    most (1 - level) / tests, at most half of it on each side. Hence all of so many decisions lie
    within with this probability, or a greater one (Bonferroni).

    Parameters
    ----------
    positives, negatives : float
        Numbers of cases, rounded; at least one each.
    tests : int
        Number of decisions looked at.
    level : float in (0, 1)

    Returns
    -------
    array (k, 2)
        Exact where a class has at most 250 cases: all numbers that are not too many or too few
        lie within, no others. Else wider, by a case or two of the smaller class.

    Examples
    --------
    >>> chance_band(2, 3, level=0.5).round(2)[:4].tolist()
    [[0.0, 0.0], [0.0, 0.5], [0.17, 1.0], [1.0, 1.0]]
    """
    check_level(level)
    counts = [max(round(float(count)), 1) for count in (negatives, positives)]
    few, many = sorted(counts)
    edge = (_by_rows if few <= _ROWS else _by_shares)(few, many, (1 - level) / (2 * tests))
    # what is too few among the called is too many among the others: turned about the centre
    polygon = np.vstack([edge, [many, few] - edge]) / [many, few]
    return polygon if counts == [many, few] else polygon[:, ::-1]


def _by_rows(few, many, tail):
    """Edge of too many cases of the smaller class: (others, cases) for each number of these."""
    cases = np.arange(few + 1)
    all_cases = np.full(few + 1, few + many)
    called = _least(lambda called: _is_likely(cases, called, few, many, tail), cases, all_cases)
    # Half a case off the last that is not too many; exact, since cases are whole.
    others = np.maximum(called - cases - 0.5, 0)
    return np.vstack([np.column_stack([others, cases]), [many, few]])


def _by_shares(few, many, tail):
    """The same for numbers of called cases; in between, the polygon is moved outwards."""
    total = few + many
    # The first are all of the smaller class now and then: there the edge has its bend.
    first = np.arange(30 - round(np.log2(tail)))
    share = (1 - np.cos(np.linspace(0, np.pi, _SHARES))) / 2
    called = np.unique(np.append(first, np.round(share * total))).astype(int)
    most = _most(called, few, many, tail)
    # The most are a concave function of the called: it rises above its chord by no more than a
    # quarter of the step times the bend at both ends.
    steps, bends = np.diff(called), np.zeros(len(called))
    bends[1:-1] = np.abs(np.diff(np.diff(most) / steps))
    rise = steps * (bends[1:] + bends[:-1]) / 4
    rise = np.fmax(np.append(rise, 0), np.append(0, rise))
    most = np.maximum.accumulate(most + rise + _ASIDE)
    # where it meets the upper edge of the square
    corner = np.interp(few, most, called)
    called, most = np.append(called, corner), np.append(most, few)
    order = np.argsort(called, kind="stable")
    called = called[order]
    most = np.minimum(most[order], np.minimum(called, few))
    return np.column_stack([np.minimum(called - most, many), most])


def _most(called, few, many, tail):
    """Between the most cases that are not too many among the called and the next number."""
    too_many = _least(
        lambda cases: ~_is_likely(cases, called, few, many, tail),
        _usual(called, few, many),
        np.minimum(called, few) + 1,
    )
    likely, unlikely = (_log_tail(too_many - less, called, few, many) for less in (1, 0))
    return too_many - 1 + (likely - np.log(tail)) / (likely - unlikely)


def _least(is_reached, low, high):
    """The least whole numbers from low to high at which it is so, by bisection; at high it is."""
    while np.any(low < high):
        middle = (low + high) // 2
        reached = is_reached(middle)
        high = np.where(reached, middle, high)
        low = np.where(reached, low, np.minimum(middle + 1, high))
    return high


def _is_likely(cases, called, few, many, tail):
    """True where so many of the `few`, or more, are called with more probability than `tail`."""
    # fewer than these are likely, too: a tail is less than 1/2
    cases = np.maximum(cases, _usual(called, few, many))
    return _log_tail(cases, called, few, many) > np.log(tail)


def _usual(called, few, many):
    """Next to the mean, and hence to the median."""
    return np.floor(called * (few / (few + many))).astype(int)


def _log_tail(cases, called, few, many):
    """Logarithm of the probability that so many of the `few`, or more, are called."""
    numbers = np.broadcast_arrays(cases, called, few, few + many)
    return log_tail(*(number.astype(float) for number in numbers))
