"""Decisions that are better reversed: those below the line of no information."""

from orangecontrib.phidelta.core.decisions.spaces import Rates


def better_reversed(fpr, tpr):
    """`Rates` of the opposite decision where it is the better one, else None.

    On the line of no information, or where a rate is undefined, it is not.

    Parameters
    ----------
    fpr, tpr : float in [0, 1] or nan

    Examples
    --------
    >>> fpr, tpr = better_reversed(0.6, 0.3)
    >>> print(f"{fpr:.1f} {tpr:.1f} {better_reversed(0.3, 0.6)}")
    0.4 0.7 None
    """
    return Rates(1 - fpr, 1 - tpr) if fpr - tpr > 1e-12 else None
