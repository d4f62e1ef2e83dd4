"""Draw the pictures of the Signature Collection's page: python -I doc/pictures_collection.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint

from orangecontrib.phidelta.tutorials.runner import close, run

WORKFLOW = drawing.TUTORIALS / "signatures-of-several-data-sets.ows"


def draw_widget(widget):
    """The widget of the workflow, its parts numbered as in the text."""
    widget.resize(1180, 820)
    picture = drawing.grabbed(widget)
    controls = [
        widget.rule_combo,
        widget.controls.encoding,
        widget.controls.label_count,
        widget.pictures,
        widget.table,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 34, 12)) for c in controls]
    drawing.save(drawing.stamped(picture, places), "widgets/images/signaturecollection.png")


def draw_models(widget):
    """Models among the features of heart disease."""
    widget.resize(1060, 720)
    drawing.grabbed(widget)
    picture = drawing.grabbed(widget.mainArea)
    drawing.save(picture, "widgets/images/classsignature-models.png")


def main():
    widgets = run(WORKFLOW)
    collection = widgets["Signature Collection"]
    draw_widget(collection)
    draw_models(widgets["Signature: heart disease"])
    drawing.draw_workflow(
        collection.signalManager.scheme(), "widgets/images/signaturecollection-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
