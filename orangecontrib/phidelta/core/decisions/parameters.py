"""The parameters of measures: what they are called, how they start, and what they may be."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A parameter of measures.

    Attributes
    ----------
    name, label : str
        The key in `PARAMETERS`, and what readers see.
    default : float
    low, high : float
        Least and greatest value.
    step : float
        Of a control.
    offered : (low, high), optional
        What a control offers, where it is less.
    """

    name: str
    label: str
    default: float
    low: float = 0.0
    high: float = np.inf
    step: float = 1.0
    offered: tuple[float, float] | None = None

    def check(self, value):
        """ValueError unless the parameter can have this value."""
        if not (np.isfinite(value) and self.low <= value <= self.high):
            end = f"{self.high:g}{']' if np.isfinite(self.high) else ')'}"
            raise ValueError(f"{self.name} must lie in [{self.low:g}, {end}. Got {value}")

    @property
    def range(self):
        """(low, high) of a control."""
        return self.offered or (self.low, self.high)


_COSTS = {"default": 1.0, "offered": (0.01, 10000.0)}
_ROWS = (
    Parameter(name="beta", label="β (F measure)", default=1.0, step=0.5, offered=(0.0, 10.0)),
    Parameter(name="cost_fp", label="Cost of a false positive", **_COSTS),
    Parameter(name="cost_fn", label="Cost of a false negative", **_COSTS),
    Parameter(name="weight", label="Weight of misses", default=0.5, high=1.0, step=0.1),
)

#: All parameters by name.
PARAMETERS = {parameter.name: parameter for parameter in _ROWS}
#: What they are unless set.
DEFAULTS = {parameter.name: parameter.default for parameter in _ROWS}
