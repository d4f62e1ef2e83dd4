"""φ/δ Diagram: classifiers as points of a diamond that shows what accuracy hides."""

from functools import partial

from AnyQt.QtCore import QSize
from AnyQt.QtWidgets import QListWidget
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Msg, Output
from orangewidget.utils.signals import LazyValue

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.orange.comparisons import Comparison
from orangecontrib.phidelta.plot import theme
from orangecontrib.phidelta.widgets.bases.points import OWPointsWidget
from orangecontrib.phidelta.widgets.bases.settings import ResultsContextHandler, rename_in
from orangecontrib.phidelta.widgets.bases.stages import SEND
from orangecontrib.phidelta.widgets.controls.kinds import Flag, ListOf, OneOf
from orangecontrib.phidelta.widgets.controls.layers import LAYERS, LayerControls
from orangecontrib.phidelta.widgets.controls.levels import LEVELS, TYPED_LEVELS, UNREACHED
from orangecontrib.phidelta.widgets.controls.measures import (
    OLD_MEASURES,
    PARAMETER_KINDS,
    MeasureControls,
)
from orangecontrib.phidelta.widgets.controls.shared import NameList
from orangecontrib.phidelta.widgets.tables.scores import COLUMN_CHOICE
from orangecontrib.phidelta.widgets.views.comparison import ComparisonView
from orangecontrib.phidelta.widgets.views.pair import ROPE

#: Of more models, the pairs would keep the user waiting.
_MOST_COMPARED = 10
#: While the class ratio moves, isometrics are traced on every second knot.
_COARSE = 2


class OWPhiDelta(OWPointsWidget):
    name = "φ/δ Diagram"
    description = "Show classifiers by accuracy and bias at any class ratio."
    icon = "icons/phidelta-symbolic.svg"
    priority = 10
    keywords = (
        "phi delta, phi-delta diagram, roc, coverage, classifier, accuracy, bias, imbalance, "
        "class ratio, prevalence, isometrics, cost, kappa, mcc, sensitivity, specificity"
    )

    class Outputs:
        results = Output("Selected Results", Results, default=True)
        scores = Output("Scores", Table)
        comparison = Output("Comparison", Table, auto_summary=False)  # lazy

    class Information(OWPointsWidget.Information):
        unreached = Msg(UNREACHED)
        too_many = Msg("More than {} models are selected, so they are not compared in pairs.")

    settingsHandler = ResultsContextHandler()
    settings_version = 2
    selected = ContextSetting([], kind=lambda widget: ListOf(OneOf(widget.selected)))  # or fewer
    isometrics = Setting(["accuracy"], kind=ListOf(OneOf(MEASURES)))
    levels = Setting("round", kind=OneOf(LEVELS))
    typed_levels = Setting([], kind=TYPED_LEVELS)
    background = Setting("", kind=OneOf(["", *MEASURES]))
    parameters = Setting(DEFAULTS, kind=PARAMETER_KINDS)
    layers = Setting(["curves", "comparison"], kind=ListOf(OneOf(LAYERS)))
    chosen_columns = Setting({}, kind=COLUMN_CHOICE)
    show_averages = Setting(False, kind=Flag())
    rope = Setting(0.01, kind=ROPE)

    def __init__(self):
        super().__init__()
        self._add_controls()
        self.comparison_view = ComparisonView(self.chosen_columns)
        self.table = self.comparison_view.table
        self.add_view(self.comparison_view)
        shows = self.show_between, self.commit.deferred
        self.bind("rope", self.comparison_view.pair.rope, *shows)
        self.diagram.selection_changed.connect(self.select)
        self.diagram.hovered.connect(self._tell_hit)
        self.diagram.pointed.connect(self._tell_place)
        self.diagram.sight_changed.connect(self.show_isometrics)
        self.show_layers()
        self.show_classifiers()

    def sizeHint(self):
        return QSize(1060, 760)

    def _add_controls(self):
        self.add_positive()
        self.model_list = NameList(QListWidget.MultiSelection, lines=5)
        self.model_list.setAccessibleName("Models")
        shows = self.show_selection, self.commit.deferred
        self.bind("selected", self.model_list, *shows, title="Models")
        self.add_groups(self.model_list.parentWidget())
        self.add_view_combo()
        self.add_class_ratio(self.move_space, settled=self.settle)
        self.measures = MeasureControls()
        shows = self.show_measures, self.show_between, self.show_table, self.commit.deferred
        measures = "isometrics", "background", "parameters"
        self.bind(measures, self.measures, *shows, title="Isometrics")
        self.bind(("levels", "typed_levels"), self.measures.levels, *shows)
        self.layer_controls = LayerControls()
        self.bind("layers", self.layer_controls, self.show_layers, title="Show")
        self.bind("show_averages", self.layer_controls.averages, self.show_table)
        self.end_controls()

    def open_what_came(self):
        names = self.shown_names()
        self.open_results(names, selected=names)

    @property
    def comparison(self):
        """What came, at the class ratio and with the parameters set."""
        groups = self.groups if self.evaluation.classifiers else None
        choices = self.parameters, self.class_ratio, groups
        return Comparison(self.evaluation, self.points, *choices)

    def select(self, names):
        """Select the classifiers of these names."""
        self.selected = names
        self.show_selection()
        self.commit.deferred()

    def show_classifiers(self):
        """Show what came; everything else follows."""
        comparison = self.comparison
        colors = theme.model_colors(len(comparison.names))
        self.model_list.set_names(comparison.names, icons=theme.color_icons(colors))
        self.layer_controls.averages.setEnabled(len(self.evaluation.values) > 2)
        self.ratio_control.set_data_prevalence(comparison.data_prevalence)
        self.comparison_view.show_classifiers(comparison, colors, self.selected)
        self.show_space()

    def show_selection(self):
        """Show the selected in full; only they are in the table."""
        self.diagram.set_selection(self.selected)
        if self.levels == "models":
            self.show_isometrics()
        self.show_between()
        self.show_table()

    def move_space(self):
        """Show a class ratio that may still move."""
        self.show_space(_COARSE)

    def settle(self):
        """Draw finely and send, when the class ratio moves no longer."""
        self.show_isometrics()
        self.commit.deferred()

    def show_space(self, step=1):
        """Show the view at the class ratio; measures and table follow."""
        comparison = self.comparison
        self.diagram.show_space(self.space(comparison.cases), comparison.prevalence)
        self.show_measures(step)
        self.show_between()
        self.show_table()

    def show_layers(self):
        self.diagram.set_layers(self.layers)
        self.show_between()

    def show_between(self):
        """Show how two selected models differ, the hull, and what else stands around them."""
        choices = self.selected, self.layers, self.isometrics, self.rope
        self.comparison_view.show_between(self.comparison, *choices)

    def show_measures(self, step=1):
        """Show isometrics and background at the class ratio."""
        self.show_isometrics(step)
        self.diagram.show_heatmap(self.comparison.background(self.background))

    def show_isometrics(self, step=1):
        """Show lines at the levels chosen; round ones are those of what is in sight."""
        places = self.comparison.places(self.selected)
        how = self.levels, self.typed_levels, places, step
        lines = self.comparison_view.show_isometrics(self.comparison, self.isometrics, *how)
        is_typed = self.levels == "typed" and bool(self.isometrics and self.typed_levels)
        self.Information.unreached(shown=is_typed and not lines)

    def show_table(self):
        """Show the scores of the selected, and on demand their averages over the classes."""
        axes = ("phi", "delta") if self.view == "standard" else ("phi_b", "delta_b")
        rows = self.comparison.rows(self.selected, self.show_averages)
        self.table.show_scores(rows, (*axes, *self.isometrics, self.background))

    @gui.deferred
    def commit(self):
        self.stages.follow(SEND, self.sent)

    def sent(self):
        """Steps: make the outputs and send them."""
        comparison = self.comparison
        models = comparison.selected_models(self.selected)
        results, scores = yield partial(comparison.outputs, self.results, self.selected)
        self.Outputs.results.send(results)
        self.Outputs.scores.send(scores)
        self.Information.too_many(_MOST_COMPARED, shown=len(models) > _MOST_COMPARED)
        pairs = partial(comparison.pairs_table, models, self.rope)
        is_sent = 1 < len(models) <= _MOST_COMPARED
        self.Outputs.comparison.send(LazyValue[Table](pairs) if is_sent else None)

    def send_report(self):
        if not self.comparison.classifiers:
            return
        items = (
            ("Group by", self.group_by),
            ("Isometrics", ", ".join(MEASURES[name].title for name in self.isometrics)),
            ("Levels of isometrics", bool(self.isometrics) and LEVELS[self.levels][0]),
            ("Background", self.background and MEASURES[self.background].title),
        )
        self.report_items("Settings", (*self.reported, *items))
        self.report_name("Diagram")
        self.report_plot()
        if told := self.comparison_view.pair.text:
            self.report_paragraph("Comparison", told)
        self.report_table("Scores", self.table)

    def explain(self, hit):
        """What there is to say about what the pointer is on; a sentence in each line."""
        is_cost_shown = self.background == "cost" or self.table.is_shown("cost")
        told = self.comparison.told(self.isometrics, is_cost_shown)
        return self.comparison_view.explain(self.comparison, hit, told)

    def _tell_hit(self, hit):
        self.diagram.show_tip(self.explain(hit) if hit is not None else "")

    def _tell_place(self, rates):
        """Tell the values of the isometrics' measures where the pointer is on nothing."""
        self.diagram.show_tip(self.comparison.explain_place(rates, self.isometrics))

    @classmethod
    def migrate_settings(cls, settings, version):
        """Until version 1, the distance was the weighted one."""
        if version is None or version < 2:
            rename_in(settings, ("isometrics", "background"), OLD_MEASURES)


if __name__ == "__main__":
    from Orange.widgets.evaluate.utils import results_for_preview

    WidgetPreview(OWPhiDelta).run(set_results=results_for_preview())
