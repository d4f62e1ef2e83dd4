"""What the widgets on Evaluation Results have in common."""

from contextlib import ExitStack
from functools import partial, wraps

from Orange.evaluation import Results
from Orange.widgets.settings import Setting
from Orange.widgets.utils.localization import pl
from Orange.widgets.widget import Input, Msg
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.core.decisions.spaces import coverage, phi_delta, roc
from orangecontrib.phidelta.orange.resultcheck import checked_results, size_of
from orangecontrib.phidelta.orange.results import NOTHING, evaluate
from orangecontrib.phidelta.orange.testedmodels import class_values, occurring_values
from orangecontrib.phidelta.widgets.bases import stages
from orangecontrib.phidelta.widgets.bases.classes import handles, unfit_told
from orangecontrib.phidelta.widgets.bases.settings import visual_kind
from orangecontrib.phidelta.widgets.bases.staged import OWStagedWidget
from orangecontrib.phidelta.widgets.controls.kinds import OneOf
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.controls.sighthint import SightHint

#: Views: title, and the space as a function of prevalence and number of cases.
VIEWS = {
    "generalised": ("φ-δ at the class ratio (generalised)", lambda p, cases: phi_delta(p)),
    "standard": ("φ-δ standard (as if 1 : 1)", lambda p, cases: phi_delta()),
    "roc": ("ROC", lambda p, cases: roc()),
    "coverage": ("Coverage", lambda p, cases: coverage(p * cases, (1 - p) * cases)),
}


def all_or_nothing(handle):
    """Of a method that handles new input: where it fails, nothing of earlier input stays."""

    @wraps(handle)
    def handle_or_withdraw(widget):
        with ExitStack() as stack:
            stack.callback(widget.withdraw)
            handle(widget)
            stack.pop_all()

    return handle_or_withdraw


class OWResultsWidget(OWStagedWidget, openclass=True):
    """Base of widgets that show classifiers: results and the messages about them, view.

    A subclass calls `add_view`, and implements `open_what_came` (begin with the choices for it),
    `show_classifiers`, `show_space` (after a change of class ratio or view) and `commit`.
    """

    view = Setting("generalised", kind=OneOf(VIEWS))
    visual_settings = Setting({}, schema_only=True, kind=lambda widget: visual_kind())

    graph_name = "diagram"

    class Inputs:
        results = Input("Evaluation Results", Results, default=True)

    class Error(OWStagedWidget.Error):
        unfit_results = Msg("{}")

    class Warning(OWStagedWidget.Warning):
        left_out = Msg("Left out: {}")
        unknown_class = Msg("{} {} of unknown class left out.")

    class Information(OWStagedWidget.Information):
        without_scores = Msg("No curve without probabilities: {}")
        one_sided_folds = Msg("Folds with one class only, hence without a point: {}")
        repeated = Msg("Cases were tested more than once, so there are no intervals.")

    def __init__(self):
        super().__init__()
        self.came = self.results = None
        self.occurring = ()
        self.evaluation = NOTHING

    def add_positive(self):
        """List of class values."""
        tip = "The class that “positive” means. Select several (Ctrl, Shift) to merge them."
        self.add_positive_list(tip, self.read_positive)

    def add_view_combo(self):
        """Choice of the view."""
        self.view_combo = NameCombo({name: title for name, (title, _) in VIEWS.items()})
        self.view_combo.setAccessibleName("View")
        self.bind("view", self.view_combo, self.show_space, title="View")

    def add_view(self, view):
        """The main area: a line for when its `diagram` is hard to see, and the view."""
        self.diagram = view.diagram
        self.sight_hint = SightHint()
        self.sight_hint.watch([self.diagram])
        self.sight_hint.standard_wanted.connect(self.show_standard)
        self.mainArea.layout().addWidget(self.sight_hint)
        self.mainArea.layout().addWidget(view)
        VisualSettingsDialog(self, self.diagram.parameter_setter.initial_settings)

    def space(self, cases):
        """The picture of the unit square in this view, at the class ratio."""
        _, space = VIEWS[self.view]
        return space(self.ratio_control.prevalence, cases)

    @handles(Inputs.results)
    def set_results(self, results):
        """Take new results, or none; they are read when all inputs have come."""
        self.stages.stop()
        self.came = results
        self.stages.is_large = size_of(results) > stages.MOST_AT_ONCE

    @all_or_nothing
    def handleNewSignals(self):
        """Read what came; where it is much, nothing is sent and shown until it is read."""
        self.stages.stop()
        self.Error.not_evaluated.clear()
        if self.stages.is_large:
            self.closeContext()
            self.withdraw()
            self.tell(self.evaluation)
        self.stages.follow(stages.OPEN, self.opened)

    def opened(self):
        """Steps: read what came; a context brings back the choices made for the same models."""
        self.results, self.occurring = None, ()
        with unfit_told(self.Error.unfit_results):
            if self.came is not None:
                self.results, self.occurring = yield partial(_checked, self.came)
        self.summarise(self.Inputs.results, self.results)
        self.open_what_came()
        yield from self.evaluated()
        self.show_classifiers()
        self.stages.follow(stages.WORK, self.begin_work)
        self.commit.now()

    def begin_work(self):
        """Begin in the background what new input asks for, beside the stages."""

    def open_results(self, names, **choices):
        """Begin with the choices for these models and points, as of `open_choices`."""
        values = class_values(self.results) if self.results is not None else ()
        # of the same models without one of the classes, another class may be meant
        context = (self.occurring, list(names)) if names else ()
        self.open_choices(values, *context, occurring=self.occurring, **choices)

    def withdraw(self):
        """Send and show nothing: what was read before is no longer there."""
        for output in vars(self.Outputs).values():
            output.send(None)
        self.results, self.evaluation = None, NOTHING
        self.show_classifiers()

    def evaluated(self):
        """Steps: read the results for the positive class chosen; say what could not be read."""
        self.Error.not_evaluated.clear()
        evaluation = NOTHING
        if self.results is not None:
            with unfit_told(self.Error.unfit_results):
                evaluation = yield partial(evaluate, self.results, self.positive_class)
        yield from self.taken(evaluation)

    def taken(self, evaluation):
        """Steps: take what was evaluated, with what belongs to it."""
        self.evaluation = evaluation
        self.tell(evaluation)
        yield from ()

    def read_positive(self):
        """Read the results for another positive class, and show them."""
        self.stages.follow(stages.EVALUATE, self.read)

    def read(self):
        """Steps: evaluate, and show what came of it."""
        yield from self.evaluated()
        self.show_classifiers()
        self.commit.deferred()

    def set_visual_settings(self, key, value):
        self.diagram.parameter_setter.set_parameter(key, value)
        self.visual_settings[key] = value

    @property
    def reported(self):
        """Settings for the report, as pairs of a label and words."""
        return (
            ("Positive class", self.positive_name),
            ("Class ratio (negatives : positives)", self.ratio_control.text),
            ("View", VIEWS[self.view][0]),
        )

    def tell(self, evaluation):
        """Say what could not be read."""
        left_out = "; ".join(f"{name} {why}" for name, why in evaluation.left_out.items())
        without_scores = ", ".join(evaluation.without_scores)
        unknown, one_sided = evaluation.unknown_class, evaluation.one_sided_folds
        is_repeated = not all(c.has_independent_cases for c in evaluation.classifiers)
        self.Warning.left_out(left_out, shown=bool(left_out))
        self.Warning.unknown_class(unknown, pl(unknown, "test case"), shown=bool(unknown))
        self.tell_neither(evaluation.neither, "test case")
        self.Information.without_scores(without_scores, shown=bool(without_scores))
        self.Information.one_sided_folds(one_sided, shown=bool(one_sided))
        self.Information.repeated(shown=is_repeated)

    @property
    def positive_name(self):
        """The positive class as readers know it."""
        return self.evaluation.positive.title


def _checked(results, _progress):
    """Results that the rest can rely on, and the values of the class that occur."""
    results = checked_results(results)
    return results, occurring_values(results)
