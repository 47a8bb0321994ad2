"""A class session from opening to end: joining, pausing, seating who comes late. Its start: `services.lobby`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import joinedload

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Attendance, ClassSession, Game, SchoolClass, SessionState, Student
from classroom.services.decks.choosing import with_copy
from classroom.services.game_log import poke
from classroom.services.games import current_game_of, current_games, deal_game, seated_students, stop_game
from classroom.services.problems import Problem, ProblemError
from classroom.services.settings import TableSettings
from classroom.services.tables import deal_into_tables

if TYPE_CHECKING:
    from sqlalchemy import Select
    from sqlalchemy.orm import Session


def open_session(*, class_id: str, settings: TableSettings) -> ClassSession:
    """Open a session in its lobby: students can sign in from now on.

    :raises ProblemError: SESSION_OPEN, or the settings cannot be played.
    """
    settings = with_copy(settings, teacher_id=_teacher_of(class_id))
    settings.check()
    try:
        with transaction() as session:
            end_practices(class_id=class_id)
            class_session = ClassSession(class_id=class_id, settings=settings.to_json())
            session.add(class_session)
            session.flush()
            # Students who are signed in already wait for this.
            poke(class_session.id, session.execute(select(Student.id).where(Student.class_id == class_id)).scalars())
    except IntegrityError as error:
        raise ProblemError(Problem.SESSION_OPEN) from error
    return class_session


def last_settings(*, class_id: str) -> TableSettings:
    """What the class played with last; the defaults before its first session, and for a deck that is gone since."""
    kept = db.session.execute(
        select(ClassSession.settings)
        .where(ClassSession.class_id == class_id, ~ClassSession.is_practice)
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
    ).scalar_one_or_none()
    proposed = TableSettings()
    if not kept:
        return proposed
    settings = with_copy(TableSettings.from_json(kept), teacher_id=_teacher_of(class_id))
    if settings.fills_board:
        return settings
    return replace(settings, deck=proposed.deck, board=proposed.board, deck_copy=None)


def _teacher_of(class_id: str) -> str:
    return db.session.get_one(SchoolClass, class_id).teacher_id


def join_session(*, class_session_id: str, student_id: str) -> None:
    """Note that a student is here. Joining again changes nothing.

    :raises ProblemError: SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state == SessionState.ENDED:
            raise ProblemError(Problem.SESSION_ENDED)
        if session.get(Attendance, (class_session_id, student_id)) is None:
            session.add(Attendance(class_session_id=class_session_id, student_id=student_id, seen_at=clock.now()))
            note_change(class_session)


def pause_session(*, class_session_id: str) -> None:
    """Eyes up: nobody can move until the session is resumed.

    :raises ProblemError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    _change_state(class_session_id, SessionState.PLAYING, SessionState.PAUSED)


def resume_session(*, class_session_id: str) -> None:
    """Let everybody go on.

    :raises ProblemError: SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        _change_state(class_session_id, SessionState.PAUSED, SessionState.PLAYING)
        going_on = update(Game).where(Game.class_session_id == class_session_id, Game.over_at.is_(None))
        session.execute(going_on.values(moved_at=clock.now()))  # nobody was slow while nobody could move


def end_session(*, class_session_id: str) -> None:
    """End the lesson: games still going on are stopped (D9). Ending twice changes nothing."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state == SessionState.ENDED:
            return
        for game in current_games(class_session_id=class_session_id):
            stop_game(game_id=game.id)
        class_session.state = SessionState.ENDED
        class_session.ended_at = clock.now()
        note_change(class_session)


def end_practices(*, class_id: str, student_id: str | None = None) -> None:
    """End what students of the class practise alone; with an id that of one student only."""
    with transaction() as session:
        going_on = select(ClassSession.id).where(
            ClassSession.class_id == class_id, ClassSession.is_practice, ClassSession.state != SessionState.ENDED
        )
        if student_id is not None:
            going_on = going_on.join(Attendance).where(Attendance.student_id == student_id)
        for class_session_id in session.execute(going_on).scalars().all():
            end_session(class_session_id=class_session_id)


def waiting_students(*, class_session_id: str) -> list[Attendance]:
    """Who has joined but holds no seat at a table now, by name."""
    seated = seated_students(class_session_id=class_session_id)
    return _by_name(_attendances(class_session_id).where(Attendance.student_id.not_in(seated)))


def seat_waiting(*, class_session_id: str) -> None:
    """Open new tables for everybody who waits in a session under way.

    :raises ProblemError: SESSION_NOT_RUNNING or NOBODY_PRESENT.
    """
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state not in {SessionState.PLAYING, SessionState.PAUSED}:
            raise ProblemError(Problem.SESSION_NOT_RUNNING)
        waiting = [one.student_id for one in waiting_students(class_session_id=class_session_id)]
        if not waiting:
            raise ProblemError(Problem.NOBODY_PRESENT)
        settings = TableSettings.from_json(class_session.settings)
        games = current_games(class_session_id=class_session_id)
        first = 1 + max((game.table_number for game in games), default=0)
        tables = deal_into_tables(waiting, settings.table_size, settings.table_sizes)
        for number, students in enumerate(tables, start=first):
            deal_game(session, class_session, table_number=number, students=students)
        note_change(class_session)


def attendances_of(*, class_session_id: str) -> list[Attendance]:
    """Everybody who has joined, by name."""
    return _by_name(_attendances(class_session_id))


def _attendances(class_session_id: str) -> Select[Attendance]:
    return (
        select(Attendance)
        .where(Attendance.class_session_id == class_session_id)
        .options(joinedload(Attendance.student))
    )


def _by_name(found: Select[Attendance]) -> list[Attendance]:
    return sorted(db.session.execute(found).scalars(), key=lambda one: one.student.name_key)


def game_to_show(*, class_session_id: str, student_id: str) -> Game | None:
    """The game that a student's page shows, over or not; None while the student waits."""
    return current_game_of(class_session_id=class_session_id, student_id=student_id)


def locked_session(session: Session, class_session_id: str) -> ClassSession:
    """The row as it is now. Whoever else wants to change the session waits for this transaction."""
    return session.get_one(ClassSession, class_session_id, with_for_update=True, populate_existing=True)


def _change_state(class_session_id: str, before: SessionState, after: SessionState) -> None:
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state == after:
            return
        if class_session.state != before:
            raise ProblemError(
                Problem.SESSION_ENDED if class_session.state == SessionState.ENDED else Problem.SESSION_NOT_RUNNING
            )
        class_session.state = after
        note_change(class_session)


def note_change(class_session: ClassSession) -> None:
    """Raise the session's version and, once committed, poke everybody in it."""
    class_session.version += 1
    students = [one.student_id for one in attendances_of(class_session_id=class_session.id)]
    poke(class_session.id, students)
