"""Draw the pictures of the Feature Ranker's page, as pictures.py draws those of the others.

python -I doc/pictures_ranker.py, with the add-on installed.
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
from Orange.data import Table
from orangecanvas.canvas.scene import CanvasScene
from orangewidget.settings import set_widget_settings_dir_components

from orangecontrib.phidelta.tutorials.__main__ import close, discover, run
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.owfeatureranker import OWFeatureRanker

WORKFLOW = pictures.HERE.parent / "tutorials" / "selecting-features.ows"


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
    picture = pictures.grabbed(widget)
    controls = [
        widget.positive_list,
        combos["encoding"],
        combos["Rank by"],
        widget.ratio_control,
        widget.selection_control,
        widget.panel.filter,
        widget.panel.view,
    ]
    places = [c.mapTo(widget, QPoint(c.width() - 34, 12)) for c in controls]
    places[4] -= QPoint(-30, 22)
    places[6] += QPoint(0, 420)
    pictures.save(pictures.stamped(picture, places), "widgets/images/featureranker.png")


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
    pictures.save(picture, "widgets/images/featureranker-workflow.png")


def main():
    draw_widget()
    widgets = run(WORKFLOW)
    draw_workflow(widgets["Feature Ranker"].signalManager.scheme())
    close(widgets)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)  # or there are no web views
    app = QApplication(sys.argv[:1])
    app.setStyle("fusion")
    with TemporaryDirectory() as settings:  # the user's own settings stay out of it
        set_widget_settings_dir_components(settings, app.applicationVersion())
        main()
