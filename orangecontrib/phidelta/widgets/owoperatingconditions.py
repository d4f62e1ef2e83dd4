"""Operating Conditions: which model costs least, where class ratio and costs are known or not."""

from html import escape

from AnyQt.QtCore import QSize
from Orange.base import Learner, Model
from Orange.data import Table
from Orange.evaluation import Results
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import Input, Msg, Output

from orangecontrib.phidelta.core.choosing.beliefs import Range, belief
from orangecontrib.phidelta.core.choosing.conditions import class_ratio_at, condition_of, odds_of
from orangecontrib.phidelta.core.choosing.preferences import agreement, cost_place
from orangecontrib.phidelta.core.choosingwords import explain_range, explain_stretch
from orangecontrib.phidelta.core.decisions.parameters import DEFAULTS
from orangecontrib.phidelta.orange.conditions import DUMMIES, Conditions, conditions_table
from orangecontrib.phidelta.orange.testedmodels import model_names
from orangecontrib.phidelta.widgets.bases.classes import handles, unfit_told
from orangecontrib.phidelta.widgets.bases.features import progress_of
from orangecontrib.phidelta.widgets.bases.results import OWResultsWidget, all_or_nothing
from orangecontrib.phidelta.widgets.bases.settings import ResultsContextHandler
from orangecontrib.phidelta.widgets.bases.work import WorkMixin
from orangecontrib.phidelta.widgets.controls.classratio import CLASS_RATIO
from orangecontrib.phidelta.widgets.controls.kinds import Flag, OneOf
from orangecontrib.phidelta.widgets.controls.measures import PARAMETER_KINDS, ParameterControls
from orangecontrib.phidelta.widgets.controls.ranges import (
    RANGES,
    USUAL_RANGES,
    RangeControls,
    ranges_of,
)
from orangecontrib.phidelta.widgets.controls.shared import Check, NameCombo
from orangecontrib.phidelta.widgets.views.conditions import FLAVOURS, SCALES, ConditionsView

#: What is chosen by itself.
BEST = "The one that costs least"
#: What models may do.
DECISIONS = {
    "movable": ("Each model with its best cut", "The cut follows class ratio and costs"),
    "fixed": ("Each model as it decides", "The decision does not change"),
}
#: What dragging the line changes.
MOVES = {
    "costs": ("Line moves the cost of a miss", "The class ratio stays"),
    "ratio": ("Line moves the class ratio", "The costs stay"),
}
#: Bootstrap samples for bands, and of them for the certainty of the map.
_REPLICATES, _FOR_MAP = 500, 100
#: Values of a and of b on the map of preferences.
_RESOLUTION = 61
COST = PARAMETER_KINDS.kinds["cost_fn"]


class OWOperatingConditions(WorkMixin, OWResultsWidget):
    name = "Operating Conditions"
    description = "Choose a model and its cut for class ratios and costs known only roughly."
    icon = "icons/operatingconditions-symbolic.svg"
    priority = 25
    keywords = (
        "cost curve, expected cost, class ratio, costs, misclassification, choose model, "
        "uncertain, regret, envelope, ranking score, tile, preference, threshold"
    )

    class Inputs:
        results = Input("Evaluation Results", Results, default=True)
        learner = Input("Learner", Learner)

    class Outputs:
        results = Output("Evaluation Results", Results, default=True)
        model = Output("Model", Model)
        learner = Output("Learner", Learner)
        conditions = Output("Conditions", Table)

    class Error(OWResultsWidget.Error):
        failed = Msg("The bootstrap has failed: {}")

    class Information(OWResultsWidget.Information):
        dummy_wins = Msg("“{}” costs least here: no model is worth its use.")
        no_model = Msg("No model on the output: {}")

    settingsHandler = ResultsContextHandler()
    settings_version = 1
    chosen = ContextSetting("", kind=lambda widget: OneOf(["", *model_names(widget.results)]))
    parameters = Setting(DEFAULTS, kind=PARAMETER_KINDS)
    decisions = Setting("movable", kind=OneOf(DECISIONS))
    ranges = Setting(USUAL_RANGES, kind=RANGES)
    moves = Setting("costs", kind=OneOf(MOVES))
    scale = Setting("normalised", kind=OneOf(SCALES))
    flavour = Setting("winner", kind=OneOf(FLAVOURS))
    with_samples = Setting(False, kind=Flag())

    def __init__(self):
        OWResultsWidget.__init__(self)
        WorkMixin.__init__(self)
        self.conditions = self.samples = self.preferences = self.certainty = None
        self.learner = None
        self.place = cost_place()
        self._add_controls()
        self.conditions_view = ConditionsView()
        self.add_view(self.conditions_view)
        self.conditions_view.costs.condition_changed.connect(self.move_condition)
        self.conditions_view.costs.condition_settled.connect(self.settle)
        self.conditions_view.costs.pointed.connect(self._tell_condition)
        self.conditions_view.map.place_changed.connect(self.move_place)
        self.conditions_view.map.pointed.connect(self._tell_place)
        self.conditions_view.table.chosen.connect(self.choose)
        self.show_classifiers()

    def sizeHint(self):
        return QSize(1180, 800)

    def _add_controls(self):
        self.add_positive()
        self.decisions_combo = NameCombo(DECISIONS)
        shows = self.show_classifiers, self.commit.deferred
        self.bind("decisions", self.decisions_combo, *shows, title="Decisions")
        self.add_class_ratio(self.show_space, settled=self.settle)
        self.costs = ParameterControls()
        self.costs.show_for(["cost"])
        shows = self.show_costs, self.commit.deferred
        self.bind("parameters", self.costs, *shows, title="Costs")
        self.range_controls = RangeControls()
        shows = self.show_summaries, self.commit.deferred
        self.bind("ranges", self.range_controls, *shows, title="Range")
        self.chosen_combo = NameCombo({"": BEST})
        shows = self.show_map, self.show_summaries, self.commit.deferred
        self.bind("chosen", self.chosen_combo, *shows, title="Chosen model")
        box = gui.vBox(self.controlArea, "Picture")
        self._add_combo("moves", MOVES, box)
        scales = {name: title for name, (title, *_) in SCALES.items()}
        self._add_combo("scale", scales, box, self.show_curves)
        self._add_combo("flavour", FLAVOURS, box, self.show_map, self.work)
        self.samples_check = Check("Bands and certainty", "From bootstrap samples of the cases")
        self.bind("with_samples", self.samples_check, self.sample, box=box)
        self.add_view_combo()
        self.end_controls()

    def _add_combo(self, setting, choices, box, *shows):
        combo = NameCombo(choices)
        combo.setAccessibleName(setting.capitalize())
        self.bind(setting, combo, *shows, box=box)

    @handles(Inputs.results)
    def set_results(self, results):
        self.read_results(results)

    @Inputs.learner
    def set_learner(self, learner):
        self.learner = learner

    @all_or_nothing
    def handleNewSignals(self):
        """Read what came; a context brings back the choices made for the same models."""
        names = model_names(self.results) if self.results else ()
        self.open_results(names, chosen="")
        self.evaluate()
        self.show_classifiers()
        self.commit.now()

    @property
    def present(self):
        """The present condition, in [0, 1]."""
        costs = self.parameters["cost_fp"], self.parameters["cost_fn"]
        return condition_of(self.ratio_control.prevalence, *costs)

    @property
    def about(self):
        """The `Belief` of the ranges, None where class ratio and costs are known."""
        return belief(*ranges_of(self.ranges)) if self.ranges[0] else None

    def show_classifiers(self):
        """Show what came, and what models may do; everything else follows."""
        names = [classifier.name for classifier in self.evaluation.classifiers]
        self.chosen_combo.set_choices({"": BEST} | {name: name for name in names})
        self.chosen = self.chosen if self.chosen in names else ""
        self.conditions = self.samples = None
        self.Error.failed.clear()
        if names:
            self.ratio_control.set_data_prevalence(self.evaluation.prevalence)
            self.conditions = Conditions(self.evaluation, self.decisions == "movable")
        self.conditions_view.show_models(self.conditions)
        self.show_curves()
        self.show_space()
        self.work()  # last, for it needs the map

    def show_curves(self):
        """Show costs along the line of conditions, with bands and certainty if there are any."""
        self.conditions_view.show_costs(self.conditions, self.samples, self.scale)

    def show_space(self):
        """Show the class ratio: diamond and map; the condition follows."""
        self.preferences = self.certainty = None
        if self.conditions is not None:
            prevalence = self.ratio_control.prevalence
            self.diagram.show_space(self.space(self.evaluation.cases), prevalence)
            self.preferences = self.conditions.preferences(prevalence, _RESOLUTION)
        self.show_map()
        self.show_costs()

    def show_map(self):
        """Show the map of preferences."""
        shown = self.preferences, self.flavour, self.chosen, self.certainty
        self.conditions_view.show_map(self.conditions, *shown)

    def show_costs(self):
        """Show the costs: line, marks and table."""
        if self.conditions is not None:
            self.conditions_view.costs.show_condition(self.present)
            costs = self.parameters["cost_fp"], self.parameters["cost_fn"]
            self.place = cost_place(*costs)
            self.show_place()
        self.show_summaries()

    def show_place(self):
        """Show a score of the map: its mark, and its isometrics in the diamond."""
        costs = cost_place(self.parameters["cost_fp"], self.parameters["cost_fn"])
        prevalence = self.ratio_control.prevalence
        self.conditions_view.show_place(self.conditions, self.place, costs, prevalence)

    def show_summaries(self):
        """Show what each candidate costs, now and over the range; the choice follows."""
        about, view = self.about, self.conditions_view
        if self.conditions is None:
            view.show_nothing()
            self.Information.dummy_wins.clear()
            return
        rows = self.conditions.summaries(about) if about is not None else None
        view.show_summaries(self.conditions, self.present, rows, self.samples)
        ends = about.ends if about is not None else None
        view.costs.show_range(ends)
        text = self._stretch_told(self.present)
        if rows is not None:
            text = explain_range(rows, [name for name, *_ in DUMMIES], *ranges_of(self.ranges))
        view.sentence.setText(text)
        choice = self.choice
        view.table.show_chosen(choice.candidate.name)
        self.Information.dummy_wins(choice.candidate.name, shown=choice.is_dummy)

    @property
    def choice(self):
        """The `Choice` that is sent."""
        return self.conditions.choice(self.chosen, self.present, self.about)

    def choose(self, name):
        """Choose the model of this name; a dummy, or the chosen one again: the best one."""
        names = [classifier.name for classifier in self.evaluation.classifiers]
        self.chosen = name if name in names and name != self.chosen else ""
        self.show_map()
        self.show_summaries()
        self.commit.deferred()

    def move_condition(self, condition):
        """Move to another condition: costs or class ratio follow; outputs wait."""
        prevalence = self.ratio_control.prevalence
        cost_fp, cost_fn = self.parameters["cost_fp"], self.parameters["cost_fn"]
        if self.moves == "ratio":
            self.class_ratio = CLASS_RATIO.nearest(class_ratio_at(condition, cost_fp, cost_fn))
            self.show_space()
        else:
            wanted = (1 - prevalence) / prevalence * cost_fp / float(odds_of(condition))
            self.parameters = self.parameters | {"cost_fn": COST.nearest(round(wanted, 2))}
            self.show_costs()

    def move_place(self, place):
        """Look at another score of the map."""
        self.place = place
        if self.conditions is not None:
            self.show_place()

    def settle(self):
        """Send, when class ratio or costs move no longer."""
        self.work()
        self.commit.deferred()

    def sample(self):
        """Draw bootstrap samples in the background if they are wanted; forget earlier ones."""
        self.samples = self.certainty = None
        self.Error.failed.clear()
        self.work()
        self.show_curves()
        self.show_summaries()

    def work(self):
        """Do in the background what is wanted and not there."""
        self.cancel()
        if self.conditions is None or not self.with_samples:
            return
        is_map_wanted = self.flavour == "certainty" and self.certainty is None
        if self.samples is None or is_map_wanted:
            self.start(_sampled, self.conditions, self.samples, self.preferences)

    def on_done(self, result):
        self.samples, (of, self.certainty) = result
        if of is not self.preferences:
            self.certainty = None  # the class ratio has moved
        self.show_curves()
        self.show_map()
        self.show_summaries()

    def on_exception(self, ex):
        self.Error.failed(str(ex) or type(ex).__name__)

    @gui.deferred
    def commit(self):
        self.Information.no_model.clear()
        results = model = learner = table = None
        if self.conditions is not None:
            positive, choice = self.evaluation.positive, self.choice
            results = choice.results(self.results, positive)
            learner = choice.learner(self.learner, positive)
            with unfit_told(self.Information.no_model):
                model = choice.model(self.results, positive)
            table = self._table()
        self.Outputs.results.send(results)
        self.Outputs.model.send(model)
        self.Outputs.learner.send(learner)
        self.Outputs.conditions.send(table)

    def _table(self):
        """Candidates over the range, or at the present class ratio and costs."""
        about = self.about
        if about is None:
            ratio = (1 - self.ratio_control.prevalence) / self.ratio_control.prevalence
            cost = self.parameters["cost_fn"] / self.parameters["cost_fp"]
            about = belief(Range(ratio, ratio), Range(cost, cost))
        chosen = None if self.samples is None else self.samples.chosen_at(self.present)
        return conditions_table(self.conditions.summaries(about), chosen)

    def _stretch_told(self, condition):
        low, high, candidate, _ = self.conditions.stretch_at(condition)
        candidate = self.conditions.candidates[candidate]
        cut = self.conditions.cut_at(candidate, condition)
        is_dummy = candidate.classifier is None
        told = low, high, candidate.name, float("nan") if is_dummy else cut
        return explain_stretch(*told, self.ratio_control.prevalence)

    def _tell_condition(self, place):
        """Tell who costs least where the pointer is."""
        text = "" if place is None or self.conditions is None else self._stretch_told(place[0])
        self.diagram.show_tip(text)

    def _tell_place(self, place):
        """Tell the scores of the models at a place of the map."""
        is_told = place is not None and self.conditions is not None
        told = self.conditions.told(place, self.ratio_control.prevalence) if is_told else ""
        self.diagram.show_tip(told)

    def send_report(self):
        if self.conditions is None:
            return
        costs = "{cost_fp:g}, {cost_fn:g}".format_map(self.parameters)
        items = (
            ("Decisions", DECISIONS[self.decisions][0]),
            ("Costs of a false positive and a false negative", costs),
        )
        self.report_items("Settings", (*self.reported, *items))
        self.report_plot("Expected cost", self.conditions_view.costs)
        self.report_plot("Map of preferences", self.conditions_view.map)
        self.report_raw("Choice", escape(self.conditions_view.sentence.text()))
        self.report_table("Candidates", self.conditions_view.table)


def _sampled(conditions, samples, preferences, state):
    """`Replicates`, and (map, certainty of the map); runs in the background."""
    progress = progress_of(state)
    if samples is None:
        samples = conditions.replicated(_REPLICATES, lambda share: progress(0.6 * share))
    curves = [sample[len(DUMMIES) :] for sample in samples.curves[:_FOR_MAP]]
    agreed = agreement(preferences, curves, lambda share: progress(0.6 + 0.4 * share))
    return samples, (preferences, agreed)


if __name__ == "__main__":
    from Orange.widgets.evaluate.utils import results_for_preview

    WidgetPreview(OWOperatingConditions).run(set_results=results_for_preview())
