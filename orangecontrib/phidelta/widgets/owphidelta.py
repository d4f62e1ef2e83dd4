"""φ/δ Diagram: classifiers as points of a diamond that shows what accuracy hides."""

from functools import partial
from itertools import cycle

from AnyQt.QtCore import QSize, Qt
from AnyQt.QtWidgets import QCheckBox, QGridLayout, QListWidget, QSplitter
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.evaluate.contexthandlers import EvaluationResultsContextHandler
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Input, Msg, Output
from orangewidget.utils.visual_settings_dlg import VisualSettingsDialog

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.core.decisions.spaces import BASELINES
from orangecontrib.phidelta.core.words import (
    explain,
    explain_folds,
    explain_place,
    explain_reversal,
)
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.results import class_values, model_names, select_models
from orangecontrib.phidelta.orange.tables import NO_POINTS, read_points, scores_table
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.plot.diagram import Diagram
from orangecontrib.phidelta.plot.isometrics import isometric_lines
from orangecontrib.phidelta.widgets.bases.results import VIEWS, OWResultsWidget
from orangecontrib.phidelta.widgets.controls.levels import LEVELS
from orangecontrib.phidelta.widgets.controls.measures import MeasureControls, renamed_distance
from orangecontrib.phidelta.widgets.controls.shared import NameList
from orangecontrib.phidelta.widgets.tables.scores import COUNTS, ScorePanel, ScoreTable

#: What can be shown around the points: label, tool tip.
LAYERS = {
    "curves": ("Threshold curves", "The way of the point when the threshold moves"),
    "folds": ("Folds", "A small point for each fold of the evaluation"),
    "spread": (
        "Fold spread",
        "One standard deviation of the fold points; not a confidence region",
    ),
    "regions": ("Confidence", "95 % confidence region of both rates (one test of each case)"),
    "baselines": ("Baselines", "Always negative, always positive, a coin, the oracle"),
}


class OWPhiDelta(OWResultsWidget):
    name = "φ/δ Diagram"
    description = "Show classifiers by accuracy and bias at any class ratio."
    icon = "icons/phidelta-symbolic.svg"
    priority = 10
    keywords = (
        "phi delta, phi-delta diagram, roc, coverage, classifier, accuracy, bias, imbalance, "
        "class ratio, prevalence, isometrics, cost, kappa, mcc, sensitivity, specificity"
    )

    class Inputs:
        results = Input("Evaluation Results", Results, default=True)
        points = Input("Data", Table)

    class Outputs:
        results = Output("Selected Results", Results, default=True)
        scores = Output("Scores", Table)

    class Error(OWResultsWidget.Error):
        unfit_points = Msg("{}")

    class Warning(OWResultsWidget.Warning):
        impossible_rows = Msg("{} rows of the table are not possible points and left out.")

    class Information(OWResultsWidget.Information):
        unreached = Msg("No measure of the isometrics has one of the levels typed.")

    settingsHandler = EvaluationResultsContextHandler()
    settings_version = 2
    selected = ContextSetting([])
    isometrics = Setting(["accuracy"])
    levels = Setting("round")
    typed_levels = Setting([])
    background = Setting("")
    parameters = Setting(DEFAULTS)
    layers = Setting(["curves"])
    chosen_columns = Setting({})
    show_averages = Setting(False)
    auto_commit = Setting(True)
    visual_settings = Setting({}, schema_only=True)

    graph_name = "diagram"

    def __init__(self):
        super().__init__()
        self.parameters = DEFAULTS | self.parameters
        self.points = NO_POINTS
        self._add_controls()
        self.diagram = Diagram()
        self.diagram.selection_changed.connect(self._on_selected)
        self.diagram.hovered.connect(self._on_hovered)
        self.diagram.pointed.connect(self._on_pointed)
        self.diagram.sight_changed.connect(self.show_isometrics)
        self.table = ScoreTable(self.chosen_columns)
        self.add_sight_hint(self.diagram)
        splitter = QSplitter(Qt.Vertical, childrenCollapsible=False)
        splitter.addWidget(self.diagram)
        splitter.addWidget(ScorePanel(self.table))
        splitter.setSizes([550, 170])
        splitter.setStretchFactor(0, 1)
        self.mainArea.layout().addWidget(splitter)
        self.diagram.set_layers(self.layers)
        VisualSettingsDialog(self, self.diagram.parameter_setter.initial_settings)
        self.show_classifiers()

    def sizeHint(self):
        return QSize(1060, 760)

    def _add_controls(self):
        self.add_positive_box()
        self.model_list = NameList(QListWidget.MultiSelection, lines=5)
        self.model_list.setAccessibleName("Models")
        self.model_list.selection_changed.connect(self._on_selected)
        gui.vBox(self.controlArea, "Models").layout().addWidget(self.model_list)
        self.add_view_combo(gui.vBox(self.controlArea, "View"))
        self.add_class_ratio_box()
        self.measures = MeasureControls()
        self.measures.set_state(self.isometrics, self.background, self.parameters)
        self.measures.levels.set_state(self.levels, self.typed_levels)
        self.measures.changed.connect(self._on_measures_changed)
        gui.vBox(self.controlArea, "Isometrics").layout().addWidget(self.measures)
        self._add_layer_box()
        gui.rubber(self.controlArea)
        gui.auto_send(self.buttonsArea, self, "auto_commit")

    def _add_layer_box(self):
        grid = QGridLayout()
        gui.widgetBox(self.controlArea, "Show", orientation=grid)
        self.layer_boxes = {}
        for i, (name, (label, tip)) in enumerate(LAYERS.items()):
            check = QCheckBox(label, checked=name in self.layers, toolTip=tip)
            check.toggled.connect(self._on_layers_changed)
            self.layer_boxes[name] = check
            grid.addWidget(check, i // 2, i % 2)
        self.averages_box = gui.checkBox(
            None,
            self,
            "show_averages",
            "All classes",
            callback=self.show_table,
            tooltip="For more than two classes, in the table: accuracy, kappa and MCC of all "
            "classes together, and averages of each class against the rest",
        )
        grid.addWidget(self.averages_box, len(LAYERS) // 2, len(LAYERS) % 2)

    @Inputs.results
    def set_results(self, results):
        self.read_results(results)

    @Inputs.points
    def set_points(self, table):
        self.points = NO_POINTS
        self.Error.unfit_points.clear()
        if table is not None:
            try:
                self.points = read_points(table)
            except UnfitError as error:
                self.Error.unfit_points(str(error))
        impossible = self.points.impossible
        self.Warning.impossible_rows(impossible, shown=bool(impossible))

    def handleNewSignals(self):
        """Read what came; a context brings back the choices made for the same models."""
        self.closeContext()
        names = model_names(self.results) if self.results else ()
        self.points = self.points.named_apart(names)
        names = [*names, *(point.name for point in self.points.classifiers)]
        self.fill_positive_list()
        self.selected, self.class_ratio = names, None
        if names:
            self.openContext(class_values(self.results) if self.results else (), names)
        self.positive_list.select(self.positive)
        self.ratio_control.set_class_ratio(self.class_ratio)
        self.evaluate()
        self.show_classifiers()
        self.commit.now()

    @property
    def classifiers(self):
        """All that can be shown: models first, then points."""
        return [*self.evaluation.classifiers, *self.points.classifiers]

    @property
    def selected_classifiers(self):
        return [c for c in self.classifiers if c.name in self.selected]

    def show_classifiers(self):
        """Show what came; everything else follows."""
        names = [classifier.name for classifier in self.classifiers]
        colors = theme.model_colors(len(names))
        self.model_list.set_names(names, icons=[theme.color_icon(color) for color in colors])
        self.averages_box.setEnabled(len(self.evaluation.values) > 2)
        source = self.evaluation if self.evaluation.classifiers else self.points
        self.cases = source.cases
        self.ratio_control.set_data_prevalence(source.prevalence)
        self.diagram.show_classifiers(self.classifiers, colors)
        self.show_selection()
        self.show_space()

    def show_selection(self):
        """Show the selected in full, in picture and list; only they are in the table."""
        self.model_list.select(self.selected)
        self.diagram.set_selection(self.selected)
        if self.levels == "models":
            self.show_isometrics()
        self.show_table()

    def show_space(self):
        """Show the view at the class ratio; measures and table follow."""
        self.diagram.show_space(self.space(self.cases), self.ratio_control.prevalence)
        self.show_measures()
        self.show_table()

    def show_measures(self):
        """Show isometrics and background at the class ratio."""
        self.show_isometrics()
        prevalence = self.ratio_control.prevalence
        background = MEASURES.get(self.background)
        self.diagram.show_heatmap(background, prevalence, **self._parameters_of(self.background))

    def show_isometrics(self):
        """Show lines at the levels chosen; round ones are those of what is in sight."""
        prevalence = self.ratio_control.prevalence
        points = [(c.counts.fpr, c.counts.tpr) for c in self.selected_classifiers]
        lines = []
        for name, style in zip(self.isometrics, cycle(theme.STYLES), strict=False):
            measure, parameters = MEASURES[name], self._parameters_of(name)
            if self.levels == "models":
                levels = measure.levels_at(points, prevalence, **parameters)
            elif self.levels == "typed":
                levels = self.typed_levels
            else:
                rates = self.diagram.rates_in_sight()
                levels = measure.levels(prevalence, rates=rates, **parameters)
            lines += isometric_lines(measure, style, prevalence, levels, points, **parameters)
        self.diagram.show_isometrics(lines)
        is_typed = self.levels == "typed" and bool(self.isometrics and self.typed_levels)
        self.Information.unreached(shown=is_typed and not lines)

    def show_table(self):
        """Show the scores of the selected, and on demand their averages over the classes."""
        rows = []
        for classifier in self.selected_classifiers:
            prevalence = self.measured_prevalence(classifier)
            scores = classifier.outcome.scores(prevalence, **self.parameters)
            if classifier.is_counted:
                scores |= {name: getattr(classifier.counts, name) for name in COUNTS}
            intervals = partial(classifier.intervals, prevalence, **self.parameters)
            rows.append((classifier.name, scores, intervals))
            if self.show_averages:
                averages = classifier.over_classes(**self.parameters).items()
                rows += [(f"{classifier.name}, {kind}", avg, dict) for kind, avg in averages]
        axes = ("phi", "delta") if self.view == "standard" else ("phi_b", "delta_b")
        self.table.show_scores(rows, (*axes, *self.isometrics, self.background))

    @gui.deferred
    def commit(self):
        selected = self.selected_classifiers
        models = [c.name for c in selected if c.index is not None]
        self.Outputs.results.send(select_models(self.results, models) if models else None)
        self.Outputs.scores.send(
            scores_table(
                selected,
                self.positive_name,
                [self.measured_prevalence(classifier) for classifier in selected],
                **self.parameters,
            )
            if selected
            else None
        )

    def send_report(self):
        if not self.classifiers:
            return
        self.report_items(
            "Settings",
            (
                ("Positive class", self.positive_name),
                ("Class ratio (negatives : positives)", self.ratio_control.text),
                ("View", VIEWS[self.view][0]),
                ("Isometrics", ", ".join(MEASURES[name].title for name in self.isometrics)),
                ("Levels of isometrics", bool(self.isometrics) and LEVELS[self.levels][0]),
                ("Background", self.background and MEASURES[self.background].title),
            ),
        )
        self.report_name("Diagram")
        self.report_plot()
        self.report_table("Scores", self.table)

    def set_visual_settings(self, key, value):
        self.diagram.parameter_setter.set_parameter(key, value)
        self.visual_settings[key] = value

    def explain(self, hit):
        """What there is to say about what the pointer is on; a sentence in each line."""
        tell = partial(explain, positive=self.positive_name, also=self._told)
        if hit.part == "baseline":
            fpr, tpr = BASELINES[hit.name]
            counts = Counts.from_rates(tpr, 1 - fpr)
            prevalence = self.ratio_control.prevalence
            return tell(counts, prevalence=prevalence, name=hit.name, is_counted=False)
        classifier = next(c for c in self.classifiers if c.name == hit.name)
        tell = partial(tell, prevalence=self.measured_prevalence(classifier))
        if hit.part == "spread":
            return f"{hit.name}\n{self._explain_folds(classifier)}"
        if hit.part == "folds":
            name = f"{hit.name}, fold {hit.index + 1}"
            sentence = tell(classifier.folds.counts[hit.index], name=name)
            return f"{sentence}\n{self._explain_folds(classifier)}"
        if hit.part == "curves":
            counts, cut = classifier.sweep.counts(hit.index), classifier.sweep.cuts[hit.index]
            return _lines(tell(counts, name=hit.name, cut=cut), explain_reversal(counts))
        counts = classifier.counts
        sentence = tell(counts, name=hit.name, is_counted=classifier.is_counted)
        return _lines(sentence, explain_reversal(counts))

    def _explain_folds(self, classifier):
        prevalence = self.measured_prevalence(classifier)
        return explain_folds(classifier.folds.counts, prevalence, self._told)

    @property
    def _told(self):
        """The measures that sentences tell: those of the isometrics, and the cost if it is set."""
        names = [*self.isometrics]
        are_set = self.parameters["cost_fp"] != 1 or self.parameters["cost_fn"] != 1
        if are_set or self.background == "cost" or self.table.is_shown("cost"):
            names.append("cost")
        return {name: self._parameters_of(name) for name in names}

    @classmethod
    def migrate_settings(cls, settings, version):
        """Until version 1, the distance was the weighted one."""
        if version is None or version < 2:
            if "isometrics" in settings:
                settings["isometrics"] = [renamed_distance(n) for n in settings["isometrics"]]
            if "background" in settings:
                settings["background"] = renamed_distance(settings["background"])

    def _parameters_of(self, name):
        wanted = MEASURES[name].parameters if name else ()
        return {key: self.parameters[key] for key in wanted}

    def _on_selected(self, names):
        self.selected = names
        self.show_selection()
        self.commit.deferred()

    def _on_hovered(self, hit):
        self.diagram.show_tip(self.explain(hit) if hit is not None else "")

    def _on_pointed(self, rates):
        """Tell the values of the isometrics' measures where the pointer is on nothing."""
        text = ""
        if rates is not None and self.classifiers:
            measures = {name: self._parameters_of(name) for name in self.isometrics}
            text = explain_place(*rates, self.ratio_control.prevalence, measures)
        self.diagram.show_tip(text)

    def _on_measures_changed(self):
        self.isometrics, self.background, self.parameters = self.measures.state()
        self.levels, self.typed_levels = self.measures.levels.state()
        self.show_measures()
        self.show_table()
        self.commit.deferred()

    def _on_layers_changed(self):
        self.layers = [name for name, check in self.layer_boxes.items() if check.isChecked()]
        self.diagram.set_layers(self.layers)


def _lines(*sentences):
    return "\n".join(sentence for sentence in sentences if sentence)


if __name__ == "__main__":
    from Orange.widgets.evaluate.utils import results_for_preview

    WidgetPreview(OWPhiDelta).run(set_results=results_for_preview())
