"""The games whose actions are counted: how they are played, and where they are stored."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine import (
    BUILT_IN_DECKS,
    CLASSIC,
    NUMBERS,
    BotLevel,
    Event,
    Layout,
    Penalty,
    Position,
    Setup,
    classic_setup,
    legal_moves,
    numbers_setup,
    start,
    step,
)
from engine.bots.table import play_out

RECORDS = Path(__file__).parent / "records"
COUNTS = Path(__file__).parent / "counts.json"
DEPTHS = (1, 2, 3)
MAX_ACTIONS = 60
"""The maximum number of first actions in a stored position, so that depth 3 is counted quickly."""
MAX_SEEDS = 100


class Case(NamedTuple):
    """One game, stopped after some turns."""

    table: str
    """Edition, or deck and board of a Numbers table."""
    players: int
    teams: int
    turns: int
    penalty: bool = False
    """Whether the active team owes forfeits at the end."""

    @property
    def name(self) -> str:
        fined = "-fined" if self.penalty else ""
        return f"{self.table.replace(' ', '-')}-{self.players}p{self.teams}t-turn{self.turns}{fined}"


CASES = [
    Case("add-sub-20 6x6", 2, 2, 12),
    Case("times-tables 6x6", 2, 2, 18),
    Case("mixed 6x6", 3, 3, 13),
    Case("mixed 6x6", 4, 2, 15),
    Case("times-tables 6x6", 6, 2, 18, penalty=True),
    Case("times-tables 8x8", 2, 2, 18),
    Case("add-sub-100 8x8", 3, 3, 20),
    Case("mixed 8x8", 4, 2, 25),
    Case("mixed 8x8", 6, 2, 36),
    Case("times-tables 8x8", 6, 3, 33),
    Case("mixed 10x10", 2, 2, 30),
    Case("mixed 10x10", 3, 3, 26, penalty=True),
    Case("mixed 10x10", 4, 2, 44),
    Case("add-sub-100 10x10", 6, 2, 40),
    Case("mixed 10x10", 6, 3, 50),
    Case("classic", 2, 2, 24),
    Case("classic", 2, 2, 45),
    Case("classic", 3, 3, 21),
    Case("classic", 4, 2, 38),
    Case("classic", 6, 2, 42),
    Case("classic", 6, 3, 28),
    Case("classic", 8, 2, 40, penalty=True),
    Case("classic", 9, 3, 27),
    Case("classic", 10, 2, 40),
    Case("classic", 12, 2, 48),
    Case("classic", 12, 3, 30),
]


def play(case: Case) -> tuple[Setup, list[Event]]:
    """Let bots play the game, with misses. Use the first seed that leads to the case."""
    for seed in range(MAX_SEEDS):
        rng = Random(f"{case.name} {seed}")
        setup = _setup(case, rng)
        played = _play(case, setup, rng)
        if played is not None:
            return setup, played
    raise LookupError(f"no game gets to {case.name}")


def _setup(case: Case, rng: Random) -> Setup:
    if case.table == CLASSIC.key:
        return classic_setup(players=case.players, teams=case.teams, rng=rng)
    deck, size = case.table.split()
    return numbers_setup(
        deck=BUILT_IN_DECKS[deck], size=size, layout=Layout.MIXED, players=case.players, teams=case.teams, rng=rng
    )


def _play(case: Case, setup: Setup, rng: Random) -> list[Event] | None:
    position = start(setup)
    events: list[Event] = []
    miss_rate = 0.1 if setup.edition == NUMBERS.key else 0.0
    for made, after in play_out(setup, [BotLevel.EASY] * case.players, rng, most_turns=10_000, miss_rate=miss_rate):
        events += made
        position = after
        if position.turn_number == case.turns:
            break
    if case.penalty and position.outcome is None:
        made, position = step(position, Penalty(setup.seats[position.turn]), rng)
        events += made
    return events if _is_countable(position, case) else None


def _is_countable(position: Position, case: Case) -> bool:
    return (
        position.outcome is None
        and position.turn_number == case.turns
        and position.pile_size > max(DEPTHS)
        and len(legal_moves(position)) <= MAX_ACTIONS
    )


def record_of(name: str) -> dict[str, Any]:
    """Read a stored record."""
    record: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return record


def stored_counts() -> dict[str, list[int]]:
    """Read the stored counts: for each record, those at depths 1, 2, and 3."""
    counts: dict[str, list[int]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return counts
