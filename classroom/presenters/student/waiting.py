"""The page of a student without a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from classroom import clock
from classroom.clock import local_day
from classroom.database import db
from classroom.i18n import pgettext
from classroom.models import Attendance, ClassSession, Face, Game, SessionState, Student
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.student.introduction import ShownIntroduction, shown_introduction
from classroom.presenters.student.lobby import OwnTable, lobby_of
from classroom.reports.sessions import students_who_played
from classroom.services.attendance import attendances_of
from classroom.services.open_sessions import may_practice
from classroom.services.play.games import current_games, seated_students
from classroom.services.play.tables import table_of
from classroom.services.sessions.late_students import next_tables
from classroom.services.settings import TableSettings


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """Why there is nothing to play now, and what to do meanwhile."""

    template: ClassVar[str] = "play/_waiting.html"

    title: str
    text: str
    hint: str = ""
    """What will happen: "Starting soon!"."""
    table: OwnTable | None = None
    """The table planned so far."""
    face: Face | None = None
    """The reader's face, if it is the only one shown."""
    arrived: tuple[Face, ...] = ()
    """Faces of the students present before tables are formed, the reader's first."""
    next_table: int | None = None
    """The table that the student joins with its next game."""
    introduction: ShownIntroduction | None = None
    """The rules, if there is time to read them."""
    can_practice: bool = False
    """Whether to offer a game with a bot."""
    ending: ShownEnding | None = None
    """When the others' games end by schedule."""


def waiting_page(class_session: ClassSession | None, attendance: Attendance | None, student: Student) -> WaitingPage:
    """Build the page about what the student is waiting for."""
    if class_session is None or (class_session.is_practice and class_session.state == SessionState.ENDED):
        return _no_session(student)
    if class_session.ended_at is not None and local_day(class_session.ended_at) < local_day(clock.now()):
        return _no_session(student)
    if class_session.state == SessionState.ENDED:
        return _session_over(class_session, student)
    settings = TableSettings.from_json(class_session.settings)
    is_lobby = class_session.state == SessionState.LOBBY
    if class_session.is_whole_class:
        return WaitingPage(
            pgettext("student", "Look at the class screen"),
            pgettext("student", "Your class plays one game together."),
            face=student.face,
            introduction=shown_introduction(student.introduction, settings) if is_lobby else None,
            ending=shown_ending(class_session),
        )
    return (
        _in_lobby(class_session, settings, student) if is_lobby else _late(class_session, settings, attendance, student)
    )


def _no_session(student: Student) -> WaitingPage:
    return WaitingPage(
        pgettext("student", "Your class isn’t playing yet"),
        pgettext("student", "Wait here. Your game will open on this page."),
        face=student.face,
        introduction=shown_introduction(student.introduction, TableSettings()),
        can_practice=may_practice(student),
    )


def _session_over(class_session: ClassSession, student: Student) -> WaitingPage:
    return WaitingPage(
        pgettext("student", "The games are over"),
        _last_words(class_session, student),
        face=student.face,
        can_practice=may_practice(student),
    )


def _last_words(class_session: ClassSession, student: Student) -> str:
    if not class_session.started_at:
        return pgettext("student", "Your teacher closed the waiting room.")
    if class_session.is_whole_class or student.id in students_who_played(class_session_id=class_session.id):
        return pgettext("student", "Great work today!")
    return pgettext("student", "You didn’t get a turn this time. Come play next time!")


def _in_lobby(class_session: ClassSession, settings: TableSettings, student: Student) -> WaitingPage:
    lobby = lobby_of(class_session, settings, student_id=student.id)
    return WaitingPage(
        pgettext("student", "You’re in!"),
        lobby.table.text if lobby.table else "",
        hint=pgettext("student", "Starting soon!"),
        table=lobby.table,
        arrived=lobby.arrived,
        introduction=shown_introduction(
            student.introduction, settings, team=lobby.table.team if lobby.table else None, looks=lobby.looks
        ),
        ending=shown_ending(class_session),
    )


def _late(
    class_session: ClassSession, settings: TableSettings, attendance: Attendance | None, student: Student
) -> WaitingPage:
    joins = attendance.next_table if attendance else None
    games = current_games(class_session_id=class_session.id) if joins is None else []
    if _bot_plays_for(student, games):
        return WaitingPage(
            pgettext("student", "A bot plays for you now"),
            "",
            hint=pgettext("student", "Ask your teacher for your seat."),
            face=student.face,
            ending=shown_ending(class_session),
        )
    return WaitingPage(
        pgettext("student", "You’re in!"),
        pgettext("student", "The others are playing."),
        hint=_late_hint(class_session, games, settings, student.id)
        if joins is None
        else pgettext("student", "You’ll play here in the next game."),
        face=student.face,
        next_table=joins,
        introduction=shown_introduction(student.introduction, settings),
        ending=shown_ending(class_session),
    )


def _late_hint(class_session: ClassSession, games: Sequence[Game], settings: TableSettings, student_id: str) -> str:
    # If everyone who joined came back, there would still be room: only such a promise holds while the page is open.
    seated = set(db.session.execute(seated_students(class_session_id=class_session.id)).scalars())
    waiting = [one for one in attendances_of(class_session_id=class_session.id) if one.student_id not in seated]
    if student_id in next_tables(games, waiting, class_session_id=class_session.id, settings=settings):
        return pgettext("student", "You’ll play in the next game.")
    return pgettext("student", "Your teacher will find you a seat.")


def _bot_plays_for(student: Student, games: Sequence[Game]) -> bool:
    """Return whether a bot has the student's seat, for example since their device was closed for a while."""
    tables = (table_of(game) for game in games if game.over_at is None)
    formers = (table.former_holder(one) for table in tables for one in table.seated)
    return any(former is not None and former.student_id == student.id for former in formers)
