"""Marks of features for tests of what is drawn and of what the pointer does."""

import numpy as np
from AnyQt.QtCore import QPointF, Qt
from AnyQt.QtGui import QColor, QImage

from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.plot.features import FeatureDiagram
from orangecontrib.phidelta.plot.marks import MarkLayer

#: fpr, tpr, variable, kind; "hat" has two marks, "void" none.
MARKS = (
    (0.20, 0.90, "age", "numeric"),
    (0.60, 0.10, "hat", "categorical"),
    (0.55, 0.65, "hat", "categorical"),
    (np.nan, np.nan, "void", "numeric"),
    (0.05, 0.10, "day", "time"),
    (0.90, 0.70, "sex", "categorical"),
)


def layer(marks=MARKS, title="yes", color="green"):
    fpr, tpr, variables, kinds = zip(*marks, strict=True)
    labels = [f"{name} {i}" for i, name in enumerate(variables)]
    return MarkLayer(title, np.array(fpr), np.array(tpr), labels, variables, kinds, QColor(color))


def random_layer(count, seed=0, title="yes"):
    random = np.random.default_rng(seed)
    rates = random.random((count, 2))
    names = [f"x{i}" for i in range(count)]
    return layer(
        [(*rate, name, "numeric") for rate, name in zip(rates, names, strict=True)], title
    )


def show(diagram, layers):
    """Show layers; the ranking is sorted by hand."""
    marks = [
        (-abs(tpr - fpr), number, mark)
        for number, each in enumerate(layers)
        for mark, (fpr, tpr) in enumerate(zip(each.fpr, each.tpr, strict=True))
        if not np.isnan(fpr + tpr)
    ]
    ranking = np.reshape([place for _, *place in sorted(marks)], (-1, 2)).astype(int)
    diagram.show_layers(layers, ranking)


def place(diagram, fpr, tpr):
    """Of a mark, in the scene: the matrix of the 2018 paper, then that of the view."""
    x, y = 2 * (0.7 * fpr - 0.3 * (1 - tpr)), 1 - 2 * (0.7 * fpr + 0.3 * (1 - tpr))
    return diagram.getViewBox().mapViewToScene(QPointF(x, y))


def drag(diagram, rectangle, modifiers=Qt.NoModifier):
    diagram.getViewBox().rectangle_drawn.emit(rectangle, modifiers)
    return diagram.emitted[-1]


def diagram_of_marks():
    """A diagram at 0.3 with the layer of `MARKS`; `emitted` has what it has selected."""
    diagram = FeatureDiagram()
    diagram.resize(700, 600)
    show(diagram, [layer()])
    diagram.show_space(phi_delta(0.3), 0.3)
    diagram.show()
    diagram.emitted = []
    diagram.variables_selected.connect(diagram.emitted.append)
    return diagram


def pixels(diagram):
    """What is painted, an array (height, width, 3)."""
    image = diagram.grab().toImage().convertToFormat(QImage.Format_RGB888)
    data = np.frombuffer(image.constBits().asstring(image.sizeInBytes()), np.uint8)
    rows = data.reshape(image.height(), image.bytesPerLine())[:, : 3 * image.width()]
    return rows.reshape(image.height(), image.width(), 3)
