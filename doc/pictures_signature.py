"""Draw the pictures of the Class Signature's page, as pictures.py draws those of the others.

python -I doc/pictures_signature.py, with the add-on installed.
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
from orangecontrib.phidelta.widgets.owclasssignature import OWClassSignature

WORKFLOW = pictures.HERE.parent / "tutorials" / "easy-or-difficult.ows"


def draw_widget(widget):
    """The widget of the workflow, its parts numbered as in the text."""
    widget.resize(1060, 720)
    picture = pictures.grabbed(widget)
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
    pictures.save(pictures.stamped(picture, places), "widgets/images/classsignature.png")


def draw_classes():
    """All classes of zoo, side by side."""
    widget = OWClassSignature()
    widget.resize(1180, 980)
    widget.arrangement_combo.set_state("beside")
    widget.arrangement_combo.changed.emit()
    widget.set_data(Table("zoo"))
    widget.handleNewSignals()
    pictures.grabbed(widget)
    while widget.task is not None:
        QTest.qWait(100)
    pictures.grabbed(widget)
    picture = pictures.grabbed(widget.pictures)
    pictures.save(picture, "widgets/images/classsignature-classes.png")


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
    pictures.save(picture, "widgets/images/classsignature-workflow.png")


def main():
    widgets = run(WORKFLOW)
    signature = widgets["Signature: heart disease"]
    draw_widget(signature)
    draw_classes()
    draw_workflow(signature.signalManager.scheme())
    close(widgets)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)  # or there are no web views
    app = QApplication(sys.argv[:1])
    app.setStyle("fusion")
    with TemporaryDirectory() as settings:  # the user's own settings stay out of it
        set_widget_settings_dir_components(settings, app.applicationVersion())
        main()
