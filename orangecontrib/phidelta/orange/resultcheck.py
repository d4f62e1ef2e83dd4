"""Evaluation Results, as they really come, checked before anything else reads them.

Add-ons, scripts and files of old versions make results that Orange's tests would not make. What
decides what is shown has to fit; what merely travels along, such as models, is left out if not.
"""

import copy

import numpy as np
from Orange.base import Model
from Orange.data import Table
from Orange.evaluation import Results
from scipy import sparse

from orangecontrib.phidelta.core.words import explain_unfit_part
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.targetcheck import check_classes, check_target, is_code

_EMPTY = "The results are empty. Check that data and models reach the test."


def checked_results(results):
    """Evaluation Results that the rest can rely on.

    Parameters
    ----------
    results : Orange.evaluation.Results
        Not changed.

    Returns
    -------
    Orange.evaluation.Results
        With all attributes. `actual`, `predicted` and `probabilities` (or None) are arrays of
        float and of one size, classes are codes of the target's values or nan; predictions may be
        any numbers. Folds are disjoint and of these cases; there is a name, a learner and a flag
        of failure for each model, or None for all.

    Raises
    ------
    UnfitError
        Names the part that does not fit.
    """
    domain = getattr(results, "domain", None)
    check_target(domain, "decisions are between classes")
    missing = {k: v for k, v in vars(Results()).items() if not hasattr(results, k)}
    checked = copy.copy(results)
    vars(checked).update(missing)
    models, cases = _check_arrays(checked)
    for part in ("failed", "learners", "learner_names"):
        _check_length(part, getattr(checked, part, None), models)
    _check_folds(checked.folds, cases)
    checked.models = _models(checked.models)
    checked.data = checked.data if isinstance(checked.data, Table) else None
    return checked


def size_of(results):
    """Number of predictions of what may be Evaluation Results; 0 where they are no array."""
    predicted = getattr(results, "predicted", None)
    return predicted.size if isinstance(predicted, np.ndarray) else 0


def _check_arrays(results):
    """Put arrays of float into the results; numbers of models and of cases."""
    if results.predicted is None and results.actual is None:
        raise UnfitError(_EMPTY)
    target = results.domain.class_var
    results.predicted = _numbers(results, "predicted", 2)
    actual = _numbers(results, "actual")
    results.actual = actual if actual.ndim == 1 else actual.ravel()
    shape = models, cases = results.predicted.shape
    if not models or not cases:
        raise UnfitError(_EMPTY)
    _check_shape("actual", results.actual, (cases,))
    _check_codes(results.actual, target)
    if results.probabilities is not None:
        results.probabilities = _numbers(results, "probabilities", 3)
        _check_shape("probabilities", results.probabilities, (*shape, len(target.values)))
    if results.row_indices is not None:
        _check_shape("row_indices", _numbers(results, "row_indices"), (cases,))
    return shape


def _fail(part, fault):
    raise UnfitError(explain_unfit_part(part, fault))


def _numbers(results, part, dimensions=None):
    """A part of the results as an array of float."""
    values = getattr(results, part, None)
    if values is None:
        _fail(part, "is missing")
    if sparse.issparse(values):
        _fail(part, "is a sparse matrix")
    try:
        values = np.asarray(values)
        numbers = values.astype(float, copy=False) if values.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        numbers = None
    if numbers is None:
        _fail(part, "does not hold numbers, or rows of different length")
    if dimensions is not None and numbers.ndim != dimensions:
        _fail(part, f"has {numbers.ndim} of {dimensions} dimensions")
    return numbers


def _check_shape(part, values, expected):
    if values.shape != expected:
        came, wanted = (" x ".join(map(str, shape)) for shape in (values.shape, expected))
        _fail(part, f"is of size {came} instead of {wanted}")


def _check_codes(actual, target):
    """Fail unless each class is nan or the number of a value of the target."""
    unfit = np.count_nonzero(~is_code(actual[~np.isnan(actual)], target))
    if unfit:
        _fail("actual", f"has numbers ({unfit}) that are no values of “{target.name}”")
    check_classes(actual, target, "test cases")


def _check_length(part, values, models):
    """Fail unless there is one value for each model, or none at all."""
    if values is None:
        return
    if isinstance(values, str) or not hasattr(values, "__len__") or np.ndim(values) == 0:
        _fail(part, "is no list")
    if len(values) != models:
        _fail(part, f"is of length {len(values)}, but there are predictions of {models} models")


def _check_folds(folds, cases):
    """Fail unless the folds pick cases that there are, none of them twice."""
    if folds is None:
        return
    if not hasattr(folds, "__len__"):
        _fail("folds", "is no list")
    numbers, times = np.arange(cases), np.zeros(cases, int)
    for fold in folds:
        if isinstance(fold, slice) and max(fold.stop or 0, fold.start or 0) > cases:
            _fail("folds", f"names cases beyond the {cases} that there are")
        try:
            times[fold_cases(fold, numbers)] += 1
        except (IndexError, TypeError, ValueError):
            _fail("folds", f"names other things than the {cases} cases that there are")
    if times.max() > 1:
        _fail("folds", "has cases in more than one fold")


def fold_cases(fold, numbers):
    """Numbers of the cases of a fold: slice, Ellipsis, mask, list or number; else IndexError."""
    if isinstance(fold, slice) or fold is Ellipsis:
        return numbers[fold]
    fold = np.atleast_1d(fold)
    if fold.ndim != 1 or (fold.size and fold.dtype.kind != "b" and fold.min() < 0):
        raise IndexError("expected a list of numbers of cases")
    return numbers[fold if fold.size else []]


def _models(models):
    """The models if they are an array (folds, models) of such, or None."""
    if not isinstance(models, np.ndarray) or models.ndim != 2:
        return None
    is_model = all(model is None or isinstance(model, Model) for model in models.flat)
    return models if is_model else None
