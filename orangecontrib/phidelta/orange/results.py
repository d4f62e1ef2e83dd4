"""Evaluation Results, as they really come, to classifiers.

Here Orange's conventions end: from here on there are positives and negatives, by `PositiveClass`.
A case is called positive if its predicted value is in the set; also against chosen values, of
which a model that says a third one has said neither: that is not positive.
"""

from dataclasses import dataclass, field

import numpy as np

from orangecontrib.phidelta.core.decisions.counts import Counts, brier_score, log_likelihood
from orangecontrib.phidelta.core.thresholds.classifiers import Classifier, Outcome
from orangecontrib.phidelta.core.thresholds.sweeps import sweep
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.positive import PositiveClass
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.orange.targetcheck import is_code
from orangecontrib.phidelta.orange.testedcases import TestedCases
from orangecontrib.phidelta.orange.testedmodels import model_names


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What Evaluation Results say about one positive class.

    Attributes
    ----------
    positive : PositiveClass
    classifiers : tuple of Classifier
    left_out : dict of str to str
        Models that cannot be shown, and why.
    without_scores : tuple of str
        Models without (finite) probabilities, hence without curves.
    unknown_class : int
        Test cases left out because their class is not known.
    one_sided_folds : int
        Folds without positives or without negatives; they have no point.
    is_positive : boolean array (cases,)
        The truth about each test case of either side, in the order of `Classifier.is_called`.
    neither : int
        Test cases left out because their class is on neither side.
    """

    positive: PositiveClass
    classifiers: tuple[Classifier, ...]
    left_out: dict[str, str]
    without_scores: tuple[str, ...]
    unknown_class: int
    one_sided_folds: int
    is_positive: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    neither: int = 0

    @property
    def values(self):
        """All class values."""
        return self.positive.values

    @property
    def cases(self):
        """Number of test cases of either side."""
        return float(self.classifiers[0].counts.total)

    @property
    def prevalence(self):
        """Fraction of positives among them."""
        return float(self.classifiers[0].counts.prevalence)

    @property
    def with_scores(self):
        """The classifiers that can be cut."""
        return [classifier for classifier in self.classifiers if classifier.sweep is not None]

    def with_scores_named(self, name):
        """The one of this name that can be cut, or None."""
        return next((each for each in self.with_scores if each.name == name), None)


#: No results, or none that can be shown.
NOTHING = Evaluation(PositiveClass(), (), {}, (), 0, 0)


def evaluate(results, positive, progress=None):
    """Read Evaluation Results for one positive class.

    Parameters
    ----------
    results : Orange.evaluation.Results
    positive : str or collection of str, or PositiveClass
        The class values that count as positive; the latter has negatives as well, and the cases
        of neither side are left out.
    progress : callable, optional
        Told the share done after each model; what it raises ends the evaluation.

    Returns
    -------
    Evaluation
        Of which the curves can be drawn at once.

    Raises
    ------
    UnfitError
        By `checked_results` and `PositiveClass.of`; if none or all of the test cases are positive.
    """
    results = checked_results(results)
    positive = PositiveClass.of(results.domain, positive)
    cases = TestedCases.of(results, positive)
    names, left_out = fit_models(results, cases)
    classifiers = []
    for index, name in names.items():
        classifiers.append(classifier_of(name, index, results, cases).outlined())
        if progress is not None:
            progress(len(classifiers) / len(names))
    return Evaluation(
        positive,
        tuple(classifiers),
        left_out,
        tuple(classifier.name for classifier in classifiers if classifier.sweep is None),
        int(np.isnan(results.actual).sum()),
        sum(cases.is_one_sided(fold) for fold in cases.folds),
        cases.is_positive,
        cases.neither,
    )


def fit_models(results, cases):
    """Names of the models that can be shown, by their row, and why others cannot, by name.

    Raises
    ------
    UnfitError
        If there are none that can.
    """
    names = dict(enumerate(model_names(results)))
    reasons = {index: _unfitness(results, index, cases) for index in names}
    left_out = {names[index]: reason for index, reason in reasons.items() if reason}
    if len(left_out) == len(names):
        reasons = "; ".join(f"{name}: {reason}" for name, reason in left_out.items())
        raise UnfitError(f"No model can be shown ({reasons}).")
    return {index: name for index, name in names.items() if name not in left_out}, left_out


def _unfitness(results, index, cases):
    """Why a model cannot be shown; an empty string if it can."""
    failed = results.failed[index] if results.failed is not None else None
    if failed:
        text = str(failed) or type(failed).__name__
        return f"failed with “{text}”" if failed is not True else "failed in the test"
    predicted = results.predicted[index][cases.is_used]
    is_missing = np.isnan(predicted)
    is_unfit = ~is_missing & ~is_code(predicted, results.domain.class_var)
    for what, count in (("nothing", is_missing.sum()), ("an impossible class", is_unfit.sum())):
        if count:
            return f"predicts {what} for {count} of {len(predicted)} cases"
    return ""


def classifier_of(name, index, results, cases):
    """The `Classifier` of this name: a model's decisions about these `TestedCases`."""
    predicted = results.predicted[index][cases.is_used].astype(int)
    is_called = cases.positive.is_member[predicted]
    probabilities = _probabilities(results, index, cases)
    score = None if probabilities is None else cases.positive.score(probabilities)
    if score is not None and not np.isfinite(score).all():
        probabilities = score = None  # too great to be added up, or not for the share of a side
    outcome, curve = _judge(cases.is_positive, is_called, score)
    folds = [
        _judge(cases.is_positive[fold], is_called[fold], None if score is None else score[fold])
        for fold in cases.folds
    ]
    has_curve = [s is not None and s.positives > 0 and s.negatives > 0 for _, s in folds]
    is_multiclass = len(cases.positive.values) > 2
    given = None if probabilities is None else cases.positive.given_sides(probabilities)
    return Classifier(
        name,
        outcome,
        index,
        sweep=curve,
        folds=_stacked([fold for fold, _ in folds]) if folds else None,
        fold_sweeps=tuple(fold[1] for fold, has in zip(folds, has_curve, strict=True) if has),
        fold_numbers=tuple(number for number, has in enumerate(has_curve, start=1) if has),
        by_class=_by_class(cases.actual, predicted, given) if is_multiclass else None,
        confusion=_confusion(cases, predicted) if is_multiclass else None,
        has_independent_cases=cases.are_independent,
        is_called=is_called,
        case_scores=score,
    )


def _probabilities(results, index, cases):
    """Probabilities (cases, classes), or None where they are not known for all cases."""
    if results.probabilities is None:
        return None
    probabilities = results.probabilities[index][cases.is_used]
    return probabilities if np.isfinite(probabilities).all() else None


def _judge(is_positive, is_called, score):
    """Outcome and sweep of some cases; scores within [0, 1] are taken for probabilities."""
    counts = Counts.from_decisions(is_positive, is_called)
    if score is None or not len(score):
        return Outcome(counts), None
    curve = sweep(is_positive, score)
    if not curve.is_probability:
        return Outcome(counts, curve.auc), curve
    probability = np.minimum(score, 1)
    brier = brier_score(is_positive, probability)
    return Outcome(counts, curve.auc, brier, log_likelihood(is_positive, probability)), curve


def _stacked(outcomes):
    """Outcomes of numbers as one of arrays."""
    cells = ([getattr(o.counts, cell) for o in outcomes] for cell in ("tp", "fp", "fn", "tn"))
    others = (
        np.array([getattr(o, name) for o in outcomes])
        for name in ("auc", "brier", "log_likelihood")
    )
    return Outcome(Counts(*cells), *others)


def _confusion(cases, predicted):
    """Array (classes, classes): numbers of cases by class and class said."""
    classes = len(cases.positive.values)
    cells = np.bincount(cases.actual * classes + predicted, minlength=classes**2)
    return cells.reshape(classes, classes)


def _by_class(actual, predicted, probabilities):
    """Outcome of each class that occurs against the rest."""
    return _stacked(
        [
            _judge(
                actual == value,
                predicted == value,
                None if probabilities is None else probabilities[:, value],
            )[0]
            for value in np.unique(actual)
        ]
    )
