"""Draw the pictures of the Threshold Tuner's page, as pictures.py draws those of the others.

python -I doc/pictures_tuner.py, with the add-on installed.
"""

import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))

import pictures  # first: it chooses Qt's platform
from AnyQt.QtCore import QPoint, QRectF, Qt
from AnyQt.QtGui import QPainter, QPixmap
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from orangecanvas.canvas.scene import CanvasScene
from orangewidget.settings import set_widget_settings_dir_components

from orangecontrib.phidelta.tutorials.__main__ import close, discover, run

WORKFLOW = pictures.HERE.parent / "tutorials" / "thresholds-and-costs.ows"


def draw_widget(widget):
    """The widget with its two views, its parts numbered as in the text."""
    widget.resize(1060, 780)
    picture = pictures.grabbed(widget)
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
    pictures.save(pictures.stamped(picture, places), "widgets/images/thresholdtuner.png")


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
    pictures.save(picture, "widgets/images/thresholdtuner-workflow.png")


def main():
    widgets = run(WORKFLOW)
    tuner = widgets["Threshold Tuner"]
    draw_widget(tuner)
    draw_workflow(tuner.signalManager.scheme())
    close(widgets)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)  # or there are no web views
    app = QApplication(sys.argv[:1])
    app.setStyle("fusion")
    with TemporaryDirectory() as settings:  # the user's own settings stay out of it
        set_widget_settings_dir_components(settings, app.applicationVersion())
        main()
