"""A class session from opening to end: joining, and seating late students. For its start, see `sessions.lobby`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.live import presence
from classroom.models import Attendance, ClassSession, FollowUp, FollowUpKind, SchoolClass, SessionState, Student
from classroom.services.attendance import RosterEntry, attendances_of, present_students
from classroom.services.decks.choosing import with_copy
from classroom.services.errors import ClassErrorCode, SeatingErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import FOR_CHANGE, locked_class, locked_lesson, locked_session
from classroom.services.notifications import note_change, notify
from classroom.services.play.games import (
    current_games,
    deal_game,
    next_table_number,
    seated_students,
    stop_game,
)
from classroom.services.seating.sizes import Fit, deal_into_tables
from classroom.services.settings import TableSettings

_Waiting = TypeVar("_Waiting", Attendance, RosterEntry)


def open_session(
    *, class_id: str, settings: TableSettings, teacher_id: str | None = None, kept: TableSettings | None = None
) -> ClassSession:
    """Open a session with its lobby: students can sign in from now on.

    :param teacher_id: whose decks can be used; None for the owner's.
    :param kept: settings whose copy of a deck is used if the deck was deleted.
    :raises ServiceError: SESSION_OPEN, CLASS_ARCHIVED, or a code for invalid settings.
    """
    try:
        with transaction() as session:
            school_class = locked_class(session, class_id)
            if school_class.archived_at is not None:
                raise ServiceError(ClassErrorCode.CLASS_ARCHIVED)
            settings = with_copy(settings, teacher_id=teacher_id or school_class.teacher_id, kept=kept)
            settings.check()
            end_practices(class_id=class_id)
            class_session = ClassSession(class_id=class_id)
            keep_settings(class_session, settings)
            session.add(class_session)
            session.flush()
            if kept is None:  # otherwise, the tables of an earlier session are reserved
                take_over_seats(session, class_session, settings)
            # Students who are already signed in are waiting for this.
            notify(class_session.id, session.execute(select(Student.id).where(Student.class_id == class_id)).scalars())
    except IntegrityError as error:
        raise ServiceError(SessionErrorCode.SESSION_OPEN) from error
    return class_session


def take_over_seats(session: Session, class_session: ClassSession, settings: TableSettings) -> None:
    """Reserve seats for students whom a teacher wants together in the next session."""
    if class_session.is_whole_class:
        return
    wanted = session.scalars(
        select(FollowUp)
        .where(FollowUp.class_id == class_session.class_id, FollowUp.kind == FollowUpKind.SEATS)
        .where(FollowUp.used_at.is_(None))
        .order_by(FollowUp.id)
        .with_for_update(**FOR_CHANGE)  # a teacher may be undoing one
    ).all()
    awaited: dict[str, Any] = {}
    number = 0
    for one in wanted:
        together = [student_id for student_id in one.details["students"] if student_id not in awaited]
        for table in deal_into_tables(together, settings.table_size, settings.table_sizes) if together else []:
            number += 1
            awaited |= {student_id: [number, place] for place, student_id in enumerate(table)}
        one.used_at = clock.now()
    if awaited:
        class_session.seats = awaited


def keep_settings(class_session: ClassSession, settings: TableSettings) -> None:
    """Set a session's settings, including whether the whole class plays together."""
    class_session.settings = settings.to_json()
    class_session.is_whole_class = settings.whole_class_teams is not None


def last_settings(*, class_id: str, teacher_id: str | None = None) -> TableSettings:
    """Return the class's latest settings; the defaults before its first session, and for a deleted deck.

    :param teacher_id: whose decks can be used; None for those of any of its teachers.
    """
    kept = db.session.execute(
        select(ClassSession.settings)
        .where(ClassSession.class_id == class_id, ~ClassSession.is_practice)
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
    ).scalar_one_or_none()
    proposed = TableSettings()
    if not kept:
        return proposed
    settings = TableSettings.from_json(kept)
    for one in [teacher_id] if teacher_id else _teachers_of(class_id):
        settings = with_copy(settings, teacher_id=one)
        if settings.fills_board:
            return settings
    return replace(settings, deck=proposed.deck, board=proposed.board, deck_copy=None)


def has_played(*, class_id: str) -> bool:
    """Return whether the class has had a session, so `last_settings` are its own."""
    of_class = (ClassSession.class_id == class_id) & ~ClassSession.is_practice
    return db.session.execute(select(ClassSession.id).where(of_class).limit(1)).first() is not None


def _teachers_of(class_id: str) -> list[str]:
    school_class = db.session.get_one(SchoolClass, class_id)
    return [school_class.teacher_id, *(one.teacher_id for one in school_class.co_teachers)]


def join_session(*, class_session_id: str, student_id: str) -> None:
    """Record that a student is here. Idempotent.

    :raises ServiceError: SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state == SessionState.ENDED:
            raise ServiceError(SessionErrorCode.SESSION_ENDED)
        noted = session.get(Attendance, (class_session_id, student_id))
        if noted is not None and not noted.has_device:
            noted.has_device, noted.seen_at = True, clock.now()
            note_change(class_session)
        if noted is None:
            attendance = Attendance(class_session_id=class_session_id, student_id=student_id, seen_at=clock.now())
            _take_awaited_seat(class_session, attendance)
            session.add(attendance)
            note_change(class_session)


def note_present(*, class_session_id: str, student_id: str) -> None:
    """Record that a student is here without a device. Students who have joined stay unchanged.

    :raises ServiceError: NO_SUCH_STUDENT (not of this class, or archived), SESSION_ENDED, or SESSION_NOT_RUNNING during
        the exit ticket.
    """
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state != SessionState.LOBBY:
            class_session = locked_lesson(session, class_session_id)
        student = session.get(Student, student_id)
        if student is None or not student.is_in(class_session.class_id):
            raise ServiceError(SeatingErrorCode.NO_SUCH_STUDENT)
        if session.get(Attendance, (class_session_id, student_id)) is None:
            session.add(Attendance(class_session_id=class_session_id, student_id=student_id, has_device=False))
            note_change(class_session)


def _take_awaited_seat(class_session: ClassSession, attendance: Attendance) -> None:
    """Plan the student's reserved seat in the lobby, unless someone else has it now."""
    if class_session.state != SessionState.LOBBY or not class_session.seats:
        return
    awaited = class_session.seats.get(attendance.student_id)
    taken = [[one.table_number, one.place] for one in attendances_of(class_session_id=class_session.id)]
    if awaited is not None and awaited not in taken:
        attendance.table_number, attendance.place = awaited


def end_session(*, class_session_id: str) -> None:
    """End the session: games in progress are stopped (D9). Idempotent."""
    with transaction() as session:
        class_session = locked_session(session, class_session_id)
        if class_session.state == SessionState.ENDED:
            return
        for game in current_games(class_session_id=class_session_id):
            stop_game(game_id=game.id)
        class_session.state = SessionState.ENDED
        class_session.paused_at = None
        class_session.ended_at = clock.now()
        note_change(class_session)


def end_practices(*, class_id: str, student_id: str | None = None) -> None:
    """End practice of a class's students, or of one student."""
    with transaction() as session:
        going_on = select(ClassSession.id).where(
            ClassSession.class_id == class_id, ClassSession.is_practice, ClassSession.state != SessionState.ENDED
        )
        if student_id is not None:
            going_on = going_on.join(Attendance).where(Attendance.student_id == student_id)
        for class_session_id in session.execute(going_on).scalars().all():
            end_session(class_session_id=class_session_id)


def waiting_students(*, class_session_id: str) -> list[Attendance]:
    """Return those who have joined and are still in the class, but have no seat, by name."""
    return present_students(
        class_session_id=class_session_id, besides=seated_students(class_session_id=class_session_id)
    )


def is_here(student: Attendance | RosterEntry) -> bool:
    """Return whether a student who has joined is still in class: has a page open, or never had a device."""
    return not student.has_device or presence.is_connected(student.seen_at)


def who_gets_a_table(waiting: Sequence[_Waiting]) -> Sequence[_Waiting]:
    """Choose who gets new tables: those present who join no other table, or everyone if there are none."""
    here = [one for one in waiting if is_here(one)]
    return [one for one in here if one.next_table is None] or here or waiting


def seat_waiting(*, class_session_id: str, fit: Fit = Fit.NEAREST) -> None:
    """Open new tables for waiting students in a running session; see `who_gets_a_table`.

    :param fit: the sizes to use if the number doesn't fit.
    :raises ServiceError: SESSION_NOT_RUNNING, SESSION_ENDED or NO_STUDENT_WAITING.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        all_waiting = waiting_students(class_session_id=class_session_id)
        if not all_waiting:
            raise ServiceError(SessionErrorCode.NO_STUDENT_WAITING)
        waiting = [one.student_id for one in who_gets_a_table(all_waiting)]
        settings = TableSettings.from_json(class_session.settings)
        first = next_table_number(class_session_id=class_session_id)
        tables = deal_into_tables(waiting, settings.table_size, settings.table_sizes, fit)
        for number, students in enumerate(tables, start=first):
            deal_game(session, class_session, table_number=number, students=students)
        note_change(class_session)
