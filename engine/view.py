"""What one seat may see: pages and bots get this and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.board import Board
from engine.cards import CardId, CardKind
from engine.events import Exchange, Forfeit, Miss, Penalty, Place, Remove, Solve
from engine.lines import Mask, Space
from engine.outcome import Outcome
from engine.position import Position
from engine.rules import Rules
from engine.seats import Seat, Team
from engine.sequences import CompletedSequence


class HeldCard(NamedTuple):
    """A card in the viewer's own hand: without its answer, unless the viewer has solved it (D10)."""

    id: CardId
    kind: CardKind
    face: str
    """As this holder sees it: the printed one, or the one dealt for it."""
    answer: str | None = None
    """The label of a card solved ahead."""
    tries_left: int | None = None
    """Answers that are left for a card to be solved ahead; None: any number, or there is nothing to solve."""

    @property
    def is_solved(self) -> bool:
        """Whether the holder has solved it ahead."""
        return self.answer is not None


class SeenEvent(NamedTuple):
    """What this viewer may know of the last event."""

    do: str
    seat: Seat | None = None
    team: Team | None = None
    face: str | None = None
    """The card, where it lies face up or is the viewer's own; others see the answer of a face that was dealt."""
    space: Space | None = None
    given: int | None = None
    """The number that the viewer gave for the card (D10)."""
    is_right: bool | None = None
    """Whether that number was right; None for everyone else."""
    is_lost: bool = False
    """Whether the card was lost by it."""
    answer: str | None = None
    """The right answer, shown to the viewer who has just solved or lost the card."""


class View(NamedTuple):
    """Everything that one seat, or a spectator, may see of a position."""

    seat: Seat | None
    """The viewer; None: a spectator."""
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
    """For each team its chips; free spaces count for every team."""
    locked: Mask
    sequences: tuple[CompletedSequence, ...]
    hand: tuple[HeldCard, ...]
    """The viewer's own cards; none for a spectator."""
    hand_sizes: tuple[int, ...]
    discards: tuple[tuple[str, ...], ...]
    """The faces of every seat's discard pile, oldest first; the answers, if holders are dealt faces of their own."""
    pile_size: int
    owed: tuple[int, ...]
    """For each seat how many cards it is owed."""
    forfeits_due: tuple[int, ...]
    replacements_due: tuple[int, ...]
    """For each seat how many cards the end of its next turn brings for those it could not solve (D10)."""
    deals_faces: bool
    """Whether holders are dealt faces of their own."""
    last_event: SeenEvent | None
    outcome: Outcome | None

    def chip_on(self, space: Space) -> Team | None:
        """Return the team whose chip is on a space."""
        if self.board.free_mask >> space & 1:
            return None
        owners = (team for team, mask in enumerate(self.chips) if mask >> space & 1)
        return next((self.seats[team] for team in owners), None)

    def is_locked(self, space: Space) -> bool:
        """Whether a chip on this space belongs to a sequence."""
        return bool(self.locked & ~self.board.free_mask & 1 << space)


def view(position: Position, seat: Seat | None) -> View:
    """Show a position to one seat; None: to a spectator."""
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
        discards=tuple(tuple(face_of(position, card, is_own=False) for card in pile) for pile in position.discards),
        pile_size=position.pile_size,
        owed=tuple(map(len, position.owed)),
        forfeits_due=position.forfeits_due,
        replacements_due=position.replacements_due,
        deals_faces=position.deals_faces,
        last_event=_seen(position, seat),
        outcome=position.outcome,
    )


def seat_view(seen: View, position: Position, seat: Seat, *, hand: Iterable[CardId]) -> View:
    """Show a position to one seat, as `view` does, where a spectator's view of it exists already.

    :param hand: the seat's cards, in the order in which they are shown.
    """
    held = tuple(_held(position, card) for card in hand)
    return seen._replace(seat=seat, hand=held, last_event=_seen(position, seat))


def face_of(position: Position, card: CardId, *, is_own: bool) -> str:
    """Say what a viewer sees on a card that lies face up, or in the viewer's hand.

    :param is_own: whether the viewer holds it, or discarded it. If holders are dealt faces of their own, everyone
        else sees the answer: the equation is private to its holder.
    """
    printed = position.setup.cards_by_id[card]
    faces = position.turn_state.faces
    if faces is None:
        return printed.face
    if is_own:
        return dict(faces).get(card, printed.face)
    return printed.label or printed.face


def _held(position: Position, card: CardId) -> HeldCard:
    kind, label = position.setup.cards_by_id[card].kind, position.setup.cards_by_id[card].label
    face = face_of(position, card, is_own=True)
    if card in position.solved:
        return HeldCard(card, kind, face, answer=label)
    return HeldCard(card, kind, face, tries_left=None if label is None else position.tries_left_for(card))


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
    """Show a miss to others: a wrong answer is the student's own business, a card still held is a secret."""
    is_held = miss.card in position.hands[miss.seat]
    return SeenEvent(miss.do, seat=miss.seat, face=None if is_held else _face(position, miss, viewer))


def _seen_solve(position: Position, solve: Solve, viewer: Seat | None) -> SeenEvent:
    """Show an answer given ahead: others learn no more than that a card was lost."""
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
