"""What the Class Signature does in the background: signatures, and best cuts for the headline."""

from orangecontrib.phidelta.orange.signatures import best_cuts, table_signature
from orangecontrib.phidelta.orange.signaturesets import SignatureSet
from orangecontrib.phidelta.widgets.bases.features import progress_of

#: More values than these are not searched for best cuts that are not shown.
_MOST_VALUES = 10**7


def compute(data, choices, encoding, subsets, state):
    """What the picture shows and the headline looks at; runs in the background.

    Returns
    -------
    SignatureSet
        Of each choice of positive values, with the `best_cuts` where that does not take long.
    """
    progress = progress_of(state)
    # Orange finds variables by a dict that it makes when first asked
    data.domain.index(data.domain.class_var)
    signatures, cuts = [], []
    for done, choice in enumerate(choices):

        def told(share, done=done):
            progress((done + share) / len(choices))

        signatures.append(table_signature(data, choice, encoding, subsets, lambda s: told(s / 2)))
        told(1 / 2)
        most = _MOST_VALUES / len(choices)
        cuts.append(best_cuts(data, signatures[-1], most, lambda s: told((1 + s) / 2)))
        told(1)
    return SignatureSet(signatures, cuts).prepare()
