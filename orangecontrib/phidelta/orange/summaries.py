"""What becomes of candidates under a belief about class ratio and costs; a table of it."""

from dataclasses import dataclass

import numpy as np
from Orange.data import ContinuousVariable, Domain, StringVariable, Table


@dataclass(frozen=True)
class Summary:
    """What becomes of a candidate under a belief, if it decides by one cut.

    Attributes
    ----------
    name : str
    cut : float
        The one that costs least on average; nan for the model's own decision.
    fpr, tpr : float
        With this cut.
    cost : float
        Mean cost per case, a false alarm costing 1.
    share : float in [0, 1]
        Share of the belief where it costs least, each candidate with its one cut.
    regret : float
        The most that it may cost more per case than the best cut of any candidate.
    safe_cut : float
        The cut whose greatest regret is least; nan for the model's own decision.
    safe_regret : float
        The greatest regret of that cut.
    """

    name: str
    cut: float
    fpr: float
    tpr: float
    cost: float
    share: float
    regret: float
    safe_cut: float
    safe_regret: float


#: Columns of the table of conditions: header, and how it comes from a `Summary`.
_COLUMNS = (
    ("Cut", lambda s: s.cut),
    ("False positive rate", lambda s: s.fpr),
    ("True positive rate", lambda s: s.tpr),
    ("Mean cost", lambda s: s.cost),
    ("Share of range", lambda s: s.share),
    ("Greatest regret", lambda s: s.regret),
    ("Safest cut", lambda s: s.safe_cut),
    ("Regret of safest cut", lambda s: s.safe_regret),
)


def conditions_table(summaries, chosen=None):
    """Candidates under a belief as an Orange table, a row each.

    Parameters
    ----------
    summaries : list of Summary
    chosen : array (candidates,), optional
        Share of bootstrap samples in which each would be chosen.
    """
    names = [header for header, _ in _COLUMNS] + ["Probability of being chosen"]
    rows = [[of(summary) for _, of in _COLUMNS] for summary in summaries]
    chosen = np.full(len(rows), np.nan) if chosen is None else chosen
    values = np.column_stack([np.array(rows, float).reshape(-1, len(_COLUMNS)), chosen])
    values[np.isinf(values)] = np.nan  # dummies decide without a cut
    domain = Domain([ContinuousVariable(n) for n in names], metas=[StringVariable("Model")])
    metas = np.array([[summary.name] for summary in summaries], dtype=object)
    table = Table.from_numpy(domain, values, metas=metas)
    table.name = "Conditions"
    return table
