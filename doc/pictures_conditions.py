"""Draw the pictures of Operating Conditions' page: python -I doc/pictures_conditions.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint
from AnyQt.QtTest import QTest

from orangecontrib.phidelta.tutorials.runner import close, run

WORKFLOW = drawing.TUTORIALS / "operating-conditions.ows"


def draw_widget(widget):
    """The widget with a range and samples, its parts numbered as in the text."""
    widget.resize(1180, 860)
    widget.range_controls.set_state((True, 1.0, 4.0, 2.0, 10.0, "uniform"))
    widget.range_controls.changed.emit()
    widget.samples_check.setChecked(True)
    while widget.task is not None:
        QTest.qWait(50)
    picture = drawing.grabbed(widget)
    view = widget.conditions_view
    controls = [
        widget.decisions_combo,
        widget.ratio_control,
        widget.range_controls,
        widget.chosen_combo,
        widget.samples_check,
        view.costs,
        view.map,
        view.sentence,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 14, 14)) for c in controls]
    # bands that lie over each other need more than the 256 colours of `drawing.save`
    path = drawing.HERE / "widgets" / "images" / "operatingconditions.png"
    drawing.stamped(picture, places).toImage().save(str(path), "PNG", quality=0)


def main():
    widgets = run(WORKFLOW)
    widget = widgets["Operating Conditions"]
    draw_widget(widget)
    drawing.draw_workflow(
        widget.signalManager.scheme(), "widgets/images/operatingconditions-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
