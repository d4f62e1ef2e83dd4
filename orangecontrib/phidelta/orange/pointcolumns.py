"""Columns of a table that are known by name: counts, rates, and the names of points."""

import re

import numpy as np
from Orange.data.util import get_unique_names_duplicates

COUNTS = ("tp", "fp", "fn", "tn")

#: What columns of a table of points may be called; compared without case, spaces and signs.
_SYNONYMS = {
    "tp": ("tp", "true positives", "true positive", "hits"),
    "fp": ("fp", "false positives", "false positive", "false alarms", "type I errors"),
    "fn": ("fn", "false negatives", "false negative", "misses", "type II errors"),
    "tn": ("tn", "true negatives", "true negative", "correct rejections"),
    "sensitivity": (
        "sensitivity",
        "sens",
        "tpr",
        "true positive rate",
        "tp rate",
        "recall",
        "hit rate",
    ),
    "specificity": ("specificity", "spec", "tnr", "true negative rate", "selectivity"),
    "fpr": (
        "fpr",
        "false positive rate",
        "fp rate",
        "fall-out",
        "false alarm rate",
        "1 - specificity",
    ),
    "fnr": ("fnr", "false negative rate", "miss rate", "1 - sensitivity"),
}
_NAMES = ("name", "model", "classifier", "learner", "method", "label")


def _plain(name):
    return re.sub(r"[\W_]+", "", name.casefold())


def found_columns(table):
    """Numeric columns of the table that are known by name: a dict of our name to array."""
    meanings = {_plain(word): name for name, words in _SYNONYMS.items() for word in words}
    domain = table.domain
    found = {}
    for variable in domain.variables + domain.metas:
        name = meanings.get(_plain(variable.name))
        values = _numbers(table, variable) if name is not None else None
        if values is not None:
            found.setdefault(name, values)
    return found


def _numbers(table, variable):
    """A column as numbers; None if it is not one. Orange takes a column of 0 and 1 for nominal."""
    column = table.get_column(variable)
    if variable.is_continuous:
        return np.asarray(column, float)
    if not variable.is_discrete:
        return None
    try:
        values = np.array([*map(float, variable.values), np.nan])
    except ValueError:
        return None
    return values[np.where(np.isnan(column), -1, column).astype(int)]


def numbers_of(table, name):
    """The column of this name as numbers, None without one."""
    variable = _variable(table, name)
    return None if variable is None else _numbers(table, variable)


def texts_of(table, name):
    """The column of this name as a list of texts, whatever a file has made of it, or None."""
    variable = _variable(table, name)
    if variable is None:
        return None
    column = table.get_column(variable)
    if variable.is_continuous:
        return ["" if np.isnan(value) else f"{value:.15g}" for value in column.astype(float)]
    texts = [variable.str_val(value) for value in column]
    return ["" if text == "?" else text for text in texts]


def _variable(table, name):
    variables = table.domain.metas + table.domain.variables
    return next((v for v in variables if _plain(v.name) == _plain(name)), None)


def row_names(table):
    """A name for each row: by the column of names, or by its number; each is unique."""
    domain = table.domain
    texts = [v for v in domain.metas + domain.variables if v.is_string or v.is_discrete]
    texts.sort(key=lambda v: (_plain(v.name) not in _NAMES, not v.is_string))
    if not texts:
        return [f"Point {row + 1}" for row in range(len(table))]
    variable = texts[0]
    names = [variable.str_val(value) for value in table.get_column(variable)]
    names = [f"Point {i + 1}" if name in ("", "?") else name for i, name in enumerate(names)]
    return get_unique_names_duplicates(names)
