"""What a cut of one's own decides, how it is called, and which models have one."""

import numpy as np
from Orange.base import SklModel
from Orange.classification import Model

from orangecontrib.phidelta.orange import UnfitError


def decide(probabilities, positive, cut):
    """Indices of the class values that a cut decides for: of a side, the most probable one.

    Parameters
    ----------
    probabilities : array (cases, classes)
    positive : PositiveClass
    cut : float

    Returns
    -------
    array (cases,) of float, nan where a probability is
    """
    is_called = positive.score(probabilities) > cut
    # Of the values on the side decided for, the most probable one.
    is_allowed = np.where(is_called[:, None], positive.is_member, positive.is_negative)
    allowed = np.where(is_allowed, probabilities, -np.inf)
    return np.where(np.isnan(probabilities).any(axis=1), np.nan, np.argmax(allowed, axis=1))


def has_probabilities(model):
    """False for models that only name a class; what they give as probabilities are 0 and 1."""
    inner = getattr(model, "base_model", None)
    if isinstance(inner, Model):
        return has_probabilities(inner)
    if isinstance(model, SklModel):
        # Orange's rule: support vector machines have a switch, the others the method or not.
        fitted = model.skl_model
        return bool(getattr(fitted, "probability", hasattr(fitted, "predict_proba")))
    return True


def checked_cut(cut):
    """A cut as a float; UnfitError for nan."""
    if np.isnan(cut):
        raise UnfitError("The cut is not a number.")
    return float(cut)


def name_of(model):
    return getattr(model, "name", type(model).__name__)


def no_probabilities(name):
    return (
        f"“{name}” gives no probabilities, so it has no other cut than its own. Use another "
        "learner, or switch its probability estimates on."
    )
