"""What the φ/δ Diagram shows: classifiers in a diagram, and their scores."""

from itertools import chain, cycle, islice

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QSplitter, QVBoxLayout, QWidget

from orangecontrib.phidelta.orange.surroundings import Surroundings
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.widgets.tables.scores import ScorePanel, ScoreTable
from orangecontrib.phidelta.widgets.views.measures import show_isometrics
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

    def show_classifiers(self, comparison, colors, selected):
        """Show the points of a `Comparison`, a colour for each of its names; groups by symbol."""
        of_model = dict(zip(comparison.names, colors, strict=True))
        models, symbols = comparison.models, cycle([""])
        if comparison.groups is not None:
            groups = islice(cycle(theme.SYMBOLS), len(comparison.groups.names))
            symbols = chain(list(groups) * len(comparison.groups.by_model), symbols)
        colors = [of_model[model] for model in models]
        looks = list(zip(models, symbols, strict=False))
        self.diagram.show_classifiers(comparison.classifiers, colors, selected, looks)

    def show_isometrics(self, comparison, measures, kind, typed, points, step=1):
        """Draw lines of these measures, as the function of this name; returns them."""
        how = comparison, measures, kind, typed, points, step
        return show_isometrics(self.diagram, *how)

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
        groups, between = comparison.groups, self.diagram.between
        is_pair = "comparison" in layers and groups is None and len(names) == 2
        compared = [each.name for each in comparison.selected(names)] if is_pair else []
        pair = self.pair.show_pair(comparison, compared, measures, rope)
        between.show_pair(pair and pair.places, pair and pair.pairing.place_region())
        models = comparison.selected_models(names) if groups is not None else []
        between.ways.set_lines(groups.ways(models) if models else [])
        if models:
            self.pair.show_groups(comparison, models)
        # decisions about other cases have no mixture
        has_hull = "hull" in layers and groups is None and around.hull is not None
        between.show_hull(around.hull.mixtures if has_hull else None)
        items = self.diagram.classifiers
        ghosts = {name: (items[name].color, *places) for name, places in around.ghosts.items()}
        between.show_ghosts(ghosts)

    def explain(self, comparison, hit, told):
        """What there is to say about what the pointer is on, with these measures."""
        is_around = hit.part in ("baseline", "ghost", "hull")
        known = self.surroundings if is_around else comparison
        return known.explain(hit.name, hit.part, hit.index, told)
