"""What Operating Conditions shows: costs, the map of preferences, a diamond, and a table."""

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QLabel, QSplitter, QTabWidget, QVBoxLayout, QWidget

from orangecontrib.phidelta.core.choosing.conditions import relative_cost
from orangecontrib.phidelta.core.choosing.preferences import PLACES, f_place, preference_measure
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.costs import CostPlot, sampled
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.isometrics import isometric_lines
from orangecontrib.phidelta.plot.preferences import PreferencePlot, map_colors
from orangecontrib.phidelta.widgets.tables.conditions import ConditionsTable

#: What the map may show: title, tool tip.
FLAVOURS = {
    "winner": ("Winner", "The model of the greatest score"),
    "margin": ("Margin", "How far the winner is ahead of the next"),
    "value": ("Score of the chosen model", "Its score at each place, from 0 to 1"),
    "rank": ("Rank of the chosen model", "1 for the best, drawn in full colour"),
    "certainty": ("Certainty", "Winner, paler where fewer bootstrap samples agree"),
}
#: Costs are told as a share of the cost of all wrong, or of the better dummy: choice, title, top.
SCALES = {
    "normalised": ("Cost: share of all wrong", "Expected cost (share of all wrong)", 0.55),
    "dummy": ("Cost: share of the better dummy", "Expected cost (share of better dummy)", 1.2),
}


class ConditionsView(QSplitter):
    """Costs beside a map and a diamond, above a sentence and a table."""

    def __init__(self):
        super().__init__(Qt.Vertical, childrenCollapsible=False)
        self.costs = CostPlot()
        self.map = PreferencePlot({**PLACES, "F1": f_place()})
        self.diagram = Diagram()
        self.diagram.set_layers(["curves"])
        self.tabs = QTabWidget(documentMode=True)
        self.tabs.addTab(self.map, "Map of preferences")
        self.tabs.addTab(self.diagram, "φ-δ diagram")
        upper = QSplitter(Qt.Horizontal, childrenCollapsible=False)
        upper.addWidget(self.costs)
        upper.addWidget(self.tabs)
        upper.setSizes([520, 420])
        self.sentence = QLabel(wordWrap=True, textFormat=Qt.PlainText, margin=4)
        self.sentence.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self.table = ConditionsTable()
        lower = QWidget()
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sentence)
        column.addWidget(self.table)
        self.addWidget(upper)
        self.addWidget(lower)
        self.setSizes([480, 220])
        self.setStretchFactor(0, 1)

    def show_models(self, conditions):
        """Show the models in the diamond; None for nothing."""
        models = [] if conditions is None else conditions.evaluation.classifiers
        self.diagram.show_classifiers(models, theme.model_colors(len(models)))

    def show_costs(self, conditions, samples, scale):
        """Show the curves of all candidates, who costs least, and bands; None for nothing."""
        lines, bands, stretches = [], [], []
        if conditions is not None:
            colors = self._colors(conditions)
            lines = list(_lines(conditions, colors, scale))
            stretches = _strip(conditions, colors, samples)
            bands = _bands(conditions, colors, samples, scale)
        _, title, top = SCALES[scale]
        self.costs.show_curves(lines, title, top)
        self.costs.show_strip(stretches)
        self.costs.show_bands(bands)

    def show_map(self, conditions, preferences, flavour, chosen, certainty):
        """Show a `PreferenceMap` of models; None for nothing.

        `chosen` is the name of the model of some flavours; "" for the first one.
        """
        if preferences is None:
            self.map.show_image(None)
            self.map.show_frontiers([])
            return
        names = [model.name for model in conditions.models]
        number = names.index(chosen) if chosen in names else 0
        colors = self._colors(conditions)[-len(names) :]
        self.map.show_image(map_colors(preferences, colors, flavour, number, certainty))
        has_frontiers = flavour in ("winner", "certainty")
        self.map.show_frontiers(preferences.frontiers() if has_frontiers else [])

    def show_place(self, conditions, place, costs, prevalence):
        """Mark a score and the costs on the map; isometrics of the score through the models."""
        self.map.show_marks(costs, place)
        measure = preference_measure(*place)
        points = [(m.classifier.counts.fpr, m.classifier.counts.tpr) for m in conditions.models]
        levels = measure.levels_at(points, prevalence)
        traces = measure.isometrics(levels, prevalence)
        self.diagram.show_isometrics(isometric_lines("R", Qt.DashLine, levels, traces))

    def show_summaries(self, conditions, present, summaries, samples):
        """List the candidates: costs now, over a range if there are summaries, and certainty."""
        rows = conditions.rows(present, summaries, samples)
        self.table.show_rows(rows, summaries is not None, samples is not None)

    def show_nothing(self):
        """Clear sentence and table, and all that marks a condition."""
        self.table.show_rows([], False, False)
        self.sentence.clear()
        self.costs.show_range(None)
        self.diagram.show_isometrics([])

    def _colors(self, conditions):
        """A QColor for each candidate: dummies faint, models as in the other widgets."""
        palette = self.palette()
        dummies = [theme.faint(palette, 0.35), theme.faint(palette, 0.6)]
        return [*dummies, *theme.model_colors(len(conditions.models))]


def _lines(conditions, colors, scale):
    """Curves of cost: condition, cost, colour, width."""
    for candidate, color in zip(conditions.candidates, colors, strict=True):
        where, cost = sampled(candidate.curve)
        yield where, _scaled(where, cost, scale), color, 2 if candidate.classifier else 1.2


def _strip(conditions, colors, samples):
    """Who costs least: from, to, colour, and how sure that is."""
    return [
        (low, high, colors[candidate], conditions.certainty(low, high, candidate, samples))
        for low, high, candidate, _ in conditions.stretches
    ]


def _bands(conditions, colors, samples, scale):
    """95 % bands of the models: condition, low, high, colour."""
    if samples is None:
        return []
    where, candidates = samples.condition, conditions.candidates
    return [
        (where, _scaled(where, low, scale), _scaled(where, high, scale), color)
        for low, high, color, each in zip(*samples.band(), colors, candidates, strict=True)
        if each.classifier is not None
    ]


def _scaled(condition, cost, scale):
    return cost if scale == "normalised" else relative_cost(condition, cost)
