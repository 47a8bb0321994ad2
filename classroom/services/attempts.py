"""Attempts: which event is one, and rebuilding all of them from the logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from classroom.database import db, transaction
from classroom.models import Attempt, AttemptKind, Game, GameEvent
from classroom.services.setup_json import setup_from_json
from engine import (
    CardKind,
    Event,
    Exchange,
    Miss,
    Place,
    Position,
    event_from_json,
    start,
    try_of,
)

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def attempt_of(row: GameEvent, before: Position, event: Event) -> Attempt | None:
    """The attempt that an event is, if it is one: a student's answer to an equation.

    :param before: the position the event was played in.
    """
    if row.student_id is None or not before.setup.has_misses:
        return None
    if not isinstance(event, Place | Miss | Exchange):
        return None
    card = before.setup.cards_by_id[event.card]
    if card.kind is not CardKind.MATCH or card.label is None:
        return None
    space = None if isinstance(event, Exchange) else event.space
    return Attempt(
        game_id=row.game_id,
        version=row.version,
        student_id=row.student_id,
        kind=AttemptKind.DEAD if space is None else AttemptKind.PLACE,
        equation=card.face,
        answer=card.label,
        given=None if space is None else before.setup.board.labels[space],
        try_number=try_of(before, event.seat, event.card),
        is_right=not isinstance(event, Miss),
        at=row.at,
    )


def rebuild_attempts() -> int:
    """Derive every attempt again from the logs, in one transaction; gives their number."""
    count = 0
    with transaction() as session:
        session.execute(delete(Attempt))
        for game_id in session.execute(select(Game.id)).scalars().all():
            count += _rebuild_game(session, game_id)
    return count


def _rebuild_game(session: Session, game_id: str) -> int:
    setup = setup_from_json(session.execute(select(Game.setup).where(Game.id == game_id)).scalar_one())
    position = start(setup)
    logged = select(GameEvent).where(GameEvent.game_id == game_id).order_by(GameEvent.version)
    rows = session.execute(logged).scalars().all()
    attempts = []
    for row in rows:
        event = event_from_json(row.event, setup.board)
        attempt = attempt_of(row, position, event)
        if attempt is not None:
            attempts.append(attempt)
        position = position.play(event)
    session.add_all(attempts)
    session.flush()
    for read in (*rows, *attempts):  # a school's year of games would not fit into memory
        session.expunge(read)
    return len(attempts)


def attempts_of_game(*, game_id: str, student_id: str) -> list[Attempt]:
    """A student's own answers in one game, in order."""
    return list(
        db.session.execute(
            select(Attempt)
            .where(Attempt.game_id == game_id, Attempt.student_id == student_id)
            .order_by(Attempt.version)
        ).scalars()
    )
