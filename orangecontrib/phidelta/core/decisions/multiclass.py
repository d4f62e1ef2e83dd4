"""Measures of decisions between more than two classes, from the confusion matrix.

References
----------
J. Cohen, Educational and Psychological Measurement 20 (1960). J. Gorodkin, Computational Biology
and Chemistry 28 (2004), for the correlation coefficient of K classes.
"""

import numpy as np


def multiclass_measures(confusion):
    """Accuracy, Cohen's kappa and Matthews correlation of all classes together.

    Of two classes they are the measures of the same names in `core.decisions.measures`.

    Parameters
    ----------
    confusion : array-like (classes, classes)
        Numbers of cases by their class (rows) and the class said (columns); a class may lack
        cases.

    Returns
    -------
    dict of "accuracy", "kappa", "mcc" to float
        nan where undefined: without cases; kappa where all cases are of one class and nothing
        else is said, mcc where all cases are of one class or the answer is always the same.

    Examples
    --------
    >>> found = multiclass_measures([[8, 1, 1], [2, 5, 3], [0, 0, 10]])
    >>> print({name: round(float(value), 3) for name, value in found.items()})
    {'accuracy': 0.767, 'kappa': 0.65, 'mcc': 0.668}
    """
    confusion = np.asarray(confusion, float)
    if confusion.ndim != 2 or len(set(confusion.shape)) != 1 or not np.all(confusion >= 0):
        raise ValueError(
            "expected numbers of cases, 0 or more, by class and class said. "
            f"Got shape {confusion.shape}, {confusion.tolist()}"
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        total, right = confusion.sum(), np.trace(confusion)
        of_class, said = confusion.sum(axis=1), confusion.sum(axis=0)
        # In counts, not shares: whole numbers are exact, so that 0 / 0 is seen.
        by_chance = of_class @ said
        spread = (total**2 - of_class @ of_class) * (total**2 - said @ said)
        return {
            "accuracy": right / total,
            "kappa": (right * total - by_chance) / (total**2 - by_chance),
            "mcc": (right * total - by_chance) / np.sqrt(spread),
        }
