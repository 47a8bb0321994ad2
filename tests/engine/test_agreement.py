"""The engine and the naive referee agree over random games in every setting.

SEQUENCE_FUZZ_STEPS sets the number of events to play. The default suits every test run, and is enough for each rare
situation to occur. `make nightly` plays more.
"""

from __future__ import annotations

import functools
import itertools
import os
import random

import pytest

from engine import Position, apply_event, event_from_json, legal_moves, record_from_json, start
from engine.editions import EDITIONS

from .agreement import Disagreement, play_out
from .naive import Referee, faults, perft
from .naive.invariants import INVARIANTS
from .naive.play_styles import PlayStyle, next_event
from .naive.situations import SITUATIONS, Witness
from .naive.tables import Table

LANES = PlayStyle(lanes=0.95, crossing=0.1, miss=0.02, removal=0.03)
"""Each team fills its own rows, which gives long rows and many sequences."""
CROWD = PlayStyle(lanes=0.2, crossing=0.9, miss=0.05, removal=0.6)
"""Chips are placed close together, and removed again."""
SLOW_DRAWS = PlayStyle(late_draw=0.9, penalty=0.01)
"""Cards are drawn late."""
TALK = PlayStyle(penalty=0.07, late_draw=0.7, miss=0.2)
"""Much table talk."""
MANY_PENALTIES = PlayStyle(penalty=0.12, early_payment=0.05, miss=0.02)
"""More penalties than forfeits."""
MISSES = PlayStyle(miss=0.5, penalty=0.02)
CORNERS = PlayStyle(corners=0.9, crossing=0.5, miss=0.01, removal=0)

SETTINGS: dict[str, tuple[Table, PlayStyle]] = {
    "two on 6x6": (Table(size=(6, 6), to_win=5), CROWD),
    "two on 6x6, corners": (Table(size=(6, 6), to_win=5), CORNERS),
    "two on 8x8, corners": (Table(to_win=5, specials=12), CORNERS),
    "two on 6x6, one copy": (Table(size=(6, 6), to_win=5, copies=1, tries=1), LANES),
    "two on 8x8": (Table(), PlayStyle(miss=0.2)),
    "two on 10x10, lanes": (Table(size=(10, 10), to_win=5, specials=30), LANES),
    "two on 10x10, wild": (Table(size=(10, 10), to_win=5, specials=20), CROWD),
    "two on 7x10": (Table(size=(7, 10), to_win=3, tries=None), MISSES),
    "two, drawing": (Table(size=(6, 6), to_win=3, draw="manual"), SLOW_DRAWS),
    "two, drawing, talk": (Table(size=(8, 8), to_win=5, draw="manual", tries=3), TALK),
    "two, small hands": (Table(size=(6, 6), to_win=5, hand_size=2, specials=9, tries=None), MANY_PENALTIES),
    "three": (Table(players=3, teams=3, tries=None), MISSES),
    "three on 6x6": (Table(size=(6, 6), players=3, teams=3, tries=1), MISSES),
    "three, drawing": (Table(size=(6, 6), players=3, teams=3, to_win=2, draw="manual"), SLOW_DRAWS),
    "four": (Table(players=4, hand_size=4, to_win=2), CROWD),
    "four on 10x10": (Table(size=(10, 10), players=4, hand_size=4, to_win=5, tries=3), LANES),
    "four, drawing, talk": (Table(size=(6, 6), players=4, hand_size=4, to_win=5, draw="manual"), TALK),
    "six in two teams": (Table(size=(10, 10), players=6, hand_size=4, to_win=5), LANES),
    "six in three teams": (Table(size=(8, 8), players=6, teams=3, hand_size=4, to_win=2), PlayStyle()),
    "ahead, two": (Table(size=(6, 6), to_win=5, tries=1, solve="ahead"), PlayStyle(miss=0.4, faces=0.8)),
    "ahead, two, drawing, talk": (
        Table(size=(6, 6), to_win=5, hand_size=3, draw="manual", tries=2, solve="ahead"),
        PlayStyle(miss=0.5, penalty=0.15, foresight=0.7),
    ),
    "ahead, three": (Table(size=(6, 6), players=3, teams=3, tries=3, solve="ahead"), MISSES),
    "ahead, three, drawing": (
        Table(size=(6, 6), players=3, teams=3, to_win=3, draw="manual", tries=1, solve="ahead"),
        PlayStyle(miss=0.4, late_draw=0.8, faces=0.5),
    ),
    "ahead, four": (
        Table(size=(6, 6), players=4, hand_size=4, to_win=5, copies=1, tries=1, solve="ahead"),
        PlayStyle(miss=0.5, foresight=0.8),
    ),
    "ahead, four, drawing": (
        Table(players=4, hand_size=2, to_win=5, draw="manual", tries=None, solve="ahead"),
        PlayStyle(miss=0.8, penalty=0.05),
    ),
    "ahead, six": (
        Table(size=(6, 6), players=6, teams=3, hand_size=4, to_win=1, tries=2, solve="ahead"),
        PlayStyle(miss=0.5, faces=0.3),
    ),
    "ahead, six, drawing": (
        Table(size=(6, 6), players=6, hand_size=4, to_win=5, draw="manual", tries=3, solve="ahead"),
        PlayStyle(miss=0.7, foresight=0.8, removal=0.1),
    ),
    "faces": (Table(size=(6, 6), to_win=5, tries=1), PlayStyle(miss=0.4, faces=0.7, penalty=0.05)),
    "faces, drawing": (Table(size=(6, 6), players=4, hand_size=4, to_win=5, draw="manual"), PlayStyle(faces=0.7)),
    "six, drawing": (Table(size=(6, 6), players=6, teams=3, hand_size=4, to_win=1, draw="manual"), SLOW_DRAWS),
}

CLASSIC_HANDS = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}

if "classic" in EDITIONS:
    for players, hand_size in CLASSIC_HANDS.items():
        for teams in (2, 3):
            if players % teams == 0:
                SETTINGS[f"classic, {players} in {teams} teams"] = (
                    Table(
                        edition="classic",
                        size=(10, 10),
                        players=players,
                        teams=teams,
                        hand_size=hand_size,
                        to_win=2 if teams == 2 else 1,
                        draw="manual" if players in (3, 4, 12) else "auto",
                        tries=None,
                    ),
                    PlayStyle(miss=0, penalty=0.02),
                )


SHARE = int(os.environ.get("SEQUENCE_FUZZ_STEPS", 240 * len(SETTINGS))) / len(SETTINGS)
"""The minimum number of events in each setting."""
MORE_STEPS = {"two on 10x10, lanes": 2.0}
"""Settings with a multiple of the events, because nine in a row are rare."""


@functools.cache
def run(setting: str) -> tuple[int, Witness]:
    """Play one setting's share of all steps. Return their number and the situations that occurred."""
    table, style = SETTINGS[setting]
    witness = Witness()
    seeds = itertools.count()
    steps = 0
    while steps < SHARE * MORE_STEPS.get(setting, 1.0):
        steps += play_out(table, style, next(seeds), witness)
    return steps, witness


@pytest.mark.timeout(0)
@pytest.mark.parametrize("setting", SETTINGS)
def test_both_engines_agree(setting: str) -> None:
    steps, _ = run(setting)
    assert steps >= SHARE


@pytest.mark.timeout(0)
def test_every_rare_situation_occurred() -> None:
    witnesses = [run(setting)[1] for setting in SETTINGS]
    unseen = {name for name in SITUATIONS if not any(witness.seen[name] for witness in witnesses)}
    assert not unseen


@pytest.mark.timeout(0)
def test_every_reason_for_refusal_occurred() -> None:
    witnesses = [run(setting)[1] for setting in SETTINGS]
    unheard = {reason for reason in INVARIANTS if not any(witness.refusals[reason] for witness in witnesses)}
    assert unheard == (set() if "classic" in EDITIONS else {"no_misses"})


REVEALING_SETTINGS: dict[type[Referee], str] = {
    faults.ForgetsLocks: "two on 6x6",
    faults.LocksNeighbours: "two on 6x6",
    faults.SharesTwo: "two on 8x8, corners",
    faults.SharesNothing: "two on 6x6",
    faults.SharesWithOthers: "two on 6x6",
    faults.FindsOne: "four",
    faults.FindsNearestFirst: "two on 6x6",
    faults.DeadCardEndsTurn: "three, drawing",
    faults.DrawsAfterWinning: "two on 8x8",
    faults.LosesNothing: "two, drawing",
    faults.DrawsNewestFirst: "two, drawing",
    faults.StallsTooEarly: "two on 6x6, one copy",
    faults.ExchangeBreaksPasses: "three, drawing",
    faults.ForgetsPenalties: "four, drawing, talk",
    faults.KeepsForfeits: "four, drawing, talk",
    faults.MissesNeverTell: "three",
    faults.FirstMissedIsDiscarded: "two on 7x10",
    faults.TiesHaveAWinner: "two, small hands",
    faults.CornersAreEmpty: "two on 6x6, corners",
    faults.DeadWhenHalfCovered: "two on 6x6",
    faults.KeepsTheMissedCard: "three on 6x6",
    faults.DrawsOnPassing: "two on 6x6",
    faults.ReplacesAtOnce: "ahead, two",
    faults.ReplacesWhenOnTurn: "ahead, three",
    faults.ReplacementsAreOwed: "ahead, three, drawing",
    faults.ReplacingPassesCount: "ahead, four",
    faults.LastWrongNumberEndsTurn: "ahead, two",
    faults.TriesAreOfTheTurn: "ahead, three",
    faults.StaysSolved: "ahead, two",
    faults.FacesOutliveTheShuffle: "faces",
    faults.ForgetsDrawsAfterTheShuffle: "ahead, two",
}
"""A setting in which each faulty referee soon disagrees."""


def play_games(setting: str, referee_class: type[Referee]) -> None:
    """Play many games of one setting, or until a disagreement."""
    table, style = SETTINGS[setting]
    for seed in range(1000, 1060):
        play_out(table, style, seed, Witness(), referee_class)


@pytest.mark.parametrize("fault", REVEALING_SETTINGS, ids=lambda fault: fault.__name__)
def test_a_faulty_referee_is_caught(fault: type[Referee]) -> None:
    with pytest.raises(Disagreement):
        play_games(REVEALING_SETTINGS[fault], fault)


def perft_of(position: Position, depth: int) -> int:
    """Count as the referee's perft does, with the engine's legal moves."""
    if depth == 1:
        return len(legal_moves(position))
    return sum(perft_of(apply_event(position, move), depth - 1) for move in legal_moves(position))


def mid_game(table: Table, style: PlayStyle, seed: int) -> tuple[Referee, Position] | None:
    """Play both engines to the twentieth turn. Return nothing if the game ends earlier."""
    rng = random.Random(seed)
    record = table.record(rng)
    referee = Referee(record)
    setup, _, _ = record_from_json(record)
    position = start(setup)
    while referee.outcome is None:
        if referee.turn_number >= 20 and len(referee.pile) > 3:
            return referee, position
        event = next_event(referee, style, rng)
        referee.apply(event)
        position = apply_event(position, event_from_json(event, setup.board))
    return None


@pytest.mark.parametrize(
    "setting", [name for name in SETTINGS if SETTINGS[name][0].draw == "auto" and SETTINGS[name][0].solve == "board"]
)
def test_perft_agrees(setting: str) -> None:
    reached = (mid_game(*SETTINGS[setting], seed) for seed in itertools.count())
    referee, position = next(pair for pair in reached if pair)
    depth = 3 if len(legal_moves(position)) < 12 else 2
    assert perft_of(position, depth) == perft(referee, depth) > 0
