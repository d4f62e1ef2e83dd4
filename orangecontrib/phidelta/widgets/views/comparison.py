"""What the φ/δ Diagram shows: classifiers in a diagram, and their scores."""

from itertools import cycle

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QSplitter, QVBoxLayout, QWidget

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.orange.surroundings import Surroundings
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.isometrics import isometric_lines
from orangecontrib.phidelta.widgets.tables.scores import ScorePanel, ScoreTable
from orangecontrib.phidelta.widgets.views.pair import PairPanel


class ComparisonView(QSplitter):
    """A `Diagram` above what is told of two models, and a `ScoreTable`.

    Parameters
    ----------
    chosen_columns : dict of str to bool
        As of `ScoreTable`.
    """

    def __init__(self, chosen_columns):
        super().__init__(Qt.Vertical, childrenCollapsible=False)
        self.diagram, self.table = Diagram(), ScoreTable(chosen_columns)
        self.pair = PairPanel()
        self.surroundings = None
        lower = QWidget()
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pair)
        column.addWidget(ScorePanel(self.table))
        self.addWidget(self.diagram)
        self.addWidget(lower)
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

    def show_between(self, comparison, names, layers, measures, rope):
        """Show what is between the classifiers of these names, and around them.

        Parameters
        ----------
        comparison : Comparison
        names : list of str
        layers : list of str
            Of `LAYERS`.
        measures, rope
            As of `PairPanel.show_pair`.
        """
        names = tuple(names)
        known = self.surroundings
        is_known = known is not None and known.names == names
        self.surroundings = around = (
            known.at(comparison) if is_known else Surroundings(comparison, names)
        )
        self.diagram.show_baselines(around.baselines)
        is_pair = "comparison" in layers and len(names) == 2
        compared = [each.name for each in comparison.selected(names)] if is_pair else []
        pair = self.pair.show_pair(comparison, compared, measures, rope)
        between = self.diagram.between
        between.show_pair(pair and pair.places, pair and pair.pairing.place_region())
        has_hull = "hull" in layers and around.hull is not None
        between.show_hull(around.hull.mixtures if has_hull else None)
        items = self.diagram.classifiers
        ghosts = {name: (items[name].color, *places) for name, places in around.ghosts.items()}
        between.show_ghosts(ghosts)
