"""What the Feature Ranker shows: features by rank, how sure the ranks are, what is selected."""

from orangecontrib.phidelta.widgets.tables.featurepanel import FeaturePanel


class RankerView(FeaturePanel):
    """A table of `RankedFeatures`; parameters as of `FeaturePanel`."""

    def show_ranked(self, ranked):
        """Show features by their ranks; None for nothing."""
        if ranked is None:
            self.view.feature_model.show_features((), {}, None)
        else:
            variables = ranked.scores.variables
            self.view.feature_model.show_features(variables, ranked.rows(), ranked.explain)

    def show_intervals(self, intervals):
        """Show intervals of the ranks, or none."""
        self.view.feature_model.set_values("rank_interval", intervals)

    def show_chosen(self, ranked, chosen, passed_over):
        """Show which features are selected, and for what better ones others are passed over."""
        values = None
        if passed_over:
            better = {i: ranked.names([j])[0] for i, j in passed_over.items()}
            values = [better.get(i) for i in range(len(ranked.scores.variables))]
        self.view.feature_model.set_values("similar_to", values)
        self.select(chosen)
