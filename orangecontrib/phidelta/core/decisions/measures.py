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
of cost-sensitive learning", IJCAI 2001. M. Bramer, "Principles of Data Mining", ch. 12. L. Breiman
et al., "Classification and Regression Trees" (1984), ch. 4.
"""

import numpy as np

from orangecontrib.phidelta.core.decisions.fields import Measure
from orangecontrib.phidelta.core.decisions.information import (
    joint_gini_decrease,
    joint_information,
)


def _f_beta(tp, fp, fn, tn, beta):  # noqa: ARG001
    value = (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)
    # The harmonic mean of precision and sensitivity exists only where both do; with β = 0 it is
    # precision, and sensitivity does not matter.
    value = np.where(tp + fp, value, np.nan)
    return np.where(tp + fn, value, np.nan) if beta else value


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
        name="sensitivity",
        text="TP / (TP + FN)",
        joint=lambda tp, fp, fn, tn: tp / (tp + fn),
        range=(0, 1),
        reference="2018, table 4",
        line=lambda v, p, n: (0, 1, v),
    ),
    Measure(
        name="specificity",
        text="TN / (TN + FP)",
        joint=lambda tp, fp, fn, tn: tn / (tn + fp),
        range=(0, 1),
        reference="2018, table 4",
        line=lambda v, p, n: (1, 0, 1 - v),
    ),
    Measure(
        name="accuracy",
        text="(TP + TN) / (TP + FP + FN + TN)",
        joint=lambda tp, fp, fn, tn: tp + tn,
        range=(0, 1),
        reference="2018, table 4",
        line=lambda v, p, n: (-n, p, v - n),
    ),
    Measure(
        name="balanced_accuracy",
        text="(sensitivity + specificity) / 2",
        joint=lambda tp, fp, fn, tn: (tp / (tp + fn) + tn / (fp + tn)) / 2,
        range=(0, 1),
        reference="2018, equation 5",
        line=lambda v, p, n: (-1, 1, 2 * v - 1),
    ),
    Measure(
        name="bias",
        text="2 (FP - FN) / (TP + FP + FN + TN)",
        joint=lambda tp, fp, fn, tn: 2 * (fp - fn),
        range=(-2, 2),
        reference="2018, equation 6",
        line=lambda v, p, n: (2 * n, 2 * p, v + 2 * p),
    ),
    Measure(
        name="phi",
        text="sensitivity - specificity",
        joint=lambda tp, fp, fn, tn: tp / (tp + fn) - tn / (fp + tn),
        range=(-1, 1),
        reference="2018, equations 4 and 7",
        line=lambda v, p, n: (1, 1, v + 1),
    ),
    Measure(
        name="precision",
        text="TP / (TP + FP)",
        joint=lambda tp, fp, fn, tn: tp / (tp + fp),
        range=(0, 1),
        reference="2018, table 4",
        line=lambda v, p, n: (-n * v, p * (1 - v), 0),
    ),
    Measure(
        name="npv",
        text="TN / (TN + FN)",
        joint=lambda tp, fp, fn, tn: tn / (tn + fn),
        range=(0, 1),
        reference="2018, table 4",
        line=lambda v, p, n: (-n * (1 - v), p * v, p * v - n * (1 - v)),
    ),
    Measure(
        name="f_beta",
        text="(1 + β²) TP / ((1 + β²) TP + β² FN + FP)",
        joint=_f_beta,
        range=(0, 1),
        reference="van Rijsbergen 1979",
        line=lambda v, p, n, beta: (-n * v, p * (1 + beta**2 - v), v * beta**2 * p),
        takes=("beta",),
    ),
    Measure(
        name="kappa",
        text="(accuracy - chance) / (1 - chance)",
        joint=_kappa,
        range=(-1, 1),
        reference="Cohen 1960",
        line=_kappa_line,
    ),
    Measure(
        name="mcc",
        text="(TP TN - FP FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN))",
        joint=_mcc,
        range=(-1, 1),
        reference="Matthews 1975",
    ),
    Measure(
        name="youden",
        text="sensitivity + specificity - 1",
        joint=lambda tp, fp, fn, tn: tp / (tp + fn) - fp / (fp + tn),
        range=(-1, 1),
        reference="Youden 1950; 2018, equation 4",
        line=lambda v, p, n: (-1, 1, v),
    ),
    Measure(
        name="predicted_positive_rate",
        text="(TP + FP) / (TP + FP + FN + TN)",
        joint=lambda tp, fp, fn, tn: tp + fp,
        range=(0, 1),
        reference="Flach 2003",
        line=lambda v, p, n: (n, p, v),
    ),
    Measure(
        name="cost",
        text="(c_FP FP + c_FN FN) / (TP + FP + FN + TN)",
        joint=lambda tp, fp, fn, tn, cost_fp, cost_fn: cost_fp * fp + cost_fn * fn,
        range=(0, np.inf),
        reference="Elkan 2001",
        line=lambda v, p, n, cost_fp, cost_fn: (n * cost_fp, -p * cost_fn, v - p * cost_fn),
        takes=("cost_fp", "cost_fn"),
    ),
    Measure(
        name="information",
        text="I(class; decision)",
        joint=joint_information,
        range=(0, 1),
        reference="Shannon 1948",
        # Without information, fpr = tpr; a field that only touches its level has no contour there.
        line=lambda v, p, n: (-1, 1, 0) if v == 0 else None,
    ),
    Measure(
        name="gini",
        text="2 p (1 - p) MCC², p: prevalence",
        joint=joint_gini_decrease,
        range=(0, 0.5),
        reference="Breiman et al. 1984, ch. 4",
        line=lambda v, p, n: (-1, 1, 0) if v == 0 else None,
    ),
    Measure(
        name="distance",
        text="√(FPR² + (1 - TPR)²)",
        joint=_distance,
        range=(0, np.sqrt(2)),
        reference="Bramer, ch. 12 (Euc)",
    ),
    Measure(
        name="weighted_distance",
        text="√((1 - w) FPR² + w (1 - TPR)²)",
        joint=_weighted_distance,
        range=(0, 1),
        reference="Bramer, ch. 12 (WEuc)",
        takes=("weight",),
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
