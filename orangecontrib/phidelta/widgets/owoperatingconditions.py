"""Operating Conditions: which model costs least, where class ratio and costs are known or not."""

from functools import partial
from html import escape

from AnyQt.QtCore import QSize
from Orange.base import Learner, Model
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Msg, Output

from orangecontrib.phidelta.core.choosing.conditions import class_ratio_at, miss_cost_at
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.orange.conditions import Conditions
from orangecontrib.phidelta.orange.outlooks import Outlook
from orangecontrib.phidelta.orange.testedmodels import model_names
from orangecontrib.phidelta.widgets.bases.conditionstask import SendingMixin, prepared
from orangecontrib.phidelta.widgets.bases.learners import OWLearnerWidget
from orangecontrib.phidelta.widgets.bases.sampling import REPLICATES, SamplingMixin
from orangecontrib.phidelta.widgets.bases.settings import ResultsContextHandler
from orangecontrib.phidelta.widgets.bases.stages import MODEL, SEND, TUNE
from orangecontrib.phidelta.widgets.controls import picturing
from orangecontrib.phidelta.widgets.controls.classratio import CLASS_RATIO
from orangecontrib.phidelta.widgets.controls.kinds import Flag, OneOf
from orangecontrib.phidelta.widgets.controls.measures import PARAMETER_KINDS, ParameterControls
from orangecontrib.phidelta.widgets.controls.ranges import (
    RANGES,
    USUAL_RANGES,
    RangeControls,
    ranges_of,
)
from orangecontrib.phidelta.widgets.controls.shared import Check
from orangecontrib.phidelta.widgets.views.conditions import ConditionsView

#: Values of a and of b on the map of preferences, at rest and while the class ratio moves.
_FINE, _COARSE = 61, 21
_COST = PARAMETER_KINDS.kinds["cost_fn"]


class OWOperatingConditions(SamplingMixin, SendingMixin, OWLearnerWidget):
    name = "Operating Conditions"
    description = "Choose a model and its cut for class ratios and costs known only roughly."
    icon = "icons/operatingconditions-symbolic.svg"
    priority = 25
    keywords = "cost curve, class ratio, costs, choose model, uncertain, regret, preference, tile"

    class Outputs:
        results = Output("Evaluation Results", Results, default=True)
        model = Output("Model", Model)
        learner = Output("Learner", Learner)
        conditions = Output("Conditions", Table)

    class Error(OWLearnerWidget.Error):
        failed = Msg("The bootstrap has failed: {}")

    class Information(OWLearnerWidget.Information):
        dummy_wins = Msg("“{}” costs least here: no model is worth its use.")
        no_model = Msg("No model on the output: {}")

    settingsHandler = ResultsContextHandler()
    settings_version = 1
    chosen = ContextSetting("", kind=lambda widget: OneOf(["", *model_names(widget.results)]))
    parameters = Setting(DEFAULTS, kind=PARAMETER_KINDS)
    decisions = Setting("movable", kind=OneOf(picturing.DECISIONS))
    ranges = Setting(USUAL_RANGES, kind=RANGES)
    moves = Setting("costs", kind=OneOf(picturing.MOVES))
    scale = Setting("normalised", kind=OneOf(picturing.SCALES))
    flavour = Setting("winner", kind=OneOf(picturing.FLAVOURS))
    with_samples = Setting(False, kind=Flag())
    usual = {"chosen": ""}

    graph_name = "conditions_view.costs"

    def __init__(self):
        OWLearnerWidget.__init__(self)
        SamplingMixin.__init__(self)
        self.conditions = self.preferences = None
        self.conditions_view = view = ConditionsView()
        self._add_controls()
        self.add_view(view)
        view.add_hint(self.sight_hint)
        view.costs.condition_changed.connect(self.move_condition)
        view.costs.condition_settled.connect(self.settle)
        view.table.chosen.connect(self.choose)
        self.show_classifiers()

    def sizeHint(self):
        return QSize(1180, 800)

    def _add_controls(self):
        commit = self.commit.deferred
        self.add_positive()
        self.decisions_combo = picturing.combo("decisions")
        shows = self.show_classifiers, commit
        self.bind("decisions", self.decisions_combo, *shows, title="Decisions")
        self.add_class_ratio(self.move_space, settled=self.settle)
        self.costs = ParameterControls()
        self.costs.show_for(["cost"])
        self.bind("parameters", self.costs, self.show_outlook, commit, title="Costs")
        self.range_controls = RangeControls()
        self.bind("ranges", self.range_controls, self.show_range, commit, title="Range")
        self.chosen_combo = picturing.combo("chosen")
        shows = self.show_map, self.show_outlook, commit
        self.bind("chosen", self.chosen_combo, *shows, title="Chosen model")
        box = gui.vBox(self.controlArea, "Picture")
        self.bind("moves", picturing.combo("moves"), box=box)
        self.bind("scale", picturing.combo("scale"), self.show_curves, box=box)
        self.bind("flavour", picturing.combo("flavour"), self.show_map, self.work, box=box)
        self.samples_check = Check("Bands and certainty", f"From {REPLICATES} bootstrap samples")
        self.bind("with_samples", self.samples_check, self.sample, box=box)
        self.add_view_combo()
        self.view_combo.changed.connect(self.conditions_view.show_diagram)
        self.end_controls()

    @property
    def outlook(self):
        """The `Outlook` of all that is set; None without models."""
        if self.conditions is None:
            return None
        costs = self.parameters["cost_fp"], self.parameters["cost_fn"]
        known = self.ratio_control.prevalence, *costs, ranges_of(self.ranges)
        return Outlook(self.conditions, *known, self.chosen, self.samples)

    def show_classifiers(self):
        """Show what came, and what models may do; everything else follows."""
        names = [classifier.name for classifier in self.evaluation.classifiers]
        self.chosen_combo.set_choices(picturing.BEST | {name: name for name in names})
        self.chosen = self.chosen if self.chosen in names else ""
        self.conditions = None
        self.ratio_control.set_data_prevalence(self.evaluation.prevalence if names else 0.5)
        found = Conditions(self.evaluation, self.decisions == "movable") if names else None
        self.stages.follow(MODEL, partial(self.conditions_shown, found))

    def preparing(self, conditions):
        """What computes all that is shown of them, to be called with progress."""
        where = self.ratio_control.prevalence, _FINE
        return partial(prepared, conditions, ranges_of(self.ranges), where)

    def conditions_shown(self, conditions):
        """Steps: find who costs least where, and show it."""
        if conditions is not None:
            yield self.preparing(conditions)
            self.samples_check.setEnabled(conditions.has_independent_cases)
        self.conditions = conditions
        self.conditions_view.show_models(self.conditions)
        self.forget_samples()
        self.show_curves()
        self.show_space()
        self.work()  # last, for it needs the map

    def show_curves(self):
        """Show costs along the line of conditions, with bands and certainty if there are any."""
        self.conditions_view.show_costs(self.conditions, self.samples, self.scale)

    def move_space(self):
        """Show a class ratio that may still move."""
        self.show_space(_COARSE)

    def show_space(self, resolution=_FINE):
        """Show the class ratio: diamond and map; the condition follows."""
        self.preferences = self.certainty = None
        if self.conditions is not None:
            prevalence = self.ratio_control.prevalence
            self.diagram.show_space(self.space(self.evaluation.cases), prevalence)
            self.preferences = self.conditions.preferences(prevalence, resolution)
        self.show_map()
        self.show_outlook()

    def show_map(self):
        """Show the map of preferences."""
        name = self.outlook.choice.candidate.name if self.conditions is not None else ""
        shown = self.preferences, self.flavour, name, self.certainty
        self.conditions_view.show_map(self.conditions, *shown)

    def show_range(self):
        """Show what follows from the ranges of class ratio and costs."""
        self.stages.follow(TUNE, self.range_shown)

    def range_shown(self):
        """Steps: weigh the candidates over the ranges, and show them."""
        if self.conditions is not None:
            yield self.preparing(self.conditions)
        self.show_outlook()

    def show_outlook(self):
        """Show class ratio and costs, what each candidate costs, and the choice."""
        outlook = self.outlook
        self.conditions_view.show_outlook(outlook)
        self.Information.dummy_wins.clear()
        if outlook is not None and outlook.choice.is_dummy:
            self.Information.dummy_wins(outlook.choice.candidate.name)

    def choose(self, name):
        """Choose the model of this name; a dummy, or the chosen one again: the best one."""
        is_model = self.chosen_combo.findData(name) > 0
        self.chosen = name if is_model and name != self.chosen else ""
        self.show_map()
        self.show_outlook()
        self.commit.deferred()

    def move_condition(self, condition):
        """Move to another condition: costs or class ratio follow; outputs wait."""
        cost_fp, cost_fn = self.parameters["cost_fp"], self.parameters["cost_fn"]
        if self.moves == "ratio":
            self.class_ratio = CLASS_RATIO.nearest(class_ratio_at(condition, cost_fp, cost_fn))
            self.move_space()
        else:
            cost = round(miss_cost_at(condition, self.ratio_control.prevalence, cost_fp), 2)
            self.parameters = self.parameters | {"cost_fn": _COST.nearest(cost)}
            self.show_outlook()

    def settle(self):
        """Send, when class ratio or costs move no longer."""
        is_coarse = self.preferences is not None and len(self.preferences.sides) < _FINE
        (self.show_space if is_coarse else self.show_map)()
        self.work()
        self.commit.deferred()

    @gui.deferred
    def commit(self):
        self.stages.follow(SEND, self.sent)

    def send_report(self):
        if self.conditions is None:
            return
        decisions = "Decisions", picturing.DECISIONS[self.decisions][0]
        costs = "Costs", "FP {cost_fp:g}, FN {cost_fn:g}".format_map(self.parameters)
        self.report_items("Settings", (*self.reported, decisions, costs))
        self.report_plot("Expected cost", self.conditions_view.costs)
        self.report_plot("Map of preferences", self.conditions_view.map)
        self.report_raw("Choice", escape(self.conditions_view.sentence.whole))
        self.report_table("Candidates", self.conditions_view.table)


if __name__ == "__main__":
    from Orange.widgets.evaluate.utils import results_for_preview

    WidgetPreview(OWOperatingConditions).run(set_results=results_for_preview())
