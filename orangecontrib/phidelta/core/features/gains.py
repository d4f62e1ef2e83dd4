"""How far a model is better than the best feature alone, on the same cases.

A feature's δ is optimistic, since the best of many was taken, with the cut or subset that fits
these very cases; a model's is not, if it was tested on cases that it had not learned from. So the
lower end of the interval takes what was observed, which is safe: whichever feature is truly best,
its δ here is at most that of the best one here. The upper end allows for the choice: it holds for
all features, cuts and subsets at once. Choosing the feature anew in each fold would not do: folds
share most of their cases and choose the same, and intervals of this kind held 80 % instead of 95 %
where nothing is to be found (`benchmarks/gains.py` tries the one here).

Models of a cross-validation share most of their cases as well, so that their δ varies more than
that of one decision: up to twice as much where they have found nothing. Nadeau and Bengio's
correction allows for that.

References
----------
D. G. Bonett, R. M. Price, Journal of Educational and Behavioral Statistics 37 (2012) 479-488, doi
10.3102/1076998611411915: differences of paired decisions, with one more case either way. C.
Nadeau, Y. Bengio, Machine Learning 52 (2003) 239-281: variance of a cross-validation of K folds,
taken to be correlated by 1/K. H. Scheffé, Biometrika 40 (1953); A. N. Kolmogorov, N. V. Smirnov:
what was sought, all at once.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import chdtri, kolmogi, ndtri

from orangecontrib.phidelta.core.decisions.counts import check_level
from orangecontrib.phidelta.core.decisions.spaces import (
    check_booleans,
    check_prevalence,
    phi_delta,
)
from orangecontrib.phidelta.core.features.redundancy import encoded

#: So many of the best marks are looked at: others are no rivals of the best.
_RIVALS = 20


class Gain(NamedTuple):
    """δ of a model and of the best feature, and the difference; see `gains`.

    Attributes
    ----------
    model, feature, value : float
        `value` is model - feature.
    low, high : float
        Interval of the gain over the feature that is truly best.
    """

    model: float
    feature: float
    value: float
    low: float
    high: float

    @property
    def is_worse(self):
        """True where chance alone does not explain that the model is below the feature."""
        return self.high < 0


def best_feature(signature, prevalence=0.5):
    """The mark with the greatest |δ_b| at a prevalence; None of none. At 1/2, δ_b is δ."""
    strength = np.abs(_heights(signature, prevalence))
    return None if np.isnan(strength).all() else int(np.nanargmax(strength))


def gains(X, is_positive, calls, signature, prevalence=0.5, *, folds=10, level=0.95):
    """How far models are better than the best feature of a signature, on the same cases.

    Parameters
    ----------
    X : array (cases, features), or scipy sparse
        The cases that were decided, of the table of the signature.
    is_positive : boolean array (cases,)
    calls : sequence of boolean arrays (cases,)
        The decisions of each model, which has not learned from the case it decides.
    signature : Signature
    prevalence : float in (0, 1)
        Of δ_b, by which the best feature is found, and gains are told; 1/2: of δ.
    folds : int
        Of the cross-validation that the models were tested in, at least 2.
    level : float in (0, 1)

    Returns
    -------
    list of Gain
        The feature as observed on these cases. Those without a value of the feature count as its
        mean in their class.

    Raises
    ------
    ValueError
        For arrays of different lengths, one class only, or a signature without a value.

    Examples
    --------
    >>> from orangecontrib.phidelta.core import class_signature
    >>> X = np.array([[1.0], [2], [3], [9], [4], [6], [7], [5]])
    >>> is_positive = np.array([0, 0, 0, 0, 1, 1, 1, 1], bool)
    >>> signature = class_signature(X, is_positive, encoding="best cut")
    >>> (found,) = gains(X, is_positive, [is_positive], signature)
    >>> print(f"{found.model:.2f} - {found.feature:.2f} = {found.value:.2f}")
    1.00 - 0.75 = 0.25
    """
    level, prevalence = check_level(level), check_prevalence(prevalence)
    truth = check_booleans("is_positive", is_positive)
    calls = [check_booleans("calls", called) for called in calls]
    lengths = {X.shape[0], len(truth), *map(len, calls)}
    if len(lengths) > 1:
        raise ValueError(f"expected a decision for each case. Got {sorted(lengths)} of them")
    if folds < 2:
        raise ValueError(f"a cross-validation has at least 2 folds. Got {folds}")
    if truth.all() or not truth.any():
        raise ValueError("a gain needs positive and negative cases")
    heights = _heights(signature, prevalence)
    rivals = _rivals(heights)
    tokens = [_tokens(X, signature, mark, heights[mark]) for mark in rivals]
    deviates = ndtri((1 + level) / 2), _deviates(signature, rivals, level)
    return [_gain(truth, called, tokens, prevalence, folds, deviates) for called in calls]


def _rivals(heights):
    """The marks that may be the best, the best one first."""
    if np.isnan(heights).all():
        raise ValueError("a gain needs a feature that varies")
    order = np.argsort(-np.abs(np.nan_to_num(heights)), kind="stable")[:_RIVALS]
    return order[~np.isnan(heights[order])]


def _gain(truth, called, tokens, prevalence, folds, deviates):
    parts = [_difference(truth, called, each, prevalence, folds) for each in tokens]
    model, feature, centre, error = np.array(parts).T
    best = np.nanargmax(feature)
    low, high = np.nanmin(centre - deviates[0] * error), np.nanmin(centre + deviates[1] * error)
    value = model[best] - feature[best]
    told = model[best], feature[best], value, max(low, -2.0), min(high, 2.0)
    return Gain(*map(float, told))


def _heights(signature, prevalence):
    return phi_delta(prevalence).project(fpr=signature.fpr, tpr=signature.tpr)[1]


def _tokens(X, signature, mark, height):
    """Shares in [0, 1] to which a mark calls the cases positive; turned round if against."""
    values = encoded(X, signature, mark)
    return (1 + (values if height >= 0 else -values)) / 2


def _deviates(signature, marks, level):
    """Standard errors that all marks, and what was sought for each, lie within: at once."""
    tail = (1 - level) / (~np.isnan(signature.delta)).sum()
    deviates = np.full(len(marks), -ndtri(tail / 2))
    choices, is_cut = signature.choices[marks], ~np.isnan(signature.cuts[marks])
    is_best = choices > 1
    deviates[is_best] = np.sqrt(chdtri(choices[is_best], tail))
    deviates[is_cut] = 2 * kolmogi(tail)
    return deviates


def _difference(truth, called, tokens, prevalence, folds):
    """δ_b of decisions and of tokens; the difference with more cases, and its standard error."""
    model = feature = 1 - 2 * prevalence
    centre = variance = 0.0
    for is_in, weight in ((truth, 2 * prevalence), (~truth, -2 * (1 - prevalence))):
        decided, token = called[is_in] * 1.0, tokens[is_in]
        is_known = ~np.isnan(token)
        mean = token[is_known].mean() if is_known.any() else np.nan
        # a case without a value changes the mean of the others by nothing
        token = np.where(is_known, mean + (token - mean) / is_known.mean(), mean)
        difference, cases = decided - token, len(token) + 2
        middle = difference.sum() / cases
        model, feature = model + weight * decided.mean(), feature + weight * mean
        centre += weight * middle
        variance += weight**2 * ((difference @ difference + 2) / cases - middle**2) / cases
        share = (decided.sum() + 1) / cases
        variance += weight**2 * share * (1 - share) / cases * folds / (folds - 1)
    return model, feature, centre, np.sqrt(variance)
