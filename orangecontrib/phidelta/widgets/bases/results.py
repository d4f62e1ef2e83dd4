"""What the widgets on Evaluation Results have in common."""

from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.widget import Msg, OWWidget

from orangecontrib.phidelta.core.decisions.spaces import coverage, phi_delta, roc
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.results import (
    NOTHING,
    check_results,
    class_values,
    evaluate,
)
from orangecontrib.phidelta.widgets.controls.shared import ClassRatioControl, NameCombo, NameList
from orangecontrib.phidelta.widgets.controls.sighthint import SightHint

#: Views: title, and the space as a function of prevalence and number of cases.
VIEWS = {
    "generalised": ("φ-δ at the class ratio (generalised)", lambda p, cases: phi_delta(p)),
    "standard": ("φ-δ standard (as if 1 : 1)", lambda p, cases: phi_delta()),
    "roc": ("ROC", lambda p, cases: roc()),
    "coverage": ("Coverage", lambda p, cases: coverage(p * cases, (1 - p) * cases)),
}


class OWResultsWidget(OWWidget, openclass=True):
    """Base of widgets that show classifiers: results, positive class, class ratio, view.

    A subclass calls `read_results` with its input, and implements `show_classifiers`,
    `show_space` (after a change of class ratio or view) and `commit`. It has a settings handler
    of its own: Orange would share the contexts of an inherited one among the subclasses.
    """

    positive = ContextSetting([])
    class_ratio = ContextSetting(None)
    view = Setting("generalised")

    class Error(OWWidget.Error):
        unfit_results = Msg("{}")

    class Warning(OWWidget.Warning):
        left_out = Msg("Left out: {}")
        unknown_class = Msg("{} test cases of unknown class are left out.")

    class Information(OWWidget.Information):
        without_scores = Msg("No curve without probabilities: {}")
        one_sided_folds = Msg("Folds with one class only, hence without a point: {}")
        repeated = Msg("Cases were tested more than once, so there are no intervals.")

    def __init__(self):
        super().__init__()
        self.results = None
        self.evaluation = NOTHING

    def add_positive_box(self):
        """Box with the list of class values."""
        box = gui.vBox(self.controlArea, "Positive class")
        self.positive_list = NameList(lines=3)
        self.positive_list.setToolTip(
            "The class that “positive” means. Select several (Ctrl, Shift) to merge them."
        )
        self.positive_list.selection_changed.connect(self._on_positive_changed)
        box.layout().addWidget(self.positive_list)

    def add_class_ratio_box(self):
        """Box with the class ratio."""
        box = gui.vBox(self.controlArea, "Class ratio (negatives : positives)")
        self.ratio_control = ClassRatioControl()
        self.ratio_control.changed.connect(self._on_class_ratio_changed)
        self.ratio_control.settled.connect(self.on_class_ratio_settled)
        box.layout().addWidget(self.ratio_control)

    def add_view_combo(self, box):
        """Choice of the view."""
        self.view_combo = NameCombo({name: title for name, (title, _) in VIEWS.items()})
        self.view_combo.setAccessibleName("View")
        self.view_combo.select(self.view)
        self.view_combo.chosen.connect(self._on_view_changed)
        box.layout().addWidget(self.view_combo)

    def add_sight_hint(self, diagram):
        """A line above the diagram, for when it is hard to see."""
        self.sight_hint = SightHint()
        self.sight_hint.watch([diagram])
        self.sight_hint.standard_wanted.connect(self._on_standard_wanted)
        self.mainArea.layout().addWidget(self.sight_hint)

    def space(self, cases):
        """The picture of the unit square in this view, at the class ratio."""
        _, space = VIEWS[self.view]
        return space(self.ratio_control.prevalence, cases)

    def read_results(self, results: Results | None):
        """Take new results, or none; they are kept only if they can be shown."""
        self.results = None
        self.Error.unfit_results.clear()
        if results is None:
            return
        try:
            check_results(results)
        except UnfitError as error:
            self.Error.unfit_results(str(error))
        else:
            self.results = results

    def fill_positive_list(self):
        """List the class values, and choose the last of two or the first of many."""
        values = class_values(self.results) if self.results is not None else ()
        self.positive_list.set_names(values)
        self.positive = [values[1] if len(values) == 2 else values[0]] if values else []

    def evaluate(self):
        """Read the results for the positive class chosen; say what could not be read."""
        self.evaluation = NOTHING
        if self.results is not None:
            self.Error.unfit_results.clear()
            try:
                self.evaluation = evaluate(self.results, self.positive)
            except UnfitError as error:
                self.Error.unfit_results(str(error))
        self._tell(self.evaluation)

    def _tell(self, evaluation):
        left_out = "; ".join(f"{name} {why}" for name, why in evaluation.left_out.items())
        without_scores = ", ".join(evaluation.without_scores)
        unknown, one_sided = evaluation.unknown_class, evaluation.one_sided_folds
        is_repeated = not all(c.has_independent_cases for c in evaluation.classifiers)
        self.Warning.left_out(left_out, shown=bool(left_out))
        self.Warning.unknown_class(unknown, shown=bool(unknown))
        self.Information.without_scores(without_scores, shown=bool(without_scores))
        self.Information.one_sided_folds(one_sided, shown=bool(one_sided))
        self.Information.repeated(shown=is_repeated)

    @property
    def positive_name(self):
        """The positive class as readers know it."""
        return self.evaluation.positive_name

    def measured_prevalence(self, classifier):
        """Prevalence for measures: None where they are taken as counted.

        Points from a table may have other class ratios than the picture; their measures are those
        at the place where they are drawn.
        """
        is_counted = self.class_ratio is None and classifier.index is not None
        return None if is_counted else self.ratio_control.prevalence

    def _on_positive_changed(self, names):
        self.positive = names
        self.evaluate()
        self.show_classifiers()
        self.commit.deferred()

    def _on_view_changed(self, name):
        self.view = name
        self.show_space()

    def _on_standard_wanted(self):
        self.view_combo.select("standard")
        self._on_view_changed("standard")

    def _on_class_ratio_changed(self):
        self.class_ratio = self.ratio_control.class_ratio
        self.show_space()

    def on_class_ratio_settled(self):
        self.commit.deferred()
