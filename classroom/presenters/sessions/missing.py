"""Who of a class is not in its session: the names missing, and among them those who cannot sign in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.live import presence
from classroom.models import Attendance, ClassSession
from classroom.services.accounts.pin_limits import sign_in_trouble
from classroom.services.attendance import RosterEntry, class_roster

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


def missing_students(class_session: ClassSession, roster: Sequence[RosterEntry] | None = None) -> Missing:
    """Tell who is missing. Whoever has a page open need not sign in; who is locked out of the others costs one query.

    :param roster: the class, if the caller has read it.
    """
    everybody = class_roster(class_session_id=class_session.id) if roster is None else roster
    without_page = [one.student_id for one in everybody if not presence.is_connected(one.seen_at)]
    trouble = sign_in_trouble(class_id=class_session.class_id, student_ids=without_page)
    locked = trouble.locked_out
    return Missing(
        absent=tuple(MissingStudent(one.student_id, one.name) for one in everybody if not one.has_joined),
        locked_out=tuple(MissingStudent(one.student_id, one.name) for one in everybody if one.student_id in locked),
        wrong_tries=trouble.wrong_tries,
    )


def absence(attendance: Attendance | RosterEntry, *, is_sharing: bool = False) -> str:
    """Why somebody who has joined has no page open: "away", "no device" where none is needed; empty if one is open.

    :param is_sharing: whether one device goes round at the table: nobody there needs an own one.
    """
    if presence.is_connected(attendance.seen_at):
        return ""
    return "no device" if is_sharing or not attendance.has_device else AWAY
