"""p-values of feature and class being independent, that hold for few cases and skewed values.

All are conditional on the values of the feature and on the numbers of positives and negatives:
under independence, which cases are positive is drawn at random. They are exact where few cases
decide, and by the normal or the χ² distribution only where these hold out to the small p-values
that a list of many features asks for.

References
----------
R. A. Fisher, "The Design of Experiments" (1935): 2 x 2 tables. K. Pearson, Philosophical Magazine
50 (1900): χ². R. E. Tarone, Biometrics 46 (1990): Bonferroni for discrete tests. W. Hoeffding,
Journal of the American Statistical Association 58 (1963): theorem 3 and section 6. H. Cramér
(1938): how far out the normal distribution holds. Y. Benjamini, Y. Hochberg, Journal of the Royal
Statistical Society B 57 (1995): many p-values at once.
"""

import numpy as np
from scipy.special import chdtrc, ndtr, rel_entr

from orangecontrib.phidelta.core.chance.tables import log_probability, log_tail
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: Above this q-value a mark cannot be told from chance.
CHANCE = 0.05

#: Probabilities that differ relatively by less are equal.
_EQUAL = 1e-7
#: The normal distribution is taken where it is wrong by this share at most, or where it and the
#: exact one are below this p-value.
_WRONG, _BEYOND = 0.1, 1e-8
#: Of fewer cases than these, it is not smooth enough.
_FEWEST = 30
#: Of so many cases, p-values above this one may be up to this share too small: a second look takes
#: long there, and among the many features of such tables they discover nothing.
_LONG, _LARGE, _WRONG_IF_LARGE = 10_000, 1e-3, 1.0


@underflow_to_zero
def q_values(*p_values):
    """p-values adjusted by Benjamini and Hochberg, for their own group and for all groups.

    Parameters
    ----------
    *p_values : arrays (any number,)
        One or more groups that are looked at together, such as the marks of several classes.

    Returns
    -------
    tuple of arrays
        One for each group, nan where the p-value is. The greater of both adjustments: many
        discoveries in other groups make none of this group more certain. p-values that mirror each
        other, as those of two classes against each other, have the same q-values as alone.
    """
    ends = np.cumsum([len(each) for each in p_values])[:-1]
    together = np.split(_adjusted(np.concatenate(p_values)), ends)
    alone = map(_adjusted, p_values)
    return tuple(np.maximum(*pair) for pair in zip(alone, together, strict=True))


def _adjusted(p_values):
    adjusted = p_values.copy()
    is_known = ~np.isnan(adjusted)
    if is_known.any():
        from scipy.stats import false_discovery_control  # here, for it takes long to import

        adjusted[is_known] = false_discovery_control(adjusted[is_known])
    return adjusted


@underflow_to_zero
def decision_p_values(rates, cases):
    """Fisher's exact p-values, two-sided, of decisions; nearly so for many cases.

    Parameters
    ----------
    rates : array (2, decisions) in [0, 1]
        fpr and tpr.
    cases : array (2, decisions)
        Numbers of negatives and positives; of weighted cases the effective ones, and what is not
        whole is rounded towards independence.

    Returns
    -------
    array (decisions,)
        nan where all or none are called positive, or a class has no case.
    """
    # of next to no weight, cases may be none or infinitely many
    with np.errstate(invalid="ignore"):
        share = (rates * cases).sum(axis=0) / cases.sum(axis=0)
        tables = _whole_tables(rates, cases)
    p_values = _fisher(*tables)
    # so few cases, by their weight, that rounding leaves none on one side
    p_values[np.isnan(p_values) & (share > 0) & (share < 1)] = 1
    return p_values


@underflow_to_zero
def table_p_value(table):
    """p-value of value and class, from their table (2, values) of numbers of cases.

    Pearson's χ² where it can be trusted, else Fisher's exact p-value of the value that tells the
    class best, times the number of values that could tell it as well (Tarone). nan of a constant.
    """
    table = table[:, table.sum(axis=0) > 0]
    classes, values = table.sum(axis=1), table.sum(axis=0)
    if len(values) < 2 or not classes.all():
        return np.nan
    share = classes[1] / classes.sum()
    variance = share * (1 - share) * values
    if len(values) > 2 and _is_symmetric(share, variance):
        expected = np.outer(classes, values) / classes.sum()
        return chdtrc(len(values) - 1, np.sum((table - expected) ** 2 / expected))
    rates = np.clip(table / classes[:, np.newaxis], 0, 1)
    cases = np.broadcast_to(classes[:, np.newaxis], rates.shape)
    p_value = decision_p_values(rates, cases).min()
    if len(values) == 2:
        return p_value
    least = _least_p_values(*_whole_tables(rates, cases)[1:])
    return min(p_value * np.count_nonzero(least <= p_value * (1 + _EQUAL)), 1.0)


def _is_symmetric(share, variance):
    """True where the numbers of positives with each value are about normal."""
    return bool(np.all(variance >= 4) and np.all((1 - 2 * share) ** 2 <= 0.05 * variance))


@underflow_to_zero
def mean_p_values(delta, cases, variance, reach):
    """p-values of differences of means among cases drawn at random, as far as moments tell them.

    Parameters
    ----------
    delta : array (features,)
        Mean of the positives - mean of the negatives.
    cases : array (2, features)
        (Effective) numbers of negatives and positives.
    variance, reach : arrays (features,)
        Mean squared and greatest distance of all cases from their common mean.

    Returns
    -------
    p_values : array (features,)
        Of the normal distribution where it can be trusted, else upper bounds (Hoeffding).
    is_bound : boolean array (features,)
        Where they are: the values may be too skewed, or the cases too few.
    """
    total = cases.sum(axis=0)
    evenness = cases.prod(axis=0) / total
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        z = np.abs(delta) / np.sqrt(variance * total / (total - 1) / evenness)
        share = cases[1] / total
        skewness = np.abs(1 - 2 * share) * reach / np.sqrt(variance * evenness)
        excess = np.maximum(1 - 6 * share * (1 - share), 0) * reach**2 / (variance * evenness)

        def log_error(z):
            """At most, to leading order: the bounds of skewness and excess are those of reach."""
            return skewness * z**3 / 6 + excess * z**4 / 24

        is_large = (total >= _LONG) & (2 * ndtr(-z) > _LARGE)
        is_fine = log_error(z) <= np.log1p(np.where(is_large, _WRONG_IF_LARGE, _WRONG))
        is_fine &= total >= _FEWEST
        for far in (6, 7, 8, 10):
            is_fine |= (z >= far) & (2 * ndtr(-far) * np.exp(log_error(far)) < _BEYOND)
        bound = _hoeffding(delta * cases.max(axis=0) / total, cases.min(axis=0), variance, reach)
    p_values = np.where(is_fine, 2 * ndtr(-z), bound)
    # by their weight not more than one case: nothing can be told
    p_values[np.isnan(p_values) & ~np.isnan(delta)] = 1
    return p_values, ~is_fine & ~np.isnan(z)


def _hoeffding(deviation, count, variance, reach):
    """Twice the bound of the probability of a mean of `count` cases so far from that of all."""
    prior = variance / (variance + reach**2)
    posterior = (variance + reach * np.abs(deviation)) / (variance + reach**2)
    posterior = np.clip(posterior, prior, 1)
    distance = rel_entr(posterior, prior) + rel_entr(1 - posterior, 1 - prior)
    return np.minimum(2 * np.exp(-count * distance), 1)


def _whole_tables(rates, cases):
    """True positives, called, positives and all cases, as whole numbers in arrays (decisions,)."""
    negatives, positives = np.maximum(np.rint(cases), 1)
    called = np.rint((rates * cases).sum(axis=0))
    hits = rates[1] * positives
    expected = called * positives / (negatives + positives)
    towards = np.where(hits < expected, np.ceil(hits - 1e-6), np.floor(hits + 1e-6))
    hits = np.clip(towards, called - negatives, np.minimum(called, positives))
    return hits, called, positives, negatives + positives


def _fisher(hits, called, positives, total):
    """Fisher's p-values: of all tables that are not more probable, each distinct one once."""
    tables = np.stack([hits, called, positives, total])
    is_defined = np.isfinite(tables).all(axis=0) & (called > 0) & (called < total)
    p_values = np.full(len(hits), np.nan)
    p_values[is_defined] = _of_distinct(_two_sided, tables[:, is_defined])
    return p_values


def _of_distinct(function, rows):
    """What a function gives of these whole numbers, an array each; asked once of those alike."""
    first, which = distinct_columns(rows)
    return function(*rows[:, first])[which]


def distinct_columns(rows):
    """Which columns of whole numbers differ.

    Parameters
    ----------
    rows : array (k, columns)

    Returns
    -------
    first : array of int
        A column of each kind.
    which : array (columns,) of int
        The kind of each column, as a position in `first`.
    """
    least = rows.min(axis=1, initial=np.inf)
    spans = rows.max(axis=1, initial=-np.inf) - least + 1
    if rows.size and spans.prod() <= 16 * rows.size:
        sizes = spans.astype(np.intp)
        numbers = (rows - least[:, np.newaxis]).astype(np.intp)
        places = np.ravel_multi_index(numbers, sizes)
        column = np.full(sizes.prod(), -1)
        column[places] = np.arange(len(places))
        is_there = column >= 0
        return column[is_there], (np.cumsum(is_there) - 1)[places]
    # numpy's unique columns would hold up all threads
    order = np.lexsort(rows)
    arranged = rows[:, order]
    is_first = np.append(True, np.any(arranged[:, 1:] != arranged[:, :-1], axis=0))[: len(order)]
    which = np.empty(len(order), np.intp)
    which[order] = np.cumsum(is_first) - 1
    return order[is_first], which


def _two_sided(hits, called, positives, total):
    is_below = hits * total < called * positives
    hits = np.where(is_below, positives - hits, hits)
    called = np.where(is_below, total - called, called)
    likelihood = log_probability(hits, called, positives, total) + _EQUAL
    # the most hits on the other side that are not more probable, by bisection
    few = np.maximum(called + positives - total, 0) - 1
    many = (called + 1) * (positives + 1) // (total + 2)
    is_mode = log_probability(many, called, positives, total) <= likelihood
    while np.any(many - few > 1):
        middle = np.floor((few + many) / 2)
        is_few = log_probability(middle, called, positives, total) <= likelihood
        few, many = np.where(is_few, middle, few), np.where(is_few, many, middle)
    opposite = np.exp(log_tail(positives - few, total - called, positives, total))
    p_values = np.exp(log_tail(hits, called, positives, total)) + opposite
    return np.where(is_mode, 1.0, np.minimum(p_values, 1))


def _least_p_values(called, positives, total):
    """The least p-values that decisions with so many called can have."""
    ends = np.maximum(called + positives - total, 0), np.minimum(called, positives)
    return np.exp(np.minimum(*(log_probability(end, called, positives, total) for end in ends)))
