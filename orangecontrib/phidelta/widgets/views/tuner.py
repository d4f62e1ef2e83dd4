"""What the Threshold Tuner shows: a curve, the measure along it, and what a cut decides."""

from html import escape

from AnyQt.QtCore import Qt
from AnyQt.QtCore import pyqtSignal as Signal
from AnyQt.QtWidgets import QLabel, QScrollArea, QSplitter, QTabWidget, QVBoxLayout, QWidget

from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.isometrics import Line
from orangecontrib.phidelta.plot.scores import ReliabilityPlot, ScorePlot
from orangecontrib.phidelta.plot.tuning import CutPlot, TuningDiagram
from orangecontrib.phidelta.widgets.controls.readout import readout, stability

#: Pictures with the cut to the right, by name.
PICTURES = {
    "measure": ("Measure", "The measure at every cut"),
    "scores": ("Scores", "The scores of both classes, and how often they come true"),
}


class Pictures(QTabWidget):
    """Pictures in tabs; the state is the name of the one shown.

    Parameters
    ----------
    pages : dict of name to QWidget
        The names are those of `PICTURES`.
    """

    changed = Signal()

    def __init__(self, pages):
        super().__init__(documentMode=True)
        self._names = list(pages)
        for place, (name, page) in enumerate(pages.items()):
            title, tip = PICTURES[name]
            self.addTab(page, title)
            self.setTabToolTip(place, tip)
        self.currentChanged.connect(self.changed)

    def state(self):
        return self._names[self.currentIndex()]

    def set_state(self, name):
        """Show a picture, without a signal."""
        # of this object only: Qt's own parts have to hear it
        self.currentChanged.disconnect(self.changed)
        self.setCurrentIndex(self._names.index(name))
        self.currentChanged.connect(self.changed)


class ScoresView(QSplitter):
    """Histograms of the scores above, and how often they come true below."""

    def __init__(self):
        super().__init__(Qt.Vertical, childrenCollapsible=False)
        self.histogram, self.reliability = ScorePlot(), ReliabilityPlot()
        for part in (self.histogram, self.reliability):
            part.setMinimumSize(200, 70)
            self.addWidget(part)
        self.setSizes([170, 120])

    def show_tuned(self, tuned):
        """Show the scores of a `TunedModel`; None for nothing."""
        if tuned is None:
            self.histogram.show_histogram(None)
            self.reliability.show_nothing()
        else:
            self.histogram.show_histogram(tuned.histogram)
            self.reliability.show_reliability(*tuned.reliability, tuned.classifier.sweep.ends)


class TunerView(QSplitter):
    """A diagram above; below it pictures with the cut to the right, and a read-out.

    Signals
    -------
    cut_changed : float
        While the user drags ring or line.
    cut_settled :
        When it is let go.
    """

    cut_changed = Signal(float)
    cut_settled = Signal()

    def __init__(self):
        super().__init__(Qt.Vertical, childrenCollapsible=False)
        self.tuned = None
        self.diagram, self.plot, self.scores = TuningDiagram(), CutPlot(), ScoresView()
        self.pictures = Pictures({"measure": self.plot, "scores": self.scores})
        self.diagram.set_layers(["curves"])
        self.diagram.setMinimumHeight(200)
        self.plot.setMinimumSize(200, 150)
        self.diagram.hovered.connect(self._tell_hit)
        self.diagram.pointed.connect(self._tell_place)
        for part in (self.diagram, *self._cut_plots):
            part.cut_changed.connect(self.cut_changed)
            part.cut_settled.connect(self.cut_settled)
        lower = QSplitter(Qt.Horizontal, childrenCollapsible=False)
        lower.addWidget(self.pictures)
        lower.addWidget(self._words())
        lower.setSizes([460, 280])
        self.addWidget(self.diagram)
        self.addWidget(lower)
        self.setSizes([410, 310])

    @property
    def _cut_plots(self):
        return self.plot, self.scores.histogram

    def _words(self):
        self.text = QLabel(wordWrap=True, textFormat=Qt.RichText, margin=8)
        self.text.setAlignment(Qt.AlignTop)
        self.text.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self.stability = QLabel(wordWrap=True, textFormat=Qt.PlainText, margin=8)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        column.addWidget(self.stability)
        column.addStretch()
        scroll = QScrollArea(widgetResizable=True, frameShape=QScrollArea.NoFrame)
        scroll.setWidget(words)
        scroll.setMinimumWidth(200)
        return scroll

    def show_model(self, classifier):
        """Show the curve of a classifier, those of its folds behind; None for nothing."""
        (color,) = theme.model_colors(1)
        self.diagram.show_model(classifier, classifier.fold_sweeps if classifier else (), color)

    def show_tuned(self, tuned):
        """Show the measure of a `TunedModel` at every cut; None for nothing."""
        self.tuned = tuned
        (color,) = theme.model_colors(1)
        self.scores.show_tuned(tuned)
        if tuned is None:
            self.plot.show_curves(None, (), color)
            for plot in self._cut_plots:
                plot.show_marks(None, None, (), None)
                plot.show_samples(())
            self.diagram.show_isometrics([])
            self.text.clear()
            self.stability.clear()
            return
        self.plot.show_curves(tuned.tuning.curve, tuned.tuning.fold_curves.values(), color)
        lines, label = tuned.isometric()
        # Away from the middle, where handle and points are.
        places = (0.85, 0.15, 0.7, 0.3)
        self.diagram.show_isometrics([Line(line, label, Qt.DashLine, places) for line in lines])

    def show_marks(self, tolerance, samples):
        """Mark the best cut, the flat zone of so many per cent, cuts of folds and theory.

        `samples` are the best cuts of bootstrap samples, a `CutSpread`, or None.
        """
        folds, zone = self.tuned.tuning.fold_cuts, self.tuned.zone(tolerance)
        for plot in self._cut_plots:
            plot.show_marks(self.tuned.best, zone, folds.found, self.tuned.theory)
            plot.show_samples(samples.found if samples is not None else ())
        self.stability.setText(stability(zone, folds, tolerance, samples))

    def show_cut(self, point):
        """Move ring and line to an `OperatingPoint` and rewrite the read-out; nothing else."""
        self.diagram.show_cut(point)
        for plot in self._cut_plots:
            plot.show_cut(point)
        self.scores.reliability.show_cut(point)
        tuning, evaluation = self.tuned.tuning, self.tuned.evaluation
        names = evaluation.positive.text, evaluation.positive.rest
        is_reversed = self.tuned.classifier.is_reversed
        self.text.setText(readout(tuning.curve, point, *names, tuning.cost, is_reversed))

    def plots_of(self, picture):
        """Pairs of a name and a plot: what stands below the diagram in this picture."""
        if picture == "measure":
            return [("Measure against the cut", self.plot)]
        histogram, reliability = self.scores.histogram, self.scores.reliability
        return [("Scores by class", histogram), ("Observed share of positives", reliability)]

    @property
    def words(self):
        """HTML of what is told of the cut."""
        return f"{self.text.text()}<p>{escape(self.stability.text())}</p>"

    def _tell_hit(self, hit):
        is_cut = hit is not None and hit.part == "curves"
        self.diagram.show_tip(self.tuned.explain_cut(hit.index) if is_cut else "")

    def _tell_place(self, rates):
        """Tell what the measure would be where the pointer is on nothing."""
        is_told = rates is not None and self.tuned is not None
        self.diagram.show_tip(self.tuned.explain_place(*rates) if is_told else "")
