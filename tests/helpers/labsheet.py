"""What a lab sheet says, to be compared with what a widget shows."""

import re
from pathlib import Path

import pytest

SHEETS = Path(__file__).parents[2] / "tutorials"
NUMBER = r"[-+]?\d+(?:\.\d+)?(?:e-?\d+)?"


class Sheet:
    """The text of a lab sheet: what the student is asked, and what the teacher is told."""

    def __init__(self, name):
        text = (SHEETS / f"{name}.md").read_text(encoding="utf-8")
        self.questions, self.answers = re.split(r"^#+ For the teacher", text, flags=re.M)

    def asks(self, *words):
        """The student finds all these words in the questions."""
        for each in words:
            if each not in plain(self.questions):
                pytest.fail(f"the questions do not say {each!r}")

    def tells(self, template, *shown):
        """The teacher finds these words, each {} a number that is what is shown.

        `shown` are numbers, or texts that begin with one; they agree to the last digit stated. A
        pair means anything from the one to the other.
        """
        pattern = re.escape(template).replace(r"\{\}", f"({NUMBER})")
        found = re.search(pattern, plain(self.answers))
        assert found, f"the answers do not say {template!r}"
        assert len(found.groups()) == len(shown), template
        for stated, value in zip(found.groups(), shown, strict=True):
            assert agree(stated, value), f"{template!r}: {stated} stated, {value} shown"

    def rows(self, corner):
        """A table of the answers: the first cell of each row, and header to cell."""
        lines = [line.strip().strip("|") for line in self.answers.splitlines() if "|" in line]
        cells = [
            [plain(cell.replace("\0", "|")) for cell in line.split("|")]
            for line in (line.replace(r"\|", "\0") for line in lines)
        ]
        start = next(i for i, row in enumerate(cells) if row[0] == corner)
        header = cells[start]
        for row in cells[start + 2 :]:
            if len(row) != len(header) or row[0] == "":
                return
            yield row[0], dict(zip(header, row, strict=True))


def plain(text):
    """Without emphasis, in one line."""
    return " ".join(re.sub(r"[*`]", "", text).split())


def number(shown):
    """The number that a text begins with."""
    if isinstance(shown, str):
        found = re.match(NUMBER, shown.strip().lstrip("≥≤<> "))
        assert found, f"{shown!r} shows no number"
        return float(found[0])
    return float(shown)


def agree(stated, shown):
    """Whether a number stated is the one shown, to its last digit."""
    if isinstance(shown, tuple):
        return shown[0] <= float(stated) <= shown[1]
    digits = len(stated.partition(".")[2])
    return abs(float(stated) - number(shown)) <= 0.5 * 10**-digits + 1e-9
