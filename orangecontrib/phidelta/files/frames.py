"""Blocks in memory, or made one after the other, as a source like files."""

import numpy as np
import pyarrow as pa

from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files.sources import Table


class Frames(Table):
    """A table in blocks: data frames, Arrow tables or record batches, or arrays of numbers.

    Parameters
    ----------
    blocks : iterable, or function that gives one
        Of frames of pandas or polars, of `pyarrow.Table` or `RecordBatch`, or of arrays (cases,
        columns). What can be read only once, such as a generator, has to come as a function that
        starts it anew: nominal columns are read twice.
    names : sequence of str, optional
        Of the columns of arrays.

    Examples
    --------
    >>> import pandas as pd
    >>> from orangecontrib.phidelta.files.cases import Features, Target
    >>> from orangecontrib.phidelta.files.passes import feature_statistics
    >>> days = [
    ...     pd.DataFrame({"age": [70, 50], "odor": ["foul", "none"], "ill": [True, False]}),
    ...     pd.DataFrame({"age": [61, 40], "odor": ["foul", "foul"], "ill": [True, False]}),
    ... ]
    >>> source = Frames(days)
    >>> target, features = Target.of(source, "ill"), Features.of(source, ["age", "odor"])
    >>> statistics, rows = feature_statistics(source, target, features)
    >>> statistics.signature().delta.round(3).tolist()
    [0.683, -0.5]
    """

    def __init__(self, blocks, names=None):
        self._blocks, self._names = blocks, names
        first = next(iter(self._batches()), None)
        if first is None:
            raise FileError("expected at least one block. Got none")
        columns = dict(zip(first.schema.names, first.schema.types, strict=True))
        super().__init__("blocks", columns)

    def blocks(self, columns):
        self.check(*columns)
        first = 1
        for batch in self._batches():
            if batch.schema.names != list(self.columns):
                raise FileError(
                    f"expected blocks with the columns {', '.join(self.columns)}. "
                    f"Got {', '.join(batch.schema.names)}"
                )
            yield "blocks", first, batch.select(list(columns))
            first += batch.num_rows

    def _batches(self):
        blocks = self._blocks() if callable(self._blocks) else self._blocks
        for block in blocks:
            yield from self._as_arrow(block).to_batches()

    def _as_arrow(self, block):
        if isinstance(block, pa.Table):
            return block
        if isinstance(block, pa.RecordBatch):
            return pa.Table.from_batches([block])
        if hasattr(block, "to_arrow"):  # polars
            return block.to_arrow()
        if hasattr(block, "iloc"):  # pandas
            return pa.Table.from_pandas(block, preserve_index=False)
        array = np.asarray(block)
        names = self._names or [f"column {number}" for number in range(array.shape[1])]
        return pa.table(dict(zip(names, array.T, strict=True)))
