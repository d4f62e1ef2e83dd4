"""How far the best cut could have been elsewhere: over folds, and in bootstrap samples.

References
----------
C. Thiele, G. Hirschfeld, "cutpointr: Improved estimation and validation of optimal cutpoints in
R", Journal of Statistical Software 98 (2021): bootstrap of the cut with its value out of bag.
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import known_measure
from orangecontrib.phidelta.core.decisions.uncertainty import check_whole
from orangecontrib.phidelta.core.thresholds.bestcuts import best_cut
from orangecontrib.phidelta.core.thresholds.constraints import InfeasibleError
from orangecontrib.phidelta.core.thresholds.sweeps import ThresholdSweep
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@dataclass(frozen=True, eq=False)
class CutSpread:
    """Best cuts of several samples of the same score.

    Attributes
    ----------
    cuts, values : arrays (samples,)
        Best cut of each sample and its value there; nan where there is none.
    out_of_bag : array (samples,), or None
        Of a bootstrap: the value at the same cut on the cases not drawn; nan where these lack a
        class.

    Examples
    --------
    >>> cuts, values = np.array([[0.4, 0.7, np.nan, 0.5], [0.9, 0.8, np.nan, 0.7]])
    >>> spread = CutSpread(cuts, values)
    >>> spread
    <CutSpread of 4 samples: median cut 0.5, from 0.4 to 0.7>
    >>> spread.found.tolist()
    [0.4, 0.7, 0.5]
    """

    cuts: np.ndarray
    values: np.ndarray
    out_of_bag: np.ndarray | None = None

    def __repr__(self):
        low, high = self.range
        return (
            f"<CutSpread of {len(self.cuts)} samples: median cut {self.median:.3g}, "
            f"from {low:.3g} to {high:.3g}>"
        )

    @property
    def found(self):
        """The cuts of the samples that have one."""
        return self.cuts[~np.isnan(self.cuts)]

    @property
    def median(self):
        """The median cut; the lower of the middle two; nan without cuts."""
        return self._quantile(0.5)

    @property
    def range(self):
        """(lowest, highest) cut; nan without cuts."""
        return self._quantile(0.0), self._quantile(1.0)

    def interval(self, level=0.95):
        """(low, high): cuts between which the middle part `level` of the samples lies."""
        return self._quantile((1 - level) / 2), self._quantile((1 + level) / 2)

    def _quantile(self, share):
        # No interpolation: between a cut and infinity there is none.
        found = self.found
        return float(np.quantile(found, share, method="inverted_cdf")) if len(found) else np.nan


@underflow_to_zero
def fold_cuts(sweeps, measure, prevalence=None, *, constraints=(), **parameters):
    """The best cut of each fold: a `CutSpread`. This spread is not a confidence interval.

    `sweeps` is a sequence of ThresholdSweep; the rest as in `best_cut`, prevalence None being that
    of each fold. Folds without positives or without negatives, or where no cut is feasible, count
    as nan.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> first = sweep([True, False, True, False], [0.9, 0.6, 0.5, 0.1])
    >>> second = sweep([True, False, False, False], [0.7, 0.8, 0.4, 0.2])
    >>> fold_cuts([first, second], "cost", cost_fn=3).cuts.round(2).tolist()
    [0.3, 0.55]
    """
    best = [_best_or_none(s, measure, prevalence, constraints, parameters) for s in sweeps]
    found = [(np.nan, np.nan) if point is None else (point.cut, point.value) for point in best]
    return CutSpread(*np.array(found, float).reshape(len(best), 2).T)


def bootstrap_sweeps(sweep, *, replicates=200, seed=0):
    """Stratified bootstrap of a sweep: yields `replicates` sweeps over the same cuts.

    Drawing cases with replacement makes the numbers at each distinct score multinomial. Needs
    whole counts (no fractional weights) and both classes.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> areas = [sample.auc for sample in bootstrap_sweeps(cuts, replicates=500)]
    >>> print(f"{cuts.auc:.2f}; in samples {np.mean(areas):.2f} ± {np.std(areas):.2f}")
    0.67; in samples 0.67 ± 0.30
    """
    check_whole(sweep.tp, sweep.fp)
    sweep.check_classes("a bootstrap")
    random = np.random.default_rng(seed)
    shares = [np.diff(sweep.tp) / sweep.positives, np.diff(sweep.fp) / sweep.negatives]
    totals = [int(sweep.positives), int(sweep.negatives)]
    for _ in range(replicates):
        tp, fp = (
            np.concatenate([[0.0], np.cumsum(random.multinomial(total, share))])
            for total, share in zip(totals, shares, strict=True)
        )
        yield ThresholdSweep(sweep.cuts, tp, fp, sweep.scores)


def bootstrap_cuts(
    sweep,
    measure,
    prevalence=None,
    *,
    constraints=(),
    replicates=200,
    seed=0,
    progress=None,
    **parameters,
):
    """The best cuts of stratified bootstrap samples, valued in the sample and out of bag.

    The value in the sample is optimistic, since the cut was chosen there; out of bag is what new
    cases would see. Of cases with equal score and class the bootstrap counts only how many were
    drawn, so of m cases in d draws the expected number m (1 - 1/m)^d is taken as out of bag (for
    distinct scores, exactly the case that was not drawn).

    Parameters as in `best_cut`; whole counts only (ValueError for fractional weights). `progress`
    is called with the share done after each sample.

    Returns
    -------
    CutSpread

    Examples
    --------
    >>> from orangecontrib.phidelta.core import sweep
    >>> is_positive = [True, True, False, True, False, True, False, False, True, False]
    >>> cuts = sweep(is_positive, np.arange(10, 0, -1) / 10)
    >>> spread = bootstrap_cuts(cuts, "cost", cost_fn=2)
    >>> print(f"{spread.values.mean():.1f}, but {np.nanmean(spread.out_of_bag):.1f} out of bag")
    0.3, but 0.6 out of bag
    """
    prevalence = sweep.prevalence if prevalence is None else prevalence
    rows = []
    for sample in bootstrap_sweeps(sweep, replicates=replicates, seed=seed):
        rows.append(_in_and_out(sweep, sample, measure, prevalence, constraints, parameters))
        if progress is not None:
            progress(len(rows) / replicates)
    return CutSpread(*np.array(rows, float).reshape(len(rows), 3).T)


def _best_or_none(sweep, measure, prevalence, constraints, parameters):
    if not (sweep.positives and sweep.negatives):
        return None
    try:
        return best_cut(sweep, measure, prevalence, constraints=constraints, **parameters)
    except InfeasibleError:
        return None


def _in_and_out(sweep, sample, measure, prevalence, constraints, parameters):
    """Best cut of a bootstrap sample, its value there, and its value out of bag."""
    best = _best_or_none(sample, measure, prevalence, constraints, parameters)
    if best is None:
        return np.nan, np.nan, np.nan
    rates = []
    for all_cases, drawn in ((sweep.fp, sample.fp), (sweep.tp, sample.tp)):
        left = _out_of_bag(np.diff(all_cases), np.diff(drawn))
        called, total = left[: best.index].sum(), left.sum()
        rates.append(called / total if total else np.nan)
    value = known_measure(measure).for_sweep(sample).of(*rates, prevalence, **parameters)
    return best.cut, best.value, float(value)


def _out_of_bag(cases, draws):
    """Expected number of cases not drawn, by score; exact where there is one case."""
    with np.errstate(divide="ignore"):  # without cases there are no draws: 0 (1 - 1 / 0)^0 = 0
        return cases * (1 - 1 / cases) ** draws
