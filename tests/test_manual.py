"""The manual's pages for programmers do what they say, and no measure is missing in it."""

import doctest
from pathlib import Path

import pytest
from AnyQt.QtGui import QImage
from AnyQt.QtSvg import QSvgRenderer
from Orange.data import Table

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.files.main import main

PAGE = Path(__file__).parents[1] / "doc" / "python.rst"


def test_the_page_from_python(app, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert outcome.failed == 0
    assert outcome.attempted > 50
    picture = QImage("diagram.png")
    assert picture.width() >= 640
    orange = [
        picture.pixelColor(x, y).hue()
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).saturation() > 200
    ]
    assert len(orange) > 300  # the curve
    assert QSvgRenderer("diagram.svg").isValid()


def test_the_page_on_large_data():
    page = PAGE.parent / "largedata.rst"
    outcome = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert outcome.failed == 0
    assert outcome.attempted > 15


def test_the_page_on_the_command_line_prints_what_the_command_does(tmp_path, capsys):
    Table("heart_disease").save(str(tmp_path / "heart.tab"))
    arguments = "rank", str(tmp_path / "heart.tab"), "--target", "diameter narrowing"
    assert main(list(arguments)) == 0
    first, best, bounds, *_ = capsys.readouterr().out.splitlines()
    page = (PAGE.parent / "commandline.rst").read_text(encoding="utf-8")
    assert f"    {first}\n    {best}\n    {bounds}\n" in page


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_every_measure_has_a_row_in_the_manual(measure):
    text = (PAGE.parent / "measures.rst").read_text(encoding="utf-8")
    rows = [row.splitlines() for row in text.split("\n   * - ")]
    (row,) = (row for row in rows if row[0].endswith(f"({measure.symbol})"))
    formula, *_, reference = (line.strip().removeprefix("-").strip() for line in row[1:5])
    assert formula.casefold().startswith(measure.text.casefold())
    assert reference == measure.reference
