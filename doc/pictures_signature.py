"""Draw the pictures of the Class Signature's page: python -I doc/pictures_signature.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint
from AnyQt.QtTest import QTest
from Orange.data import Table

from orangecontrib.phidelta.tutorials.runner import close, run
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature

WORKFLOW = drawing.TUTORIALS / "easy-or-difficult.ows"


def draw_widget(widget):
    """The widget of the workflow, its parts numbered as in the text."""
    widget.resize(1060, 720)
    picture = drawing.grabbed(widget)
    encoding = next(c for c in widget.findChildren(NameCombo) if c.accessibleName() == "encoding")
    controls = [
        widget.positive_list,
        widget.arrangement_combo,
        encoding,
        widget.ratio_control,
        widget.controls.label_count,
        widget.headline,
        widget.pictures,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 34, 12)) for c in controls]
    places[5] += QPoint(0, widget.headline.height() - 26)
    drawing.save(drawing.stamped(picture, places), "widgets/images/classsignature.png")


def draw_regions(widget):
    """The same with regions, one of them selected."""
    widget.resize(1000, 700)
    widget.regions_check.click()
    widget.regions_control.boxes["discriminant"].click()
    drawing.grabbed(widget)
    drawing.save(drawing.grabbed(widget), "widgets/images/classsignature-regions.png")


def draw_classes():
    """All classes of zoo, side by side."""
    widget = OWClassSignature()
    widget.resize(1180, 980)
    widget.arrangement_combo.set_state("beside")
    widget.arrangement_combo.changed.emit()
    widget.set_data(Table("zoo"))
    widget.handleNewSignals()
    drawing.grabbed(widget)
    while widget.task is not None:
        QTest.qWait(100)
    drawing.grabbed(widget)
    picture = drawing.grabbed(widget.pictures)
    drawing.save(picture, "widgets/images/classsignature-classes.png")


def main():
    widgets = run(WORKFLOW)
    signature = widgets["Signature: heart disease"]
    draw_widget(signature)
    draw_regions(signature)
    draw_classes()
    drawing.draw_workflow(
        signature.signalManager.scheme(), "widgets/images/classsignature-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
