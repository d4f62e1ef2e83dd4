"""The map of preferences: every score that ranks decisions sensibly, as a place in a square.

With importances I of the four outcomes, R = (I_tn tn + I_tp tp) / (I_tn tn + I_fp fp + I_fn fn +
I_tp tp) of the joint proportions. Only two numbers matter for the order of decisions: a = I_tp /
(I_tn + I_tp), to the right, and b = I_fn / (I_fp + I_fn), upwards. Specificity, precision,
sensitivity and negative predictive value are the corners, accuracy is the middle, all F measures
are the right edge, and the diagonal a = b is the line of operating conditions at one class ratio.

References
----------
S. Piérard, A. Halin, A. Cioppa, A. Deliège, M. Van Droogenbroeck, "The Tile: a 2D map of ranking
scores for two-class classification" (2024), arXiv:2412.04309.
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.decisions.fields import Measure
from orangecontrib.phidelta.core.decisions.information import joint_proportions
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence, check_rates

#: Places (a, b) of scores that have a name; of those that depend on β, see `f_place`.
PLACES = {
    "specificity": (0.0, 0.0),
    "precision": (1.0, 0.0),
    "sensitivity": (1.0, 1.0),
    "npv": (0.0, 1.0),
    "accuracy": (0.5, 0.5),
}


def f_place(beta=1.0):
    """Place (a, b) of the F measure: on the right edge; β = 0 is precision."""
    return 1.0, beta**2 / (1 + beta**2)


def cost_place(cost_fp=1.0, cost_fn=1.0):
    """Place (a, b) on the diagonal where decisions rank as by expected cost."""
    share = cost_fn / (cost_fp + cost_fn)
    return share, share


def delta_place(prevalence):
    """Place (a, b) on the diagonal where decisions of this prevalence rank as by δ."""
    return 1 - prevalence, 1 - prevalence


def preference(fpr, tpr, prevalence, a, b):
    """The ranking score R of decisions at places of the map, in [0, 1]; nan where 0 / 0.

    Parameters
    ----------
    fpr, tpr : array-like in [0, 1]
    prevalence : float
        Fraction of positives, strictly between 0 and 1.
    a, b : array-like in [0, 1]
        Importance of true positives among right decisions, of misses among wrong ones. All four
        arrays are broadcast together.

    Examples
    --------
    >>> print(f"{preference(fpr=0.1, tpr=0.8, prevalence=0.2, a=1, b=0):.3f}")  # the precision
    0.667
    """
    a, b = check_rates("a", a), check_rates("b", b)
    joint = joint_proportions(
        np.asarray(fpr, float), np.asarray(tpr, float), check_prevalence(prevalence)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        return _score(*joint, a, b)


def preference_measure(a, b):
    """The score at a place of the map as a `Measure`, for its isometrics.

    Examples
    --------
    >>> place = preference_measure(*f_place(beta=2))
    >>> print(f"{place.of(fpr=0.1, tpr=0.8, prevalence=0.2):.3f}")  # that of F2, a little more
    0.769
    """
    a, b = float(check_rates("a", a)), float(check_rates("b", b))
    return Measure(
        name="preference",
        text="(I_TN TN + I_TP TP) / (I_TN TN + I_FP FP + I_FN FN + I_TP TP)",
        joint=lambda tp, fp, fn, tn: _score(tp, fp, fn, tn, a, b),
        range=(0, 1),
        reference="Piérard et al. 2024",
        line=lambda v, p, n: (
            -n * ((1 - v) * (1 - a) + v * (1 - b)),
            p * ((1 - v) * a + v * b),
            v * b * p - (1 - v) * (1 - a) * n,
        ),
    )


@dataclass(frozen=True, eq=False)
class PreferenceMap:
    """Which of several candidates wins at each place of the map; see `preference_map`.

    Attributes
    ----------
    sides : array (g,)
        Values of a (last axis of `values`) and of b (the one before).
    values : array (candidates, g, g)
        Score of each candidate, with its best cut where it has several; nan where undefined.
    decisions : int array (candidates, g, g)
        Which decision of its curve that is.
    curves : tuple of CostCurve
        The candidates.
    prevalence : float
    """

    sides: np.ndarray
    values: np.ndarray
    decisions: np.ndarray
    curves: tuple
    prevalence: float

    @property
    def winner(self):
        """Int array (g, g): index of the best candidate; the first of equal ones, -1 for none."""
        values = np.nan_to_num(self.values, nan=-np.inf)
        return np.where(np.isneginf(values.max(axis=0)), -1, values.argmax(axis=0))

    @property
    def ranks(self):
        """Array (candidates, g, g): rank of each, 1 for the best; equal ones share the mean."""
        values = np.nan_to_num(self.values, nan=-np.inf)
        better = (values[None] > values[:, None]).sum(axis=1)
        equal = (values[None] == values[:, None]).sum(axis=1)
        return better + (equal + 1) / 2

    @property
    def margin(self):
        """Array (g, g): score of the best candidate less that of the next; 0 with one only."""
        if len(self.values) < 2:
            return np.zeros(self.values.shape[1:])
        second, first = np.sort(np.nan_to_num(self.values, nan=0.0), axis=0)[-2:]
        return first - second

    def frontiers(self):
        """Curves on which the two best candidates are equal.

        Returns
        -------
        list of arrays (k, 2) of (a, b)
            Exact at each point (a frontier of two decisions is bilinear in a and b).
        """
        fpr, tpr = (np.concatenate([getattr(c, r) for c in self.curves]) for r in ("fpr", "tpr"))
        owner = np.repeat(np.arange(len(self.curves)), [len(c.fpr) for c in self.curves])
        joint = np.array(joint_proportions(fpr, tpr, self.prevalence))
        best = self._best_decision
        rivals = joint[:, np.unique(best)]
        traces = []
        for pair in _neighbours(best, owner):
            traces += _frontier(joint[:, pair].T, rivals, self.sides)
        return traces

    @property
    def _best_decision(self):
        """Int array (g, g): which of all decisions of all candidates is the best one."""
        sizes = [len(curve.fpr) for curve in self.curves]
        starts = np.cumsum([0, *sizes[:-1]])
        winner = np.nan_to_num(self.values, nan=-np.inf).argmax(axis=0)
        return starts[winner] + np.take_along_axis(self.decisions, winner[None], axis=0)[0]


def preference_map(curves, prevalence, resolution=101):
    """The score of several candidates at every place of the map.

    Parameters
    ----------
    curves : sequence of CostCurve
        A decision that stays as it is has one of its own (`lower_envelope` of it); a score whose
        cut may move, that of its cuts. At each place the best decision is on the hull, since
        decisions of equal score are on a straight line in the ROC plot.
    prevalence : float
        Fraction of positives, strictly between 0 and 1.
    resolution : int
        Number of values of a and of b.

    Returns
    -------
    PreferenceMap

    Examples
    --------
    >>> from orangecontrib.phidelta.core import lower_envelope
    >>> bold, shy = lower_envelope([0.3], [0.9]), lower_envelope([0.1], [0.6])
    >>> preference_map([bold, shy], prevalence=0.4, resolution=3).winner.tolist()
    [[1, 1, 1], [1, 0, 0], [0, 0, 0]]
    """
    prevalence = check_prevalence(prevalence)
    sides = np.linspace(0, 1, resolution)
    a, b = np.meshgrid(sides, sides)
    values, decisions = [], []
    for curve in curves:
        joint = np.array(joint_proportions(curve.fpr, curve.tpr, prevalence))
        best = _best_decisions(joint, a, b)
        with np.errstate(divide="ignore", invalid="ignore"):
            values.append(_score(*joint[:, best], a, b))
        decisions.append(best)
    return PreferenceMap(sides, np.array(values), np.array(decisions), tuple(curves), prevalence)


def agreement(found, samples, progress=None):
    """Share of bootstrap samples in which the winner of a map wins, at each place.

    Parameters
    ----------
    found : PreferenceMap
    samples : sequence of sequences of CostCurve
        The same candidates in each sample.
    progress : callable, optional
        Called with the share done; what it raises ends the work.

    Returns
    -------
    array (g, g) in [0, 1]
    """
    winner, agreed = found.winner, np.zeros(found.values.shape[1:])
    for number, curves in enumerate(samples, start=1):
        agreed += preference_map(curves, found.prevalence, len(found.sides)).winner == winner
        if progress is not None:
            progress(number / len(samples))
    return agreed / len(samples)


def _best_decisions(joint, a, b):
    """Int array: which decision of a hull is the best one at places (a, b), by bisection.

    Along the hull scores rise up to the best decision and fall from there: those above any level
    are on one side of a straight line in the ROC plot.

    Parameters
    ----------
    joint : array (4, decisions)
        Joint proportions of the decisions, from the lowest fpr on.
    """
    last = joint.shape[1] - 1
    low, high = np.zeros(a.shape, int), np.full(a.shape, last)
    for _ in range(last.bit_length()):
        middle = (low + high) // 2
        beyond = np.minimum(middle + 1, last)
        rises = _known(joint[:, beyond], a, b) > _known(joint[:, middle], a, b)
        low, high = np.where(rises, beyond, low), np.where(rises, high, middle)
    return low


def _known(joint, a, b):
    """Scores, below all others where undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(_score(*joint, a, b), nan=-np.inf)


def _score(tp, fp, fn, tn, a, b):
    right = (1 - a) * tn + a * tp
    return right / (right + (1 - b) * fp + b * fn)


def _neighbours(best, owner):
    """Pairs of decisions of different owners that are best at places beside each other."""
    beside = [(best[:, :-1], best[:, 1:]), (best[:-1], best[1:]), (best[:-1, :-1], best[1:, 1:])]
    pairs = np.concatenate([np.stack(each).reshape(2, -1) for each in beside], axis=1)
    pairs = np.unique(np.sort(pairs[:, owner[pairs[0]] != owner[pairs[1]]], axis=0), axis=1)
    return pairs.T.tolist()


def _frontier(pair, rivals, sides):
    """Polylines of (a, b) where two decisions are equal and none of the rivals is better."""
    a, b = _equal(*pair, sides)
    wins = _known(pair[0], a, b) >= _known(rivals[:, :, None], a, b).max(axis=0) - 1e-9
    # on an edge of the map, what the decisions differ in may count for nothing
    wins &= (b > 0) & (b < 1)
    # a hyperbola may leave the square and come back
    leaps = np.abs(np.diff(b)) + np.diff(a) > 4 * (sides[1] - sides[0])
    parts = np.split(np.arange(len(a)), np.flatnonzero(np.diff(wins) | leaps) + 1)
    return [np.column_stack([a[p], b[p]]) for p in parts if len(p) > 1 and wins[p].all()]


def _equal(first, second, sides):
    """(a, b), by rising a, where two decisions are equal: K + Ka a + Kb b + Kab a b = 0.

    From the values of a on `sides` and from those of b, so that steep curves are as dense.
    """
    tp1, fp1, fn1, tn1 = first
    tp2, fp2, fn2, tn2 = second
    constant = tn1 * fp2 - tn2 * fp1
    of_a = (tp1 - tn1) * fp2 - (tp2 - tn2) * fp1
    of_b = tn1 * (fn2 - fp2) - tn2 * (fn1 - fp1)
    of_ab = (tp1 - tn1) * (fn2 - fp2) - (tp2 - tn2) * (fn1 - fp1)
    with np.errstate(divide="ignore", invalid="ignore"):
        a = np.concatenate([sides, -(constant + of_b * sides) / (of_a + of_ab * sides)])
        b = np.concatenate([-(constant + of_a * sides) / (of_b + of_ab * sides), sides])
        inside = np.maximum(np.abs(a - 0.5), np.abs(b - 0.5)) <= 0.5
    order = np.lexsort((b[inside], a[inside]))
    return a[inside][order], b[inside][order]
