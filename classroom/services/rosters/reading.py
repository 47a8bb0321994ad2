"""Reading whatever a teacher brings: a file of either kind, or what is pasted."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from classroom.database import db
from classroom.models import Student
from classroom.services.classes.roster import MAX_LINES
from classroom.services.foreign_files import ZIP, refuse_foreign
from classroom.services.names import clean_name, fold_name
from classroom.services.problems import Problem, ProblemError
from classroom.services.rosters.oneroster import read_oneroster
from classroom.services.rosters.people import RosterFile
from classroom.services.rosters.tables import has_columns, read_table
from classroom.services.text_files import decoded

MAX_BYTES = 1024 * 1024


def read_roster(content: bytes, *, class_name: str = "") -> RosterFile:
    """Read a file: a OneRoster archive, or a table of one class.

    :param class_name: whose rows are taken of a table with students of several classes.
    :raises ProblemError: FILE_TOO_LARGE, FILE_NOT_READ, FILE_IS_…, or what else is wrong with the file.
    """
    if len(content) > MAX_BYTES:
        raise ProblemError(Problem.FILE_TOO_LARGE)
    refuse_foreign(content)
    if content.startswith(ZIP):
        return read_oneroster(content)
    return read_table(decoded(content), class_name=class_name)


def needs_a_look(*, class_id: str, text: str) -> bool:
    """Whether a pasted text is more than new names, one a line: columns, or names that are there already.

    Lines that are no names at all need none: they are refused where they were typed.
    """
    with suppress(ProblemError):
        if has_columns(text):
            return True
    try:
        keys = [fold_name(clean_name(line)) for line in text.splitlines() if line.strip()]
    except ProblemError:
        return False
    of_class = select(Student.name_key, Student.name_in_file).where(Student.class_id == class_id)
    known = {key for row in db.session.execute(of_class) for key in (row.name_key, fold_name(row.name_in_file or ""))}
    return len(keys) <= MAX_LINES and (len(set(keys)) < len(keys) or not known.isdisjoint(keys))
