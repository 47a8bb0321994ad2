"""Time at a table: when a turn is up, and how long an answer took. While a table is paused, time stands still."""

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
"""Milliseconds that the two clocks and the way between them may differ."""


def credible(
    session: Session, game: MovingGame, position: Position, solve: Solve, claimed: int | None, *, student_id: str
) -> int | None:
    """Return what to keep of the milliseconds that a page claims; None: no clean measure.

    Clean is only the first answer to a card, given before their own turn began. The equation cannot have been seen
    before whatever the student did last: that drew the card, or finished the one before it.

    :param position: the one that the card is solved in.
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
    """Return the moment that it is at a table: now, or while table or lesson is paused, when the pause began."""
    began = [at for at in (game.paused_at, game.class_session.paused_at) if at is not None]
    return min(began) if began else clock.now()


def begin_turn(game: MovingGame, position: Position) -> None:
    """Start the full turn time of the active player. Bots have no timer."""
    table = table_of(game)
    if table.turn_seconds is None:  # settings stay as they are while games run
        game.turn_due_at = None
        return
    # A whole row comes with changes of who sits where; a move changes no seat.
    seconds = seconds_of_turn(read_table(game) if isinstance(game, Game) else table, position)
    game.turn_due_at = None if seconds is None else table_time(game) + timedelta(seconds=seconds)


def seconds_of_turn(table: Table, position: Position) -> float | None:
    """How long the student on turn may take: some get more time than others. None: turns are not timed.

    They never are where one device goes round: a bar of time there would show everyone how much each gets.
    """
    if table.turn_seconds is None or table.is_shared or position.outcome is not None:
        return None
    holder = next(one for one in table.seated if one.seat == position.turn)
    return None if holder.student_id is None else table.turn_seconds * holder.time_factor


def shift_clock(game: Game, pause: timedelta) -> None:
    """Take a pause that is over out of the time at a table."""
    if pause <= timedelta():  # none, or the server's clock was set back meanwhile
        return
    game.moved_at += pause
    if game.turn_due_at is not None:
        game.turn_due_at += pause
