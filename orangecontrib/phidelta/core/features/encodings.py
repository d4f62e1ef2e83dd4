"""How the values of a numeric feature become those of a soft classifier: a row for each way.

Who adds a row here has added an encoding: library, widgets, outputs and reports go by this table.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.counting.moments import moments
from orangecontrib.phidelta.core.counting.presence import presence
from orangecontrib.phidelta.core.features.linear import linear_marks
from orangecontrib.phidelta.core.features.present import are_present, present_marks
from orangecontrib.phidelta.core.features.sorted import best_cut_marks, rank_marks


@dataclass(frozen=True)
class Encoding:
    """A way to make soft classifiers of numeric features.

    Attributes
    ----------
    title, tip : str
        Of the choice.
    word : str
        What the features then are: "scaled".
    count : callable, or None
        (X, is_positive, weights, features) to what one pass over the table adds up, which can be
        merged; None where the values have to be sorted.
    marks : callable
        (what was counted, features, `Cases` or None) to `Marks`.
    read : callable
        (known values of a feature, cut) to its values as a soft classifier, in [-1, 1].
    """

    title: str
    tip: str
    word: str = ""
    count: Callable | None = None
    marks: Callable | None = None
    read: Callable | None = None


def _scaled(values, cut):
    low, high = np.min(values, initial=np.inf), np.max(values, initial=-np.inf)
    return 2 * (values - low) / (high - low) - 1 if high > low else np.full(len(values), np.nan)


def _ranked(values, cut):
    from scipy.stats import rankdata  # here, for it takes long to import

    return (2 * rankdata(values) - 1 - len(values)) / max(len(values), 1)


ENCODINGS = {
    "automatic": Encoding(
        "Numeric values, automatic",
        "Present or absent where 0 means absent: in sparse data, in bags of words, and for "
        "features without negative values that are 0 three times in four. All others are scaled",
    ),
    "present": Encoding(
        "Presence of numeric values",
        "Whether the value is not 0, as for words in texts",
        "present/absent",
        presence,
        present_marks,
        lambda values, cut: np.where(values != 0, 1.0, -1.0),
    ),
    "linear": Encoding(
        "Numeric values, scaled",
        "The range is scaled to [-1, 1]; outliers matter",
        "scaled",
        moments,
        linear_marks,
        _scaled,
    ),
    "best cut": Encoding(
        "Best cut of numeric values",
        "The single threshold with the greatest |δ|",
        "by best cut",
        None,
        best_cut_marks,
        lambda values, cut: np.where(values > cut, 1.0, -1.0),
    ),
    "ranks": Encoding(
        "Ranks of numeric values",
        "Robust; δ is then the area under the curve - 1/2",
        "by ranks",
        None,
        rank_marks,
        _ranked,
    ),
}
#: What is taken unless another encoding is asked for.
DEFAULT = "automatic"


def check_encoding(encoding):
    """ValueError unless `encoding` is a key of `ENCODINGS`."""
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding must be one of {', '.join(ENCODINGS)}. Got {encoding!r}")


def encodings_of(X, weights, values, encoding):
    """The encoding of each feature, never "automatic"; None where it is nominal.

    Parameters
    ----------
    X, weights
        Checked cases, see `core.counting.cases`.
    values : sequence
        None for each numeric feature.
    encoding : str or sequence
        A key of `ENCODINGS`, or what is to be given back.

    Returns
    -------
    tuple of str or None
    """
    if not isinstance(encoding, str):
        return tuple(encoding)
    check_encoding(encoding)
    numeric = np.flatnonzero([each is None for each in values])
    chosen = np.full(len(values), None)
    chosen[numeric] = encoding
    if encoding == "automatic" and len(numeric):
        is_present = are_present(X, weights, numeric)
        chosen[numeric] = np.where(is_present, "present", "linear")
    return tuple(chosen.tolist())


def explain_encodings(encodings):
    """How numeric features are encoded, the way of most first; empty without any.

    Parameters
    ----------
    encodings : sequence of str or None
        Of each feature its key in `ENCODINGS`; None of a nominal one.

    Examples
    --------
    >>> explain_encodings(["linear", "present", None, "present"])
    'present/absent for 2 of 3 numeric features, scaled for 1'
    """
    counts = Counter(each for each in encodings if each is not None).most_common()
    total = sum(number for _, number in counts)
    kind = "features" if total == len(encodings) else "numeric features"
    ways = [f"{ENCODINGS[key].word} for {number:,}" for key, number in counts]
    return ", ".join([f"{way} of {total:,} {kind}" for way in ways[:1]] + ways[1:])
