"""How a table is cut: each element once, in tiles that fit the cache; threads if worth it."""

import os

import numpy as np
import pytest

from orangecontrib.phidelta.core.counting.tiles import parts, reduce_cases, tiles


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(1, 1), (17, 3), (5000, 7), (300, 2500), (40_000, 40)])
def test_every_element_is_in_one_tile(shape, order):
    X = np.zeros(shape, np.int8, order=order)
    largest = max(X.size // 128, 2**14, 16 * min(shape[1], 2**14))
    for cases, rows, groups in tiles(X, shape[1]):
        for row in rows:
            for group in groups:
                tile = X[cases][row, group]
                assert 0 < tile.size <= max(largest, 1024)
                tile += 1
    assert (X == 1).all()


@pytest.mark.parametrize(
    ("cases", "features", "threads"),
    [
        (100_000, 2, 1),  # few data
        (2_000, 3_000, 1),  # a wide table
        (50_000, 100, 2),  # 5 million elements: 2 threads, with 2 million for each
        (12_500, 1_000, 3),  # 4096 cases for each
        (300_000, 60, 4),  # there are never more
    ],
)
@pytest.mark.parametrize("processors", [1, 2, 16])
def test_threads_where_they_are_worth_it(monkeypatch, cases, features, threads, processors):
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    found = parts(np.broadcast_to(0, (cases, features)))
    assert len(found) == min(threads, processors)
    assert [found[0].start, found[-1].stop] == [0, cases]
    assert [part.stop for part in found[:-1]] == [part.start for part in found[1:]]
    sizes = [part.stop - part.start for part in found]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("shape", [(1, 1), (9, 2000), (700, 3), (1025, 1), (64, 512), (5, 600)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_least_of_each_column(shape, order):
    tile = np.asarray(np.random.default_rng(5).normal(size=shape), order=order)
    np.testing.assert_array_equal(reduce_cases(np.minimum, tile), tile.min(axis=0))
    tile[shape[0] // 2, 0] = np.nan
    np.testing.assert_array_equal(reduce_cases(np.fmax, tile)[1:], tile.max(axis=0)[1:])


@pytest.mark.parametrize(
    ("shape", "order", "cases", "at_once", "features"),
    [
        # 2**18 elements, and 102 times 10 cases are long rows: 26 * 100; 16 tiles at once
        ((1_000_000, 100), "C", 2620, 16, 100),
        # 8 million elements: 62 500 for each tile, or 20 times 51 cases
        ((400_000, 20), "C", 3111, 16, 20),
        # few elements: 2**14, or as many whole folds of 146 cases
        ((50_000, 7), "C", 2336, 16, 7),
        # a wide table: 16 cases at least, and so many features that a tile has 2**18
        ((2_000, 100_000), "C", 16, 16, 2**14),
        # along the columns: four of them in a tile, of a quarter of its elements
        ((1_000_000, 100), "F", 2**16, 1, 4),
        ((3_000, 20_000), "F", 3_000, 1, 87),
    ],
)
def test_tiles_fit_the_cache(shape, order, cases, at_once, features):
    strides = (shape[1], 1) if order == "C" else (1, shape[0])
    X = np.lib.stride_tricks.as_strided(np.zeros(1), shape, np.multiply(strides, 8))
    chosen, rows, groups = next(iter(tiles(X, shape[1])))
    assert chosen == slice(0, min(at_once * cases, shape[0]))
    assert [rows[0], groups[0]] == [slice(0, cases), slice(0, features)]
    assert len(rows) == min(at_once, -(-shape[0] // cases))


def test_no_features_no_tiles():
    for cases, rows, groups in tiles(np.zeros((40, 0)), 0):
        assert cases == slice(0, 40)
        assert groups == []
        assert rows[0].start == 0
