"""Sentences about features that say the same."""

from orangecontrib.phidelta.core.words import number


def explain_block(count, stand_in, least, limit, delta=None):
    """What a block of features has in common, and which one stands for it.

    Parameters
    ----------
    count : int
        Of its features.
    stand_in : str
        What the feature that stands for the block is called.
    least : float
        The least similarity of two features of it; of a single feature, the greatest to another
        one.
    limit : float
        From this similarity on, features say the same.
    delta : float, optional
        The |δ| of the stand-in, if there is a class.

    Examples
    --------
    >>> print(explain_block(12, "thal", 0.93, 0.9, delta=0.523))
    These 12 features say the same (similarity at least 0.93); thal stands for them, with |δ| 0.52.
    """
    if count == 1:
        of_class = "" if delta is None else f" It has |δ| {number(delta, 2)}."
        return f"{stand_in} stands alone: no similarity to another exceeds {_two(least)}.{of_class}"
    # rounding may put what is equal to the limit just below it
    is_same = least >= limit - 1e-9
    same = "say the same" if is_same else f"do not all say the same at {limit:g}"
    why = "the most similar to the others" if delta is None else f"with |δ| {number(delta, 2)}"
    known = f"(similarity at least {_two(least)})"
    return f"These {count:,} features {same} {known}; {stand_in} stands for them, {why}."


def explain_map(sizes, limit):
    """How many blocks of which sizes there are.

    Examples
    --------
    >>> explain_map([3, 1, 1, 2], 0.9)
    '7 features, 4 blocks at a similarity of at least 0.9: 2 of several features, 2 of one.'
    """
    several = sum(size > 1 for size in sizes)
    total = f"{sum(sizes):,} features, {len(sizes):,} {'block' if len(sizes) == 1 else 'blocks'}"
    parts = f"{several:,} of several features, {len(sizes) - several:,} of one"
    return f"{total} at a similarity of at least {limit:g}: {parts}."


def _two(value):
    """Two decimals, rounded down, so that "at least" stays true."""
    return number(int(value * 100 + 1e-9) / 100, 2)
