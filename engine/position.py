"""The position: an immutable state of a game.

`engine.transitions` computes the next one; `engine.legality` checks what is allowed.
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
"""Seat and card of a discard, and the previous discard, so discarding copies nothing."""


class Position(NamedTuple):
    """One state of a game. `apply_event` returns the next one.

    Contains every secret of the game. `view` shows what one seat may see.
    """

    setup: Setup
    turn: Seat
    """The active seat; once the game is over, the last one that was."""
    turn_number: int
    """The number of finished turns."""
    hands: Piles
    discarded: Discarded | None
    """The latest discard since the last reshuffle; see `discards`."""
    pile: DrawPile | None
    """The cards left to draw, next one first; None if the discards must be reshuffled now (D4)."""
    tallies: tuple[Tally, ...]
    """For each team, the tally of its chips and the free spaces."""
    open: Mask
    """Spaces where a chip can be placed."""
    sequences: tuple[CompletedSequence, ...]
    """The sequences of all teams, in order of completion."""
    outcome: Outcome | None
    state: TurnState | None
    """What else the rules remember; None if nothing, as usual with automatic drawing.

    Never None if cards are solved ahead, so fast paths check only for None.
    """
    last_event: Event | None
    """The latest event that changed the game. Dealing a face doesn't."""
    fresh: tuple[CardId, ...]
    """Cards drawn by the latest event. The table may deal faces for them now."""

    @property
    def chips(self) -> tuple[Mask, ...]:
        """Return each team's chips and the free spaces."""
        everywhere = self.setup.board.open_mask | self.setup.board.free_mask
        return tuple(tally & everywhere for tally in self.tallies)

    @property
    def locked(self) -> Mask:
        """Return the free spaces and those of completed sequences: their chips can't be removed."""
        locked = self.setup.board.free_mask
        for sequence in self.sequences:
            locked |= sequence.mask
        return locked

    @property
    def discards(self) -> Piles:
        """Return each seat's discard pile, oldest card first."""
        piles: list[list[CardId]] = [[] for _ in self.hands]
        discarded = self.discarded
        while discarded is not None:
            seat, card, discarded = discarded
            piles[seat].append(card)
        return tuple(tuple(reversed(pile)) for pile in piles)

    @property
    def undrawn(self) -> tuple[CardId, ...]:
        """Return the cards left to draw, in order."""
        return cards_in(self.pile)

    @property
    def pile_size(self) -> int:
        """Return the number of cards left to draw."""
        return len(self.undrawn)

    @property
    def needs_reshuffle(self) -> bool:
        """Return whether the draw pile is empty, so the discards must be reshuffled now (D4)."""
        return self.pile is None

    @property
    def tries_left(self) -> int | None:
        """Return the tries left in this turn (D7); None if unlimited or not counted by turn (D10)."""
        tries = self.setup.rules.tries
        return None if tries is None or self.setup.solves_ahead else tries - self.turn_state.misses

    @property
    def turn_state(self) -> TurnState:
        """Return the turn state; if there is none, a clear one."""
        return self.state or clear_state(len(self.hands))

    @property
    def has_exchanged(self) -> bool:
        """Return whether a dead card was traded in during this turn."""
        return self.turn_state.has_exchanged

    @property
    def misses(self) -> int:
        """Return the number of misses in this turn, for any card (D7)."""
        return self.turn_state.misses

    @property
    def missed(self) -> tuple[CardId, ...]:
        """Return the cards in hands that were missed, once per miss since they were drawn."""
        return self.turn_state.missed

    @property
    def passes(self) -> int:
        """Return the number of consecutive turns that ended in a pass (D3)."""
        return self.turn_state.passes

    @property
    def owed(self) -> tuple[tuple[int, ...], ...]:
        """Return for each seat the numbers of the turns for which it is owed a card (D5)."""
        return self.turn_state.owed

    @property
    def forfeits_due(self) -> tuple[int, ...]:
        """Return for each seat the number of cards that it has to give up (D6)."""
        return self.turn_state.forfeits_due

    @property
    def solved(self) -> tuple[CardId, ...]:
        """Return the cards in hands that their holders have solved (D10)."""
        return self.turn_state.solved or ()

    @property
    def replacements_due(self) -> tuple[int, ...]:
        """Return for each seat the number of replacements that it draws when its next turn ends (D10)."""
        return self.turn_state.replacements_due

    @property
    def deals_faces(self) -> bool:
        """Return whether holders get faces of their own: then others see only answers, not equations."""
        return self.turn_state.faces is not None

    def tries_left_for(self, card: CardId) -> int | None:
        """Return the tries left for a card solved ahead (D10); None if unlimited."""
        tries = self.setup.rules.tries
        return None if tries is None or not self.setup.solves_ahead else tries - self.missed.count(card)


def start(setup: Setup) -> Position:
    """Deal the cards one at a time, clockwise, starting after the dealer."""
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
