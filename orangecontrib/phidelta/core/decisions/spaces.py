"""Diagrams as affine pictures of the unit square of (fpr, tpr).

Whatever a binary decision does on data is a point (fpr, tpr) of the unit square. ROC plot,
coverage plot and φ-δ diagram show the same square under different affine maps; a `Space` is such
a map.

References
----------
G. Armano, A. Giuliani, "A two-tiered 2D visual tool for assessing classifier performance",
Information Sciences 463-464 (2018) 323-343, doi 10.1016/j.ins.2018.06.052: equation 4 (standard
φ-δ), 6 and 7 (bias, and φ as the bias of balanced classes), 11 to 14 (generalised φ-δ).
P. A. Flach, "The geometry of ROC space", ICML 2003 (coverage plots as scaled ROC plots).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from orangecontrib.phidelta.core.lazy import refuse_lazy
from orangecontrib.phidelta.core.underflow import underflow_to_zero

#: The unit square's corners (fpr, tpr): oracle, always positive, anti-oracle, always negative.
CORNERS = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
CORNERS.flags.writeable = False
CORNER_NAMES = ("oracle", "always positive", "anti-oracle", "always negative")
#: What the corners mean where points are features (2018 paper, section 6.2).
FEATURE_CORNER_NAMES = ("covariant", "characteristic", "contravariant", "rare")
#: Decisions to compare with, as (fpr, tpr); none of them looks at the data but the oracle.
BASELINES = {
    "always negative": (0.0, 0.0),
    "always positive": (1.0, 1.0),
    "coin": (0.5, 0.5),
    "oracle": (0.0, 1.0),
}


class Rates(NamedTuple):
    """A decision as a place in the unit square."""

    fpr: np.ndarray
    tpr: np.ndarray


class Decision(NamedTuple):
    """A decision by its rates of being right."""

    sensitivity: np.ndarray
    specificity: np.ndarray


@dataclass(frozen=True, eq=False)
class Space:
    """An affine picture of the unit square: (x, y) = matrix @ (fpr, tpr) + offset.

    Attributes
    ----------
    name : str
    matrix : array (2, 2)
        Invertible.
    offset : array (2,)
    x_label, y_label : str
        What the axes mean; `_b` marks a subscript.

    Examples
    --------
    >>> mirrored = Space("mirrored", np.diag([-1, 1]), np.array([1, 0]), "specificity", "recall")
    >>> x, y = mirrored.project(fpr=0.3, tpr=0.8)
    >>> print(f"{x:g} {y:g}")
    0.7 0.8
    """

    name: str
    matrix: np.ndarray
    offset: np.ndarray
    x_label: str
    y_label: str

    def __repr__(self):
        return f"<Space {self.name}: {self.x_label}, {self.y_label}>"

    @underflow_to_zero
    def project(self, *, fpr, tpr):
        """Coordinates (x, y) of decisions with these rates; arrays of any equal shape.

        By keyword only: the function `project` takes sensitivity and specificity.

        Examples
        --------
        >>> phi, delta = phi_delta().project(fpr=0.7, tpr=0.9)
        >>> print(f"{phi:.2f} {delta:.2f}")
        0.60 0.20
        """
        (a, b), (c, d) = self.matrix
        fpr, tpr = np.asarray(fpr, float), np.asarray(tpr, float)
        return a * fpr + b * tpr + self.offset[0], c * fpr + d * tpr + self.offset[1]

    @underflow_to_zero
    def unproject(self, x, y):
        """The `Rates` (fpr, tpr) of points (x, y); the inverse of `project`."""
        (a, b), (c, d) = np.linalg.inv(self.matrix)
        x, y = np.asarray(x, float) - self.offset[0], np.asarray(y, float) - self.offset[1]
        return Rates(a * x + b * y, c * x + d * y)

    @property
    def outline(self):
        """Array (4, 2): oracle, always positive, anti-oracle, always negative as (x, y)."""
        return CORNERS @ self.matrix.T + self.offset

    @property
    def is_rectangle(self):
        """True where the axes are the rates themselves, up to scale (ROC, coverage)."""
        return self.matrix[0, 1] == 0 and self.matrix[1, 0] == 0


def check_prevalence(prevalence):
    """`prevalence` as a float; ValueError unless it lies strictly between 0 and 1."""
    if not 0 < prevalence < 1:
        raise ValueError(
            "prevalence (fraction of positives) must lie strictly between 0 and 1. "
            f"Got {prevalence}"
        )
    return float(prevalence)


def roc():
    """The ROC plot: x = fpr, y = tpr.

    Examples
    --------
    >>> x, y = roc().project(fpr=0.3, tpr=0.8)
    >>> print(f"{x:g} {y:g}")
    0.3 0.8
    """
    return Space("ROC", np.eye(2), np.zeros(2), "false positive rate", "true positive rate")


def coverage(positives, negatives):
    """The coverage plot (Flach 2003): x = false positives, y = true positives, as counts.

    Parameters
    ----------
    positives, negatives : float
        Numbers of cases, above zero.

    Examples
    --------
    >>> x, y = coverage(positives=40, negatives=150).project(fpr=0.3, tpr=0.8)
    >>> print(f"{x:g} false positives, {y:g} true positives")
    45 false positives, 32 true positives
    """
    if not (positives > 0 and negatives > 0):
        raise ValueError(
            "a coverage plot needs positive and negative cases. "
            f"Got {positives} positives, {negatives} negatives"
        )
    matrix = np.diag([float(negatives), float(positives)])
    return Space("coverage", matrix, np.zeros(2), "false positives", "true positives")


def phi_delta(prevalence=0.5):
    """The φ-δ diagram: x is the bias φ_b, y is δ_b = 2 accuracy - 1, in [-2, 2] and [-1, 1].

    Prevalence 1/2 gives the standard diagram, φ = tpr + fpr - 1 and δ = tpr - fpr (2018 paper,
    equation 4); any other one the generalised diagram (equations 11 to 14).

    Examples
    --------
    >>> phi_delta(0.2).outline.round(9).tolist()
    [[0.0, 1.0], [1.6, -0.6], [1.2, -1.0], [-0.4, 0.6]]
    """
    p = check_prevalence(prevalence)
    n = 1 - p
    is_standard = p == 0.5
    return Space(
        "φ-δ",
        np.array([[2 * n, 2 * p], [-2 * n, 2 * p]]),
        np.array([-2 * p, n - p]),
        "φ = sensitivity - specificity (bias at 1 : 1)"
        if is_standard
        else "bias φ_b = 2 (FP - FN) / N",
        "δ = sensitivity + specificity - 1" if is_standard else "δ_b = 2 accuracy - 1",
    )


def project(sensitivity, specificity, prevalence=0.5):
    """Coordinates (φ, δ) of classifiers in the φ-δ diagram.

    Parameters
    ----------
    sensitivity, specificity : array-like in [0, 1], nan allowed
    prevalence : float
        Fraction of positives, strictly between 0 and 1; 1/2 gives the standard (unbiased) φ and δ.

    Returns
    -------
    phi, delta : arrays

    Examples
    --------
    >>> phi, delta = project(sensitivity=0.9, specificity=0.3)
    >>> print(f"{phi:.2f} {delta:.2f}")
    0.60 0.20
    >>> phi, delta = project(0.9, 0.3, prevalence=0.1)
    >>> print(f"{phi:.2f} {delta:.2f}")
    1.24 -0.28
    """
    sensitivity = check_rates("sensitivity", sensitivity)
    specificity = check_rates("specificity", specificity)
    return phi_delta(prevalence).project(fpr=1 - specificity, tpr=sensitivity)


def unproject(phi, delta, prevalence=0.5):
    """`Decision` (sensitivity, specificity) of points of the φ-δ diagram; undoes `project`.

    Examples
    --------
    >>> decision = unproject(0.6, 0.2)
    >>> print(f"{decision.sensitivity:.2f} {decision.specificity:.2f}")
    0.90 0.30
    """
    fpr, tpr = phi_delta(prevalence).unproject(phi, delta)
    return Decision(tpr, 1 - fpr)


def outline(prevalence=0.5):
    """Array (4, 2) of (φ, δ): oracle, always positive, anti-oracle, always negative.

    Examples
    --------
    >>> outline(0.2).round(9).tolist()
    [[0.0, 1.0], [1.6, -0.6], [1.2, -1.0], [-0.4, 0.6]]
    """
    return phi_delta(prevalence).outline


def break_even(prevalence=0.5):
    """Ends of the line on which as many cases are called positive as are: array (2, 2).

    There the bias φ_b is 0, that is p (1 - tpr) = n fpr. It ends at the oracle, and begins where
    it enters the unit square of (fpr, tpr).

    Examples
    --------
    >>> break_even(0.2).tolist()
    [[0.25, 0.0], [0.0, 1.0]]
    """
    p = check_prevalence(prevalence)
    n = 1 - p
    start = (p / n, 0.0) if p < n else (1.0, 1 - n / p)
    return np.array([start, CORNERS[0]])


def by_strength(rates):
    """Decisions of several groups, those farthest from no information first.

    Parameters
    ----------
    rates : sequence of (fpr, tpr)
        Two arrays a group.

    Returns
    -------
    int array (k, 2)
        Number of the group and index within it, by falling |δ| = |tpr - fpr|; what is undefined
        is left out, and of equals the first comes first.

    Examples
    --------
    >>> by_strength([([0.2, 0.9], [0.3, 0.1]), ([0.5], [0.0])]).tolist()
    [[0, 1], [1, 0], [0, 0]]
    """
    strengths = [np.abs(np.subtract(tpr, fpr)) for fpr, tpr in rates]
    if not strengths:
        return np.empty((0, 2), int)
    sizes = [len(strength) for strength in strengths]
    groups, within = np.repeat(range(len(sizes)), sizes), np.concatenate([*map(np.arange, sizes)])
    strength = np.concatenate(strengths)
    order = np.argsort(-strength, kind="stable")
    order = order[~np.isnan(strength[order])]
    return np.column_stack([groups, within])[order]


def check_booleans(name, values):
    """`values` as a boolean array; ValueError unless each is True or False, or 1 or 0.

    Whatever is not 0 would count as true else: both of the classes -1 and 1, or "yes" and "no".
    """
    refuse_lazy(f"checking {name}", values)
    values = np.asarray(values)
    if values.dtype.kind == "b":
        return values
    is_unfit = np.ones(values.shape, bool)
    if values.dtype.kind not in "US":  # numpy before 1.25 compares no texts with numbers
        is_unfit = ~np.isin(values, (0, 1))
    if np.any(is_unfit):
        raise ValueError(
            f"{name} must be True or False (1 or 0) for each case. Got {values[is_unfit][0]!r}"
        )
    return values.astype(bool)


def check_rates(name, rates):
    """`rates` as a float array within [0, 1]; nan passes.

    Rounding errors up to 1e-9 are cut off; ValueError where a rate lies further outside.
    """
    rates = np.asarray(rates, float)
    if np.any(np.abs(rates - 0.5) > 0.5 + 1e-9):
        raise ValueError(
            f"{name} must lie in [0, 1]. Got {np.nanmin(rates):g} to {np.nanmax(rates):g}"
        )
    return np.clip(rates, 0, 1)
