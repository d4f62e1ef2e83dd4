"""What there is to say about a part of a classifier in a picture."""

from functools import partial

from orangecontrib.phidelta.core.words import explain, explain_folds, explain_reversal


def explain_part(classifier, part, index, positive, prevalence, told):
    """What there is to say about a part of a classifier; a sentence in each line.

    Parameters
    ----------
    classifier : Classifier
    part, index : str, int
        "point", "folds" (by number from 0), "curves" (by index in the sweep), "spread" of folds.
    positive : PositiveClass
    prevalence : float or None
        As of `explain`.
    told : dict of str to dict
        Measures to tell, and their parameters.
    """
    sides = {"positive": positive.text, "others": positive.others}
    tell = partial(explain, **sides, prevalence=prevalence, also=told)
    name = classifier.name
    if part in ("spread", "folds"):
        folds = classifier.folds.counts
        is_one = part == "folds"
        head = tell(folds[index], name=f"{name}, fold {index + 1}") if is_one else name
        return f"{head}\n{explain_folds(folds, prevalence, told)}"
    if part == "curves":
        counts = classifier.sweep.counts(index)
        sentence = tell(counts, name=name, cut=classifier.sweep.cuts[index])
    else:
        counts = classifier.counts
        sentence = tell(counts, name=name, is_counted=classifier.is_counted)
    return "\n".join(filter(None, (sentence, explain_reversal(counts))))
