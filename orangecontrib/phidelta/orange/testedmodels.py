"""The models that Evaluation Results are of: their names, those of some names, and themselves."""

import copy

import numpy as np
from Orange.data.util import get_unique_names_duplicates

from orangecontrib.phidelta.orange.targetcheck import values_of


def model_names(results):
    """Unique names of the models in `results`, in their order."""
    names = getattr(results, "learner_names", None)
    if names is None and results.learners is not None:
        names = [_name_of(learner) for learner in results.learners]
    if names is None:
        names = [None] * len(results.predicted)
    names = [f"Model {i}" if n is None else str(n) for i, n in enumerate(names, start=1)]
    return tuple(get_unique_names_duplicates(names))


def class_values(results):
    """The class values, in the order of their indices."""
    return tuple(results.domain.class_var.values)


def occurring_values(results):
    """The class values that test cases have, in this order; the results are checked ones."""
    return values_of(results.actual, results.domain.class_var)


def select_models(results, names):
    """Evaluation Results with only the models of these names; folds and models are kept.

    The original is not changed; arrays of other things than models are shared with it.
    """
    all_names = model_names(results)
    names = (names,) if isinstance(names, str) else names
    rows = [index for index, name in enumerate(all_names) if name in names]
    selected = copy.copy(results)
    for attribute in ("predicted", "probabilities", "failed", "train_time", "test_time"):
        of_models = getattr(results, attribute, None)
        if np.ndim(of_models) >= 1 and len(of_models) == len(all_names):
            is_array = isinstance(of_models, np.ndarray)
            picked = of_models[rows] if is_array else [of_models[row] for row in rows]
            setattr(selected, attribute, picked)
    if results.learners is not None:
        selected.learners = [results.learners[row] for row in rows]
    selected.models = results.models[:, rows] if has_model_of_each(results) else None
    selected.learner_names = [all_names[row] for row in rows]
    return selected


def has_model_of_each(results):
    """True where the results hold models, one for each row of predictions.

    Predictions sends the models of all its inputs, also of those that could not predict.
    """
    models = results.models
    return (
        models is not None and np.ndim(models) == 2 and models.shape[1] == len(results.predicted)
    )


def stored_model(results, index):
    """The model of a row of predictions, if the results hold a single one; else None."""
    if not has_model_of_each(results) or len(results.models) != 1:
        return None
    return results.models[0, index]


def _name_of(learner):
    """Its name, None without a learner."""
    return learner and getattr(learner, "name", type(learner).__name__)
