"""Who joined which sessions, and who played which games to the end, for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from classroom.database import db
from classroom.models import Attendance, ClassSession, Game, Player, Student
from classroom.reports.spans import DateRange
from engine import OutcomeReason


class Joined(NamedTuple):
    """A student in a session that has begun."""

    class_session_id: str
    student_id: str
    student_name: str
    joined_at: datetime
    ended_at: datetime | None
    """When the session ended; None if it is open."""


class FinishedGame(NamedTuple):
    """A student in a finished game."""

    game_id: str
    class_session_id: str
    student_id: str
    student_name: str
    over_at: datetime


def sessions_joined(span: DateRange) -> Iterator[Joined]:
    """Yield who joined the sessions of a span, by time."""
    query = (
        select(ClassSession.id, Student.id, Student.name, Attendance.joined_at, ClassSession.ended_at)
        .join_from(Attendance, ClassSession)
        .join(Student, Student.id == Attendance.student_id)
        .where(ClassSession.started_at.is_not(None))
        .order_by(Attendance.joined_at, Student.id)
    )
    return (Joined(*row) for row in db.session.execute(span.narrow_sessions(query)).all())


def games_finished(span: DateRange) -> Iterator[FinishedGame]:
    """Yield who played the games of a span to the end, by time."""
    query = (
        select(Game.id, Game.class_session_id, Student.id, Student.name, Game.over_at)
        .join_from(Player, Game)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .join(Student, Student.id == Player.student_id)
        .where(
            Player.left_at_version.is_(None), Game.over_at.is_not(None), Game.outcome_reason != OutcomeReason.STOPPED
        )
        .order_by(Game.over_at, Game.id, Player.seat)
    )
    rows: list[Any] = list(db.session.execute(span.narrow_sessions(query)))
    return map(FinishedGame._make, rows)
