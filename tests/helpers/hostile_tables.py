"""Tables of features that nobody should send, and that somebody will; by category and name."""

import io
from contextlib import redirect_stderr
from functools import partial
from tempfile import TemporaryDirectory

import numpy as np
import scipy.sparse as sp
from hostile_results import NAMES, Case, results, table
from Orange.base import Model
from Orange.data import (
    ContinuousVariable,
    DiscreteVariable,
    Domain,
    StringVariable,
    Table,
    TimeVariable,
)

from orangecontrib.phidelta.orange.results import evaluate
from orangecontrib.phidelta.orange.scoretables import scores_table
from orangecontrib.phidelta.orange.signatures import feature_scores_table, table_signature

BINARY = DiscreteVariable("ill", ("no", "yes"))


def numeric(columns, y=None, target=BINARY, names=None, **others):
    """A table of these columns as numeric features."""
    X = np.column_stack(columns).astype(float) if len(columns) else np.zeros((len(y), 0))
    names = names or [f"x{i}" for i in range(X.shape[1])]
    y = np.arange(len(X)) % 3 == 0 if y is None else y
    domain = Domain([ContinuousVariable(n) for n in names], target)
    return Table.from_numpy(domain, X, np.asarray(y, float), **others)


def _noise(rows=30, columns=3, seed=2):
    return np.random.default_rng(seed).normal(size=(rows, columns)).T


def _with_X(change, rows=40):
    """A table whose features are changed behind its back: Orange's setters would refuse some."""
    data = table(rows=rows)
    data._X = change(data.X)
    return data


def _with_Y(change):
    data = table()
    data._Y = change(data.Y)
    return data


def _with_W(weights):
    data = table()
    data._W = np.broadcast_to(np.asarray(weights, float), len(data)).copy()
    return data


def _missing(share, seed=3):
    data = table(rows=80)
    holes = np.random.default_rng(seed).random(data.X.shape) < share
    with data.unlocked():
        data.X[holes] = np.nan
    return data


def _missing_in_class():
    data = table()
    with data.unlocked():
        data.X[data.Y == 1, 0] = np.nan
    return data


def _missing_classes(share):
    data = table()
    with data.unlocked():
        data.Y[: int(share * len(data))] = np.nan
    return data


def _sparse_target():
    return table().to_sparse(sparse_class=True)


def _categorical(values, rows=60, seed=4):
    names = tuple(f"v{i}" for i in range(values))
    random = np.random.default_rng(seed)
    X = (
        random.integers(0, max(values, 1), (rows, 2)).astype(float)
        if values
        else np.full((rows, 2), np.nan)
    )
    domain = Domain([DiscreteVariable(n, names) for n in "pq"], BINARY)
    return Table.from_numpy(domain, X, (random.random(rows) < 0.3).astype(float))


def _with_metas():
    metas = [StringVariable("note"), TimeVariable("when"), DiscreteVariable("where", ("x",))]
    data = table()
    domain = Domain(data.domain.attributes, data.domain.class_var, metas)
    values = np.array([["<b>", 1e9, 0.0], ["", np.nan, np.nan]] * 20, object)
    return Table.from_numpy(domain, data.X, data.Y, values)


def _times():
    first = TimeVariable("first", have_date=True, have_time=True)
    domain = Domain([first, TimeVariable("second")], BINARY)
    X = np.column_stack([np.linspace(-1e11, 1e11, 20), np.arange(20) * 86400.0])
    return Table.from_numpy(domain, X, np.arange(20) % 3 == 0)


def _trip(text, end=".csv"):
    """What Orange reads from a text."""
    with TemporaryDirectory() as folder, redirect_stderr(io.StringIO()):
        path = f"{folder}/file{end}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return Table(path)


def _saved():
    with TemporaryDirectory() as folder:
        table().save(f"{folder}/file.csv")
        return Table(f"{folder}/file.csv")


def _targets(*variables):
    columns = np.column_stack([np.arange(20) % (2 + i) for i in range(len(variables))])
    domain = Domain([ContinuousVariable("x")], variables)
    return Table.from_numpy(domain, _noise(20, 1).T, columns.astype(float))


def own_scores():
    """The scores that the φ/δ Diagram sends."""
    evaluation = evaluate(results(), "yes")
    return scores_table(evaluation.classifiers, "yes")


def own_features():
    """The scores that the Class Signature sends."""
    return feature_scores_table([table_signature(table(), ("yes",))])


def _classed(data):
    """One of our own outputs, with a class put to it."""
    domain = Domain(data.domain.attributes, BINARY, data.domain.metas)
    return Table.from_numpy(domain, data.X.copy(), np.arange(len(data)) % 2, data.metas.copy())


def _hostile_names(kind, text):
    random = np.random.default_rng(5)
    X, y = random.normal(size=(24, 2)), np.arange(24) % 3 == 0
    if kind == "feature":
        domain = Domain([ContinuousVariable(text), ContinuousVariable("b")], BINARY)
    elif kind == "class":
        domain = Domain(
            [ContinuousVariable("a"), ContinuousVariable("b")],
            DiscreteVariable(text or "-", ("no", text)),
        )
    else:
        values = DiscreteVariable("d", ("u", text))
        X = np.column_stack([random.integers(0, 2, 24), X[:, 0]])
        domain = Domain([values, ContinuousVariable("b")], BINARY)
    return Table.from_numpy(domain, X, y)


def _imbalanced(rows=5000):
    return numeric(_noise(rows), np.arange(rows) == 7)


def _subset(data, rows):
    return data[rows]


class _Broken(Model):
    """Computes a column by failing."""


_ROWS = np.arange(40)
_SIGN = np.where(_ROWS % 3 == 0, 1.0, -1.0)
_FIT = {
    "as it should be": table,
    "three classes": partial(table, values=("x", "y", "z")),
    "iris": lambda: Table("iris"),
    "iris without its first class": lambda: Table("iris")[50:],
    "titanic": lambda: Table("titanic")[::10],
    "zoo": lambda: Table("zoo"),
    "heart_disease": lambda: Table("heart_disease"),
    "two rows": lambda: table(rows=2),
    "three rows": lambda: table(rows=3),
    "one feature": lambda: numeric(_noise(20, 1)),
    "300 features": lambda: numeric(_noise(30, 300)),
    "more features than rows": lambda: numeric(_noise(4, 50)),
    "5,000 rows": lambda: numeric(_noise(5000)),
    "one positive of 5,000": _imbalanced,
    "25 classes": lambda: table(rows=200, values=tuple(f"c{i}" for i in range(25))),
    "one feature twice": lambda: numeric([_ROWS, _ROWS]),
    "features that tell all": lambda: numeric([_SIGN, -_SIGN], _SIGN > 0),
    "string metas and others": _with_metas,
    "times": _times,
    "every second row": lambda: _subset(table(), slice(None, None, 2)),
    "rows twice": lambda: _subset(table(), np.r_[0:40, 0:40]),
    "rows in reverse": lambda: _subset(table(), slice(None, None, -1)),
    "saved as text and read again": _saved,
    "scores of our own with a class": lambda: _classed(own_scores()),
    "features of our own with a class": lambda: _classed(own_features()),
    "a class value that never occurs": lambda: numeric(
        _noise(20), np.arange(20) % 2, DiscreteVariable("y", ("never", "a", "b"))
    ),
    "empty values in the class": lambda: numeric(
        _noise(20), np.arange(20) % 2 + 1, DiscreteVariable("y", ("", "a", "b"))
    ),
}
_EMPTY = {
    "no rows": lambda: table()[:0],
    "no features": lambda: numeric([], np.arange(10) % 2),
    "no columns": lambda: Table.from_numpy(Domain([]), np.zeros((5, 0))),
    "no class": lambda: Table.from_numpy(Domain([ContinuousVariable("x")]), np.zeros((5, 1))),
    "only metas": lambda: Table.from_numpy(
        Domain([], None, [StringVariable("s")]), np.zeros((3, 0)), metas=np.array([["a"]] * 3)
    ),
    "one row": lambda: table(rows=1),
    "one class": lambda: numeric(_noise(20), np.zeros(20)),
    "all classes unknown": lambda: _missing_classes(1),
    "a class without values": lambda: numeric(
        _noise(5), np.full(5, np.nan), DiscreteVariable("y", ())
    ),
    "a class of one value": lambda: numeric(_noise(5), np.zeros(5), DiscreteVariable("y", "a")),
    "numeric class": lambda: numeric(_noise(20), np.arange(20), ContinuousVariable("y")),
    "time as class": lambda: numeric(_noise(20), np.arange(20), TimeVariable("y")),
    "two targets": lambda: _targets(BINARY, DiscreteVariable("z", "abc")),
    "two numeric targets": lambda: _targets(ContinuousVariable("y"), ContinuousVariable("z")),
    "housing": lambda: Table("housing")[::20],
}
#: Values of features that can be shown or left out.
_VALUES = {
    "constant": lambda: numeric([_ROWS * 0 + 3.7, _ROWS]),
    "infinite": lambda: numeric([np.where(_ROWS == 3, np.inf, _ROWS), _ROWS]),
    "both infinities": lambda: numeric([np.where(_ROWS % 2, np.inf, -np.inf), _ROWS]),
    "1e300": lambda: numeric([_ROWS * 1e300, _ROWS]),
    "1.7e308": lambda: numeric([_SIGN * 1.7e308, _ROWS]),
    "range beyond floats": lambda: numeric([np.where(_ROWS % 2, 1.7e308, -1.7e308), _ROWS]),
    "5e-324": lambda: numeric([(_ROWS % 5) * 5e-324, _ROWS]),
    "one ulp apart": lambda: numeric([1 + (_ROWS % 4) * 2.0**-52, _ROWS]),
    "large offset": lambda: numeric([1e15 + _ROWS, _ROWS]),
    "300 orders of magnitude": lambda: numeric([10.0 ** (_ROWS * 15 - 300), _ROWS]),
    "whole numbers of 2^63": lambda: numeric([2.0**63 + _ROWS * 4096, _ROWS]),
    "negative zeros": lambda: numeric([np.where(_ROWS % 2, -0.0, 0.0), _ROWS]),
    "only one value known": lambda: numeric([np.where(_ROWS == 3, 1.0, np.nan), _ROWS]),
    "10 % missing": lambda: _missing(0.1),
    "90 % missing": lambda: _missing(0.9),
    "a feature that is all missing": lambda: numeric([_ROWS * np.nan, _ROWS]),
    "missing in a whole class": _missing_in_class,
    "10 % of the classes missing": lambda: _missing_classes(0.1),
}
_ALL_UNUSABLE = {
    "all features missing": lambda: numeric([_ROWS * np.nan, _ROWS * np.nan]),
    "all features constant": lambda: numeric([_ROWS * 0, _ROWS * 0 + 1]),
    "all features infinite": lambda: numeric([_ROWS + np.inf]),
}
_WEIGHTS = {
    "ones": 1.0, "zeros": 0.0, "of 1e300": 1e300, "of 5e-324": 5e-324, "negative": -1.0,
    "unknown": np.nan, "infinite": np.inf, "halves": 0.5, "growing": _ROWS + 1.0,
    "over 300 orders": 10.0 ** (_ROWS * 15.0 - 300), "zero in a class": (_ROWS % 2) * 1.0,
    "some unknown": np.where(_ROWS == 2, np.nan, 1), "of 1e15": 1e15, "one negative": _SIGN,
}  # fmt: skip
_FORMS = {
    "CSR": sp.csr_matrix, "CSC": sp.csc_matrix, "COO": sp.coo_matrix, "LIL": sp.lil_matrix,
    "BSR": sp.bsr_matrix, "DIA": sp.dia_matrix, "sparse array": sp.csr_array,
    "CSR of float32": lambda X: sp.csr_matrix(X, dtype="f4"),
    "CSR of whole numbers": lambda X: sp.csr_matrix(X.astype(int)),
    "CSR with explicit zeros": lambda X: _explicit_zeros(X),
    "CSR of nothing": lambda X: sp.csr_matrix(X.shape),
    "CSR unsorted": lambda X: _unsorted(X),
}  # fmt: skip
#: What Orange's own tables never hold.
_TYPES = {
    "objects": lambda X: X.astype(object),
    "texts as objects": lambda X: np.full(X.shape, "text", object),
    "numbers as texts": lambda X: X.astype(str),
    "matrix": np.matrix,
    "masked array": np.ma.masked_array,
    "float16": lambda X: X.astype("f2"),
    "float32": lambda X: X.astype("f4"),
    "long double": lambda X: X.astype("g"),
    "complex": lambda X: X.astype(complex),
    "booleans": lambda X: X > 0,
    "whole numbers": lambda X: X.astype(int),
    "big-endian": lambda X: X.astype(">f8"),
    "Fortran order": np.asfortranarray,
    "strided": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "codes too high": lambda X: X + 9,
    "codes negative": lambda X: np.column_stack([X[:, :2], X[:, 2] - 3]),
    "codes of halves": lambda X: np.column_stack([X[:, :2], X[:, 2] / 2]),
    "codes infinite": lambda X: np.column_stack([X[:, :2], X[:, 2] + np.inf]),
    "codes of 1e18": lambda X: np.column_stack([X[:, :2], X[:, 2] + 1e18]),
}
_CLASSES = {
    "too high": lambda y: y + 5,
    "negative": lambda y: y - 1,
    "halves": lambda y: y / 2,
    "infinite": lambda y: np.where(y > 0, np.inf, y),
    "objects": lambda y: y.astype(object),
    "a column": lambda y: y[:, None],
    "whole numbers": lambda y: y.astype(int),
    "float32": lambda y: y.astype("f4"),
    "texts": lambda y: np.array(["no", "yes"], object)[y.astype(int)],
}
_TEXTS = {
    "with types in the header": "C#a\tD#b\tcD#y\n1\tu\tp\n2\tv\tn\n3\tu\tp\n",
    "with empty cells": "a,b,cD#y\n1,,p\n,2,n\n3,3,\n4,1,p\n",
    "with question marks": "C#a,D#b,cD#y\n?,u,p\n2,?,n\nNA,v,p\n",
    "with repeated names": "C#a,C#a,cD#y\n1,2,p\n2,1,n\n4,3,p\n",
    "with names in HTML": "C#<b>a</b>,C#&lt;i&gt;,cD#<u>y\n1,2,<s>\n2,1,n\n4,3,<s>\n",
    "with one row": "C#a,cD#y\n1,p\n",
    "with a header only": "C#a,C#b,cD#y\n",
    "with huge numbers": "C#a,C#b,cD#y\n1e308,1,p\n-1e308,2,n\n1e-308,3,p\n",
    "with dates": "T#a,C#b,cD#y\n2020-01-01,1,p\n1066-10-14,2,n\n9999-12-31,3,p\n",
    "with weights": "C#a,wC#w,cD#y\n1,2,p\n2,0.5,n\n4,1e9,p\n",
}


def _explicit_zeros(X):
    form = sp.csr_matrix(X)
    form.data[::3] = 0
    return form


def _unsorted(X):
    form = sp.csr_matrix(X)
    for start, end in zip(form.indptr[:-1], form.indptr[1:], strict=True):
        form.indices[start:end] = form.indices[start:end][::-1]
        form.data[start:end] = form.data[start:end][::-1]
    form.has_sorted_indices = False
    return form


def _cases():
    for category, makers, is_fit in (
        ("good", _FIT, True),
        ("empty", _EMPTY, False),
        ("values", _VALUES, True),
        ("values", _ALL_UNUSABLE, False),
    ):
        for name, make in makers.items():
            yield Case(category, name, make, is_fit)
    for name, weights in _WEIGHTS.items():
        yield Case("weights", name, partial(_with_W, weights))
    for name, form in _FORMS.items():
        yield Case("sparse", name, partial(_with_X, form))
    yield Case("sparse", "class", _sparse_target)
    yield Case("sparse", "many columns", partial(_with_X, sp.csr_matrix, 200))
    for name, change in _TYPES.items():
        yield Case("types", name, partial(_with_X, change))
    for name, change in _CLASSES.items():
        yield Case("class codes", name, partial(_with_Y, change))
    for values in (0, 1, 2, 8, 9, 20, 61, 500):
        yield Case("categorical", f"{values} values", partial(_categorical, values))
    for kind in ("feature", "class", "value"):
        for name, text in NAMES.items():
            yield Case(f"{kind}'s name", name, partial(_hostile_names, kind, text))
    for name, text in _TEXTS.items():
        yield Case("text files", name, partial(_trip, text, ".tab" if "\t" in text else ".csv"))


TABLES = tuple(_cases())
