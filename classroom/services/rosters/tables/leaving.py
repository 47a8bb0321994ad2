"""Read from the status columns of a table who has left: a word, a day, or an answer to "Active?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date

from classroom.services.rosters.files.enrollment_dates import days_over, tidy_day
from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.people import LONGEST_STATUS, Absence
from classroom.services.rosters.words import vocabulary
from classroom.services.rosters.words.headings import words_of
from classroom.services.rosters.words.status_words import are_codes, has_left, is_left_code, is_no, is_yes

_IN_A_COLUMN = re.compile(r"left|drop|gone|former|archived|deleted|suspended|w/?d", re.IGNORECASE)
"""Words that say it only in a column: "Ana King (left)" may be sitting on the left."""
_NOTE = re.compile(r"[ ]*(?:[-–—:;,(/]| on | to | in )[ ]*")
"""Between a status and a note: "Inactive - moved"."""
_END_OF_TITLE = re.compile(
    r"(?: (?:students?|pupils|learners))?(?: ?\([0-9]+\))?:$| (?:students|pupils|learners)$", re.IGNORECASE
)
_PRESENT = vocabulary.words("active ativo activo aktiv actif enabled")
_GONE = vocabulary.words("inactive disabled withdrawn withdrew unenrolled disenrolled exited")
"""Not "Left", which may be a side, or "Exit", which may be a ticket."""
_CODES = frozenset({"1", "2", "3", "4"})
"""PowerSchool's numbers for inactive, transferred, graduated, and imported students; 0 is an active one."""


class Leaving:
    """The status columns of a table."""

    def __init__(self, columns: Sequence[int], heading: Row | None, rows: Sequence[Row], today: date) -> None:
        self._words = {at: frozenset(words_of(heading.cell(at))) if heading else frozenset[str]() for at in columns}
        self._over: dict[int, frozenset[str]] = {}
        for at in columns:
            cells = {row.cell(at) for row in rows}
            over = days_over(cells, today)
            self._over[at] = over if len(cells) > len(over) else frozenset()  # otherwise, it is last year's file
        self._coded = {at for at in columns if are_codes([row.cell(at) for row in rows])}

    def absence(self, row: Row) -> Absence | None:
        """Return that a row's student has left; None if no column says so."""
        for at, words in self._words.items():
            cell = row.cell(at)
            if cell in self._over[at]:
                return Absence(is_over=True, day=tidy_day(cell))
            if (
                has_left(cell)
                or has_left(_NOTE.split(cell, maxsplit=1)[0])
                or _IN_A_COLUMN.fullmatch(cell)
                or _answers(words, cell)
                or (at in self._coded and is_left_code(cell))
            ):
                return Absence(is_over=True, day="", status=cell[:LONGEST_STATUS])
        return None


def left_below(lines: Sequence[str], titles: Collection[int], sections: Collection[int]) -> dict[int, str]:
    """Return the status of the students below a title such as "Withdrawn:", up to the next title.

    :param sections: the titles that are only a status.
    """
    found: dict[int, str] = {}
    status = ""
    for at, line in enumerate(lines):
        end = _END_OF_TITLE.search(line)
        label = line if at in sections else line[: end.start()] if end else ""
        if has_left(label) or _IN_A_COLUMN.fullmatch(label):
            status = label
        elif at in titles or line.endswith(":"):
            status = ""
        elif status:
            found[at] = status
    return found


def _answers(heading: frozenset[str], cell: str) -> bool:
    """Return whether a cell is an answer to its heading that means that the student left: "No" below "Active"."""
    if "status" in heading:
        return bool(heading & {"enroll", "enrollment"}) and cell in _CODES
    return bool(heading & _PRESENT and is_no(cell)) or bool(heading & _GONE and is_yes(cell))
