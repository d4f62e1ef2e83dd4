"""What measures say of a feature, in words."""

from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.reversal import least_cost
from orangecontrib.phidelta.core.words import explain_place, number


def explain_measures(fpr, tpr, prevalence, measures):
    """Values of measures of a feature as a classifier, and at which class ratio.

    Where it would cost less to decide the other way round, this cost is told as well.

    Parameters
    ----------
    fpr, tpr : float in [0, 1]
    prevalence : float
    measures : dict of str to dict
        Names, parameters.

    Examples
    --------
    >>> explain_measures(0.9, 0.3, 0.2, {"information": {}, "cost": {"cost_fp": 1, "cost_fn": 5}})
    'At class ratio 4 : 1: Info 0.196, Cost 1.420 (0.380 said the other way round)'
    """
    if not measures:
        return ""
    told = explain_place(fpr, tpr, prevalence, measures)
    if "cost" in measures:
        costs = measures["cost"]
        own = Counts.from_rates(tpr, 1 - fpr).measure("cost", prevalence, **costs)
        least = number(float(least_cost(fpr, tpr, prevalence, **costs)))
        if least != number(own):
            symbol = f"Cost {number(own)}"
            told = told.replace(symbol, f"{symbol} ({least} said the other way round)")
    return f"At class ratio {describe_class_ratio(prevalence)}: {told}"


def describe_class_ratio(prevalence):
    """The class ratio, negatives : positives, with three digits; the lesser side is 1.

    Examples
    --------
    >>> print(describe_class_ratio(0.2), describe_class_ratio(0.75))
    4 : 1 1 : 3
    """
    negatives = (1 - prevalence) / prevalence
    return f"{negatives:.3g} : 1" if negatives >= 1 else f"1 : {1 / negatives:.3g}"
