"""Threshold Tuner: the best cut of a classifier, for any measure, class ratio and costs."""

from functools import partial

from AnyQt.QtCore import QSize
from Orange.base import Learner, Model
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Msg, Output

from orangecontrib.phidelta.core.choosing.rangemeasures import RANGE_MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.words import describe_cut
from orangecontrib.phidelta.orange.testedmodels import model_names
from orangecontrib.phidelta.orange.tunings import tuned_model
from orangecontrib.phidelta.widgets.bases.cutsampling import CutSamplingMixin
from orangecontrib.phidelta.widgets.bases.learners import OWLearnerWidget
from orangecontrib.phidelta.widgets.bases.settings import ResultsContextHandler, rename_in
from orangecontrib.phidelta.widgets.bases.stages import MODEL, SEND, TUNE
from orangecontrib.phidelta.widgets.bases.tuningtask import found_model, prepared
from orangecontrib.phidelta.widgets.controls.constraint import CONSTRAINT
from orangecontrib.phidelta.widgets.controls.cut import CUT, CutControl
from orangecontrib.phidelta.widgets.controls.kinds import Flag, OneOf
from orangecontrib.phidelta.widgets.controls.measures import OLD_MEASURES, PARAMETER_KINDS
from orangecontrib.phidelta.widgets.controls.output import (
    MAXIMUM_ROWS,
    REVERSAL_TIP,
    TOLERANCE,
    TUNE_INSIDE,
    OutputControls,
)
from orangecontrib.phidelta.widgets.controls.ranges import RANGES, USUAL_RANGES, ranges_of
from orangecontrib.phidelta.widgets.controls.rule import TUNABLE, RuleControls
from orangecontrib.phidelta.widgets.controls.shared import Check, OneNameList
from orangecontrib.phidelta.widgets.views.tuner import PICTURES, TunerView


class OWThresholdTuner(CutSamplingMixin, OWLearnerWidget):
    name = "Threshold Tuner"
    description = "Find the best cut of a classifier for any measure, class ratio and costs."
    icon = "icons/thresholdtuner-symbolic.svg"
    priority = 20
    keywords = (
        "threshold, cut, cutoff, cut-off, operating point, costs, cost-sensitive, calibration, "
        "optimal threshold, class ratio, imbalance, precision, recall, roc"
    )

    class Outputs:
        model = Output("Model", Model, default=True)
        learner = Output("Learner", Learner)
        results = Output("Evaluation Results", Results)
        thresholds = Output("Thresholds", Table)

    class Error(CutSamplingMixin.Error):
        no_scores = Msg(
            "No model gives probabilities, so there is nothing to cut. Test models that do."
        )

    class Warning(CutSamplingMixin.Warning):
        infeasible = Msg("There is no best cut: {}.")

    class Information(CutSamplingMixin.Information):
        wrong_way_round = Msg("“{}” orders the cases worse than chance would: try “Reverse”.")

    settingsHandler = ResultsContextHandler()
    settings_version = 2
    model = ContextSetting("", kind=lambda widget: OneOf(["", *model_names(widget.results)]))
    reverse = ContextSetting(False, kind=Flag())
    cut = ContextSetting(None, kind=CUT)  # None: the best one
    measure = Setting("cost", kind=OneOf(TUNABLE))
    parameters = Setting(DEFAULTS, kind=PARAMETER_KINDS)
    constraint = Setting((False, "sensitivity", ">=", 0.9), kind=CONSTRAINT)
    ranges = Setting(USUAL_RANGES, kind=RANGES)
    range_measure = Setting("mean_cost", kind=OneOf(RANGE_MEASURES))
    picture = Setting("measure", kind=OneOf(PICTURES))
    with_samples = Setting(False, kind=Flag())
    tolerance = Setting(1.0, kind=TOLERANCE)  # per cent
    tune_inside = Setting(0, kind=TUNE_INSIDE)
    maximum_rows = Setting(1000, kind=MAXIMUM_ROWS)
    usual = {"model": "", "reverse": False, "cut": None}

    def __init__(self):
        OWLearnerWidget.__init__(self)
        CutSamplingMixin.__init__(self)
        self.classifier = self.tuned = None
        self._add_controls()
        self.tuner_view = TunerView()
        self.tuner_view.cut_changed.connect(self.move_cut)
        self.tuner_view.cut_settled.connect(self.commit.deferred)
        self.bind("picture", self.tuner_view.pictures)
        self.add_view(self.tuner_view)
        self.show_classifiers()

    def sizeHint(self):
        return QSize(1060, 780)

    def _add_controls(self):
        self.add_positive()
        self.model_list = OneNameList()
        self.model_list.setAccessibleName("Model")
        self.bind("model", self.model_list, self.change_model, title="Model")
        self.reversal = Check("Reverse (exchange the sides)", REVERSAL_TIP)
        self.bind("reverse", self.reversal, self.turn, box=self.model_list.parentWidget())
        self.rule = RuleControls()
        rule = "measure", "parameters", "constraint", "ranges", "range_measure"
        self.bind(rule, self.rule, self.show_measure, self.commit.deferred, title="Tune for")
        self.add_class_ratio(self.show_space, settled=self.commit.deferred)
        self.add_view_combo()
        self.cut_control = CutControl()
        self.bind("cut", self.cut_control, self.show_cut, self.commit.deferred, title="Cut")
        tip = "How much the best cut varies among samples drawn from the test cases"
        self.sampling = Check("Bootstrap of the best cut", tip)
        self.bind("with_samples", self.sampling, self.sample, box=self.cut_control.parentWidget())
        self.output = OutputControls()
        gui.vBox(self.controlArea, "Output").layout().addWidget(self.output)
        self.bind("tune_inside", self.output.tune_inside, self.commit.deferred)
        self.bind("tolerance", self.output.tolerance, self.show_marks)
        self.bind("maximum_rows", self.output.maximum_rows, self.commit.deferred)
        self.end_controls()

    def read_positive(self):
        self.cut, self.reverse = None, False
        super().read_positive()

    def change_model(self):
        """Tune another model as it is, with its best cut."""
        self.reverse = False
        self.turn()

    def turn(self):
        """Tune the model as it is or reversed, with its best cut."""
        self.cut = None
        self.show_model()
        self.commit.deferred()

    def move_cut(self, cut):
        """Show another cut; outputs wait until it is settled."""
        self.cut = cut
        self.show_cut()

    @property
    def point(self):
        """The operating point shown."""
        return self.tuned.tuning.point(self.cut)

    def show_classifiers(self):
        """List the models that can be cut, and show the one chosen."""
        names = [classifier.name for classifier in self.evaluation.with_scores]
        self.Error.no_scores(shown=bool(self.evaluation.classifiers and not names))
        self.model_list.set_names(names)
        if names:
            self.model = self.model if self.model in names else names[0]
        self.ratio_control.set_data_prevalence(self.evaluation.prevalence if names else 0.5)
        self.show_model()

    def show_model(self):
        """Show the curve of the model, or of its reverse; everything else follows."""
        self.stages.follow(MODEL, self.model_shown)

    def model_shown(self):
        """Steps: find the model, or its reverse, and show its curve."""
        model = self.evaluation.with_scores_named(self.model)
        if model is not None:
            about = model, self.results, self.evaluation.positive, self.reverse
            model = yield partial(found_model, *about)
        self.forget_tuning()
        self.classifier = model
        is_wrong = self.classifier is not None and self.classifier.is_wrong_way_round
        self.Information.wrong_way_round(self.model, shown=is_wrong)
        self.tuner_view.show_model(self.classifier)
        self.show_space()

    def show_space(self):
        """Show the view at the class ratio, and tune for it."""
        cases = self.evaluation.cases if self.evaluation.with_scores else 100
        self.diagram.show_space(self.space(cases), self.ratio_control.prevalence)
        self.show_measure()

    def show_measure(self):
        """Tune, and show the measure at every cut."""
        is_range, *_ = self.ranges
        measure = self.range_measure if is_range else self.measure
        rule = self.parameters, self.constraint, self.ratio_control.prevalence
        ranges = tuple(ranges_of(self.ranges)) if is_range else ()
        tuned = tuned_model(self.evaluation, self.classifier, measure, *rule, ranges)
        self.stages.follow(TUNE, partial(self.tuning_shown, tuned))

    def forget_tuning(self):
        """While another model is being tuned, nothing is said of the cuts of this one."""
        if self.stages.is_large and self.tuned is not None:
            self.tuned = None
            self.tuner_view.show_tuned(None)

    def tuning_shown(self, tuned):
        """Steps: tune, and show what came of it."""
        if tuned is not None:
            tuned = yield partial(prepared, tuned, self.tolerance)
        self.tuned = tuned
        for control in (self.cut_control, self.ratio_control):
            control.setEnabled(self.tuned is not None)
        why = self.tuned.why_infeasible if self.tuned is not None else ""
        self.Warning.infeasible(why, shown=bool(why))
        self.tuner_view.show_tuned(self.tuned)
        self.sample()

    def show_marks(self):
        """Mark best cuts and the flat zone, and show the cut."""
        if self.tuned is not None:
            sweep = self.tuned.classifier.sweep
            self.cut_control.set_ends(sweep.ends, sweep.is_probability)
            self.tuner_view.show_marks(self.tolerance, self.cut_samples)
            self.show_cut()
        else:
            self.cut_control.show_cut(0)

    def show_cut(self):
        """Move handle and line, and rewrite the read-out; nothing else changes while dragging."""
        if self.tuned is not None:
            point = self.point
            self.tuner_view.show_cut(point)
            self.cut_control.show_cut(point.cut)

    @gui.deferred
    def commit(self):
        self.stages.follow(SEND, self.sent)

    def send_report(self):
        if self.tuned is None:
            return
        decision = "Decision", describe_cut(self.point.cut)
        items = ("Model", self.model), *self.reported, *self.tuned.words, decision
        self.report_items("Settings", items)
        self.report_plot("Curve", self.diagram)
        for name, plot in self.tuner_view.plots_of(self.picture):
            self.report_plot(name, plot)
        self.report_raw("Decisions", self.tuner_view.words)

    @classmethod
    def migrate_settings(cls, settings, version):
        """Until version 1, the distance was the weighted one."""
        if version is None or version < 2:
            rename_in(settings, ("measure",), OLD_MEASURES)


if __name__ == "__main__":
    from Orange.widgets.evaluate.utils import results_for_preview

    WidgetPreview(OWThresholdTuner).run(set_results=results_for_preview())
