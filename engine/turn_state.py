"""Turn state besides cards and chips: debts, misses, solved cards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from engine.cards import CardId
from engine.seats import Seat

Faces: TypeAlias = tuple[tuple[CardId, str], ...]
"""Cards, each with the equation that its holder sees."""


class TurnState(NamedTuple):
    """What the rules remember about this turn and the seats."""

    owed: tuple[tuple[int, ...], ...]
    """For each seat, the numbers of the turns for which it is owed a card (D5)."""
    forfeits_due: tuple[int, ...]
    """For each seat, the number of cards that it has to give up (D6)."""
    replacements_due: tuple[int, ...]
    """For each seat, the number of cards lost to wrong answers, replaced when its next turn ends (D10)."""
    has_exchanged: bool = False
    """Whether a dead card was traded in during this turn."""
    misses: int = 0
    """Misses in this turn, for any card (D7)."""
    missed: tuple[CardId, ...] = ()
    """Cards in hands that were missed, once per miss since they were drawn."""
    solved: tuple[CardId, ...] | None = None
    """Cards in hands that their holders have solved (D10); None if cards are not solved ahead."""
    passes: int = 0
    """Consecutive turns that ended in a pass (D3)."""
    draws_due: tuple[Seat, ...] = ()
    """Seats that draw after the reshuffle, once per card (D4)."""
    faces: Faces | None = None
    """The faces dealt for held and discarded cards; None if none was ever dealt."""

    def forget(self, card: CardId) -> TurnState:
        """Remove what is known about a card that leaves its hand."""
        missed, solved = self.missed, self.solved
        if card in missed:
            missed = tuple(other for other in missed if other != card)
        if solved and card in solved:
            solved = tuple(other for other in solved if other != card)
        return self._replace(missed=missed, solved=solved)

    def next_turn(self, passes: int) -> TurnState | None:
        """Return the state that carries over to the next turn, or None if nothing does."""
        return self._replace(has_exchanged=False, misses=0, passes=passes).or_none()

    def or_none(self) -> TurnState | None:
        """Return the state, or None if there is nothing to remember."""
        return None if self == clear_state(len(self.owed)) else self


@cache
def clear_state(seats: int) -> TurnState:
    """Return a state with nothing to remember."""
    return TurnState(owed=((),) * seats, forfeits_due=(0,) * seats, replacements_due=(0,) * seats)
