"""The convex hull of classifiers: the best that several of them can do together."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.choosing.conditions import CostCurve, lower_envelope
from orangecontrib.phidelta.core.choosing.mixtures import mixtures
from orangecontrib.phidelta.core.choosingwords import explain_mixture
from orangecontrib.phidelta.core.words import describe_cut


@dataclass(frozen=True, eq=False)
class Hull:
    """Decisions of several classifiers that are best at some condition; see `hull_of`.

    Attributes
    ----------
    curve : CostCurve
    names : tuple of str
        Who makes each decision of the curve, and with which cut.
    """

    curve: CostCurve
    names: tuple[str, ...]

    @cached_property
    def mixtures(self):
        """`Mixtures` along its edges, in steps of 1 %."""
        return mixtures(self.curve.fpr, self.curve.tpr)

    def describe(self, index):
        """Who decides at a place of the `mixtures`, in words."""
        edge = self.mixtures.edge[index]
        return explain_mixture(self.names[edge : edge + 2], float(self.mixtures.share[index]))


def hull_of(classifiers):
    """The `Hull` of classifiers and both dummies; with scores, by all of their cuts.

    Of equal decisions that of a dummy is named, then one without a cut, then that of the first.

    Parameters
    ----------
    classifiers : sequence of Classifier
    """
    decisions = [(0.0, 0.0, "always negative", None), (1.0, 1.0, "always positive", None)]
    for each in classifiers:
        decisions.append((float(each.counts.fpr), float(each.counts.tpr), each.name, None))
    for each in classifiers:
        decisions += _cuts(each)
    fpr, tpr, names, cuts = zip(*decisions, strict=True)
    is_known = ~np.isnan(np.add(fpr, tpr))
    curve = lower_envelope(np.where(is_known, fpr, 1.0), np.where(is_known, tpr, 0.0))
    described = ((names[i], cuts[i]) for i in curve.indices.tolist())
    return Hull(curve, tuple(n if c is None else f"{n}, {describe_cut(c)}" for n, c in described))


def _cuts(classifier):
    """The decisions of its own hull: fpr, tpr, name, cut."""
    sweep = classifier.sweep
    if sweep is None:
        return []
    hull = sweep.hull
    return [
        (fpr, tpr, classifier.name, cut)
        for fpr, tpr, cut in zip(
            sweep.fpr[hull].tolist(), sweep.tpr[hull].tolist(), sweep.cuts[hull], strict=True
        )
    ]
