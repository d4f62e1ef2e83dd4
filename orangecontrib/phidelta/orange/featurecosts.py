"""What features cost as classifiers."""

import numpy as np
from Orange.data import ContinuousVariable

from orangecontrib.phidelta.core.decisions.reversal import least_cost
from orangecontrib.phidelta.core.quantities import QUANTITIES


def with_costs(scores, signatures, prevalence, cost_fp, cost_fn):
    """A table of scores with the expected cost per case as a further column.

    Parameters
    ----------
    scores : Orange.data.Table
        What `feature_scores_table` has given of these signatures, in their own order.
    signatures : sequence of TableSignature
    prevalence : float or None
        Class ratio; None: of each signature that of its data.
    cost_fp, cost_fn : float

    Returns
    -------
    Orange.data.Table
        The cost of deciding as the feature or the other way round, whichever is less.
    """
    parts = []
    for each in (table.signature for table in signatures):
        at = each.prevalence if prevalence is None else prevalence
        parts.append(least_cost(each.fpr, each.tpr, at, cost_fp, cost_fn))
    column = ContinuousVariable(QUANTITIES["cost"].head, number_of_decimals=4)
    return scores.add_column(column, np.concatenate(parts))
