"""The manual's page for programmers does what it says, and no measure is missing in the manual."""

import doctest
from pathlib import Path

import pytest
from AnyQt.QtGui import QImage
from AnyQt.QtSvg import QSvgRenderer

from orangecontrib.phidelta.core.decisions.measures import MEASURES

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


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_every_measure_has_a_row_in_the_manual(measure):
    text = (PAGE.parent / "measures.rst").read_text(encoding="utf-8")
    rows = [row.splitlines() for row in text.split("\n   * - ")]
    (row,) = (row for row in rows if row[0].endswith(f"({measure.symbol})"))
    formula, *_, reference = (line.strip().removeprefix("-").strip() for line in row[1:5])
    assert formula.casefold().startswith(measure.text.casefold())
    assert reference == measure.reference
