"""What one seat may see. Pages and bots get only this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.board import Board
from engine.cards import Card, CardId, CardKind
from engine.events import Exchange, Forfeit, Miss, Penalty, Place, Remove, Solve
from engine.lines import Mask, Space
from engine.outcome import Outcome
from engine.position import Position
from engine.rules import Rules
from engine.seats import Seat, Team
from engine.sequences import CompletedSequence


class HeldCard(NamedTuple):
    """A card in the viewer's hand, without its answer unless the viewer has solved it (D10)."""

    id: CardId
    kind: CardKind
    face: str
    """As this holder sees it: the printed face, or the one dealt for it."""
    answer: str | None = None
    """The label of a card solved ahead."""
    tries_left: int | None = None
    """Tries left for a card to solve ahead; None if unlimited or not to be solved."""

    @property
    def is_solved(self) -> bool:
        """Return whether the holder has solved it ahead."""
        return self.answer is not None


class SeenEvent(NamedTuple):
    """What this viewer may know about the last event."""

    do: str
    seat: Seat | None = None
    team: Team | None = None
    face: str | None = None
    """The card, if it is face up or the viewer's own. Others see the answer of a dealt face."""
    space: Space | None = None
    given: int | None = None
    """The number that the viewer gave for the card (D10)."""
    is_right: bool | None = None
    """Whether that number was correct; None for all other viewers."""
    is_lost: bool = False
    """Whether this cost the card."""
    answer: str | None = None
    """The correct answer, shown to the viewer who has just solved or lost the card."""


class View(NamedTuple):
    """What one seat, or a spectator, may see of a position."""

    seat: Seat | None
    """The viewer; None for a spectator."""
    edition: str
    board: Board
    rules: Rules
    seats: tuple[Team, ...]
    dealer: Seat
    turn: Seat
    turn_number: int
    tries_left: int | None
    has_exchanged: bool
    chips: tuple[Mask, ...]
    """For each team, its chips. Free spaces count for every team."""
    locked: Mask
    sequences: tuple[CompletedSequence, ...]
    hand: tuple[HeldCard, ...]
    """The viewer's own cards; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    discards: tuple[tuple[str, ...], ...]
    """The faces in every seat's discard pile, oldest first. If holders get faces of their own: the answers."""
    pile_size: int
    owed: tuple[int, ...]
    """For each seat, the number of cards that it is owed."""
    forfeits_due: tuple[int, ...]
    replacements_due: tuple[int, ...]
    """For each seat, the number of cards lost to wrong answers, replaced when its next turn ends (D10)."""
    deals_faces: bool
    """Whether holders get faces of their own."""
    last_event: SeenEvent | None
    outcome: Outcome | None

    def chip_on(self, space: Space) -> Team | None:
        if self.board.free_mask >> space & 1:
            return None
        owners = (team for team, mask in enumerate(self.chips) if mask >> space & 1)
        return next((self.seats[team] for team in owners), None)

    def is_locked(self, space: Space) -> bool:
        """Return whether a chip on this space is part of a sequence."""
        return bool(self.locked & ~self.board.free_mask & 1 << space)


def view(position: Position, seat: Seat | None) -> View:
    """Return what one seat may see of a position; None: a spectator."""
    setup = position.setup
    held = () if seat is None else position.hands[seat]
    return View(
        seat=seat,
        edition=setup.edition,
        board=setup.board,
        rules=setup.rules,
        seats=setup.seats,
        dealer=setup.dealer,
        turn=position.turn,
        turn_number=position.turn_number,
        tries_left=position.tries_left,
        has_exchanged=position.has_exchanged,
        chips=position.chips,
        locked=position.locked,
        sequences=position.sequences,
        hand=tuple(_held(position, card) for card in held),
        hand_sizes=tuple(map(len, position.hands)),
        discards=_faces_of_discards(position),
        pile_size=position.pile_size,
        owed=tuple(map(len, position.owed)),
        forfeits_due=position.forfeits_due,
        replacements_due=position.replacements_due,
        deals_faces=position.deals_faces,
        last_event=_seen(position, seat),
        outcome=position.outcome,
    )


def _faces_of_discards(position: Position) -> tuple[tuple[str, ...], ...]:
    cards, deals_faces = position.setup.cards_by_id, position.deals_faces
    return tuple(tuple([_public_face(cards[card], deals_faces) for card in pile]) for pile in position.discards)


def _public_face(card: Card, deals_faces: bool) -> str:  # noqa: FBT001 (called for each card of a table)
    """Return the face for those who have not held the card: its equation is private if equations are chosen."""
    return (card.label or card.face) if deals_faces else card.face


def seat_view(seen: View, position: Position, seat: Seat, *, hand: Iterable[CardId]) -> View:
    """Return what one seat may see, like `view`, given the spectator's view of the position.

    :param hand: the seat's cards, in display order
    """
    held = tuple(_held(position, card) for card in hand)
    return seen._replace(seat=seat, hand=held, last_event=_seen(position, seat))


def face_of(position: Position, card: CardId, *, is_own: bool) -> str:
    """Return what a viewer sees on a card that is face up or in the viewer's hand.

    :param is_own: whether the viewer holds or discarded it. If holders get faces of their own, everyone else sees the
        answer: the equation is private to its holder.
    """
    printed, faces = position.setup.cards_by_id[card], position.turn_state.faces
    if not is_own:
        return _public_face(printed, faces is not None)
    return printed.face if faces is None else dict(faces).get(card, printed.face)


def _held(position: Position, card: CardId) -> HeldCard:
    printed = position.setup.cards_by_id[card]
    face = face_of(position, card, is_own=True)
    if card in position.solved:
        return HeldCard(card, printed.kind, face, answer=printed.label)
    left = None if printed.label is None else position.tries_left_for(card)
    return HeldCard(card, printed.kind, face, tries_left=left)


def _seen(position: Position, viewer: Seat | None) -> SeenEvent | None:
    event = position.last_event
    match event:
        case None:
            return None
        case Solve():
            return _seen_solve(position, event, viewer)
        case Miss() if viewer != event.seat:
            return _seen_miss(position, event, viewer)
        case Place() | Remove() | Miss() | Exchange() | Forfeit():
            space = None if isinstance(event, Exchange | Forfeit) else event.space
            return SeenEvent(event.do, seat=event.seat, face=_face(position, event, viewer), space=space)
        case Penalty():
            return SeenEvent(event.do, team=event.team)
        case _:
            return SeenEvent(event.do, seat=getattr(event, "seat", None))


def _seen_miss(position: Position, miss: Miss, viewer: Seat | None) -> SeenEvent:
    """Return what others see of a miss. A wrong answer is private to the student, and a held card is secret."""
    is_held = miss.card in position.hands[miss.seat]
    return SeenEvent(miss.do, seat=miss.seat, face=None if is_held else _face(position, miss, viewer))


def _seen_solve(position: Position, solve: Solve, viewer: Seat | None) -> SeenEvent:
    """Return what others see of an answer given ahead: only whether a card was lost."""
    is_lost = solve.card not in position.hands[solve.seat]
    if viewer != solve.seat:
        return SeenEvent(solve.do, seat=solve.seat, is_lost=is_lost)
    is_right = solve.card in position.solved
    return SeenEvent(
        solve.do,
        seat=solve.seat,
        face=_face(position, solve, viewer),
        given=solve.answer,
        is_right=is_right,
        is_lost=is_lost,
        answer=position.setup.cards_by_id[solve.card].label if is_right or is_lost else None,
    )


def _face(position: Position, event: Place | Remove | Miss | Exchange | Forfeit | Solve, viewer: Seat | None) -> str:
    return face_of(position, event.card, is_own=viewer == event.seat)
