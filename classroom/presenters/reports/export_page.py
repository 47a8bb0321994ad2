"""The readable page in a student's export, and the page of a class's export."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from classroom import clock
from classroom.i18n import _, lazy_gettext
from classroom.models import FollowUpKind, SecretKind, Student
from classroom.presenters.decks.listing import deck_name
from classroom.presenters.moments import day_text, moment_text, short_moment_text
from classroom.presenters.reports.export_files import Kept, note_text
from classroom.presenters.reports.words import given_text
from classroom.presenters.words import number_text
from classroom.reports import student_rows
from classroom.reports.answers import ExportedAnswer
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from classroom.reports.tickets import ticket_lines
from classroom.services.accounts.logins import STUDENT_LONGEST
from classroom.services.audit_log import KEPT
from classroom.services.settings import TableSettings

MOST_ANSWERS = 300
"""Maximum number on the page; the file has all."""

FILES: Mapping[str, object] = {
    "profile.csv": lazy_gettext("Name, class, group, level, and support"),
    "sessions.csv": lazy_gettext("Sessions joined, with times and tables"),
    "games.csv": lazy_gettext("Games played, with seat, team, and result"),
    "moves.csv": lazy_gettext("Every move in these games"),
    "answers.csv": lazy_gettext("Every answer in games and practice"),
    "exit-tickets.csv": lazy_gettext("Exit tickets, with times"),
    "exit-ticket-answers.csv": lazy_gettext("Every answer on exit tickets"),
    "warm-ups.csv": lazy_gettext("Warm-ups: how long it took to type a number"),
    "chosen-equations.csv": lazy_gettext("How equations were chosen for the student"),
    "skills.csv": lazy_gettext("Estimates by skill"),
    "facts.csv": lazy_gettext("Estimates by fact family"),
    "practice.csv": lazy_gettext("Practice that a teacher assigned"),
    "follow-ups.csv": lazy_gettext("What teachers noted and planned"),
    "seating.csv": lazy_gettext("Seating rules and saved tables"),
    "sign-ins.csv": lazy_gettext("Sign-ins and wrong tries"),
    "activity.csv": lazy_gettext("What teachers changed, from the activity log"),
}


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A session, and what the student did in it."""

    moment: str
    deck: str
    first: Proportion


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    moment: str
    equation: str
    given: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class ShownTicket:
    day: str
    answers: Proportion


@dataclass(frozen=True, slots=True)
class ShownNote:
    day: str
    text: str


@dataclass(frozen=True, slots=True)
class StudentExport:
    name: str
    class_name: str
    made_on: str
    profile: tuple[tuple[str, str], ...]
    sessions: tuple[ShownSession, ...]
    answers: tuple[ShownAnswer, ...]
    answer_count: int
    tickets: tuple[ShownTicket, ...]
    notes: tuple[ShownNote, ...]
    sign_ins: tuple[str, ...]
    """Times, newest first."""
    log_days: int
    """How long logins are kept."""
    hours: int
    """How long a login lasts at most."""
    files: tuple[tuple[str, str], ...]
    """The name and content of each file."""


@dataclass(frozen=True, slots=True)
class ClassExport:
    name: str
    made_on: str
    students: tuple[tuple[str, str], ...]
    """The name and folder of each student."""


def show_student_export(kept: Kept) -> StudentExport:
    student = kept.student
    first: dict[str, Proportion] = defaultdict(Proportion)
    for one in kept.answers:
        if one.try_number == 1:
            first[one.class_session_id] += Proportion(int(one.is_right), 1)
    sessions = [
        ShownSession(
            moment_text(session.opened_at),
            kept.clean(deck_name(TableSettings.from_json(session.settings))),
            first[session.id],
        )
        for session, _attendance, _class_name in student_rows.sessions_joined(student.id)
    ]
    tickets = ticket_lines(DateRange(None, with_practice=True), student_id=student.id)
    notes = [
        ShownNote(day_text(clock.local_day(one.created_at)), note_text(kept, one))
        for one in student_rows.follow_ups_about(student, kept.class_ids)
        if one.kind == FollowUpKind.NOTE
    ]
    sign_ins = [one.at for one in student_rows.log_of(student.id) if one.action == "signed_in"]
    return StudentExport(
        name=student.name,
        class_name=kept.clean(student.school_class.name),
        made_on=moment_text(clock.now()),
        profile=tuple(_profile(kept)),
        sessions=tuple(reversed(sessions)),
        answers=tuple(map(_answer, reversed(kept.answers[-MOST_ANSWERS:]))),
        answer_count=len(kept.answers),
        tickets=tuple(ShownTicket(day_text(clock.local_day(one.opened_at)), one.answers) for one in tickets),
        notes=tuple(reversed(notes)),
        sign_ins=tuple(moment_text(moment) for moment in reversed(sign_ins)),
        log_days=KEPT.days,
        hours=STUDENT_LONGEST.seconds // 3600,
        files=tuple((name, str(text)) for name, text in FILES.items()),
    )


def show_class_export(name: str, folders: Mapping[str, Student]) -> ClassExport:
    """Build the page of a class.

    :param folders: the students by folder
    """
    listed = tuple((student.name, folder) for folder, student in folders.items())
    return ClassExport(name, moment_text(clock.now()), listed)


def _answer(one: ExportedAnswer) -> ShownAnswer:
    return ShownAnswer(
        short_moment_text(one.at), one.equation, given_text(one.given, is_right=one.is_right), one.is_right
    )


def _profile(kept: Kept) -> list[tuple[str, str]]:
    student = kept.student
    secret = _("picture password") if student.secret_kind == SecretKind.PICTURES else _("PIN")
    supports = (
        (student.time_factor != 1, _("extra time")),
        (student.reads_aloud, _("button that reads cards aloud")),
        (student.has_large_text, _("large text")),
        (student.has_wide_spacing, _("wide spacing")),
        (student.has_keys_off, _("shortcuts with single keys turned off")),
    )
    lines = [
        (_("Name"), student.name),
        (_("Name in the school’s file"), student.name_in_file or ""),
        (_("Student ID"), student.source_id or ""),
        (_("Class"), kept.clean(student.school_class.name)),
        (_("Group"), kept.clean(student.group or "")),
        (_("Level (grade)"), number_text(student.level) if student.level else ""),
        (_("Support"), ", ".join(text for is_on, text in supports if is_on)),
        (_("Sign-in"), _("%(secret)s, stored scrambled", secret=secret) if student.pin_hash else ""),
        (_("Added"), day_text(clock.local_day(student.created_at))),
        (_("Archived"), day_text(clock.local_day(student.archived_at)) if student.archived_at else ""),
    ]
    return [(label, value) for label, value in lines if value]
