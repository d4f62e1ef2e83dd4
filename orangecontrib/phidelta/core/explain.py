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
        Class ratio for accuracy and bias; None: as counted.
    name : str
        Of the classifier.
    cut : float, optional
        The threshold that makes the decision.
    is_counted : bool
        False where only the rates of `counts` mean something; the sentence then gives per cent.

    Examples
    --------
    "Tree, cut 0.43: misses 23 of 139 ‘1’, calls 19 of 164 others ‘1’; accuracy 0.861, bias -0.026"
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
        f"accuracy {accuracy}, bias {bias}"
    )


def describe_cut(cut):
    """A cut in words; the outermost two decide without looking."""
    if np.isinf(cut):
        return "cut above all scores" if cut > 0 else "cut below all scores"
    return f"cut {cut:.3g}"


def number(value, digits=3):
    """A value for readers: so many decimals, "n/a" where undefined."""
    return "n/a" if value is None or np.isnan(value) else f"{value:.{digits}f}"


def _share(rate):
    return "n/a" if np.isnan(rate) else f"{rate:.1%}"


def count(value):
    """A count for readers: whole where it is, else with one decimal."""
    return f"{value:,.1f}" if value % 1 else f"{value:,.0f}"
