"""What is too near to 0 for a floating-point number is 0, whatever the caller wants of numpy."""

from functools import wraps

import numpy as np


def underflow_to_zero(function):
    """Decorator: nothing raises or warns because it underflows.

    Squares of tiny weights and tails of distributions are 0 here, also where a caller has set
    `numpy.errstate(under="raise")` for work of its own.
    """

    @wraps(function)
    def quiet(*args, **kwargs):
        with np.errstate(under="ignore"):
            return function(*args, **kwargs)

    return quiet
