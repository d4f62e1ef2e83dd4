"""Numeric features as decisions: present, which is every value but 0, or absent.

A word is a feature of a text by occurring there, however often. Its rates are then the shares of
the texts of either class with the word: a stop word, which most have, lies at the right corner, a
rare word at the left.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, section 6.2.2 (words as features).
"""

import numpy as np

from orangecontrib.phidelta.core.chance.independence import distinct_columns
from orangecontrib.phidelta.core.counting.presence import is_thin, zeros
from orangecontrib.phidelta.core.features.marks import Marks

#: From this share of zeros on, what is not 0 is something that is there. Not less: a number from 0
#: to 3 may well be 0 in six of ten cases.
ZERO_INFLATED = 3 / 4
#: Where at least half of so many features or more are zero-inflated, they are a bag of words.
WORDS = 20


def present_marks(sums, features, cases=None):
    """A mark for each numeric feature: is it there?

    Parameters
    ----------
    sums : Presence
        Of these features.
    features : array of int
    cases
        Not looked at again.

    Returns
    -------
    Marks
        All are decisions. A feature that is always there is (1, 1), one that never is (0, 0).
    """
    known = sums.present + sums.absent
    rates = np.full(known.shape, np.nan)
    np.divide(sums.present, known, out=rates, where=(known > 0).all(axis=0))
    cases = np.broadcast_to(sums.cases, rates.shape)
    if not (sums.squared_weight == known).all():
        return Marks.of_decisions(features, rates, cases)
    # cases of weight 1: words that occur equally often in both classes are one decision
    first, which = distinct_columns(np.concatenate([sums.present, known]))
    return Marks.of_decisions(first, rates[:, first], cases[:, first]).repeated(which, features)


def are_present(X, weights, features):
    """Which numeric features are best read as present or absent.

    None with a negative value. In a sparse table that stores at most half of its values all
    others, for what it does not store is not there. In other tables those that are
    zero-inflated: at least three of four known values are 0. If at least half of 20 numeric
    features or more are, the table is a bag of words, and its frequent words count as the
    others: again all without a negative value.

    Parameters
    ----------
    X, weights
        Checked cases, see `core.counting.cases`.
    features : array of int
        The numeric columns.

    Returns
    -------
    boolean array (features,)
    """
    found = zeros(X, weights, features)
    if is_thin(X):
        return ~found.is_negative
    with np.errstate(invalid="ignore"):
        is_inflated = ~found.is_negative & (found.zeros / found.known >= ZERO_INFLATED)
    is_bag = len(features) >= WORDS and is_inflated.mean() >= 1 / 2
    return ~found.is_negative if is_bag else is_inflated
