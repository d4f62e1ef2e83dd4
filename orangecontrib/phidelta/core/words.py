"""One sentence about one point, in the words of the data."""

from math import isnan

import numpy as np

from orangecontrib.phidelta.core.chance.independence import CHANCE
from orangecontrib.phidelta.core.decisions.counts import Counts
from orangecontrib.phidelta.core.decisions.measures import MEASURES
from orangecontrib.phidelta.core.decisions.reversal import better_reversed
from orangecontrib.phidelta.core.decisions.uncertainty import mean_and_deviation


def explain(
    counts,
    positive,
    prevalence=None,
    name="",
    cut=None,
    is_counted=True,
    also=None,
    others="others",
):
    """What a decision does, as a sentence.

    Parameters
    ----------
    counts : Counts of numbers
    positive : str
        How the positive class is called.
    prevalence : float, optional
        Class ratio for accuracy and the bias φ_b, 2 (FP - FN) / N; None: as counted.
    name : str
        Of the classifier.
    cut : float, optional
        The threshold that makes the decision.
    is_counted : bool
        False where only the rates of `counts` mean something; the sentence then gives per cent.
    also : dict of str to dict, optional
        Measures to tell besides accuracy and bias: their names and parameters.
    others : str
        How the negative cases are called.

    Examples
    --------
    >>> print(explain(Counts(116, 19, 23, 145), "1", name="Tree", cut=0.43).replace("; ", "\\n"))
    Tree, cut 0.43: misses 23 of 139 ‘1’, calls 19 of 164 others ‘1’
    accuracy 0.861, bias φ_b -0.026
    """
    head = ", ".join(part for part in (name, "" if cut is None else describe_cut(cut)) if part)
    if is_counted:
        missed = f"{count(counts.fn)} of {count(counts.positives)}"
        called = f"{count(counts.fp)} of {count(counts.negatives)}"
    else:
        missed, called = f"{_share(1 - counts.tpr)} of", f"{_share(counts.fpr)} of"
    accuracy, bias = (number(counts.measure(m, prevalence)) for m in ("accuracy", "bias"))
    more = {k: v for k, v in (also or {}).items() if k not in ("accuracy", "bias")}
    return (
        f"{head}{': ' if head else ''}misses {missed} ‘{positive}’, "
        f"calls {called} {others} ‘{positive}’; "
        f"accuracy {accuracy}, bias φ_b {bias}"
        + "".join(f", {told}" for told in _told(counts, more, prevalence))
    )


def explain_place(fpr, tpr, prevalence, measures):
    """Values of measures (a dict of name to parameters) at a place (fpr, tpr), as a list.

    Examples
    --------
    >>> explain_place(0.1, 0.8, 0.2, {"precision": {}, "cost": {"cost_fn": 5}})
    'Prec 0.667, Cost 0.280'
    """
    return ", ".join(_told(Counts.from_rates(tpr, 1 - fpr), measures, prevalence))


def explain_reversal(counts):
    """What becomes of a classifier below the line of no information when it is reversed.

    An empty string for one that is not below the line. Reversed, tpr is 1 - tpr and fpr 1 - fpr.

    Examples
    --------
    >>> print(explain_reversal(Counts(tp=10, fp=90, fn=40, tn=60)).replace(": ", "\\n"))
    Below the line of no information, hence better reversed
    sensitivity 0.800, specificity 0.600, δ 0.400
    """
    rates = better_reversed(counts.fpr, counts.tpr)
    if rates is None:
        return ""
    fpr, tpr = rates
    return (
        "Below the line of no information, hence better reversed: "
        f"sensitivity {number(tpr)}, specificity {number(1 - fpr)}, δ {number(tpr - fpr)}"
    )


def explain_folds(counts, prevalence=None, also=None):
    """Mean and standard deviation of measures over the folds, as a sentence.

    Parameters
    ----------
    counts : Counts of arrays (folds,)
    prevalence, also
        As of `explain`; sensitivity, specificity and accuracy are told in any case.

    Folds without a value are left out; "n/a" where fewer than two have one.

    Examples
    --------
    >>> folds = Counts(tp=[8, 9, 6], fp=[3, 5, 1], fn=[2, 1, 4], tn=[27, 25, 29])
    >>> print(explain_folds(folds).replace(", ", "\\n"))
    3 folds: sensitivity 0.767 ± 0.153
    specificity 0.900 ± 0.067
    accuracy 0.867 ± 0.014 (mean ± standard deviation)
    """
    always = ("sensitivity", "specificity", "accuracy")
    told = []
    for name, parameters in (dict.fromkeys(always, {}) | (also or {})).items():
        mean, deviation = mean_and_deviation(counts.measure(name, prevalence, **parameters))
        spread = "n/a" if np.isnan(deviation) else f"{number(mean)} ± {number(deviation)}"
        told.append(f"{name if name in always else MEASURES[name].symbol} {spread}")
    return f"{len(counts.tp)} folds: {', '.join(told)} (mean ± standard deviation)"


def explain_feature(
    name, fpr, tpr, positive, is_decision=True, certainty="", others="others", is_presence=False
):
    """What a feature says of a class, as a sentence.

    Parameters
    ----------
    name : str
        "odor in {a, n}", "age > 54.5", or the name of a numeric feature.
    fpr, tpr : float in [0, 1]
    positive : str
        How the positive class is called.
    is_decision : bool
        False where the values of a numeric feature share tokens.
    certainty : str
        As of `explain_certainty`.
    others : str
        How the negative cases are called.
    is_presence : bool
        True where the decision is that a numeric feature is present, as a word in a text.

    Examples
    --------
    >>> told = explain_feature("odor = n", 0.810, 0.031, "p")
    >>> print(told.replace("; ", "\\n").replace(" it", "\\nit"))
    odor = n: true for 3.1% of ‘p’ and 81.0% of others
    as a classifier alone, said the other way round,
    it is right for 88.9% of a balanced population (φ -0.159, δ -0.779)
    """
    if np.isnan(tpr - fpr):
        return f"{name}: the same for all cases, or not known in a whole class"
    about = "true for" if is_decision else "on average, of its range,"
    about = "present in" if is_presence else about
    of = " of" if is_decision else " in"
    right = (1 + abs(tpr - fpr)) / 2
    turned = ", said the other way round," if tpr < fpr else ""
    return (
        f"{name}: {about} {tpr:.1%}{of} ‘{positive}’ and {fpr:.1%}{of} {others}; "
        f"as a classifier alone{turned} it is right for {right:.1%} of a balanced population "
        f"(φ {number(tpr + fpr - 1)}, δ {number(tpr - fpr)}{certainty and f', {certainty}'})"
    )


def explain_certainty(low, high, p_value, q_value=None, is_bound=False):
    """How certain the δ of a feature is, for its sentence.

    Parameters
    ----------
    low, high : float
        95 % interval of δ; nan with fewer than two known cases of a class.
    p_value : float
    q_value : float, optional
        Is told instead, and whether it is no more than chance may give.
    is_bound : bool
        The p-value is only known to be this or less.

    Examples
    --------
    >>> explain_certainty(-0.171, 0.008, p_value=0.03, q_value=0.21)
    '95 % interval -0.171 to 0.008; q 0.21, no more than chance may give'
    """
    interval = f"{number(low)} to {number(high)}"
    if np.isnan(low):
        interval = "n/a: fewer than two known cases of a class"
    value, name = (p_value, "p") if q_value is None else (q_value, "q")
    shown = "n/a" if np.isnan(value) else f"{'at most ' if is_bound else ''}{value:.2g}"
    # a bound that is too great tells nothing
    is_chance = q_value is not None and q_value > CHANCE and not is_bound
    verdict = ", no more than chance may give" if is_chance else ""
    return f"95 % interval {interval}; {name} {shown}{verdict}"


def explain_unfit_target(names, is_discrete, what):
    """Why there is no class to tell apart, and what to do; empty if there is one.

    Parameters
    ----------
    names : sequence of str
        Of the targets.
    is_discrete : bool
        The targets are categorical.
    what : str
        What a class is needed for: "decisions are between classes".
    """
    if not names:
        return "There is no target. Choose a categorical one, e.g. with Select Columns."
    listed = ", ".join(f"“{name}”" for name in names)
    if len(names) > 1:
        return f"There are {len(names)} targets: {listed}. Keep one, e.g. with Select Columns."
    if is_discrete:
        return ""
    return (
        f"The target {listed} is numeric, but {what}. Choose a categorical target, or discretise "
        "it, e.g. with Discretize."
    )


def explain_unfit_classes(cases, known, occurring, kind):
    """Why classes cannot be told apart, and what to do; empty if two or more occur.

    Parameters
    ----------
    cases, known : int
        How many there are, and of how many the class is known.
    occurring : sequence of str
        Classes that occur.
    kind : str
        What the cases are called: "rows".
    """
    if not cases:
        return f"There are no {kind}. Use data with cases of two or more classes."
    if not known:
        return f"The class of all {kind} is missing. Use data with known classes."
    if len(occurring) > 1:
        return ""
    return (
        f"All {kind} of known class are of one class, “{occurring[0]}”. Use data with two or more "
        "classes."
    )


def explain_unfit_part(part, fault):
    """What is wrong with a part of test results, and what to do."""
    return (
        f"The results cannot be read: “{part}” {fault}. Test the models again, e.g. with Test and "
        "Score, or mend what has made the results."
    )


def explain_unfit_table(fault):
    """What is wrong with how a table is stored, and what to do."""
    return f"The table cannot be read: {fault}. Mend what has made it, e.g. a Python Script."


def describe_cut(cut):
    """A cut in words; the outermost two decide without looking. See `name_cut` for names.

    Tables tell infinite cuts by these words, and `orange.owntables` reads them.

    Examples
    --------
    >>> print(f"{describe_cut(0.43)}; {describe_cut(np.inf)}")
    cut 0.43; cut above all scores
    """
    if np.isinf(cut):
        return "cut above all scores" if cut > 0 else "cut below all scores"
    return f"cut {cut:.3g}"


def name_cut(cut):
    """A cut as part of a name: "cut 0.31", or what an infinite one decides.

    Examples
    --------
    >>> print(f"Tree, {name_cut(0.314)}; Tree, {name_cut(np.inf)}")
    Tree, cut 0.31; Tree, never positive
    """
    if np.isinf(cut):
        return "never positive" if cut > 0 else "always positive"
    return f"cut {cut:.2f}" if 0.01 <= cut <= 0.99 else f"cut {cut:.4g}"


def number(value, digits=3):
    """A value for readers: so many decimals, "n/a" where undefined.

    Examples
    --------
    >>> print(f"{number(0.12345)} {number(12.0, digits=1)} {number(np.nan)}")
    0.123 12.0 n/a
    """
    if value is None or isnan(value):
        return "n/a"
    text = f"{value:.{digits}f}"
    return (text.lstrip("-") if float(text) == 0 else text).replace("inf", "∞")


def _told(counts, measures, prevalence):
    """Symbol and value of each of these measures."""
    for name, parameters in measures.items():
        yield f"{MEASURES[name].symbol} {number(counts.measure(name, prevalence, **parameters))}"


def _share(rate):
    return "n/a" if np.isnan(rate) else f"{rate:.1%}"


def count(value):
    """A count for readers: whole where it is, else with one decimal.

    Examples
    --------
    >>> print(f"{count(12345.0)} {count(2.5)}")
    12,345 2.5
    """
    return f"{value:,.1f}" if value % 1 else f"{value:,.0f}"
