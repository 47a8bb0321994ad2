"""Resolve moves to events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.cards import CardId
from engine.errors import IllegalMoveError, IllegalReason
from engine.events import (
    Draw,
    Event,
    Exchange,
    Forfeit,
    Miss,
    Pass,
    Penalty,
    Place,
    Remove,
    Reshuffle,
    Solve,
    Stop,
)
from engine.legality import (
    check_draw,
    check_exchange,
    check_forfeit,
    check_pass,
    check_penalty,
    check_place,
    check_remove,
    check_solve,
    check_stop,
)
from engine.lines import Space
from engine.position import Position
from engine.seats import Seat
from engine.transitions import apply_event

_CHECKS: Mapping[type, Callable[[Position, Any], None]] = {
    Place: check_place,
    Remove: check_remove,
    Exchange: check_exchange,
    Pass: check_pass,
    Draw: check_draw,
    Penalty: check_penalty,
    Forfeit: check_forfeit,
    Stop: check_stop,
    Solve: check_solve,
}


def resolve(position: Position, move: Event) -> Event:
    """Resolve a move to its event: the move, or a `Miss` if only the answer is wrong.

    :raises IllegalMoveError: if the move is not allowed, or the event is not a move
    """
    check = _CHECKS.get(type(move))
    if check is None:
        raise IllegalMoveError(IllegalReason.NOT_A_MOVE)
    try:
        check(position, move)
    except IllegalMoveError as refused:
        if not position.setup.has_misses:
            raise
        match move, refused.reason:
            case Place(seat, card, space), IllegalReason.WRONG_SPACE:
                return Miss(seat, card, space)
            case Exchange(seat, card), IllegalReason.NOT_DEAD:
                return Miss(seat, card, None)
        raise
    return move


def step(position: Position, move: Event, rng: Random) -> tuple[tuple[Event, ...], Position]:
    """Resolve a move and apply it, including the reshuffle if one becomes due (D4).

    :raises IllegalMoveError: if the move is not allowed
    """
    event = resolve(position, move)
    position = apply_event(position, event)
    if not position.needs_reshuffle or position.outcome is not None:
        return (event,), position
    deck = [card for pile in position.discards for card in pile]
    rng.shuffle(deck)
    reshuffle = Reshuffle(tuple(deck))
    return (event, reshuffle), apply_event(position, reshuffle)


def right_spaces(position: Position, card: CardId) -> tuple[Space, ...]:
    """List both spaces of a match card, open or not. For the server only."""
    label = position.setup.cards_by_id[card].label
    return () if label is None else position.setup.board.spaces_of[label]


def try_of(position: Position, seat: Seat, card: CardId) -> int:
    """Return the number, from 1, of the next try at this card since it was drawn.

    :raises IllegalMoveError: if the seat does not hold the card
    """
    if card not in position.hands[seat]:
        raise IllegalMoveError(IllegalReason.CARD_NOT_IN_HAND)
    return 1 + position.missed.count(card) + position.solved.count(card)
