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
from orangecontrib.phidelta.orange.rankings import RankedFeatures
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.orange.selection import FeatureScorer, SelectFeatures
from orangecontrib.phidelta.widgets.bases.features import (
    ENCODINGS,
    SUBSETS,
    OWFeaturesWidget,
    table_contexts,
)
from orangecontrib.phidelta.widgets.bases.rankingtask import rank_features
from orangecontrib.phidelta.widgets.controls.bootstrap import BootstrapControl
from orangecontrib.phidelta.widgets.controls.selection import (
    CHOICE,
    MODES,
    NO_PREPROCESSOR,
    SelectionControl,
    selection_rule,
    selection_text,
)
from orangecontrib.phidelta.widgets.controls.shared import ClassRatioControl, NameCombo
from orangecontrib.phidelta.widgets.tables.featurecolumns import SHOWN
from orangecontrib.phidelta.widgets.tables.featurepanel import FeaturePanel

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


class OWFeatureRanker(OWFeaturesWidget):
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
        none_reaches = Msg("No feature has |δ| of {} or more. Lower the limit.")

    class Information(OWFeaturesWidget.Information):
        no_preprocessor = Msg("No preprocessor: {}. Choose “Best” or “|δ| at least” for one.")
        stopped = Msg("Stopped before all was done. Click “Go on” to start again.")
        not_by_hand = Msg("“{}” is chosen, so clicks select nothing. To select rows: “By hand”.")

    settingsHandler = table_contexts()
    settings_version = 2
    class_ratio = ContextSetting(None)
    choice = ContextSetting(CHOICE)
    criterion = Setting("delta")
    bootstrap = Setting((False, 100))
    sorting = Setting(("rank", False))
    shown_columns = Setting(SHOWN)
    auto_commit = Setting(True)

    def __init__(self):
        super().__init__()
        self.scores = self.ranked = self.intervals = None
        self.chosen = []
        self.shown_columns = SHOWN | self.shown_columns
        self._add_controls()
        self.panel = FeaturePanel(self.shown_columns)
        self.panel.view.sort_by(*self.sorting)
        self.panel.view.sorting_changed.connect(self._on_sorted)
        self.panel.view.selection_changed.connect(self._on_selected)
        self.panel.view.selection_refused.connect(self._on_refused)
        self.mainArea.layout().addWidget(self.panel)
        self.show_ranking()

    def sizeHint(self):
        return QSize(1210, 700)

    def _add_controls(self):
        self.add_positive_box()
        self.add_encoding_box()
        self.criterion_combo = NameCombo(
            {key: (QUANTITIES[key].criterion, QUANTITIES[key].best) for key in RANKINGS}
        )
        self.criterion_combo.select(self.criterion)
        self.criterion_combo.setAccessibleName("Rank by")
        self.criterion_combo.chosen.connect(self._on_criterion_changed)
        self.bootstrap_control = BootstrapControl()
        self.bootstrap_control.set_state(*self.bootstrap)
        self.bootstrap_control.changed.connect(self._on_bootstrap_changed)
        self.bootstrap_control.stopped.connect(self._on_stopped)
        self.bootstrap_control.restarted.connect(self.work)
        box = gui.vBox(self.controlArea, "Rank by")
        box.layout().addWidget(self.criterion_combo)
        box.layout().addWidget(self.bootstrap_control)
        self.ratio_control = ClassRatioControl()
        self.ratio_control.changed.connect(self._on_class_ratio_changed)
        self.ratio_control.settled.connect(self._on_class_ratio_settled)
        box = gui.vBox(self.controlArea, "Class ratio (negatives : positives)")
        box.layout().addWidget(self.ratio_control)
        self.selection_control = SelectionControl()
        self.selection_control.set_state(self.choice)
        self.selection_control.changed.connect(self._on_choice_changed)
        box = gui.vBox(self.controlArea, "Select")
        box.layout().addWidget(self.selection_control)
        gui.rubber(self.controlArea)
        gui.auto_send(self.buttonsArea, self, "auto_commit")

    @Inputs.data
    def set_data(self, data):
        """Take a table; a context brings back the choices made for one like it."""
        self.closeContext()
        self.read_data(data)
        self.choose_positive()
        self.class_ratio = None
        self.choice = dict(CHOICE)  # contexts are written into it
        if self.data is not None:
            self.openContext(self.data.domain)
        self.positive_list.select(self.positive)
        self.ratio_control.set_class_ratio(self.class_ratio)
        self.selection_control.set_state(self.choice)
        self.update_all()
        self.commit.now()

    def update_all(self):
        """Score the features anew; table and outputs follow."""
        self.scores = self.intervals = None
        if self.data is not None:
            self.Error.unfit_data.clear()
        self.tell_left_out((), 0)
        self.show_ranking()
        self.work()

    def work(self):
        """Do in the background what is still to be done."""
        self.cancel()
        self.Information.stopped.clear()
        rule = self._rule if self.chosen is None and self._must_compare else None
        is_wanted, samples = self.bootstrap
        samples = samples if is_wanted and self._samples < samples else 0
        if self.data is not None and (self.scores is None or rule is not None or samples):
            self.start(rank_features, self.data, self.scores, self.scoring, rule, samples)
            self.setInvalidated(self.chosen is None)
        self.bootstrap_control.show_work(self.task is not None)

    def on_partial_result(self, result):
        what, value = result
        {
            "scores": self._on_scores,
            "chosen": self._on_chosen,
            "intervals": self._on_intervals,
        }[what](value)

    def on_done(self, result):
        self.bootstrap_control.show_work(False)
        if self.intervals is not None:
            self._send_scores()

    def on_exception(self, ex):
        self.bootstrap_control.show_work(False)
        super().on_exception(ex)
        self.commit.now()

    def _on_scores(self, scores):
        self.scores = scores
        self.tell_left_out(scores.undefined, scores.unknown_class)
        self.ratio_control.set_data_prevalence(scores.signature.prevalence)
        self.show_ranking()
        self.panel.view.fit_columns()
        self.send()

    def _on_chosen(self, chosen):
        if self.chosen is None:
            self.chosen, passed_over = chosen
            self.show_selection(passed_over)
            self.send()

    def _on_intervals(self, result):
        self.intervals = (self.scoring.ranked_by, *result)
        self.show_intervals()

    def show_ranking(self):
        """Rank by the criterion, at the class ratio, and choose."""
        model = self.panel.view.feature_model
        if self.scores is None:
            self.ranked = None
            model.show_features((), {}, None)
        else:
            self.ranked = RankedFeatures(self.data, self.scores, self.scoring)
            model.show_features(self.scores.variables, self.ranked.rows(), self.ranked.explain)
        self.show_intervals()
        self.choose()

    def show_intervals(self):
        """Show the intervals of the ranks, unless they belong to another ranking."""
        if self.intervals is not None and self.intervals[0] != self.scoring.ranked_by:
            self.intervals = None
        values = self.intervals[2] if self.intervals is not None else None
        self.panel.view.feature_model.set_values("rank_interval", values)
        self.bootstrap_control.show_done(self._samples)

    def choose(self):
        """Select by the choice made; where features must be compared, this is left to `work`."""
        self.chosen, mode = None, self.choice["mode"]
        self.panel.view.set_by_hand(mode == "manual")
        self.Information.not_by_hand.clear()
        self.panel.view.show_column("similar_to", self._must_compare)
        if self.ranked is not None and not self._must_compare:
            if self._rule is not None:
                self.chosen, _ = self.ranked.best(**self._rule)
            elif mode == "manual":
                self.chosen = self.ranked.named(self.choice["selected"])
            else:
                self.chosen = self.ranked.order if mode == "all" else []
        self.show_selection()

    def show_selection(self, passed_over=None):
        """Show what is selected, and for what better feature others are not."""
        values = None
        if passed_over:
            better = {i: self.ranked.names([j])[0] for i, j in passed_over.items()}
            values = [better.get(i) for i in range(len(self.scores.variables))]
        self.panel.view.feature_model.set_values("similar_to", values)
        self.panel.select(self.chosen or [])
        is_limited = self.choice["mode"] == "limit" and self.chosen == []
        self.Warning.none_reaches(f"{self.choice['limit']:g}", shown=is_limited)
        why = NO_PREPROCESSOR.get(self.choice["mode"])
        self.Information.no_preprocessor(why, shown=self.data is not None and why is not None)

    def send(self):
        """Send, if it is known what."""
        if self.chosen is not None:
            self.commit.deferred()
            self.setInvalidated(False)

    @gui.deferred
    def commit(self):
        table = features = preprocessor = scorer = None
        if self.chosen:
            table = self.ranked.reduced(self.chosen)
            features = AttributeList([self.scores.variables[i] for i in self.chosen])
        if self.ranked is not None:
            how = vars(self.scoring)
            scorer = FeatureScorer(**how)
            preprocessor = SelectFeatures(**self._rule, **how) if self._rule else None
        self.Outputs.reduced_data.send(table)
        self.Outputs.features.send(features)
        self.Outputs.preprocessor.send(preprocessor)
        self.Outputs.scorer.send(scorer)
        self._send_scores()

    def _send_scores(self):
        intervals = self.intervals[2] if self.intervals is not None else None
        table = self.ranked.scores_table(intervals) if self.ranked is not None else None
        self.Outputs.scores.send(table)

    def send_report(self):
        if self.ranked is None:
            return
        self.report_items(
            "Settings",
            (
                ("Positive class", self.positive_name),
                ("Numeric features", ENCODINGS[self.encoding][0]),
                ("Categorical features", SUBSETS[self.subsets][0]),
                ("Class ratio (negatives : positives)", self.ratio_control.text),
                ("Ranked by", QUANTITIES[self.criterion].criterion),
                ("Samples for rank intervals", self._samples),
                ("Selection", selection_text(self.choice)),
            ),
        )
        names = ", ".join(self.ranked.names(self.chosen or ()))
        self.report_items("Result", (("Selected features", names),))
        self.report_table("Features", self.panel.view)

    @property
    def _prevalence(self):
        """Of the class ratio set; None for that of the data."""
        return None if self.class_ratio is None else self.ratio_control.prevalence

    @property
    def scoring(self):
        """How features are scored, in the background and by scorer and preprocessor."""
        how = self.criterion, self.encoding, self.subsets, self._prevalence
        return Scoring(self.positive, *how)

    @property
    def _rule(self):
        return selection_rule(self.choice)

    @property
    def _must_compare(self):
        """Whether features are to be compared with each other, which may take long."""
        return self._rule is not None and self._rule["similarity"] is not None

    @property
    def _samples(self):
        """Number of bootstrap samples done."""
        return self.intervals[1] if self.intervals is not None else 0

    def _on_criterion_changed(self, name):
        self.criterion = name
        self.show_ranking()
        self.work()
        self.send()

    def _on_class_ratio_changed(self):
        self.class_ratio = self.ratio_control.class_ratio
        if QUANTITIES[self.criterion].follows_class_ratio and self.scores is not None:
            self.cancel()
        self.show_ranking()

    def _on_class_ratio_settled(self):
        if self.task is None or self.scores is None:
            self.work()
        self.send()

    def _on_bootstrap_changed(self):
        self.bootstrap = self.bootstrap_control.state()
        self.panel.view.show_column("rank_interval", self.bootstrap[0])
        self.intervals = None
        self.show_intervals()
        self.work()
        self.send()

    def _on_stopped(self):
        self.cancel()
        self.Information.stopped()

    def _on_choice_changed(self):
        self.choice = self.selection_control.state() | {"selected": []}
        if self.choice["mode"] == "manual" and self.chosen:
            self.choice["selected"] = self.ranked.names(self.chosen)
        self.choose()
        if self._must_compare:
            self.work()
        self.send()

    def _on_selected(self, features):
        self.choice = self.choice | {"selected": self.ranked.names(features)}
        self.choose()
        self.send()

    @classmethod
    def migrate_settings(cls, settings, version):
        """Until version 1, two columns were called as measures of models are."""
        if version is None or version < 2:
            new = {"accuracy": "balanced_accuracy", "distance": "corner_distance"}
            if "criterion" in settings:
                settings["criterion"] = new.get(settings["criterion"], settings["criterion"])
            if "sorting" in settings:
                key, is_descending = settings["sorting"]
                settings["sorting"] = new.get(key, key), is_descending
            if "shown_columns" in settings:
                shown = settings["shown_columns"].items()
                settings["shown_columns"] = {new.get(key, key): is_in for key, is_in in shown}

    def _on_refused(self):
        self.Information.not_by_hand(MODES[self.choice["mode"]][0].rstrip(":"))

    def _on_sorted(self, key, is_descending):
        self.sorting = (key, is_descending)


if __name__ == "__main__":
    WidgetPreview(OWFeatureRanker).run(Table("heart_disease"))
