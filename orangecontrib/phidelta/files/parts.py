"""One file, or a piece of it: its columns, its blocks, and what is said if it cannot be read."""

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
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


@dataclass(frozen=True)
class Part:
    """A file, or some groups of rows of it.

    Attributes
    ----------
    path, kind : str
        `kind` is one of the values of `FORMATS`.
    dataset : pyarrow.dataset.Dataset
        Of the whole file.
    groups : tuple of int, or None
        Groups of rows of a Parquet file; None: the whole file.
    first : int
        Number of the first row.
    """

    path: str
    kind: str
    dataset: ds.Dataset
    groups: tuple | None = None
    first: int = 1

    @classmethod
    def of(cls, path, kind, like=None):
        """A whole file; of texts, columns of the types of the schema `like`, if it has them.

        FileError if it cannot be read.
        """
        with _told(path):
            if kind == "orange":
                return cls(path, kind, ds.dataset(_orange_table(path)))
            if kind not in ("csv", "tsv"):
                return cls(path, kind, ds.dataset(path, format=kind))
            return cls(path, kind, _texts(path, "\t" if kind == "tsv" else ",", like))

    @property
    def columns(self):
        """Types of the columns, by name."""
        schema = self.dataset.schema
        if len(set(schema.names)) < len(schema.names):
            raise FileError(f"{self.path}: expected columns of different names")
        return dict(zip(schema.names, schema.types, strict=True))

    def count_rows(self):
        """Number of rows, where it is known before they are read; else None."""
        return None if self.kind in ("csv", "tsv") else self.dataset.count_rows()

    def blocks(self, columns):
        """Iterate over (number of the first row, pyarrow.RecordBatch of these columns)."""
        first = self.first
        with _told(self.path, self.dataset.schema.names):
            for block in self._read(columns):
                if block.num_rows:
                    yield first, block
                first += block.num_rows

    def pieces(self):
        """Parts of this one to be read side by side: groups of rows of a Parquet file."""
        if self.kind != "parquet":
            return [self]
        with _told(self.path):
            metadata = pq.read_metadata(self.path)
        found, first = [], 1
        for group in range(metadata.num_row_groups):
            found.append(replace(self, groups=(group,), first=first))
            first += metadata.row_group(group).num_rows
        return found

    def _read(self, columns):
        if self.kind == "parquet":
            # the reader of datasets would hold several groups of rows at once
            file = pq.ParquetFile(self.path, buffer_size=2**20, pre_buffer=False)
            groups = None if self.groups is None else list(self.groups)
            return file.iter_batches(batch_size=BLOCK, columns=columns, row_groups=groups)
        few = {"batch_readahead": 2, "fragment_readahead": 1}
        return self.dataset.to_batches(columns=columns, batch_size=BLOCK, **few)


def format_of(path):
    """The format of a file by the ending of its name; FileError for others than `FORMATS`."""
    suffixes = Path(path).suffixes
    if suffixes and suffixes[-1].lower() in _COMPRESSED:
        suffixes.pop()
    ending = suffixes[-1].lower() if suffixes else ""
    if ending not in FORMATS:
        raise FileError(f"{path}: expected a file ending in {', '.join(FORMATS)}. Got “{ending}”")
    return FORMATS[ending]


def _texts(path, delimiter, like):
    """The dataset of a file of texts."""
    parse = pa.csv.ParseOptions(delimiter=delimiter)
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
    return ds.dataset(path, format=ds.CsvFileFormat(parse, default_fragment_scan_options=options))


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
