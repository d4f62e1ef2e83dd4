"""Answers on the screen, as JSON, and in files that are there as a whole or not at all."""

import json
import math
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from orangecontrib.phidelta.files import FileError

#: What tables can be written to, by the ending of the name.
WRITERS = {
    ".csv": pa.csv.write_csv,
    ".parquet": pa.parquet.write_table,
}


def show(answer, rows):
    """Print sentences, and a table: its first rows, or those to be shown instead."""
    from rich.console import Console
    from rich.table import Table

    # who reads a pipe has no width
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 200)
    for sentence in answer.told:
        console.print(sentence)
    columns = answer.shown or answer.table
    size = len(next(iter(columns.values())))
    shown = Table(box=None, header_style="bold", pad_edge=False)
    texts = [[cell(value) for value in column[:rows]] for column in columns.values()]
    widths = [max(map(len, [*column, "value"])) for column in texts]
    room = max(console.width - sum(widths[1:]) - 2 * len(widths), 12)
    shown.add_column(next(iter(columns)), max_width=room, overflow="ellipsis", no_wrap=True)
    for name, width in list(zip(columns, widths, strict=True))[1:]:
        shown.add_column(name.replace("_", " "), justify="right", min_width=width)
    for row in zip(*texts, strict=True):
        shown.add_row(*row)
    console.print(shown)
    if size > rows:
        console.print(f"... {size - rows:,} more rows; --out FILE has all, --rows N shows more")


def cell(value):
    """A value as readers see it."""
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return "n/a"
    return f"{value:.3g}" if abs(value) < 1 else f"{value:.6g}"


def as_json(answer):
    """One line for programs: facts and table; what is undefined or infinite is null."""
    return json.dumps(
        {
            **_plain(answer.facts),
            "table": {name: _plain(list(column)) for name, column in answer.table.items()},
        },
        ensure_ascii=False,
    )


def check_writable(path, endings):
    """FileError for a file that could not be written, before anything is computed."""
    path = Path(path)
    if path.suffix.lower() not in endings:
        raise FileError(f"{path}: expected a name ending in {', '.join(endings)}")
    if not path.parent.is_dir():
        raise FileError(f"{path}: there is no folder {path.parent}")


def write(answer, path):
    """Write the table to a file by the ending of its name; see `WRITERS`."""
    table = pa.table({name: pa.array(list(column)) for name, column in answer.table.items()})
    with replacing(path) as unfinished:
        WRITERS[Path(path).suffix.lower()](table, unfinished)


@contextmanager
def replacing(path):
    """Name of a file beside this one that takes its place at the end, if nothing goes wrong."""
    path = Path(path)
    try:
        with TemporaryDirectory(dir=path.parent) as folder:
            unfinished = Path(folder, path.name)
            yield str(unfinished)
            os.replace(unfinished, path)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from error


@contextmanager
def progress_bar(total):
    """A callable that shows how many rows are read, where somebody is watching."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield None
        return
    columns = TextColumn("{task.completed:,} rows"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda rows: bar.update(task, completed=rows)


def _plain(value):
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
