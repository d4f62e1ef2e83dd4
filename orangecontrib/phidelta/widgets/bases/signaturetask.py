"""What the Class Signature does in the background: signatures, and best cuts for the headline."""

from orangecontrib.phidelta.orange.signatures import (
    best_cuts,
    class_table_signatures,
    table_signature,
)
from orangecontrib.phidelta.orange.signaturesets import SignatureSet
from orangecontrib.phidelta.widgets.bases.features import progress_of

#: More values than these are not searched for best cuts that are not shown.
_MOST_VALUES = 10**7


def compute(data, choices, encoding, subsets, state):
    """What the picture shows and the headline looks at; runs in the background.

    Returns
    -------
    SignatureSet
        Of each choice of positive values, of several of each class against the rest; with the
        `best_cuts` where that does not take long.
    """
    progress = progress_of(state)
    # Orange finds variables by a dict that it makes when first asked
    data.domain.index(data.domain.class_var)
    if len(choices) > 1:
        signatures = class_table_signatures(data, encoding, subsets, lambda s: progress(s / 2))
    else:
        signatures = [
            table_signature(data, choice, encoding, subsets, lambda s: progress(s / 2))
            for choice in choices
        ]
    most, cuts = _MOST_VALUES / len(signatures), []
    for done, each in enumerate(signatures):

        def told(share, done=done):
            progress((1 + (done + share) / len(signatures)) / 2)

        cuts.append(best_cuts(data, each, most, told))
        told(1)
    return SignatureSet(signatures, cuts).prepare()
