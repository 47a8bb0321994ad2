"""`simulate`: play many games and print statistics."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom

from engine.bots import BotLevel
from engine.cli.table import add_player_arguments, add_table_arguments, table_setup
from engine.simulation import MOST_TURNS, Player, Simulation, bot_player, quick_player, simulate

QUICK = "quick"
_BAR = 30
_EXAMPLES = f"""\
examples:
  python -m engine simulate --seats 4 --teams 2 --board 8x8 --games 1000
  python -m engine simulate --edition classic --seats 12 --teams 3 --games 1000 --seed 7 --json

Players of the level "{QUICK}" are about as good as easy bots and much faster: 1,000 games take about a second.
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "simulate",
        help="play many games and count",
        description="Play many games and say how long they last, how many are finished, and who wins. "
        f"A game that is not over after {MOST_TURNS} turns is cut off.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_table_arguments(parser)
    add_player_arguments(parser, levels=(QUICK, *BotLevel), default=QUICK)
    parser.add_argument("--games", type=_count, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument(
        "--progress", action="store_true", help='print lines "progress PLAYED GAMES" on the error stream'
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Play the games and print the results."""
    seed = SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    simulation = simulate(
        partial(table_setup, arguments),
        arguments.games,
        Random(seed),
        player=_player(arguments),
        on_progress=_progress(arguments.games, is_for_program=arguments.progress),
    )
    if arguments.json:
        print(json.dumps({"seed": seed, **simulation.to_json()}))
    else:
        print(_summary(simulation, seed))


def _player(arguments: argparse.Namespace) -> Player:
    if arguments.level == QUICK:
        return partial(quick_player, miss_rate=arguments.miss_rate)
    return bot_player(BotLevel(arguments.level), arguments.miss_rate)


def _progress(games: int, *, is_for_program: bool) -> Callable[[int], None]:
    """Report progress every 1%: as lines for a program, as a bar on a terminal, otherwise not at all."""
    last_percent = 0

    def tell(played: int) -> None:
        nonlocal last_percent
        percent = 100 * played // games
        if percent == last_percent:
            return
        last_percent = percent
        if is_for_program:
            sys.stderr.write(f"progress {played} {games}\n")
        else:
            bar = "#" * (_BAR * percent // 100)
            sys.stderr.write(f"\r[{bar:.<{_BAR}}] {percent:3} %" + ("\n" if played == games else ""))
        sys.stderr.flush()

    return tell if is_for_program or sys.stderr.isatty() else lambda _: None


def _summary(simulation: Simulation, seed: int) -> str:
    data = simulation.to_json()
    turns = data["turns"]
    seats = "  ".join(f"{share:.1%}" for share in data["wins_by_seat"])
    return "\n".join(
        [
            f"{data['games']:,} games, seed {seed}",
            f"turns         mean {turns['mean']:.1f}, median {turns['median']}, p10 {turns['p10']}, p90 {turns['p90']}",
            f"finished      {data['finished']:.1%}; stalled {data['stalled']:.1%}, cut off {data['cut_off']:.1%}",
            f"wins by seat  {seats}  (in the order of play: the first one starts)",
            f"dead cards    {data['dead_cards']:.2f} a game",
            f"misses        {data['misses']:.2f} a game",
            f"reshuffles    {data['reshuffles']:.2f} a game",
        ]
    )


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("1 or more games are played")
    return count
