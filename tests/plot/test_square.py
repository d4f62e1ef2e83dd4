"""What all diagrams of the unit square have in common, and when they take a palette."""

import pytest
from AnyQt.QtGui import QColor, QPalette

from orangecontrib.phidelta.core.decisions.spaces import phi_delta, roc
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.features import FeatureDiagram
from orangecontrib.phidelta.plot.square import SquarePlot
from orangecontrib.phidelta.plot.themed import ThemedPlot
from orangecontrib.phidelta.plot.tuning import CutPlot, TuningDiagram

DIAGRAMS = Diagram, FeatureDiagram, TuningDiagram


def test_features_are_no_classifiers():
    """Both stand on what they have in common, not one on the other."""
    assert all(issubclass(kind, SquarePlot) for kind in DIAGRAMS)
    assert not issubclass(FeatureDiagram, Diagram)


def test_a_diagram_of_features_letters_what_it_has(app):
    diagram = FeatureDiagram()
    assert diagram.lettered == [diagram.frame, diagram.isometrics, diagram.labels]


@pytest.mark.parametrize("kind", [*DIAGRAMS, CutPlot])
def test_a_palette_counts_from_the_start_and_when_it_changes(app, kind):
    heard = []
    plot = kind()
    assert isinstance(plot, ThemedPlot)
    plot.follow_palette(lambda palette: heard.append(palette.color(QPalette.Text).name()))
    assert len(heard) == 1
    dark = QPalette()
    dark.setColor(QPalette.Text, QColor("#fafbfc"))
    plot.setPalette(dark)
    assert heard[1:] == ["#fafbfc"]


@pytest.mark.parametrize("kind", DIAGRAMS)
def test_every_diagram_fits_and_takes_fonts_and_sizes(app, kind):
    diagram, told = kind(), []
    diagram.resize(500, 400)
    diagram.sight_changed.connect(lambda: told.append(diagram.is_narrow))
    diagram.show_space(phi_delta(0.001), 0.001)
    assert told[-1:] == [True]
    diagram.show_space(roc(), 0.3)
    assert told[-1:] == [False]
    assert diagram.rates_in_sight() is None
    diagram.getViewBox().sigRangeChangedManually.emit([True, True])
    assert diagram.rates_in_sight() is not None
    diagram.fit()
    assert diagram.rates_in_sight() is None
    for group, label, key, value in (
        ("Fonts", "Label", "Font size", 19),
        ("Figure", "Points", "Size", 21),
        ("Figure", "Curves", "Width", 3),
        ("Figure", "Isometrics", "Width", 4),
    ):
        diagram.parameter_setter.set_parameter((group, label, key), value)
    for item in diagram.lettered[1:]:
        assert item._font.pointSize() == 19
    assert diagram._sizes == {"point": 21, "curve": 3, "isometric": 4}


def test_the_width_of_isometrics_is_set(app):
    diagram = Diagram()
    diagram.parameter_setter.set_parameter(("Figure", "Isometrics", "Width"), 4)
    assert diagram.isometrics._width == 4
