"""Kinds of tables: everything that the length of a game depends on."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

import engine
from classroom.services.settings import TableSettings
from engine import EDITIONS

MISS_RATE = 0.15
"""The proportion of wrong answers, where there are any: students know most answers."""
ENGINE = Path(engine.__file__).parent
_FULL_DECK = "mixed"
"""Fills every board. With a constant miss rate, the equations don't matter."""


@dataclass(frozen=True, slots=True)
class TableKind:
    """Tables with the same distribution of game lengths."""

    edition: str
    board: str
    """"" if the edition prints its own; the same for the layout."""
    layout: str
    players: int
    teams: int
    sequences_to_win: int
    hand_size: int
    draw: str
    solve: str
    tries: int | None

    @classmethod
    def of(cls, settings: TableSettings, players: int) -> TableKind:
        """Return the kind of a session's tables with this number of players.

        :raises ServiceError: if the settings are invalid.
        """
        settings.check()
        rules = settings.rules_for(players)
        return cls(
            edition=settings.edition,
            board=settings.board if settings.has_numbers else "",
            layout=settings.layout.value if settings.has_numbers else "",
            players=players,
            teams=settings.teams_for(players),
            sequences_to_win=rules.sequences_to_win,
            hand_size=rules.hand_size,
            draw=rules.draw.value,
            solve=rules.solve.value,
            tries=rules.tries,
        )

    @property
    def arguments(self) -> list[str]:
        """Return the arguments for `python -m engine simulate`."""
        options = {
            "--edition": self.edition,
            "--seats": self.players,
            "--teams": self.teams,
            "--sequences": self.sequences_to_win,
            "--hand": self.hand_size,
            "--draw": self.draw,
        }
        if EDITIONS[self.edition].has_misses:
            tries = "unlimited" if self.tries is None else self.tries
            options |= {"--board": self.board, "--layout": self.layout, "--deck": _FULL_DECK}
            options |= {"--solve": self.solve, "--tries": tries, "--miss-rate": MISS_RATE}
        return [str(part) for pair in options.items() for part in pair]

    def name(self, games: int) -> str:
        """Return the name of the forecast's file for this number of games. It changes whenever the engine changes."""
        identity = repr((astuple(self), self.arguments, games, _engine_digest()))
        return blake2b(identity.encode(), digest_size=10).hexdigest()


@cache
def _engine_digest() -> str:
    """Hash the engine's sources, as of the first call in this process."""
    digest = blake2b(digest_size=10)
    for file in sorted(ENGINE.rglob("*.py")):
        digest.update(file.relative_to(ENGINE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
