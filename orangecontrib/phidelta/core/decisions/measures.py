"""Measures of a binary decision: fields on the unit square, and their isometrics.

Each measure is one row of `MEASURES`. Its formula takes the four joint proportions (tp, fp, fn,
tn) - true positives and so on as fractions of all cases - so one row serves rates at any class
ratio and plain counts. Where a measure is undefined (0 / 0) it is nan.

References
----------
G. Armano, A. Giuliani (2018), doi 10.1016/j.ins.2018.06.052, tables 2 to 4 ("2018" below). Table 2
prints the isometrics of specificity and sensitivity without the factor 2 that table 4 has; the
latter is right (δ = φ - 1 + 2 specificity).
P. A. Flach, "The geometry of ROC space", ICML 2003. C. J. van Rijsbergen, "Information Retrieval"
(1979), ch. 7. J. Cohen, Educational and Psychological Measurement 20 (1960). B. W. Matthews,
Biochimica et Biophysica Acta 405 (1975). W. J. Youden, Cancer 3 (1950). C. Elkan, "The foundations
of cost-sensitive learning", IJCAI 2001. M. Bramer, "Principles of Data Mining", ch. 12.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from contourpy import contour_generator

from orangecontrib.phidelta.core.decisions.information import joint_information, joint_proportions
from orangecontrib.phidelta.core.decisions.spaces import check_prevalence

#: Knots of the grid on which curved isometrics are traced, denser towards the edges.
_KNOTS = (1 - np.cos(np.linspace(0, np.pi, 257))) / 2


@dataclass(frozen=True, eq=False)
class Measure:
    """One measure of a binary decision.

    Attributes
    ----------
    name, title, symbol : str
        The key in `MEASURES`, the name for readers, the short sign in tables.
    text : str
        The formula for readers, in TP, FP, FN, TN or rates.
    joint : callable (tp, fp, fn, tn, **parameters) -> array
        The formula in joint proportions.
    range : (low, high)
        Least and greatest possible value over all class ratios.
    reference : str
    line : callable (level, p, n, **parameters) -> (a, b, c) or None; or None
        The isometric a fpr + b tpr = c; None where it is curved.
    parameters : mapping of str to float
        Names and defaults.
    lower_is_better : bool

    Examples
    --------
    >>> print(f"{MEASURES['precision'].of(fpr=0.1, tpr=0.8, prevalence=0.2):.3f}")
    0.667
    >>> MEASURES["accuracy"].isometric(0.9, prevalence=0.2)[0].round(3).tolist()
    [[0.125, 1.0], [0.0, 0.5]]
    """

    name: str
    title: str
    symbol: str
    text: str
    joint: Callable
    range: tuple[float, float]
    reference: str
    line: Callable | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    lower_is_better: bool = False

    def __repr__(self):
        return f"<Measure {self.name}: {self.title}>"

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

    def isometrics(self, levels, prevalence=0.5, through=(), **parameters):
        """As `isometric` for each of several levels: a list of lists of arrays.

        Curved isometrics are exact at the points `through`, of (fpr, tpr), if their levels are
        among those given; elsewhere they are traced on a grid.
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
                contours = contours or self._contours(p, parameters, through)
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
            if not (np.isfinite(value) and value >= 0) or (name == "weight" and value > 1):
                bounds = "[0, 1]" if name == "weight" else "[0, inf)"
                raise ValueError(f"{name} must lie in {bounds}. Got {value}")
        if "cost_fp" in merged and not any(merged.values()):
            raise ValueError(f"{' or '.join(merged)} must be above zero. Got {merged}")
        return merged

    def _contours(self, prevalence, parameters, through):
        x, y = (np.union1d(_KNOTS, column) for column in np.reshape(through, (-1, 2)).T)
        fpr, tpr = np.meshgrid(x, y)
        values = np.ma.masked_invalid(self.of(fpr, tpr, prevalence, **parameters))
        return contour_generator(x, y, values)


def _clip_to_square(a, b, c):
    """The part of the line a fpr + b tpr = c within the unit square, as [] or [array (2, 2)]."""
    if a == 0 and b == 0:
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


def _f_beta(tp, fp, fn, tn, beta):  # noqa: ARG001
    value = (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)
    # The harmonic mean of precision and sensitivity exists only where both do; with β = 0 it is
    # precision, and sensitivity does not matter.
    return np.where((tp + fp > 0) & ((tp + fn > 0) | (beta == 0)), value, np.nan)


def _mcc(tp, fp, fn, tn):
    return (tp * tn - fp * fn) / np.sqrt((tp + fp) * (tp + fn) * (fp + tn) * (fn + tn))


def _kappa(tp, fp, fn, tn):
    chance = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    return 2 * (tp * tn - fp * fn) / chance


def _kappa_line(v, p, n):
    # 2 p n (tpr - fpr) = v (n q + p (1 - q)) with q = p tpr + n fpr
    return -2 * p * n - v * (n - p) * n, 2 * p * n - v * (n - p) * p, v * p


def _distance(tp, fp, fn, tn):
    return np.hypot(fp / (fp + tn), fn / (tp + fn))


def _weighted_distance(tp, fp, fn, tn, weight):
    return np.sqrt((1 - weight) * (fp / (fp + tn)) ** 2 + weight * (fn / (tp + fn)) ** 2)


_ROWS = (
    Measure(
        "sensitivity",
        "Sensitivity (recall, true positive rate)",
        "Sens",
        "TP / (TP + FN)",
        lambda tp, fp, fn, tn: tp / (tp + fn),
        (0, 1),
        "2018, table 4",
        lambda v, p, n: (0, 1, v),
    ),
    Measure(
        "specificity",
        "Specificity (true negative rate)",
        "Spec",
        "TN / (TN + FP)",
        lambda tp, fp, fn, tn: tn / (tn + fp),
        (0, 1),
        "2018, table 4",
        lambda v, p, n: (1, 0, 1 - v),
    ),
    Measure(
        "accuracy",
        "Accuracy",
        "Acc",
        "(TP + TN) / (TP + FP + FN + TN)",
        lambda tp, fp, fn, tn: tp + tn,
        (0, 1),
        "2018, table 4",
        lambda v, p, n: (-n, p, v - n),
    ),
    Measure(
        "balanced_accuracy",
        "Balanced accuracy",
        "BAcc",
        "(sensitivity + specificity) / 2",
        lambda tp, fp, fn, tn: (tp / (tp + fn) + tn / (fp + tn)) / 2,
        (0, 1),
        "2018, equation 5",
        lambda v, p, n: (-1, 1, 2 * v - 1),
    ),
    Measure(
        "bias",
        "Bias φ_b, at the class ratio",
        "φ_b",
        "2 (FP - FN) / (TP + FP + FN + TN)",
        lambda tp, fp, fn, tn: 2 * (fp - fn),
        (-2, 2),
        "2018, equation 6",
        lambda v, p, n: (2 * n, 2 * p, v + 2 * p),
    ),
    Measure(
        "phi",
        "φ, the bias at class ratio 1 : 1",
        "φ",
        "sensitivity - specificity",
        lambda tp, fp, fn, tn: tp / (tp + fn) - tn / (fp + tn),
        (-1, 1),
        "2018, equations 4 and 7",
        lambda v, p, n: (1, 1, v + 1),
    ),
    Measure(
        "precision",
        "Precision (positive predictive value)",
        "Prec",
        "TP / (TP + FP)",
        lambda tp, fp, fn, tn: tp / (tp + fp),
        (0, 1),
        "2018, table 4",
        lambda v, p, n: (-n * v, p * (1 - v), 0),
    ),
    Measure(
        "npv",
        "Negative predictive value",
        "NPV",
        "TN / (TN + FN)",
        lambda tp, fp, fn, tn: tn / (tn + fn),
        (0, 1),
        "2018, table 4",
        lambda v, p, n: (-n * (1 - v), p * v, p * v - n * (1 - v)),
    ),
    Measure(
        "f_beta",
        "F measure",
        "F",
        "(1 + β²) TP / ((1 + β²) TP + β² FN + FP)",
        _f_beta,
        (0, 1),
        "van Rijsbergen 1979",
        lambda v, p, n, beta: (-n * v, p * (1 + beta**2 - v), v * beta**2 * p),
        {"beta": 1.0},
    ),
    Measure(
        "kappa",
        "Cohen's kappa",
        "κ",
        "(accuracy - chance) / (1 - chance)",
        _kappa,
        (-1, 1),
        "Cohen 1960",
        _kappa_line,
    ),
    Measure(
        "mcc",
        "Matthews correlation coefficient",
        "MCC",
        "(TP TN - FP FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN))",
        _mcc,
        (-1, 1),
        "Matthews 1975",
    ),
    Measure(
        "youden",
        "Youden's J (δ, balanced)",
        "J",
        "sensitivity + specificity - 1",
        lambda tp, fp, fn, tn: tp / (tp + fn) - fp / (fp + tn),
        (-1, 1),
        "Youden 1950; 2018, equation 4",
        lambda v, p, n: (-1, 1, v),
    ),
    Measure(
        "predicted_positive_rate",
        "Predicted positive rate",
        "PPR",
        "(TP + FP) / (TP + FP + FN + TN)",
        lambda tp, fp, fn, tn: tp + fp,
        (0, 1),
        "Flach 2003",
        lambda v, p, n: (n, p, v),
    ),
    Measure(
        "cost",
        "Expected cost per case",
        "Cost",
        "(c_FP FP + c_FN FN) / (TP + FP + FN + TN)",
        lambda tp, fp, fn, tn, cost_fp, cost_fn: cost_fp * fp + cost_fn * fn,
        (0, np.inf),
        "Elkan 2001",
        lambda v, p, n, cost_fp, cost_fn: (n * cost_fp, -p * cost_fn, v - p * cost_fn),
        {"cost_fp": 1.0, "cost_fn": 1.0},
        lower_is_better=True,
    ),
    Measure(
        "information",
        "Mutual information (bits)",
        "Info",
        "I(class; decision)",
        joint_information,
        (0, 1),
        "Shannon 1948",
        # Without information, fpr = tpr; a field that only touches its level has no contour there.
        lambda v, p, n: (-1, 1, 0) if v == 0 else None,
    ),
    Measure(
        "distance",
        "Distance from the perfect classifier",
        "Dist",
        "√(FPR² + (1 - TPR)²)",
        _distance,
        (0, np.sqrt(2)),
        "Bramer, ch. 12 (Euc)",
        lower_is_better=True,
    ),
    Measure(
        "weighted_distance",
        "Weighted distance",
        "WDist",
        "√((1 - w) FPR² + w (1 - TPR)²)",
        _weighted_distance,
        (0, 1),
        "Bramer, ch. 12 (WEuc)",
        None,
        {"weight": 0.5},
        lower_is_better=True,
    ),
)

#: All measures by name.
MEASURES = {measure.name: measure for measure in _ROWS}


def known_measure(measure):
    """A `Measure`, or the one of this name; ValueError for an unknown name."""
    if isinstance(measure, Measure):
        return measure
    if measure not in MEASURES:
        raise ValueError(f"measure must be one of {', '.join(MEASURES)}. Got {measure!r}")
    return MEASURES[measure]
