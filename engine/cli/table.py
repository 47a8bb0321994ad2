"""Arguments that describe a table, shared by the commands that set one up."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from engine.classic import classic_setup
from engine.cli import UNUSABLE, CommandError
from engine.decks import BUILT_IN_DECKS
from engine.editions import CLASSIC, EDITIONS
from engine.errors import SetupError
from engine.layouts import Layout
from engine.numbers import numbers_setup
from engine.rules import DrawMode, Rules, SolveMode
from engine.setup import Setup

_TRIES = {"1": 1, "2": 2, "3": 3, "unlimited": None}


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    table = parser.add_argument_group("the table")
    table.add_argument("--edition", choices=EDITIONS, default="numbers", help="default: numbers")
    table.add_argument("--seats", type=int, default=2, help="number of players (default: 2)")
    table.add_argument("--teams", type=int, help="number of teams (default: as the edition has it)")
    table.add_argument("--board", metavar="ROWSxCOLUMNS", default="8x8", help="6x6 to 10x10 (default: 8x8)")
    table.add_argument("--deck", choices=BUILT_IN_DECKS, default="mixed", help="equations (default: mixed)")
    table.add_argument("--layout", choices=list(Layout), default=Layout.IN_ORDER, help="default: in_order")
    table.add_argument("--draw", choices=list(DrawMode), default=DrawMode.AUTO, help="default: auto")
    table.add_argument("--solve", choices=list(SolveMode), default=SolveMode.BOARD, help="default: board")
    table.add_argument(
        "--tries", choices=_TRIES, help="tries in a turn or, solved ahead, for a card (default: as the edition has it)"
    )
    table.add_argument("--hand", type=int, metavar="CARDS", help="cards in a hand (default: as the edition has it)")
    table.add_argument("--sequences", type=int, help="sequences that win (default: as the edition has it)")
    table.add_argument("--seed", type=int, help="an integer; the same seed gives the same cards and moves")


def add_player_arguments(parser: argparse.ArgumentParser, *, levels: Sequence[str], default: str) -> None:
    players = parser.add_argument_group("the players")
    players.add_argument("--level", choices=levels, default=default, help=f"how well they play (default: {default})")
    players.add_argument("--miss-rate", type=_share, default=0.0, help="share of wrong answers, 0 to 1 (default: 0)")


def table_setup(arguments: argparse.Namespace, rng: Random) -> Setup:
    """Set up the table described by the arguments.

    :raises CommandError: if the rules don't allow this table
    """
    try:
        edition = EDITIONS[arguments.edition]
        teams = edition.team_counts(arguments.seats)[0] if arguments.teams is None else arguments.teams
        rules = _rules(arguments, edition.default_rules(arguments.seats, teams))
        if arguments.miss_rate and not edition.has_misses:
            raise CommandError(f"the {edition.key} edition knows no misses, so --miss-rate must be 0", UNUSABLE)
        if arguments.miss_rate == 1 and rules.tries is None:
            raise CommandError("a game would never end: leave some answers right, or limit the tries", UNUSABLE)
        if edition is CLASSIC:
            return classic_setup(players=arguments.seats, teams=teams, rules=rules, rng=rng)
        return numbers_setup(
            deck=BUILT_IN_DECKS[arguments.deck],
            size=arguments.board,
            layout=Layout(arguments.layout),
            players=arguments.seats,
            teams=teams,
            rules=rules,
            rng=rng,
        )
    except SetupError as error:
        raise CommandError(error.detail, UNUSABLE) from None


def _rules(arguments: argparse.Namespace, rules: Rules) -> Rules:
    changes: dict[str, object] = {"draw": DrawMode(arguments.draw), "solve": SolveMode(arguments.solve)}
    if arguments.tries is not None:
        changes["tries"] = _TRIES[arguments.tries]
    if arguments.hand is not None:
        changes["hand_size"] = arguments.hand
    if arguments.sequences is not None:
        changes["sequences_to_win"] = arguments.sequences
    return replace(rules, **changes)  # type: ignore[arg-type]


def _share(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= 1:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
