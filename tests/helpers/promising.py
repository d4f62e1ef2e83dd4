"""What holds of core for any input: how it is registered, tried, and what inputs are made of."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

#: Examples of each promise in every run, and in the long one.
SOME, MANY = 15, 600


class Promises(list):
    """Called with strategies, it registers what holds of all that they make."""

    def __call__(self, *strategies):
        def registered(check):
            self.append((check, strategies))
            return check

        return registered

    def tests(self):
        """The two tests of all: `test_some` of every run, `test_many` of the long one."""
        names = [check.__name__ for check, _ in self]
        each = pytest.mark.parametrize(("check", "strategies"), self, ids=names)

        @each
        def test_some(check, strategies):
            run(check, strategies, SOME)

        @pytest.mark.long
        @each
        def test_many(check, strategies):
            run(check, strategies, MANY)

        return test_some, test_many


def run(check, strategies, examples):
    odd = (HealthCheck.too_slow, HealthCheck.filter_too_much)
    how = settings(
        max_examples=examples, derandomize=True, database=None, deadline=None,
        suppress_health_check=odd, phases=[Phase.generate],
    )  # fmt: skip
    how(given(*strategies)(check))()


def unlike(one, other, error):
    """Whether a float is further from an exact value than so much of 1."""
    return abs(Fraction(float(one)) - other) > Fraction(error)


whole = st.one_of(st.integers(0, 40), st.integers(0, 10**15))
sizes = st.builds(lambda m, e: m * 10.0**e, st.floats(1, 9.99), st.integers(-150, 149))
prevalences = st.one_of(
    st.floats(0.01, 0.99), st.sampled_from([1e-12, 1e-9, 1 - 1e-12, 1e-300, 1 - 2**-53])
)
rates = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 5e-324, 1 - 2**-53, 1e-12]))
cells = st.tuples(whole, whole, whole, whole).filter(any)
weights = st.one_of(st.floats(0.1, 9), sizes, st.just(0.0))
values = st.one_of(st.integers(-5, 5).map(float), st.floats(-1e6, 1e6))


@st.composite
def tables(draw, of=values, missing=True, weighted=weights):
    """Features, classes and weights of a few cases; both classes have one of positive weight."""
    rows, columns = draw(st.integers(2, 14)), draw(st.integers(1, 3))
    entry = st.one_of(of, of, of, st.just(math.nan)) if missing else of
    X = np.array([[draw(entry) for _ in range(columns)] for _ in range(rows)])
    y = np.array([draw(st.booleans()) for _ in range(rows)])
    w = np.array([draw(weighted) for _ in range(rows)])
    assume((w[y] > 0).any() and (w[~y] > 0).any())
    return X, y, w
