"""`play`: let bots play one game, and optionally save its record."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random, SystemRandom

from engine.bots import BotLevel
from engine.bots.table import play_out
from engine.cli import UNUSABLE, CommandError
from engine.cli.picture import draw_position
from engine.cli.table import add_player_arguments, add_table_arguments, table_setup
from engine.cli.wording import outcome_text
from engine.events import Event
from engine.position import Position
from engine.record import record_to_json
from engine.setup import Setup

MOST_TURNS = 1_000


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "play",
        help="let bots play a game",
        description=f"Bots play one game; one that is not over after {MOST_TURNS:,} turns is stopped.",
        epilog="example: python -m engine play --seats 4 --teams 2 --board 8x8 --seed 7 --record game.json",
    )
    add_table_arguments(parser)
    add_player_arguments(parser, levels=tuple(BotLevel), default=BotLevel.GOOD)
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the game's record there")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Play a game, print its outcome, and write its record."""
    seed = SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    rng = Random(seed)
    setup = table_setup(arguments, rng)
    events, position = _play(setup, BotLevel(arguments.level), rng, arguments.miss_rate)
    if arguments.record is not None:
        _write(arguments.record, setup, events, position)
    print(draw_position(position))
    print(f"\n{outcome_text(position)} after {position.turn_number} turns, seed {seed}")


def _play(setup: Setup, level: BotLevel, rng: Random, miss_rate: float) -> tuple[list[Event], Position]:
    levels = [level] * len(setup.seats)
    steps = list(play_out(setup, levels, rng, most_turns=MOST_TURNS, miss_rate=miss_rate))
    return [event for events, _ in steps for event in events], steps[-1][1]


def _write(path: Path, setup: Setup, events: list[Event], position: Position) -> None:
    record = record_to_json(setup, events, position.outcome)
    try:
        path.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", UNUSABLE) from None
