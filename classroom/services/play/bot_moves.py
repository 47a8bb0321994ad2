"""What bots do: in seats that nobody holds, and for a student whose turn they play."""

from __future__ import annotations

from dataclasses import replace

from classroom.rng import rng
from classroom.services.play.game_log import has_to_act
from engine import BotLevel, CardKind, Move, Pass, Position, choose, unsolved, view

LEVEL = BotLevel.EASY


def bot_move(position: Position, bots: set[int]) -> Move:
    """What the bot that has to act does: in its turn, or else taking and solving cards out of turn."""
    busy = [seat for seat in bots if has_to_act(position, seat)]
    seat = position.turn if position.turn in bots else min(busy)
    return choose(view(position, seat), _labels(position, seat), LEVEL, rng)


def stand_in_move(position: Position, seat: int) -> Move:
    """What a bot does for the student in a seat.

    Cards that the student has yet to answer ahead stay for the student, unless nothing else can be played.
    """
    seen = view(position, seat)
    labels = _labels(position, seat)
    to_answer = unsolved(position, position.hands[seat])
    if to_answer and not seen.forfeits_due[seat]:
        answered = replace(seen, hand=tuple(card for card in seen.hand if card.id not in to_answer))
        move = choose(answered, labels, LEVEL, rng)
        if not isinstance(move, Pass):
            return move
    return choose(seen, labels, LEVEL, rng)


def _labels(position: Position, seat: int) -> dict[int, str]:
    """The answers of the cards in a hand."""
    held = map(position.setup.cards_by_id.__getitem__, position.hands[seat])
    return {card.id: card.label for card in held if card.kind is CardKind.MATCH and card.label is not None}
