"""What a measure is: a field on the unit square, with its isometrics and round levels to draw."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from orangecontrib.phidelta.core.decisions.information import joint_proportions
from orangecontrib.phidelta.core.decisions.parameters import PARAMETERS
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence
from orangecontrib.phidelta.core.quantities import QUANTITIES

#: Knots of the grid on which curved isometrics are traced, denser towards the edges.
_KNOTS = (1 - np.cos(np.linspace(0, np.pi, 257))) / 2


@dataclass(frozen=True, eq=False, kw_only=True)
class Measure:
    """One measure of a binary decision; its words are those of the `Quantity` of this name.

    Attributes
    ----------
    name : str
        The key in `MEASURES` and in `core.quantities.QUANTITIES`.
    text : str
        The formula for readers, in TP, FP, FN, TN or rates.
    joint : callable (tp, fp, fn, tn, **parameters) -> array
        The formula in joint proportions.
    range : (low, high)
        Least and greatest possible value over all class ratios.
    reference : str
    line : callable (level, p, n, **parameters) -> (a, b, c) or None; or None
        The isometric a fpr + b tpr = c; None where it is curved.
    takes : tuple of str
        Names of its parameters, see `core.decisions.parameters`.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import MEASURES
    >>> print(f"{MEASURES['precision'].of(fpr=0.1, tpr=0.8, prevalence=0.2):.3f}")
    0.667
    >>> MEASURES["accuracy"].isometric(0.9, prevalence=0.2)[0].round(3).tolist()
    [[0.125, 1.0], [0.0, 0.5]]
    """

    name: str
    text: str
    joint: Callable
    range: tuple[float, float]
    reference: str
    line: Callable | None = None
    takes: tuple[str, ...] = ()

    def __repr__(self):
        return f"<Measure {self.name}: {self.title}>"

    @property
    def title(self):
        """The name for readers, in full."""
        return QUANTITIES[self.name].name

    @property
    def symbol(self):
        """The short sign in tables."""
        return QUANTITIES[self.name].symbol

    @property
    def lower_is_better(self):
        return QUANTITIES[self.name].lower_is_better

    @cached_property
    def parameters(self):
        """Parameters and their defaults by name."""
        return {name: PARAMETERS[name].default for name in self.takes}

    def for_sweep(self, sweep):  # noqa: ARG002
        """The measure for the cuts of this sweep; most are the same for all."""
        return self

    def of(self, fpr, tpr, prevalence=0.5, **parameters):
        """The measure's values.

        Parameters
        ----------
        fpr, tpr : array-like in [0, 1], broadcast together
        prevalence : float
            Fraction of positives, strictly between 0 and 1.
        **parameters
            Of this measure, see `parameters`.

        Returns
        -------
        array
            nan where the measure is undefined.
        """
        joint = joint_proportions(fpr, tpr, check_prevalence(prevalence))
        return self.of_joint(*joint, **parameters)

    def of_joint(self, tp, fp, fn, tn, **parameters):
        """The measure's values from joint proportions, which sum to 1."""
        parameters = self.checked(parameters)
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.joint(tp, fp, fn, tn, **parameters)

    def isometric(self, level, prevalence=0.5, **parameters):
        """All decisions on which the measure has the value `level`.

        Returns
        -------
        list of arrays (k, 2)
            Polylines of (fpr, tpr) in the unit square: two points for a straight isometric, more
            for a curved one; none where the level is not reached or only touched in a corner.
        """
        return self.isometrics([level], prevalence, **parameters)[0]

    def isometrics(self, levels, prevalence=0.5, through=(), step=1, **parameters):
        """As `isometric` for each of several levels: a list of lists of arrays.

        Curved isometrics are exact at the points `through`, of (fpr, tpr), if their levels are
        among those given; elsewhere they are traced on a grid, or on each `step`-th of its knots:
        in a quarter of the time with 2.
        """
        p = check_prevalence(prevalence)
        parameters = self.checked(parameters)
        contours = None
        traces = []
        for level in levels:
            line = self.line and self.line(level, p, 1 - p, **parameters)
            if not self.range[0] <= level <= self.range[1]:
                traces.append([])
            elif line:
                traces.append(_clip_to_square(*line))
            else:
                contours = contours or self._contours(p, parameters, through, step)
                lines = contours.lines(level)
                traces.append([points for points in lines if np.ptp(points, axis=0).max() > 1e-9])
        return traces

    def levels(self, prevalence=0.5, count=9, rates=None, **parameters):
        """At most `count` round levels between the measure's extremes at this prevalence.

        The extremes are those over the decisions `rates`, two arrays of fpr and tpr; None for the
        whole unit square. There are no levels where the measure is the same for all of them.
        """
        fpr, tpr = np.meshgrid(_KNOTS[::16], _KNOTS[::16]) if rates is None else rates
        values = self.of(fpr, tpr, prevalence, **parameters)
        values = values[~np.isnan(values)]
        low, high = (values.min(), values.max()) if values.size else (0, 0)
        if high - low <= 1e-12:
            return np.array([])
        step = _round_step((high - low) / (count + 1))
        levels = _multiples_between(low, high, step)
        return levels if len(levels) <= count else _multiples_between(low, high, 2 * step)

    def levels_at(self, points, prevalence=0.5, **parameters):
        """The levels of points (k, 2) of (fpr, tpr), as far as defined; rising, each once."""
        fpr, tpr = np.reshape(points, (-1, 2)).T
        values = self.of(fpr, tpr, prevalence, **parameters)
        levels = np.unique(values[~np.isnan(values)])
        # those that differ by rounding only would be two lines and two labels in one place
        return levels[np.diff(levels, prepend=-np.inf) > 1e-12]

    def checked(self, parameters):
        """The defaults updated by `parameters`; ValueError for unknown or impossible ones."""
        unknown = set(parameters) - set(self.parameters)
        if unknown:
            takes = ", ".join(self.parameters) or "none"
            raise ValueError(f"{self.name} takes parameters: {takes}. Got {sorted(unknown)}")
        merged = {**self.parameters, **parameters}
        for name, value in merged.items():
            PARAMETERS[name].check(value)
        if "cost_fp" in merged and not any(merged.values()):
            raise ValueError(f"{' or '.join(merged)} must be above zero. Got {merged}")
        return merged

    def _contours(self, prevalence, parameters, through, step):
        from contourpy import contour_generator  # here, for it takes long to import

        x, y = (np.union1d(_KNOTS[::step], column) for column in np.reshape(through, (-1, 2)).T)
        fpr, tpr = np.meshgrid(x, y)
        values = np.ma.masked_invalid(self.of(fpr, tpr, prevalence, **parameters))
        return contour_generator(x, y, values)


def _clip_to_square(a, b, c):
    """The part of the line a fpr + b tpr = c within the unit square, as [] or [array (2, 2)]."""
    if not (a or b):
        return []
    # The line as foot + t * direction; each of the four edges bounds t from one side.
    normal = np.array([a, b], float)
    foot, direction = normal * c / (normal @ normal), np.array([-b, a], float)
    low, high = -np.inf, np.inf
    for start, step in zip(foot, direction, strict=True):
        if step == 0:
            if not 0 <= start <= 1:
                return []
            continue
        enter, leave = sorted((-start / step, (1 - start) / step))
        low, high = max(low, enter), min(high, leave)
    if (high - low) * np.hypot(a, b) < 1e-9:
        return []
    return [np.clip(foot + np.outer([low, high], direction), 0, 1)]


def _multiples_between(low, high, step):
    """The multiples of `step` that lie between, not on, the bounds."""
    first = np.floor(low / step + 1e-9) + 1
    return np.arange(first, np.ceil(high / step - 1e-9)) * step


def _round_step(step):
    """The least of 1, 2, 2.5, 5 times a power of ten that is not below `step`."""
    power = 10.0 ** np.floor(np.log10(step))
    return power * next(m for m in (1, 2, 2.5, 5, 10) if m * power >= step * (1 - 1e-9))
