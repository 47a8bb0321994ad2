"""Cards on their way into hands and out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from engine.cards import CardId
    from engine.position import Position
    from engine.seats import Seat

T = TypeVar("T")


def discard(position: Position, seat: Seat, card: CardId) -> Position:
    """Move a card from the hand to the top of the seat's discard pile."""
    hand = list(position.hands[seat])
    hand.remove(card)
    return position._replace(
        hands=put(position.hands, seat, tuple(hand)),
        discarded=(seat, card, position.discarded),
        notes=position.notes and position.notes.forget(card),
        fresh=(),
    )


def lapse_forfeits(position: Position, seat: Seat) -> Position:
    """Let what a seat has to give up lapse once its hand is empty (D6)."""
    if position.hands[seat] or not position.forfeits_due[seat]:
        return position
    due = put(position.forfeits_due, seat, 0)
    return position._replace(notes=position.noted._replace(forfeits_due=due))


def draw_cards(position: Position, seat: Seat, count: int = 1) -> Position:
    """Move the next cards of the draw pile into a hand; those that it does not hold are due after the shuffle (D4).

    For one there always is a card: the moment the pile is used up it is made anew, and cards that are
    owed or not yet replaced were left out of hands, so that they lie in the piles.
    """
    taken = position.deck[position.drawn : position.drawn + count]
    position = position._replace(
        hands=put(position.hands, seat, (*position.hands[seat], *taken)),
        drawn=position.drawn + len(taken),
        fresh=(*position.fresh, *taken),
    )
    if len(taken) == count:
        return position
    return position._replace(notes=position.noted._replace(draws_due=(seat,) * (count - len(taken))))


def replace_lost(position: Position, seat: Seat) -> Position:
    """Bring a seat, at the end of its turn, a card for each one that it could not solve (D10)."""
    notes = position.noted
    count = notes.replacements_due[seat]
    kept = notes._replace(replacements_due=put(notes.replacements_due, seat, 0))
    return draw_cards(position._replace(notes=kept.or_none()), seat, count)


def after_shuffle(position: Position) -> Position:
    """Make the draws that were due, and forget the faces of what lay in the discard piles."""
    notes = position.noted
    held = {card for hand in position.hands for card in hand}
    faces = notes.faces and tuple(face for face in notes.faces if face[0] in held)
    position = position._replace(notes=notes._replace(faces=faces, draws_due=()).or_none())
    for seat in notes.draws_due:
        position = draw_cards(position, seat)
    return position


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Change one of several values."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)
