"""The naive referee accepts the records that the engine writes of its own games."""

from __future__ import annotations

import dataclasses
import random

import pytest

from engine import (
    BUILT_IN_DECKS,
    NUMBERS,
    DrawMode,
    Event,
    Exchange,
    Layout,
    Move,
    Place,
    Position,
    Setup,
    Stop,
    legal_moves,
    numbers_setup,
    record_to_json,
    start,
    step,
)

from .naive import Referee

LAST_TURN = 150
"""The turn after which the host stops the game."""

TABLES = [
    (deck, size, players) for deck in BUILT_IN_DECKS for size in BUILT_IN_DECKS[deck].sizes for players in (2, 3, 4, 6)
]


def some_move(position: Position, rng: random.Random) -> Move:
    """Return a legal move, or now and then a guess that may be a miss."""
    move = rng.choice(list(legal_moves(position)))
    if position.turn_number > LAST_TURN:
        return Stop()
    if not isinstance(move, Place) or rng.random() < 0.7:
        return move
    board = position.setup.board
    taken = board.free_mask
    for chips in position.chips:
        taken |= chips
    guesses: list[Move] = [Place(move.seat, move.card, space) for space in range(board.size) if not taken >> space & 1]
    is_match = position.setup.cards_by_id[move.card].label is not None
    if is_match and not position.has_exchanged:
        guesses.append(Exchange(move.seat, move.card))
    return rng.choice(guesses)


def whole_game(setup: Setup, rng: random.Random) -> tuple[list[Event], Position]:
    position, events = start(setup), list[Event]()
    while position.outcome is None:
        made, position = step(position, some_move(position, rng), rng)
        events.extend(made)
    return events, position


@pytest.mark.parametrize("draw", DrawMode)
@pytest.mark.parametrize(("deck", "size", "players"), TABLES)
def test_a_whole_game_of_every_deck_passes(deck: str, size: str, players: int, draw: DrawMode) -> None:
    rng = random.Random(f"{deck} {size} {players} {draw}")
    teams = min(NUMBERS.team_counts(players))
    rules = dataclasses.replace(NUMBERS.default_rules(players, teams), draw=draw)
    layout = rng.choice(list(Layout))
    setup = numbers_setup(
        deck=BUILT_IN_DECKS[deck], size=size, layout=layout, players=players, teams=teams, rules=rules, rng=rng
    )
    events, position = whole_game(setup, rng)
    record = record_to_json(setup, events, position.outcome)
    referee = Referee(record)
    for event in record["events"]:
        referee.apply(event)
    assert referee.outcome == record["outcome"]
    assert record["events"]
