"""Results as a notebook shows them."""

from html import escape
from itertools import islice

import numpy as np

_ROWS = 20
_LETTERS = 40


def html_table(caption, head, rows, count):
    """The first of `count` rows as a table in HTML; texts are escaped.

    A row is an iterable of str and float; nan is n/a.
    """
    shown = islice(rows, _ROWS)
    more = f"{count - _ROWS} more" if count > _ROWS else ""
    return (
        f"<table><caption>{escape(caption.strip('<>'))}</caption>"
        f"<thead>{_row(head, 'th')}</thead>"
        f"<tbody>{''.join(_row(map(_cell, row), 'td') for row in shown)}</tbody></table>{more}"
    )


def shortened(text):
    """The text, or its beginning."""
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 3]}..."


def _row(cells, tag):
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _cell(value):
    if isinstance(value, str):
        return value
    return "n/a" if np.isnan(value) else f"{value:.3g}"
