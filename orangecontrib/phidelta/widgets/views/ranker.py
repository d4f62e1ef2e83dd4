"""What the Feature Ranker shows: features by rank, how sure the ranks are, what is selected."""

from orangecontrib.phidelta.core.chance.independence import CHANCE
from orangecontrib.phidelta.core.words import number
from orangecontrib.phidelta.widgets.tables.featurepanel import FeaturePanel


class RankerView(FeaturePanel):
    """A table of `RankedFeatures`; parameters as of `FeaturePanel`."""

    _variables = ()

    def show_ranked(self, ranked):
        """Show features by their ranks; None for nothing."""
        if ranked is None:
            self.view.feature_model.show_features((), {}, None)
        else:
            variables = ranked.scores.variables
            if variables != self._variables:
                self.view.look_at(())
            self._variables = variables
            self.view.feature_model.show_features(variables, ranked.rows(), ranked.explain)

    def show_intervals(self, intervals):
        """Show intervals of the ranks, or none."""
        self.view.feature_model.set_values("rank_interval", intervals)

    def show_chosen(self, ranked, chosen, passed_over, why):
        """Show which features are selected and why, and for what better ones others are not."""
        values = None
        if passed_over:
            better = {
                feature: f"{ranked.names([other])[0]} ({number(similarity, 2)})"
                for feature, (other, similarity) in passed_over.items()
            }
            values = [better.get(i) for i in range(len(ranked.scores.variables))]
        self.view.feature_model.set_values("similar_to", values)
        self.select(chosen, "" if ranked is None else f"{why}. {_discoveries(ranked)}")


def _discoveries(ranked):
    """How many features chance hardly explains, each by itself and all together."""
    p_count, q_count = ranked.within(CHANCE)
    return f"{p_count:,} with p ≤ {CHANCE:g}, {q_count:,} with q ≤ {CHANCE:g}."
