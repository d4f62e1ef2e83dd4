"""One sentence about one point, in the words of the data."""

import numpy as np


def explain(counts, positive, prevalence=None, name="", cut=None, is_counted=True):
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

    Examples
    --------
    "Tree, cut 0.43: misses 23 of 139 ‘1’, calls 19 of 164 others ‘1’; accuracy 0.861,
    bias φ_b -0.026"
    """
    head = ", ".join(part for part in (name, "" if cut is None else describe_cut(cut)) if part)
    if is_counted:
        missed = f"{count(counts.fn)} of {count(counts.positives)}"
        called = f"{count(counts.fp)} of {count(counts.negatives)}"
    else:
        missed, called = f"{_share(1 - counts.tpr)} of", f"{_share(counts.fpr)} of"
    accuracy, bias = (number(counts.measure(m, prevalence)) for m in ("accuracy", "bias"))
    return (
        f"{head}{': ' if head else ''}misses {missed} ‘{positive}’, "
        f"calls {called} others ‘{positive}’; "
        f"accuracy {accuracy}, bias φ_b {bias}"
    )


def explain_feature(name, fpr, tpr, positive, is_decision=True):
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

    Examples
    --------
    "odor = n: true for 3.1% of ‘p’ and 81.0% of others; as a classifier alone, said the other way
    round, it is right for 89.0% of a balanced population"
    """
    if np.isnan(tpr - fpr):
        return f"{name}: the same for all cases, or not known in a whole class"
    about = "true for" if is_decision else "on average, of its range,"
    of = " of" if is_decision else " in"
    right = (1 + abs(tpr - fpr)) / 2
    turned = ", said the other way round," if tpr < fpr else ""
    return (
        f"{name}: {about} {tpr:.1%}{of} ‘{positive}’ and {fpr:.1%}{of} others; "
        f"as a classifier alone{turned} it is right for {right:.1%} of a balanced population"
    )


def describe_cut(cut):
    """A cut in words; the outermost two decide without looking."""
    if np.isinf(cut):
        return "cut above all scores" if cut > 0 else "cut below all scores"
    return f"cut {cut:.3g}"


def number(value, digits=3):
    """A value for readers: so many decimals, "n/a" where undefined."""
    if value is None or np.isnan(value):
        return "n/a"
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def _share(rate):
    return "n/a" if np.isnan(rate) else f"{rate:.1%}"


def count(value):
    """A count for readers: whole where it is, else with one decimal."""
    return f"{value:,.1f}" if value % 1 else f"{value:,.0f}"
