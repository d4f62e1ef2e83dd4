"""What a comparison, a range of conditions, and groups say, in sentences."""

import numpy as np

from orangecontrib.phidelta.core.choosing.conditions import odds_of
from orangecontrib.phidelta.core.words import count, describe_cut, number

#: A probability from which on one decision is called the better one, as a 95 % interval would.
SURE = 0.975


def explain_pair(pairing, names, positive, prevalence, cost_fp=1.0, cost_fn=1.0, others="others"):
    """How two decisions about the same cases differ, and whether chance could have done it.

    Parameters
    ----------
    pairing : Pairing
    names : (str, str)
        Of the decisions.
    positive : str
        How the positive class is called.
    prevalence : float
        Fraction of positives where they shall be used.
    cost_fp, cost_fn : float
    others : str
        How the negative cases are called.

    Returns
    -------
    str
        Three sentences, one in each line.

    Examples
    --------
    >>> from orangecontrib.phidelta.core.choosing.paired import Agreement, Pairing
    >>> pairing = Pairing(Agreement(90, 12, 8, 29), Agreement(10, 9, 3, 142))
    >>> told = explain_pair(pairing, ("Bayes", "Tree"), "1", pairing.prevalence)
    >>> print(told.replace(" (", "\\n("))
    Bayes finds 4 more of the 139 ‘1’ and raises 6 more false alarms among 164 others.
    If a false alarm costs 1 and a miss 1, chance could decide between them
    (probability that Bayes is better: 0.36).
    Bayes is the better one where a miss costs more than 1.5 false alarms
    (95 %: 0 to never).
    """
    cost = pairing.difference("cost", prevalence, cost_fp=cost_fp, cost_fn=cost_fn)
    sentences = (
        _counted(pairing, names[0], positive, others),
        _decided(cost.probability, names, cost_fp, cost_fn),
        _break_even(pairing, names, prevalence),
    )
    return "\n".join(sentences)


def explain_over_folds(shares, names, folds, measure, rope):
    """Who is better on folds that were trained on other data as well, as a sentence.

    Parameters
    ----------
    shares : (float, float, float)
        Probabilities that the first is better, that they are equal, that the second is better.
    names : (str, str)
    folds : int
    measure : str
        As readers know it.
    rope : float
        Differences up to this one count as none.

    Examples
    --------
    >>> told = explain_over_folds((0.12, 0.55, 0.33), ("Bayes", "Tree"), 10, "accuracy", 0.01)
    >>> print(told.replace(": ", "\\n"))
    over 10 folds, with differences below 0.01 in accuracy counting as none
    Bayes better 0.12, equal 0.55, Tree better 0.33
    """
    better, equal, worse = (f"{share:.2f}" for share in shares)
    between = f", with differences below {rope:g} in {measure} counting as none" if rope else ""
    middle = f"equal {equal}, " if rope else ""
    about = between or f", in {measure}"
    return (
        f"over {folds} folds{about}: {names[0]} better {better}, {middle}{names[1]} better {worse}"
    )


def explain_mixture(names, share):
    """Who decides in a mixture of two decisions, in words.

    Parameters
    ----------
    names : (str, str)
        Of the decisions.
    share : float in [0, 1]
        Of the cases that the first one decides.

    Examples
    --------
    >>> print(explain_mixture(("Tree, cut 0.43", "Bayes, cut 0.2"), 0.4))
    drawn by lot, 40 % of the cases by Tree, cut 0.43, and 60 % by Bayes, cut 0.2
    """
    if share in (0, 1):
        return names[share == 0]
    return (
        f"drawn by lot, {share:.0%} of the cases by {names[0]}, and {1 - share:.0%} by {names[1]}"
    ).replace("%", " %")


def explain_range(summaries, names_of_dummies, class_ratio, miss_cost):
    """Who is to be chosen where class ratio and costs are known only roughly, as a sentence.

    Parameters
    ----------
    summaries : sequence
        Of candidates, each with name, cut, cost, share and regret.
    names_of_dummies : collection of str
    class_ratio, miss_cost : Range
    """
    best = min(summaries, key=lambda each: each.cost)
    cut = "" if np.isnan(best.cut) or best.name in names_of_dummies else _with_cut(best.cut)
    head = (
        f"At class ratios {class_ratio} : 1 and misses {miss_cost} times as dear as false alarms, "
        f"{best.name}{cut} costs least on average ({number(best.cost)} per case, a false alarm "
        f"costing 1), is best in {best.share:.0%} of the range, and never costs more than "
        f"{number(best.regret)} above the best."
    )
    if best.name in names_of_dummies:
        head += " No model is worth its use there."
    return head


def explain_stretch(low, high, name, cut, prevalence):
    """At which costs a decision costs least, at this class ratio, as a sentence.

    Parameters
    ----------
    low, high : float in [0, 1]
        Conditions.
    name : str
    cut : float
        nan for the model's own decision.
    prevalence : float

    Examples
    --------
    >>> print(explain_stretch(0.2, 0.5, "Bayes", 0.43, prevalence=0.2))
    Bayes with cut 0.43 costs least where a miss costs 1 to 4 false alarms
    """
    of, until = _miss_cost(low, prevalence), _miss_cost(high, prevalence)
    where = f"{of:.3g} to {until:.3g} false alarms"
    if np.isinf(until):
        where = f"more than {of:.3g} false alarms" if of else "anything"
    return f"{name}{_with_cut(cut)} costs least where a miss costs {where}"


def explain_groups(difference, names, is_ordered=False):
    """Why accuracy differs between two groups, as a sentence.

    Parameters
    ----------
    difference : AccuracyDifference
    names : (str, str)
        Of the groups.
    is_ordered : bool
        True if the second one is later (or higher) than the first.

    Examples
    --------
    >>> from orangecontrib.phidelta.core.choosing.groups import AccuracyDifference
    >>> difference = AccuracyDifference(0.86, 0.79, model=0.01, population=0.06)
    >>> told = explain_groups(difference, ("f", "m"))
    >>> print(told.replace(": ", ":\\n"))
    Accuracy 0.86 in ‘f’, 0.79 in ‘m’:
    the class ratio explains 0.06 of the difference, the model 0.01.
    """
    if np.isnan(difference.total):
        return ""
    digits = 2 if abs(difference.total) >= 0.02 else 3
    first, second = (number(value, digits) for value in (difference.first, difference.second))
    if first == second:
        return f"Accuracy {first} in ‘{names[0]}’ and in ‘{names[1]}’: {_balance(difference)}."
    if is_ordered:
        verb = "rose" if difference.total < 0 else "fell"
        head = f"Accuracy {verb} from {first} in ‘{names[0]}’ to {second} in ‘{names[1]}’"
    else:
        head = f"Accuracy {first} in ‘{names[0]}’, {second} in ‘{names[1]}’"
    return f"{head}: {_parts(difference, digits)}."


def _balance(difference):
    """What class ratio and model do where accuracy is the same."""
    part = number(abs(difference.model))
    if not float(part):
        return "neither the class ratio nor the model makes a difference"
    return f"what the class ratio and the model do, {part} each, cancels out"


def _parts(difference, digits):
    """What class ratio and model explain, in the direction of the difference."""
    sign = np.sign(difference.total)
    ratio, model = (sign * part for part in (difference.population, difference.model))
    told_ratio, told_model = (number(abs(part), digits) for part in (ratio, model))
    if ratio < 0 and float(told_ratio):
        return f"the model explains {told_model}, less {told_ratio} by the class ratio"
    if model < 0 and float(told_model):
        return f"the class ratio explains {told_ratio}, less {told_model} by the model"
    return f"the class ratio explains {told_ratio} of the difference, the model {told_model}"


def explain_samples(name, share, samples):
    """How often a candidate would have been chosen, as a sentence.

    Parameters
    ----------
    name : str
    share : float in [0, 1]
    samples : int
        Number of bootstrap samples.

    Examples
    --------
    >>> print(explain_samples("Bayes", 0.834, 500))
    Of 500 bootstrap samples of the cases, 83% would choose Bayes.
    """
    return f"Of {count(samples)} bootstrap samples of the cases, {share:.0%} would choose {name}."


def _with_cut(cut):
    return "" if np.isnan(cut) else f" with {describe_cut(cut)}"


def _counted(pairing, name, positive, others):
    found = pairing.positives.first - pairing.positives.second
    alarms = pairing.negatives.first - pairing.negatives.second
    positives = f"{count(pairing.positives.cases)} ‘{positive}’"
    negatives = f"{count(pairing.negatives.cases)} {others}"
    return (
        f"{name} finds {_more(found)} of the {positives} and raises {_more(alarms)} false alarms "
        f"among {negatives}."
    )


def _more(difference):
    if not difference:
        return "as many"
    return f"{count(abs(difference))} {'more' if difference > 0 else 'fewer'}"


def _decided(probability, names, cost_fp, cost_fn):
    costs = f"If a false alarm costs {cost_fp:g} and a miss {cost_fn:g},"
    if 1 - SURE < probability < SURE:
        return (
            f"{costs} chance could decide between them (probability that {names[0]} is better: "
            f"{_probability(probability)})."
        )
    better = names[0] if probability > 0.5 else names[1]
    share = _probability(max(probability, 1 - probability))
    return f"{costs} {better} is better (probability {share})."


def _probability(share):
    return f"{share:.2f}" if share < 0.995 else "above 0.99"


def _break_even(pairing, names, prevalence):
    """Where a miss would have to cost more, or less, for the first one to be better."""
    even, (low, high) = pairing.break_even.condition, pairing.break_even.undecided()
    d_fpr, d_tpr = pairing.rates
    if np.isnan(even):
        better = names[0] if d_tpr - d_fpr > 0 else names[1]
        if d_fpr == d_tpr == 0:
            return "They find as many and raise as many false alarms: at any costs they are equal."
        certainty = "" if np.isnan(low) else ", though not for sure"
        return f"{better} is the better one at any costs{certainty}."
    word = "more" if d_tpr > 0 else "less"
    ends = (_miss_cost(each, prevalence) for each in (low, high))
    low_text, high_text = ("never" if np.isinf(e) else f"{e:.3g}" for e in ends)
    return (
        f"{names[0]} is the better one where a miss costs {word} than "
        f"{_miss_cost(even, prevalence):.3g} false alarms (95 %: {low_text} to {high_text})."
    )


def _miss_cost(condition, prevalence):
    """Cost of a miss in false alarms at a condition, at this prevalence."""
    odds = float(odds_of(condition))
    ratio = (1 - prevalence) / prevalence
    return np.inf if odds == 0 else ratio / odds
