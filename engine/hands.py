"""Move cards into hands and out of them."""

from __future__ import annotations

from typing import TypeVar

from engine.cards import CardId
from engine.position import Position
from engine.seats import Seat

T = TypeVar("T")


def discard(position: Position, seat: Seat, card: CardId) -> Position:
    """Move a card from the hand to the top of the seat's discard pile."""
    return position._replace(
        hands=put(position.hands, seat, without(position.hands[seat], card)),
        discarded=(seat, card, position.discarded),
        state=position.state and position.state.forget(card),
        fresh=(),
    )


def lapse_forfeits(position: Position, seat: Seat) -> Position:
    """Cancel the forfeits of a seat if its hand is empty (D6)."""
    if position.hands[seat] or not position.forfeits_due[seat]:
        return position
    due = put(position.forfeits_due, seat, 0)
    return position._replace(state=position.turn_state._replace(forfeits_due=due))


def draw_cards(position: Position, seat: Seat, count: int = 1) -> Position:
    """Draw cards into a hand; draws that the pile cannot serve are due after the reshuffle (D4).

    A single draw always succeeds: the pile is reshuffled as soon as it is empty, and it contains all cards that seats
    are owed.
    """
    pile = position.pile
    taken: tuple[CardId, ...] = ()
    while pile is not None and len(taken) < count:
        card, pile = pile
        taken += (card,)
    state = position.state
    if len(taken) < count:
        state = position.turn_state._replace(draws_due=(seat,) * (count - len(taken)))
    return position._replace(
        hands=put(position.hands, seat, position.hands[seat] + taken),
        pile=pile,
        state=state,
        fresh=position.fresh + taken,
    )


def replace_lost(position: Position, seat: Seat) -> Position:
    """Draw a replacement, at the end of a seat's turn, for each card lost to a wrong answer (D10)."""
    state = position.turn_state
    count = state.replacements_due[seat]
    kept = state._replace(replacements_due=put(state.replacements_due, seat, 0))
    return draw_cards(position._replace(state=kept.or_none()), seat, count)


def after_shuffle(position: Position) -> Position:
    """Make the draws that were due, and forget the faces of reshuffled cards."""
    state = position.turn_state
    held = {card for hand in position.hands for card in hand}
    faces = state.faces and tuple(face for face in state.faces if face[0] in held)
    position = position._replace(state=state._replace(faces=faces, draws_due=()).or_none())
    for seat in state.draws_due:
        position = draw_cards(position, seat)
    return position


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    changed = [*values]
    changed[index] = value
    return tuple(changed)


def without(hand: tuple[CardId, ...], card: CardId) -> tuple[CardId, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
