"""Practice: one student and a bot, with the cards of the class's last session."""

from __future__ import annotations

from dataclasses import replace

from classroom import clock
from classroom.database import transaction
from classroom.models import Attendance, ClassSession, Game, SchoolClass, SessionState, Student
from classroom.services.errors import ServiceError, SessionErrorCode
from classroom.services.locks import locked_class
from classroom.services.open_sessions import may_practice, open_session_of
from classroom.services.play.games import deal_game
from classroom.services.sessions.assignments import assignment_of, end_reached, settings_of
from classroom.services.sessions.class_sessions import end_practices, last_settings
from classroom.services.settings import TableSettings
from engine import NUMBERS, DrawMode

_SEQUENCES = 2


def allow_practice(*, class_id: str, is_allowed: bool) -> None:
    """Allow or forbid practice between lessons; forbidding ends practice in progress."""
    with transaction() as session:
        session.get_one(SchoolClass, class_id).allows_practice = is_allowed
        if not is_allowed:
            end_practices(class_id=class_id)


def start_practice(*, student_id: str) -> Game:
    """Deal a student a game against a bot, ending any earlier practice.

    :raises ServiceError: NO_PRACTICE, or CLASS_IS_PLAYING while there is a lesson.
    """
    end_reached(student_id=student_id)
    with transaction() as session:
        school_class = locked_class(session, session.get_one(Student, student_id).class_id)
        if not may_practice(session.get_one(Student, student_id)) or school_class.archived_at is not None:
            raise ServiceError(SessionErrorCode.NO_PRACTICE)
        if open_session_of(class_id=school_class.id) is not None:
            raise ServiceError(SessionErrorCode.CLASS_IS_PLAYING)
        end_practices(class_id=school_class.id, student_id=student_id)
        class_session = ClassSession(
            class_id=school_class.id,
            is_practice=True,
            state=SessionState.PLAYING,
            started_at=clock.now(),
            settings=practice_settings(class_id=school_class.id, student_id=student_id).to_json(),
        )
        session.add(class_session)
        session.flush()
        session.add(Attendance(class_session_id=class_session.id, student_id=student_id, seen_at=clock.now()))
        return deal_game(session, class_session, table_number=1, students=[student_id])


def stop_practice(*, student_id: str) -> None:
    """End a student's practice, if any."""
    with transaction() as session:
        end_practices(class_id=session.get_one(Student, student_id).class_id, student_id=student_id)


def practice_settings(*, class_id: str, student_id: str | None = None) -> TableSettings:
    """Return the settings of practice: always numbers, no penalties, no timer.

    To two sequences by default: to one, a bot can hardly stop a lucky student.

    :param student_id: the student; an assignment's cards replace those of the class's last session.
    """
    assignment = assignment_of(student_id) if student_id else None
    settings = last_settings(class_id=class_id) if assignment is None else settings_of(assignment)
    return replace(
        settings,
        edition=NUMBERS.key,
        table_size=2,
        whole_class_teams=None,
        draw=DrawMode.AUTO,
        table_talk=False,
        turn_seconds=None,
        sequences_to_win=settings.sequences_to_win or _SEQUENCES,
    )
