"""Arrays and frames of dask: taken block by block, and never loaded as a whole.

They are known by what they have, so dask need not be installed. The blocks become statistics where
they are, and only these travel.
"""

import numpy as np

#: So many results are merged at a time.
SPLIT = 8


def is_lazy(*values):
    """True where one of them is computed only when asked for, as those of dask are."""
    return any(hasattr(value, "__dask_graph__") for value in values)


def refuse_lazy(what, *values):
    """ValueError for lazy values, which would have to be loaded: what for, and how much."""
    if not is_lazy(*values):
        return
    sizes = [getattr(value, "nbytes", np.nan) for value in values if is_lazy(value)]
    size = "of unknown size" if np.isnan(sizes).any() else f"{sum(sizes) / 1e6:,.0f} MB"
    raise ValueError(
        f"{what} needs all values at once, {size}; compute() them first, if they fit into memory"
    )


def reduced(function, merge, *columns):
    """What `merge` makes of `function` of each block of rows.

    Parameters
    ----------
    function : callable
        Of as many arguments as there are columns.
    merge : callable
        Of two results; it may change the first.
    *columns : dask arrays and frames, arrays, or None
        With the same rows; None stays None. Blocks are those of the first lazy one. Frames have to
        have the same partitions.

    Raises
    ------
    ValueError
        Where the rows of the blocks cannot be brought together.
    """
    import dask

    blocks = _aligned(columns)
    results = [dask.delayed(function, pure=False)(*row) for row in zip(*blocks, strict=True)]
    return merged(results, merge).compute()


def merged(results, merge):
    """One delayed result of several, merged a few at a time, as a tree."""
    import dask

    while len(results) > 1:
        groups = [results[start : start + SPLIT] for start in range(0, len(results), SPLIT)]
        results = [dask.delayed(_merge_all, pure=False)(group, merge) for group in groups]
    return results[0]


def _merge_all(results, merge):
    found, *others = results
    for other in others:
        found = merge(found, other)
    return found


def _aligned(columns):
    """For each column the list of its blocks."""
    lazy = [column for column in columns if is_lazy(column)]
    sizes = _row_counts(lazy[0])
    found = []
    for column in columns:
        if column is None:
            found.append(None)
        elif not is_lazy(column):
            found.append(_cut(np.asarray(column), sizes))
        else:
            found.append(_delayed(column, sizes))
    count = len(next(blocks for blocks in found if blocks is not None))
    if any(blocks is not None and len(blocks) != count for blocks in found):
        raise ValueError(
            "expected the same partitions of all. "
            f"Got {', '.join(str(len(blocks)) for blocks in found if blocks is not None)}"
        )
    return [[None] * count if blocks is None else blocks for blocks in found]


def _row_counts(column):
    """Rows of each block; None where only dask will know."""
    chunks = getattr(column, "chunks", None)
    return None if chunks is None or np.isnan(chunks[0]).any() else chunks[0]


def _delayed(column, sizes):
    if not hasattr(column, "chunks"):  # a frame
        return list(column.to_delayed())
    if sizes is not None and _row_counts(column) is not None:
        _check_length(column.shape[0], sizes)
        column = column.rechunk((sizes, *[-1] * (column.ndim - 1)))
    return column.to_delayed().ravel().tolist()


def _cut(column, sizes):
    if sizes is None:
        raise ValueError(
            "expected arrays or series of dask for all, as rows of the partitions are not known"
        )
    _check_length(len(column), sizes)
    return np.split(column, np.cumsum(sizes)[:-1])


def _check_length(length, sizes):
    if length != sum(sizes):
        raise ValueError(f"expected {sum(sizes)} rows of each. Got {length}")
