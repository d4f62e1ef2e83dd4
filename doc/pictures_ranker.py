"""Draw the pictures of the Feature Ranker's page: python -I doc/pictures_ranker.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint
from AnyQt.QtTest import QTest
from Orange.data import Table

from orangecontrib.phidelta.tutorials.runner import close, run
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker

WORKFLOW = drawing.TUTORIALS / "selecting-features.ows"


def draw_widget():
    """The widget with heart disease and rank intervals, its parts numbered as in the text."""
    widget = OWFeatureRanker()
    widget.resize(1240, 700)
    widget.bootstrap_control.check.setChecked(True)
    widget.set_data(Table("heart_disease"))
    QTest.qWait(100)
    while widget.task is not None:
        QTest.qWait(100)
    combos = {combo.accessibleName(): combo for combo in widget.findChildren(NameCombo)}
    picture = drawing.grabbed(widget)
    controls = [
        widget.positive_list,
        combos["encoding"],
        combos["Rank by"],
        widget.ratio_control,
        widget.selection_control,
        widget.panel.filter,
        widget.panel.view,
        widget.panel.label,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 34, 12)) for c in controls]
    places[4] -= QPoint(-30, 22)
    places[6] += QPoint(0, 420)
    drawing.save(drawing.stamped(picture, places), "widgets/images/featureranker.png")


def main():
    draw_widget()
    widgets = run(WORKFLOW)
    drawing.draw_workflow(
        widgets["Feature Ranker"].signalManager.scheme(),
        "widgets/images/featureranker-workflow.png",
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
