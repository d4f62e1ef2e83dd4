"""The command line, as it is typed."""

import csv
import json
import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from Orange.data import Table

from orangecontrib.phidelta import core
from orangecontrib.phidelta.files import main as module
from orangecontrib.phidelta.files.main import main


@pytest.fixture
def heart(tmp_path):
    Table("heart_disease").save(str(tmp_path / "heart.tab"))
    return str(tmp_path / "heart.tab")


@pytest.fixture
def scored(tmp_path):
    """A file of two scores, the second of which is the better one; few positives."""
    random = np.random.default_rng(0)
    ill = random.random(4000) < 0.1
    table = {
        "ill": np.where(ill, "yes", "no"),
        "weak": random.normal(size=4000) + 0.5 * ill,
        "strong": 1 / (1 + np.exp(3 - random.normal(size=4000) - 2 * ill)),
    }
    pa.parquet.write_table(pa.table(table), tmp_path / "scored.parquet")
    return str(tmp_path / "scored.parquet"), ill, table


def printed(capsys, *arguments):
    """What is printed, and as facts."""
    assert main(list(arguments)) == 0
    text = capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    return text, json.loads(capsys.readouterr().out)


def test_signature_and_rank_tell_what_the_library_does(heart, capsys):
    data = Table("heart_disease")
    text, facts = printed(capsys, "signature", heart, "--target", "diameter narrowing")
    expected = core.class_signature(
        data.X,
        data.Y == 1,
        names=[v.name for v in data.domain.attributes],
        values=[v.values if v.is_discrete else None for v in data.domain.attributes],
        subsets="best",
        tests=False,
    )
    np.testing.assert_allclose(facts["table"]["delta"], expected.delta)
    assert facts["prevalence"] == pytest.approx(139 / 303)
    assert "303 rows, 13 features; positive: 1 (45.875%)" in text
    assert "greatest |δ|: thal in {fixed defect, reversable defect}, 0.523" in text
    text, facts = printed(
        capsys, "rank", heart, "--target", "diameter narrowing", "--by", "phi", "--rows", "3"
    )
    order = np.argsort(-expected.phi)
    assert facts["table"]["phi"] == pytest.approx(expected.phi[order].tolist())
    assert "... 10 more rows; --out FILE has all" in text


def test_options_of_features_are_followed(heart, capsys):
    arguments = ["rank", heart, "--target", "thal", "--positive", "normal,fixed defect"]
    _, facts = printed(capsys, *arguments, "--without", "age,gender", "--class-ratio", "9")
    assert facts["positive"] == "fixed defect or normal"
    assert facts["unknown_class"] == 2
    assert len(facts["table"]["feature"]) == 11
    _, other = printed(capsys, *arguments, "--by", "information", "--class-ratio", "9")
    _, even = printed(capsys, *arguments, "--by", "information", "--class-ratio", "1")
    assert max(other["table"]["information"]) < max(even["table"]["information"])


def test_thresholds_are_those_of_the_sweep(scored, capsys):
    path, ill, table = scored
    arguments = ["thresholds", path, "--actual", "ill", "--score", "strong", "--probabilities"]
    costs = {"cost_fp": 1.0, "cost_fn": 5.0}
    text, facts = printed(
        capsys, *arguments, "--cost-fn", "5", "--class-ratio", "19", "--rows", "4"
    )
    sweep = core.sweep(ill, table["strong"])
    best = core.best_cut(sweep, "cost", 0.05, **costs)
    assert facts["cost"] == pytest.approx(best.value)
    assert facts["cut"] == pytest.approx(best.cut)
    assert facts["auc"] == pytest.approx(sweep.auc)
    assert f"Cost is best with cut {best.cut:.3g}" in text
    _, facts = printed(capsys, *arguments, "--measure", "kappa", "--require", "sensitivity>=0.9")
    enough = core.Constraint("sensitivity", ">=", 0.9)
    best = core.best_cut(sweep, "kappa", constraints=enough)
    assert facts["kappa"] == pytest.approx(best.value)
    assert facts["sensitivity"] >= 0.9
    text, _ = printed(capsys, *arguments, "--bins", "20", "--measure", "accuracy")
    assert "goes beyond" in text
    assert " ± " in text


def test_scores_are_compared_case_by_case(scored, capsys):
    path, ill, table = scored
    arguments = ["compare", path, "--actual", "ill", "--score", "strong", "--score", "weak"]
    text, facts = printed(capsys, *arguments, "--cost-fn", "4")
    cuts = facts["table"]["cut"]
    pairing = core.paired(ill, table["strong"] > cuts[0], table["weak"] > cuts[1])
    expected = pairing.difference("cost", cost_fp=1.0, cost_fn=4.0)
    assert facts["table"]["first_minus_this"][1] == pytest.approx(expected.value)
    assert facts["table"]["first_is_better"][1] == pytest.approx(expected.probability)
    assert expected.value < 0, "the first is the cheaper one"
    assert facts["table"]["first_is_better"][1] > 0.99
    assert [name for *_, name in facts["cheapest"]].count("strong") >= 1
    assert "cuts were chosen on the same rows" in text


def test_tables_are_written_whole(heart, tmp_path, capsys):
    for name in ("ranked.csv", "ranked.parquet"):
        out = tmp_path / name
        assert main(["rank", heart, "--target", "diameter narrowing", "--out", str(out)]) == 0
        if name.endswith("csv"):
            rows = list(csv.DictReader(out.open(encoding="utf-8")))
        else:
            rows = pa.parquet.read_table(out).to_pylist()
        assert len(rows) == 13
        assert rows[0]["feature"] == "thal in {fixed defect, reversable defect}"
        assert float(rows[0]["delta"]) == pytest.approx(0.5233, abs=1e-4)
        assert os.stat(out).st_mode & 0o044 == os.stat(heart).st_mode & 0o044
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "heart.tab",
        "heart.tab.metadata",
        "ranked.csv",
        "ranked.parquet",
    ]


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_picture_is_that_of_the_widget(heart, tmp_path, ending, capsys):
    path = tmp_path / f"heart.{ending}"
    target = ["--target", "diameter narrowing"]
    assert main(["signature", heart, *target, "--picture", str(path), "--class-ratio", "3"]) == 0
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[ending]
    assert path.read_bytes().startswith(start)
    assert path.stat().st_size > 5000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rank", "none.csv", "--target", "y"], "none.csv: there is no such file"),
        (["rank", "HEART", "--target", "y"], "no column “y”"),
        (["rank", "HEART", "--target", "thal"], "say which are positive (--positive)"),
        (["rank", "HEART", "--target", "gender", "--without", "q"], "no column “q”"),
        (["rank", "HEART", "--target", "gender", "--out", "x.xml"], "ending in .csv, .parquet"),
        (["rank", "HEART", "--target", "gender", "--out", "no/x.csv"], "there is no folder no"),
        (["rank", "HEART", "--target", "gender", "--picture", "x.gif"], ".svg, .png, .pdf"),
        (
            ["rank", "HEART", "--target", "gender", "--subsets", "all", "--without", "age"],
            None,
        ),
        (["thresholds", "HEART", "--actual", "gender", "--score", "thal"], "expected numbers"),
        (
            "thresholds HEART --actual gender --score age --require recall>=1".split(),
            "measure must be one of",
        ),
        (
            "thresholds HEART --actual gender --score age --require sensitivity".split(),
            "'sensitivity >= 0.9'",
        ),
        (
            "thresholds HEART --actual gender --score age --require precision>=0.999999".split(),
            None,
        ),
        (["compare", "HEART", "--actual", "gender", "--score", "age"], "two or more scores"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(
    heart, capsys, arguments, message, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    code = main([heart if each == "HEART" else each for each in arguments])
    told = capsys.readouterr().err
    if message is None:
        assert code in (0, 2)
        return
    assert code == 2
    assert told.startswith("phidelta: ")
    assert message in told
    assert told.count("\n") == 1


def test_a_write_that_fails_leaves_what_was_there(heart, tmp_path, monkeypatch, capsys):
    out = tmp_path / "ranked.csv"
    out.write_text("old")

    def fail(table, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(
        module.importlib.import_module("orangecontrib.phidelta.files.output").WRITERS, ".csv", fail
    )
    assert main(["rank", heart, "--target", "gender", "--out", str(out)]) == 2
    assert "ranked.csv: No space left on device" in capsys.readouterr().err
    assert out.read_text() == "old"
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_without_what_it_needs_it_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: None)
    assert main(["rank", "a.csv", "--target", "y"]) == 2
    assert 'pyarrow and rich not found: python -m pip install "Orange3-PhiDelta[files]"' in (
        capsys.readouterr().err
    )


def test_help_and_version_do_not_read_anything(capsys):
    for arguments, expected in ((["--version"], "0.1.0"), (["rank", "--help"], "--by")):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        assert expected in capsys.readouterr().out
