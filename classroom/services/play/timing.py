"""How long an answer given ahead took: the page measures, the server believes only what can be."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.models import GameEvent
from classroom.services.play.game_row import MovingGame
from engine import Position, Solve, try_of

SHORTEST, LONGEST = 300, 20_000
"""Milliseconds: faster is a slip of the finger, slower is not thought any more."""
_ALLOWED = 2_000
"""Milliseconds that the two clocks and the way between them may differ."""


def credible(
    session: Session, game: MovingGame, position: Position, solve: Solve, claimed: int | None, *, student_id: str
) -> int | None:
    """What to keep of the milliseconds that a page claims; None: no clean measure.

    Clean is only the first answer to a card, given before the own turn began. The equation cannot have been seen
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
