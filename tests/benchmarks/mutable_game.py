"""The game with mutable state, to measure the cost of immutable positions against the fastest alternative.

It supports only random games with automatic drawing: no misses, no table talk, no drawing by hand. It uses everything
that makes it faster than the engine: hands are lists, placing a chip is an assignment, nothing is copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Exchange, Pass, Place, Remove, Setup
from engine.cards import CardKind
from engine.legal_moves import placements, special_plays
from engine.lines import union
from engine.sequences import CompletedSequence, sequences_made

if TYPE_CHECKING:
    from random import Random

    from engine import Event


class MutableGame:
    """One game; `play` changes it."""

    __slots__ = (
        "board",
        "deck",
        "discarded",
        "drawn",
        "exchanged",
        "hands",
        "is_over",
        "locked",
        "open",
        "passes",
        "rng",
        "seats",
        "sequences",
        "setup",
        "tallies",
        "turn",
    )

    def __init__(self, setup: Setup, rng: Random) -> None:
        seats, first = len(setup.seats), setup.first_seat
        dealt = seats * setup.rules.hand_size
        self.setup, self.rng, self.board = setup, rng, setup.board
        self.turn, self.seats = first, seats
        self.hands = [list(setup.deck[(seat - first) % seats : dealt : seats]) for seat in range(seats)]
        self.discarded: list[list[int]] = [[] for _ in range(seats)]
        self.deck, self.drawn = list(setup.deck), dealt
        self.tallies = [setup.board.free_tally] * setup.team_count
        self.open, self.locked = setup.board.open_mask, setup.board.free_mask
        self.sequences: tuple[CompletedSequence, ...] = ()
        self.exchanged = self.is_over = False
        self.passes = 0

    def legal_moves(self) -> list[Event]:
        """List the active seat's correct plays, in the engine's order; empty when the game is over."""
        if self.is_over:
            return []
        seat, setup, is_open = self.turn, self.setup, self.open
        plays, idle = placements(seat, self.hands[seat], setup.pairs, is_open)
        moves: list[Event] = plays  # type: ignore[assignment]  # a list of its own, handed over
        if not idle:
            return moves
        dead: list[Event] = []
        for card in idle:
            if setup.pairs[card] is None:
                chips = self._removable() if setup.cards_by_id[card].kind is CardKind.REMOVE else None
                moves += special_plays(seat, card, is_open, chips)
            elif not self.exchanged:
                dead.append(Exchange(seat, card))
        return moves + dead or [Pass(seat)]

    def _removable(self) -> int:
        own = self.tallies[self.turn % self.setup.team_count]
        return (self.board.open_mask ^ self.open) & ~(own | self.locked)

    def play(self, move: Event) -> None:
        """Play a legal move.

        :raises ValueError: if a placement is not legal
        """
        if type(move) is Place:
            self._place(move)
        elif type(move) is Remove:
            taken = self.board.tallies[move.space]
            self.tallies = [tally - taken if tally >> move.space & 1 else tally for tally in self.tallies]
            self.open |= 1 << move.space
            self._end_turn(move.card)
        elif type(move) is Exchange:
            self._take_card(move.card)
            self.exchanged = True
        else:
            self.passes += 1
            self.is_over = self.passes == self.seats
            self.exchanged = False
            self.turn = (self.turn + 1) % self.seats

    def _place(self, move: Place) -> None:
        seat, card, space = move.seat, move.card, move.space
        setup = self.setup
        hand = self.hands[seat]
        chip = 1 << space
        if not (seat == self.turn and card in hand and setup.targets[card] & self.open & chip):
            raise ValueError("not a legal placement")
        board, team = self.board, seat % setup.team_count
        tally = self.tallies[team] = self.tallies[team] + board.tallies[space]
        self.open ^= chip
        if tally & board.full[space]:
            made = sequences_made(board, setup.seats[seat], tally, space, self.sequences)
            if made:
                self.sequences += made
                self.locked |= union(sequence.mask for sequence in made)
                own = [sequence for sequence in self.sequences if sequence.team is made[0].team]
                if len(own) >= setup.rules.sequences_to_win:
                    self.is_over = True
                    return
        # The rest is `_end_turn`, inlined: nearly every move ends here.
        hand.remove(card)
        hand.append(self.deck[self.drawn])
        self.drawn += 1
        self.discarded[seat].append(card)
        self.exchanged = False
        self.passes = 0
        self.turn = (seat + 1) % self.seats
        if self.drawn == len(self.deck):
            self._reshuffle()

    def _end_turn(self, card: int) -> None:
        self._take_card(card)
        self.exchanged = False
        self.passes = 0
        self.turn = (self.turn + 1) % self.seats

    def _take_card(self, card: int) -> None:
        hand = self.hands[self.turn]
        hand.remove(card)
        hand.append(self.deck[self.drawn])
        self.drawn += 1
        self.discarded[self.turn].append(card)
        if self.drawn == len(self.deck):
            self._reshuffle()

    def _reshuffle(self) -> None:
        self.deck, self.drawn = [card for pile in self.discarded for card in pile], 0
        self.discarded = [[] for _ in self.hands]
        self.rng.shuffle(self.deck)
