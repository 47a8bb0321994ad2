"""Who of a class is not in its session: the names missing, and among them those who cannot sign in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.live import presence
from classroom.services.accounts.pin_limits import sign_in_trouble
from classroom.sorting import by_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from classroom.models import Attendance, ClassSession


AWAY = "away"


@dataclass(frozen=True, slots=True)
class MissingStudent:
    """Somebody of the class."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Who is missing, by name."""

    absent: tuple[MissingStudent, ...]
    """Those who have not joined."""
    locked_out: tuple[MissingStudent, ...]
    """Those who cannot sign in after too many wrong tries, whether they have joined on some device before or not."""
    wrong_tries: int
    """Wrong PINs of the last hour in the class, if somebody seems to guess; else 0."""


def missing_students(class_session: ClassSession, present: Iterable[Attendance]) -> Missing:
    """Tell who is missing. Whoever has a page open need not sign in; who is locked out of the others costs one query.

    :param present: those who have joined.
    """
    joined = {one.student_id: presence.is_connected(one.seen_at) for one in present}
    everybody = sorted((one for one in class_session.school_class.students if one.archived_at is None), key=by_name)
    without_page = [one.id for one in everybody if not joined.get(one.id)]
    trouble = sign_in_trouble(class_id=class_session.class_id, student_ids=without_page)
    return Missing(
        absent=tuple(MissingStudent(one.id, one.name) for one in everybody if one.id not in joined),
        locked_out=tuple(MissingStudent(one.id, one.name) for one in everybody if one.id in trouble.locked_out),
        wrong_tries=trouble.wrong_tries,
    )


def absence(attendance: Attendance, *, is_sharing: bool = False) -> str:
    """Why somebody who has joined has no page open: "away", "no device" where none is needed; empty if one is open.

    :param is_sharing: whether one device goes round at the table: nobody there needs an own one.
    """
    if presence.is_connected(attendance.seen_at):
        return ""
    return "no device" if is_sharing or not attendance.has_device else AWAY
