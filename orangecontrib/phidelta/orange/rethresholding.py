"""Evaluation Results as if their models had decided by another cut."""

import copy
from dataclasses import replace

import numpy as np
from Orange.base import Learner

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.cuts import (
    checked_cut,
    decide,
    most_probable,
    name_decision,
    sided,
)
from orangecontrib.phidelta.orange.models import ThresholdLearner, ThresholdModel
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.results import classifier_of
from orangecontrib.phidelta.orange.testedcases import TestedCases
from orangecontrib.phidelta.orange.testedmodels import has_model_of_each, model_names


def rethresholded(results, positive, cut, names=None, *, reverse=False):
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
    reverse : bool
        As of `ThresholdModel`: the probabilities of these models are exchanged as well.

    Returns
    -------
    Orange.evaluation.Results
        With the same cases, folds and, unless reversed, probabilities. Of the chosen models the
        predictions follow the cut, models and learners are wrapped where present, and the names
        tell the cut. Failed models are left as they are.

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
    changed = _of_sides(results, rows, chosen, reverse)
    changed.predicted = np.array(results.predicted, float)
    for row in rows:
        changed.predicted[row] = decide(changed.probabilities[row], chosen, checked_cut(cut))
    decision = {"positive": positive, "cut": cut, "reverse": reverse}
    changed.models = _wrapped_models(results, rows, decision)
    if results.learners is not None:
        changed.learners = [
            _wrapped_learner(learner, decision) if row in rows else learner
            for row, learner in enumerate(results.learners)
        ]
    told = name_decision(cut, reverse)
    changed.learner_names = [
        f"{name}, {told}" if row in rows else name for row, name in enumerate(all_names)
    ]
    return changed


def _of_sides(results, rows, positive, is_reversed):
    """A copy of the results; reversed, the probabilities of these rows are exchanged."""
    changed = copy.copy(results)
    if is_reversed:
        changed.probabilities = np.array(results.probabilities, float)
        for row in rows:
            changed.probabilities[row] = sided(results.probabilities[row], positive, True)
    return changed


def reversed_classifier(classifier, results, positive):
    """A model of some results reversed: its decisions, and the probabilities of the two sides.

    Parameters
    ----------
    classifier : Classifier
        With a sweep; of these results.
    results : Orange.evaluation.Results
        As of `checked_results`; not changed.
    positive : PositiveClass

    Returns
    -------
    Classifier
        Of the same name and row; `is_reversed`.
    """
    row = classifier.index
    changed = _of_sides(results, [row], positive, True)
    changed.predicted = np.array(results.predicted, float)
    cases = TestedCases.of(results, positive)
    decided, is_used = changed.predicted[row], cases.is_used
    is_called = positive.is_member[decided[is_used].astype(int)]
    probabilities = changed.probabilities[row][is_used]
    decided[is_used] = most_probable(probabilities, positive, ~is_called)
    return replace(classifier_of(classifier.name, row, changed, cases), is_reversed=True)


def _has_failed(results, row):
    return results.failed is not None and bool(results.failed[row])


def _wrapped_learner(learner, decision):
    return ThresholdLearner(learner, **decision) if isinstance(learner, Learner) else learner


def _wrapped_models(results, rows, decision):
    """The models (folds, models) with those in `rows` wrapped; None where rows do not match."""
    if not has_model_of_each(results):
        return None
    models = results.models
    wrapped = np.array(models, dtype=object)
    for fold, row in np.ndindex(models.shape):
        if row in rows and models[fold, row] is not None:
            wrapped[fold, row] = _wrapped(models[fold, row], decision)
    return wrapped


def _wrapped(model, decision):
    """A threshold model; None of a model that has no probabilities or other class values."""
    try:
        return ThresholdModel(model, **decision)
    except UnfitError:
        return None
