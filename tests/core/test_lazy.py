"""Arrays and frames of dask are taken block by block, or refused; never loaded as a whole."""

import numpy as np
import pytest

from orangecontrib.phidelta import core
from orangecontrib.phidelta.core import lazy

da = pytest.importorskip("dask.array")


@pytest.fixture
def cases():
    """Few positives, weights, and scores of many values."""
    random = np.random.default_rng(0)
    is_positive = random.random(1000) < 0.15
    return is_positive, random.normal(size=1000) + is_positive, random.random(1000)


def watched(array, chunks, greatest):
    """A lazy array that fails where more rows than `greatest` are computed at once."""

    def check(block):
        assert len(block) <= greatest, "loaded as a whole"
        return block

    return da.from_array(array, chunks=chunks).map_blocks(check, dtype=array.dtype)


def test_a_sweep_of_blocks_is_that_of_all_cases(cases):
    is_positive, scores, weights = cases
    chunks = (100, 250, 650)
    expected = core.sweep(is_positive, scores, weights)
    for of_blocks in (
        core.sweep(*(watched(each, (chunks,), 650) for each in cases)),
        core.sweep(is_positive, watched(scores, (chunks,), 650), weights),
        core.sweep(watched(is_positive, 300, 300), watched(scores, (chunks,), 650), weights),
    ):
        np.testing.assert_array_equal(of_blocks.cuts, expected.cuts)
        np.testing.assert_allclose(of_blocks.tp, expected.tp, rtol=1e-12)
        np.testing.assert_allclose(of_blocks.fp, expected.fp, rtol=1e-12)
    best = core.best_cut(expected, "cost", 0.05, cost_fn=5.0)
    assert core.best_cut(of_blocks, "cost", 0.05, cost_fn=5.0).cut == best.cut


def test_statistics_take_lazy_blocks_among_others(cases):
    is_positive, scores, _ = cases
    statistics = core.ScoreStatistics(bins=30).update(is_positive[:400], scores[:400])
    statistics.update(is_positive[400:], watched(scores[400:], 150, 150))
    whole = core.ScoreStatistics(bins=30).update(is_positive, scores)
    np.testing.assert_array_equal(statistics.sweep().cuts, whole.sweep().cuts)
    np.testing.assert_array_equal(statistics.sweep().tp, whole.sweep().tp)


def test_series_of_frames_are_blocks_too(cases):
    pandas, dd = pytest.importorskip("pandas"), pytest.importorskip("dask.dataframe")
    is_positive, scores, _ = cases
    frame = pandas.DataFrame({"ill": is_positive, "score": scores})
    lazy_frame = dd.from_pandas(frame, npartitions=4)
    found = core.sweep(lazy_frame["ill"], lazy_frame["score"])
    np.testing.assert_array_equal(found.tp, core.sweep(is_positive, scores).tp)
    with pytest.raises(ValueError, match="rows of the partitions are not known"):
        core.sweep(is_positive, lazy_frame["score"])
    with pytest.raises(ValueError, match="same partitions of all. Got 2, 4"):
        core.sweep(dd.from_pandas(frame, npartitions=2)["ill"], lazy_frame["score"])


def test_lengths_that_differ_are_told(cases):
    is_positive, scores, _ = cases
    for others in (is_positive[:-1], da.from_array(is_positive[:-1], chunks=100)):
        with pytest.raises(ValueError, match=r"expected (1000|999) rows of each. Got (1000|999)"):
            core.sweep(others, da.from_array(scores, chunks=100))


def never(*shape):
    """A lazy array that must not be computed."""

    def fail(block):
        raise AssertionError("loaded")

    zeros = da.zeros(shape, chunks=(10, *shape[1:]))
    return zeros.map_blocks(fail, dtype=float, meta=np.empty((0,) * len(shape)))


@pytest.mark.parametrize(
    "call",
    [
        lambda: core.paired(never(20), [True] * 20, [False] * 20),
        lambda: core.Counts.from_decisions(never(20), [True] * 20),
        lambda: core.replicated(never(20), [np.arange(20)]),
        lambda: next(core.bootstrap_ranks(never(20, 2), [True, False] * 10)),
        lambda: core.similarity(never(20), np.arange(20)),
    ],
)
def test_what_needs_all_values_is_refused_with_the_size(call):
    with pytest.raises(ValueError, match=r"needs all values at once, \d+ MB; compute\(\) them"):
        call()


def test_a_tree_merges_all_results_once():
    dask = pytest.importorskip("dask")
    results = [dask.delayed(lambda number=number: [number])() for number in range(70)]
    assert sorted(lazy.merged(results, lambda one, other: one + other).compute()) == list(
        range(70)
    )


def test_refusing_names_what_size_is_not_known():
    class Frame:
        __dask_graph__ = None

    with pytest.raises(ValueError, match="sorting needs all values at once, of unknown size"):
        lazy.refuse_lazy("sorting", np.zeros(3), Frame())
    lazy.refuse_lazy("sorting", np.zeros(3), None)


@pytest.mark.parametrize("encoding", ["linear", "present"])
def test_a_signature_of_blocks_is_that_of_the_table(cases, encoding):
    is_positive, _, weights = cases
    random = np.random.default_rng(1)
    X = random.poisson(0.5, size=(1000, 4)).astype(float)
    X[:, 0] += is_positive
    X[::9, 1], X[:, 3] = np.nan, random.integers(0, 3, 1000)
    how = {"values": [None, None, None, tuple("abc")], "encoding": encoding, "subsets": "best"}
    expected = core.class_signature(X, is_positive, weights=weights, tests=False, **how)
    found = core.class_signature(
        watched(X, ((300, 700), 2), 700), is_positive, weights=watched(weights, 50, 50), **how
    )
    assert found.names == expected.names
    for name in ("phi", "delta", "p_value"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-9)
    assert core.rank(found).features.tolist() == core.rank(expected).features.tolist()


def test_a_signature_of_partitions_knows_names_and_categories(cases):
    pandas, dd = pytest.importorskip("pandas"), pytest.importorskip("dask.dataframe")
    is_positive, scores, _ = cases
    colours = np.where(scores > 0.5, "red", "blue")
    frame = pandas.DataFrame({"score": scores, "colour": pandas.Categorical(colours)})
    expected = core.class_signature(frame, is_positive, tests=False)
    partitions = dd.from_pandas(frame.assign(ill=is_positive), npartitions=3)
    found = core.class_signature(partitions[["score", "colour"]], partitions["ill"])
    assert found.names == expected.names
    np.testing.assert_allclose(found.delta, expected.delta, rtol=1e-9)
    unknown = partitions.assign(colour=partitions["colour"].cat.as_unknown())
    with pytest.raises(ValueError, match=r"“?'colour'”? has unknown categories; categorize\(\)"):
        core.class_signature(unknown[["score", "colour"]], partitions["ill"])


@pytest.mark.parametrize("encoding", ["best cut", "ranks", "automatic"])
def test_encodings_that_see_all_values_are_refused_with_the_size(encoding):
    with pytest.raises(ValueError, match=rf"encoding '{encoding}' needs all values at once, 0 MB"):
        core.class_signature(never(20, 2), [True, False] * 10, encoding=encoding)
