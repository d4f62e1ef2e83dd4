"""Models among features: the diamond of features with the points of classifiers above it."""

from AnyQt.QtCore import pyqtSignal as Signal

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.features import FeatureDiagram
from orangecontrib.phidelta.plot.points import ClassifierItem, PointsItem
from orangecontrib.phidelta.plot.square import REACH

#: Points of models are so much larger than those of features, and lie above their names, too.
_LARGER, _ABOVE = 1.3, 25


class MeetingDiagram(FeatureDiagram):
    """A `FeatureDiagram` in which models have points, and names in the legend.

    Signals
    -------
    model_hovered : str
        The pointer is on the point of the model of this name.
    """

    model_hovered = Signal(str)

    def __init__(self, parent=None):
        # the first palette asks for the legend
        self._models, self._features, self.points = [], [], PointsItem()
        super().__init__(parent)
        self.points.setParentItem(self.square)
        self.follow_palette(lambda palette: self._show_points())

    def show_models(self, classifiers, colors):
        """Show the points of these `Classifier`s, each in its colour."""
        pairs = zip(classifiers, colors, strict=True)
        self._models = [ClassifierItem(each, color, self.square) for each, color in pairs]
        self._show_points()

    def show_legend(self, entries):
        """Also name the models, after what the features need."""
        self._features = list(entries)
        self._show_names()

    def set_sizes(self, **sizes):
        super().set_sizes(**sizes)
        self._show_points()

    def model_at(self, position):
        """Name of the model whose point is at a position in the scene; empty for none."""
        if not self._models:
            return ""
        distances = self._pixels_from(position, *self.points.getData())
        nearest = distances.argmin()
        return self._models[nearest].classifier.name if distances[nearest] <= REACH else ""

    def _show_points(self):
        size = _LARGER * self._sizes["point"]
        self.points.show(self._models, size, theme.foreground(self.palette()))
        self.points.setZValue(_ABOVE)
        self._show_names()

    def _show_names(self):
        models = [] if self._is_compact else self.points.selected_looks()
        super().show_legend([*self._features, *models])

    def _on_moved(self, position):
        name = self.model_at(position)
        if name and name != self._hit:
            self.model_hovered.emit(name)
        if name:
            self._hit = name
        else:
            super()._on_moved(position)

    def _on_clicked(self, event):
        if not self.model_at(event.scenePos()):
            super()._on_clicked(event)
