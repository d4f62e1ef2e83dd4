"""Data frames as tables of numbers, with the names of columns and values.

By what a frame has, not by its class: pandas is not needed to say what is one of its frames.
"""

import numpy as np


def from_frame(X, names=None, values=None):
    """What `class_signature` needs of a pandas DataFrame; anything else comes back as it is.

    Parameters
    ----------
    X : DataFrame of numbers and categoricals
        Missing values are nan.
    names : sequence of str, optional
        Instead of the names of the columns.
    values
        None; those of categoricals are their categories.

    Returns
    -------
    X : array (cases, features)
        Of a categorical, the codes.
    names : tuple of str
    values : tuple
        None for numbers, the names of the categories for a categorical.
    """
    columns = getattr(X, "columns", None)
    if columns is None:
        return X, names, values
    if values is not None:
        raise ValueError("the values of a data frame are its categories. Got others, too")
    table, values = np.empty(X.shape), []
    for place, name in enumerate(columns):
        table[:, place], categories = _column(name, X.iloc[:, place])
        values.append(categories)
    return table, tuple(map(str, columns)) if names is None else names, tuple(values)


def _column(name, series):
    """Numbers or codes of a column, and None or its categories."""
    categories = getattr(series.dtype, "categories", None)
    if categories is not None:
        codes = series.cat.codes.to_numpy(dtype=float)
        return np.where(codes < 0, np.nan, codes), tuple(map(str, categories))
    if series.dtype.kind not in "biuf":
        raise ValueError(
            f'column {name!r} must hold numbers or be categorical; astype("category") makes it '
            f"so. Got {series.dtype}"
        )
    return series.to_numpy(dtype=float, na_value=np.nan), None
