"""Outputs against the inputs they come from, counted again case by case."""

import numpy as np

CELLS = "TP", "FP", "FN", "TN"


def recounted(inputs, outputs):
    """What is wrong with the outputs of fit inputs: a line for each."""
    results, data = inputs.get("Evaluation Results"), inputs.get("Data")
    if results is not None:
        yield from _wrong_scores(results, outputs.get("Scores"))
        yield from _wrong_cuts(results, outputs.get("Thresholds"))
    elif data is not None:
        for name in ("Selected Data", "Reduced Data"):
            yield from _no_part(data, outputs.get(name), name)


def _sides(results, told):
    """Numbers of the class values that are positive and negative, by what a table calls them."""
    values = results.domain.class_var.values
    positive, _, negative = told["Positive class"].partition(" against ")
    is_positive, is_negative = (
        np.array([value == names or value in names.split(" or ") for value in values])
        for names in (positive, negative)
    )
    is_negative = is_negative if negative else ~is_positive
    return np.flatnonzero(is_positive), np.flatnonzero(is_negative)


def _cells(actual, is_called, sides):
    """TP, FP, FN, TN."""
    is_positive, is_negative = (np.isin(actual, side) for side in sides)
    pairs = (is_called, is_positive), (is_called, is_negative), (~is_called, is_positive)
    return [int(np.sum(c & p)) for c, p in (*pairs, (~is_called, is_negative))]


def _rows(table):
    """(texts of the metas by name, cells) of the rows over all folds."""
    for row in table:
        told = {meta.name: str(row[meta]) for meta in table.domain.metas}
        if told["Fold"] == "all" and not any(np.isnan(float(row[c])) for c in CELLS):
            yield row, told, [float(row[c]) for c in CELLS]


def _wrong_scores(results, table):
    """Scores of models as they decide."""
    names = getattr(results, "learner_names", None) or [each.name for each in results.learners]
    for _, told, cells in _rows(table) if table is not None else ():
        if told["Model"] not in names:
            continue  # a point, or a model renamed
        model = list(names).index(told["Model"])
        sides = _sides(results, told)
        counted = _cells(results.actual, np.isin(results.predicted[model], sides[0]), sides)
        if cells != counted:
            yield f"{told['Model']}: {cells} is not {counted}"


def _wrong_cuts(results, table):
    """Cuts of one of the models: there has to be a model of which all are right."""
    rows = list(_rows(table)) if table is not None else []
    if not rows:
        return
    sides = _sides(results, rows[0][1])
    wrong = [_first_wrong_cut(results, scores, sides, rows) for scores in results.probabilities]
    if all(wrong):
        yield f"cuts of no model: {wrong}"


def _first_wrong_cut(results, probabilities, sides, rows):
    scores, others = (probabilities[:, side].sum(axis=1) for side in sides)
    if len(np.concatenate(sides)) < probabilities.shape[1]:
        both = scores + others
        scores = np.divide(scores, both, out=np.full_like(both, 0.5), where=both > 0)
    for row, told, cells in rows:
        cut = float(row["Cut"])
        if np.isnan(cut):
            cut = np.inf if "above" in told["Decision"] else -np.inf
        counted = _cells(results.actual, scores > cut, sides)
        if cells != counted:
            return f"{cells} at {cut} is not {counted}"
    return ""


def _no_part(data, part, name):
    """Data with fewer columns, in all rows."""
    if part is None:
        return
    if len(part) != len(data):
        yield f"{name}: {len(part)} rows of {len(data)}"
        return
    for variable in part.domain.attributes:
        one, other = (np.asarray(t.get_column(variable), float) for t in (part, data))
        if not np.array_equal(one, other, equal_nan=True):
            yield f"{name}: {variable.name} is not that of the data"
