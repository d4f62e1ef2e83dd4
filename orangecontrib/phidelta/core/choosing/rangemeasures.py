"""What to tune a cut for where class ratio and costs are known only roughly.

References
----------
C. Ferri, J. Hernández-Orallo, P. Flach, Data Mining and Knowledge Discovery 33 (2019) 805-847:
the cut for conditions that stay unknown. L. J. Savage, Journal of the American Statistical
Association 46 (1951) 55-67: least greatest regret.
"""

from dataclasses import dataclass

import numpy as np

from orangecontrib.phidelta.core.choosing.beliefs import Belief
from orangecontrib.phidelta.core.choosing.conditions import cost_curve
from orangecontrib.phidelta.core.decisions.fields import Measure

#: Names of the measures that `range_measure` makes.
RANGE_MEASURES = ("mean_cost", "greatest_regret")


@dataclass(frozen=True, eq=False, kw_only=True)
class RegretMeasure(Measure):
    """The greatest regret, which is known of the cuts of one sweep at a time.

    The regret of a cut is what it costs more than the best cut of the same sweep, whether that
    keeps constraints or not.
    """

    about: Belief

    def for_sweep(self, sweep):
        """The greatest regret among the cuts of this sweep."""
        best = cost_curve(sweep)

        def regret(tp, fp, fn, tn):
            return self.about.greatest_regret(fp / (fp + tn), tp / (tp + fn), best)

        return Measure(
            name=self.name,
            text=self.text,
            joint=regret,
            range=self.range,
            reference=self.reference,
        )


def range_measure(name, about):
    """A `Measure` of decisions over a range of conditions, to be given to `measure_curve`.

    Both are costs per case, a false alarm costing 1, and lower is better. They depend on the rates
    alone: the prevalence counts for constraints only.

    Parameters
    ----------
    name : str
        "mean_cost": expected over the range; "greatest_regret": most that a cut may cost more than
        the best cut at some condition of the range.
    about : Belief

    Examples
    --------
    >>> from orangecontrib.phidelta.core import measure_curve, sweep
    >>> from orangecontrib.phidelta.core.choosing.beliefs import Range, belief
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> about = belief(Range(1, 20), Range(2, 10))
    >>> measure_curve(cuts, range_measure("mean_cost", about), 0.2)
    <MeasureCurve of mean_cost at 6 cuts, prevalence 0.2; best 0.392 at cut 0.25>
    >>> measure_curve(cuts, range_measure("greatest_regret", about), 0.2).best.cut
    0.25
    """
    if name == "mean_cost":
        alarm, miss = about.mean
        return Measure(
            name=name,
            text="E(n c_FP) FPR + E(p c_FN) (1 - TPR)",
            joint=lambda tp, fp, fn, tn: alarm * fp / (fp + tn) + miss * fn / (tp + fn),
            range=(0, np.inf),
            reference="Ferri et al. 2019",
            line=lambda v, p, n: (alarm, -miss, v - miss),
        )
    if name == "greatest_regret":
        return RegretMeasure(
            name=name,
            text="greatest of: cost - least cost of a cut",
            joint=lambda tp, fp, fn, tn: np.full(np.shape(tp), np.nan),
            range=(0, np.inf),
            reference="Savage 1951",
            about=about,
        )
    raise ValueError(f"expected one of {', '.join(RANGE_MEASURES)}. Got {name!r}")
