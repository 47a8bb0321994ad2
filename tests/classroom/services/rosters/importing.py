"""Imports files into a class, as a teacher does: preview, then confirm."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime

from classroom.models import SchoolClass, Student
from classroom.services.classes.roster import students_of
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.rosters.imports import ImportPlan, apply_import, plan_import, plan_of
from classroom.services.rosters.people import RosterFile
from classroom.services.rosters.writing import Undo

NOON = datetime(2026, 11, 22, 12).astimezone()
TODAY = NOON.date()
USERS = "sourcedId,status,enabledUser,role,givenName,familyName,identifier,email,password,grades"
CLASSES = "sourcedId,status,title"
ENROLLMENTS = "sourcedId,status,classSourcedId,userSourcedId,role"


def archive(tables: Mapping[str, str], *, folder: str = "") -> bytes:
    """A zip archive of CSV files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in tables.items():
            made.writestr(folder + name, text)
    return content.getvalue()


def oneroster(users: Iterable[str], members: Iterable[str], *, classes: Iterable[str] = ("c1,,7B",)) -> bytes:
    """Return an archive of version 1.1; a member is "class user"."""
    enrolled = [f"e{number},,{pair.replace(' ', ',')},student" for number, pair in enumerate(members)]
    return archive(
        {
            "users.csv": "\r\n".join([USERS, *users]),
            "classes.csv": "\r\n".join([CLASSES, *classes]),
            "enrollments.csv": "\r\n".join([ENROLLMENTS, *enrolled]),
        }
    )


def read(text: str | bytes, *, class_name: str = "") -> RosterFile:
    """Read a file with the suggested columns."""
    return draft_of_file(text.encode() if isinstance(text, str) else text, class_name=class_name).roster()


def said(file: RosterFile) -> list[str]:
    """Return first name, family name, and ID of each student in a file of one class."""
    (listed,) = file.classes
    return [f"{one.given}|{one.family}|{one.source_id}" for one in listed.people]


def planned(school_class: SchoolClass, text: str | bytes, *, same: Collection[str] = ()) -> ImportPlan:
    """Return the changes that a file would make: a text is a table, bytes are an archive."""
    content = text.encode() if isinstance(text, str) else text
    draft = draft_of_file(content, class_name=school_class.name)
    import_id = plan_import(
        teacher_id=school_class.teacher_id, class_id=school_class.id, file_name="students.csv", draft=draft
    )
    return plan_of(import_id=import_id, same=same)


def done(plan: ImportPlan, *, same: Collection[str] = ()) -> Undo:
    """Confirm the import for all classes."""
    return apply_import(import_id=plan.import_id, chosen=[one.key for one in plan.classes], seen=plan.seen, same=same)


def imported(school_class: SchoolClass, text: str | bytes, *, same: Collection[str] = ()) -> ImportPlan:
    """Preview and confirm."""
    plan = planned(school_class, text, same=same)
    done(plan, same=same)
    return plan


def names(school_class: SchoolClass) -> list[str]:
    """Return the names on the roster."""
    return [student.name for student in students_of(class_id=school_class.id)]


def student_called(school_class: SchoolClass, name: str) -> Student:
    """Return the student with this name."""
    return next(student for student in students_of(class_id=school_class.id) if student.name == name)


def shown(plan: ImportPlan) -> list[tuple[str, str, str | None]]:
    """Return the changes of the only class: each student's change and the old name."""
    (only,) = plan.classes
    return [(row.change.value, row.name, row.old_name) for row in only.changes.rows]


def assert_time_grows_evenly(read_size: Callable[[int], object], size: int) -> None:
    """Assert that reading a text three times as long takes about three times as long, not nine times.

    :param read_size: reads a text of a size. The larger one should take a tenth of a second or more.
    """
    small, large = _spent(read_size, size // 3), _spent(read_size, size)
    assert large < 5 * small + 0.1


def _spent(read_size: Callable[[int], object], size: int) -> float:
    """Return the shorter of two processor times."""
    times = []
    for _ in range(2):
        began = time.process_time()
        read_size(size)
        times.append(time.process_time() - began)
    return min(times)
