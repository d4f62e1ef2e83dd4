"""Files as blocks of columns, and what is said of those that cannot be read."""

import gzip

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from Orange.data import Table as OrangeTable

from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files import parts as module
from orangecontrib.phidelta.files.frames import Frames
from orangecontrib.phidelta.files.sources import Source

COLUMNS = {"x": [1.0, None, 2.5], "y": ["yes", "no", None], "n": [3.0, 4.0, 5.0]}


def write(path, kind):
    table = pa.table(COLUMNS)
    text = "x,y,n\n1,yes,3\n,no,4\n2.5,,5\n"
    if kind == "csv":
        path.write_text(text)
    elif kind == "csv.gz":
        path.write_bytes(gzip.compress(text.encode()))
    elif kind == "tsv":
        path.write_text(text.replace(",", "\t"))
    elif kind == "parquet":
        pa.parquet.write_table(table, path)
    else:
        pa.feather.write_feather(table, path)
    return str(path)


def rows_of(source, columns):
    return [row for _, _, block in source.blocks(columns) for row in block.to_pylist()]


@pytest.mark.parametrize("kind", ["csv", "csv.gz", "tsv", "parquet", "feather", "arrow"])
def test_every_format_gives_the_same(tmp_path, kind):
    source = Source([write(tmp_path / f"table.{kind}", kind)])
    assert list(source.columns) == ["x", "y", "n"]
    assert rows_of(source, ["n", "x", "y"]) == [
        {"n": n, "x": x, "y": y} for x, y, n in zip(*COLUMNS.values(), strict=True)
    ]
    assert source.values(["y", "n"], 3, "") == {"y": ["no", "yes"], "n": [3.0, 4.0, 5.0]}


def test_formats_of_orange_are_read_too(tmp_path):
    OrangeTable("heart_disease").save(str(tmp_path / "heart.tab"))
    source = Source([tmp_path / "heart.tab"])
    assert source.count_rows() == 303
    assert source.values(["gender"], 2, "") == {"gender": ["female", "male"]}


def test_several_files_are_one_table_and_rows_are_numbered_in_each(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 2)
    for name in ("part-2", "part-1"):
        write(tmp_path / f"{name}.parquet", "parquet")
    source = Source([str(tmp_path / "part-*.parquet")])
    assert source.count_rows() == 6
    places = [(path[-9:], first, len(block)) for path, first, block in source.blocks(["x"])]
    assert places == [
        ("1.parquet", 1, 2),
        ("1.parquet", 3, 1),
        ("2.parquet", 1, 2),
        ("2.parquet", 3, 1),
    ]
    assert repr(source) == "<Source of 2 parts, 3 columns>"


def test_texts_are_read_as_in_the_first_file(tmp_path):
    (tmp_path / "a.csv").write_text("id,x\na7,1\n")
    (tmp_path / "b.csv").write_text("id,x\n7,\n")
    source = Source([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert rows_of(source, ["id", "x"]) == [{"id": "a7", "x": 1.0}, {"id": "7", "x": None}]


@pytest.mark.parametrize(
    ("files", "wanted", "message"),
    [
        ({}, "none.csv", "there is no such file"),
        ({}, "part-*.csv", "there is no such file"),
        ({"a.pkl": "x"}, "a.pkl", "expected a file ending in .parquet"),
        ({"a.csv": ""}, "a.csv", "Empty CSV file"),
        ({"a.parquet": "no"}, "a.parquet", "smaller than the minimum file"),
        ({"a.csv": "x,x\n1,2\n"}, "a.csv", "multiple columns named x"),
        ({"a.csv": "x\n1\n", "a.tsv": "x\n1\n"}, "a.?sv", "one format. Got csv, tsv"),
        ({"a.csv": "x\n1\n", "b.csv": "y\n1\n"}, "?.csv", "“x” is double there, missing here"),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path, files, wanted, message):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(FileError, match=message) as told:
        Source([str(tmp_path / wanted)])
    assert str(tmp_path) in str(told.value) or "one format" in message
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.2345\n" * 300_000 + "oops\n", "column “x”, row 300001: expected a number. Got .*oops"),
        ("1\n" * 3 + "1,2\n", "Expected 1 columns, got 2"),
    ],
)
def test_what_does_not_fit_names_file_column_and_row(tmp_path, text, message):
    path = tmp_path / "a.csv"
    path.write_text("x\n" + text)
    with pytest.raises(FileError, match=rf"a\.csv: .*{message}"):
        rows_of(Source([path]), ["x"])


def test_columns_that_are_not_there_and_columns_of_too_many_values(tmp_path):
    source = Source([write(tmp_path / "a.csv", "csv")])
    with pytest.raises(FileError, match="no column “z”. There are x, y, n"):
        list(source.blocks(["x", "z"]))
    with pytest.raises(FileError, match="“n” has more than 1 different values; leave it out"):
        source.values(["n"], 1, "leave it out")


def test_blocks_in_memory_are_a_source():
    pandas = pytest.importorskip("pandas")
    frames = [
        pandas.DataFrame({"x": [1, 2], "c": ["a", None]}),
        pandas.DataFrame({"x": [3], "c": ["b"]}),
    ]
    of_arrow = [pa.Table.from_pandas(each, preserve_index=False) for each in frames]
    batches = [batch for table in of_arrow for batch in table.to_batches()]
    expected = [{"x": 1, "c": "a"}, {"x": 2, "c": None}, {"x": 3, "c": "b"}]
    for blocks in (frames, of_arrow, batches, lambda: iter(frames)):
        source = Frames(blocks)
        assert rows_of(source, ["x", "c"]) == expected
        assert [first for _, first, _ in source.blocks(["x"])] == [1, 3]
        assert source.values(["c"], 5, "") == {"c": ["a", "b"]}
        assert source.count_rows() is None


def test_a_frame_of_polars_is_taken_by_what_it_has():
    class Polars:
        def to_arrow(self):
            return pa.table({"x": [1.5]})

    assert rows_of(Frames([Polars()]), ["x"]) == [{"x": 1.5}]


def test_arrays_are_blocks_with_given_names():
    source = Frames([np.array([[1, 2], [3, 4]])], ["a", "b"])
    assert rows_of(source, ["b", "a"]) == [{"b": 2, "a": 1}, {"b": 4, "a": 3}]
    assert list(Frames([np.zeros((1, 2))]).columns) == ["column 0", "column 1"]
    with pytest.raises(FileError, match="columns a. Got b"):
        rows_of(Frames([pa.table({"a": [1]}), pa.table({"b": [1]})]), ["a"])
    with pytest.raises(FileError, match="at least one block"):
        Frames([])
