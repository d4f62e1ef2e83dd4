"""The map of features: Orange's heatmap with a tree, blocks outlined, blocks selected by click."""

from AnyQt.QtCore import QEvent, QLineF, QRectF, QSize, Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QGraphicsLineItem, QGraphicsRectItem, QSizePolicy
from Orange.clustering.hierarchical import postorder
from Orange.widgets.utils.graphicsscene import GraphicsScene
from Orange.widgets.utils.graphicsview import GraphicsWidgetView
from Orange.widgets.visualize.utils.heatmap import GradientColorMap, HeatmapGridWidget

from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.names import shortened
from orangecontrib.phidelta.plot.tips import tip


class FeatureMapView(GraphicsWidgetView):
    """Tree, heatmap and names of a `FeatureMap`; its state are the names of those selected."""

    changed = Signal()

    def __init__(self):
        scene = GraphicsScene()
        super().__init__(scene, widgetResizable=True)
        scene.setParent(self)
        self.setMouseTracking(True)
        self.setAccessibleName("map of features")
        self._shown, self._wanted, self._limit, self._grid = None, [], 1, None
        self._marks, self._is_whole = [], True

    def sizeHint(self):
        return QSize(760, 640)

    def state(self):
        """The selected names, in their order on the map."""
        return list(self._wanted)

    def set_state(self, names):
        """Select exactly these names, without a signal."""
        self._wanted = list(names)
        if self._shown is not None:
            self._grid.selectRows(self._shown.named(names))

    def show_map(self, shown):
        """Show a `FeatureMap`, or None for nothing; nothing is selected."""
        self._wanted, self._marks = [], []
        if self._grid is not None:
            self._remove_grid()
        self._shown = shown
        if shown is not None:
            self._add_grid(shown)

    def show_limit(self, limit):
        """Outline the blocks of at least this similarity, and show it as a line in the tree."""
        self._limit = limit
        self._show_marks()

    def show_whole(self, is_whole):
        """Fit the map into the view; else names have their usual size, and the view scrolls."""
        self._is_whole = is_whole
        if self._grid is not None:  # Orange's view has to have something to fit
            self.setFitInView(is_whole)

    def _remove_grid(self):
        self._grid.selectRows([])
        self.setCentralWidget(None)
        self.scene().removeItem(self._grid)
        self._grid.deleteLater()
        self._grid = None

    def _add_grid(self, shown):
        self._grid = grid = HeatmapGridWidget()
        grid.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Expanding)
        self._color()
        self.scene().addItem(grid)
        features, names = range(len(shown.variables)), [v.name for v in shown.variables]
        parts = HeatmapGridWidget.Parts(
            rows=[HeatmapGridWidget.RowItem("", features, shown.tree)],
            # the same order without a second tree
            columns=[HeatmapGridWidget.ColumnItem("", shown.order)],
            span=(0, 1),
            data=shown.similarity,
            row_names=list(map(shortened, names)),
        )
        grid.setHeatmaps(parts)
        grid.setColumnLabelsPosition(HeatmapGridWidget.NoPosition)
        self.cells.heatmapCellToolTip = self._told
        grid.selectionFinished.connect(self._on_selected)
        grid.layoutDidActivate.connect(self._show_marks)
        self.setCentralWidget(grid)
        self.setFitInView(self._is_whole)
        self._show_marks()

    @property
    def cells(self):
        """The item of the heatmap."""
        return self._grid.heatmap_widget_grid[0][0]

    def _told(self, row, column):
        """The tip of a cell."""
        one, other = self._shown.order[row], self._shown.order[column]
        similarity = float(self._shown.similarity[one, other])
        names = self._shown.names([one, other] if one != other else [one])
        return tip(" and ".join(names) + f"\nsimilarity {number(similarity)}")

    def _on_selected(self):
        """Select whole blocks, but a branch of the tree as it is."""
        rows, shown = set(self._grid.selectedRows()), self._shown
        spans = (node.value for node in postorder(shown.tree) if not node.is_leaf)
        if not any(rows == set(shown.order[span.first : span.last]) for span in spans):
            blocks = (set(block) for block in shown.blocks(self._limit))
            rows = set().union(*(block for block in blocks if block & rows))
        self._grid.selectRows(list(rows))
        self._wanted = [shown.variables[f].name for f in shown.order if f in rows]
        self.changed.emit()

    def _show_marks(self):
        for item in self._marks:
            self.scene().removeItem(item)
        self._marks = []
        if self._shown is None:
            return
        # Qt never makes a scene smaller by itself
        self.scene().setSceneRect(self._grid.geometry())
        pen = theme.pen(theme.accent(), 2)
        self._marks = [self._cut_line(), *self._outlines()]
        for item in self._marks:
            item.setPen(pen)
            item.setAcceptedMouseButtons(Qt.NoButton)

    def _cut_line(self):
        [tree] = self._grid.row_dendrograms
        # above the root, all is one block
        height = min(1 - self._limit, self._shown.tree.value.height)
        place = tree.posAtHeight(height).x()
        return QGraphicsLineItem(QLineF(place, 0, place, tree.size().height()), tree)

    def _outlines(self):
        size, count = self.cells.size(), len(self._shown.variables)
        wide, high, start = size.width() / count, size.height() / count, 0
        for block in self._shown.blocks(self._limit):
            if len(block) > 1:
                places = start * wide, start * high, len(block) * wide, len(block) * high
                yield QGraphicsRectItem(QRectF(*places), self.cells)
            start += len(block)

    def _color(self):
        table = theme.heat_table(self.palette(), is_diverging=False)
        self._grid.setPalette(self.palette())
        self._grid.setColorMap(GradientColorMap(table))

    def changeEvent(self, event):
        super().changeEvent(event)
        if event.type() == QEvent.PaletteChange and self._grid is not None:
            self._color()
