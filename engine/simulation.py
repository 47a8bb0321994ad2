"""Simulate many games for statistics: their length, how many finish, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil
from random import Random
from typing import Any, TypeAlias

from engine.bots import BotLevel, choose
from engine.bots.table import own_labels
from engine.cards import stacked
from engine.events import Exchange, Miss, Move, Place, Remove, Reshuffle
from engine.lines import Space
from engine.outcome import OutcomeReason
from engine.playout import BLINDNESS, quick_move
from engine.position import Position, start
from engine.resolve import step
from engine.sequences import overlap
from engine.setup import Setup
from engine.view import view

Player: TypeAlias = Callable[[Position, Random], Move]
"""Chooses the active seat's move."""

MOST_TURNS = 400
"""Longer games are cut off: no lesson is that long."""
_WORTH_CLEARING = 2
"""Minimum number of the team's chips in a line for which removing a blocking chip pays off."""
_GAMES_AT_TABLE = 20
"""Games per setup. Afterwards a new table is set up; if boards are random, with a new board."""


@dataclass(slots=True)
class Simulation:
    seats: int
    won_after: Counter[int] = field(default_factory=Counter)
    """Games that ended by sequences, by number of turns."""
    stalled_after: Counter[int] = field(default_factory=Counter)
    """Games that ended because no seat could play (D3), by number of turns."""
    cut_off: int = 0
    """Games cut off after `MOST_TURNS`."""
    wins: list[int] = field(default_factory=list)
    """For each seat in order of play, the games that its team won. The first seat starts."""
    dead_cards: int = 0
    misses: int = 0
    reshuffles: int = 0

    def __post_init__(self) -> None:
        self.wins = [0] * self.seats

    @property
    def games(self) -> int:
        return self.won_after.total() + self.stalled_after.total() + self.cut_off

    @property
    def finished(self) -> float:
        """Return the proportion of games that ended by sequences."""
        return self.won_after.total() / self.games

    @property
    def turns(self) -> Counter[int]:
        """Return all games by number of turns, including those cut off."""
        turns = self.won_after + self.stalled_after
        turns[MOST_TURNS] += self.cut_off
        return turns

    @property
    def mean(self) -> float:
        return sum(turns * games for turns, games in self.turns.items()) / self.games

    def within(self, share: float) -> int:
        """Return the number of turns by which this proportion of games was over (0.5: the median)."""
        needed = ceil(share * self.games)
        counted = sorted(self.turns.items())
        over_by_then = accumulate(games for _, games in counted)
        return next(turns for (turns, _), over in zip(counted, over_by_then, strict=True) if over >= needed)

    def to_json(self) -> dict[str, Any]:
        """Return all results as JSON data."""
        games = self.games
        return {
            "games": games,
            "turns": {
                "mean": round(self.mean, 2),
                "median": self.within(0.5),
                "p10": self.within(0.1),
                "p90": self.within(0.9),
            },
            "finished": round(self.finished, 4),
            "stalled": round(self.stalled_after.total() / games, 4),
            "cut_off": round(self.cut_off / games, 4),
            "wins_by_seat": [round(wins / games, 4) for wins in self.wins],
            "dead_cards": round(self.dead_cards / games, 3),
            "misses": round(self.misses / games, 3),
            "reshuffles": round(self.reshuffles / games, 3),
            "won_after": {str(turns): count for turns, count in sorted(self.won_after.items())},
            "stalled_after": {str(turns): count for turns, count in sorted(self.stalled_after.items())},
        }


def quick_player(position: Position, rng: Random, *, miss_rate: float = 0.0) -> Move:
    """Play like `quick_move`, but also use a Minus to unblock the team's own line, as easy bots do.

    Without this, games on crowded boards end without a winner three times as often as with easy bots.

    :param miss_rate: the proportion of wrong answers, where wrong answers are possible
    """
    move = quick_move(position, rng, miss_rate=miss_rate)
    if not isinstance(move, Place):
        return move
    targets = position.setup.targets
    minus = next((card for card in position.hands[move.seat] if not targets[card]), None)
    if minus is None or rng.random() < BLINDNESS:
        return move
    chip = _in_the_way(position, move)
    return move if chip is None else Remove(move.seat, minus, chip)


def simulate(
    setup_factory: Callable[[Random], Setup],
    games: int,
    rng: Random,
    *,
    player: Player = quick_player,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Simulation:
    """Simulate games at tables of one kind. Reproducible for the same `rng` state.

    :param setup_factory: sets up a table, which is used for several games
    :param games: at least 1
    :param on_progress: called with the number of games played so far, after each one
    """
    setup = setup_factory(rng)
    simulation = Simulation(len(setup.seats))
    for number in range(games):
        if number:
            setup = _dealt_again(setup, rng) if number % _GAMES_AT_TABLE else setup_factory(rng)
        _play(setup, player, rng, simulation)
        on_progress(number + 1)
    return simulation


def bot_player(level: BotLevel, miss_rate: float) -> Player:
    """Return a player that uses a bot: slower than `quick_move`, but the same as students' opponents."""

    def play(position: Position, rng: Random) -> Move:
        return choose(view(position, position.turn), own_labels(position), level, rng, miss_rate=miss_rate)

    return play


def _in_the_way(position: Position, move: Place) -> Space | None:
    """Return the only opposing chip in the team's best line; None if the move itself fills a line."""
    setup = position.setup
    board, team = setup.board, move.seat % setup.team_count
    own = position.tallies[team] & (board.open_mask | board.free_mask)
    if any(not line & ~(own | 1 << move.space) for line in board.lines_through[move.space]):
        return None
    others = (board.open_mask ^ position.open) & ~own
    removable = others & ~position.locked
    made = [sequence.mask for sequence in position.sequences if sequence.team is setup.seats[team]]
    most, found = _WORTH_CLEARING - 1, 0
    for line in board.lines:
        chip = line & others
        count = (line & own).bit_count()
        is_alone = chip & removable and not chip & chip - 1
        if is_alone and count > most and not any(overlap(line, mask) for mask in made):
            most, found = count, chip
    return found.bit_length() - 1 if found else None


def _dealt_again(setup: Setup, rng: Random) -> Setup:
    """Move the deal clockwise and reshuffle the deck.

    Cards keep their ids, which simulated players don't use, and nothing is validated: a full setup takes a third of the
    time of a game.
    """
    again = copy(setup)
    deck = list(setup.deck)
    rng.shuffle(deck)
    derive = object.__setattr__
    derive(again, "deck", tuple(deck))
    derive(again, "pile", stacked(deck[len(setup.seats) * setup.rules.hand_size :]))
    derive(again, "dealer", setup.first_seat)
    return again


def _play(setup: Setup, player: Player, rng: Random, simulation: Simulation) -> None:
    position = start(setup)
    while position.outcome is None and position.turn_number < MOST_TURNS:
        events, position = step(position, player(position, rng), rng)
        event = events[0]
        simulation.dead_cards += isinstance(event, Exchange)
        simulation.misses += isinstance(event, Miss)
        simulation.reshuffles += isinstance(events[-1], Reshuffle)
    _note_outcome(position, simulation)


def _note_outcome(position: Position, simulation: Simulation) -> None:
    setup, outcome = position.setup, position.outcome
    if outcome is None:
        simulation.cut_off += 1
        return
    ended = simulation.won_after if outcome.reason is OutcomeReason.SEQUENCES else simulation.stalled_after
    ended[position.turn_number] += 1
    for place in range(simulation.seats):
        team = setup.seats[(setup.first_seat + place) % simulation.seats]
        simulation.wins[place] += team is outcome.winner
