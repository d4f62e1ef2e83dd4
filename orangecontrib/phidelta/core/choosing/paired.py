"""Two decisions about the same cases: how far they differ, and whether chance could have done it.

Positives and negatives are different cases, so they are independent; within a class a case is one
of four: both decisions call it positive, only the first, only the second, none of them. Everything
here is about the given decisions on new cases of the same kind; that other training data would
have given other decisions is another source of doubt.

References
----------
Q. McNemar, Psychometrika 12 (1947): the test of each class, here exact (binomial).
D. G. Bonett, R. M. Price, Journal of Educational and Behavioral Statistics 37 (2012) 479-488, doi
10.3102/1076998611411915: the interval of a difference of paired proportions.
A. Gelman et al., "Bayesian Data Analysis" (2013), section 3.4: Dirichlet posterior of a table.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri
from scipy.stats import binom

from orangecontrib.phidelta.core.decisions.counts import Counts, check_level
from orangecontrib.phidelta.core.decisions.fields import Measure
from orangecontrib.phidelta.core.decisions.measures import known_measure
from orangecontrib.phidelta.core.decisions.spaces import check_booleans, check_prevalence

#: Prior cases in each of the four cells of a class: Jeffreys' prior.
PRIOR = 0.5


class Agreement(NamedTuple):
    """The cases of one class by what two decisions call them: numbers of cases."""

    both: float
    only_first: float
    only_second: float
    neither: float

    @property
    def cases(self):
        """Number of cases of the class."""
        return sum(self)

    @property
    def first(self):
        """Number of cases that the first decision calls positive."""
        return self.both + self.only_first

    @property
    def second(self):
        """Number of cases that the second decision calls positive."""
        return self.both + self.only_second

    @property
    def p_value(self):
        """McNemar's exact test that both call equally many positive, in (0, 1]; two-sided."""
        fewer = min(self.only_first, self.only_second)
        return float(min(1, 2 * binom.cdf(fewer, self.only_first + self.only_second, 0.5)))

    def difference_interval(self, level=0.95):
        """Interval (low, high) of the difference of the rates, first - second, in [-1, 1].

        Bonett & Price 2012: Wald's with one more discordant case either way; nan without cases.
        """
        check_level(level)
        if not self.cases:
            return np.nan, np.nan
        first, second = (
            (count + 1) / (self.cases + 2) for count in (self.only_first, self.only_second)
        )
        difference = first - second
        error = np.sqrt((first + second - difference**2) / (self.cases + 2))
        half = ndtri((1 + level) / 2) * error
        return float(max(difference - half, -1)), float(min(difference + half, 1))


class Difference(NamedTuple):
    """A difference, first - second, and what is known of it.

    Attributes
    ----------
    value : float
        As observed; nan where undefined.
    low, high : float
        Central interval of the posterior.
    probability : float in [0, 1]
        That the first decision is the better one; ties count half.
    """

    value: float
    low: float
    high: float
    probability: float


@dataclass(frozen=True, eq=False)
class Pairing:
    """Two decisions about the same cases; see `paired`.

    Attributes
    ----------
    positives, negatives : Agreement
        The cases of the class, by what the two decisions call them.
    replicates, seed : int
        Draws from the posterior.
    """

    positives: Agreement
    negatives: Agreement
    replicates: int = 20000
    seed: int = 0

    def __repr__(self):
        found = self.positives.first - self.positives.second
        alarms = self.negatives.first - self.negatives.second
        return (
            f"<Pairing: the first finds {found:+g} of {self.positives.cases:g} positives, "
            f"raises {alarms:+g} false alarms among {self.negatives.cases:g} negatives>"
        )

    @property
    def prevalence(self):
        """Fraction of positives among the cases."""
        return self.positives.cases / (self.positives.cases + self.negatives.cases)

    @property
    def first(self):
        """`Counts` of the first decision."""
        return self._counts(self.positives.first, self.negatives.first)

    @property
    def second(self):
        """`Counts` of the second decision."""
        return self._counts(self.positives.second, self.negatives.second)

    @property
    def rates(self):
        """(d fpr, d tpr): differences of the rates, first - second."""
        first, second = self.first, self.second
        return float(first.fpr - second.fpr), float(first.tpr - second.tpr)

    def region(self, level=0.95):
        """Array (4, 2): rectangle of (d fpr, d tpr) that holds the true differences.

        The classes are independent, hence each has an interval of level sqrt(level). In the order
        of `spaces.CORNERS`.
        """
        low_fpr, high_fpr = self.negatives.difference_interval(np.sqrt(check_level(level)))
        low_tpr, high_tpr = self.positives.difference_interval(np.sqrt(level))
        return np.array(
            [[low_fpr, high_tpr], [high_fpr, high_tpr], [high_fpr, low_tpr], [low_fpr, low_tpr]]
        )

    def place_region(self, level=0.95):
        """Array (4, 2) of (fpr, tpr): where the first decision is, as seen from the second.

        The `region` around the place of the second, as far as it is in the unit square. It holds
        the place of the second itself where chance alone could set them apart.
        """
        second = self.second
        return np.clip(self.region(level) + [second.fpr, second.tpr], 0, 1)

    def difference(self, measure, prevalence=None, level=0.95, **parameters):
        """`Difference` of a measure.

        Parameters
        ----------
        measure : str or Measure
            A name in `MEASURES`.
        prevalence : float, optional
            Fraction of positives where the decisions shall be used; None: that of the cases.
        level : float in (0, 1)
        **parameters
            Of the measure.
        """
        measure = known_measure(measure)
        prevalence = check_prevalence(self.prevalence if prevalence is None else prevalence)
        observed = (
            measure.of(counts.fpr, counts.tpr, prevalence, **parameters)
            for counts in (self.first, self.second)
        )
        drawn = (measure.of(*rates, prevalence, **parameters) for rates in self._posterior)
        return self._summary(measure, *observed, *drawn, check_level(level))

    @cached_property
    def break_even(self):
        """`BreakEven`: at which condition the two decisions cost the same."""
        (fpr, tpr), (other_fpr, other_tpr) = self._posterior
        return BreakEven(*self.rates, fpr - other_fpr, tpr - other_tpr)

    def _counts(self, tp, fp):
        return Counts(tp, fp, self.positives.cases - tp, self.negatives.cases - fp)

    @cached_property
    def _posterior(self):
        """((fpr, tpr) of the first, (fpr, tpr) of the second), arrays (replicates,)."""
        random = np.random.default_rng(self.seed)
        shares = [
            random.dirichlet(np.array(cells) + PRIOR, self.replicates).T
            for cells in (self.negatives, self.positives)
        ]
        first = tuple(both + only for both, only, _, _ in shares)
        return first, tuple(both + only for both, _, only, _ in shares)

    @staticmethod
    def _summary(measure: Measure, first, second, drawn_first, drawn_second, level):
        drawn = drawn_first - drawn_second
        drawn = drawn[~np.isnan(drawn)]
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
        better = drawn < 0 if measure.lower_is_better else drawn > 0
        probability = better.mean() + np.mean(drawn == 0) / 2
        return Difference(float(first - second), float(low), float(high), float(probability))


@dataclass(frozen=True, eq=False)
class BreakEven:
    """Where, on the line of operating conditions, two decisions cost the same.

    The condition c in [0, 1] is p c_FN / (p c_FN + n c_FP), see `conditions`. The first decision
    is the cheaper one where c d_tpr > (1 - c) d_fpr.

    Attributes
    ----------
    d_fpr, d_tpr : float
        Observed differences of the rates, first - second.
    drawn_fpr, drawn_tpr : arrays (replicates,)
        Of the posterior.
    """

    d_fpr: float
    d_tpr: float
    drawn_fpr: np.ndarray
    drawn_tpr: np.ndarray

    @property
    def condition(self):
        """The condition in [0, 1] at which both cost the same; nan if one is never dearer."""
        where = _crossing(self.d_fpr, self.d_tpr)
        return float(where)

    def probability(self, condition):
        """Probability that the first decision is the cheaper one at these conditions.

        Parameters
        ----------
        condition : float or array in [0, 1]
        """
        condition = np.asarray(condition, float)
        before = np.searchsorted(self._steps[0], condition, side="right")
        return self._steps[1][before]

    def undecided(self, level=0.95):
        """(low, high): the conditions between which neither is the cheaper one for sure.

        Outside, the probability that one of them is the cheaper one is at least (1 + level) / 2.
        (0, 1) where nothing is sure anywhere; nan where one of them is surely cheaper everywhere.
        """
        where, share = self._steps
        is_open = np.abs(share - 0.5) < check_level(level) / 2
        if not is_open.any():
            return np.nan, np.nan
        starts, ends = np.append(0.0, where), np.append(where, 1.0)
        return float(starts[is_open].min()), float(ends[is_open].max())

    @cached_property
    def _steps(self):
        """Conditions where the probability changes, increasing, and it before and after them."""
        where = _crossing(self.drawn_fpr, self.drawn_tpr)
        crosses = ~np.isnan(where)
        order = np.argsort(where[crosses])
        rises = np.sign(self.drawn_tpr[crosses])[order]
        # false alarms are all that counts there, and misses where there are as many
        at_start = np.sum(np.where(self.drawn_fpr, -self.drawn_fpr, self.drawn_tpr) > 0)
        share = (at_start + np.append(0, np.cumsum(rises))) / len(self.drawn_fpr)
        return where[crosses][order], share


def _crossing(d_fpr, d_tpr):
    """Conditions strictly between 0 and 1 at which c d_tpr = (1 - c) d_fpr; nan for none."""
    d_fpr, d_tpr = np.asarray(d_fpr, float), np.asarray(d_tpr, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(d_fpr * d_tpr > 0, d_fpr / (d_fpr + d_tpr), np.nan)


def paired(is_positive, first, second, *, replicates=20000, seed=0):
    """Two decisions about the same cases, beside each other.

    Parameters
    ----------
    is_positive, first, second : boolean arrays (cases,)
        The truth, and what the two decisions call positive; 1 and 0 will do.
    replicates, seed : int
        Draws from the posterior: Dirichlet with Jeffreys' prior in each class.

    Returns
    -------
    Pairing

    Raises
    ------
    ValueError
        For arrays of different lengths, or a class without cases.

    Examples
    --------
    >>> truth = [True] * 6 + [False] * 8
    >>> first = [1, 1, 1, 1, 1, 0] + [1, 1, 1, 0, 0, 0, 0, 0]
    >>> second = [1, 1, 1, 0, 0, 1] + [1, 0, 0, 0, 0, 0, 0, 0]
    >>> pairing = paired(truth, first, second)
    >>> pairing
    <Pairing: the first finds +1 of 6 positives, raises +2 false alarms among 8 negatives>
    >>> print(f"{pairing.break_even.condition:.2f}")
    0.60
    """
    is_positive = check_booleans("is_positive", is_positive)
    first, second = check_booleans("first", first), check_booleans("second", second)
    if not is_positive.shape == first.shape == second.shape:
        raise ValueError(
            "expected two decisions for each case. "
            f"Got shapes {is_positive.shape}, {first.shape} and {second.shape}"
        )
    if is_positive.all() or not is_positive.any():
        raise ValueError("a comparison needs positive and negative cases")
    cells = np.bincount(4 * is_positive + 2 * ~first + ~second, minlength=8).tolist()
    return Pairing(Agreement(*cells[4:]), Agreement(*cells[:4]), replicates, seed)
