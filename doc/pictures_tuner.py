"""Draw the pictures of the Threshold Tuner's page: python -I doc/pictures_tuner.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint

from orangecontrib.phidelta.tutorials.runner import close, run

WORKFLOW = drawing.TUTORIALS / "thresholds-and-costs.ows"


def draw_widget(widget):
    """The widget with its two views, its parts numbered as in the text."""
    widget.resize(1060, 780)
    picture = drawing.grabbed(widget)
    controls = [
        widget.positive_list,
        widget.model_list,
        widget.rule,
        widget.ratio_control,
        widget.cut_control.spin,
        widget.output.tolerance,
        widget.diagram,
        widget.tuner_view.plot,
        widget.tuner_view.text,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 14, 14)) for c in controls]
    places[6] -= QPoint(0, -60)  # beside the legend
    drawing.save(drawing.stamped(picture, places), "widgets/images/thresholdtuner.png")


def main():
    widgets = run(WORKFLOW)
    tuner = widgets["Threshold Tuner"]
    draw_widget(tuner)
    drawing.draw_workflow(
        tuner.signalManager.scheme(), "widgets/images/thresholdtuner-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
