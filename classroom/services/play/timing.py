"""Time at a table: when a turn times out, and how long answers took. Time stops while a table is paused."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.models import Game, GameEvent
from classroom.services.play.game_row import MovingGame
from classroom.services.play.tables import Table, read_table, table_of
from engine import Position, Solve, try_of

SHORTEST, LONGEST = 300, 20_000
"""Milliseconds: anything faster is an accidental tap, anything slower an interruption."""
_ALLOWED = 2_000
"""Tolerance in milliseconds for clock differences and latency."""


def credible(
    session: Session, game: MovingGame, position: Position, solve: Solve, claimed: int | None, *, student_id: str
) -> int | None:
    """Return the milliseconds claimed by a page if reliable, otherwise None.

    Only the first answer to a card, given before the student's turn, is reliable. The student can't have seen the
    equation before their previous action, which drew the card or finished the one before it.

    :param position: the position in which the card is solved.
    :raises engine.IllegalMoveError: if the seat does not hold the card.
    """
    if claimed is None or not SHORTEST <= claimed <= LONGEST:
        return None
    if position.turn == solve.seat or try_of(position, solve.seat, solve.card) != 1:
        return None
    latest = (
        select(GameEvent.at)
        .where(GameEvent.game_id == game.id, GameEvent.student_id == student_id)
        .order_by(GameEvent.version.desc())
        .limit(1)
    )
    since = session.execute(latest).scalar_one_or_none() or game.started_at
    possible = (clock.now() - since).total_seconds() * 1000 + _ALLOWED
    return claimed if claimed <= possible else None


def table_time(game: MovingGame) -> datetime:
    """Return the current time at a table: now, or the start of a pause of the table or lesson."""
    began = [at for at in (game.paused_at, game.class_session.paused_at) if at is not None]
    return min(began) if began else clock.now()


def begin_turn(game: MovingGame, position: Position) -> None:
    """Start the active player's turn timer. Bots have none."""
    table = table_of(game)
    if table.turn_seconds is None:  # settings don't change while games run
        game.turn_due_at = None
        return
    # Changes of seats come with a full row; a move changes no seat.
    seconds = seconds_of_turn(read_table(game) if isinstance(game, Game) else table, position)
    game.turn_due_at = None if seconds is None else table_time(game) + timedelta(seconds=seconds)


def seconds_of_turn(table: Table, position: Position) -> float | None:
    """Return the active student's seconds per turn, including extra time; None without a timer.

    Shared devices have no timer: it would show everyone who gets extra time.
    """
    if table.turn_seconds is None or table.is_shared or position.outcome is not None:
        return None
    holder = next(one for one in table.seated if one.seat == position.turn)
    return None if holder.student_id is None else table.turn_seconds * holder.time_factor


def shift_clock(game: Game, pause: timedelta) -> None:
    """Exclude a finished pause from the time at a table."""
    if pause <= timedelta():  # no pause, or the server's clock was set back
        return
    game.moved_at += pause
    if game.turn_due_at is not None:
        game.turn_due_at += pause
