"""Limits of |δ| and |φ| in the diamond: where they are in each view, and how they are dragged."""

import numpy as np
import pyqtgraph as pg
import pytest
from AnyQt.QtCore import QEvent, QPointF, Qt
from AnyQt.QtGui import QMouseEvent
from AnyQt.QtWidgets import QApplication

from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.plot.features import FeatureDiagram


@pytest.fixture
def diagram(gui, monkeypatch):
    monkeypatch.setitem(pg.CONFIG_OPTIONS, "mouseRateLimit", -1)  # else fast moves are left out
    diagram = FeatureDiagram()
    diagram.resize(700, 600)
    diagram.show()
    diagram.show_space(phi_delta(0.5), 0.5)
    QApplication.processEvents()
    yield diagram
    diagram.deleteLater()


def ends(pair):
    """Standard φ and δ of both ends of both lines."""
    lines = np.array(pair.lines())
    fpr, tpr = lines[..., 0], lines[..., 1]
    return tpr + fpr - 1, tpr - fpr


def pixels(diagram, phi, delta):
    """Where a point of the standard diamond is on the screen, in whatever view."""
    fpr, tpr = (1 + phi - delta) / 2, (1 + phi + delta) / 2
    return diagram.mapFromScene(diagram.square.mapToScene(QPointF(fpr, tpr)))


def send(view, kind, place, button, buttons):
    """A mouse event as the system sends it; QTest's moves know of no buttons."""
    places = QPointF(place), QPointF(view.mapToGlobal(place))
    event = QMouseEvent(kind, *places, button, buttons, Qt.NoModifier)
    QApplication.sendEvent(view, event)
    QApplication.processEvents()


def drag(diagram, start, end):
    view, left, none = diagram.viewport(), Qt.LeftButton, Qt.NoButton
    send(view, QEvent.MouseMove, start, none, none)
    send(view, QEvent.MouseButtonPress, start, left, left)
    for share in range(1, 5):
        send(view, QEvent.MouseMove, start + (end - start) * share / 4, none, left)
    send(view, QEvent.MouseButtonRelease, end, left, none)


def test_they_are_shown_on_demand(diagram):
    assert not any(pair.isVisible() for pair in diagram.limits.pairs)
    diagram.limits.show_limits((0.1, 0.4))
    assert all(pair.isVisible() for pair in diagram.limits.pairs)
    diagram.limits.show_limits(None)
    assert not any(pair.isVisible() for pair in diagram.limits.pairs)


def test_lines_end_at_the_sides_of_the_diamond(diagram):
    diagram.limits.show_limits((0.3, 0.4))
    phi, delta = ends(diagram.limits.phi)
    np.testing.assert_allclose(np.abs(phi), 0.4)
    np.testing.assert_allclose(np.sort(delta, axis=1), [[-0.6, 0.6]] * 2)
    phi, delta = ends(diagram.limits.delta)
    np.testing.assert_allclose(np.abs(delta), 0.3)
    np.testing.assert_allclose(np.sort(phi, axis=1), [[-0.7, 0.7]] * 2)


@pytest.mark.parametrize("prevalence", [0.5, 0.2])
def test_dragging_follows_the_view(diagram, prevalence):
    """At the class ratio the lines lean, and are still those of standard φ and δ."""
    diagram.show_space(phi_delta(prevalence), prevalence)
    QApplication.processEvents()
    limits = diagram.limits
    limits.show_limits((0.1, 0.4))
    moved, settled, selected = [], [], []
    limits.moved.connect(lambda *values: moved.append(values))
    limits.moved.connect(lambda *values: limits.show_limits(values))
    limits.settled.connect(lambda: settled.append(moved[-1]))
    diagram.variables_selected.connect(selected.append)
    drag(diagram, pixels(diagram, 0.6, -0.1), pixels(diagram, 0.5, -0.3))
    assert settled == [pytest.approx((0.3, 0.4), abs=0.02)]
    assert len(moved) > 2
    drag(diagram, pixels(diagram, -0.4, 0.45), pixels(diagram, -0.2, 0.4))
    assert settled[1] == pytest.approx((settled[0][0], 0.2), abs=0.02)
    assert selected == []  # a limit is dragged, not a rubber band
    drag(diagram, pixels(diagram, 0.0, 0.6), pixels(diagram, 0.1, 0.7))
    assert len(settled) == 2
    assert len(selected) == 1


def test_a_limit_at_0_can_be_dragged(diagram):
    """There, both lines are one, and near there, they overlap."""
    moved = []
    diagram.limits.moved.connect(lambda *values: moved.append(values))
    for value in (0.0, 0.005):
        diagram.limits.show_limits((value, 0.4))
        drag(diagram, pixels(diagram, 0.2, 0), pixels(diagram, 0.2, -0.25))
        assert moved[-1] == pytest.approx((0.25, 0.4), abs=0.02)
        moved.clear()


def test_a_limit_stays_within_0_and_1(diagram):
    diagram.limits.show_limits((0.1, 0.4))
    moved = []
    diagram.limits.moved.connect(lambda *values: moved.append(values))
    drag(diagram, pixels(diagram, 0.4, 0.3), pixels(diagram, 1.15, 0.3))
    assert moved[-1] == (0.1, 1.0)
