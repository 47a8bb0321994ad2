"""Bots: what they play for empty seats and for students, and when."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError

from classroom import clock
from classroom.database import db, transaction
from classroom.models import ClassSession, Game, SessionState
from classroom.rng import rng
from classroom.services.each import work_on_each
from classroom.services.locks import locked_game
from classroom.services.play.game_log import append_move, bot_seats, has_to_act
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import BotLevel, CardKind, Move, Pass, Position, choose, unsolved, view

SUBSTITUTE_LEVEL = BotLevel.GOOD
"""The level of a bot that plays a turn for a student."""


def bot_move(position: Position, bots: set[int], level: BotLevel) -> Move:
    """Return the next move of a bot: on its turn, or out of turn drawing and solving cards."""
    busy = [seat for seat in bots if has_to_act(position, seat)]
    seat = position.turn if position.turn in bots else min(busy)
    return choose(view(position, seat), _labels(position, seat), level, rng)


def substitute_move(position: Position, seat: int) -> Move:
    """Return a bot's move for the student in a seat.

    It leaves unsolved cards to the student, unless nothing else can be played.
    """
    seen = view(position, seat)
    labels = _labels(position, seat)
    to_answer = unsolved(position, position.hands[seat])
    if to_answer and not seen.forfeits_due[seat]:
        answered = seen._replace(hand=tuple(card for card in seen.hand if card.id not in to_answer))
        move = choose(answered, labels, SUBSTITUTE_LEVEL, rng)
        if not isinstance(move, Pass):
            return move
    return choose(seen, labels, SUBSTITUTE_LEVEL, rng)


def _labels(position: Position, seat: int) -> dict[int, str]:
    """Return the answers of the cards in a hand."""
    held = map(position.setup.cards_by_id.__getitem__, position.hands[seat])
    return {card.id: card.label for card in held if card.kind is CardKind.MATCH and card.label is not None}


def play_due_bots() -> int:
    """Let every due bot act once; return their number. An error in one game does not stop the others."""
    now = clock.now()
    due = (
        select(Game.id)
        .join(ClassSession)
        .where(
            # No bot thinks for longer: then the clock was set back.
            or_(Game.bot_due_at <= now, Game.bot_due_at > now + clock.JUMP),
            Game.paused_at.is_(None),
            ClassSession.state == SessionState.PLAYING,
        )
    )
    found = db.session.execute(due).scalars().all()
    return work_on_each(
        found, lambda one: play_bot(game_id=one, due_by=now), failure="the bot of game %s could not play"
    )


def play_bot(*, game_id: str, due_by: datetime | None = None) -> bool:
    """Let a bot of this game act, if one still has to.

    :param due_by: do nothing if the bot is due later: another process may have played, and the next bot gets its own
        time to think. None ignores due times.
    """
    try:
        with transaction() as session:
            game = locked_game(session, game_id)
            if game.bot_due_at is None or not game.is_under_way:
                return False
            if due_by is not None and due_by < game.bot_due_at <= due_by + clock.JUMP:
                return False
            position = position_of(game)
            level = TableSettings.from_json(game.class_session.settings).bots
            append_move(session, game, position, bot_move(position, bot_seats(game), level))
    except IntegrityError:  # Lost the race. The next round picks up what is due.
        return False
    return True
