"""Feature Ranker: features by what each tells of the class, and an honest selection of them."""

from AnyQt.QtCore import QSize
from Orange.data import Table
from Orange.preprocess.preprocess import Preprocess
from Orange.preprocess.score import Scorer
from Orange.widgets import gui
from Orange.widgets.settings import ContextSetting, Setting
from Orange.widgets.utils.widgetpreview import WidgetPreview
from Orange.widgets.widget import AttributeList, Input, Msg, Output

from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange.choices import FeatureChoice
from orangecontrib.phidelta.orange.rankings import RankedFeatures
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures
from orangecontrib.phidelta.widgets.bases.classes import handles
from orangecontrib.phidelta.widgets.bases.features import OWFeaturesWidget
from orangecontrib.phidelta.widgets.bases.ranking import OLD_COLUMNS, RankingMixin
from orangecontrib.phidelta.widgets.bases.settings import TableContextHandler, rename_in
from orangecontrib.phidelta.widgets.controls.bootstrap import BOOTSTRAP, BootstrapControl
from orangecontrib.phidelta.widgets.controls.kinds import OneOf
from orangecontrib.phidelta.widgets.controls.selection import (
    SelectionControl,
    choice_kind,
    selection_text,
)
from orangecontrib.phidelta.widgets.controls.shared import NameCombo
from orangecontrib.phidelta.widgets.tables.featurecolumns import (
    ORDER_KIND,
    SHOWN,
    SHOWN_KIND,
    SORTING,
)
from orangecontrib.phidelta.widgets.views.ranker import RankerView

#: What features can be ranked by here: keys of `CRITERIA`.
RANKINGS = (
    "delta",
    "delta_b",
    "information",
    "gini",
    "corner_distance",
    "p_value",
    "phi",
    "tpr",
    "fpr",
)


class OWFeatureRanker(RankingMixin, OWFeaturesWidget):
    name = "Feature Ranker"
    description = "Rank features by what they tell of a class, and select them without cheating."
    icon = "icons/featureranker-symbolic.svg"
    priority = 40
    keywords = (
        "feature ranker, rank, feature selection, filter, score, scorer, preprocessor, phi delta, "
        "information gain, gini, relevance, redundancy, bootstrap, false discovery rate"
    )

    class Inputs:
        data = Input("Data", Table)

    class Outputs:
        reduced_data = Output("Reduced Data", Table, default=True)
        scores = Output("Scores", Table, dynamic=False)
        features = Output("Features", AttributeList, dynamic=False)
        preprocessor = Output("Preprocessor", Preprocess, dynamic=False)
        scorer = Output("Scorer", Scorer, dynamic=False)

    class Warning(OWFeaturesWidget.Warning):
        none_reaches = Msg("No feature is selected by: {}. Change the limits.")

    class Information(OWFeaturesWidget.Information):
        no_preprocessor = Msg("No preprocessor: {}. Choose “Best” or another rule for one.")
        stopped = Msg("Stopped before all was done. Click “Go on” to start again.")

    settingsHandler = TableContextHandler()
    settings_version = 2
    choice = ContextSetting(
        FeatureChoice().as_setting(), kind=lambda widget: choice_kind(widget.feature_names)
    )
    criterion = Setting("delta", kind=OneOf(RANKINGS))
    bootstrap = Setting((False, 100), kind=BOOTSTRAP)
    sorting = Setting(("rank", False), kind=SORTING)
    shown_columns = Setting(SHOWN, kind=SHOWN_KIND)
    column_order = Setting([], kind=ORDER_KIND)

    def __init__(self):
        OWFeaturesWidget.__init__(self)
        RankingMixin.__init__(self)
        self.ranked = None
        self.chosen = []
        self._add_controls()
        self.panel = RankerView(self.shown_columns)
        self.panel.view.sort_by(*self.sorting)
        self.panel.view.order_columns(self.column_order)
        self.panel.view.order_changed.connect(self.keep_order)
        self.panel.view.sorting_changed.connect(self.keep_sorting)
        self.panel.view.selection_changed.connect(self.select_by_hand)
        self.mainArea.layout().addWidget(self.panel)
        self.show_ranking()

    def sizeHint(self):
        return QSize(1210, 700)

    def _add_controls(self):
        self.add_positive()
        self.add_encoding_box()
        box = gui.vBox(self.controlArea, "Rank by")
        words = {key: (QUANTITIES[key].criterion, QUANTITIES[key].best) for key in RANKINGS}
        self.criterion_combo = NameCombo(words)
        self.criterion_combo.setAccessibleName("Rank by")
        shows = self.show_ranking, self.work_and_send
        self.bind("criterion", self.criterion_combo, *shows, box=box)
        self.bootstrap_control = BootstrapControl()
        self.bind("bootstrap", self.bootstrap_control, self.change_bootstrap, box=box)
        self.bootstrap_control.stopped.connect(self.stop)
        self.bootstrap_control.restarted.connect(self.work)
        self.add_class_ratio(self.show_ranking, settled=self.work_and_send)
        self.selection_control = SelectionControl()
        self.bind("choice", self.selection_control, self.change_choice, title="Select")
        self.end_controls()

    @handles(Inputs.data)
    def set_data(self, data):
        """Take a table; a context brings back the choices made for one like it."""
        self.read_data(data)
        self.forget_answers()
        self.open_table(choice=FeatureChoice().as_setting())
        self.update_all()
        self.commit.now()

    def update_all(self):
        """Score the features anew; table and outputs follow."""
        if self.data is not None:
            self.Error.unfit_data.clear()
        self.show_scores()
        self.work_and_send()

    def show_scores(self):
        """Show what is known of the features; everything else follows."""
        scores = self.answer("scores")
        if scores is None:
            self.tell_left_out((), 0)
        else:
            left_out = scores.undefined, scores.unknown_class, scores.neither
            self.tell_left_out(*left_out, best_only=scores.best_only)
            self.ratio_control.set_data_prevalence(scores.signature.prevalence)
        self.show_ranking()

    def show_ranking(self):
        """Rank by the criterion, at the class ratio, and choose."""
        scores = self.answer("scores")
        is_scored = scores is not None
        self.ranked = RankedFeatures(self.data, scores, self.scoring) if is_scored else None
        self.panel.show_ranked(self.ranked)
        self.show_intervals()
        self.choose()

    def show_intervals(self):
        """Show the intervals of the ranks, as far as they are known."""
        samples, intervals = self.intervals
        self.panel.show_intervals(intervals)
        self.bootstrap_control.show_done(samples)

    def choose(self):
        """Select by the choice made; where features must be compared, this is left to `work`."""
        choice, passed_over = self.feature_choice, {}
        self.chosen = None
        if choice.must_compare:
            self.chosen, passed_over = self.answer("chosen") or (None, {})
        elif self.ranked is not None:
            self.chosen = choice.features(self.ranked)
        self.show_choice(choice, passed_over)

    @gui.deferred
    def commit(self):
        table = features = preprocessor = scorer = None
        if self.chosen:
            table = self.ranked.reduced(self.chosen)
            features = AttributeList([self.ranked.scores.variables[i] for i in self.chosen])
        if self.ranked is not None:
            rule, how = self.feature_choice.rule, vars(self.scoring)
            scorer = FeatureScorer(**how)
            preprocessor = SelectFeatures(**rule, **how) if rule else None
        self.Outputs.reduced_data.send(table)
        self.Outputs.features.send(features)
        self.Outputs.preprocessor.send(preprocessor)
        self.Outputs.scorer.send(scorer)
        self.send_scores()

    def send_scores(self):
        is_ranked = self.ranked is not None
        table = self.ranked.scores_table(self.intervals[1]) if is_ranked else None
        self.Outputs.scores.send(table)

    def send_report(self):
        if self.ranked is None:
            return
        items = (
            ("Ranked by", QUANTITIES[self.criterion].criterion),
            ("Samples for rank intervals", self.intervals[0]),
            ("Selection", selection_text(self.feature_choice)),
        )
        self.report_items("Settings", (*self.reported, *items))
        names = ", ".join(self.ranked.names(self.chosen or ()))
        self.report_items("Result", (("Selected features", names),))
        self.report_table("Features", self.panel.view)

    def change_bootstrap(self):
        """Show a column for intervals, or none, and compute them."""
        self.panel.view.show_column("rank_interval", self.bootstrap[0])
        self.show_intervals()
        self.work_and_send()

    def change_choice(self):
        """Choose in another way; what was selected becomes the selection by hand."""
        if self.choice["mode"] == "manual" and self.chosen:
            self.choice = self.choice | {"selected": self.ranked.names(self.chosen)}
        self.choose()
        if self.feature_choice.must_compare:
            self.work()
        self.send()

    def select_by_hand(self, features):
        """Select what the user has selected in the table."""
        self.choice = self.choice | {"selected": self.ranked.names(features)}
        self.choose()
        self.send()

    def keep_sorting(self, key, is_descending):
        """Keep how the user has sorted the table."""
        self.sorting = (key, is_descending)

    def keep_order(self, keys):
        """Keep how the user has ordered the columns."""
        self.column_order = keys

    @classmethod
    def migrate_settings(cls, settings, version):
        """Until version 1, two columns were called as measures of models are."""
        if version is None or version < 2:
            rename_in(settings, ("criterion", "sorting", "shown_columns"), OLD_COLUMNS)


if __name__ == "__main__":
    WidgetPreview(OWFeatureRanker).run(Table("heart_disease"))
