from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest

from engine import BotLevel, Place, Remove, Setup, classic_setup, next_setup, playout
from engine import simulation as simulation_module
from engine.playout import quick_move
from engine.simulation import Simulation, bot_player, quick_player, simulate

from .staging import at, cover, game, held, table


def six_in_three_teams(rng: Random, *, sequences: int) -> Setup:
    return next_setup(table(players=6, teams=3, deck="times-tables", sequences_to_win=sequences), rng)


def test_every_game_is_counted_once() -> None:
    progress: list[int] = []
    result = simulate(partial(six_in_three_teams, sequences=2), 30, Random(1), on_progress=progress.append)
    assert result.games == result.turns.total() == 30
    assert progress == list(range(1, 31))
    assert result.wins[:3] == result.wins[3:]
    assert sum(result.wins[:3]) <= 30
    assert result.dead_cards > 0
    assert result.reshuffles > 0


def test_simulations_are_reproducible() -> None:
    factory = partial(classic_setup, players=3)
    one, other, third = (simulate(lambda rng: factory(rng=rng), 5, Random(seed)).to_json() for seed in (4, 4, 5))
    assert one == other != third


def test_three_teams_seldom_make_two_sequences_and_mostly_one() -> None:
    two = simulate(partial(six_in_three_teams, sequences=2), 60, Random(2))
    one = simulate(partial(six_in_three_teams, sequences=1), 60, Random(2))
    assert two.finished < 0.85
    assert one.finished > 0.9


def test_games_are_as_long_as_those_of_easy_bots() -> None:
    factory = partial(_two_players)
    quick = simulate(factory, 150, Random(3))
    easy = simulate(factory, 40, Random(3), player=bot_player(BotLevel.EASY, 0.0))
    assert quick.mean == pytest.approx(easy.mean, rel=0.2)


@pytest.mark.nightly
def test_on_crowded_boards_as_many_games_end_without_a_winner_as_with_easy_bots() -> None:
    factory = partial(_three_players_on_a_small_board)
    quick = simulate(factory, 300, Random(4))
    unaided = simulate(factory, 300, Random(4), player=quick_move)
    easy = simulate(factory, 80, Random(4), player=bot_player(BotLevel.EASY, 0.0))
    assert quick.finished == pytest.approx(easy.finished, abs=0.08)
    assert unaided.finished < quick.finished


class TestMinus:
    """The active player of blue, who overlooks nothing, has a Minus and a 12."""

    @pytest.fixture(autouse=True)
    def _sees_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(simulation_module, "BLINDNESS", 0.0)
        monkeypatch.setattr(playout, "BLINDNESS", 0.0)

    def test_unblocks_the_teams_own_line(self) -> None:
        position = cover(game("Minus 12", hand_size=2), blue="C4 D4", green="E4 G8")
        move = quick_player(position, Random(1))
        assert move == Remove(0, held(position, 0, "Minus"), at(position, "E4"))

    def test_is_saved_if_there_is_no_such_line(self) -> None:
        position = cover(game("Minus 12", hand_size=2), blue="C4", green="E4 F4")
        assert isinstance(quick_player(position, Random(1)), Place)

    def test_is_saved_if_another_move_fills_a_line(self) -> None:
        fifth = table().board.labels[table().board.parse("G4")]
        position = cover(game(f"Minus {fifth}", hand_size=2), blue="C4 D4 E4 F4", green="C5 C6")
        move = quick_player(position, Random(1))
        assert isinstance(move, Place)
        assert move.space == at(position, "G4")


def test_games_that_never_end_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_module, "MOST_TURNS", 5)
    result = simulate(_two_players, 3, Random(1))
    assert (result.cut_off, result.finished, result.mean) == (3, 0.0, 5.0)


def test_the_statistics() -> None:
    result = Simulation(2, won_after=Counter({10: 5, 20: 4}), stalled_after=Counter({60: 1}))
    assert (result.games, result.finished, result.mean) == (10, 0.9, 19.0)
    assert [result.within(share) for share in (0.1, 0.5, 0.51, 0.9, 0.91)] == [10, 10, 20, 20, 60]


def _three_players_on_a_small_board(rng: Random) -> Setup:
    return next_setup(table(players=3, size="6x6", deck="add-sub-20"), rng)


def _two_players(rng: Random) -> Setup:
    return next_setup(table(), rng)
