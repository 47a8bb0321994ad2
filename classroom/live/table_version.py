"""The only thing that a poke may say: how far a game is."""

from __future__ import annotations

from dataclasses import dataclass

ANYTHING = "any"
"""The text of a poke that says nothing: whoever receives it looks again."""


@dataclass(frozen=True, slots=True)
class TableVersion:
    """How far a game and its class session are. Numbers and a public id, nothing secret."""

    game_id: str
    game: int
    session: int

    def __str__(self) -> str:
        """Give the text that pokes carry."""
        return f"{self.game_id}.{self.game}.{self.session}"

    @classmethod
    def parse(cls, text: str) -> TableVersion | None:
        """Read the text of a poke; None: it says nothing."""
        game_id, *numbers = text.split(".")
        if len(numbers) != 2 or not all(number.isascii() and number.isdecimal() for number in numbers):
            return None
        return cls(game_id, int(numbers[0]), int(numbers[1]))


def coalesced(first: str, second: str) -> str:
    """Give one poke that makes every page fetch which either of two pokes would."""
    one, other = TableVersion.parse(first), TableVersion.parse(second)
    if one is None or other is None or one.game_id != other.game_id:
        return ANYTHING
    return str(TableVersion(one.game_id, max(one.game, other.game), max(one.session, other.session)))
