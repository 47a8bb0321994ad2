"""`make bench-peers`: random games of this engine and of two libraries, and the cost of immutable positions.

All games are played the same way: list all legal moves, and draw one at random. The four take turns within each round,
so that other load affects all of them; ratios are of two medians.
"""

from __future__ import annotations

import os
import statistics
import sys
from importlib import import_module
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from engine import BUILT_IN_DECKS, BotLevel, Layout, Setup, apply_event, choose, legal_moves, numbers_setup, start, view
from engine.bots.table import own_labels
from engine.events import Reshuffle
from tests.benchmarks.document import measured_here, write_peers
from tests.benchmarks.mutable_game import MutableGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "41"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "0.2"))
"""CPU seconds per game and round."""
BOT_GAMES = 20
MOST_PLIES = 1_000
"""Random games of chess need not end, so they are cut off."""
MISSING = """The two libraries that this compares with are not installed in {python}.
They are no part of this project; put them into an environment of their own:

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install open_spiel chess
    make bench-peers PEERS_PYTHON=/tmp/peers/bin/python
"""


ABOUT = """Written by `make bench-peers`. Each program plays random games: it lists all legal moves at each step and
plays one at random. The games take turns in short rounds of one run, so other work on the machine affects all alike.
The ratios are the ratios of the medians. *Changed in place* is our own game, as fast as we can write it without
immutable positions; a test checks that it plays the same games. A step is not the same work everywhere: on average our
game lists 10 moves, OpenSpiel's 68, and chess 12, as random games of chess go on until they are cut off after 1,000
steps. Install the two libraries separately: the command says how.
"""


def main() -> int:
    """Measure all of it and print the table."""
    try:
        spiel, chess = import_module("pyspiel"), import_module("chess")
    except ImportError:
        print(MISSING.format(python=sys.executable), file=sys.stderr)
        return 1
    setups, mnk = _dealt(Random(1)), spiel.load_game("mnk(m=10,n=10,k=5)")
    games: dict[str, Callable[[Random], int]] = {
        "ours": lambda rng: immutable(next(setups), rng),
        "mutable": lambda rng: mutable(next(setups), rng),
        "spiel": lambda rng: open_spiel(mnk, rng),
        "chess": lambda rng: python_chess(chess, rng),
    }
    rates: dict[str, list[float]] = {name: [] for name in games}
    for number in range(ROUNDS):
        order = list(games)
        Random(number).shuffle(order)
        for name in order:
            rates[name].append(_rate(games[name], Random(number)))
    text = _table({name: statistics.median(of) for name, of in rates.items()}, _bot_milliseconds())
    print(text)
    write_peers(f"{ABOUT}\n{text}")
    return 0


def immutable(setup: Setup, rng: Random) -> int:
    """Our game on positions that never change."""
    position, steps, lot = start(setup), 0, rng.random
    while True:
        while moves := legal_moves(position):
            position = apply_event(position, moves[int(lot() * len(moves))])
            steps += 1
        if position.outcome is not None:
            return steps
        deck = [card for pile in position.discards for card in pile]
        rng.shuffle(deck)
        position = apply_event(position, Reshuffle(tuple(deck)))


def mutable(setup: Setup, rng: Random) -> int:
    """Our game, changed in place."""
    game, steps, lot = MutableGame(setup, rng), 0, rng.random
    while moves := game.legal_moves():
        game.play(moves[int(lot() * len(moves))])
        steps += 1
    return steps


def open_spiel(game: Any, rng: Random) -> int:
    """Five in a row on 10×10."""
    state, steps, lot = game.new_initial_state(), 0, rng.random
    while actions := state.legal_actions():
        state.apply_action(actions[int(lot() * len(actions))])
        steps += 1
    return steps


def python_chess(chess: Any, rng: Random) -> int:
    """Chess until the game ends or is long enough."""
    board, ply, lot = chess.Board(), 0, rng.random
    while ply < MOST_PLIES and (moves := list(board.legal_moves)):
        board.push(moves[int(lot() * len(moves))])
        ply += 1
    return ply


def _rate(game: Callable[[Random], int], rng: Random) -> float:
    steps, began = 0, process_time()
    while (spent := process_time() - began) < SECONDS:
        steps += game(rng)
    return steps / spent


def _dealt(rng: Random) -> Iterator[Setup]:
    """Prepared tables, in a cycle, so that only playing is measured."""
    setups = [
        numbers_setup(deck=BUILT_IN_DECKS["mixed"], size="10x10", layout=Layout.MIXED, players=2, rng=rng)
        for _ in range(200)
    ]
    while True:
        yield from setups


def _bot_milliseconds() -> list[float]:
    """Sorted CPU times of the strongest bot's moves, including its view, at a table of two on 10×10."""
    rng, spent = Random(2), []
    for setup, _ in zip(_dealt(Random(3)), range(BOT_GAMES), strict=False):
        position = start(setup)
        while position.outcome is None and not position.needs_reshuffle:
            began = process_time()
            move = choose(view(position, position.turn), own_labels(position), BotLevel.STRONG, rng)
            spent.append(1000 * (process_time() - began))
            position = apply_event(position, move)
    return sorted(spent)


def _table(steps: dict[str, float], bot: list[float]) -> str:
    ours = steps["ours"]
    rows = [
        ("Sequence Numbers 10×10, immutable positions", ours, "1"),
        ("OpenSpiel, m,n,k on 10×10, five in a row", steps["spiel"], f"{ours / steps['spiel']:.2f}"),
        ("python-chess", steps["chess"], f"{ours / steps['chess']:.1f}"),
        ("Sequence Numbers 10×10, changed in place", steps["mutable"], f"{ours / steps['mutable']:.2f}"),
    ]
    median, p95 = statistics.median(bot), bot[int(0.95 * len(bot))]
    lines = [
        f"{measured_here()}; {ROUNDS} rounds of {SECONDS:g} s for each game.",
        "",
        "| random games, legal moves listed at each step | steps/s, median | ours : this |",
        "|---|---|---|",
        *(f"| {name} | {rate:,.0f} | {ratio} |" for name, rate, ratio in rows),
        "",
        f"A move of the strong bot, in processor time: median {median:.2f} ms, 95% within {p95:.2f} ms.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
