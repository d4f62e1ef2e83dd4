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
        widget.tuner_view.pictures,
        widget.tuner_view.text,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 14, 14)) for c in controls]
    places[6] -= QPoint(0, -60)  # beside the legend
    drawing.save(drawing.stamped(picture, places), "widgets/images/thresholdtuner.png")


def draw_scores(widget):
    """The tab of the scores, of a model whose scores are spread."""
    widget.model_list.set_state("Logistic Regression")
    widget.model_list.changed.emit()
    widget.tuner_view.pictures.setCurrentIndex(1)
    picture = drawing.grabbed(widget)
    pictures = widget.tuner_view.pictures
    corner = pictures.mapTo(widget, QPoint(0, 0))
    scale = picture.devicePixelRatio()
    part = [int(scale * x) for x in (corner.x(), corner.y(), pictures.width(), pictures.height())]
    drawing.save(picture.copy(*part), "widgets/images/thresholdtuner-scores.png")


def main():
    widgets = run(WORKFLOW)
    tuner = widgets["Threshold Tuner"]
    draw_widget(tuner)
    draw_scores(tuner)
    drawing.draw_workflow(
        tuner.signalManager.scheme(), "widgets/images/thresholdtuner-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
