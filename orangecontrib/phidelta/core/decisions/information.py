"""Information about the class that a binary decision carries.

References
----------
C. E. Shannon, "A mathematical theory of communication", Bell System Technical Journal 27 (1948).
L. Breiman et al., "Classification and Regression Trees" (1984), ch. 4 (Gini decrease).
"""

import numpy as np
from scipy.special import entr, rel_entr

from orangecontrib.phidelta.core.decisions.spaces import check_rates
from orangecontrib.phidelta.core.underflow import underflow_to_zero


@underflow_to_zero
def entropy(probability):
    """Entropy of a yes/no variable that is true with `probability`, in bits, in [0, 1].

    Examples
    --------
    >>> print(f"{entropy(0.2):.3f}")
    0.722
    """
    probability = check_rates("probability", probability)
    return (entr(probability) + entr(1 - probability)) / np.log(2)


@underflow_to_zero
def joint_information(tp, fp, fn, tn):
    """Mutual information of class and decision, in bits, from joint proportions that sum to 1."""
    positive, called = tp + fn, tp + fp
    negative, spared = fp + tn, fn + tn
    nats = (
        rel_entr(tp, positive * called)
        + rel_entr(fp, negative * called)
        + rel_entr(fn, positive * spared)
        + rel_entr(tn, negative * spared)
    )
    return np.maximum(nats, 0) / np.log(2)


@underflow_to_zero
def joint_gini_decrease(tp, fp, fn, tn):
    """Decrease of the Gini impurity 1 - Σ share² by a split into called and not, in [0, 1/2].

    The arguments are joint proportions that sum to 1. A split with an empty side decreases
    nothing.
    """
    called, spared = tp + fp, fn + tn
    excess = tp - called * (tp + fn)
    with np.errstate(invalid="ignore", divide="ignore"):
        decrease = 2 * excess**2 / (called * spared)
    return np.where(called * spared, decrease, 0.0)


def mutual_information(fpr, tpr, prevalence=0.5):
    """Mutual information I(class; decision), in bits, in [0, entropy(prevalence)].

    Parameters
    ----------
    fpr, tpr : array-like in [0, 1]
    prevalence : float in [0, 1]

    Examples
    --------
    >>> print(f"{mutual_information(fpr=0.1, tpr=0.8, prevalence=0.2):.3f}")
    0.275
    """
    return joint_information(*joint_proportions(fpr, tpr, prevalence))


def gini_decrease(fpr, tpr, prevalence=0.5):
    """Decrease of the Gini impurity by the decision, in [0, 1/2]; 0 where all are called alike.

    Examples
    --------
    >>> print(f"{gini_decrease(fpr=0.1, tpr=0.8, prevalence=0.2):.3f}")
    0.138
    """
    return joint_gini_decrease(*joint_proportions(fpr, tpr, prevalence))


@underflow_to_zero
def joint_proportions(fpr, tpr, prevalence=0.5):
    """The four joint proportions (tp, fp, fn, tn), which sum to 1."""
    fpr, tpr = check_rates("fpr", fpr), check_rates("tpr", tpr)
    prevalence = check_rates("prevalence", prevalence)
    negative = 1 - prevalence
    return prevalence * tpr, negative * fpr, prevalence * (1 - tpr), negative * (1 - fpr)
