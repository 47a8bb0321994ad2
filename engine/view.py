"""What one seat may see: pages and bots get this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board import Board
from engine.cards import CardId, CardKind
from engine.events import Exchange, Forfeit, Miss, Penalty, Place, Remove
from engine.lines import Mask, Space
from engine.outcome import Outcome
from engine.position import Position
from engine.rules import Rules
from engine.seats import Seat, Team
from engine.sequences import CompletedSequence


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in the viewer's own hand: without its answer."""

    id: CardId
    kind: CardKind
    face: str


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """What everybody, or this viewer, may know of the last event."""

    do: str
    seat: Seat | None = None
    team: Team | None = None
    face: str | None = None
    """The card, where it lies face up or is the viewer's own."""
    space: Space | None = None


@dataclass(frozen=True, slots=True)
class View:
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
    """For each team its chips; free spaces count as everybody's."""
    locked: Mask
    sequences: tuple[CompletedSequence, ...]
    hand: tuple[HeldCard, ...]
    """The viewer's own cards; none for a spectator."""
    hand_sizes: tuple[int, ...]
    discards: tuple[tuple[str, ...], ...]
    """The faces of every seat's discard pile, oldest first."""
    pile_size: int
    owed: tuple[int, ...]
    """For each seat how many cards it is owed."""
    forfeits_due: tuple[int, ...]
    last_event: SeenEvent | None
    outcome: Outcome | None

    def chip_on(self, space: Space) -> Team | None:
        """Name the team whose chip lies on a space."""
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
    cards = setup.cards_by_id
    held = [] if seat is None else [cards[card] for card in position.hands[seat]]
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
        hand=tuple(HeldCard(card.id, card.kind, card.face) for card in held),
        hand_sizes=tuple(map(len, position.hands)),
        discards=tuple(tuple(cards[card].face for card in pile) for pile in position.discards),
        pile_size=position.pile_size,
        owed=tuple(map(len, position.owed)),
        forfeits_due=position.forfeits_due,
        last_event=_seen(position, seat),
        outcome=position.outcome,
    )


def _seen(position: Position, viewer: Seat | None) -> SeenEvent | None:
    event = position.last_event
    match event:
        case None:
            return None
        case Place() | Remove() | Miss():
            if isinstance(event, Miss) and viewer != event.seat:
                return _seen_miss(position, event)
            return SeenEvent(event.do, seat=event.seat, face=_face(position, event), space=event.space)
        case Exchange() | Forfeit():
            return SeenEvent(event.do, seat=event.seat, face=_face(position, event))
        case Penalty():
            return SeenEvent(event.do, team=event.team)
        case _:
            return SeenEvent(event.do, seat=getattr(event, "seat", None))


def _seen_miss(position: Position, miss: Miss) -> SeenEvent:
    """Show a miss to others: a wrong answer is the student's own business, a card still held is a secret."""
    is_held = miss.card in position.hands[miss.seat]
    return SeenEvent(miss.do, seat=miss.seat, face=None if is_held else _face(position, miss))


def _face(position: Position, event: Place | Remove | Miss | Exchange | Forfeit) -> str:
    return position.setup.cards_by_id[event.card].face
