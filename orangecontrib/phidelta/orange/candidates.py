"""Who may be chosen under operating conditions: models with cuts, and who looks at no case."""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.choosing.conditions import (
    CostCurve,
    cost_curve,
    lower_envelope,
)
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.rethresholding import rethresholded
from orangecontrib.phidelta.orange.testedmodels import select_models, stored_model

#: Decisions that do not look at the case: name, what they call positive, and their cut.
DUMMIES = (("always negative", False, np.inf), ("always positive", True, -np.inf))


@dataclass(frozen=True, eq=False)
class Candidate:
    """A model that may be chosen, or one of the dummies.

    Attributes
    ----------
    name : str
    curve : CostCurve
        Of its cuts if it may move its cut, else of the decision as it stands.
    cuts : array (decisions of the curve,)
        nan where the decision is the model's own.
    classifier : Classifier or None
        None for a dummy.
    """

    name: str
    curve: CostCurve
    cuts: np.ndarray
    classifier: Classifier | None = None


def candidates(evaluation, is_movable):
    """The dummies, then the models; with scores, they may move their cuts if `is_movable`.

    Returns
    -------
    list of Candidate
    """
    found = [
        Candidate(name, lower_envelope([rate], [rate]), np.array([cut]))
        for name, rate, cut in ((n, float(is_called), c) for n, is_called, c in DUMMIES)
    ]
    for each in evaluation.classifiers:
        if is_movable and each.sweep is not None:
            curve = cost_curve(each.sweep)
            found.append(Candidate(each.name, curve, each.sweep.cuts[curve.indices], each))
        else:
            curve = lower_envelope([float(each.counts.fpr)], [float(each.counts.tpr)])
            found.append(Candidate(each.name, curve, np.array([np.nan]), each))
    return found


@dataclass(frozen=True, eq=False)
class Choice:
    """A candidate with the cut that it is chosen with; nan for the model's own decision."""

    candidate: Candidate
    cut: float

    @property
    def is_dummy(self):
        """Whether it looks at no case."""
        return self.candidate.classifier is None

    def results(self, results, positive):
        """The results of this model alone, as if it had decided by the cut; None for a dummy."""
        if self.is_dummy:
            return None
        selected = select_models(results, self.candidate.name)
        is_own = np.isnan(self.cut)
        return selected if is_own else rethresholded(selected, positive, self.cut)

    def model(self, results, positive):
        """The model of the results with the cut; None for a dummy, or where there is no one model.

        Raises
        ------
        UnfitError
            By `ThresholdModel`.
        """
        base = None if self.is_dummy else stored_model(results, self.candidate.classifier.index)
        if base is None or np.isnan(self.cut):
            return base
        return ThresholdModel(base, positive, self.cut)

    def learner(self, learner, positive):
        """A learner of models with the cut; None for a dummy or without a learner."""
        if self.is_dummy or learner is None or np.isnan(self.cut):
            return None if self.is_dummy else learner
        return ThresholdLearner(learner, positive, self.cut)
