"""Measure how often simulated children beat each level of bots, and how soon.

`python -m tests.engine.children --games 2000` prints a row for each level and child: a table of two on the 8×8 board,
each deal played twice with seats swapped. One sequence wins, as in the printed rules, or with `--sequences 2` two, as
in practice.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from engine import BUILT_IN_DECKS, BotLevel, Layout, Setup, choose, numbers_setup, view
from engine.board import Pair
from engine.bots.choosing import _open, _pairs, _removable
from engine.bots.table import own_labels
from engine.cards import CardId, CardKind
from engine.events import Exchange, Move, Pass, Play, Remove, Stop
from engine.legal_moves import placements, special_plays
from engine.lines import lines_of
from engine.position import Position, start
from engine.resolve import step
from engine.view import View

FEW_MOVES = 6
"""The child's strategies."""
MAX_TURNS = 400
LEVELS = (BotLevel.EASY, BotLevel.GOOD, BotLevel.STRONG)

Child = Callable[[View, Mapping[CardId, str], Random], Move]


@dataclass
class Tally:
    """The results of several games."""

    games: int = 0
    soon: int = 0
    """Games that the child won with at most `FEW_MOVES` moves."""
    won: int = 0
    plays: int = 0
    """All moves of the child."""


def play_anything(seen: View, labels: Mapping[CardId, str], rng: Random) -> Move:
    """Play any card on any space that fits."""
    return choose(seen, labels, BotLevel.FIRST_STEPS, rng)


def extend_own_row(seen: View, labels: Mapping[CardId, str], rng: Random) -> Move:
    """Extend the child's own open line with the most chips; ignore the other team's."""
    seat = seen.turn
    pairs: dict[CardId, Pair | None] = _pairs(seen, labels)
    is_open = _open(seen)
    plays, idle = placements(seat, pairs, pairs, is_open)
    dead = [card for card in idle if pairs[card] is not None]
    if dead and not seen.has_exchanged:
        return Exchange(seat, dead[0])
    for card in seen.hand:
        if card.kind is not CardKind.MATCH:
            chips = _removable(seen, seat) if card.kind is CardKind.REMOVE else None
            plays += special_plays(seat, card.id, is_open, chips)
    if not plays:
        return Pass(seat)
    team = seat % len(seen.chips)
    own = seen.chips[team] | seen.board.free_mask
    others = 0
    for index, chips_of in enumerate(seen.chips):
        others |= chips_of if index != team else 0
    lines = [line for line in lines_of(seen.board.height, seen.board.width).all if not line & others]

    def length(play: Play) -> tuple[int, int]:
        if isinstance(play, Remove):
            return 0, 0
        chip = 1 << play.space
        counts = sorted(((line & own).bit_count() for line in lines if line & chip), reverse=True)
        return (counts[0], counts.count(counts[0])) if counts else (0, 0)

    best = max(map(length, plays))
    return rng.choice([play for play in plays if length(play) == best])


CHILDREN: Mapping[str, Child] = {"plays anything": play_anything, "builds own row": extend_own_row}


def table(number: int, seed: int, sequences: int = 1) -> Setup:
    """A table of two on 8×8."""
    rng = Random(f"children {seed} {number}")
    layout = rng.choice(list(Layout))
    setup = numbers_setup(deck=BUILT_IN_DECKS["mixed"], size="8x8", layout=layout, players=2, rng=rng)
    return replace(setup, rules=replace(setup.rules, sequences_to_win=sequences))


def play_game(setup: Setup, child: Child, seat: int, level: BotLevel, rng: Random) -> tuple[bool, int]:
    """Play a game. Return whether the child won, and after how many of its moves."""
    position = start(setup)
    plays = 0
    while position.outcome is None:
        if position.turn_number >= MAX_TURNS:
            _, position = step(position, Stop(), rng)
            break
        turn = position.turn
        seen, labels = view(position, turn), own_labels(position)
        move = child(seen, labels, rng) if turn == seat else choose(seen, labels, level, rng)
        plays += turn == seat and isinstance(move, Play)
        _, position = step(position, move, rng)
    return _won(position, seat), plays


def _won(position: Position, seat: int) -> bool:
    assert position.outcome is not None
    return position.outcome.winner is position.setup.seats[seat]


def tally(child: Child, level: BotLevel, games: int, seed: int, sequences: int = 1) -> Tally:
    """Play this many games; each deal twice, with seats swapped."""
    result = Tally()
    for number in range(games // 2):
        setup = table(number, seed, sequences)
        for seat in (0, 1):
            won, plays = play_game(setup, child, seat, level, Random(f"{seed} {number} {seat}"))
            result.games += 1
            result.won += won
            result.soon += won and plays <= FEW_MOVES
            result.plays += plays
    return result


def interval(part: int, whole: int) -> tuple[float, float, float]:
    """Return a proportion and its 95% interval (Wilson), in percent."""
    rate, square = part / whole, 1.96**2 / whole
    middle = (rate + square / 2) / (1 + square)
    half = 1.96 * sqrt(rate * (1 - rate) / whole + square / (4 * whole)) / (1 + square)
    return 100 * rate, 100 * (middle - half), 100 * (middle + half)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.children", description=__doc__)
    parser.add_argument("--games", type=int, default=2_000, help="games of each pair (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=[level.value for level in LEVELS], help="one level only")
    parser.add_argument("--sequences", type=int, default=1, help="how many win (default: 1)")
    arguments = parser.parse_args()
    for level in LEVELS if arguments.level is None else [BotLevel(arguments.level)]:
        for name, child in CHILDREN.items():
            found = tally(child, level, arguments.games, arguments.seed, arguments.sequences)
            soon = "{:4.1f} % ({:.1f} to {:.1f})".format(*interval(found.soon, found.games))
            won = "{:4.1f} % ({:.1f} to {:.1f})".format(*interval(found.won, found.games))
            usual = found.plays / found.games
            print(f"{level:7} {name:15} within {FEW_MOVES} plays {soon}, at all {won}, {usual:.1f} plays", flush=True)


if __name__ == "__main__":
    main()
