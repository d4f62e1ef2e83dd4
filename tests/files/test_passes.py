"""Statistics of files against those of the same table in memory."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from orangecontrib.phidelta import core
from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files import parts as module
from orangecontrib.phidelta.files.cases import Features, Target
from orangecontrib.phidelta.files.frames import Frames
from orangecontrib.phidelta.files.passes import feature_statistics, pairings, score_statistics
from orangecontrib.phidelta.files.sources import Source

SIZE = 700


@pytest.fixture
def table():
    """Numbers, a text, a category and a boolean, some missing; three classes, some unknown."""
    random = np.random.default_rng(0)
    codes = random.choice(4, SIZE, p=[0.5, 0.2, 0.2, 0.1])
    x = random.normal(size=SIZE) + (codes == 1)
    x[random.random(SIZE) < 0.1] = np.nan
    texts = random.choice(["red", "green", "blue"], SIZE).tolist()
    texts[5] = None
    return {
        "x": x,
        "whole": random.integers(0, 9, SIZE),
        "text": texts,
        "category": pa.array(random.choice(["a", "b"], SIZE)).dictionary_encode(),
        "flag": random.random(SIZE) < 0.4 - 0.2 * (codes == 2),
        "w": random.random(SIZE),
        "class": [["sick", "ill", "well", None][code] for code in codes],
    }


@pytest.fixture(params=["memory", "parquet"])
def source(table, request, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 97)
    whole = pa.table(table)
    if request.param == "memory":
        return Frames([whole.slice(start, 97) for start in range(0, SIZE, 97)])
    pa.parquet.write_table(whole, tmp_path / "table.parquet")
    return Source([tmp_path / "table.parquet"])


def in_memory(table, values):
    """X, as the files should be read: codes by the order of the values."""
    columns = []
    for name, of_column in values.items():
        column = table[name]
        column = column.to_pylist() if isinstance(column, pa.Array) else list(column)
        if of_column is not None:
            places = {value: float(place) for place, value in enumerate(of_column)}
            column = [places.get(str(value), np.nan) for value in column]
        columns.append(column)
    return np.array(columns, float).T


@pytest.mark.parametrize("weights", [None, "w"])
def test_a_signature_of_blocks_is_that_of_the_table(source, table, weights):
    values = {
        "x": None,
        "whole": None,
        "text": ("blue", "green", "red"),
        "category": ("a", "b"),
        "flag": ("False", "True"),
    }
    told = []
    target = Target.of(source, "class", ["sick", "ill"])
    features = Features.of(source, list(values))
    assert features.values == tuple(values.values())
    statistics, rows = feature_statistics(source, target, features, weights, told.append)
    found = statistics.signature("pairs")
    known = np.array([each is not None for each in table["class"]])
    is_positive = np.array([each in ("sick", "ill") for each in table["class"]])[known]
    expected = core.class_signature(
        in_memory(table, values)[known],
        is_positive,
        names=list(values),
        values=list(values.values()),
        weights=None if weights is None else table["w"][known],
        subsets="pairs",
        tests=False,
    )
    assert found.names == expected.names
    for name in ("phi", "delta", "p_value", "cases"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), rtol=1e-9)
    assert rows.read == told[-1] == SIZE
    assert rows.left_out == f"{SIZE - known.sum()} rows of unknown or another class left out"


def test_sweeps_and_pairs_of_scores_are_those_of_the_rows_that_have_all(source, table):
    target = Target.of(source, "class", ["ill"])
    names = ["x", "whole", "w"]
    (x, whole, w), rows = score_statistics(source, target, names, bins=100)
    used = np.array([each is not None for each in table["class"]]) & ~np.isnan(table["x"])
    is_positive = np.array([each == "ill" for each in table["class"]])[used]
    np.testing.assert_array_equal(
        whole.sweep().tp, core.sweep(is_positive, table["whole"][used]).tp
    )
    for found, name in ((x, "x"), (w, "w")):
        expected = core.sweep(is_positive, table[name][used])
        assert found.sweep().auc == pytest.approx(expected.auc, abs=found.area_error)
    assert rows.missing == np.isnan(table["x"]).sum() - sum(
        np.isnan(value) and each is None
        for value, each in zip(table["x"], table["class"], strict=True)
    )
    cuts = [0.5, 3.5, 0.2]
    first, second = pairings(source, target, names, cuts)
    called = [table[name][used] > cut for name, cut in zip(names, cuts, strict=True)]
    for pairing, other in ((first, called[1]), (second, called[2])):
        expected = core.paired(is_positive, called[0], other)
        assert pairing.positives == expected.positives
        assert pairing.negatives == expected.negatives


def test_weights_of_scores_count_and_missing_ones_leave_the_row_out():
    table = pa.table(
        {"s": [0.1, 0.2, 0.7, 0.9], "w": [2.0, None, 1.0, 3.0], "y": [False, True, True, True]}
    )
    source = Frames([table])
    (found,), rows = score_statistics(source, Target.of(source, "y"), ["s"], "w")
    assert (found.sweep().positives, found.sweep().negatives) == (4, 2)
    assert rows.left_out == "1 row without a score or weight left out"


@pytest.mark.parametrize(
    ("columns", "positive", "message"),
    [
        ({"y": ["a", "b", "c"]}, (), "has 3 different values; say which .*There are a, b, c"),
        ({"y": ["a", "a"]}, (), "has 1 different values"),
        ({"y": pa.array([None, None], pa.string())}, (), "has 0 different values.*There is none"),
        ({"y": ["a", "b"]}, ("c",), "no value “c”. There are a, b"),
        ({"y": ["a", "b"]}, ("a", "b"), "each value is positive"),
        ({"x": [1]}, (), "no column “y”"),
        ({"y": list(range(2000))}, (), "more than 1000 different values; expected a class"),
    ],
)
def test_targets_that_are_none_are_told(columns, positive, message):
    with pytest.raises(FileError, match=message):
        Target.of(Frames([pa.table(columns)]), "y", positive)


def test_numbers_are_classes_as_readers_write_them():
    source = Frames([pa.table({"y": [0.0, 1.0, 1.0, None]})])
    target = Target.of(source, "y", ["0"])
    assert target.text == "0"
    assert (target.positive, target.negative) == ((0.0,), (1.0,))
    assert Target.of(source, "y").text == "1"
    (_, _, block), *_ = source.blocks(["y"])
    is_known, is_positive = target.of_block(block)
    assert is_known.tolist() == [True, True, True, False]
    assert is_positive.tolist() == [True, False, False, False]


@pytest.mark.parametrize(
    ("scores", "how", "message"),
    [
        ([0.1, np.inf, 0.3], {}, "column “s”, row 2: expected a finite number. Got inf"),
        ([0.1, 2.0, 0.3], {"are_probabilities": True}, "scores must be probabilities"),
        (["a", "b", "c"], {}, "column “s”: expected numbers. Got string"),
    ],
)
def test_scores_that_are_none_are_told(scores, how, message):
    source = Frames([pa.table({"s": scores, "y": [True, False, True]})])
    with pytest.raises(FileError, match=message):
        score_statistics(source, Target.of(source, "y"), ["s"], **how)


def test_weights_below_zero_and_features_that_are_neither_are_told():
    table = pa.table({"s": [1.0, 2.0], "w": [1.0, -2.0], "y": [True, False], "l": [[1], [2]]})
    source = Frames([table])
    target = Target.of(source, "y")
    with pytest.raises(FileError, match="“w”, row 2: expected a finite number of at least 0"):
        score_statistics(source, target, ["s"], "w")
    with pytest.raises(FileError, match="column “l”: expected numbers or texts. Got list"):
        Features.of(source, ["l"])


def test_a_class_against_another_and_numbers_as_presence():
    table = pa.table({"x": [0.0, 2.0, 0.0, 7.0, 5.0], "y": ["a", "a", "b", "b", "c"]})
    source = Frames([table])
    target = Target.of(source, "y", ["b"], ["a"])
    features = Features.of(source, ["x"])
    statistics, rows = feature_statistics(source, target, features, encoding="present")
    assert rows.unknown_class == 1
    assert statistics.signature().rates.ravel().tolist() == [0.5, 0.5]
    with pytest.raises(FileError, match="no value “d”"):
        Target.of(source, "y", ["b"], ["d"])
