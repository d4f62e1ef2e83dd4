"""Whether there is one categorical target, and what its codes are."""

import numpy as np
from Orange.data import Domain

from orangecontrib.phidelta.core.words import explain_unfit_classes, explain_unfit_target
from orangecontrib.phidelta.orange import UnfitError


def check_target(domain, what):
    """Raise UnfitError unless there is one target, and categorical; `what` tells what for."""
    targets = domain.class_vars if isinstance(domain, Domain) else ()
    names = [variable.name for variable in targets]
    reason = explain_unfit_target(names, all(v.is_discrete for v in targets), what)
    if reason:
        raise UnfitError(reason)


def check_classes(codes, target, kind):
    """Raise UnfitError unless two or more classes occur among cases, called `kind`."""
    known = codes[~np.isnan(codes)]
    reason = explain_unfit_classes(len(codes), len(known), values_of(known, target), kind)
    if reason:
        raise UnfitError(reason)


def values_of(codes, target):
    """Values of the target that have these codes (or nan), each once, in their order."""
    codes = np.unique(codes[~np.isnan(codes)])
    return tuple(target.values[int(code)] for code in codes)


def is_code(codes, target):
    """Which numbers are codes of values of the target."""
    return (codes >= 0) & (codes < len(target.values)) & (codes == np.floor(codes))
