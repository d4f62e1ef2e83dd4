"""Cutting a table into tiles that fit the cache."""

import os

import numpy as np

_TILE = 2**18  # most elements of a tile
_WORTH_A_THREAD = 2**21  # elements
_LONG_ROW = 1024
_TILES_AT_ONCE = 16


def tiles(X, count):
    """Cut a dense table with `count` features, along its layout in memory.

    Yields
    ------
    cases : slice
        Of some neighbouring tiles.
    rows, groups : lists of slices
        The cases, counted from the first of them all, and the features; each with each is a tile.
        It is at most 1/128 of the table, unless that is small.
    """
    size = int(np.clip(X.size // 128, 2**14, _TILE))
    if abs(X.strides[0]) >= abs(X.strides[1]):
        fold = max(_LONG_ROW // max(count, 1), 1)
        height = max(size // max(count, 1) // fold * fold, 16)
        span = _TILES_AT_ONCE * height
    else:
        span = height = max(min(len(X), size // 4), 1)
    width = max(size // height, 1)
    groups = [slice(start, min(start + width, count)) for start in range(0, count, width)]
    for first in range(0, len(X), span):
        cases = range(min(span, len(X) - first))
        rows = [slice(start, min(start + height, len(cases))) for start in cases[::height]]
        yield slice(first, first + len(cases)), rows, groups


def parts(X):
    """Cases for each thread, as slices; one where the data are few or the table is wide."""
    threads = min(os.cpu_count() or 1, 4, X.size // _WORTH_A_THREAD, len(X) // 4096)
    ends = np.linspace(0, len(X), max(threads, 1) + 1).astype(int)
    return [slice(*pair) for pair in zip(ends[:-1], ends[1:], strict=True)]


def reduce_cases(ufunc, tile):
    """`ufunc.reduce` over the cases; of a narrow tile, many cases are taken as one long row."""
    fold = _LONG_ROW // tile.shape[1]
    body = len(tile) - len(tile) % max(fold, 1)
    if fold < 2 or not body or not tile.flags.c_contiguous:
        return ufunc.reduce(tile)
    folded = ufunc.reduce(tile[:body].reshape(-1, fold * tile.shape[1]))
    reduced = ufunc.reduce(folded.reshape(fold, -1))
    return reduced if body == len(tile) else ufunc(reduced, ufunc.reduce(tile[body:]))
