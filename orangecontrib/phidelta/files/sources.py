"""Files as one stream of blocks of some columns."""

import glob
import re
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from orangecontrib.phidelta.files import FileError

#: Rows of a block: small enough for the caches, large enough that Python does not count.
BLOCK = 2**16
#: Formats by the ending of the name; texts may be compressed, as the last ending says.
FORMATS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "ipc",
    ".feather": "feather",
    ".csv": "csv",
    ".tsv": "tsv",
    ".txt": "tsv",
    ".tab": "orange",
    ".xlsx": "orange",
}
_COMPRESSED = (".gz", ".bz2", ".zst", ".lz4")
_SOURCE = re.compile(r".*Could not open \w+ input source '[^']*': (Invalid: )?")
_OF_COLUMN = re.compile(r"CSV column #(\d+): (?:Row #(\d+): )?CSV conversion error to (\S+): (.*)")


class Table:
    """What is read in blocks: named columns; `blocks` reads them.

    Attributes
    ----------
    name : str
        Of the first file, for errors.
    columns : dict of str to pyarrow.DataType
    """

    def __init__(self, name, schema):
        self.name = name
        self.columns = dict(zip(schema.names, schema.types, strict=True))
        if len(self.columns) < len(schema.names):
            raise FileError(f"{name}: expected columns of different names")

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

    def values(self, columns, most, remedy):
        """The different values of each column: a dict of name to sorted list, without missing.

        FileError, which ends with the remedy, for more than `most` different values of a column.
        """
        found = {name: set() for name in columns}
        for path, _, block in self.blocks(columns):
            for name, values in found.items():
                values.update(pc.unique(block.column(name)).to_pylist())
                if len(values) > most + 1:
                    raise FileError(
                        f"{path}: column “{name}” has more than {most} different values; {remedy}"
                    )
        return {name: sorted(values - {None}, key=_order) for name, values in found.items()}


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
        self._files = _matching(names)
        kinds = {_format_of(path) for path in self._files}
        if len(kinds) > 1:
            raise FileError(f"expected files of one format. Got {', '.join(sorted(kinds))}")
        self._kind = kinds.pop()
        with _told(self._files[0]):
            first = _part(self._files[0], self._kind)
        self._parts = [first]
        for path in self._files[1:]:
            with _told(path):
                self._parts.append(_part(path, self._kind, first[1].schema))
        super().__init__(self._files[0], self._parts[0][1].schema)
        self._check_same()

    def __repr__(self):
        return f"<Source of {len(self._files)} files, {len(self.columns)} columns>"

    def count_rows(self):
        if self._kind not in ("parquet", "ipc", "feather", "orange"):
            return None
        return sum(dataset.count_rows() for _, dataset in self._parts)

    def blocks(self, columns):
        self.check(*columns)
        for path, dataset in self._parts:
            first = 1
            with _told(path, list(self.columns)):
                for block in self._read(path, dataset, list(columns)):
                    if block.num_rows:
                        yield path, first, block
                    first += block.num_rows

    def _read(self, path, dataset, columns):
        if self._kind == "parquet":
            # the reader of datasets would hold several groups of rows at once
            file = pq.ParquetFile(path, buffer_size=2**20, pre_buffer=False)
            return file.iter_batches(batch_size=BLOCK, columns=columns)
        few = {"batch_readahead": 2, "fragment_readahead": 1}
        return dataset.to_batches(columns=columns, batch_size=BLOCK, **few)

    def _check_same(self):
        for path, dataset in self._parts[1:]:
            others = dict(zip(dataset.schema.names, dataset.schema.types, strict=True))
            for name in self.columns | others:
                if self.columns.get(name) != others.get(name):
                    here, there = (each.get(name, "missing") for each in (others, self.columns))
                    raise FileError(
                        f"{path}: expected the columns of {self.name}. “{name}” is {there} there, "
                        f"{here} here"
                    )


def _matching(names):
    found = []
    for name in names:
        matching = [str(name)] if Path(name).is_file() else sorted(glob.glob(str(name)))
        if not matching:
            raise FileError(f"{name}: there is no such file")
        found += matching
    return found


def _format_of(path):
    suffixes = Path(path).suffixes
    if suffixes and suffixes[-1].lower() in _COMPRESSED:
        suffixes.pop()
    ending = suffixes[-1].lower() if suffixes else ""
    if ending not in FORMATS:
        raise FileError(f"{path}: expected a file ending in {', '.join(FORMATS)}. Got “{ending}”")
    return FORMATS[ending]


def _part(path, kind, like=None):
    """(path, dataset) of one file; of texts, columns of the types of the schema `like`."""
    if kind == "orange":
        return path, ds.dataset(_orange_table(path))
    if kind not in ("csv", "tsv"):
        return path, ds.dataset(path, format=kind)
    parse = pa.csv.ParseOptions(delimiter="\t" if kind == "tsv" else ",")
    found = ds.dataset(path, format=ds.CsvFileFormat(parse)).schema
    types = {
        field.name: pa.float64()
        for field in found
        if pa.types.is_integer(field.type) or pa.types.is_null(field.type)
    }
    if like is not None:
        types = {field.name: field.type for field in like if field.name in found.names}
    options = ds.CsvFragmentScanOptions(
        convert_options=pa.csv.ConvertOptions(column_types=types, strings_can_be_null=True)
    )
    how = ds.CsvFileFormat(parse, default_fragment_scan_options=options)
    return path, ds.dataset(path, format=how)


def _orange_table(path):
    """A table of Orange's formats, which is read as a whole."""
    from Orange.data import Table
    from Orange.data.pandas_compat import table_to_frame

    return pa.Table.from_pandas(
        table_to_frame(Table.from_file(path), include_metas=True), preserve_index=False
    )


@contextmanager
def _told(path, columns=()):
    """What pyarrow and the system say of a file becomes one line with its name."""
    try:
        yield
    except FileError:
        raise
    except (pa.ArrowException, OSError) as error:
        text = _SOURCE.sub("", " ".join(str(error).split()))
        unfit = _OF_COLUMN.search(text)
        if unfit:
            number, row, wanted, what = unfit.groups()
            place = f", row {int(row) - 1}" if row else ""
            wanted = "a number" if wanted == "double" else wanted
            text = f"column “{columns[int(number)]}”{place}: expected {wanted}. Got {what}"
        raise FileError(f"{path}: {text}") from error


def _order(value):
    return str(type(value)), value
