"""Columns of the table of features: what they mean, how they are written, sorted and drawn."""

import math
from dataclasses import dataclass

from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.widgets.controls.kinds import Flag, ListOf, OneOf, Parts, Record
from orangecontrib.phidelta.widgets.tables import columns


@dataclass(frozen=True)
class Column(columns.Column):
    """A column of the table; its key is as of `feature_rows`.

    Attributes
    ----------
    style : str
        A key of `STYLES`; "share" and "signed" have a bar, from the left and to both sides.
    """

    style: str

    @property
    def is_high_first(self):
        """Whether the first click on the header puts high values on top."""
        return self.style in ("share", "signed")


def _signed(value):
    return "n/a" if math.isnan(value) else f"{value:+.3f}"


def _small(value):
    return "n/a" if math.isnan(value) else f"{value:.2g}"


def _rank(value):
    return "" if math.isnan(value) else f"{value:.0f}"


def _interval(pair):
    return "n/a" if pair is None else f"{pair[0]:+.3f} to {pair[1]:+.3f}"


def _ranks(pair):
    return "" if pair is None else f"{pair[0]} to {pair[1]}"


#: How values are written.
STYLES = {
    "rank": _rank,
    "ranks": _ranks,
    "text": lambda text: text or "",
    "signed": _signed,
    "share": number,
    "number": number,
    "small": _small,
    "interval": _interval,
}

#: What is no quantity: who it is, and intervals, which are pairs.
_OTHERS = (
    Column("rank", "#", "Rank, by what is chosen on the left", "rank"),
    Column("rank_interval", "Ranks", "95 % interval of the rank", "ranks"),
    Column("name", "Feature", "Feature, with its best values or cut", "text"),
    Column(
        "kind",
        "Kind",
        "What it is; present/absent: a number whose 0 is absence",
        "text",
    ),
    Column("similar_to", "Similar to", "The better feature it is too similar to, and how", "text"),
    Column("interval", "δ, 95 %", "95 % interval of δ", "interval"),
)
_KEYS = (
    "rank rank_interval name delta interval q_value p_value similar_to absolute_delta phi "
    "information gini corner_distance kind balanced_accuracy tpr fpr phi_b delta_b standard_error"
).split()


def _of(quantity):
    """The column of a quantity."""
    ratio = "; depends on the class ratio" if quantity.follows_class_ratio else ""
    tip = f"{quantity.of_features}{ratio}"
    return Column(quantity.key, quantity.symbol, tip, quantity.format)


_KNOWN = {column.key: column for column in _OTHERS}
COLUMNS = tuple(_KNOWN.get(key) or _of(QUANTITIES[key]) for key in _KEYS)
INDEX = {column.key: i for i, column in enumerate(COLUMNS)}
_SHOWN = "rank name kind phi delta absolute_delta information gini corner_distance q_value".split()
#: Columns, and whether they are shown unless the user chooses otherwise.
SHOWN = {key: key in _SHOWN for key in INDEX}
#: Kinds of such a choice, of a column to sort by with whether the order is descending, and of
#: columns from left to right.
SHOWN_KIND, SORTING = Record(dict.fromkeys(INDEX, Flag())), Parts(OneOf(INDEX), Flag())
ORDER_KIND = ListOf(OneOf(INDEX))


def arranged(values, is_descending):
    """Positions in the order of the values; equal ones as they come, undefined ones last."""
    known = [i for i, value in enumerate(values) if not _is_undefined(value)]
    unknown = [i for i, value in enumerate(values) if _is_undefined(value)]
    known.sort(key=lambda i: _sort_key(values[i]), reverse=is_descending)
    return known + unknown


def bar_scale(key, rows):
    """The greatest magnitude in a column, which gets the longest bar; None for no bars."""
    style = COLUMNS[INDEX[key]].style
    if style == "ranks":
        return len(rows["rank"])
    if style not in ("signed", "share"):
        return None
    values = rows[key] if key != "delta" or not rows[key] else rows["low"] + rows["high"]
    return max((abs(value) for value in values if not math.isnan(value)), default=0) or None


def bar(key, rows, feature, scale):
    """A bar and a whisker as (start, end, low, high), in shares of the cell; None for none."""
    value = rows[key][feature]
    if scale is None or _is_undefined(value):
        return None
    style = COLUMNS[INDEX[key]].style
    if style == "share":
        return 0, value / scale, None, None
    if style == "ranks":
        low, high = ((rank - 0.5) / scale for rank in value)
        return low, low, low, high
    whisker = (rows["low"][feature], rows["high"][feature]) if key == "delta" else (None, None)
    return tuple(None if x is None else (1 + x / scale) / 2 for x in (0, value, *whisker))


def _is_undefined(value):
    return value is None or (isinstance(value, float) and math.isnan(value))


def _sort_key(value):
    return value.casefold() if isinstance(value, str) else value
