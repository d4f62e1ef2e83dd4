"""What Operating Conditions shows: costs, the map of preferences, a diamond, and a table."""

from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from orangecontrib.phidelta.core.choosing.conditions import relative_cost
from orangecontrib.phidelta.core.choosing.preferences import (
    PLACES,
    cost_place,
    f_place,
    preference_measure,
)
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.costs import CostPlot, sampled
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.isometrics import isometric_lines
from orangecontrib.phidelta.plot.preferences import PreferencePlot, map_colors
from orangecontrib.phidelta.widgets.controls.sentences import Sentences
from orangecontrib.phidelta.widgets.tables.conditions import ConditionsTable

#: Titles of the costs, and the greatest one shown, by scale.
_COSTS = {
    "normalised": ("Expected cost (share of all wrong)", 0.55),
    "dummy": ("Expected cost (share of the better dummy)", 1.2),
}


class ConditionsView(QSplitter):
    """Costs beside a map and a diamond, above a sentence and a table."""

    def __init__(self):
        super().__init__(Qt.Vertical, childrenCollapsible=False)
        self.addWidget(self._pictures())
        self.addWidget(self._words())
        self.setSizes([480, 220])
        self.setStretchFactor(0, 1)
        self._outlook = None
        self._place = self._costs = cost_place()
        self.map.place_changed.connect(self.show_place)
        self.costs.pointed.connect(self._tell_condition)
        self.map.pointed.connect(self._tell_place)
        self.diagram.hovered.connect(self._tell_hit)

    def _pictures(self):
        self.costs = CostPlot()
        self.map = PreferencePlot({**PLACES, "F1": f_place()})
        self.diagram = Diagram()
        self.diagram.set_layers(["curves"])
        with_hint = QWidget()
        self.below_hint = QVBoxLayout(with_hint)
        self.below_hint.setContentsMargins(0, 0, 0, 0)
        self.below_hint.addWidget(self.diagram)
        self.tabs = QTabWidget(documentMode=True)
        self.tabs.addTab(self.map, "Preferences")
        self.tabs.addTab(with_hint, "φ-δ diagram")
        pictures = QSplitter(Qt.Horizontal, childrenCollapsible=False)
        pictures.addWidget(self.costs)
        pictures.addWidget(self.tabs)
        pictures.setSizes([520, 420])
        return pictures

    def _words(self):
        self.sentence = Sentences(margin=4)
        self.table = ConditionsTable()
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sentence)
        column.addWidget(self.table)
        return words

    def add_hint(self, hint):
        """Put a line about the diagram above it."""
        self.below_hint.insertWidget(0, hint)

    def show_diagram(self):
        """Bring the diagram to the front."""
        self.tabs.setCurrentIndex(1)

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
        title, top = _COSTS[scale]
        self.costs.show_curves(lines, title, top)
        self.costs.show_strip(stretches)
        self.costs.show_bands(bands)

    def show_map(self, conditions, preferences, flavour, chosen, certainty):
        """Show a `PreferenceMap` of models; None for nothing.

        `chosen` is the name of the model that some flavours are of; of a dummy there is no map.
        """
        names = [] if preferences is None else [model.name for model in conditions.models]
        is_of_one = flavour in ("value", "rank")
        if not names or (is_of_one and chosen not in names):
            self.map.show_image(None)
            self.map.show_frontiers([])
            return
        number = names.index(chosen) if is_of_one else 0
        colors = self._colors(conditions)[-len(names) :]
        self.map.show_image(map_colors(preferences, colors, flavour, number, certainty))
        has_frontiers = flavour in ("winner", "certainty")
        self.map.show_frontiers(preferences.frontiers() if has_frontiers else [])

    def show_outlook(self, outlook):
        """Show what an `Outlook` has: line, range, marks, sentence and table; None for nothing."""
        self._outlook = outlook
        self.costs.show_range(None if outlook is None else outlook.ends)
        if outlook is None:
            self.table.show_rows([], [], False, False)
            self.sentence.tell("")
            self.diagram.show_isometrics([])
            return
        self.costs.show_condition(outlook.condition)
        shown = outlook.ranges is not None, outlook.samples is not None
        self.table.show_rows(outlook.rows, self._colors(outlook.conditions), *shown)
        self.table.show_chosen(outlook.choice.candidate.name)
        names = [candidate.name for candidate in outlook.conditions.candidates]
        self.sentence.tell(outlook.told, names)
        costs = cost_place(outlook.cost_fp, outlook.cost_fn)
        self.show_place(self._place if costs == self._costs else costs)

    def show_place(self, place):
        """Mark a score and the costs on the map; isometrics of the score through the models."""
        outlook = self._outlook
        if outlook is None:
            return
        self._place, self._costs = place, cost_place(outlook.cost_fp, outlook.cost_fn)
        self.map.show_marks(self._costs, place)
        measure, prevalence = preference_measure(*place), outlook.prevalence
        counts = [m.classifier.counts for m in outlook.conditions.models]
        levels = measure.levels_at([(each.fpr, each.tpr) for each in counts], prevalence)
        traces = measure.isometrics(levels, prevalence)
        self.diagram.show_isometrics(isometric_lines(measure.symbol, Qt.DashLine, levels, traces))

    def _tell_condition(self, condition):
        """Tell who costs least where the pointer is, and what the others cost."""
        text, outlook = "", self._outlook
        if condition is not None and outlook is not None:
            text = outlook.conditions.costs_told(condition, outlook.prevalence)
        self.costs.show_tip(text)

    def _tell_place(self, place):
        """Tell the scores of the models at a place of the map."""
        text, outlook = "", self._outlook
        if place is not None and outlook is not None:
            text = outlook.conditions.told(place, outlook.prevalence)
        self.map.show_tip(text)

    def _tell_hit(self, hit):
        """Tell what the model or the cut in the diagram does."""
        text = ""
        if hit is not None and self._outlook is not None:
            index = hit.index if hit.part == "curves" else None
            text = self._outlook.explain(hit.name, index)
        self.diagram.show_tip(text)

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
