"""Threshold Tuner: the best cut of a classifier, for any measure, class ratio and costs."""

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from Orange.base import Learner, Model
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.evaluate.contexthandlers import EvaluationResultsContextHandler
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.concurrent import ConcurrentWidgetMixin
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Input, Msg, Output
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.thresholds.curves import Constraint
from orangecontrib.phidelta.core.thresholds.tuning import tune
from orangecontrib.phidelta.core.words import describe_cut, explain, explain_place
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.results import class_values, has_model_of_each, model_names
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.tables import thresholds_table
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.isometrics import Line
from orangecontrib.phidelta.plot.tuning import CutPlot, TuningDiagram
from orangecontrib.phidelta.widgets.bases.results import VIEWS, OWResultsWidget
from orangecontrib.phidelta.widgets.controls.measures import renamed_distance
from orangecontrib.phidelta.widgets.controls.readout import readout, stability
from orangecontrib.phidelta.widgets.controls.rule import RuleControls
from orangecontrib.phidelta.widgets.controls.shared import NameList


def fit(learner, data, state):
    """Fit a learner in the background."""
    state.set_status("Fitting")
    return learner(data)


class OWThresholdTuner(OWResultsWidget, ConcurrentWidgetMixin):
    name = "Threshold Tuner"
    description = "Find the best cut of a classifier for any measure, class ratio and costs."
    icon = "icons/thresholdtuner-symbolic.svg"
    priority = 20
    keywords = (
        "threshold, cut, cutoff, cut-off, operating point, costs, cost-sensitive, calibration, "
        "optimal threshold, class ratio, imbalance, precision, recall, roc"
    )

    class Inputs:
        results = Input("Evaluation Results", Results, default=True)
        learner = Input("Learner", Learner)

    class Outputs:
        model = Output("Model", Model, default=True)
        learner = Output("Learner", Learner)
        results = Output("Evaluation Results", Results)
        thresholds = Output("Thresholds", Table)

    class Error(OWResultsWidget.Error):
        no_scores = Msg(
            "No model gives probabilities, so there is nothing to cut. Test models that do."
        )
        unfit_learner = Msg("The learner cannot be used: {}")

    class Warning(OWResultsWidget.Warning):
        infeasible = Msg("There is no best cut: {}.")
        other_learner = Msg(
            "The cut is that of “{}”, but the learner is “{}”. "
            "Connect the learner that was tested."
        )

    class Information(OWResultsWidget.Information):
        no_model = Msg("No model on the output: {}")
        no_learner = Msg("Connect a Learner to get a learner with this cut.")

    settingsHandler = EvaluationResultsContextHandler()
    settings_version = 2
    model = ContextSetting("")
    cut = ContextSetting(None)  # None: the best one
    measure = Setting("cost")
    parameters = Setting(DEFAULTS)
    constraint = Setting((False, "sensitivity", ">=", 0.9))
    tolerance = Setting(1.0)  # per cent
    tune_inside = Setting(0)
    maximum_rows = Setting(1000)
    auto_commit = Setting(True)
    visual_settings = Setting({}, schema_only=True)

    graph_name = "diagram"

    def __init__(self):
        OWResultsWidget.__init__(self)
        ConcurrentWidgetMixin.__init__(self)
        self.parameters = DEFAULTS | self.parameters
        self.learner = None
        self.fitted = None
        self.tuning = None
        self._add_controls()
        self.diagram, self.plot = TuningDiagram(), CutPlot()
        self.diagram.set_layers(["curves"])
        self.diagram.hovered.connect(self._on_hovered)
        self.diagram.pointed.connect(self._on_pointed)
        self.add_sight_hint(self.diagram)
        for part in (self.diagram, self.plot):
            part.cut_changed.connect(self._on_cut_moved)
            part.cut_settled.connect(self._on_cut_settled)
        self.text = QLabel(wordWrap=True, textFormat=Qt.RichText, margin=8)
        self.text.setAlignment(Qt.AlignTop)
        self.text.setTextInteractionFlags(Qt.TextSelectableByMouse)
        lower = QSplitter(Qt.Horizontal, childrenCollapsible=False)
        lower.addWidget(self.plot)
        self.stability = QLabel(wordWrap=True, margin=8)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        column.addWidget(self.stability)
        column.addStretch()
        scroll = QScrollArea(widgetResizable=True, frameShape=QScrollArea.NoFrame)
        scroll.setWidget(words)
        scroll.setMinimumWidth(200)
        self.diagram.setMinimumHeight(200)
        self.plot.setMinimumSize(200, 150)
        lower.addWidget(scroll)
        lower.setSizes([460, 280])
        splitter = QSplitter(Qt.Vertical, childrenCollapsible=False)
        splitter.addWidget(self.diagram)
        splitter.addWidget(lower)
        splitter.setSizes([420, 280])
        self.mainArea.layout().addWidget(splitter)
        VisualSettingsDialog(self, self.diagram.parameter_setter.initial_settings)
        self.show_classifiers()

    def sizeHint(self):
        return QSize(1060, 780)

    def _add_controls(self):
        self.add_positive_box()
        self.model_list = NameList(QListWidget.SingleSelection, lines=4)
        self.model_list.setAccessibleName("Model")
        self.model_list.selection_changed.connect(self._on_model_changed)
        gui.vBox(self.controlArea, "Model").layout().addWidget(self.model_list)
        self.rule = RuleControls()
        self.rule.set_state(self.measure, self.parameters, self.constraint)
        self.rule.changed.connect(self._on_rule_changed)
        gui.vBox(self.controlArea, "Tune for").layout().addWidget(self.rule)
        self.add_class_ratio_box()
        self.add_view_combo(gui.vBox(self.controlArea, "View"))
        self._add_cut_box()
        self._add_output_box()
        gui.rubber(self.controlArea)
        gui.auto_send(self.buttonsArea, self, "auto_commit")

    def _add_cut_box(self):
        box = gui.hBox(self.controlArea, "Cut")
        self.cut_spin = QDoubleSpinBox(minimum=0, maximum=1, singleStep=0.01, decimals=3)
        self.cut_spin.setKeyboardTracking(False)
        self.cut_spin.setAccessibleName("Cut")
        self.cut_spin.valueChanged.connect(self._on_cut_typed)
        self.best_button = QPushButton("Best", checkable=True, autoDefault=False)
        self.best_button.setToolTip("Return to the best cut, and follow it")
        self.best_button.clicked.connect(self._on_best)
        box.layout().addWidget(self.cut_spin)
        box.layout().addWidget(self.best_button)

    def _add_output_box(self):
        box = gui.vBox(self.controlArea, "Output")
        gui.radioButtons(
            box,
            self,
            "tune_inside",
            ("Learner with this cut", "Learner that tunes inside"),
            tooltips=(
                "Models of the learner use the cut shown",
                "Each model finds its own cut by cross-validation of its training data",
            ),
            callback=self._on_cut_settled,
        )
        form = QFormLayout()
        box.layout().addLayout(form)
        self.tolerance_spin = QDoubleSpinBox(
            maximum=50, singleStep=0.5, decimals=1, suffix=" %", value=self.tolerance
        )
        self.tolerance_spin.valueChanged.connect(self._on_tolerance_changed)
        form.addRow("Flat zone:", self.tolerance_spin)
        self.maximum_rows_spin = QSpinBox(
            minimum=3, maximum=1_000_000, singleStep=100, value=self.maximum_rows
        )
        self.maximum_rows_spin.setKeyboardTracking(False)
        self.maximum_rows_spin.valueChanged.connect(self._on_maximum_changed)
        form.addRow("Rows of thresholds:", self.maximum_rows_spin)

    @Inputs.results
    def set_results(self, results):
        self.read_results(results)

    @Inputs.learner
    def set_learner(self, learner):
        self.learner = learner

    def handleNewSignals(self):
        """Read what came; a context brings back the choices made for the same models."""
        self.closeContext()
        names = model_names(self.results) if self.results else ()
        self.fill_positive_list()
        self.model, self.cut, self.class_ratio = "", None, None
        if names:
            self.openContext(class_values(self.results), list(names))
        self.positive_list.select(self.positive)
        self.ratio_control.set_class_ratio(self.class_ratio)
        self.evaluate()
        self.show_classifiers()
        self._fit_learner()
        self.commit.now()

    @property
    def classifiers(self):
        """Those that can be cut."""
        return [c for c in self.evaluation.classifiers if c.sweep is not None]

    @property
    def classifier(self):
        """The one that is tuned, or None."""
        return next((c for c in self.classifiers if c.name == self.model), None)

    @property
    def point(self):
        """The operating point shown."""
        return self.tuning.point(self.cut)

    def show_classifiers(self):
        """List the models that can be cut, and show the one chosen."""
        names = [classifier.name for classifier in self.classifiers]
        self.Error.no_scores(shown=bool(self.evaluation.classifiers and not names))
        self.model_list.set_names(names)
        if names and self.model not in names:
            self.model = names[0]
        self.model_list.select([self.model])
        if names:
            self.ratio_control.set_data_prevalence(self.evaluation.prevalence)
        self.show_model()

    def show_model(self):
        """Show the curve of the model; everything else follows."""
        classifier = self.classifier
        (color,) = theme.model_colors(1)
        self.diagram.show_model(classifier, classifier.fold_sweeps if classifier else (), color)
        self.show_space()

    def show_space(self):
        """Show the view at the class ratio, and tune for it."""
        cases = self.evaluation.cases if self.classifier else 100
        self.diagram.show_space(self.space(cases), self.ratio_control.prevalence)
        self.show_measure()

    def show_measure(self):
        """Tune, and show the measure at every cut."""
        self.tuning = self._tune() if self.classifier else None
        for control in (self.cut_spin, self.best_button, self.ratio_control):
            control.setEnabled(self.tuning is not None)
        self.Warning.infeasible.clear()
        (color,) = theme.model_colors(1)
        if self.tuning is None:
            self.plot.show_curves(None, (), color)
            self.plot.show_marks(None, None, (), None)
            self.diagram.show_isometrics([])
            self.text.clear()
            self.stability.clear()
            return
        curve = self.tuning.curve
        if not curve.has_best:
            self.Warning.infeasible(curve.reason or "the measure has no value at any cut allowed")
        self.plot.show_curves(curve, self.tuning.fold_curves.values(), color)
        self.diagram.show_isometrics(self._ruler(curve))
        self.show_marks()
        self.show_cut()

    def show_marks(self):
        """Mark the best cut, the flat zone, the best cuts of the folds, the theoretical one."""
        curve, folds = self.tuning.curve, self.tuning.fold_cuts
        zone = self.tuning.zone(self.tolerance)
        theory = self.tuning.theory if self.measure == "cost" else None
        best = curve.best if curve.has_best else None
        self.plot.show_marks(best, zone, folds.found, theory)
        self.stability.setText(stability(zone, folds, self.tolerance))

    def show_cut(self):
        """Move handle and line, and rewrite the read-out; nothing else changes while dragging."""
        point = self.point
        self.diagram.show_cut(point)
        self.plot.show_cut(point)
        self.cut_spin.blockSignals(True)
        self.cut_spin.setValue(min(max(point.cut, 0), 1))
        self.cut_spin.blockSignals(False)
        self.best_button.setChecked(self.cut is None)
        rest = " or ".join(v for v in self.evaluation.values if v not in self.positive)
        text = readout(self.tuning.curve, point, self.positive_name, rest, self.tuning.cost)
        self.text.setText(text)

    def _tune(self):
        prevalence = self.ratio_control.prevalence
        rule = self._constraints(), self.parameters
        return tune(self.classifier, self.measure, prevalence, *rule)

    def _constraints(self):
        is_in_force, *bound = self.constraint
        return (Constraint(*bound),) if is_in_force else ()

    @staticmethod
    def _ruler(curve):
        """The measure's isometric through the best point."""
        if not curve.has_best:
            return []
        value = curve.best.value
        lines = curve.measure.isometric(value, curve.prevalence, **curve.parameters)
        label = f"{curve.measure.symbol} {value:.3g}"
        # Away from the middle, where handle and points are.
        places = (0.85, 0.15, 0.7, 0.3)
        return [Line(points, label, Qt.DashLine, places) for points in lines]

    def _fit_learner(self):
        """Fit the learner on the data of the results, if a model is to come from there."""
        self.cancel()
        self.fitted = None
        self.Error.unfit_learner.clear()
        if self.learner is None or self.results is None or self.results.data is None:
            return
        reason = self.learner.incompatibility_reason(self.results.domain)
        if reason:
            self.Error.unfit_learner(reason)
        elif self._stored_model() is None:
            self.start(fit, self.learner, self.results.data)

    def on_done(self, result):
        self.fitted = result
        self.commit.deferred()

    def on_exception(self, ex):
        self.Error.unfit_learner(str(ex) or type(ex).__name__)
        self.commit.deferred()

    def on_partial_result(self, _):
        pass

    def onDeleteWidget(self):
        self.shutdown()
        super().onDeleteWidget()

    def _stored_model(self):
        """The model in the results, where they hold a single one of this name."""
        if self.classifier is None or not has_model_of_each(self.results):
            return None
        models = self.results.models
        return models[0, self.classifier.index] if len(models) == 1 else None

    @gui.deferred
    def commit(self):
        self.Information.no_model.clear()
        self.Information.no_learner(shown=self.tuning is not None and self.learner is None)
        names = self.model, getattr(self.learner, "name", "")
        is_other = None not in (self.tuning, self.learner) and names[0] != names[1]
        self.Warning.other_learner(*names, shown=is_other)
        results = thresholds = None
        if self.tuning is not None:
            cut = self.point.cut
            results = rethresholded(self.results, self.positive, cut, [self.model])
            thresholds = thresholds_table(
                self.tuning.curve,
                self.tuning.fold_curves,
                self.positive_name,
                self.maximum_rows,
                **self.parameters,
            )
        self.Outputs.results.send(results)
        self.Outputs.thresholds.send(thresholds)
        self.Outputs.model.send(self._output_model())
        self.Outputs.learner.send(self._output_learner())

    def _output_model(self):
        if self.tuning is None:
            return None
        base = self._stored_model() or self.fitted
        if base is None:
            self.Information.no_model(self._why_no_model())
            return None
        try:
            return ThresholdModel(base, self.positive, self.point.cut)
        except UnfitError as error:
            self.Information.no_model(str(error))
            return None

    def _why_no_model(self):
        if self.learner is None:
            return "each fold has its own. Connect a Learner, or test on test data"
        if self.results.data is None:
            return "the results come without data, on which the learner could be fitted"
        if self.Error.unfit_learner.is_shown():
            return "the learner cannot be used"
        return "the learner is being fitted"

    def _output_learner(self):
        if self.tuning is None or self.learner is None or self.Error.unfit_learner.is_shown():
            return None
        if not self.tune_inside:
            return ThresholdLearner(self.learner, self.positive, self.point.cut)
        own = {name: self.parameters[name] for name in MEASURES[self.measure].parameters}
        prevalence = None if self.class_ratio is None else self.ratio_control.prevalence
        return ThresholdLearner(
            self.learner,
            self.positive,
            measure=self.measure,
            parameters=own,
            prevalence=prevalence,
            constraints=self._constraints(),
        )

    def send_report(self):
        if self.tuning is None:
            return
        self.report_items(
            "Settings",
            (
                ("Model", self.model),
                ("Positive class", self.positive_name),
                ("Class ratio (negatives : positives)", self.ratio_control.text),
                ("View", VIEWS[self.view][0]),
                ("Tuned for", MEASURES[self.measure].title),
                ("Constraint", ", ".join(map(str, self._constraints()))),
                ("Costs of a false positive and a false negative", self._costs_text()),
                ("Decision", describe_cut(self.point.cut)),
            ),
        )
        self.report_plot("Curve", self.diagram)
        self.report_plot("Measure against the cut", self.plot)
        self.report_raw("Decisions", f"{self.text.text()}<p>{self.stability.text()}</p>")

    def _costs_text(self):
        return f"{self.parameters['cost_fp']:g}, {self.parameters['cost_fn']:g}"

    def set_visual_settings(self, key, value):
        self.diagram.parameter_setter.set_parameter(key, value)
        self.visual_settings[key] = value

    @classmethod
    def migrate_settings(cls, settings, version):
        """Until version 1, the distance was the weighted one."""
        if "measure" in settings and (version is None or version < 2):
            settings["measure"] = renamed_distance(settings["measure"])

    def _on_positive_changed(self, names):
        self.cut = None
        super()._on_positive_changed(names)

    def _on_model_changed(self, names):
        if not names:  # by Ctrl and click; there is always one
            self.model_list.select([self.model])
            return
        self.model, self.cut = names[0], None
        self.show_model()
        self.commit.deferred()

    def _on_rule_changed(self):
        self.measure, self.parameters, self.constraint = self.rule.state()
        self.show_measure()
        self.commit.deferred()

    def _on_tolerance_changed(self, value):
        self.tolerance = value
        if self.tuning is not None:
            self.show_marks()
            self.show_cut()

    def _on_maximum_changed(self, value):
        self.maximum_rows = value
        self.commit.deferred()

    def _on_cut_moved(self, cut):
        self.cut = cut
        self.show_cut()

    def _on_cut_settled(self):
        self.commit.deferred()

    def _on_cut_typed(self, cut):
        if self.tuning is not None:
            self._on_cut_moved(cut)
            self.commit.deferred()

    def _on_best(self):
        self.cut = None
        if self.tuning is not None:
            self.show_cut()
            self.commit.deferred()

    def _on_hovered(self, hit):
        if hit is None or hit.part != "curves":
            self.diagram.show_tip("")
            return
        sweep = self.classifier.sweep
        prevalence = self.ratio_control.prevalence
        counts, cut = sweep.counts(hit.index), sweep.cuts[hit.index]
        told = self.positive_name, prevalence, hit.name, cut
        self.diagram.show_tip(explain(counts, *told, also=self._told))

    def _on_pointed(self, rates):
        """Tell what the measure would be where the pointer is on nothing."""
        text = ""
        if rates is not None and self.tuning is not None:
            text = explain_place(*rates, self.ratio_control.prevalence, self._told)
        self.diagram.show_tip(text)

    @property
    def _told(self):
        """The measures that sentences tell: the one tuned for, and the cost if it is set."""
        are_set = self.parameters["cost_fp"] != 1 or self.parameters["cost_fn"] != 1
        names = dict.fromkeys((self.measure, "cost") if are_set else (self.measure,))
        return {n: {k: self.parameters[k] for k in MEASURES[n].parameters} for n in names}


if __name__ == "__main__":
    from Orange.widgets.evaluate.utils import results_for_preview

    WidgetPreview(OWThresholdTuner).run(set_results=results_for_preview())
