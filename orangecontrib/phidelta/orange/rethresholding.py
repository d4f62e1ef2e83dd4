"""Evaluation Results as if their models had decided by another cut."""

import copy

import numpy as np
from Orange.base import Learner

from orangecontrib.phidelta.core.words import name_cut
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.cuts import checked_cut, decide
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.testedmodels import has_model_of_each, model_names


def rethresholded(results, positive, cut, names=None):
    """Evaluation Results whose models decide by a cut.

    Parameters
    ----------
    results : Orange.evaluation.Results
        Not changed.
    positive : str or collection of str, or PositiveClass
        Class values that count as positive; at least one, and not all. The latter has negatives
        as well: a cut decides between the two sides.
    cut : float
    names : collection of str, optional
        Models (as by `results.model_names`) that shall follow the cut; None: all.

    Returns
    -------
    Orange.evaluation.Results
        With the same cases, folds and probabilities. Of the chosen models the predictions follow
        the cut, models and learners are wrapped where present, and the names tell the cut. Failed
        models are left as they are.

    Raises
    ------
    UnfitError
        For an unfit target or results without probabilities.
    """
    chosen = PositiveClass.of(results.domain, positive)
    if results.probabilities is None:
        raise UnfitError("The results have no probabilities, which a cut could be applied to.")
    all_names = model_names(results)
    rows = [
        row
        for row, name in enumerate(all_names)
        if (names is None or name in names) and not _has_failed(results, row)
    ]
    changed = copy.copy(results)
    changed.predicted = np.array(results.predicted, float)
    for row in rows:
        changed.predicted[row] = decide(results.probabilities[row], chosen, checked_cut(cut))
    changed.models = _wrapped_models(results, rows, positive, cut)
    if results.learners is not None:
        changed.learners = [
            _wrapped_learner(learner, positive, cut) if row in rows else learner
            for row, learner in enumerate(results.learners)
        ]
    changed.learner_names = [
        f"{name}, {name_cut(cut)}" if row in rows else name for row, name in enumerate(all_names)
    ]
    return changed


def _has_failed(results, row):
    return results.failed is not None and bool(results.failed[row])


def _wrapped_learner(learner, positive, cut):
    return ThresholdLearner(learner, positive, cut) if isinstance(learner, Learner) else learner


def _wrapped_models(results, rows, positive, cut):
    """The models (folds, models) with those in `rows` wrapped; None where rows do not match."""
    if not has_model_of_each(results):
        return None
    models = results.models
    wrapped = np.array(models, dtype=object)
    for fold, row in np.ndindex(models.shape):
        if row in rows and models[fold, row] is not None:
            wrapped[fold, row] = _wrapped(models[fold, row], positive, cut)
    return wrapped


def _wrapped(model, positive, cut):
    """A threshold model; None of a model that has no probabilities or other class values."""
    try:
        return ThresholdModel(model, positive, cut)
    except UnfitError:
        return None
