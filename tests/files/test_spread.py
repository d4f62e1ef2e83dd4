"""Pieces read side by side give what one pass gives, also when a worker is lost."""

import json
import operator
import os
import signal
import threading
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from distributed import Client, LocalCluster

from orangecontrib.phidelta.files import FileError
from orangecontrib.phidelta.files.cases import Features, Target
from orangecontrib.phidelta.files.main import main
from orangecontrib.phidelta.files.passes import feature_statistics, pairings, score_statistics
from orangecontrib.phidelta.files.sources import Source
from orangecontrib.phidelta.files.spread import Spread

#: What a cluster of its own says when it ends, and nothing of ours.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def cluster():
    """Two processes, on ports that are free."""
    how = {"dashboard_address": None, "processes": True}
    with LocalCluster(n_workers=2, threads_per_worker=1, **how) as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two files of three groups of rows each, few positives, some values missing."""
    path = tmp_path_factory.mktemp("spread")
    random = np.random.default_rng(0)
    for name in ("a", "b"):
        ill = random.random(900) < 0.15
        x = random.normal(size=900) + ill
        x[::50] = np.nan
        table = {
            "x": x,
            "score": random.normal(size=900) + ill,
            "other": random.normal(size=900),
            "colour": random.choice(["red", "blue"], 900),
            "ill": np.where(ill, "yes", "no"),
        }
        pa.parquet.write_table(pa.table(table), path / f"{name}.parquet", row_group_size=300)
    return path


def statistics_of(source):
    target = Target.of(source, "ill")
    features = Features.of(source, ["x", "colour"])
    return feature_statistics(source, target, features), target


def test_pieces_are_groups_of_rows_numbered_as_in_the_file(folder):
    source = Source([str(folder / "*.parquet")])
    pieces = source.pieces()
    assert len(pieces) == 6
    places = [
        (path[-9:], first, len(block))
        for each in pieces
        for path, first, block in each.blocks(["x"])
    ]
    assert places == [(f"{name}.parquet", first, 300) for name in "ab" for first in (1, 301, 601)]


@pytest.mark.parametrize("has_client", [False, True])
def test_pieces_give_what_one_pass_gives(folder, cluster, has_client):
    source = Source([str(folder / "*.parquet")])
    (one, rows), target = statistics_of(source)
    with Client(cluster) as client:
        spread = Spread(source, client if has_client else None)
        (many, many_rows), _ = statistics_of(spread)
        (found,), _ = score_statistics(spread, target, ["score"], bins=50)
        (pair,) = pairings(spread, target, ["score", "other"], [0.5, 0.1])
    assert rows == many_rows
    assert rows.read == 1800
    for name in ("delta", "phi", "p_value"):
        np.testing.assert_allclose(
            getattr(many.signature(), name), getattr(one.signature(), name), rtol=1e-12
        )
    (expected,), _ = score_statistics(source, target, ["score"], bins=50)
    np.testing.assert_array_equal(found.sweep().cuts, expected.sweep().cuts)
    np.testing.assert_array_equal(found.sweep().tp, expected.sweep().tp)
    (alone,) = pairings(source, target, ["score", "other"], [0.5, 0.1])
    assert pair.positives == alone.positives


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(folder, cluster, tmp_path):
    def count(piece):  # within, so that it travels to workers that do not know this file
        marker = tmp_path / "working"
        if not marker.exists():  # the first piece that is read says by whom, and takes long
            marker.write_text(str(os.getpid()))
            time.sleep(60)
        return sum(block.num_rows for _, _, block in piece.blocks(["x"]))

    def kill():
        until = time.monotonic() + 30
        while not (tmp_path / "working").exists() and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(int((tmp_path / "working").read_text()), signal.SIGKILL)

    with Client(cluster) as client:
        murder = threading.Thread(target=kill)
        murder.start()
        spread = Spread(Source([str(folder / "*.parquet")]), client)
        assert spread.reduce(count, operator.add) == 1800
        murder.join()


def test_a_piece_that_cannot_be_read_names_its_file(folder, cluster, tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.parquet").write_bytes((folder / f"{name}.parquet").read_bytes())
    source = Source([str(tmp_path / "*.parquet")])
    broken = tmp_path / "b.parquet"
    with Client(cluster) as client:
        spread = Spread(source, client)
        whole = bytearray(broken.read_bytes())
        whole[40:4000] = bytes(3960)  # the values, not the index
        broken.write_bytes(whole)
        with pytest.raises(FileError, match=r"b\.parquet: "):
            statistics_of(spread)


def test_the_command_line_lets_a_cluster_read(folder, cluster, capsys):
    arguments = ["rank", str(folder / "*.parquet"), "--target", "ill", "--json"]
    assert main(arguments) == 0
    alone = json.loads(capsys.readouterr().out)["table"]
    assert main([*arguments, "--scheduler", cluster.scheduler_address]) == 0
    spread = json.loads(capsys.readouterr().out)["table"]
    assert spread.pop("feature") == alone.pop("feature")
    for name, column in spread.items():
        assert column == pytest.approx(alone[name], rel=1e-9), name


def test_a_scheduler_that_is_not_there_is_told(folder, capsys):
    arguments = ["rank", str(folder / "*.parquet"), "--target", "ill"]
    assert main([*arguments, "--scheduler", "nonsense://x"]) == 2
    assert "nonsense://x: no scheduler answers" in capsys.readouterr().err
