"""Tables that are read in blocks, and files as one such table."""

import glob
from functools import partial
from pathlib import Path

import pyarrow.compute as pc

from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files.parts import Part, format_of


class Table:
    """What is read in blocks: named columns; `blocks` reads them.

    Attributes
    ----------
    name : str
        Of the first file, for errors.
    columns : dict of str to pyarrow.DataType
    """

    def __init__(self, name, columns):
        self.name, self.columns = name, columns

    def count_rows(self):
        """Number of rows, where it is known before they are read; else None."""
        return None

    def blocks(self, columns):
        """Iterate over (file, number of its first row, pyarrow.RecordBatch of these columns).

        Rows are numbered from 1 in each file, the header not counted.
        """
        raise NotImplementedError

    def check(self, *columns):
        """FileError for columns that are not there."""
        for name in columns:
            if name not in self.columns:
                there = ", ".join(list(self.columns)[:20]) + (", ..." * (len(self.columns) > 20))
                raise FileError(f"{self.name}: no column “{name}”. There are {there}")

    def reduce(self, function, merge):  # noqa: ARG002
        """`function` of this table; where it is read in pieces, what `merge` makes of two of them.

        merge : callable
            Of two results; it may change the first.
        """
        return function(self)

    def values(self, columns, most, remedy):
        """The different values of each column: a dict of name to sorted list, without missing.

        FileError, which ends with the remedy, for more than `most` different values of a column.
        """
        found = self.reduce(partial(_values, columns=columns, most=most), _union)
        for name, values in found.items():
            if len(values) > most:
                raise FileError(
                    f"{self.name}: column “{name}” has more than {most} different values; {remedy}"
                )
        return {name: sorted(values, key=_order) for name, values in found.items()}


class Source(Table):
    """A table in one or more files.

    Parameters
    ----------
    names : sequence of str
        Files, or patterns such as "part-*.parquet"; all of one format and with the same columns.
        Whole numbers in texts are read as floats.

    Raises
    ------
    FileError
        For files that are not there, or cannot be read.
    """

    def __init__(self, names):
        files = _matching(names)
        kinds = {format_of(path) for path in files}
        if len(kinds) > 1:
            raise FileError(f"expected files of one format. Got {', '.join(sorted(kinds))}")
        kind = kinds.pop()
        first = Part.of(files[0], kind)
        super().__init__(first.path, first.columns)
        self._parts = [first]
        for path in files[1:]:
            part = Part.of(path, kind, first.dataset.schema)
            self._check_same(part)
            self._parts.append(part)

    def __repr__(self):
        return f"<Source of {len(self._parts)} parts, {len(self.columns)} columns>"

    def count_rows(self):
        counts = [part.count_rows() for part in self._parts]
        return None if None in counts else sum(counts)

    def blocks(self, columns):
        self.check(*columns)
        for part in self._parts:
            for first, block in part.blocks(list(columns)):
                yield part.path, first, block

    def pieces(self):
        """Sources of one part each, which together are this one."""
        return [self._only(piece) for part in self._parts for piece in part.pieces()]

    def _only(self, part):
        found = object.__new__(Source)
        found.name, found.columns, found._parts = self.name, self.columns, [part]
        return found

    def _check_same(self, part):
        others = part.columns
        for name in self.columns | others:
            if self.columns.get(name) != others.get(name):
                here, there = (each.get(name, "missing") for each in (others, self.columns))
                raise FileError(
                    f"{part.path}: expected the columns of {self.name}. “{name}” is {there} "
                    f"there, {here} here"
                )


def _matching(names):
    found = []
    for name in names:
        matching = [str(name)] if Path(name).is_file() else sorted(glob.glob(str(name)))
        if not matching:
            raise FileError(f"{name}: there is no such file")
        found += matching
    return found


def _values(table, columns, most):
    """Sets of the different values by column, without missing; no more than a few above `most`."""
    found = {name: set() for name in columns}
    for _, _, block in table.blocks(columns):
        for name, values in found.items():
            if len(values) <= most:
                values.update(pc.unique(block.column(name)).to_pylist())
                values.discard(None)
    return found


def _union(one, other):
    return {name: values | other[name] for name, values in one.items()}


def _order(value):
    return str(type(value)), value
