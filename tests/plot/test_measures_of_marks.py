"""Measures behind marks: the background lies below all else, and labels cover no name."""

import numpy as np
import pytest
from AnyQt.QtGui import QPolygonF
from marking import diagram_of_marks, layer, pixels, random_layer, show

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.rasters import raster
from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.plot.isometrics import isometric_lines


@pytest.fixture
def diagram(app):
    return diagram_of_marks()


def lines_of(name, prevalence=0.5):
    measure = MEASURES[name]
    levels = measure.levels(prevalence)
    return isometric_lines(measure.symbol, 1, levels, measure.isometrics(levels, prevalence))


def test_the_background_is_below_density_and_marks(diagram):
    marks = random_layer(9000, 5)
    marks.fpr[:7000], marks.tpr[:7000] = 0.2 * marks.fpr[:7000], 0.2 * marks.tpr[:7000]
    show(diagram, [marks])
    before = pixels(diagram)
    diagram.heatmap.has_scale = False  # it would take room
    diagram.show_heatmap(raster(MEASURES["accuracy"], 0.5))
    after = pixels(diagram)
    x, y = (each.astype(int) for each in diagram._in_scene(marks.fpr[:7000], marks.tpr[:7000]))
    is_same = (before == after).all(axis=2)[y, x]
    assert diagram.crowd.isVisible()
    assert is_same.mean() > 0.6
    assert not is_same.all()


def test_it_is_in_the_picture_of_the_same_space(diagram):
    diagram.show_space(phi_delta(0.2), 0.2)
    assert diagram.ground.transform() == diagram.square.transform()
    assert diagram.heatmap.parentItem() is diagram.ground


def test_labels_of_isometrics_cover_no_name(diagram):
    n = 30
    places = np.linspace(0.05, 0.95, n)
    marks = [(1 - each, each, f"a feature with a long name {each:.2f}", "time") for each in places]
    diagram.set_names(n)
    show(diagram, [layer(marks)])
    diagram.show_isometrics(lines_of("information"))
    to_device = diagram.square.sceneTransform()
    names = [QPolygonF(box) for _, box in diagram.labels.boxes(to_device)]
    labels = [
        turned.map(QPolygonF(box)) for _, turned, box in diagram.isometrics._labels(to_device)
    ]
    assert len(names) > 5
    assert len(labels) > 3
    assert not any(one.intersects(other) for one in names for other in labels)


def test_small_pictures_have_no_scale(diagram):
    background = raster(MEASURES["accuracy"], 0.5)
    diagram.show_heatmap(background)
    assert diagram.heatmap.scale.isVisible()
    diagram.set_compact(True)
    diagram.show_heatmap(background)
    assert not diagram.heatmap.scale.isVisible()
    assert diagram.heatmap.isVisible()
