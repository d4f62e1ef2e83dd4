"""Which rows of a table the cases of test results are."""

import numpy as np

from orangecontrib.phidelta.core.gainwords import explain_other_target
from orangecontrib.phidelta.orange import UnfitError
from orangecontrib.phidelta.orange.tablecheck import class_codes


def check_same_target(results, data):
    """Raise UnfitError unless results and table have the same target, with the same values."""
    theirs, own = results.domain.class_var, data.domain.class_var
    if theirs.name != own.name or set(theirs.values) != set(own.values):
        words = theirs.name, theirs.values, own.name, own.values
        raise UnfitError(explain_other_target(*words))


def tested_rows(results, data):
    """Rows of a table that test cases are, or None where they are not known to be.

    Parameters
    ----------
    results : Orange.evaluation.Results
        Checked ones, with the target of the table.
    data : Orange.data.Table

    Returns
    -------
    array (cases,) of int, or None
        By the ids that Orange gives to rows, if the results hold the table that was tested; it may
        have other features, or an order of its own. Else by their numbers. The classes of all
        cases have to agree.
    """
    if results.row_indices is None:
        return None
    numbers = np.asarray(results.row_indices, float)
    stored = results.data
    if not _are_rows(numbers, data if stored is None else stored):
        return None
    rows = numbers.astype(int)
    if stored is not None:
        rows = _by_id(stored.ids[rows], data.ids)
    return rows if rows is not None and _agree(results, data, rows) else None


def _are_rows(numbers, table):
    is_row = (numbers >= 0) & (numbers < len(table)) & (numbers == np.floor(numbers))
    return bool(is_row.all())


def _by_id(wanted, ids):
    """Where these ids are; None unless all are there."""
    order = np.argsort(ids, kind="stable")
    place = np.searchsorted(ids[order], wanted)
    if (place == len(ids)).any() or (ids[order][place] != wanted).any():
        return None
    return order[place]


def _agree(results, data, rows):
    """Whether the cases have the classes of these rows, by their names."""
    own = {name: code for code, name in enumerate(data.domain.class_var.values)}
    renumbered = np.array([own[name] for name in results.domain.class_var.values], float)
    is_known = ~np.isnan(results.actual)
    actual = np.full(len(rows), np.nan)
    actual[is_known] = renumbered[results.actual[is_known].astype(int)]
    return bool(np.array_equal(actual, class_codes(data)[rows], equal_nan=True))
