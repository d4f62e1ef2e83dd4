"""Models meet features: results of tests beside the signature of the table they were tested on."""

from dataclasses import dataclass, field

import numpy as np

from orangecontrib.phidelta.core.decisions.spaces import phi_delta
from orangecontrib.phidelta.core.features.gains import Gain, best_feature, gains
from orangecontrib.phidelta.core.gainwords import (
    explain_gain,
    explain_gains,
    explain_worse,
)
from orangecontrib.phidelta.core.words import explain
from orangecontrib.phidelta.orange.results import Evaluation, evaluate
from orangecontrib.phidelta.orange.testedcases import TestedCases
from orangecontrib.phidelta.orange.testedrows import check_same_target, tested_rows

#: Why there is no interval.
_UNKNOWN_ROWS = "which rows of the table were tested is not known"
_REPEATED = "cases were tested more than once"
_ONE_TEST = "the results do not tell whether models had learned from the cases tested"
_WEIGHTS = "rows have weights, of which tests know nothing"


@dataclass(frozen=True, eq=False)
class Meeting:
    """Models about one class beside the best feature; see `meet`.

    Attributes
    ----------
    evaluation : Evaluation
    gains : list of Gain
        Of each classifier.
    sentence : str
    worse : str
        Which models are below the best feature; empty for none.
    no_interval : str
        Why there are no intervals; empty: there are.
    """

    evaluation: Evaluation
    gains: list = field(default_factory=list)
    sentence: str = ""
    worse: str = ""
    no_interval: str = ""

    def explain(self, name, prevalence):
        """One sentence about a model, and its gain."""
        pairs = zip(self.evaluation.classifiers, self.gains, strict=True)
        model, gain = next(pair for pair in pairs if pair[0].name == name)
        told = explain(model.counts, self.evaluation.positive.text, prevalence, name)
        return f"{told}\n{explain_gain(gain, self.no_interval)}"


def meet(data, scores, results, prevalence=None):
    """Test results beside the class signature of a table.

    Parameters
    ----------
    data : Orange.data.Table
    scores : TableSignature
        Of this table.
    results : Orange.evaluation.Results
    prevalence : float, optional
        The class ratio at which models and features are compared by δ_b; None: 1 : 1, by δ.

    Returns
    -------
    Meeting
        There are intervals only where each case is a row of the table that was tested once, by a
        model that had not learned from it: in a cross-validation.

    Raises
    ------
    UnfitError
        For results about another target, or as of `evaluate`.
    """
    check_same_target(results, data)
    evaluation = evaluate(results, scores.positive)
    rows, at = tested_rows(results, data), 0.5 if prevalence is None else prevalence
    reason = _no_interval(evaluation, results, data, rows)
    if reason:
        told = [_apart(each, scores.signature, at) for each in evaluation.classifiers]
    else:
        # without those of unknown class, and of neither side
        tested = data.X[rows[TestedCases.of(results, evaluation.positive).is_used]]
        calls = [each.is_called for each in evaluation.classifiers]
        truth, folds = evaluation.is_positive, len(results.folds)
        told = gains(tested, truth, calls, scores.signature, at, folds=folds)
    names = [each.name for each in evaluation.classifiers]
    best = scores.signature.name(best_feature(scores.signature, at))
    sentence = explain_gains(best, names, told, "δ" if prevalence is None else "δ_b", reason)
    return Meeting(evaluation, told, sentence, explain_worse(names, told, reason), reason)


def _no_interval(evaluation, results, data, rows):
    """Why there is no interval; empty if there is one."""
    if rows is None:
        return _UNKNOWN_ROWS
    if not all(each.has_independent_cases for each in evaluation.classifiers):
        return _REPEATED
    if results.folds is None or len(results.folds) < 2:
        return _ONE_TEST
    return _WEIGHTS if data.has_weights() else ""


def _apart(classifier, signature, prevalence):
    """`Gain` without an interval: the feature as in the picture."""
    place = {"fpr": float(classifier.counts.fpr), "tpr": float(classifier.counts.tpr)}
    model = float(phi_delta(prevalence).project(**place)[1])
    mark = best_feature(signature, prevalence)
    rates = {"fpr": signature.fpr[mark], "tpr": signature.tpr[mark]}
    feature = abs(float(phi_delta(prevalence).project(**rates)[1]))
    return Gain(model, feature, model - feature, np.nan, np.nan)
