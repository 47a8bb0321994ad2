"""Whole games of every kind of table, stored with what a spectator sees after each event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine import (
    BUILT_IN_DECKS,
    CLASSIC,
    EDITIONS,
    BotLevel,
    DrawMode,
    Event,
    Face,
    IllegalMoveError,
    Layout,
    Position,
    Rules,
    Setup,
    SolveMode,
    Stop,
    apply_event,
    choose,
    classic_setup,
    numbers_setup,
    record_from_json,
    record_to_json,
    start,
    step,
    view,
)
from engine.bots.table import own_labels

from ..strategies import FACED, any_move  # noqa: TID252

FOLDER = Path(__file__).parent / "games"
MAX_TURNS = 80
RANDOM_MOVE_RATE = 0.15
"""The probability that a seat tries a random move."""
DIGEST_LENGTH = 10


class Kind(NamedTuple):
    """One kind of table."""

    edition: str
    players: int
    teams: int
    draw: DrawMode
    solve: SolveMode = SolveMode.BOARD

    @property
    def path(self) -> Path:
        solved = "" if self.solve is SolveMode.BOARD else f"-solved-{self.solve}"
        return FOLDER / f"{self.edition}-{self.players}-players-{self.teams}-teams-{self.draw}{solved}.json"


def kinds() -> Iterator[Kind]:
    """List every kind of table that the editions allow."""
    for edition in EDITIONS.values():
        for players in edition.player_counts:
            for teams in edition.team_counts(players):
                for draw in DrawMode:
                    yield Kind(edition.key, players, teams, draw)
                    if edition.has_misses:
                        yield Kind(edition.key, players, teams, draw, SolveMode.AHEAD)


def play(kind: Kind) -> tuple[Setup, list[Event], Position]:
    """Let bots play, with misses and some random moves. Refused moves are ignored."""
    rng = Random(kind.path.stem)
    setup = _setup(kind, rng)
    miss_rate = 0.3 if setup.solves_ahead else 0.1 if setup.has_misses else 0.0
    position, events = start(setup), list[Event]()
    while position.outcome is None:
        if rng.random() < RANDOM_MOVE_RATE:
            move = any_move(position, rng)
        else:
            seen = view(position, position.turn)
            move = choose(seen, own_labels(position), BotLevel.GOOD, rng, miss_rate=miss_rate)
        try:
            made, position = step(position, Stop() if position.turn_number >= MAX_TURNS else move, rng)
        except IllegalMoveError:
            continue
        events += made
        if setup.solves_ahead:
            faced = [*_faces(position, rng)]
            events += faced
            position = reduce(apply_event, faced, position)
    return setup, events, position


def _faces(position: Position, rng: Random) -> Iterator[Face]:
    """Deal faces for some of the cards that one team's seats drew."""
    for seat, hand in enumerate(position.hands[:: position.setup.team_count]):
        for card in hand:
            if card in position.fresh and position.setup.pairs[card] and not position.outcome and rng.random() < FACED:
                yield Face(seat * position.setup.team_count, card, f"question {card}")


def _setup(kind: Kind, rng: Random) -> Setup:
    edition = EDITIONS[kind.edition]
    rules: Rules = replace(edition.default_rules(kind.players, kind.teams), draw=kind.draw, solve=kind.solve)
    if edition is CLASSIC:
        return classic_setup(players=kind.players, teams=kind.teams, rules=rules, rng=rng)
    deck, size = rng.choice([(deck, size) for deck in BUILT_IN_DECKS.values() for size in deck.sizes])
    return numbers_setup(
        deck=deck, size=size, layout=Layout.MIXED, players=kind.players, teams=kind.teams, rules=rules, rng=rng
    )


def digests(setup: Setup, events: list[Event]) -> Iterator[str]:
    """Replay, and digest what a spectator sees of each position, and the active seat's hand."""
    position = start(setup)
    for event in events:
        position = apply_event(position, event)
        text = json.dumps(_public(position), sort_keys=True)
        yield sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def _public(position: Position) -> dict[str, Any]:
    seen = view(position, None)
    last, outcome, hand = seen.last_event, seen.outcome, view(position, position.turn).hand
    solving = {
        "lost": [list(seen.replacements_due), bool(last and last.is_lost)],
        "solved": sorted([card.id, card.answer or "", card.tries_left or 0] for card in hand),
    }
    return {
        "turn": [seen.turn, seen.turn_number, seen.tries_left, seen.has_exchanged],
        "chips": [list(seen.chips), seen.locked],
        "sequences": [[one.team, list(one.spaces)] for one in seen.sequences],
        "hands": list(seen.hand_sizes),
        "hand": sorted([card.id, card.kind, card.face] for card in hand),
        "discards": [list(pile) for pile in seen.discards],
        "pile": seen.pile_size,
        "due": [list(seen.owed), list(seen.forfeits_due)],
        "last": last and [last.do, last.seat, last.team, last.face, last.space],
        "outcome": outcome and [outcome.reason, outcome.winner],
        **(solving if position.setup.solves_ahead else {}),
    }


def print_playthrough(setup: Setup, events: list[Event], position: Position) -> str:
    """Print a game as JSON, with one event and its digest per line, so that differences are easy to see."""
    record = record_to_json(setup, events, position.outcome)
    steps = zip(digests(setup, events), record.pop("events"), strict=True)
    lines = ",\n".join(json.dumps([digest, event], ensure_ascii=False) for digest, event in steps)
    head = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return f'{{"record": {head},\n"steps": [\n{lines}\n]}}\n'


def read_playthrough(text: str) -> tuple[Setup, list[Event], list[str], dict[str, Any]]:
    """Read a printed game: its setup, log, digests, and the whole record."""
    kept = json.loads(text)
    record = kept["record"] | {"events": [event for _, event in kept["steps"]]}
    setup, events, _ = record_from_json(record)
    return setup, list(events), [digest for digest, _ in kept["steps"]], record
