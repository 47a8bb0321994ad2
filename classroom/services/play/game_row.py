"""Rows of games for moves and pages of all tables, read by one short query and written by one statement.

A `MovingGame` can also be the ORM's `Game`, but loading and flushing one takes four times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import Select, bindparam, exists, select, update
from sqlalchemy.orm import aliased

from classroom.database import db
from classroom.models import ClassSession, Game, Player, SessionState
from classroom.prepared_statements import PreparedSelect, PreparedWrite, Row
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import FOR_CHANGE

Seats: TypeAlias = "dict[int, str | None]"
"""Seats: the student's ID by seat, None for a bot."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """The game's class session."""

    id: str
    version: int
    state: SessionState
    paused_at: datetime | None
    is_whole_class: bool


@dataclass(slots=True)
class GameRow:
    """A locked game. Its fields are the row's columns; `write` saves those that a move can change."""

    id: str
    class_session_id: str
    started_at: datetime
    version: int
    moved_at: datetime
    bot_due_at: datetime | None
    turn_due_at: datetime | None
    paused_at: datetime | None
    over_at: datetime | None
    outcome_reason: str | None
    winner: str | None
    class_session: SessionRow
    read: Mapping[str, object] = field(default_factory=dict, repr=False, kw_only=True)
    """The values that `write` can save, as they were read; empty for a row that isn't written."""

    @property
    def setup(self) -> dict[str, Any]:
        """Return the setup, which is large and rarely needed."""
        setup: dict[str, Any] = db.session.execute(select(Game.setup).where(Game.id == self.id)).scalar_one()
        return setup

    def write(self) -> None:
        """Save what has changed, in the open transaction. SQLite would also write the indexes of unchanged columns."""
        changed = {name: value for name, before in self.read.items() if (value := getattr(self, name)) != before}
        _update_of(tuple(changed)).run(changed | {"game_id": self.id})


@dataclass(slots=True, kw_only=True)
class TableRow(GameRow):
    """A table's latest game, for pages that show all tables."""

    table_number: int
    round: int
    is_shared: bool
    teams: dict[str, Any] | None


MovingGame: TypeAlias = Game | GameRow


def game_to_move(game_id: str) -> GameRow:
    """Lock a game, in the open transaction; see `locks.locked_game`.

    :raises ServiceError: SESSION_ENDED if it was deleted with its class.
    """
    row = _GAME.one_or_none(game_id=game_id)
    if row is None:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    values = {name: getattr(row, name) for name in _READ}
    return GameRow(**values, class_session=_session_of(row), read={name: values[name] for name in _WRITTEN})


def latest_tables(class_session_id: str) -> list[TableRow]:
    """Return the latest game of each table, by table number."""
    rows = _TABLES.all(class_session_id=class_session_id)
    if not rows:
        return []
    class_session, columns = _session_of(rows[0]), (*_READ, *_OF_TABLE)
    return [TableRow(**dict(zip(columns, row, strict=False)), class_session=class_session) for row in rows]


def _session_of(row: Row) -> SessionRow:
    return SessionRow(
        id=row.class_session_id,
        version=row.session_version,
        state=SessionState(row.state),
        paused_at=row.session_paused_at,
        is_whole_class=row.is_whole_class,
    )


def seats_of(game: MovingGame) -> Seats:
    """Return who sits where now, by seat."""
    return {row.seat: row.student_id for row in _SEATS.all(game_id=game.id)}


def seat_of(*, game_id: str, student_id: str) -> int:
    """Return a student's current seat.

    :raises ServiceError: NOT_SEATED.
    """
    for row in _SEATS.all(game_id=game_id):
        if row.student_id == student_id:
            return int(row.seat)
    raise ServiceError(PlayErrorCode.NOT_SEATED)


def full_game(game: MovingGame) -> Game:
    """Return the full ORM row, for rarely needed columns."""
    return game if isinstance(game, Game) else db.session.get_one(Game, game.id, populate_existing=True)


_READ = tuple(one.name for one in fields(GameRow) if one.name not in {"class_session", "read"})
_WRITTEN = _READ[_READ.index("version") :]


@cache
def _update_of(names: tuple[str, ...]) -> PreparedWrite:
    return PreparedWrite(
        lambda: (
            update(Game)
            .where(Game.id == bindparam("game_id", type_=Game.id.type))
            .values({name: bindparam(name) for name in names})
        )
    )


_OF_TABLE = ("table_number", "round", "is_shared", "teams")


def _games(*further: str) -> Select[*tuple[Any, ...]]:
    return select(
        *(getattr(Game, name) for name in (*_READ, *further)),
        ClassSession.version.label("session_version"),
        ClassSession.state,
        ClassSession.paused_at.label("session_paused_at"),
        ClassSession.is_whole_class,
    ).join(ClassSession, ClassSession.id == Game.class_session_id)


def _latest() -> Select[*tuple[Any, ...]]:
    later = aliased(Game)
    is_followed = exists().where(
        later.class_session_id == Game.class_session_id,
        later.table_number == Game.table_number,
        later.round > Game.round,
    )
    of_session = Game.class_session_id == bindparam("class_session_id", type_=ClassSession.id.type)
    return _games(*_OF_TABLE).where(of_session, ~is_followed).order_by(Game.table_number)


_TABLES = PreparedSelect(_latest)
_GAME = PreparedSelect(
    lambda: _games().where(Game.id == bindparam("game_id", type_=Game.id.type)).with_for_update(of=Game, **FOR_CHANGE)
)
_SEATS = PreparedSelect(
    lambda: (
        select(Player.seat, Player.student_id)
        .where(Player.game_id == bindparam("game_id", type_=Game.id.type), Player.left_at_version.is_(None))
        .order_by(Player.seat)
    )
)
