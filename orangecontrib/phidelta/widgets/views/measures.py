"""Measures in a diagram: isometrics, and one in the background."""

from itertools import cycle

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.isometrics import isometric_lines


def show_isometrics(diagram, measured, measures, kind, typed, points, step=1):
    """Draw lines of these measures of a `Measured`, at levels as of its `levels`; gives the lines.

    `step` is as of `Measure.isometrics`.
    """
    lines, rates = [], diagram.rates_in_sight()
    for name, style in zip(measures, cycle(theme.STYLES), strict=False):
        levels = measured.levels(name, kind, typed, points, rates)
        traces = measured.isometrics(name, levels, points, step)
        lines += isometric_lines(MEASURES[name].symbol, style, levels, traces)
    diagram.show_isometrics(lines)
    return lines


class DrawnMeasures:
    """The measures of a `MeasureChoice` in several diagrams.

    Parameters
    ----------
    choice : MeasureChoice
    prevalences : sequence of float
        Of each diagram.
    places : sequence of list
        Of each, where levels may be taken from, as of `Measured.levels`.
    """

    def __init__(self, choice, prevalences=(), places=()):
        self.choice, self.prevalences, self.places = choice, prevalences, places

    def show(self, diagrams, step=1):
        """Draw isometrics and background; gives the lines of all. What is the same, once."""
        known, lines = {}, []
        for number, diagram in enumerate(diagrams):
            at = self.prevalences[number], tuple(self.places[number])
            if diagram.rates_in_sight() is None and at in known:
                drawn, background = known[at]
                diagram.show_isometrics(drawn)
            else:
                drawn = self.show_lines(diagram, number, step)
                background = self._at(number).background(self.choice.background)
                if diagram.rates_in_sight() is None:
                    known[at] = drawn, background
            diagram.show_heatmap(background)
            lines += drawn
        return lines

    def show_lines(self, diagram, number, step=1):
        """Draw the isometrics of one diagram, by its number; gives the lines."""
        choice = self.choice
        how = choice.isometrics, choice.kind, choice.typed, self.places[number], step
        return show_isometrics(diagram, self._at(number), *how)

    def explain(self, number, fpr, tpr):
        """The measures of a feature in a diagram, as of `explain_measures`; empty for none."""
        return self._at(number).explain(fpr, tpr) if self.choice.names else ""

    def explain_place(self, number, rates):
        """Values of all of them at a place (fpr, tpr); empty for None or none."""
        if rates is None or not self.choice.names:
            return ""
        return self._at(number).explain_place(*rates)

    def _at(self, number):
        return self.choice.at(self.prevalences[number])
