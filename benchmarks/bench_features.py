"""Class signatures beside other filters, for `bench`."""

import numpy as np
from Orange.data import DiscreteVariable, Domain, Table
from Orange.preprocess.score import InfoGain
from scipy import sparse
from sklearn.feature_selection import chi2, f_classif, mutual_info_classif

from orangecontrib.phidelta import core

RANDOM = np.random.default_rng(0)


def dense(cases, features):
    return RANDOM.normal(size=(cases, features)), RANDOM.random(cases) < 0.3


def compared(scale):
    """Rows of (what, size, ours, name of the other, other, aim)."""
    cases = 200_000 // scale
    X, y = dense(cases, 200)
    size = f"{cases:,} x 200"

    def ours():
        core.class_signature(X, y, encoding="linear", tests=False)

    yield "signature, dense", size, ours, "X.sum()", X.sum, 4
    yield "signature, dense", size, ours, "f_classif", lambda: f_classif(X, y), 0.25
    yield from of_sparse(20_000 // scale, 50_000 // scale)
    yield of_nominal(500_000 // scale)
    yield literal(20_000 // scale)
    small, classes = dense(10_000 // scale + 50, 20)

    def ranks():
        core.class_signature(small, classes, encoding="ranks")

    def information():
        mutual_info_classif(small, classes, random_state=0)

    yield "signature, ranks", f"{len(small):,} x 20", ranks, "mutual_info_classif", information, 1


def of_sparse(cases, features):
    X = sparse.random(cases, features, 0.01, format="csr", random_state=0)
    y = RANDOM.random(cases) < 0.3
    size = f"{cases:,} x {features:,} at 1 %"

    def scaled():
        core.class_signature(X, y, encoding="linear", tests=False)

    yield "signature, sparse, scaled", size, scaled, "f_classif", lambda: f_classif(X, y), 1

    def present():
        core.class_signature(X, y, encoding="present", tests=False)

    yield "signature, sparse, present/absent", size, present, "chi2", lambda: chi2(X, y), 0.8


def of_nominal(cases, features=20, values=10):
    X = RANDOM.integers(0, values, size=(cases, features)).astype(float)
    y = (RANDOM.random(cases) < 0.3).astype(float)
    names = tuple(map(str, range(values)))
    attributes = [DiscreteVariable(f"x{number}", values=names) for number in range(features)]
    domain = Domain(attributes, DiscreteVariable("y", values=("a", "b")))
    data, gain = Table.from_numpy(domain, X, y), InfoGain()

    def ours():
        core.class_signature(X, y == 1, values=[names] * features, subsets="best")

    size = f"{cases:,} x {features} of {values} values"
    return "signature, nominal, best subsets", size, ours, "InfoGain", lambda: gain(data), 0.5


def literal(cases, features=20):
    """The loop of the 2018 paper's section 5, value by value."""
    X, y = dense(cases, features)

    def loop():
        low, high = X.min(axis=0), X.max(axis=0)
        for feature in range(features):
            sums, counts = [0.0, 0.0], [0, 0]
            for value, is_positive in zip(X[:, feature], y, strict=True):
                token = (value - low[feature]) / (high[feature] - low[feature])
                sums[int(is_positive)] += token
                counts[int(is_positive)] += 1
            _ = sums[1] / counts[1] - sums[0] / counts[0]

    def ours():
        core.class_signature(X, y, encoding="linear", tests=False)

    return "signature, dense", f"{cases:,} x {features}", ours, "the paper's loop", loop, 0.05


def growing(scale):
    """Rows of (what, size, number of values, call)."""
    for cases in (10**4, 10**5, 10**6, 10**7):
        cases //= scale
        X, y = dense(cases, 20)
        yield (
            "signature, dense, rows",
            f"{cases:,} x 20",
            X.size,
            lambda X=X, y=y: core.class_signature(X, y, encoding="linear", tests=False),
        )
    for features in (10**2, 10**3, 10**4, 10**5):
        features //= scale
        X = sparse.random(10_000 // scale, features, 0.01, format="csr", random_state=0)
        y = RANDOM.random(X.shape[0]) < 0.3
        yield (
            "signature, sparse, features",
            f"{X.shape[0]:,} x {features:,} at 1 %",
            max(X.nnz, 1),
            lambda X=X, y=y: core.class_signature(X, y, encoding="linear", tests=False),
        )
