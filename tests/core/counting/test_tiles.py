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
