"""What draws the pictures of the manual: take them off the screen, number, join and save them."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded

import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

from AnyQt.QtCore import QRect, QRectF, Qt
from AnyQt.QtGui import QColor, QFont, QImage, QPainter, QPixmap
from AnyQt.QtTest import QTest
from AnyQt.QtWidgets import QApplication
from orangecanvas.canvas.scene import CanvasScene
from orangewidget.settings import set_widget_settings_dir_components

from orangecontrib.phidelta.tutorials.runner import discover

HERE = Path(__file__).parent
TUTORIALS = HERE.parent / "tutorials"
BADGE = QColor(200, 40, 40)
#: Above this size, in bytes, a picture is stored with 256 colours.
LARGE = 150_000


def start(main):
    """Call `main` with an application as the pictures need it."""
    warnings.simplefilter("ignore")
    QApplication.setAttribute(Qt.AA_ShareOpenGLContexts)  # or there are no web views
    app = QApplication(sys.argv[:1])
    app.setStyle("fusion")
    with TemporaryDirectory() as settings:  # the user's own settings stay out of it
        set_widget_settings_dir_components(settings, app.applicationVersion())
        main()


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


def draw_workflow(scheme, name):
    """Save a picture of the workflow as Orange's canvas shows it."""
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
    save(picture, name)
