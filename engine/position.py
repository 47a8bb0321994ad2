"""The position: one moment of a game, which never changes.

`engine.transitions` makes the next one, `engine.legality` says what is allowed.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.cards import CardId, DrawPile, cards_in
from engine.events import Event
from engine.lines import Mask, Tally
from engine.outcome import Outcome
from engine.seats import Seat
from engine.sequences import CompletedSequence
from engine.setup import Setup
from engine.turn_state import TurnState, clear_state

Piles: TypeAlias = tuple[tuple[CardId, ...], ...]
Discarded: TypeAlias = "tuple[Seat, CardId, Discarded | None]"
"""Seat and card of a discard, and the discard before it, so that discarding copies nothing."""


class Position(NamedTuple):
    """One moment of a game; `apply_event` gives the next one and leaves this one as it is.

    It holds every secret of the game. What one seat may see is its `view`.
    """

    setup: Setup
    turn: Seat
    """The active seat; the last one, once the game is over."""
    turn_number: int
    """The number of turns that are over."""
    hands: Piles
    discarded: Discarded | None
    """The latest discard since the last shuffle; see `discards`."""
    pile: DrawPile | None
    """What is left to draw, next card first; None: the discards must be shuffled now (D4)."""
    tallies: tuple[Tally, ...]
    """For each team its chips and the free spaces, which belong to every team, counted on every line."""
    open: Mask
    """Spaces that a chip can be put on."""
    sequences: tuple[CompletedSequence, ...]
    """Those of all teams, in the order of making."""
    outcome: Outcome | None
    state: TurnState | None
    """What else the rules remember; None for nothing, as most of the time with automatic drawing.

    Never None where cards are solved ahead, so fast paths need only check for None.
    """
    last_event: Event | None
    """The latest event that changed the game; dealing a face changes nothing."""
    fresh: tuple[CardId, ...]
    """Cards drawn by the latest event: the table may deal faces for these now."""

    @property
    def chips(self) -> tuple[Mask, ...]:
        """For each team its chips and the free spaces."""
        everywhere = self.setup.board.open_mask | self.setup.board.free_mask
        return tuple(tally & everywhere for tally in self.tallies)

    @property
    def locked(self) -> Mask:
        """Free spaces and those of completed sequences: nothing there can be removed."""
        locked = self.setup.board.free_mask
        for sequence in self.sequences:
            locked |= sequence.mask
        return locked

    @property
    def discards(self) -> Piles:
        """The discard pile of each seat, oldest card first."""
        piles: list[list[CardId]] = [[] for _ in self.hands]
        discarded = self.discarded
        while discarded is not None:
            seat, card, discarded = discarded
            piles[seat].append(card)
        return tuple(tuple(reversed(pile)) for pile in piles)

    @property
    def undrawn(self) -> tuple[CardId, ...]:
        """The cards left to draw, in this order."""
        return cards_in(self.pile)

    @property
    def pile_size(self) -> int:
        """The number of cards left to draw."""
        return len(self.undrawn)

    @property
    def needs_reshuffle(self) -> bool:
        """Whether the draw pile is used up, so that the discards must be shuffled now (D4)."""
        return self.pile is None

    @property
    def tries_left(self) -> int | None:
        """Answers that are left in this turn (D7); None: any number, or a turn does not count them (D10)."""
        tries = self.setup.rules.tries
        return None if tries is None or self.setup.solves_ahead else tries - self.turn_state.misses

    @property
    def turn_state(self) -> TurnState:
        """The state, a clear one if there is nothing to remember."""
        return self.state or clear_state(len(self.hands))

    @property
    def has_exchanged(self) -> bool:
        """Whether a dead card was traded in during this turn."""
        return self.turn_state.has_exchanged

    @property
    def misses(self) -> int:
        """Misses of this turn, of whichever card (D7)."""
        return self.turn_state.misses

    @property
    def missed(self) -> tuple[CardId, ...]:
        """Cards in hands, once for every miss since they came there."""
        return self.turn_state.missed

    @property
    def passes(self) -> int:
        """Turns in a row that ended in a pass, up to now (D3)."""
        return self.turn_state.passes

    @property
    def owed(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the numbers of the turns that it is owed a card for (D5)."""
        return self.turn_state.owed

    @property
    def forfeits_due(self) -> tuple[int, ...]:
        """For each seat the cards that it has to give up (D6)."""
        return self.turn_state.forfeits_due

    @property
    def solved(self) -> tuple[CardId, ...]:
        """Cards in hands that their holders have solved (D10)."""
        return self.turn_state.solved or ()

    @property
    def replacements_due(self) -> tuple[int, ...]:
        """For each seat the cards that the end of its next turn brings (D10)."""
        return self.turn_state.replacements_due

    @property
    def deals_faces(self) -> bool:
        """Whether holders are dealt faces of their own: then others see only answers, no equations."""
        return self.turn_state.faces is not None

    def tries_left_for(self, card: CardId) -> int | None:
        """Count the answers that are left for a card solved ahead (D10); None: any number."""
        tries = self.setup.rules.tries
        return None if tries is None or not self.setup.solves_ahead else tries - self.missed.count(card)


def start(setup: Setup) -> Position:
    """Deal the cards one at a time, clockwise, beginning with the seat after the dealer."""
    seats = len(setup.seats)
    dealt = seats * setup.rules.hand_size
    first = setup.first_seat
    return Position(
        setup=setup,
        turn=first,
        turn_number=0,
        hands=tuple(setup.deck[(seat - first) % seats : dealt : seats] for seat in range(seats)),
        discarded=None,
        pile=setup.pile,
        tallies=(setup.board.free_tally,) * setup.team_count,
        open=setup.board.open_mask,
        sequences=(),
        outcome=None,
        state=clear_state(seats)._replace(solved=()) if setup.solves_ahead else None,
        last_event=None,
        fresh=setup.deck[:dealt],
    )
