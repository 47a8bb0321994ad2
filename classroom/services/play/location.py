"""Where a student is now: the session joined last, and the seat held in it. One query, for every page of a student.

It is never kept: whether a seat is still held, a session paused, or a page current is decided at each request.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, exists, select
from sqlalchemy.orm import aliased

from classroom.database import db
from classroom.models import Attendance, ClassSession, Game, Player, SessionState, Student

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, Select


@dataclass(frozen=True, slots=True)
class Location:
    """A student's session, and the latest game at the table where the student sits. Read together, at one moment."""

    student_id: str
    class_session_id: str
    session_version: int
    state: SessionState
    is_practice: bool
    ends_at: datetime | None
    """When the games end by themselves; None: when the teacher ends them."""
    game_id: str | None
    """Over or not; None: the student holds no seat. The fields below then say nothing."""
    game_version: int
    seat: int
    is_shared: bool
    """Whether one device goes round at the table."""
    is_over: bool
    is_table_paused: bool
    turn_due_at: datetime | None
    started_at: datetime | None

    @property
    def is_paused(self) -> bool:
        """Whether no one can move for now: this table is paused, or all are."""
        return self.is_table_paused or self.state == SessionState.PAUSED

    @property
    def is_under_way(self) -> bool:
        """Whether the games are running and this table is not paused. The game itself may be over."""
        return not self.is_table_paused and self.state == SessionState.PLAYING


def find_location(student_id: str) -> Location | None:
    """Find where a student is; None: in no session of the present class so far."""
    row = db.session.execute(_location(), {"student_id": student_id}).one_or_none()
    if row is None:
        return None
    return Location(
        student_id=student_id,
        class_session_id=row.class_session_id,
        session_version=row.session_version,
        state=SessionState(row.state),
        is_practice=row.is_practice,
        ends_at=row.ends_at,
        game_id=row.game_id,
        game_version=row.game_version or 0,
        seat=row.seat or 0,
        is_shared=bool(row.is_shared),
        is_over=row.over_at is not None,
        is_table_paused=row.game_paused_at is not None,
        turn_due_at=row.turn_due_at,
        started_at=row.started_at,
    )


@cache
def _location() -> Select[tuple[object, ...]]:
    student_id: BindParameter[str] = bindparam("student_id")
    joined = (
        select(
            ClassSession.id,
            ClassSession.version,
            ClassSession.state,
            ClassSession.is_practice,
            ClassSession.ends_at,
        )
        .join(Attendance, Attendance.class_session_id == ClassSession.id)
        .join(Student, (Student.id == Attendance.student_id) & (Student.class_id == ClassSession.class_id))
        .where(Attendance.student_id == student_id)
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
        .subquery("joined")
    )
    later = aliased(Game)
    is_followed = exists().where(
        later.class_session_id == Game.class_session_id,
        later.table_number == Game.table_number,
        later.round > Game.round,
    )
    seated = (
        select(Game.id)
        .join(Player, Player.game_id == Game.id)
        .where(
            Player.student_id == student_id,
            Player.left_at_version.is_(None),
            Game.class_session_id == joined.c.id,
            ~is_followed,
        )
        .order_by(Game.started_at.desc())
        .limit(1)
        .correlate(joined)
        .scalar_subquery()
    )
    game = aliased(Game)
    is_own_seat = (Player.game_id == game.id) & (Player.student_id == student_id) & Player.left_at_version.is_(None)
    return (
        select(
            joined.c.id.label("class_session_id"),
            joined.c.version.label("session_version"),
            joined.c.state,
            joined.c.is_practice,
            joined.c.ends_at,
            game.id.label("game_id"),
            game.version.label("game_version"),
            game.is_shared,
            game.over_at,
            game.paused_at.label("game_paused_at"),
            game.turn_due_at,
            game.started_at,
            Player.seat,
        )
        .select_from(joined)
        .outerjoin(game, game.id == seated)
        .outerjoin(Player, is_own_seat)
    )
