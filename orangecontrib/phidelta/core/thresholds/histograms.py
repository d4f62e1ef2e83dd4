"""The scores of both classes beside a cut, and how often they come true.

References
----------
A. H. Murphy, R. L. Winkler, "Reliability of subjective probability forecasts of precipitation and
temperature", Applied Statistics 26 (1977): the reliability diagram.
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import wilson_interval
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@dataclass(frozen=True, eq=False)
class ScoreHistogram:
    """Scores by class in bins of equal width; see `score_histogram`.

    Attributes
    ----------
    sweep : ThresholdSweep
    prevalence : float
    edges : array (bins + 1,)
        Increasing. A score on an edge is in the bin below it, as it is not above a cut there.
    tp, fp : arrays (bins + 1,)
        Positive and negative cases above each edge; below the first and above the last edge there
        is none.
    """

    sweep: ThresholdSweep
    prevalence: float
    edges: np.ndarray
    tp: np.ndarray
    fp: np.ndarray

    def __repr__(self):
        return f"<ScoreHistogram of {len(self.edges) - 1} bins, prevalence {self.prevalence:.3g}>"

    @property
    def shares(self):
        """(positives, negatives): arrays (bins,), as shares of all cases at the prevalence."""
        tp, fp, fn, tn = self.decided(0)
        return tp + fn, fp + tn

    @underflow_to_zero
    def decided(self, index):
        """(tp, fp, fn, tn) by bin at the cut of this index.

        Returns
        -------
        arrays (bins,)
            Shares of all cases at the prevalence, together 1.
        """
        tp, fn = self._parted(self.tp, self.sweep.tp[index], self.prevalence)
        fp, tn = self._parted(self.fp, self.sweep.fp[index], 1 - self.prevalence)
        return tp, fp, fn, tn

    @staticmethod
    def _parted(above, called, share):
        """Cases of a class that are called positive, and those that are not, by bin."""
        part = share / above[0]
        # what is above both an edge and the cut is all that is above the higher one
        return (
            -np.diff(np.minimum(above, called)) * part,
            -np.diff(np.maximum(above, called)) * part,
        )


def score_histogram(sweep, prevalence=None, bins=40):
    """Histograms of the scores of positives and of negatives.

    Parameters
    ----------
    sweep : ThresholdSweep
        With positive and negative cases.
    prevalence : float, optional
        Fraction of positives to which the classes are scaled; None: that of the data.
    bins : int

    Returns
    -------
    ScoreHistogram

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> for shares in score_histogram(cuts, bins=2).shares:
    ...     print(shares.round(3).tolist())
    [0.2, 0.4]
    [0.2, 0.2]
    """
    sweep.check_classes("a histogram")
    low, high = sweep.ends
    along = np.linspace(0, 1, bins + 1)
    edges = low * (1 - along) + high * along
    index = sweep.index_of(edges)
    index[[0, -1]] = len(sweep.scores), 0  # also what is there by rounding
    prevalence = check_prevalence(sweep.prevalence if prevalence is None else prevalence)
    return ScoreHistogram(sweep, prevalence, edges, sweep.tp[index], sweep.fp[index])


@dataclass(frozen=True, eq=False)
class Reliability:
    """Observed shares of positives among cases of similar scores; see `reliability`.

    Attributes
    ----------
    score : array (bins,)
        Mean score, increasing.
    cases, positives : arrays (bins,)
    """

    score: np.ndarray
    cases: np.ndarray
    positives: np.ndarray

    def __repr__(self):
        return f"<Reliability of {self.cases.sum():g} cases in {len(self.cases)} bins>"

    @property
    def share(self):
        """Array (bins,): observed share of positives."""
        return self.positives / self.cases

    def interval(self, level=0.95):
        """Arrays (low, high) of Wilson's interval of each share, for cases tested once."""
        return wilson_interval(self.positives, self.cases, level)


@underflow_to_zero
def reliability(sweep, bins=10):
    """The observed share of positives by score, in bins of about equally many cases.

    Equal scores stay together, so there may be fewer bins. No prevalence but that of the data.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False, False], [0.9, 0.7, 0.6, 0.4, 0.2, 0.1])
    >>> found = reliability(cuts, bins=2)
    >>> print(found.score.round(3).tolist(), found.share.round(3).tolist())
    [0.233, 0.733] [0.333, 0.667]
    """
    cases = sweep.tp + sweep.fp
    wanted = np.linspace(0, cases[-1], bins + 1)
    # the cut nearest to each wanted number of cases
    middles = (cases[1:] + cases[:-1]) / 2
    ends = np.searchsorted(middles, wanted)
    ends = ends[np.unique(cases[ends], return_index=True)[1]]
    total = np.concatenate([[0.0], np.cumsum(sweep.scores * np.diff(cases))])[ends]
    numbers, sums, positives = (np.diff(x)[::-1] for x in (cases[ends], total, sweep.tp[ends]))
    return Reliability(sums / numbers, numbers, positives)
