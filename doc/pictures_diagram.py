"""Draw the pictures of the φ/δ Diagram's page: python -I doc/pictures_diagram.py.

Runs the example workflow off the screen and takes the pictures of it, so that text and pictures
speak of the same numbers; the add-on has to be installed. It takes about a minute.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import drawing  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint

from orangecontrib.phidelta.tutorials.runner import close, output, run
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

WORKFLOW = drawing.TUTORIALS / "phi-delta-diagram.ows"


def choose(
    widget,
    models=(),
    view="generalised",
    ratio="",
    isometrics=(),
    background="",
    layers=(),
    **parameters,
):
    """Set the controls of a diagram as a user would."""
    widget.model_list.set_state(list(models or widget.model_list.names()))
    widget.model_list.changed.emit()
    widget.view_combo.set_state(view)
    widget.view_combo.changed.emit()
    if ratio:
        widget.ratio_control.edit.setText(ratio)
        widget.ratio_control.edit.editingFinished.emit()
    widget.measures.set_state((list(isometrics), background, parameters))
    widget.measures.changed.emit()
    for name, box in widget.layer_controls.boxes.items():
        box.setChecked(name in layers)


def panel(results, width, height, **choices):
    """The picture alone, without controls and table."""
    widget = OWPhiDelta()
    widget.set_results(results)
    widget.handleNewSignals()
    choose(widget, **choices)
    widget.table.hide()
    widget.diagram.setFixedSize(width, height)
    drawing.grabbed(widget)
    return drawing.grabbed(widget.diagram)


def draw_widget(widget):
    """The widget as it opens, its parts numbered as in the text."""
    widget.resize(1060, 760)
    picture = drawing.grabbed(widget)
    controls = [
        widget.positive_list,
        widget.model_list,
        widget.view_combo,
        widget.ratio_control,
        widget.measures,
        widget.layer_controls.boxes["folds"],
        widget.diagram,
        widget.table,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 14, 14)) for c in controls]
    drawing.save(drawing.stamped(picture, places), "widgets/images/phidelta.png")


def draw_views(results):
    titles = {
        "generalised": "φ-δ at the class ratio",
        "standard": "φ-δ standard",
        "roc": "ROC",
        "coverage": "Coverage",
    }
    models = ["Tree", "Logistic Regression"]
    panels = [
        panel(results, 580, 470, models=models, view=view, ratio="3 : 1", layers=["curves"])
        for view in titles
    ]
    drawing.save(
        drawing.grid(panels, 2, list(titles.values())), "widgets/images/phidelta-views.png"
    )


def draw_spread(results):
    choices = {"models": ["Tree", "Logistic Regression"]}
    panels = [
        panel(results, 580, 480, **choices, layers=["folds", "spread"]),
        panel(results, 580, 480, **choices, layers=["regions"]),
    ]
    titles = ["Folds and fold spread", "Confidence"]
    drawing.save(drawing.grid(panels, 2, titles), "widgets/images/phidelta-spread.png")


def draw_pair(results):
    """Two models, and what is told of them; the table is cut off below."""
    widget = OWPhiDelta()
    widget.set_results(results)
    widget.handleNewSignals()
    models = ["Naive Bayes", "Logistic Regression"]
    choose(widget, models=models, layers=["curves", "comparison"])
    widget.comparison_view.setFixedSize(760, 640)
    drawing.grabbed(widget)
    drawing.save(drawing.grabbed(widget.comparison_view), "widgets/images/phidelta-pair.png")


def draw_groups(results):
    widget = OWPhiDelta()
    widget.set_results(results)
    widget.handleNewSignals()
    choose(widget, models=["Naive Bayes", "Logistic Regression"], layers=["curves", "regions"])
    widget.group_combo.set_state("gender")
    widget.group_combo.changed.emit()
    widget.resize(1060, 760)
    drawing.grabbed(widget)
    drawing.save(drawing.grabbed(widget.comparison_view), "widgets/images/phidelta-groups.png")


def draw_ideas(results):
    models = ["Naive Bayes", "Logistic Regression"]
    corners = panel(
        results,
        680,
        540,
        models=["Logistic Regression"],
        background="information",
        layers=["baselines"],
    )
    drawing.save(corners, "images/corners.png")
    ratios = ["1 : 1", "9 : 1"]
    panels = [
        panel(results, 580, 480, models=models, ratio=r, layers=["baselines"]) for r in ratios
    ]
    drawing.save(drawing.grid(panels, 2, ratios), "images/class-ratio.png")
    ratios = ["1 : 3", "3 : 1"]
    costs = {"cost_fp": 1, "cost_fn": 2.5}
    panels = [
        panel(results, 580, 480, models=models, ratio=r, isometrics=["cost"], **costs)
        for r in ratios
    ]
    drawing.save(drawing.grid(panels, 2, ratios), "images/costs.png")


def main():
    widgets = run(WORKFLOW)
    results = output(widgets["Test and Score"], "Evaluation Results")
    draw_widget(widgets["φ/δ Diagram"])
    draw_views(results)
    draw_spread(results)
    draw_pair(results)
    draw_groups(results)
    draw_ideas(results)
    drawing.draw_workflow(
        widgets["φ/δ Diagram"].signalManager.scheme(), "widgets/images/phidelta-workflow.png"
    )
    close(widgets)


if __name__ == "__main__":
    drawing.start(main)
