"""How many decisions the band of chance allows for."""

import numpy as np
import pytest
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table

from orangecontrib.phidelta.core import chance_band
from orangecontrib.phidelta.orange.signatures import table_signature
from orangecontrib.phidelta.orange.signaturewords import chance_band_of

CASES = 90


def table(*columns):
    """Columns as (number of values, or None for numbers); the last is constant. 30 positives."""
    random = np.random.default_rng(4)
    variables = [
        ContinuousVariable(f"x{i}")
        if values is None
        else DiscreteVariable(f"x{i}", tuple("abcdefgh"[:values]))
        for i, values in enumerate(columns)
    ]
    X = [random.normal(size=CASES) if v is None else random.integers(0, v, CASES) for v in columns]
    variables.append(ContinuousVariable("constant"))
    X.append(np.ones(CASES))
    domain = Domain(variables, DiscreteVariable("y", ("no", "yes")))
    return Table.from_numpy(domain, np.transpose(X), np.arange(CASES) % 3 == 0)


@pytest.mark.parametrize(
    ("columns", "how", "decisions"),
    [
        ([None, None], {}, 2),
        ([None, None], {"encoding": "ranks"}, 2),
        # between 90 cases there are 89 cuts
        ([None, None], {"encoding": "best cut"}, 2 * 89),
        ([None, 4], {"encoding": "best cut", "subsets": "single"}, 89 + 4),
        ([2], {"subsets": "single"}, 1),
        ([2, None], {"subsets": "best"}, 2),
        # of 4 values there are 7 subsets and their complements, of 6 there are 31
        ([4, 6, None], {"subsets": "best"}, 7 + 31 + 1),
        ([4], {"subsets": "pairs"}, 4 + 3),
        ([4], {"subsets": "all"}, 7),
    ],
)
def test_decisions_behind_the_band(columns, how, decisions):
    each = table_signature(table(*columns), "yes", **how)
    np.testing.assert_allclose(chance_band_of(each), chance_band(30, 60, decisions))
    # with so few cases the band moves by whole ones: twice as many decisions widen it for sure
    assert not np.array_equal(chance_band_of(each), chance_band(30, 60, 2 * decisions))
