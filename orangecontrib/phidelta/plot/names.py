"""Long names, shortened in the middle: their ends often tell them apart."""

#: Most characters of a name in a legend or within a sentence.
MOST = 40


def shortened(name):
    """A name of 40 characters at most.

    Examples
    --------
    >>> shortened("Forest of 500 trees, depth 12, balanced, seed 1")
    'Forest of 500 trees,…2, balanced, seed 1'
    """
    half = MOST // 2
    return name if len(name) <= MOST else f"{name[:half].rstrip()}…{name[1 - half :].lstrip()}"


def with_short_names(text, names):
    """A text in which these names are shortened."""
    for name in sorted((name for name in names if len(name) > MOST), key=len, reverse=True):
        text = text.replace(name, shortened(name))
    return text
