"""What a cut must fulfil to be the best."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from orangecontrib.phidelta.core.decisions.measures import MEASURES, known_measure

#: Values are equal up to rounding if they differ by less than this part of the greatest possible
#: one (of costs, which have none: of the greatest one at hand).
ROUNDING = 1e-10


class InfeasibleError(ValueError):
    """No cut fulfils the constraints, or none has a defined value; the message says which.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import best_cut, sweep
    >>> cuts = sweep([False, True, True], [0.9, 0.7, 0.4])
    >>> try:
    ...     best_cut(cuts, "accuracy", constraints=Constraint("precision", ">=", 0.8))
    ... except InfeasibleError as error:
    ...     print(error)
    no cut has precision >= 0.8: the highest is 0.667
    """


@dataclass(frozen=True)
class Constraint:
    """A bound on a measure, e.g. Constraint("sensitivity", ">=", 0.9).

    It holds up to rounding, at the prevalence of the tuning; not where the measure is undefined.
    ValueError for an unknown measure, relation or parameter.

    Examples
    --------
    >>> sensitive = Constraint("sensitivity", ">=", 0.9)
    >>> print(sensitive)
    sensitivity >= 0.9
    >>> sensitive.holds(np.array([0.8, 0.95])).tolist()
    [False, True]
    """

    measure: str
    relation: str
    bound: float
    parameters: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self):
        known_measure(self.measure).checked(self.parameters)
        if self.relation not in (">=", "<="):
            raise ValueError(f"relation must be '>=' or '<='. Got {self.relation!r}")
        if not np.isfinite(self.bound):
            raise ValueError(f"bound must be a finite number. Got {self.bound}")

    def __str__(self):
        return f"{self.measure.replace('_', ' ')} {self.relation} {self.bound:g}"

    def holds(self, values):
        """Boolean array: where values of the measure keep the bound."""
        slack = ROUNDING * max(abs(self.bound), 1)
        if self.relation == ">=":
            return values >= self.bound - slack
        return values <= self.bound + slack


def feasible(constraints, joint):
    """Where all constraints hold, and the reason why they hold nowhere.

    `joint` are arrays of the joint proportions (tp, fp, fn, tn).
    """
    is_feasible = np.ones(len(joint[0]), bool)
    reasons = []
    for constraint in constraints:
        values = MEASURES[constraint.measure].of_joint(*joint, **constraint.parameters)
        holds = constraint.holds(values)
        is_feasible &= holds
        if not holds.any():
            reasons.append(_unreached(constraint, values))
    if not (reasons or is_feasible.any()):
        reasons = ["no cut has " + " and ".join(str(constraint) for constraint in constraints)]
    return is_feasible, "; ".join(reasons)


def _unreached(constraint, values):
    known = values[~np.isnan(values)]
    if not len(known):
        return f"no cut has {constraint}: it is undefined"
    extreme = (
        f"highest is {known.max():.3g}"
        if constraint.relation == ">="
        else f"lowest is {known.min():.3g}"
    )
    return f"no cut has {constraint}: the {extreme}"
