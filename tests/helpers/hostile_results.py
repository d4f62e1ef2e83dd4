"""Evaluation Results that nobody should send, and that somebody will; by category and name."""

import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
import scipy.sparse as sp
from Orange.classification import LogisticRegressionLearner, MajorityLearner, NaiveBayesLearner
from Orange.classification import SklTreeLearner as TreeLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, StringVariable, Table
from Orange.evaluation import CrossValidation, LeaveOneOut, Results, ShuffleSplit, TestOnTestData
from Orange.modelling import ConstantLearner
from Orange.regression import MeanLearner

HTML = "<script>alert(1)</script><b>&amp;"
NAMES = {
    "HTML": HTML,
    "300 characters": "long" * 75,
    "empty": "",
    "only spaces": "   ",
    "right to left": "\u202eשלום عربي\u202c",
    "emoji and null": "🦊\x00\u2028line",
    "several lines": "one\ntwo\ttabs",
    "formats": "%s {0} {} %(x)d \\n",
    "a number": "1e400",
    "a question mark": "?",
    "a surrogate": "half \ud800 pair",
}


@dataclass(frozen=True)
class Case:
    """An input: made anew each time; `is_fit` None where both an error and a picture are right."""

    category: str
    name: str
    make: object
    is_fit: bool | None = None

    def __str__(self):
        return f"{self.category}: {self.name}"


def table(rows=40, values=("no", "yes"), target="ill", seed=1):
    """Two numeric and a categorical feature, which tell something of an unequal class."""
    random = np.random.default_rng(seed)
    y = np.minimum(random.geometric(0.6, rows) - 1, len(values) - 1).astype(float)
    y[: len(values)] = np.arange(len(values))[:rows]
    X = np.column_stack([y + random.normal(size=rows), random.normal(size=rows), y % 2])
    names = [ContinuousVariable("a"), ContinuousVariable("b"), DiscreteVariable("c", ("u", "v"))]
    return Table.from_numpy(Domain(names, DiscreteVariable(target, values)), X, y)


def results(rows=40, values=("no", "yes"), models=2, folds=4, seed=1):
    """Results as of a cross-validation, made by hand."""
    data, random = table(rows, values, seed=seed), np.random.default_rng(seed)
    classes = len(values)
    raw = random.random((models, rows, classes)) + 0.6 * np.eye(classes)[data.Y.astype(int)]
    made = Results(data=data, nmethods=models, nrows=rows, nclasses=classes, store_data=True)
    made.actual, made.row_indices = data.Y.copy(), np.arange(rows)
    made.probabilities = raw / raw.sum(axis=2, keepdims=True)
    made.predicted = made.probabilities.argmax(axis=2).astype(float)
    ends = np.linspace(0, rows, folds + 1).astype(int)
    made.folds = [slice(start, end) for start, end in zip(ends[:-1], ends[1:], strict=True)]
    made.learners = [MajorityLearner() for _ in range(models)]
    made.learner_names = [f"Model {chr(65 + i)}" for i in range(models)]
    made.failed = [False] * models
    made.train_time = made.test_time = np.zeros(models)
    return made


def _changed(change, **options):
    made = results(**options)
    change(made)
    return made


def _with(rows=40, **attributes):
    made = results(rows=rows)
    for name, value in attributes.items():
        setattr(made, name, value(made) if callable(value) else value)
    return made


def _entry(name, index, value):
    """Results of which an array has another value at one place."""
    made = results()
    getattr(made, name)[index] = value
    return made


def _named(names):
    return _with(learner_names=list(names))


def _valued(first, second):
    return results(values=(first, second))


def _target(domain):
    return lambda r: setattr(r, "domain", domain)


def _regressed():
    return CrossValidation(k=2, store_data=True)(Table("housing")[:30], [MeanLearner()])


def _tested(method, *learners, data=None, **options):
    data = table() if data is None else data
    return method(store_data=True, **options)(data, list(learners or [NaiveBayesLearner()]))


def _failing(data):
    raise ValueError(HTML)


def _failed():
    class Failing(MajorityLearner):
        name = "fails"

        def fit_storage(self, data):
            _failing(data)

    return _tested(CrossValidation, Failing(), NaiveBayesLearner(), k=2)


def _on_test_data():
    data = table()
    test = TestOnTestData(store_data=True, store_models=True)
    return test(data[:20], data[20:], [NaiveBayesLearner(), MajorityLearner()])


def _from_predictions():
    """As the widget Predictions sends them: models in one fold, and few attributes."""
    data, made = table(), results()
    made.models = np.array([[NaiveBayesLearner()(data), MajorityLearner()(data)]])
    made.folds = [Ellipsis]
    made.learners = None
    return made


def _unknown_classes(share):
    made = results()
    made.actual[: int(share * len(made.actual))] = np.nan
    return made


def _scaled(scale, shift=0.0):
    return lambda r: setattr(r, "probabilities", r.probabilities * scale + shift)


_MANY = tuple(f"v{i}" for i in range(150))

#: Sizes and shapes that are right.
_FIT = {
    "as it should be": results,
    "three classes": partial(results, values=("x", "y", "z")),
    "one model": partial(results, models=1),
    "twelve models": partial(results, models=12),
    "60 models": partial(results, models=60, rows=12),
    "150 classes": partial(results, rows=300, values=_MANY, folds=2, models=1),
    "two cases": partial(results, rows=2, folds=1),
    "three cases": partial(results, rows=3, folds=3),
    "a fold for each case": partial(results, folds=40),
    "2,000 cases": partial(results, rows=2000),
    "20,000 cases without ties": partial(results, rows=20000, models=1),
    "cross-validation": partial(_tested, CrossValidation, k=3),
    "leave one out": partial(_tested, LeaveOneOut),
    "random sampling": partial(_tested, ShuffleSplit, n_resamples=5),
    "test on test data": _on_test_data,
    "predictions": _from_predictions,
    "a failed model beside a good one": _failed,
    "a constant model": partial(_tested, CrossValidation, ConstantLearner(), k=2),
    "logistic regression": partial(_tested, CrossValidation, LogisticRegressionLearner(), k=2),
    "a tree": partial(_tested, CrossValidation, TreeLearner(), k=2),
    "iris": lambda: _tested(CrossValidation, data=Table("iris"), k=2),
    "iris without its first class": lambda: _tested(CrossValidation, data=Table("iris")[50:], k=2),
    "titanic": lambda: _tested(CrossValidation, data=Table("titanic")[::20], k=2),
}
_EMPTY = {
    "no attribute at all": lambda: Results(),
    "no domain": partial(_with, domain=None),
    "no cases": partial(results, rows=0),
    "no models": partial(results, models=0),
    "one case": partial(results, rows=1, folds=1),
    "one class": partial(_with, actual=lambda r: np.zeros(len(r.actual))),
    "all classes unknown": partial(_unknown_classes, 1),
    "predicted is None": partial(_with, predicted=None),
    "actual is None": partial(_with, actual=None),
    "numeric target": partial(_with, domain=Domain([], ContinuousVariable("y"))),
    "no target": partial(_with, domain=Domain([])),
    "two targets": partial(
        _with,
        domain=Domain([], [DiscreteVariable("y", ("a", "b")), DiscreteVariable("z", ("a", "b"))]),
    ),
    "a target of one value": partial(_with, domain=Domain([], DiscreteVariable("y", ("a",)))),
    "a target without values": partial(_with, domain=Domain([], DiscreteVariable("y", ()))),
    "results of regressors": _regressed,
    "all models failed": partial(_with, failed=[ValueError("no"), True]),
    "nothing predicted": partial(_with, predicted=lambda r: np.full(r.predicted.shape, np.nan)),
}
#: An array as it cannot be: its name, and what it becomes.
_BROKEN = {
    "predicted: fewer cases": ("predicted", lambda a: a[:, :-3]),
    "predicted: more cases": ("predicted", lambda a: np.hstack([a, a])),
    "predicted: one dimension": ("predicted", lambda a: a[0]),
    "predicted: three dimensions": ("predicted", lambda a: a[..., None]),
    "predicted: transposed": ("predicted", lambda a: a.T),
    "predicted: code too high": ("predicted", lambda a: a + 7),
    "predicted: negative codes": ("predicted", lambda a: a - 2),
    "predicted: infinite": ("predicted", lambda a: a + np.inf),
    "predicted: texts": ("predicted", lambda a: np.full(a.shape, "yes", object)),
    "actual: fewer cases": ("actual", lambda a: a[:-5]),
    "actual: code too high": ("actual", lambda a: a + 3),
    "actual: negative codes": ("actual", lambda a: a - 1),
    "actual: infinite": ("actual", lambda a: np.where(a > 0, np.inf, a)),
    "actual: texts": ("actual", lambda a: np.array(["no", "yes"])[a.astype(int)]),
    "probabilities: fewer cases": ("probabilities", lambda a: a[:, :-3]),
    "probabilities: fewer models": ("probabilities", lambda a: a[:1]),
    "probabilities: fewer classes": ("probabilities", lambda a: a[..., :1]),
    "probabilities: more classes": ("probabilities", lambda a: np.dstack([a, a])),
    "probabilities: two dimensions": ("probabilities", lambda a: a[..., 0]),
    "probabilities: one dimension": ("probabilities", lambda a: a.ravel()),
    "probabilities: texts": ("probabilities", lambda a: a.astype(str)),
    "probabilities: a list of sparse": ("probabilities", lambda a: list(map(sp.csr_matrix, a))),
}
#: The same values in another type, or values that are odd: they may be shown or refused.
_ODD = {
    "predicted: sparse": ("predicted", lambda a: sp.csr_matrix(a)),
    "predicted: halves": ("predicted", lambda a: a * 0.5),
    "predicted: masked array": ("predicted", np.ma.masked_array),
    "predicted: some unknown in all models": (
        "predicted",
        lambda a: np.where(np.arange(a.shape[1]) % 2, a, np.nan),
    ),
    "actual: halves": ("actual", lambda a: a * 0.5),
    "actual: column": ("actual", lambda a: a[:, None]),
    "actual: objects": ("actual", lambda a: a.astype(object)),
    "probabilities: all unknown": ("probabilities", lambda a: a * np.nan),
    "probabilities: infinite": ("probabilities", lambda a: a * np.inf),
    "probabilities: objects": ("probabilities", lambda a: a.astype(object)),
    "probabilities: complex": ("probabilities", lambda a: a.astype(complex)),
    "probabilities: None": ("probabilities", lambda a: None),
    "folds: that overlap": ("folds", lambda a: [slice(0, 30), slice(10, 40)]),
    "folds: beyond the cases": ("folds", lambda a: [slice(0, 10), np.array([39, 40, 400])]),
    "folds: negative numbers": ("folds", lambda a: [np.array([-1, -2]), slice(0, 30)]),
    "folds: of floats": ("folds", lambda a: [np.array([0.0, 1.0, 2.0]), np.array([3.5])]),
    "folds: of texts": ("folds", lambda a: ["first", "second"]),
    "folds: of None": ("folds", lambda a: [None, None]),
    "folds: numbers": ("folds", lambda a: [0, 1, 2]),
    "folds: of booleans, too short": ("folds", lambda a: [np.array([True, False])] * 2),
    "row_indices: fewer": ("row_indices", lambda a: a[:-4]),
    "row_indices: out of the data": ("row_indices", lambda a: a + 1000),
    "row_indices: texts": ("row_indices", lambda a: a.astype(str)),
    "learners: fewer": ("learners", lambda a: a[:1]),
    "learners: more": ("learners", lambda a: a * 2),
    "learners: of None": ("learners", lambda a: [None] * len(a)),
    "learners: texts": ("learners", lambda a: ["tree", "bayes"]),
    "learner_names: fewer": ("learner_names", lambda a: a[:1]),
    "learner_names: more": ("learner_names", lambda a: [*a, "third", "fourth"]),
    "learner_names: of None": ("learner_names", lambda a: [None] * len(a)),
    "learner_names: numbers": ("learner_names", lambda a: [1, 2.5]),
    "learner_names: a text": ("learner_names", lambda a: "ab"),
    "failed: fewer": ("failed", lambda a: a[:1]),
    "failed: empty": ("failed", lambda a: []),
    "failed: an array": ("failed", lambda a: np.array([False, True])),
    "failed: a text": ("failed", lambda a: "no"),
    "models: of None": ("models", lambda a: np.full((4, 2), None)),
    "models: one dimension": ("models", lambda a: np.array([None, None])),
    "models: texts in one fold": ("models", lambda a: np.array([["p", "q"]], object)),
    "models: a list": ("models", lambda a: [[None, None]]),
    "train_time: fewer": ("train_time", lambda a: a[:1]),
    "test_time: None": ("test_time", lambda a: None),
    "data: another table": ("data", lambda a: Table("iris")),
    "data: fewer rows": ("data", lambda a: a[:3]),
    "data: not a table": ("data", lambda a: np.zeros((40, 3))),
}
_SHOWN = {
    "predicted: bool": ("predicted", lambda a: a.astype(bool)),
    "predicted: int8": ("predicted", lambda a: a.astype("i1")),
    "predicted: Fortran order": ("predicted", np.asfortranarray),
    "predicted: read only": ("predicted", lambda a: np.frombuffer(a.tobytes()).reshape(a.shape)),
    "actual: int": ("actual", lambda a: a.astype(int)),
    "actual: a list": ("actual", list),
    "probabilities: float16": ("probabilities", lambda a: a.astype("f2")),
    "probabilities: float32": ("probabilities", lambda a: a.astype("f4")),
    "probabilities: big-endian": ("probabilities", lambda a: a.astype(">f8")),
    "probabilities: strided": ("probabilities", lambda a: np.dstack([a, a])[..., ::2]),
    "probabilities: all equal": ("probabilities", lambda a: a * 0 + 0.5),
    "probabilities: only 0 and 1": ("probabilities", np.round),
    "probabilities: sum to 2": ("probabilities", lambda a: 2 * a),
    "probabilities: sum to 0.1": ("probabilities", lambda a: 0.1 * a),
    "scores: negative": ("probabilities", lambda a: a - 5),
    "scores: log-odds": ("probabilities", lambda a: np.log(a / (1 - a + 1e-300))),
    "scores: in thousands": ("probabilities", lambda a: 1e3 * a),
    "scores: 1e300": ("probabilities", lambda a: 1e300 * a),
    "scores: 1e-300": ("probabilities", lambda a: 1e-300 * a),
    "scores: subnormal": ("probabilities", lambda a: 5e-324 * np.round(9 * a)),
    "scores: one ulp apart": ("probabilities", lambda a: 0.5 + np.round(4 * a) * 2**-53),
    "folds: None": ("folds", lambda a: None),
    "folds: empty": ("folds", lambda a: []),
    "folds: of no cases": ("folds", lambda a: [slice(0, 0), slice(0, 40)]),
    "folds: of one class": ("folds", lambda a: [slice(0, 1), slice(1, 2), slice(2, 40)]),
    "folds: lists": ("folds", lambda a: [list(range(20)), list(range(20, 40))]),
    "row_indices: None": ("row_indices", lambda a: None),
    "row_indices: repeated": ("row_indices", lambda a: a % 7),
    "learners: None": ("learners", lambda a: None),
    "failed: None": ("failed", lambda a: None),
    "data: None": ("data", lambda a: None),
}


def _array(name, change):
    made = results()
    setattr(made, name, change(getattr(made, name)))
    return made


def _arrays(category, changes, is_fit):
    for name, (attribute, change) in changes.items():
        yield Case(category, name, partial(_array, attribute, change), is_fit)


def _cases():
    for category, makers, is_fit in (("good", _FIT, True), ("empty", _EMPTY, False)):
        for name, make in makers.items():
            yield Case(category, name, make, is_fit)
    yield from _arrays("broken", _BROKEN, False)
    yield from _arrays("odd", _ODD, None)
    yield from _arrays("unusual", _SHOWN, True)
    for name, text in NAMES.items():
        yield Case("model's name", name, partial(_named, (text, "B")), True)
        yield Case("class name", name, partial(_valued, "no", text), None)
    yield Case("model's name", "duplicates", partial(_named, ("A", "A")), True)
    yield Case("model's name", "a duplicate's", partial(_named, ("A (1)", "A")), True)
    for share in (0.1, 0.5):
        part = partial(_unknown_classes, share)
        yield Case("missing", f"{share:.0%} of the classes", part, True)
    for index in ((0, 3), (1, 5)):
        lost = partial(_entry, "predicted", index, np.nan)
        yield Case("missing", f"prediction {index}", lost, True)
        yield Case(
            "missing",
            f"probability {index}",
            partial(_entry, "probabilities", index, np.nan),
            True,
        )
    yield Case(
        "missing",
        "target's name empty",
        partial(_with, domain=Domain([], DiscreteVariable("", ("no", "yes")))),
    )
    yield Case("good", "a copy", lambda: copy.deepcopy(results()), True)
    yield Case(
        "good",
        "string metas",
        lambda: _tested(
            CrossValidation,
            data=table().transform(
                Domain(table().domain.attributes, table().domain.class_vars, [StringVariable("s")])
            ),
            k=2,
        ),
        True,
    )


RESULTS = tuple(_cases())
