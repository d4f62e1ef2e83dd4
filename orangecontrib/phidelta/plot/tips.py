"""Tool tips: text from data is no markup, and lines are short enough to be read."""

import re
from html import escape
from textwrap import wrap

#: Most characters in a line.
_WIDTH = 76


def tip(text):
    """Sentences, one in each line, as the rich text of a tool tip; nothing in them is markup.

    Qt would take a plain text for rich where a name in it looks like a tag.
    """
    # A number stays with the word before it.
    lines = re.sub(r" (?=[-±\d])", "\N{NO-BREAK SPACE}", text).splitlines()
    broken = (part for line in lines for part in _broken(line))
    return f"<p style='white-space: pre'>{escape(chr(10).join(broken))}</p>" if text else ""


def _broken(line):
    # most are short, and a list may have thousands
    return [line] if len(line) <= _WIDTH else wrap(line, _WIDTH, break_on_hyphens=False)
