"""What blocks of a file mean: which rows are positive, and what else they hold, as numbers."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from orangecontrib.phidelta.files import FileError

#: A nominal feature, or a target, may have so many values.
MOST_VALUES = 1000
_LEAVE_OUT = "leave it out (--without), or make it a column of numbers"


@dataclass(frozen=True)
class Target:
    """The column of the class.

    Attributes
    ----------
    column : str
    positive, negative : tuple
        Values of the column; rows of another value or of none are left out.
    """

    column: str
    positive: tuple
    negative: tuple

    @classmethod
    def of(cls, source, column, positive=(), negative=()):
        """The target of a `Source`; reads the column once.

        Parameters
        ----------
        positive : sequence of str
            Values that are positive. By default the second of two values.
        negative : sequence of str
            Values that are negative; by default all others.

        Raises
        ------
        FileError
            Where it is not clear what is positive, or nothing or everything is.
        """
        source.check(column)
        values = source.values([column], MOST_VALUES, "expected a class")[column]
        by_text = {_text(value): value for value in values}
        unknown = [name for name in (*positive, *negative) if name not in by_text]
        there = f"There are {', '.join(list(by_text)[:20])}" if values else "There is none"
        if unknown:
            raise FileError(f"column “{column}” has no value “{unknown[0]}”. {there}")
        if not positive and len(values) != 2:
            raise FileError(
                f"column “{column}” has {len(values)} different values; say which are positive "
                f"(--positive). {there}"
            )
        wanted = [by_text[name] for name in positive] or values[1:]
        chosen = [value for value in values if value in wanted]
        against = [by_text[name] for name in negative] or values
        others = [value for value in against if value not in wanted]
        if not others:
            raise FileError(f"column “{column}”: each value is positive. Leave at least one out")
        return cls(column, tuple(chosen), tuple(others))

    @property
    def text(self):
        """The positive class as readers know it."""
        return " or ".join(map(_text, self.positive))

    def of_block(self, block):
        """(is_known, is_positive) of each row of a block, boolean arrays."""
        values = block.column(self.column)
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        known = [*self.positive, *self.negative]
        code = pc.index_in(values, pa.array(known, values.type))
        code = code.fill_null(len(known)).to_numpy(zero_copy_only=False)
        return code < len(known), code < len(self.positive)


@dataclass(frozen=True)
class Features:
    """Columns as features: numbers as they are, texts, categories and booleans as nominal ones.

    Attributes
    ----------
    names : tuple of str
    values : tuple
        For each feature None if numeric, else the tuple of its values, as of `class_signature`.
    """

    names: tuple
    values: tuple
    _known: tuple

    @classmethod
    def of(cls, source, names):
        """The features of a `Source`; reads the nominal ones once. FileError for other columns."""
        nominal = []
        for name in names:
            kind = source.columns[name]
            if _is_nominal(kind):
                nominal.append(name)
            elif not is_number(kind):
                raise FileError(f"column “{name}”: expected numbers or texts. Got {kind}")
        known = source.values(nominal, MOST_VALUES, _LEAVE_OUT) if nominal else {}
        texts = {name: tuple(map(_text, values)) for name, values in known.items()}
        return cls(tuple(names), tuple(map(texts.get, names)), tuple(map(known.get, names)))

    def matrix(self, block):
        """Array (rows, features) of numbers and of codes of values; nan where missing."""
        table = np.empty((len(self.names), block.num_rows))
        for row, name, known in zip(table, self.names, self._known, strict=True):
            column = block.column(name)
            row[:] = numbers(column if known is None else _codes(column, known))
        return table.T


def numbers(column):
    """A column of an Arrow block as floats, nan where missing."""
    if not pa.types.is_float64(column.type):
        column = column.cast(pa.float64())
    return column.to_numpy(zero_copy_only=False)


def is_number(kind):
    """Whether a type of Arrow holds numbers."""
    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)


def check_numbers(source, *columns):
    """FileError for columns that are not there, or hold no numbers."""
    source.check(*columns)
    for name in columns:
        if not is_number(source.columns[name]):
            raise FileError(f"column “{name}”: expected numbers. Got {source.columns[name]}")


def checked_numbers(block, column, path, first, *, least=None):
    """Numbers of a column of a block; nan where missing.

    FileError that names the row for infinite ones, and for those below `least`.
    """
    values = numbers(block.column(column))
    unfit = np.isinf(values) if least is None else np.isinf(values) | (values < least)
    if unfit.any():
        row = int(np.argmax(unfit))
        wanted = "a finite number" + ("" if least is None else f" of at least {least:g}")
        raise FileError(
            f"{path}: column “{column}”, row {first + row}: expected {wanted}. Got {values[row]:g}"
        )
    return values


def _codes(column, known):
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return pc.index_in(column, pa.array(known, column.type))


def _is_nominal(kind):
    return (
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_dictionary(kind)
        or pa.types.is_boolean(kind)
    )


def _text(value):
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
