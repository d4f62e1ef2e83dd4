"""What the φ/δ Diagram shows: classifiers in a diagram, and their scores."""

from itertools import cycle

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QSplitter

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.isometrics import isometric_lines
from orangecontrib.phidelta.widgets.tables.scores import ScorePanel, ScoreTable


class ComparisonView(QSplitter):
    """A `Diagram` above a `ScoreTable`.

    Parameters
    ----------
    chosen_columns : dict of str to bool
        As of `ScoreTable`.
    """

    def __init__(self, chosen_columns):
        super().__init__(Qt.Vertical, childrenCollapsible=False)
        self.diagram, self.table = Diagram(), ScoreTable(chosen_columns)
        self.addWidget(self.diagram)
        self.addWidget(ScorePanel(self.table))
        self.setSizes([550, 170])
        self.setStretchFactor(0, 1)

    def show_isometrics(self, comparison, measures, kind, typed, points):
        """Draw lines of these measures, at levels as of `Comparison.levels`; returns the lines."""
        lines, rates = [], self.diagram.rates_in_sight()
        for name, style in zip(measures, cycle(theme.STYLES), strict=False):
            levels = comparison.levels(name, kind, typed, points, rates)
            traces = comparison.isometrics(name, levels, points)
            lines += isometric_lines(MEASURES[name].symbol, style, levels, traces)
        self.diagram.show_isometrics(lines)
        return lines
