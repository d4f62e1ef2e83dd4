"""What a widget says and sends, as values that can be compared."""

import numbers

import numpy as np
import scipy.sparse as sp
from AnyQt.QtCore import Qt
from AnyQt.QtWidgets import QLabel, QTableView
from Orange.data import Domain, Table, Variable
from Orange.evaluation import Results

ARRAYS = "X", "Y", "W", "metas"
OF_RESULTS = "actual", "predicted", "probabilities", "row_indices"


def messages(widget):
    """The messages shown: (severity, text)."""
    return sorted(
        (group.severity, str(message).strip())  # plain text, not a message
        for group in widget.message_groups
        for message in group.active
    )


def errors(widget):
    """The errors shown."""
    return [str(message) for message in widget.Error.active]


def said(widget):
    """Messages, headline, read-outs and the rows of tables, in any order."""
    labels = [
        label.text()
        for label in widget.mainArea.findChildren(QLabel)
        if label.isVisibleTo(widget) and not label.pixmap()
    ]
    tables = [sorted(_rows(view)) for view in widget.mainArea.findChildren(QTableView)]
    return {"messages": messages(widget), "labels": sorted(labels), "tables": tables}


def _rows(view):
    model = view.model()
    columns = [c for c in range(model.columnCount()) if not view.isColumnHidden(c)]
    count = min(model.rowCount(), 200)
    return [
        tuple(str(model.index(row, c).data(Qt.DisplayRole)) for c in columns)
        for row in range(count)
    ]


def sent(gui, widget):
    """All outputs by name, as values that can be compared."""
    outputs = vars(widget.Outputs).values()
    return {each.name: digest(raw(gui, widget, each.name)) for each in outputs}


def raw(gui, widget, name):
    """An output by its name."""
    return gui.signal_manager.outputs.get((widget, name))


def digest(value, depth=0):
    """What matters of an object, as something that has an equality."""
    if isinstance(value, Table):
        return "table", digest(value.domain), [digest(getattr(value, a)) for a in ARRAYS]
    if isinstance(value, Domain):
        columns = value.attributes, value.class_vars, value.metas
        return "domain", [[str(v) for v in kind] for kind in columns]
    if isinstance(value, Results):
        arrays = [digest(getattr(value, name, None)) for name in OF_RESULTS]
        return "results", digest(getattr(value, "learner_names", None)), arrays
    if isinstance(value, Variable):
        return "variable", value.name
    if sp.issparse(value):
        return digest(value.toarray())
    if isinstance(value, np.ndarray):
        kept = (
            value.astype(float)
            if value.dtype.kind in "fiub"
            else np.vectorize(repr)(value)
            if value.size
            else value
        )
        return value.shape, [repr(each) for each in kept.ravel().tolist()]
    if isinstance(value, dict):
        return [(str(key), digest(each, depth)) for key, each in value.items()]
    if isinstance(value, list | tuple):
        return [digest(each, depth) for each in value]
    if value is None or isinstance(value, str | numbers.Number):
        return repr(value)
    names = {} if depth else vars(value) if hasattr(value, "__dict__") else {}
    parts = [(n, digest(v, 1)) for n, v in sorted(names.items()) if _is_plain(v)]
    return type(value).__name__, parts


def _is_plain(value):
    plain = str | numbers.Number | type(None)
    if isinstance(value, list | tuple):
        return all(_is_plain(each) for each in value)
    return isinstance(value, plain)


def difference(one, other, path=""):
    """Where two digests differ first; an empty text where nowhere."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(f"{path}/{key}", one[key], other[key]) for key in one]
    elif (
        isinstance(one, list | tuple)
        and isinstance(other, list | tuple)
        and len(one) == len(other)
    ):
        pairs = [(f"{path}/{i}", a, b) for i, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else f"{path}: {str(one)[:160]} is not {str(other)[:160]}"
    return next((d for d in (difference(a, b, p) for p, a, b in pairs) if d), "")


def changed_settings(stored, packed):
    """What of a widget's settings is other than when it was stored, as a dict of pairs.

    The place of its window is left out: Orange notes it whenever a window is moved or hidden. So
    is the column "similar_to", which is there while features are compared.
    """
    stored, packed = map(_without_comparing, (stored, packed))
    names = (stored.keys() | packed.keys()) - {"savedWidgetGeometry"}
    pairs = {name: (stored.get(name), packed.get(name)) for name in names}
    return {name: (one, other) for name, (one, other) in pairs.items() if one != other}


def _without_comparing(settings):
    shown = settings.get("shown_columns")
    if not isinstance(shown, dict):
        return settings
    return settings | {"shown_columns": {k: v for k, v in shown.items() if k != "similar_to"}}
