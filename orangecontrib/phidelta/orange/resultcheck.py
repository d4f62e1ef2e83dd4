"""Evaluation Results, as they really come, checked before anything else reads them."""

import numpy as np

from orangecontrib.phidelta.orange import UnfitError


def check_results(results):
    """Raise UnfitError unless `results` are test results of classifiers on known cases."""
    domain = results.domain
    if domain is None or domain.class_var is None:
        raise UnfitError("The results have no target. Test classifiers on data with a class.")
    if not domain.class_var.is_discrete:
        raise UnfitError(
            f"The target “{domain.class_var.name}” is numeric, but a φ-δ diagram shows decisions "
            "between classes. Choose a categorical target, or discretise it."
        )
    if results.predicted is None or not len(results.predicted) or not np.size(results.actual):
        raise UnfitError("The results are empty. Check that data and models reach the test.")
    actual = np.asarray(results.actual, float).ravel()
    if np.isnan(actual).all():
        raise UnfitError("The class of no test case is known. Test on cases of known class.")
    if len(np.unique(actual[~np.isnan(actual)])) < 2:
        raise UnfitError("All test cases are of one class. Test on cases of two or more classes.")
