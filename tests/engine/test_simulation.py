from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest

from engine import BotLevel, Setup, classic_setup, next_setup
from engine import simulation as simulation_module
from engine.simulation import Simulation, bot_player, simulate

from .staging import table


def six_in_three_teams(rng: Random, *, sequences: int) -> Setup:
    return next_setup(table(players=6, teams=3, deck="times-tables", sequences_to_win=sequences), rng)


def test_every_game_is_counted_once() -> None:
    told: list[int] = []
    result = simulate(partial(six_in_three_teams, sequences=2), 30, Random(1), on_progress=told.append)
    assert result.games == result.turns.total() == 30
    assert told == list(range(1, 31))
    assert result.wins[:3] == result.wins[3:]
    assert sum(result.wins[:3]) <= 30
    assert result.dead_cards > 0
    assert result.reshuffles > 0


def test_the_same_chance_gives_the_same_games() -> None:
    factory = partial(classic_setup, players=3)
    one, other, third = (simulate(lambda rng: factory(rng=rng), 5, Random(seed)).to_json() for seed in (4, 4, 5))
    assert one == other != third


def test_three_teams_seldom_make_two_sequences_and_mostly_one() -> None:
    two = simulate(partial(six_in_three_teams, sequences=2), 60, Random(2))
    one = simulate(partial(six_in_three_teams, sequences=1), 60, Random(2))
    assert two.finished < 0.85
    assert one.finished > 0.9


def test_as_long_as_games_of_easy_bots() -> None:
    factory = partial(_two_players)
    quick = simulate(factory, 150, Random(3))
    easy = simulate(factory, 40, Random(3), player=bot_player(BotLevel.EASY, 0.0))
    assert quick.mean == pytest.approx(easy.mean, rel=0.2)


def test_games_that_go_on_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_module, "MOST_TURNS", 5)
    result = simulate(_two_players, 3, Random(1))
    assert (result.cut_off, result.finished, result.mean) == (3, 0.0, 5.0)


def test_the_figures() -> None:
    result = Simulation(2, won_after=Counter({10: 5, 20: 4}), stalled_after=Counter({60: 1}))
    assert (result.games, result.finished, result.mean) == (10, 0.9, 19.0)
    assert [result.within(share) for share in (0.1, 0.5, 0.51, 0.9, 0.91)] == [10, 10, 20, 20, 60]


def _two_players(rng: Random) -> Setup:
    return next_setup(table(), rng)
