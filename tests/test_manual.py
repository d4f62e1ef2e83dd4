"""The manual's page for programmers does what it says."""

import doctest
from pathlib import Path

from AnyQt.QtGui import QImage
from AnyQt.QtSvg import QSvgRenderer

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
