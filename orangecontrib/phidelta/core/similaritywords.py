"""Sentences about features that say the same."""

from orangecontrib.phidelta.core.words import number

#: From this similarity on, features say the same; the Feature Ranker begins with it, too.
SAME = 0.8


def explain_block(count, stand_in, similarity, delta=None):
    """What a block of features has in common, and which one stands for it.

    Parameters
    ----------
    count : int
        Of its features.
    stand_in : str
        What the feature that stands for the block is called.
    similarity : float
        The least one of two features of the block; of a single feature, the greatest one to any
        other.
    delta : float, optional
        The |δ| of the stand-in, if there is a class.

    Examples
    --------
    >>> print(explain_block(12, "thal", 0.93, delta=0.523))
    These 12 features say the same (similarity at least 0.93); thal stands for them, with |δ| 0.52.
    """
    if count == 1:
        text = f"{stand_in} stands for itself; its greatest similarity to another feature is "
        text += number(similarity, 2)
        return f"{text}." if delta is None else f"{text}. It has |δ| {number(delta, 2)}."
    same = "say the same" if similarity >= SAME - 1e-9 else "are alike"
    # rounded down, so that "at least" stays true
    least = number(int(similarity * 100 + 1e-9) / 100, 2)
    why = "the most similar to the others" if delta is None else f"with |δ| {number(delta, 2)}"
    text = f"These {count:,} features {same} (similarity at least {least})"
    return f"{text}; {stand_in} stands for them, {why}."


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
