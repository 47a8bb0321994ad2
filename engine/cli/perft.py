"""`perft`: count the sequences of actions from the end of a record."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.cli import UNUSABLE, CommandError
from engine.cli.records import load_record
from engine.perft import NotCountableError, divide, perft
from engine.position import Position

EXAMPLES = """\
examples:
  python -m engine perft game.json --depth 3
  python -m engine perft game.json --depth 2 --divide

The record is one of a game under way, with automatic drawing. Two engines that agree on the rules
give the same numbers; --divide shows below which first action they part.
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "perft",
        help="count the sequences of actions from a record's end",
        description="Count the different sequences of N actions from the position that a record ends in.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--depth", type=_depth, required=True, metavar="N", help="actions in a sequence, 1 or more")
    parser.add_argument("--divide", action="store_true", help="one line for each first action, then the sum")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Count and print the result."""
    position = load_record(arguments.record)
    try:
        if arguments.divide:
            _print_divided(position, arguments.depth)
        else:
            print(perft(position, arguments.depth))
    except NotCountableError as error:
        raise CommandError(f"{arguments.record}: {error}", UNUSABLE) from None


def _print_divided(position: Position, depth: int) -> None:
    counts = divide(position, depth)
    for move, count in counts.items():
        print(f"{json.dumps(move.to_json(position.setup.board))}: {count}")
    print(sum(counts.values()))


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 1:
        raise argparse.ArgumentTypeError("the depth is 1 or more")
    return depth
