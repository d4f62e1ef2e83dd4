"""A model of some results, tuned: what to tell of its cuts, and what comes of the one chosen."""

from dataclasses import dataclass
from functools import cached_property

from orangecontrib.phidelta.core.choosing.beliefs import Range, belief
from orangecontrib.phidelta.core.choosing.rangemeasures import RANGE_MEASURES, range_measure
from orangecontrib.phidelta.core.decisions.measures import known_measure
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier
from orangecontrib.phidelta.core.thresholds.constraints import Constraint
from orangecontrib.phidelta.core.thresholds.histograms import reliability, score_histogram
from orangecontrib.phidelta.core.thresholds.stability import bootstrap_cuts
from orangecontrib.phidelta.core.thresholds.tuning import Tuning, tune
from orangecontrib.phidelta.core.words import explain, explain_place, explain_reversal
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.results import Evaluation
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.scoretables import thresholds_table


def tuned_model(evaluation, classifier, measure, parameters, constraint, prevalence, ranges=()):
    """A classifier, tuned; None for None.

    Parameters
    ----------
    evaluation : Evaluation
    classifier : Classifier or None
        Of the evaluation, with a sweep; it may be reversed.
    measure, parameters, prevalence
        As of `tune`.
    constraint : (bool, str, str, float)
        Whether it is in force, and measure, relation and bound of the `Constraint`.
    ranges : (Range, Range), optional
        Of class ratios and of costs of a miss, for a measure of `RANGE_MEASURES`.

    Returns
    -------
    TunedModel or None
    """
    if classifier is None:
        return None
    is_in_force, *bound = constraint
    constraints = (Constraint(*bound),) if is_in_force else ()
    rule = prevalence, constraints, parameters, ranges
    return TunedModel(evaluation, classifier, measure, *rule)


@dataclass(frozen=True, eq=False)
class TunedModel:
    """A classifier that has a sweep, tuned for a measure.

    Attributes
    ----------
    evaluation : Evaluation
        Where it comes from.
    classifier : Classifier
    measure, prevalence, constraints, parameters
        As of `tune`; or a name of `RANGE_MEASURES`.
    ranges : tuple
        Of such a measure; otherwise empty.
    """

    evaluation: Evaluation
    classifier: Classifier
    measure: str
    prevalence: float
    constraints: tuple[Constraint, ...]
    parameters: dict[str, float]
    ranges: tuple[Range, ...] = ()

    @cached_property
    def rule(self):
        """What it is tuned for: the name of a measure, or one over the ranges."""
        return range_measure(self.measure, belief(*self.ranges)) if self.ranges else self.measure

    @cached_property
    def tuning(self) -> Tuning:
        """All there is to know of its cuts."""
        rule = self.constraints, self.parameters
        return tune(self.classifier, self.rule, self.prevalence, *rule)

    def prepare(self, percent):
        """Compute what is shown, the zone of so many per cent as well; returns itself."""
        _ = self.best, self.histogram, self.reliability, self.isometric(), self.zone(percent)
        for curve in (self.tuning.curve, *self.tuning.fold_curves.values()):
            _ = curve.extent
        return self

    def zone(self, percent):
        """The `FlatZone` of so many per cent, as of `Tuning.zone`; kept."""
        if percent not in self._zones:
            self._zones[percent] = self.tuning.zone(percent)
        return self._zones[percent]

    @cached_property
    def _zones(self):
        return {}

    @cached_property
    def histogram(self):
        """`ScoreHistogram` at the class ratio."""
        return score_histogram(self.classifier.sweep, self.prevalence)

    @cached_property
    def reliability(self):
        """(`Reliability`, intervals of its shares or None); (None, None) of no probabilities."""
        if not self.classifier.sweep.is_probability:
            return None, None
        found = reliability(self.classifier.sweep)
        return found, found.interval() if self.classifier.has_independent_cases else None

    @property
    def theory(self):
        """The theoretical cut of probabilities; None where another measure than cost is tuned."""
        is_known = self.measure == "cost" and self.classifier.sweep.is_probability
        return self.tuning.theory if is_known else None

    @property
    def best(self):
        """The best `OperatingPoint`, or None."""
        curve = self.tuning.curve
        return curve.best if curve.has_best else None

    @property
    def why_infeasible(self):
        """Why no cut is best; empty where one is."""
        if self.best is not None:
            return ""
        return self.tuning.curve.reason or "the measure has no value at any cut allowed"

    @property
    def can_be_sampled(self):
        """False where cases were tested more than once: samples would vary too little."""
        return self.classifier.has_independent_cases

    def bootstrap(self, replicates, progress=None):
        """The best cuts of so many bootstrap samples: a `CutSpread`."""
        return bootstrap_cuts(
            self.classifier.sweep,
            self.rule,
            self.prevalence,
            constraints=self.constraints,
            replicates=replicates,
            progress=progress,
            **_own(self.rule, self.parameters),
        )

    def isometric(self):
        """Isometric of the measure through the best point.

        Returns
        -------
        lines : list of array (k, 2)
            Empty where no cut is best.
        label : str
        """
        if self.best is None:
            return [], ""
        curve, value = self.tuning.curve, self.best.value
        lines = curve.measure.isometric(value, curve.prevalence, **curve.parameters)
        return lines, f"{curve.measure.symbol} {value:.3g}"

    def explain_cut(self, index):
        """What there is to say about a cut, given by its index in the sweep."""
        sweep, title = self.classifier.sweep, self.classifier.title
        positive, counts = self.evaluation.positive, sweep.counts(index)
        told = positive.text, self.prevalence, title, sweep.cuts[index]
        sentence = explain(counts, *told, also=self._told, others=positive.others)
        return "\n".join(filter(None, (sentence, explain_reversal(counts))))

    def explain_place(self, fpr, tpr):
        """What the measure would be at a place of the unit square."""
        return explain_place(fpr, tpr, self.prevalence, self._told)

    def results(self, results, cut):
        """The results it comes from, as if it had decided by this cut."""
        return rethresholded(results, **self._decision(cut), names=[self.classifier.name])

    def thresholds(self, maximum_rows):
        """Table of all cuts, or so many of them; over the ranges, both measures of these."""
        curves = self.tuning.curve, self.tuning.fold_curves
        names = self.evaluation.positive.title, self.classifier.title
        about = belief(*self.ranges) if self.ranges else None
        over_ranges = [range_measure(name, about) for name in RANGE_MEASURES if about is not None]
        return thresholds_table(*curves, *names, maximum_rows, over_ranges, **self.parameters)

    def model(self, base_model, cut):
        """A model that decides by this cut; raises UnfitError where that is impossible."""
        return ThresholdModel(base_model, **self._decision(cut))

    def learner(self, learner, cut):
        """A learner of models that decide by this cut."""
        return ThresholdLearner(learner, **self._decision(cut))

    def tuning_learner(self, learner, prevalence):
        """A learner of models that find their own cuts; prevalence None: that of their data."""
        return ThresholdLearner(
            learner,
            **self._decision(None),
            measure=self.measure,
            parameters=_own(self.rule, self.parameters),
            prevalence=prevalence,
            constraints=self.constraints,
            **dict(zip(("class_ratio_range", "miss_cost_range"), self.ranges, strict=False)),
        )

    @property
    def words(self):
        """What it is tuned for, as pairs of a label and words."""
        return (
            ("Reversed", "the two sides are exchanged" if self.classifier.is_reversed else ""),
            ("Tuned for", known_measure(self.rule).title),
            *zip(("Class ratios", "Costs of a miss"), map(str, self.ranges), strict=False),
            ("Constraint", ", ".join(map(str, self.constraints))),
            (
                "Costs of a false positive and a false negative",
                "{cost_fp:g}, {cost_fn:g}".format_map(self.parameters),
            ),
        )

    def _decision(self, cut):
        """How models and learners decide by this cut."""
        positive, is_reversed = self.evaluation.positive, self.classifier.is_reversed
        return {"positive": positive, "cut": cut, "reverse": is_reversed}

    @property
    def _told(self):
        """The measures that sentences tell: the one tuned for, and the cost if it is set."""
        are_set = self.parameters["cost_fp"] != 1 or self.parameters["cost_fn"] != 1
        names = dict.fromkeys(() if self.ranges else (self.measure,))
        if are_set or self.ranges:
            names["cost"] = None
        return {name: _own(name, self.parameters) for name in names}


def _own(measure, parameters):
    return {key: parameters[key] for key in known_measure(measure).parameters}
