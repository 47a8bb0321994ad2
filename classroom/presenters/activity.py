"""Build the activity log: who did what to whose data, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from classroom.clock import start_of_day
from classroom.i18n import _, lazy_gettext, ngettext
from classroom.models import AuditAction, AuditEntry
from classroom.presenters.moments import moment_text
from classroom.presenters.retention import rules_texts
from classroom.presenters.words import isolated
from classroom.services import audit_log
from classroom.services.accounts.administration import all_teachers
from classroom.services.audit_log import EntryFilter
from classroom.services.maintenance.retention import Limits

PER_PAGE = 100
CSV_COLUMNS = ("utc_time", "actor", "action", "subject", "detail", "device")
ROWS_IN_PIECE = 5_000
_YEARS = range(1971, 9999)
"""Years whose days have a midnight in every time zone and a day after them."""


class ActionGroup(StrEnum):
    """A filter for kinds of entries."""

    SIGN_INS = "sign-ins"
    ACCOUNTS = "accounts"
    CLASSES = "classes"
    STUDENTS = "students"
    FILES = "files"
    SERVER = "server"


GROUP_NAMES = {
    ActionGroup.SIGN_INS: lazy_gettext("Sign-ins"),
    ActionGroup.ACCOUNTS: lazy_gettext("Teacher accounts"),
    ActionGroup.CLASSES: lazy_gettext("Classes"),
    ActionGroup.STUDENTS: lazy_gettext("Students and login cards"),
    ActionGroup.FILES: lazy_gettext("Downloads"),
    ActionGroup.SERVER: lazy_gettext("Server"),
}
_ACTIONS: Mapping[ActionGroup, Mapping[AuditAction, object]] = {
    ActionGroup.SIGN_INS: {
        AuditAction.SIGNED_IN: lazy_gettext("Signed in"),
        AuditAction.SIGN_IN_FAILED: lazy_gettext("Sign-in failed"),
        AuditAction.SIGNED_OUT_ELSEWHERE: lazy_gettext("Signed out on other devices"),
        AuditAction.UNLOCKED: lazy_gettext("Student unlocked"),
    },
    ActionGroup.ACCOUNTS: {
        AuditAction.PASSWORD_CHANGED: lazy_gettext("Password changed"),
        AuditAction.PASSWORD_RESET: lazy_gettext("Password reset"),
        AuditAction.TWO_FACTOR_ON: lazy_gettext("Two-step verification turned on"),
        AuditAction.TWO_FACTOR_OFF: lazy_gettext("Two-step verification turned off"),
        AuditAction.ACCOUNT_CONNECTED: lazy_gettext("School account connected"),
        AuditAction.ACCOUNT_DISCONNECTED: lazy_gettext("School account disconnected"),
        AuditAction.TEACHER_INVITED: lazy_gettext("Teacher invited"),
        AuditAction.TEACHER_JOINED: lazy_gettext("Account created"),
        AuditAction.RESET_LINK_CREATED: lazy_gettext("Password reset link created"),
        AuditAction.LINK_REVOKED: lazy_gettext("Link revoked"),
        AuditAction.ADMINISTRATOR_ADDED: lazy_gettext("Made administrator"),
        AuditAction.ADMINISTRATOR_REMOVED: lazy_gettext("No longer administrator"),
        AuditAction.TEACHER_DEACTIVATED: lazy_gettext("Account deactivated"),
        AuditAction.TEACHER_ACTIVATED: lazy_gettext("Account activated"),
        AuditAction.TEACHER_DELETED: lazy_gettext("Account deleted"),
    },
    ActionGroup.CLASSES: {
        AuditAction.CLASS_CREATED: lazy_gettext("Class created"),
        AuditAction.CLASS_ARCHIVED: lazy_gettext("Class archived"),
        AuditAction.CLASS_RESTORED: lazy_gettext("Class restored"),
        AuditAction.CLASS_DELETED: lazy_gettext("Class deleted"),
        AuditAction.CLASS_CODE_CHANGED: lazy_gettext("Class code changed"),
        AuditAction.CLASS_TRANSFERRED: lazy_gettext("Class transferred"),
        AuditAction.CO_TEACHER_ADDED: lazy_gettext("Co-teacher added"),
        AuditAction.CO_TEACHER_REMOVED: lazy_gettext("Co-teacher removed"),
        AuditAction.COURSE_CONNECTED: lazy_gettext("Course connected"),
        AuditAction.COURSE_DISCONNECTED: lazy_gettext("Course disconnected"),
        AuditAction.SCORES_SENT: lazy_gettext("Scores sent to the LMS"),
    },
    ActionGroup.STUDENTS: {
        AuditAction.STUDENTS_ADDED: lazy_gettext("Students added"),
        AuditAction.ROSTER_IMPORTED: lazy_gettext("Roster imported"),
        AuditAction.IMPORT_UNDONE: lazy_gettext("Import undone"),
        AuditAction.ROSTER_PULLED: lazy_gettext("Classes requested from the roster service"),
        AuditAction.LMS_ROSTER_PULLED: lazy_gettext("Names requested from the LMS"),
        AuditAction.ROSTER_ID_CHANGED: lazy_gettext("ID in the roster service changed"),
        AuditAction.STUDENT_RENAMED: lazy_gettext("Student renamed"),
        AuditAction.STUDENT_MOVED: lazy_gettext("Student moved"),
        AuditAction.STUDENT_ARCHIVED: lazy_gettext("Student archived"),
        AuditAction.STUDENT_RESTORED: lazy_gettext("Student restored"),
        AuditAction.STUDENT_DELETED: lazy_gettext("Student deleted"),
        AuditAction.CARDS_PRINTED: lazy_gettext("Login cards created"),
        AuditAction.CARD_REVOKED: lazy_gettext("Login card revoked"),
        AuditAction.STUDENT_LINKED: lazy_gettext("School account linked"),
        AuditAction.STUDENT_UNLINKED: lazy_gettext("School account unlinked"),
    },
    ActionGroup.FILES: {
        AuditAction.EXPORTED: lazy_gettext("File downloaded"),
        AuditAction.BACKUP_SAVED: lazy_gettext("Backup downloaded"),
    },
    ActionGroup.SERVER: {
        AuditAction.BACKUP_RESTORED: lazy_gettext("Backup restored"),
        AuditAction.LMS_SAVED: lazy_gettext("LMS registered or changed"),
        AuditAction.LMS_REMOVED: lazy_gettext("LMS removed"),
        AuditAction.RETENTION_CHANGED: lazy_gettext("Retention rules changed"),
        AuditAction.ANSWERS_DELETED: lazy_gettext("Old sessions deleted by the retention rules"),
        AuditAction.NAMES_DELETED: lazy_gettext("Names deleted by the retention rules"),
        AuditAction.EVERYONE_SIGNED_OUT: lazy_gettext("Everyone signed out"),
        AuditAction.LOCKED_DOWN: lazy_gettext("Lockdown started"),
        AuditAction.LOCKDOWN_ENDED: lazy_gettext("Lockdown ended"),
    },
}
_TEXTS = {action: text for texts in _ACTIONS.values() for action, text in texts.items()}


def _students(num: int) -> str:
    return ngettext("%(num)d student", "%(num)d students", num)


_COUNTED: Mapping[AuditAction, Callable[[int], str]] = {
    AuditAction.STUDENTS_ADDED: _students,
    AuditAction.CLASS_DELETED: _students,
    AuditAction.NAMES_DELETED: _students,
    AuditAction.LMS_ROSTER_PULLED: _students,
    AuditAction.SCORES_SENT: _students,
    AuditAction.ANSWERS_DELETED: lambda num: ngettext("%(num)d session", "%(num)d sessions", num),
    AuditAction.CARDS_PRINTED: lambda num: ngettext("%(num)d card", "%(num)d cards", num),
    AuditAction.ROSTER_IMPORTED: lambda num: ngettext("%(num)d class", "%(num)d classes", num),
}
"""Entries whose detail is a number, and its unit."""

_KINDS = {
    "": lazy_gettext("Not signed in"),
    "command": lazy_gettext("Server command"),
    "teacher": lazy_gettext("Deleted teacher %(id)s"),
    "student": lazy_gettext("Student %(id)s"),
    "class": lazy_gettext("Class %(id)s"),
    "import": lazy_gettext("Import %(id)s"),
    "lms": lazy_gettext("LMS %(id)s"),
    "activity_log": lazy_gettext("Activity log"),
}
"""Subjects shown by ID, and those without a name."""


@dataclass(frozen=True, slots=True)
class ActivityFilter:
    """The filter chosen by an administrator. Invalid values are ignored."""

    group: ActionGroup | None = None
    actor: str = ""
    since: date | None = None
    until: date | None = None
    before_id: int | None = None

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> ActivityFilter:
        """Parse the form's fields."""
        group, before = asked.get("what", ""), asked.get("before", "")
        return cls(
            group=ActionGroup(group) if group in set(ActionGroup) else None,
            actor=asked.get("who", "")[:40],
            since=_day(asked.get("since", "")),
            until=_day(asked.get("until", "")),
            before_id=int(before) if before.isdecimal() and before.isascii() and len(before) < 16 else None,
        )

    def wanted(self) -> EntryFilter:
        return EntryFilter(
            actions=frozenset(_ACTIONS[self.group]) if self.group else frozenset(),
            actor=self.actor or None,
            since=start_of_day(self.since) if self.since else None,
            until=start_of_day(self.until + timedelta(days=1)) if self.until else None,
            before_id=self.before_id,
        )

    @property
    def fields(self) -> dict[str, str]:
        """Return the form's fields for the same filter, without the page."""
        asked = {
            "what": self.group or "",
            "who": self.actor,
            "since": self.since.isoformat() if self.since else "",
            "until": self.until.isoformat() if self.until else "",
        }
        return {name: str(value) for name, value in asked.items() if value}


@dataclass(frozen=True, slots=True)
class ActivityLine:
    moment: str
    actor: str
    action: str
    subject: str
    detail: str
    device: str
    is_warning: bool


@dataclass(frozen=True, slots=True)
class ActivityPage:
    asked: ActivityFilter
    lines: tuple[ActivityLine, ...]
    actors: tuple[tuple[str, str], ...]
    """People to filter by: key and name."""
    older: int | None
    """The next page shows entries before this; None on the last page."""

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        """Return the groups to filter by: key and name."""
        return tuple((group.value, str(name)) for group, name in GROUP_NAMES.items())


def activity_page(asked: ActivityFilter) -> ActivityPage:
    found = audit_log.entries(asked.wanted(), most=PER_PAGE + 1)
    names = {f"teacher:{one.id}": isolated(one.name) for one in all_teachers()}
    return ActivityPage(
        asked=asked,
        lines=tuple(_line(entry, names) for entry in found[:PER_PAGE]),
        actors=tuple((key, _person(key, names)) for key in audit_log.actors()),
        older=found[PER_PAGE - 1].id if len(found) > PER_PAGE else None,
    )


def activity_rows(asked: ActivityFilter) -> Iterator[Sequence[tuple[object, ...]]]:
    """Yield the rows of the file in batches, with IDs instead of names. The transaction may end between two batches."""
    wanted = asked.wanted()
    while found := audit_log.entries(wanted, most=ROWS_IN_PIECE):
        wanted = replace(wanted, before_id=found[-1].id)
        yield [
            (f"{one.at:%Y-%m-%dT%H:%M:%SZ}", one.actor, one.action, one.subject, one.detail, one.device)
            for one in found
        ]


def count_of_rows(asked: ActivityFilter) -> int:
    return audit_log.count_entries(asked.wanted())


def _line(entry: AuditEntry, names: Mapping[str, str]) -> ActivityLine:
    return ActivityLine(
        moment=moment_text(entry.at),
        actor=_person(entry.actor, names),
        action=str(_TEXTS[AuditAction(entry.action)]),
        subject=_person(entry.subject, names) if entry.subject else "",
        detail=_detail(entry, names),
        device=entry.device,
        is_warning=entry.action == AuditAction.SIGN_IN_FAILED,
    )


def _detail(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Return a teacher's name, a number with its unit, the retention rules, or the text of the entry."""
    counted = _COUNTED.get(AuditAction(entry.action))
    if counted and entry.detail.isdecimal():
        return counted(int(entry.detail))
    limits = Limits.from_numbers(entry.detail) if entry.action == AuditAction.RETENTION_CHANGED else None
    if limits is not None:
        return " ".join(rules_texts(limits)) or _("Off. Nothing is deleted until a teacher deletes it.")
    return names.get(f"teacher:{entry.detail}", entry.detail)


def _person(key: str, names: Mapping[str, str]) -> str:
    """Return the name of a teacher, and the ID of anyone else."""
    kind, _colon, its_id = key.partition(":")
    return names.get(key) or str(_KINDS[kind]) % {"id": its_id}


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in _YEARS else None
