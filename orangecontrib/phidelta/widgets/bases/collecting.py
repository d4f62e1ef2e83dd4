"""Inputs of a collection, of which there may be any number, and what is made of them."""

from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.collection import Collection, met
from orangecontrib.phidelta.orange.members import member
from orangecontrib.phidelta.orange.resultcheck import checked_results
from orangecontrib.phidelta.widgets.bases.features import progress_of


def collect(tables, all_results, choices, known, state):
    """A `Collection` of all that can be shown; runs in the background.

    Parameters
    ----------
    tables : list of (Table, str)
        With their names.
    all_results : list of Results
    choices : tuple
        rule, encoding and subsets of `member`.
    known : sequence of Member
        What need not be computed again.
    """
    progress, members, left_out = progress_of(state), [], []
    for done, (data, name) in enumerate(tables):

        def told(share, done=done):
            progress((done + share) / len(tables))

        try:
            members.append(_member(data, name, choices, known, told))
        except UnfitError as error:
            left_out.append(f"{name}: {error}")
        told(1)
    checked, unmatched = [], []
    for results in all_results:
        try:
            checked.append(checked_results(results))
        except UnfitError as error:
            unmatched.append(str(error))
    members, others = met(members, checked)
    return Collection(tuple(members), tuple(left_out), (*unmatched, *others))


def _member(data, name, choices, known, progress):
    for each in known:
        if each.data is data and each.name == name and each.question == choices:
            return each
    # Orange finds variables by a dict that it makes when first asked
    if data.domain.class_var is not None:
        data.domain.index(data.domain.class_var)
    return member(data, name, *choices, progress)
