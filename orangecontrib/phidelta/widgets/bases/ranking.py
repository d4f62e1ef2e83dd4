"""What the Feature Ranker asks for in the background, by its settings."""

from orangecontrib.phidelta.core.quantities import QUANTITIES
from orangecontrib.phidelta.orange.choices import FeatureChoice
from orangecontrib.phidelta.orange.scoring import Scoring
from orangecontrib.phidelta.widgets.bases.answers import AskingMixin
from orangecontrib.phidelta.widgets.bases.rankingtask import rank_features
from orangecontrib.phidelta.widgets.controls.selection import NO_PREPROCESSOR, selection_text

#: What settings of version 1 call otherwise than measures of models are called.
OLD_COLUMNS = {"accuracy": "balanced_accuracy", "distance": "corner_distance"}


class RankingMixin(AskingMixin):
    """Asks for scores, features that are not too similar, and intervals of the ranks.

    The widget has the settings, `data`, `bootstrap_control` and `Information.stopped`; it shows
    the answers (`show_scores`, `choose`, `show_intervals`), keeps what is `chosen`, None while
    that is not known, and sends it.
    """

    @property
    def prevalence(self):
        """Of the class ratio set; None for that of the data."""
        return None if self.class_ratio is None else self.ratio_control.prevalence

    @property
    def encodings_told(self):
        """How numeric features are encoded, for readers."""
        return "" if self.answer("scores") is None else self.answer("scores").encodings_told

    @property
    def scoring(self):
        """How features are scored, in the background and by scorer and preprocessor."""
        how = self.criterion, self.encoding, self.subsets, self.prevalence
        return Scoring(self.positive_class, *how)

    @property
    def feature_choice(self):
        """Which features are to be selected."""
        return FeatureChoice.of(self.choice)

    @property
    def questions(self):
        """What is to be known now, as of `AskingMixin`."""
        if self.data is None:
            return {}
        ranked = self.scoring.ranked_by
        questions = {"scores": (self.positive_class, self.encoding, self.subsets)}
        if self.feature_choice.must_compare:
            questions["chosen"] = ranked, tuple(self.feature_choice.rule.items())
        is_wanted, samples = self.bootstrap
        return questions | ({"intervals": (ranked, samples)} if is_wanted else {})

    @property
    def intervals(self):
        """Number of samples drawn, and intervals of the ranks or None."""
        return self.answer("intervals") or (0, None)

    def is_whole(self, name, answer):
        """Intervals come from more and more samples."""
        return answer is not None and (name != "intervals" or answer[0] == self.bootstrap[1])

    def ask(self, missing):
        rule = self.feature_choice.rule if "chosen" in missing else None
        samples = self.bootstrap[1] if "intervals" in missing else 0
        scores = self.answer("scores")
        self.Error.failed.clear()
        self.start(rank_features, self.data, scores, self.scoring, rule, samples)
        self.setInvalidated(self.chosen is None)

    def work(self):
        self.Information.stopped.clear()
        self.Error.failed.clear()
        super().work()
        self.bootstrap_control.show_work(self.task is not None)

    def work_and_send(self):
        """Compute what is not known, and send what is."""
        self.work()
        self.send()

    def show_choice(self, choice, passed_over):
        """Show what is chosen, why, and why not more."""
        why = selection_text(choice)
        if choice.mode == "best":
            why += f" by {QUANTITIES[self.criterion].criterion}"
        self.panel.view.set_by_hand(choice.mode == "manual")
        self.panel.view.show_column("similar_to", choice.must_compare)
        self.panel.show_chosen(self.ranked, self.chosen or [], passed_over, why)
        counts = self.ranked.region_counts(choice.regions) if self.ranked is not None else {}
        self.selection_control.regions.show_counts(counts)
        self.Warning.none_reaches(why, shown=choice.rule is not None and self.chosen == [])
        why = NO_PREPROCESSOR.get(choice.mode)
        self.Information.no_preprocessor(why, shown=self.data is not None and why is not None)

    def stop(self):
        """Work no more until it is wanted."""
        self.cancel()
        self.Information.stopped()

    def show_answer(self, name):
        if name == "intervals":
            self.show_intervals()
            return
        if name == "scores":
            self.show_scores()
            self.panel.view.fit_columns()
        elif self.chosen is None:
            self.choose()
            self.panel.view.fit_columns()
        self.send()

    def send(self):
        """Send, if it is known what."""
        if self.chosen is not None:
            self.commit.deferred()
            self.setInvalidated(False)

    def on_done(self, result):
        self.bootstrap_control.show_work(False)
        if self.answer("intervals") is not None:
            self.send_scores()

    def on_exception(self, ex):
        self.bootstrap_control.show_work(False)
        super().on_exception(ex)
