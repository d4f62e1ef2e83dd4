"""Classifiers that decide by a cut of one's own, and learners that tune it.

A case is called positive where its score, by `PositiveClass`, is above the cut, and then gets the
most probable value of the set, else the most probable value of the rest; against chosen values,
the most probable one of these. Probabilities stay those of the wrapped model. Those of a model
that is reversed are exchanged between the two sides, and the cut is one of what comes of it.
"""

import numpy as np
from Orange.classification import Learner, Model
from Orange.data import Domain
from Orange.data.filter import HasClass
from Orange.evaluation import CrossValidation
from Orange.util import dummy_callback

from orangecontrib.phidelta.core.choosing.beliefs import Range, belief
from orangecontrib.phidelta.core.choosing.rangemeasures import RANGE_MEASURES, range_measure
from orangecontrib.phidelta.core.decisions.measures import known_measure
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence
from orangecontrib.phidelta.core.thresholds.curves import measure_curve
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.cuts import (
    checked_cut,
    decide,
    has_probabilities,
    name_decision,
    name_of,
    no_probabilities,
    sided,
)
from orangecontrib.phidelta.orange.positive import PositiveClass, sides_of


class ThresholdModel(Model):
    """A classifier that decides by a cut of the probability of its positive class values.

    Parameters
    ----------
    base_model : Orange.base.Model
        With a categorical target and probabilities; it is not changed.
    positive : str or collection of str
        Class values that count as positive; at least one, and not all.
    cut : float
        A case is positive where their score, as of `PositiveClass`, > cut; -inf: always, inf:
        never.
    negatives : str or collection of str
        Class values that count as negative; none: all the rest. Against chosen values it decides
        between the two sides in any case, also of one that is of neither.
    reverse : bool
        Exchange the probabilities of the two sides, as of `exchange_sides`, before it is cut: for
        a model that is better reversed.

    Raises
    ------
    UnfitError
        If the target is not one categorical variable with the positive values and others, the
        model has no probabilities, or the cut is nan.
    """

    # of models that were pickled before there were any, or could be reversed
    negatives = ()
    reverse = False

    def __init__(self, base_model, positive, cut, negatives=(), *, reverse=False):
        chosen = PositiveClass.of(base_model.domain, positive, negatives)
        if not has_probabilities(base_model):
            raise UnfitError(no_probabilities(name_of(base_model)))
        super().__init__(base_model.domain, base_model.original_domain)
        self.base_model = base_model
        self.positive, self.negatives = chosen.names, chosen.negatives
        self.cut = checked_cut(cut)
        self.reverse = bool(reverse)
        self.used_vals = base_model.used_vals
        self.name = f"{name_of(base_model)}, {name_decision(cut, reverse)}"

    def predict(self, X):
        return self._decided(self.base_model(X, Model.Probs))

    def predict_storage(self, data):
        return self._decided(self.base_model(data, Model.Probs))

    def data_to_model_domain(self, data, progress_callback=dummy_callback):
        data = super().data_to_model_domain(data, progress_callback)
        # Domains are equal although the class values differ in order; with the very domain of the
        # base model, the latter answers in its own order and only this model maps it back.
        return data if data.domain is self.domain else data.transform(self.domain)

    def backmap_value(self, value, mapped_probs, n_values, backmappers):
        mapped = super().backmap_value(value, mapped_probs, n_values, backmappers)
        return np.where(np.isnan(value), np.nan, mapped)

    def __setstate__(self, state):
        """Have a domain of its own again.

        One that Orange has unpickled, once compared with itself, recurses without end when it is
        compared with an equal one; and the base model would compare it so in every call.
        """
        self.__dict__.update(state)
        domain = self.domain
        self.domain = Domain(domain.attributes, domain.class_vars, domain.metas)

    def _decided(self, probabilities):
        positive = PositiveClass.of(self.domain, self.positive, self.negatives)
        probabilities = sided(probabilities, positive, self.reverse)
        return decide(probabilities, positive, self.cut), probabilities


class ThresholdLearner(Learner):
    """A learner whose models decide by a fixed cut, or by one tuned on their training data.

    To tune it, scores of the training data are collected by stratified cross-validation within
    them, the cut is chosen on the pooled scores, and the base learner is fitted on all of them.
    Test cases never take part, so that the learner can be cross-validated itself. Preprocessors of
    this learner are fitted anew in each inner fold. Weights of the data weigh the cases.

    Parameters
    ----------
    base_learner : Orange.base.Learner
        Its models need probabilities.
    positive : str or collection of str
        Class values that count as positive; at least one, and not all.
    cut : float, optional
        A fixed cut; None: tune it, by what follows.
    measure : str
        A name in `core.decisions.measures.MEASURES`; cost and distances are minimised. Or one of
        `core.choosing.rangemeasures.RANGE_MEASURES`, with a range of costs.
    parameters : dict of str to float, optional
        Of the measure, e.g. {"cost_fp": 1, "cost_fn": 5}.
    prevalence : float, optional
        Fraction of positives where the models will be used; None: that of the training data.
    constraints : Constraint or sequence of Constraint
        What the cut must fulfil in the inner cross-validation.
    folds : int
        Of the inner cross-validation; fewer where positives or negatives are fewer.
    seed : int
        Of its random partition.
    preprocessors : Preprocess or sequence of Preprocess, optional
    class_ratio_range, miss_cost_range : Range or (low, high), optional
        Negatives per positive, and the cost of a miss against a false alarm, where they are known
        only roughly. None for the class ratio: that of the prevalence.
    negatives : str or collection of str
        Class values that count as negative; none: all the rest. The cut is tuned on the cases of
        the two sides; the base learner learns from all, as it does where it is tested by itself.
    reverse : bool
        As of `ThresholdModel`; a cut is then tuned on the exchanged probabilities.

    Raises
    ------
    UnfitError
        When fitted: if the base model has no probabilities, or there are less than two positive or
        negative cases. `InfeasibleError` if no cut fulfils the constraints; ValueError, as by all
        learners, for an unfit target.
    """

    __returns__ = ThresholdModel

    # of learners that were pickled before there were any, or could be reversed
    class_ratio_range = miss_cost_range = None
    negatives = ()
    reverse = False

    def __init__(
        self,
        base_learner,
        positive,
        cut=None,
        measure="cost",
        parameters=None,
        prevalence=None,
        constraints=(),
        folds=5,
        seed=0,
        preprocessors=None,
        *,
        class_ratio_range=None,
        miss_cost_range=None,
        negatives=(),
        reverse=False,
    ):
        super().__init__(preprocessors=preprocessors)
        self.measure = measure
        self.class_ratio_range = _as_range(class_ratio_range)
        self.miss_cost_range = _as_range(miss_cost_range)
        known_measure(self._rule(0.5)).checked(parameters or {})
        if folds < 2:
            raise ValueError(f"folds must be at least 2. Got {folds}")
        self.base_learner = base_learner
        self.positive, self.negatives = sides_of(positive, negatives)
        self.cut = None if cut is None else checked_cut(cut)
        self.parameters = dict(parameters or {})
        self.prevalence = None if prevalence is None else check_prevalence(prevalence)
        self.constraints = constraints
        self.folds = folds
        self.seed = seed
        self.reverse = bool(reverse)
        rule = name_decision(cut, reverse) if cut is not None else self._aim
        self.name = self._default_name = f"{base_learner.name}, {rule}"

    @property
    def supports_weights(self):
        return getattr(self.base_learner, "supports_weights", False)

    def incompatibility_reason(self, domain):
        try:
            PositiveClass.of(domain, self.positive, self.negatives)
        except UnfitError as error:
            return str(error)
        return self.base_learner.incompatibility_reason(domain)

    def __call__(self, data, progress_callback=None):
        model = super().__call__(data, progress_callback)
        if self.name == self._default_name:
            decision = name_decision(model.cut, self.reverse)
            model.name = f"{self.base_learner.name}, {decision}"
        return model

    def preprocess(self, data, progress_callback=None):  # noqa: ARG002
        # Cases of unknown class teach nothing; all else waits for the inner folds.
        return HasClass()(data)

    def fit_storage(self, data):
        base_model = self.base_learner(self._preprocessed(data))
        if not has_probabilities(base_model):
            raise UnfitError(no_probabilities(self.base_learner.name))
        cut = self.tuning(data).best.cut if self.cut is None else self.cut
        sides = self.positive, cut, self.negatives
        return ThresholdModel(base_model, *sides, reverse=self.reverse)

    def tuning(self, data):
        """`MeasureCurve` of the inner cross-validation: what the cut is chosen by."""
        positive = PositiveClass.of(data.domain, self.positive, self.negatives)
        sizes = [int(np.sum(side[data.Y.astype(int)])) for side in positive.sides]
        if min(sizes) < 2:
            raise UnfitError(
                "Tuning a cut needs at least two positive and two negative cases. There are "
                f"{sizes[0]} and {sizes[1]} in the training data."
            )
        inner = CrossValidation(k=min(self.folds, *sizes), random_state=self.seed)
        results = inner(
            data,
            [self.base_learner],
            preprocessor=self._preprocessed,
            suppresses_exceptions=False,
        )
        is_used = positive.takes(results.actual)
        probabilities = sided(results.probabilities[0], positive, self.reverse)
        rows, scores = results.row_indices[is_used], positive.score(probabilities)
        weights = data.W[rows].ravel() if data.has_weights() else None
        found = sweep(positive.has(results.actual[is_used]), scores[is_used], weights)
        prevalence = found.prevalence if self.prevalence is None else self.prevalence
        rule = self._rule(prevalence)
        return measure_curve(
            found, rule, prevalence, constraints=self.constraints, **self.parameters
        )

    @property
    def _aim(self):
        """What the cut is tuned for, as part of a name."""
        tuned = f"cut tuned for {self.measure.replace('_', ' ')}"
        return f"reversed, {tuned}" if self.reverse else tuned

    def _rule(self, prevalence):
        """The name of the measure, or a measure over the ranges."""
        ratios, costs = self.class_ratio_range, self.miss_cost_range
        if self.measure not in RANGE_MEASURES:
            if ratios is not None or costs is not None:
                raise ValueError(
                    f"ranges are for {' and '.join(RANGE_MEASURES)}. Got {self.measure!r}"
                )
            return self.measure
        if costs is None:
            raise ValueError(f"{self.measure} needs miss_cost_range. Got None")
        if ratios is None:
            of_data = (1 - prevalence) / prevalence
            ratios = Range(of_data, of_data)
        return range_measure(self.measure, belief(ratios, costs))

    def _preprocessed(self, data):
        return super().preprocess(data)


def _as_range(ends):
    return ends if ends is None or isinstance(ends, Range) else Range(*ends)
