"""A student's location: the session joined last, and the seat held in it. Part of the one query of every request.

It is never cached: each request decides whether a seat is still held, a session paused, or a page current.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, exists, select
from sqlalchemy.orm import aliased

from classroom.models import Attendance, ClassSession, Game, Player, SessionState, Student
from classroom.prepared_statements import PreparedSelect, Row
from classroom.services.play.game_row import GameRow


class Location(NamedTuple):
    """A student's session, and the latest game at the student's table, read in one query."""

    student_id: str
    class_session_id: str
    session_version: int
    state: SessionState
    is_practice: bool
    ends_at: datetime | None
    """When the games end automatically; None if the teacher ends them."""
    game_id: str | None
    """The game, over or not; None if the student holds no seat, and the fields below mean nothing."""
    game_version: int
    seat: int
    is_shared: bool
    """Whether the table shares one device."""
    is_over: bool
    is_table_paused: bool
    turn_due_at: datetime | None
    started_at: datetime | None

    @property
    def is_paused(self) -> bool:
        """Return whether this table or all tables are paused."""
        return self.is_table_paused or self.state == SessionState.PAUSED

    @property
    def is_under_way(self) -> bool:
        """Return whether games are running and this table is not paused. The game itself may be over."""
        return not self.is_table_paused and self.state == SessionState.PLAYING


def after_move(here: Location, game: GameRow) -> Location:
    """Return the location after a committed move, from what was read and written under the lock."""
    return here._replace(
        session_version=game.class_session.version,
        state=game.class_session.state,
        game_version=game.version,
        is_over=game.over_at is not None,
        is_table_paused=game.paused_at is not None,
        turn_due_at=game.turn_due_at,
    )


def find_location(student_id: str) -> Location | None:
    """Return a student's location; None if the student has joined no session of the current class."""
    row = _LOCATION.one_or_none(student_id=student_id)
    return None if row is None else read_location(row, student_id)


def read_location(row: Row, student_id: str) -> Location | None:
    """Read the columns added by `with_location`."""
    if row.class_session_id is None:
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


def with_location(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """Add each student's location to a query of students.

    It finds the class's latest session that the student joined, then the student's game among the few of that session,
    so its cost does not grow with the number of lessons.
    """
    newest, joined, seated, later = aliased(ClassSession), aliased(Attendance), aliased(Game), aliased(Game)
    has_joined = exists().where(joined.class_session_id == newest.id, joined.student_id == Student.id)
    present = (
        select(newest.id)
        .where(newest.class_id == Student.class_id, has_joined.correlate(newest, Student))
        .order_by(newest.opened_at.desc())
        .limit(1)
        .correlate(Student)
        .scalar_subquery()
    )
    sits = exists().where(
        Player.game_id == seated.id, Player.student_id == Student.id, Player.left_at_version.is_(None)
    )
    is_followed = exists().where(
        later.class_session_id == seated.class_session_id,
        later.table_number == seated.table_number,
        later.round > seated.round,
    )
    game = (
        select(seated.id)
        .where(seated.class_session_id == ClassSession.id, sits.correlate(seated, Student), ~is_followed)
        .order_by(seated.started_at.desc())
        .limit(1)
        .correlate(ClassSession, Student)
        .scalar_subquery()
    )
    is_own_seat = (Player.game_id == Game.id) & (Player.student_id == Student.id) & Player.left_at_version.is_(None)
    return (
        query.add_columns(
            ClassSession.id.label("class_session_id"),
            ClassSession.version.label("session_version"),
            ClassSession.state,
            ClassSession.is_practice,
            ClassSession.ends_at,
            Game.id.label("game_id"),
            Game.version.label("game_version"),
            Game.is_shared,
            Game.over_at,
            Game.paused_at.label("game_paused_at"),
            Game.turn_due_at,
            Game.started_at,
            Player.seat,
        )
        .outerjoin(ClassSession, ClassSession.id == present)
        .outerjoin(Game, Game.id == game)
        .outerjoin(Player, is_own_seat)
    )


_LOCATION = PreparedSelect(
    lambda: with_location(
        select(Student.id).select_from(Student).where(Student.id == bindparam("student_id", type_=Student.id.type))
    )
)
