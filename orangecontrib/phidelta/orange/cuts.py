"""What a cut of one's own decides, how it is called, and which models have one."""

import numpy as np
from Orange.base import SklModel
from Orange.classification import Model

from orangecontrib.phidelta.core.decisions.reversal import exchange_sides
from orangecontrib.phidelta.core.words import name_cut
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
    return most_probable(probabilities, positive, positive.score(probabilities) > cut)


def most_probable(probabilities, positive, is_called):
    """Indices of the most probable class values on the side that each case is called.

    Parameters
    ----------
    probabilities, positive
        As of `decide`.
    is_called : boolean array (cases,)
        True for the positive side.

    Returns
    -------
    array (cases,) of float, nan where a probability is
    """
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


def sided(probabilities, positive, is_reversed):
    """Probabilities (cases, classes) of a model, or of the same model reversed."""
    return exchange_sides(probabilities, *positive.sides) if is_reversed else probabilities


def name_decision(cut, is_reversed=False):
    """A cut as part of a name, and whether the model is reversed."""
    return f"reversed, {name_cut(cut)}" if is_reversed else name_cut(cut)


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
