"""A class's past sessions, with the numbers of tables and students."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from classroom.database import db
from classroom.models import ClassSession, Game, GameEvent, SessionState, moves_of_students


@dataclass(frozen=True, slots=True)
class PastSession:
    id: str
    opened_at: datetime
    settings: dict[str, Any]
    """`services.settings.TableSettings` as JSON."""
    tables: int
    games: int
    students: int
    """The number of students who played: see `moves_of_students`."""


def past_sessions(*, class_id: str, limit: int | None = None) -> list[PastSession]:
    """Return finished sessions with games, newest first, in one query.

    :param limit: maximum number; None for all
    """
    tables = select(func.count(Game.table_number.distinct())).where(Game.class_session_id == ClassSession.id)
    games = select(func.count()).where(Game.class_session_id == ClassSession.id)
    moves = moves_of_students().where(Game.class_session_id == ClassSession.id)
    students = moves.with_only_columns(func.count(GameEvent.student_id.distinct()))
    ended = (
        select(
            ClassSession.id,
            ClassSession.opened_at,
            ClassSession.settings,
            tables.scalar_subquery(),
            games.scalar_subquery(),
            students.scalar_subquery(),
        )
        .where(
            ClassSession.class_id == class_id,
            ClassSession.state == SessionState.ENDED,
            ClassSession.started_at.is_not(None),
            ~ClassSession.is_practice,
        )
        .order_by(ClassSession.opened_at.desc(), ClassSession.id)
        .limit(limit)
    )
    return [PastSession(*row) for row in db.session.execute(ended)]


def students_who_played(*, class_session_id: str) -> set[str]:
    """Return the IDs of all students who moved or answered in the games of a session."""
    moves = moves_of_students().where(Game.class_session_id == class_session_id).distinct()
    return {student_id for student_id in db.session.execute(moves).scalars() if student_id is not None}
