"""Compare bots: every level plays the one below it, with seats swapped, on several boards.

`python -m tests.engine.ladder --games 3000` prints a row for each pair; `--pair 3` plays one pair alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import perf_counter

from engine import BUILT_IN_DECKS, BotLevel, Layout, Setup, classic_setup, numbers_setup
from engine.bots.table import play_out

PAIRS = list(zip(list(BotLevel), list(BotLevel)[1:], strict=False))
"""The lower and the higher level of each pair."""
BOARDS = ("6x6", "8x8", "10x10", "classic")
MAX_TURNS = 1_000


@dataclass
class Score:
    """The score of the higher of two levels."""

    games: int = 0
    points: float = 0.0
    """A draw is half a point."""

    @property
    def rate(self) -> float:
        return self.points / self.games

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval (normal approximation)."""
        return 1.96 * sqrt(self.rate * (1 - self.rate) / self.games)

    def __str__(self) -> str:
        return f"{100 * self.rate:5.1f} % ± {100 * self.margin:.1f} ({self.games} games)"


def play_pair(lower: BotLevel, higher: BotLevel, games: int, seed: int) -> dict[str, Score]:
    """Play this many games, boards in turn; each deal is played twice, with seats swapped."""
    scores = {board: Score() for board in BOARDS}
    for number, (board, setup) in zip(range(games // 2), _tables(seed), strict=False):
        for seat in (0, 1):
            levels = [higher, lower] if seat == 0 else [lower, higher]
            *_, (_, last) = play_out(setup, levels, Random(f"{seed} {number}"), most_turns=MAX_TURNS)
            assert last.outcome is not None
            winner = last.outcome.winner
            scores[board].games += 1
            scores[board].points += 0.5 if winner is None else winner is setup.seats[seat]
    return scores


def total(scores: dict[str, Score]) -> Score:
    """Add up the boards."""
    return Score(sum(one.games for one in scores.values()), sum(one.points for one in scores.values()))


def _tables(seed: int) -> Iterator[tuple[str, Setup]]:
    number = 0
    while True:
        for board in BOARDS:
            rng = Random(f"table {seed} {number}")
            number += 1
            if board == "classic":
                yield board, classic_setup(players=2, rng=rng)
            else:
                layout = rng.choice(list(Layout))
                yield board, numbers_setup(deck=BUILT_IN_DECKS["mixed"], size=board, layout=layout, players=2, rng=rng)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.ladder", description=__doc__)
    parser.add_argument("--games", type=int, default=3_000, help="games of each pair (default: 3000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", type=int, choices=range(1, len(PAIRS) + 1), help="one pair only")
    arguments = parser.parse_args()
    for lower, higher in PAIRS if arguments.pair is None else [PAIRS[arguments.pair - 1]]:
        began = perf_counter()
        scores = play_pair(lower, higher, arguments.games, arguments.seed)
        print(f"{higher} against {lower}: {total(scores)}, {perf_counter() - began:.0f} s")
        for board, score in scores.items():
            print(f"    {board:8} {score}", flush=True)


if __name__ == "__main__":
    main()
