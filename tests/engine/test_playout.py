from __future__ import annotations

from random import Random

import pytest

from engine import (
    CLASSIC,
    NUMBERS,
    DrawMode,
    Exchange,
    Forfeit,
    Miss,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Setup,
    Solve,
    SolveMode,
    Team,
    apply_event,
    classic_setup,
    resolve,
    start,
    step,
)
from engine import playout as quick
from engine.cards import stacked
from engine.playout import quick_move

from .staging import at, cover, cover_all, cover_label, game, held, table

TABLES: list[Setup] = [
    *(table(players=players, tries=1) for players in NUMBERS.player_counts),
    table(players=6, teams=3, size="6x6", deck="add-sub-20"),
    table(draw=DrawMode.MANUAL),
    table(players=4, solve=SolveMode.AHEAD, tries=1),
    table(size="6x6", deck="add-sub-20", draw=DrawMode.MANUAL, solve=SolveMode.AHEAD, sequences_to_win=2),
    *(classic_setup(players=players, rng=Random(players)) for players in CLASSIC.player_counts),
]


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{setup.edition}-{len(setup.seats)}")
def test_whole_games_are_played_by_the_rules(setup: Setup) -> None:
    rng, position = Random(5), start(setup)
    while position.outcome is None:
        _, position = step(position, quick_move(position, rng, miss_rate=0.1), rng)
    assert position.turn_number > 8


def test_cards_are_solved_before_anything_is_played() -> None:
    position = game("12 24 Plus Minus 7", solve=SolveMode.AHEAD)
    for label in ("12", "24", "7"):
        card = held(position, 0, label)
        assert quick_move(position, Random(1)) == Solve(0, card, int(label))
        wrong = quick_move(position, Random(1), miss_rate=1.0)
        assert isinstance(wrong, Solve)
        assert (wrong.card, wrong.answer == int(label)) == (card, False)
        position = apply_event(position, Solve(0, card, int(label)))
    assert isinstance(quick_move(position, Random(1), miss_rate=1.0), Place)
    assert resolve(position, quick_move(position, Random(1), miss_rate=1.0)) == quick_move(position, Random(1))


def test_playouts_use_no_hidden_information() -> None:
    position, rng = start(table(players=4)), Random(5)
    for _ in range(30):
        hidden = list(position.undrawn)
        Random(1).shuffle(hidden)
        other = position._replace(pile=stacked(hidden))
        assert quick_move(other, Random(9)) == quick_move(position, Random(9))
        _, position = step(position, quick_move(position, rng), rng)


@pytest.fixture
def overlooks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the player overlook nothing."""
    monkeypatch.setattr(quick, "BLINDNESS", 0.0)


@pytest.mark.usefixtures("overlooks_nothing")
class TestPlayerWhoOverlooksNothing:
    def line_of_four(self, position: Position, team: str) -> Position:
        """Return a position with four chips in a row. The fifth space is that of the first card in seat 0's hand."""
        return cover(position, **{team: "C4 D4 E4 F4"})

    def test_completes_a_sequence(self) -> None:
        fifth = table().board.labels[table().board.parse("G4")]
        position = self.line_of_four(game(fifth), "blue")
        move = quick_move(position, Random(1))
        assert move == Place(0, held(position, 0, fifth), at(position, "G4"))

    def test_puts_a_plus_into_the_gap(self) -> None:
        position = self.line_of_four(game("Plus 12", hand_size=2), "blue")
        move = quick_move(position, Random(1))
        assert isinstance(move, Place)
        assert move.card == held(position, 0, "Plus")
        assert move.space in {at(position, "B4"), at(position, "G4")}

    def test_takes_a_chip_out_of_a_line_of_four_with_a_minus(self) -> None:
        position = self.line_of_four(game("Minus 12", hand_size=2), "green")
        move = quick_move(position, Random(1))
        assert isinstance(move, Remove)
        assert move.space in {at(position, name) for name in ("C4", "D4", "E4", "F4")}

    def test_keeps_plus_and_minus_for_later(self) -> None:
        position = game("Plus Minus")
        move = quick_move(position, Random(1))
        assert isinstance(move, Place)
        assert move.card not in {held(position, 0, "Plus"), held(position, 0, "Minus")}


def test_plus_and_minus_are_played_if_there_is_nothing_else() -> None:
    plus, minus = game("Plus", hand_size=1), cover(game("Minus", hand_size=1), green="C4")
    assert isinstance(quick_move(plus, Random(1)), Place)
    assert quick_move(minus, Random(1)) == Remove(0, held(minus, 0, "Minus"), at(minus, "C4"))
    assert quick_move(game("Minus", hand_size=1), Random(1)) == Pass(0)


def test_a_dead_card_is_traded_in_first_and_only_one() -> None:
    position = cover_label(game("12 12"), "12")
    exchange = quick_move(position, Random(1))
    assert isinstance(exchange, Exchange)
    assert isinstance(quick_move(apply_event(position, exchange), Random(1)), Place)


def test_a_forfeit_is_paid_first() -> None:
    position = apply_event(game(), Penalty(Team.BLUE))
    assert isinstance(quick_move(position, Random(1)), Forfeit)


def test_answers_are_wrong_at_the_given_rate() -> None:
    position = game("12 24 30 36 42")
    moves = [quick_move(position, Random(seed), miss_rate=0.25) for seed in range(400)]
    assert 70 < sum(isinstance(resolve(position, move), Miss) for move in moves) < 130


def test_no_one_misses_if_no_wrong_space_is_open() -> None:
    position = cover_all(game("12", hand_size=1))
    space = position.setup.board.spaces_of["12"][0]
    position = position._replace(open=1 << space)
    assert quick_move(position, Random(1), miss_rate=1.0) == Place(0, held(position, 0, "12"), space)
