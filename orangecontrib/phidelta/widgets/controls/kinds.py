"""Kinds of settings: which values a setting may have, and what is left of one that is damaged.

A kind stands beside the declaration of its setting, and the control takes its limits from the same
kind, so that it can show whatever the setting may be. `fits(value)` takes a value of any type.
"""

import copy
import sys

_GREATEST = sys.float_info.max


class Kind:
    """What a setting may be; a subclass has `fits`."""

    def mended(self, value, default, tell, name):
        """The value if it fits, or what is good of it with the default for the rest.

        `tell(name, value, instead)` is called for each part that is given up.
        """
        if self.fits(value):
            return value
        tell(name, value, default)
        return copy.deepcopy(default)


class Flag(Kind):
    """True or False."""

    def fits(self, value):
        return isinstance(value, bool)


class Text(Kind):
    """Any text."""

    def fits(self, value):
        return isinstance(value, str)


class OneOf(Kind):
    """One of these names."""

    def __init__(self, names):
        self.names = frozenset(names)

    def fits(self, value):
        return isinstance(value, str) and value in self.names


class Number(Kind):
    """A finite number from low to high."""

    types = (int, float)

    def __init__(self, low=-_GREATEST, high=_GREATEST):
        self.low, self.high = low, high

    @property
    def limits(self):
        """The same as options of a spin box."""
        return {"minimum": self.low, "maximum": self.high}

    def nearest(self, value):
        """The number of the range that is nearest to this one."""
        return min(max(value, self.low), self.high)

    def fits(self, value):
        is_number = isinstance(value, self.types) and not isinstance(value, bool)
        return is_number and self.low <= value <= self.high


class Whole(Number):
    """A whole number from low to high."""

    types = (int,)


class Either(Kind):
    """What fits a kind, or None or a number of those given besides."""

    def __init__(self, kind, *others):
        self.kind, self.others = kind, others

    def fits(self, value):
        is_other = any(type(value) is type(other) and value == other for other in self.others)
        return is_other or self.kind.fits(value)


class Bytes(Kind):
    """Bytes of any content."""

    def fits(self, value):
        return isinstance(value, bytes)


class ListOf(Kind):
    """A list of different values of one kind, from least to most of them."""

    def __init__(self, kind, least=0, most=sys.maxsize):
        self.kind, self.least, self.most = kind, least, most

    def fits(self, value):
        return isinstance(value, list) and self._good(value) == value and self._has_room(value)

    def mended(self, value, default, tell, name):
        """What fits of the list; the default if too little is left, or nothing."""
        if self.fits(value):
            return value
        good = self._good(value) if isinstance(value, list) else []
        instead = good if good and self._has_room(good) else copy.deepcopy(default)
        tell(name, value, instead)
        return instead

    def _good(self, values):
        return list(dict.fromkeys(value for value in values if self.kind.fits(value)))

    def _has_room(self, values):
        return self.least <= len(values) <= self.most


class Parts(Kind):
    """A tuple of values, each of its kind."""

    def __init__(self, *kinds):
        self.kinds = kinds

    def fits(self, value):
        is_whole = isinstance(value, tuple) and len(value) == len(self.kinds)
        return is_whole and all(k.fits(part) for k, part in zip(self.kinds, value, strict=True))

    def mended(self, value, default, tell, name):
        """Each part, or the default for it."""
        if not isinstance(value, (tuple, list)) or len(value) != len(self.kinds):
            return super().mended(value, default, tell, name)
        parts = enumerate(zip(self.kinds, value, default, strict=True))
        return tuple(k.mended(v, usual, tell, f"{name}[{i}]") for i, (k, v, usual) in parts)


class Record(Kind):
    """A dict whose values have a kind each; what is missing is as in the default."""

    def __init__(self, kinds):
        self.kinds = dict(kinds)

    def fits(self, value):
        is_known = isinstance(value, dict) and value.keys() <= self.kinds.keys()
        return is_known and all(self.kinds[key].fits(part) for key, part in value.items())

    def mended(self, value, default, tell, name):
        """The default with all that is good of the value."""
        if not isinstance(value, dict):
            return super().mended(value, default, tell, name)
        record = copy.deepcopy(default)
        for key, part in value.items():
            where, kind = f"{name}[{key!r}]", self.kinds.get(key)
            if kind is not None and key in default:
                record[key] = kind.mended(part, default[key], tell, where)
            elif kind is not None and kind.fits(part):
                record[key] = part
            else:
                tell(where, part, None)
        return record
