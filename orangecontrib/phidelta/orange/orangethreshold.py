"""A model of Orange's own kind that decides by a cut of either class."""

import numpy as np
from Orange.classification import ThresholdClassifier

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.models import ThresholdModel


def orange_threshold_classifier(base_model, positive, cut):
    """Orange's own ThresholdClassifier that decides as a cut of either class of two.

    Orange's model compares P(second value) >= threshold, ours P(positive value) > cut. For the
    second value the threshold is the next number above the cut; for the first one it is 1 - cut,
    since P(first) <= cut where 1 - P(first) >= 1 - cut. (Cases whose first probabilities differ by
    less than the second ones can show, near 0, only `ThresholdModel` tells apart.)

    Parameters
    ----------
    base_model : Orange.base.Model
        With a target of two values.
    positive : str
        One of them.
    cut : float

    Raises
    ------
    UnfitError
        As for `ThresholdModel`, and for more than two class values.
    """
    model = ThresholdModel(base_model, positive, cut)
    values = base_model.domain.class_var.values
    if len(values) != 2:
        raise UnfitError(
            f"Orange's threshold classifier needs a target of two values, but "
            f"“{base_model.domain.class_var.name}” has {len(values)}."
        )
    is_second = model.positive == (values[1],)
    threshold = np.nextafter(model.cut, np.inf) if is_second else 1 - model.cut
    orange = ThresholdClassifier(base_model, float(threshold))
    orange.name = model.name
    return orange
