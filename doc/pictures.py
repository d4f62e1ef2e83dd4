"""Draw the pictures of the manual: python -I doc/pictures.py, with the add-on installed.

Runs the example workflow off the screen and takes the pictures of it, so that text and pictures
speak of the same numbers. It takes about a minute.
"""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded

import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

from AnyQt.QtCore import QPoint, QRect, QRectF, Qt
from AnyQt.QtGui import QColor, QFont, QImage, QPainter, QPixmap
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from orangecanvas.canvas.scene import CanvasScene
from orangewidget.settings import set_widget_settings_dir_components

from orangecontrib.phidelta.tutorials.__main__ import close, discover, output, run
from orangecontrib.phidelta.widgets.owphidelta import OWPhiDelta

HERE = Path(__file__).parent
WORKFLOW = HERE.parent / "tutorials" / "phi-delta-diagram.ows"
BADGE = QColor(200, 40, 40)
#: Above this size, in bytes, a picture is stored with 256 colours.
LARGE = 150_000


def save(picture, name):
    """Save a picture as small as it gets."""
    path = str(HERE / name)
    image = picture.toImage()
    image.save(path, "PNG", quality=0)
    if os.path.getsize(path) > LARGE:
        flags = Qt.ThresholdDither | Qt.AvoidDither
        image.convertToFormat(QImage.Format_Indexed8, flags).save(path, "PNG", quality=0)


def grabbed(widget):
    """A picture of a widget once it has come to rest."""
    widget.show()
    QTest.qWait(200)
    return widget.grab()


def stamped(picture, places):
    """The picture with numbers at these QPoints."""
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.Antialiasing)
    painter.setFont(QFont("", 9, QFont.Bold))
    for number, place in enumerate(places, start=1):
        box = QRect(0, 0, 20, 20)
        box.moveCenter(place)
        painter.setPen(Qt.NoPen)
        painter.setBrush(BADGE)
        painter.drawEllipse(box)
        painter.setPen(Qt.white)
        painter.drawText(box, Qt.AlignCenter, str(number))
    painter.end()
    return picture


def grid(pictures, columns, titles=None):
    """Pictures of one size side by side, each below its title."""
    width, height, head = pictures[0].width(), pictures[0].height(), 22 if titles else 0
    rows = -(-len(pictures) // columns)
    sheet = QPixmap(columns * width, rows * (height + head))
    sheet.fill(Qt.white)
    painter = QPainter(sheet)
    for i, picture in enumerate(pictures):
        x, y = i % columns * width, i // columns * (height + head)
        if titles:
            painter.drawText(QRect(x, y, width, head), Qt.AlignCenter, titles[i])
        painter.drawPixmap(x, y + head, picture)
    painter.end()
    return sheet


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
    grabbed(widget)
    return grabbed(widget.diagram)


def draw_widget(widget):
    """The widget as it opens, its parts numbered as in the text."""
    widget.resize(1060, 760)
    picture = grabbed(widget)
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
    save(stamped(picture, places), "widgets/images/phidelta.png")


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
    save(grid(panels, 2, list(titles.values())), "widgets/images/phidelta-views.png")


def draw_spread(results):
    choices = {"models": ["Tree", "Logistic Regression"]}
    panels = [
        panel(results, 580, 480, **choices, layers=["folds", "spread"]),
        panel(results, 580, 480, **choices, layers=["regions"]),
    ]
    titles = ["Folds and fold spread", "Confidence"]
    save(grid(panels, 2, titles), "widgets/images/phidelta-spread.png")


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
    save(corners, "images/corners.png")
    ratios = ["1 : 1", "9 : 1"]
    panels = [
        panel(results, 580, 480, models=models, ratio=r, layers=["baselines"]) for r in ratios
    ]
    save(grid(panels, 2, ratios), "images/class-ratio.png")
    ratios = ["1 : 3", "3 : 1"]
    costs = {"cost_fp": 1, "cost_fn": 2.5}
    panels = [
        panel(results, 580, 480, models=models, ratio=r, isometrics=["cost"], **costs)
        for r in ratios
    ]
    save(grid(panels, 2, ratios), "images/costs.png")


def draw_workflow(scheme):
    scene = CanvasScene()
    scene.set_registry(discover())
    scene.set_scheme(scheme)
    QTest.qWait(200)
    scene.clearSelection()
    area = scene.itemsBoundingRect().adjusted(-10, -10, 10, 10)
    picture = QPixmap(area.size().toSize())
    picture.fill(Qt.white)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.Antialiasing)
    scene.render(painter, QRectF(picture.rect()), area)
    painter.end()
    save(picture, "widgets/images/phidelta-workflow.png")


def main():
    widgets = run(WORKFLOW)
    results = output(widgets["Test and Score"], "Evaluation Results")
    draw_widget(widgets["φ/δ Diagram"])
    draw_views(results)
    draw_spread(results)
    draw_ideas(results)
    draw_workflow(widgets["φ/δ Diagram"].signalManager.scheme())
    close(widgets)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)  # or there are no web views
    app = QApplication(sys.argv[:1])
    app.setStyle("fusion")
    with TemporaryDirectory() as settings:  # the user's own settings stay out of it
        set_widget_settings_dir_components(settings, app.applicationVersion())
        main()
