"""φ, δ and the Brier score as columns of Orange's Test and Score.

Importing this module registers them. With a target class they are those of this class against
the rest. Averaged over classes, δ is the mean of each class against the rest, weighted by class
frequency as Orange does for precision and recall; for two classes it is the same for either. φ has
no average: a bias to one class is a bias away from the others.
"""

import numpy as np
from Orange.evaluation.scoring import ClassificationScore

from orangecontrib.phidelta.core.decisions.counts import Counts


class _RatesScore(ClassificationScore, abstract=True):
    """A score of sensitivity and specificity of one class, or their average over classes."""

    is_binary = True
    has_average = True

    def compute_score(self, results, target=None, average="binary"):
        if target is None and average == "binary":
            if len(results.domain.class_var.values) > 2:
                raise ValueError("Choose a target class or average over classes")
            target = 1
        if average not in ("binary", "macro", "weighted"):
            raise ValueError(f"expected average 'macro' or 'weighted'. Got {average!r}")
        if target is not None:
            return self._one_class(results, target)
        if not self.has_average:
            return np.full(len(results.predicted), np.nan)
        classes, cases = np.unique(results.actual, return_counts=True)
        scores = np.array([self._one_class(results, c) for c in classes])
        return np.average(scores, axis=0, weights=cases if average == "weighted" else None)

    def _one_class(self, results, target):
        return np.array([self._of_model(results.actual, c, target) for c in results.predicted])

    def _of_model(self, actual, called, target):
        if np.isnan(called).any():
            return np.nan
        return self.of_counts(Counts.from_decisions(actual == target, called == target))


# Priorities come after those of Orange's own scores: Test and Score saves the score by which it
# compares models as a position in this order.
class Phi(_RatesScore):
    # Test and Score makes columns as wide as their heads.
    name = "φ (balanced)"
    long_name = "φ, bias at class ratio 1 : 1 (choose a target): sensitivity - specificity"
    priority = 131
    has_average = False

    @staticmethod
    def of_counts(counts):
        return counts.tpr + counts.fpr - 1


class Delta(_RatesScore):
    name = "δ (balanced)"
    long_name = "δ, balanced: sensitivity + specificity - 1"
    priority = 132

    @staticmethod
    def of_counts(counts):
        return counts.tpr - counts.fpr


class Brier(ClassificationScore):
    """Mean squared error of the probabilities: of the target class, or half the sum of all."""

    is_binary = True
    name = "Brier"
    long_name = "Brier score"
    priority = 133
    default_visible = False

    def compute_score(self, results, target=None, average="binary"):  # noqa: ARG002
        if results.probabilities is None:
            raise ValueError("The Brier score needs probabilities")
        truth = results.actual[:, None] == np.arange(results.probabilities.shape[2])
        squared = (results.probabilities - truth) ** 2
        if target is not None:
            return squared[:, :, int(target)].mean(axis=1)
        return squared.sum(axis=2).mean(axis=1) / 2
