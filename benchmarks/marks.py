"""Very many marks of features: how long a diagram of 5,000, 50,000 and 225,000 takes.

In milliseconds of this process's CPU, the least of some runs: to *show* them, to *redraw* them at
another class ratio, to *paint* what is drawn (as at each step while the picture is moved), for a
*hover* of the pointer, to *select all* and to select *one*, each painted. The marks are words
whose frequencies fall as Zipf's law has it, or at random places all over the diamond. With 50,000
marks a redraw should take 100 ms at most, a hover a fiftieth of it, to select all of them 100 ms.

QT_QPA_PLATFORM=offscreen python benchmarks/marks.py
"""

import numpy as np
from AnyQt.QtCore import QPointF, QRectF, Qt
from AnyQt.QtWidgets import QApplication
from timing import seconds

from orangecontrib.phidelta.core.decisions.spaces import by_strength, phi_delta
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.features import FeatureDiagram
from orangecontrib.phidelta.plot.marks import MarkLayer

POSITIVES, NEGATIVES = 3000, 6000  # documents
HOVERS = 50


def rates_of_words(random, count):
    """Words of so many documents; the more frequent, the fewer."""
    frequency = 0.9 / np.arange(1, count + 1) ** 0.9
    of_positives = np.clip(frequency * random.lognormal(0, 0.5, count), 0, 1)
    tpr = random.binomial(POSITIVES, of_positives) / POSITIVES
    return random.binomial(NEGATIVES, frequency) / NEGATIVES, tpr


def rates_anywhere(random, count):
    return random.random((2, count))


def layer_of(rates):
    """A layer, a third of whose marks may be chance."""
    names = [f"word {i}" for i in range(len(rates[0]))]
    is_chance = np.arange(len(names)) % 3 == 0
    color = theme.model_colors(1)[0]
    return MarkLayer("yes", *rates, names, names, ["numeric"] * len(names), color, is_chance)


class Trial:
    """A diagram at work; a selection is shown, as by the widget."""

    def __init__(self, layer):
        self.diagram, self.layer = FeatureDiagram(), layer
        self.ranking = by_strength([(layer.fpr, layer.tpr)])
        self.diagram.variables_selected.connect(self.diagram.show_selection)
        self.diagram.resize(800, 600)
        self.prevalence = 0.4
        self.redraw()
        self.diagram.show()
        self.show()

    def show(self):
        self.diagram.show_layers([self.layer], self.ranking)
        self.diagram.grab()

    def redraw(self):
        """At a class ratio that is not that of before."""
        self.prevalence = 0.9 - self.prevalence
        self.diagram.show_space(phi_delta(self.prevalence), self.prevalence)
        self.diagram.grab()

    def hover(self):
        at = self.diagram.square.mapToScene(QPointF(0.02, 0.02))
        for step in range(HOVERS):
            self.diagram.mark_at(at + QPointF(step, 0))

    def select_all(self):
        everything = self.diagram.square.mapRectToScene(QRectF(-0.1, -0.1, 1.2, 1.2))
        self.diagram.getViewBox().rectangle_drawn.emit(everything, Qt.NoModifier)
        self.diagram.grab()

    def select_one(self):
        self.diagram.show_selection(self.layer.variables[:1])
        self.diagram.grab()


def main():
    app = QApplication([])
    columns = ("show", "redraw", "paint", "hover", "redraw / hover", "select all", "select one")
    print(f"{'':<28}" + "".join(f"{column:>16}" for column in columns))
    for title, rates_of in (("words", rates_of_words), ("anywhere", rates_anywhere)):
        for count in (5_000, 50_000, 225_000):
            trial = Trial(layer_of(rates_of(np.random.default_rng(0), count)))
            acts = (trial.show, trial.redraw, trial.diagram.grab, trial.hover)
            show, redraw, paint, hover = (1000 * seconds(act) for act in acts)
            hover /= HOVERS
            times = (show, redraw, paint, hover, redraw / hover)
            times += tuple(1000 * seconds(act) for act in (trial.select_all, trial.select_one))
            print(f"{title:<18}{count:>10,}" + "".join(f"{each:>16.2f}" for each in times))
    app.quit()


if __name__ == "__main__":
    main()
