"""Turn state besides cards and chips: debts, misses, solved cards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from engine.cards import CardId
from engine.seats import Seat

Faces: TypeAlias = tuple[tuple[CardId, str], ...]
"""Cards, each with the equation that its holder sees on it."""


class TurnState(NamedTuple):
    """What the rules remember of this turn and of the seats."""

    owed: tuple[tuple[int, ...], ...]
    """For each seat the numbers of the turns that it is owed a card for (D5)."""
    forfeits_due: tuple[int, ...]
    """For each seat the cards that it has to give up (D6)."""
    replacements_due: tuple[int, ...]
    """For each seat the cards that the end of its next turn brings, for those it could not solve (D10)."""
    has_exchanged: bool = False
    """Whether a dead card was traded in during this turn."""
    misses: int = 0
    """Misses of this turn, of whichever card (D7)."""
    missed: tuple[CardId, ...] = ()
    """Cards in hands, once for every miss since they came there."""
    solved: tuple[CardId, ...] | None = None
    """Cards in hands that their holders have solved (D10); None: cards are not solved ahead here."""
    passes: int = 0
    """Turns in a row that ended in a pass, up to now (D3)."""
    draws_due: tuple[Seat, ...] = ()
    """Who draws, card by card, once the pile is made again (D4)."""
    faces: Faces | None = None
    """The faces of held and discarded cards that their holders were dealt; None: no face was ever dealt."""

    def forget(self, card: CardId) -> TurnState:
        """Remove the answers to a card that leaves its hand."""
        missed, solved = self.missed, self.solved
        if card in missed:
            missed = tuple(other for other in missed if other != card)
        if solved and card in solved:
            solved = tuple(other for other in solved if other != card)
        return self._replace(missed=missed, solved=solved)

    def next_turn(self, passes: int) -> TurnState | None:
        """Return what outlives a turn; None for nothing."""
        return self._replace(has_exchanged=False, misses=0, passes=passes).or_none()

    def or_none(self) -> TurnState | None:
        """Return None for a state with nothing to remember."""
        return None if self == clear_state(len(self.owed)) else self


@cache
def clear_state(seats: int) -> TurnState:
    """Return the state with nothing to remember."""
    return TurnState(owed=((),) * seats, forfeits_due=(0,) * seats, replacements_due=(0,) * seats)
