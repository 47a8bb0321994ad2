"""`check`: replay a record and check it against the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cli.records import load_record
from engine.cli.wording import outcome_text


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "check",
        help="replay a record by the rules",
        description="Replay a record by the rules. Exit code 0: every event and the outcome are right; "
        "1: the record is damaged, or the first event that breaks a rule is named.",
        epilog="example: python -m engine check game.json",
    )
    parser.add_argument("record", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Check a record and print what it contains."""
    position = load_record(arguments.record)
    print(f"{arguments.record}: correct. {outcome_text(position)} after {position.turn_number} turns")
