"""A source whose pieces are read side by side, by dask: threads, processes or a cluster.

Each piece becomes statistics where it is read; only these travel, and dask merges them as a tree.
A piece whose worker is lost is read again.
"""

import dask

from orangecontrib.phidelta.core.lazy import merged
from orangecontrib.phidelta.files.sources import Table


class Spread(Table):
    """A `Source`, piece by piece.

    Parameters
    ----------
    source : Source
        Its files must be at the same path for all workers.
    client : distributed.Client, optional
        Where to compute; None: as dask does by itself.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from orangecontrib.phidelta.files.sources import Source
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for day in (1, 2):
    ...         text = f"late,hour\\nno,{day}\\nyes,9\\n"
    ...         _ = pathlib.Path(folder, f"{day}.csv").write_text(text)
    ...     spread = Spread(Source([f"{folder}/*.csv"]))
    ...     spread.values(["late"], 10, "")
    {'late': ['no', 'yes']}
    """

    def __init__(self, source, client=None):
        super().__init__(source.name, source.columns)
        self._pieces, self._client = source.pieces(), client

    def blocks(self, columns):
        for piece in self._pieces:
            yield from piece.blocks(columns)

    def reduce(self, function, merge):
        found = [dask.delayed(function, pure=False)(piece) for piece in self._pieces]
        (result,) = dask.compute(merged(found, merge), scheduler=self._client)
        return result
