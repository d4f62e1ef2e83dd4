"""What is shown around the points of a diagram."""

from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QGridLayout, QWidget

from orangecontrib.phidelta.widgets.controls.shared import Check

#: Label, tool tip.
LAYERS = {
    "curves": ("Threshold curves", "The way of the point when the threshold moves"),
    "folds": ("Folds", "A small point for each fold of the evaluation"),
    "spread": (
        "Fold spread",
        "One standard deviation of the fold points; not a confidence region",
    ),
    "regions": ("Confidence", "95 % confidence region of both rates (one test of each case)"),
    "baselines": (
        "Baselines",
        "Always negative, always positive, a coin, the oracle; for a single model also chance "
        "that says “positive” as often",
    ),
    "comparison": (
        "Comparison",
        "With two models selected: an arrow from one to the other, the 95 % region of their "
        "difference, and what it means",
    ),
    "hull": (
        "Convex hull",
        "The best that the selected models can do together, at any class ratio and costs; on its "
        "edges, lots are drawn between two decisions",
    ),
}


class LayerControls(QWidget):
    """A box to tick for each layer; `averages` stands beside them, but is a control of its own."""

    changed = Signal()

    def __init__(self):
        super().__init__()
        self.boxes = {name: Check(*words) for name, words in LAYERS.items()}
        self.averages = Check(
            "All classes",
            "For more than two classes, in the table: accuracy, kappa and MCC of all classes "
            "together, and averages of each class against the rest",
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for place, box in enumerate((*self.boxes.values(), self.averages)):
            grid.addWidget(box, place // 2, place % 2)
        for box in self.boxes.values():
            box.changed.connect(self.changed)

    def state(self):
        """Names of the layers that are shown."""
        return [name for name, box in self.boxes.items() if box.isChecked()]

    def set_state(self, names):
        """Tick exactly these, without a signal."""
        for name, box in self.boxes.items():
            box.set_state(name in names)
