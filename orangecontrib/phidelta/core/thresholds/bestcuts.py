"""The cut at which a measure is best, and the one that theory has for costs.

References
----------
C. Elkan, "The foundations of cost-sensitive learning", IJCAI 2001: equation 2 (the cut of
calibrated probabilities), theorem 2 (another class ratio).
"""

from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence
from orangecontrib.phidelta.core.thresholds.curves import measure_curve
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@underflow_to_zero
def best_cut(sweep, measure, prevalence=None, *, constraints=(), **parameters):
    """The cut at which a measure is best, e.g. best_cut(s, "cost", cost_fp=1, cost_fn=5).

    Cost and distances are minimised, all others maximised. Parameters as in `measure_curve`, ties
    as in `MeasureCurve.best`.

    Returns
    -------
    OperatingPoint

    Raises
    ------
    InfeasibleError
        If no cut fulfils the constraints, or none of those that do has a defined value.
    ValueError
        As in `measure_curve`.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import Constraint, sweep
    >>> cuts = sweep([True, False, True, True, False], [0.9, 0.7, 0.6, 0.4, 0.1])
    >>> best_cut(cuts, "accuracy")
    OperatingPoint(cut=0.25, value=0.8, sensitivity=1.0, specificity=0.5, index=4)
    >>> best_cut(cuts, "accuracy", constraints=Constraint("specificity", ">=", 0.9)).cut
    0.8
    >>> best_cut(cuts, "cost", 0.1, cost_fp=1, cost_fn=5).cut
    0.8
    """
    return measure_curve(sweep, measure, prevalence, constraints=constraints, **parameters).best


def theoretical_cut(cost_fp=1.0, cost_fn=1.0, *, prevalence=None, data_prevalence=None):
    """The cut of calibrated probabilities that has the least expected cost, in [0, 1].

    c_FP / (c_FP + c_FN) where the cut is used at the class ratio for which the probabilities are
    calibrated. Otherwise the odds of the cut shift by the odds of the two prevalences (2001,
    theorem 2).

    Parameters
    ----------
    cost_fp, cost_fn : float
        Costs of a false positive and a false negative; not negative, not both zero.
    prevalence, data_prevalence : float, optional
        Fraction of positives where the cut is used, and in the data for which the probabilities
        are calibrated; both or none.

    Examples
    --------
    >>> theoretical_cut(cost_fp=1, cost_fn=4)
    0.2
    """
    MEASURES["cost"].checked({"cost_fp": cost_fp, "cost_fn": cost_fn})
    if (prevalence is None) != (data_prevalence is None):
        raise ValueError(
            "expected both prevalence and data_prevalence, or none of them. "
            f"Got {prevalence} and {data_prevalence}"
        )
    used, calibrated = (
        check_prevalence(0.5 if p is None else p) for p in (prevalence, data_prevalence)
    )
    against = cost_fp * (1 - used) * calibrated
    return against / (against + cost_fn * used * (1 - calibrated))
