"""Data frames as tables of numbers, with the names of columns and values.

By what a frame has, not by its class: neither pandas nor polars is needed to say what is a frame.
"""

import numpy as np

#: What dask has in place of categories that it has not looked for.
_UNKNOWN = "__UNKNOWN_CATEGORIES__"


def from_frame(X, names=None, values=None):
    """What `class_signature` needs of a data frame; anything else comes back as it is.

    Parameters
    ----------
    X : DataFrame of numbers and categoricals
        Of pandas or polars. Missing values are nan.
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
        None for numbers, the names of the categories for a categorical. Of a Categorical of
        polars, which knows those of other frames too, the ones that occur, sorted.
    """
    columns = getattr(X, "columns", None)
    if columns is None:
        return X, names, values
    if values is not None:
        raise ValueError("the values of a data frame are its categories. Got others, too")
    table, values = np.empty(X.shape), []
    for place, name in enumerate(columns):
        if hasattr(X, "iloc"):
            table[:, place], categories = _pandas_column(name, X.iloc[:, place])
        else:
            table[:, place], categories = _polars_column(name, X.to_series(place))
        values.append(categories)
    return table, tuple(map(str, columns)) if names is None else names, tuple(values)


def _pandas_column(name, series):
    """Numbers or codes of a column, and None or its categories."""
    categories = getattr(series.dtype, "categories", None)
    if categories is not None:
        codes = series.cat.codes.to_numpy(dtype=float)
        if _UNKNOWN in categories:
            raise ValueError(f"column {name!r} has unknown categories; categorize() finds them")
        return np.where(codes < 0, np.nan, codes), tuple(map(str, categories))
    if series.dtype.kind not in "biuf":
        raise _unfit(name, series.dtype, 'astype("category")')
    return series.to_numpy(dtype=float, na_value=np.nan), None


def _polars_column(name, series):
    kind = str(series.dtype).partition("(")[0]
    if kind in ("Categorical", "Enum"):
        texts = series.to_list()
        occurring = sorted(set(texts) - {None})
        categories = occurring if kind == "Categorical" else series.dtype.categories.to_list()
        codes = {text: code for code, text in enumerate(categories)}
        return [codes.get(text, np.nan) for text in texts], tuple(categories)
    if not (kind == "Boolean" or series.dtype.is_numeric()):
        raise _unfit(name, series.dtype, "cast(polars.Categorical)")
    return series.cast(float).to_numpy(), None


def _unfit(name, kind, remedy):
    return ValueError(
        f"column {name!r} must hold numbers or be categorical; {remedy} makes it so. Got {kind}"
    )
