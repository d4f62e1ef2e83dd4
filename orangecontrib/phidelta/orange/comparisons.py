"""Classifiers beside each other: what a diagram and a table tell of them."""

from dataclasses import dataclass
from functools import cached_property, partial

from orangecontrib.phidelta.core.decisions.counts import prevalence_of
from orangecontrib.phidelta.core.thresholds.classifiers import scores_together
from orangecontrib.phidelta.core.words import explain_place
from orangecontrib.phidelta.orange.groups import Groups
from orangecontrib.phidelta.orange.measured import MOST_PLACES, Measured
from orangecontrib.phidelta.orange.pairs import pairs_table
from orangecontrib.phidelta.orange.points import Points
from orangecontrib.phidelta.orange.results import Evaluation
from orangecontrib.phidelta.orange.scoretables import scores_table
from orangecontrib.phidelta.orange.sentences import explain_part
from orangecontrib.phidelta.orange.testedmodels import select_models

_COUNTS = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True, eq=False)
class Comparison(Measured):
    """Models of Evaluation Results, then points of a table, at one class ratio.

    Attributes
    ----------
    evaluation : Evaluation
    points : Points
    parameters : dict of str to float
        Of all measures.
    class_ratio : float or None
        Negatives per positive; None for that of the data.
    groups : Groups or None
        Of the same results, if each model shall be shown in each of them.
    """

    evaluation: Evaluation
    points: Points
    parameters: dict[str, float]
    class_ratio: float | None = None
    groups: Groups | None = None

    @property
    def names(self):
        """Of models, then of points: what can be selected."""
        return [each.name for each in (*self.evaluation.classifiers, *self.points.classifiers)]

    @cached_property
    def classifiers(self):
        """All that can be shown: models first, or each of them in each group, then points."""
        models = self.groups or self.evaluation
        return [*models.classifiers, *self.points.classifiers]

    @cached_property
    def models(self):
        """Of which of the `names` each of the classifiers is: as many as these."""
        if self.groups is None:
            return self.names
        own = [name for name, members in self.groups.by_model.items() for _ in members]
        return [*own, *(point.name for point in self.points.classifiers)]

    def selected(self, names):
        """The classifiers of the models, or points, of these names."""
        names, pairs = set(names), zip(self.classifiers, self.models, strict=True)
        return [classifier for classifier, model in pairs if model in names]

    def selected_models(self, names):
        """Names of the models among these names; no points."""
        return [each.name for each in self.evaluation.classifiers if each.name in names]

    def places(self, names):
        """Where the classifiers of these names are, for isometrics through them.

        Returns
        -------
        list of (fpr, tpr)
            Of many, every second, third, ... so that there are no more than 100.
        """
        selected = self.selected(names)
        step = -(-len(selected) // MOST_PLACES) or 1
        return [(each.counts.fpr, each.counts.tpr) for each in selected[::step]]

    @cached_property
    def cases(self):
        """Number of cases; of the models, if there are any."""
        return self._source.cases

    @cached_property
    def data_prevalence(self):
        """Fraction of positives among them."""
        return self._source.prevalence

    @cached_property
    def prevalence(self):
        """Fraction of positives at the class ratio."""
        if self.class_ratio is None:
            return self.data_prevalence
        return float(prevalence_of(1, self.class_ratio))

    def measured_prevalence(self, classifier):
        """Prevalence for measures: None where they are taken as counted.

        Points from a table may have other class ratios than the picture; their measures are those
        at the place where they are drawn.
        """
        is_counted = self.class_ratio is None and classifier.index is not None
        return None if is_counted else self.prevalence

    def told(self, measures, is_cost_shown):
        """Measures that sentences tell: these, and the cost if it is shown or set.

        Returns
        -------
        dict of str to dict
            Names, parameters.
        """
        are_set = self.parameters["cost_fp"] != 1 or self.parameters["cost_fn"] != 1
        names = [*measures, "cost"] if is_cost_shown or are_set else measures
        return {name: self.parameters_of(name) for name in names}

    def rows(self, names, with_averages=False):
        """Scores of the classifiers of these names, and of their averages over the classes.

        Returns
        -------
        list of (str, dict of str to float, callable)
            Name, scores, and what gives their intervals when it is called.
        """
        rows, selected = [], self.selected(names)
        prevalences = [self.measured_prevalence(classifier) for classifier in selected]
        outcomes = [classifier.outcome for classifier in selected]
        found = scores_together(outcomes, prevalences, **self.parameters)
        for classifier, prevalence, scores in zip(selected, prevalences, found, strict=True):
            if classifier.is_counted:
                scores |= {name: float(getattr(classifier.counts, name)) for name in _COUNTS}
            intervals = partial(classifier.intervals, prevalence, **self.parameters)
            rows.append((classifier.name, scores, intervals))
            if with_averages:
                averages = classifier.over_classes(**self.parameters).items()
                rows += [(f"{classifier.name}, {kind}", avg, dict) for kind, avg in averages]
        return rows

    def scores_table(self, names):
        """Table of the scores of the classifiers of these names; None for none."""
        selected = self.selected(names)
        if not selected:
            return None
        prevalences = [self.measured_prevalence(classifier) for classifier in selected]
        name = self.evaluation.positive.title
        return scores_table(selected, name, prevalences, **self.parameters)

    def outputs(self, results, names, _progress=None):
        """(Evaluation Results, table of scores) of these names; None of no models, or no names."""
        models = self.selected_models(names)
        selected = select_models(results, models) if models else None
        return selected, self.scores_table(names)

    def pairs_table(self, names, rope):
        """Table of each pair of the models of these names, as of `pairs.pairs_table`."""
        models = self.evaluation.classifiers
        if not models:
            return None
        prevalence = self.measured_prevalence(models[0])
        return pairs_table(self.evaluation, names, prevalence, rope, **self.parameters)

    def explain(self, name, part, index, told):
        """What there is to say about a part of a classifier; a sentence in each line.

        Parameters
        ----------
        name, part, index
            Of the classifier of this name, as of `explain_part`.
        told : dict of str to dict
            As of the method `told`.
        """
        positive = self.evaluation.positive
        classifier = next(each for each in self.classifiers if each.name == name)
        prevalence = self.measured_prevalence(classifier)
        return explain_part(classifier, part, index, positive, prevalence, told)

    def explain_place(self, rates, measures):
        """Values of these measures at a place (fpr, tpr); empty for None or no classifiers."""
        if rates is None or not self.classifiers:
            return ""
        told = {name: self.parameters_of(name) for name in measures}
        return explain_place(*rates, self.prevalence, told)

    @property
    def _source(self):
        return self.evaluation if self.evaluation.classifiers else self.points
