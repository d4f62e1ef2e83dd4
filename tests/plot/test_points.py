"""Few and many points: one item, the same looks, hits and clicks; parts are made when seen."""

import numpy as np
import pyqtgraph as pg
import pytest
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtGui import QColor, QPalette
from AnyQt.QtTest import QTest

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram, Hit


def points(count, seed=0):
    """Points of a table at random places; every case of 300 is counted."""
    tp, fp = np.random.default_rng(seed).integers(1, [[80], [200]], (2, count))
    cells = zip(tp.tolist(), fp.tolist(), strict=True)
    return [
        Classifier(f"row {i}", Outcome(Counts(a, b, 80 - a, 220 - b)))
        for i, (a, b) in enumerate(cells)
    ]


def model(name="model", seed=1):
    random = np.random.default_rng(seed)
    is_positive = random.random(300) < 0.3
    scores = random.normal(size=300) + is_positive
    decided = Outcome(Counts.from_decisions(is_positive, scores > 1))
    return Classifier(name, decided, index=0, sweep=sweep(is_positive, scores))


@pytest.fixture
def diagram(app):
    diagram = Diagram()
    diagram.resize(600, 500)
    diagram.show_space(phi_delta(0.3), 0.3)
    return diagram


def show(diagram, classifiers, *selected):
    diagram.show_classifiers(classifiers, theme.model_colors(len(classifiers)), *selected)


@pytest.mark.parametrize("count", [3, 5000])
def test_points_are_one_item_however_many(diagram, count):
    shown = points(count)
    before = len(diagram.scene().items())
    diagram.set_layers(["curves", "folds", "spread"])
    show(diagram, shown)
    scatters = [i for i in diagram.square.childItems() if isinstance(i, pg.ScatterPlotItem)]
    assert scatters == [diagram.baselines, diagram.between.ghosts, diagram.points]
    assert len(diagram.scene().items()) - before < 100
    x, y = diagram.points.getData()
    np.testing.assert_allclose(x, [c.counts.fp / 220 for c in shown])
    np.testing.assert_allclose(y, [c.counts.tp / 80 for c in shown])


def test_many_points_have_few_symbols(diagram):
    """pyqtgraph draws one for each pen and brush that it meets."""
    show(diagram, points(5000), [f"row {i}" for i in range(0, 5000, 2)])
    data = diagram.points.data
    styles = set(zip(map(id, data["pen"]), map(id, data["brush"]), strict=True))
    assert 2 < len(styles) <= 120
    np.testing.assert_allclose(data["size"], [12, 0.6 * 12] * 2500)


def test_of_very_many_colors_some_are_the_same(app):
    colors = theme.model_colors(10_000)
    assert len(colors) == 10_000
    assert len({color.rgba() for color in colors}) <= 60
    assert len({color.rgba() for color in theme.model_colors(60)}) == 60
    icons = theme.color_icons(colors)
    assert len({icon.cacheKey() for icon in icons}) <= 60
    image = icons[9_000].pixmap(12).toImage()
    assert image.pixelColor(6, 6).rgba() == colors[9_000].rgba()


def test_points_look_like_what_they_are(diagram):
    show(diagram, [model(), *points(2)], ["model", "row 1"])
    colors, data = theme.model_colors(3), diagram.points.data
    assert list(data["symbol"]) == ["o", "d", "d"]
    np.testing.assert_allclose(data["size"], [12, 7.2, 12])
    alphas = [
        (p.color().alpha(), b.color().alpha())
        for p, b in zip(data["pen"], data["brush"], strict=True)
    ]
    assert alphas == [(255, 255), (120, 60), (255, 255)]
    front = theme.foreground(diagram.palette()).name()
    assert [pen.color().name() for pen in data["pen"]] == [front, colors[1].name(), front]
    assert [b.color().name() for b in data["brush"]] == [color.name() for color in colors]
    diagram.set_selection(["row 0"])
    np.testing.assert_allclose(diagram.points.data["size"], [7.2, 12, 7.2])


def test_points_follow_the_palette(diagram):
    show(diagram, points(3))
    dark = QPalette()
    dark.setColor(QPalette.Text, QColor("#fcfcfc"))
    dark.setColor(QPalette.Base, QColor("#202326"))
    diagram.setPalette(dark)
    assert {pen.color().name() for pen in diagram.points.data["pen"]} == {"#fcfcfc"}


def test_one_of_many_points_is_hit_and_clicked(diagram):
    shown, chosen = points(5000), []
    diagram.show()
    show(diagram, shown)
    diagram.grab()
    diagram.selection_changed.connect(chosen.append)
    for number in (17, 4321):
        place = diagram.square.mapToScene(QPointF(*diagram.classifiers[f"row {number}"].position))
        hit = diagram.hit_at(place)
        assert hit.part == "point"
        assert (
            diagram.classifiers[hit.name].position == diagram.classifiers[f"row {number}"].position
        )
    diagram.set_selection(["row 3"])
    place = diagram.square.mapToScene(QPointF(*diagram.classifiers[hit.name].position))
    pixel = diagram.mapFromScene(place)
    QTest.mouseClick(diagram.viewport(), Qt.LeftButton, Qt.ControlModifier, pixel)
    assert len(chosen[-1]) == 2
    assert "row 3" in chosen[-1]


def test_a_point_wins_over_a_curve_and_curves_are_hit(diagram):
    diagram.show()
    show(diagram, [model(), *points(1)])
    diagram.set_layers(["curves"])
    diagram.grab()
    item = diagram.classifiers["model"]
    to_scene = diagram.square.mapToScene
    assert diagram.hit_at(to_scene(QPointF(*item.position))) == Hit("model", "point", 0)
    fpr, tpr = item.classifier.sweep.fpr, item.classifier.sweep.tpr
    places = [each.position for each in diagram.classifiers.values()]
    distances = [np.hypot(fpr - x, tpr - y) for x, y in places]
    far = int(np.argmax(np.min(distances, axis=0)))
    assert diagram.hit_at(to_scene(QPointF(fpr[far], tpr[far]))).part == "curves"
    show(diagram, [])
    assert diagram.hit_at(to_scene(QPointF(0.5, 0.5))) is None


def test_parts_are_made_when_they_are_first_seen(diagram):
    show(diagram, [model("a"), model("b", 2)], ["b"])
    parts = {name: item.parts for name, item in diagram.classifiers.items()}
    assert parts == {"a": {}, "b": {}}
    diagram.set_layers(["curves", "regions"])
    assert set(parts["b"]) == {"curves", "regions"}
    assert parts["a"] == {}
    gone = list(parts["b"].values())
    show(diagram, [])
    assert all(part.scene() is None for part in gone)


def test_the_later_is_on_top_whenever_it_was_made(diagram):
    """Points above all; of each classifier region, then curve; all above those before it."""
    show(diagram, [model("a"), model("b", 2)], ["b"])
    diagram.set_layers(["curves"])
    diagram.set_selection(["a", "b"])
    diagram.set_layers(["curves", "regions"])
    a, b = (diagram.classifiers[name].parts for name in "ab")
    order = [a["regions"], a["curves"], b["regions"], b["curves"], diagram.points]
    heights = [item.zValue() for item in order]
    assert heights == sorted(set(heights))
    assert heights[0] >= diagram.frame.zValue()
