"""What is to be remembered of a game besides its cards and chips."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.cards import CardId


class Notes(NamedTuple):
    """What this turn and the seats have on their account."""

    owed: tuple[tuple[int, ...], ...]
    """For each seat the numbers of the turns that it is owed a card for (D5)."""
    forfeits_due: tuple[int, ...]
    """For each seat the cards that it has to give up (D6)."""
    has_exchanged: bool = False
    """Whether a dead card was turned in during this turn."""
    misses: int = 0
    """Misses of this turn, of whichever card (D7)."""
    missed: tuple[CardId, ...] = ()
    """Cards in hands, once for every miss since they came there."""
    passes: int = 0
    """Turns in a row that ended in a pass, up to now (D3)."""

    def forget(self, card: CardId) -> Notes:
        """Forget the misses of a card that leaves its hand."""
        if card not in self.missed:
            return self
        return self._replace(missed=tuple(other for other in self.missed if other != card))

    def next_turn(self, passes: int) -> Notes | None:
        """Keep what outlives a turn; None if that is nothing."""
        kept = self._replace(has_exchanged=False, misses=0, passes=passes)
        return None if kept == no_notes(len(self.owed)) else kept


@cache
def no_notes(seats: int) -> Notes:
    """Start with nothing on account."""
    return Notes(owed=((),) * seats, forfeits_due=(0,) * seats)
