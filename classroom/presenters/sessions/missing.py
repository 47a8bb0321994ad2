"""Students of a class who are not in its session, can't sign in, or are signed in on several devices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from classroom import clock
from classroom.i18n import lazy_gettext
from classroom.live import presence
from classroom.models import Attendance, ClassSession
from classroom.presenters.classes.school_accounts import unlinked_accounts
from classroom.services.accounts.logins import on_several_devices
from classroom.services.accounts.pin_limits import sign_in_trouble
from classroom.services.attendance import RosterEntry, class_roster
from classroom.services.sessions.taught_session import TaughtSession


class Absence(StrEnum):
    """Why a student who has joined has no page open; "" if one is open."""

    NONE = ""
    AWAY = "away"
    NO_DEVICE = "no_device"
    """None is needed: the table shares a device, or the student has none."""

    @property
    def text(self) -> str:
        return str(_BADGES[self]) if self else ""


_BADGES = {Absence.AWAY: lazy_gettext("away"), Absence.NO_DEVICE: lazy_gettext("no device")}


@dataclass(frozen=True, slots=True)
class MissingStudent:
    """A student of the class."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Missing students, by name."""

    absent: tuple[MissingStudent, ...]
    without_card: int
    """The number of them without a login card, who can't sign in."""
    locked_out: tuple[MissingStudent, ...]
    """Students who are locked out, whether or not they have joined before."""
    wrong_tries: int
    """Wrong PINs of the last hour in the class, if someone seems to be guessing; otherwise 0."""
    on_several_devices: tuple[MissingStudent, ...]
    """Students who are signed in on more than one device: a classmate may have their card or PIN."""
    unlinked_accounts: int
    """The number of school accounts that wait for a teacher to link them."""


def missing_students(
    class_session: ClassSession | TaughtSession, roster: Sequence[RosterEntry] | None = None
) -> Missing:
    """Return who is missing. Only students without an open page need to sign in; checking them takes one query.

    :param roster: the class's roster, if the caller has read it.
    """
    students = class_roster(class_session_id=class_session.id) if roster is None else roster
    now = clock.now()
    without_page = [one.student_id for one in students if not presence.is_connected(one.seen_at, at=now)]
    trouble = sign_in_trouble(class_id=class_session.class_id, student_ids=without_page)
    locked = trouble.locked_out
    doubled = on_several_devices(class_id=class_session.class_id, since=class_session.opened_at)
    return Missing(
        absent=tuple(MissingStudent(one.student_id, one.name) for one in students if not one.has_joined),
        without_card=sum(not one.has_joined and not one.has_card for one in students),
        locked_out=tuple(MissingStudent(one.student_id, one.name) for one in students if one.student_id in locked),
        wrong_tries=trouble.wrong_tries,
        on_several_devices=tuple(
            MissingStudent(one.student_id, one.name) for one in students if one.student_id in doubled
        ),
        unlinked_accounts=unlinked_accounts(class_session.school_class),
    )


def absence(attendance: Attendance | RosterEntry, *, is_sharing: bool = False) -> Absence:
    """Return why a student who has joined has no page open.

    :param is_sharing: whether the table shares one device, so its students need none.
    """
    if presence.is_connected(attendance.seen_at):
        return Absence.NONE
    return Absence.NO_DEVICE if is_sharing or not attendance.has_device else Absence.AWAY
