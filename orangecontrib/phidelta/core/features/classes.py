"""Class signatures of each class against the rest, from one pass over the table.

What is counted of a class is counted once. For each class that of all others is merged, not taken
from the total, so that no difference of sums is rounded.
"""

import numpy as np

from orangecontrib.phidelta.core.counting.cases import Cases, checked_cases, part_of
from orangecontrib.phidelta.core.features.encodings import encodings_of
from orangecontrib.phidelta.core.features.frames import from_frame
from orangecontrib.phidelta.core.features.statistics import FeatureStatistics


def class_signatures(
    X,
    classes,
    *,
    names=None,
    values=None,
    weights=None,
    encoding="linear",
    subsets="single",
    progress=None,
    tests=True,
):
    """Every feature as a soft classifier of each class against the rest.

    Parameters
    ----------
    X : array (cases, features) of numbers, or scipy sparse
    classes : array (cases,) of int
        The class of each case.
    names, values, weights, encoding, subsets, progress, tests
        As of `class_signature`; "automatic" chooses the same for all classes. Cases whose class is
        not known have weight 0.

    Returns
    -------
    dict of int to Signature
        Of each class that occurs, in increasing order: what `class_signature` gives, up to
        rounding.

    Raises
    ------
    ValueError
        As `class_signature`, such as for a single class.

    Examples
    --------
    >>> X = [[70, 0], [50, 1], [61, 0], [58, 1], [40, 1]]
    >>> found = class_signatures(X, [2, 0, 2, 1, 0], names=["age", "odor"])
    >>> {number: signature.delta.round(3).tolist() for number, signature in found.items()}
    {0: [-0.6, 0.667], 1: [0.092, 0.5], 2: [0.539, -1.0]}
    """
    X, names, values = from_frame(X, names, values)
    classes = np.asarray(classes)
    X, is_used, weights = checked_cases(X, classes == classes, weights)
    if weights is not None:
        is_used = weights > 0
    values = (None,) * X.shape[1] if values is None else values
    encodings = encodings_of(X, weights, values, encoding)
    numbers = np.unique(classes[is_used]).tolist()
    rows = X.tocsr() if getattr(X, "format", None) == "csc" else X
    empty, parts = FeatureStatistics(names=names, values=values, encoding=encodings), []
    empty._start(X.shape[1])
    for number in numbers:
        members = np.flatnonzero(is_used & (classes == number))
        every = np.full(len(members), True)
        parts.append(empty.copied()._count(rows[members], every, part_of(weights, members)))
    found = {}
    for place, whole in enumerate(_against_others(parts, empty)):
        number = numbers[place]
        told = None if progress is None else _step(progress, place, len(numbers))
        cases = Cases(X, classes == number, weights, told, tests)
        found[number] = whole._signature(subsets, cases)
        if told is not None:
            told(1)
    return found


def _against_others(parts, empty):
    """Yield for each part the statistics of it and, as negatives, of all others."""
    after = [empty]
    for part in reversed(parts[1:]):
        after.append(part.swapped.merge(after[-1]))
    before = empty
    for part in parts:
        whole = part.copied().merge(before).merge(after.pop())
        before = before.merge(part.swapped) if part is not parts[0] else part.swapped
        yield whole


def _step(progress, place, count):
    return lambda share: progress((place + share) / count)
