from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    BotLevel,
    CardKind,
    Draw,
    DrawMode,
    Exchange,
    Forfeit,
    Miss,
    Move,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Setup,
    Solve,
    SolveMode,
    Stop,
    Team,
    apply_event,
    choose,
    legal_moves,
    resolve,
    unsolved,
    view,
)
from engine.bots.choosing import number_given
from engine.bots.table import own_labels

from ..staging import at, cover, cover_all, cover_label, game, held, with_chips, with_state  # noqa: TID252
from ..strategies import Played, classic_setups, games, play_at_random  # noqa: TID252

LEVELS = list(BotLevel)


def chosen(position: Position, level: BotLevel = BotLevel.STRONG, seed: int = 1, miss_rate: float = 0.0) -> Move:
    return choose(view(position, position.turn), own_labels(position), level, Random(seed), miss_rate=miss_rate)


@given(games(), st.sampled_from(LEVELS), st.integers(0, 99))
def test_a_bot_chooses_a_correct_move(played: Played, level: BotLevel, seed: int) -> None:
    position = played.position
    if position.outcome is None:
        assert chosen(position, level, seed) in legal_moves(position)


@given(games(), st.sampled_from(LEVELS))
def test_a_bot_with_a_miss_rate_of_one_always_misses_legally(played: Played, level: BotLevel) -> None:
    position = played.position
    if position.outcome is not None:
        return
    move = chosen(position, level, miss_rate=1.0)
    event = resolve(position, move)
    if position.setup.solves_ahead:
        assert event == move
        assert not isinstance(move, Solve) or move.answer != position.setup.answers[move.card]
        return
    is_match = isinstance(move, Place) and position.setup.cards_by_id[move.card].kind is CardKind.MATCH
    others_open = isinstance(move, Place) and position.open & ~position.setup.targets[move.card]
    assert isinstance(event, Miss) == bool(is_match and others_open)


def test_bots_miss_at_the_given_rate() -> None:
    position = game("12 24 30 36 42")
    misses = sum(
        isinstance(resolve(position, chosen(position, seed=seed, miss_rate=0.25)), Miss) for seed in range(400)
    )
    assert 70 < misses < 130
    assert not any(isinstance(resolve(position, chosen(position, seed=seed)), Miss) for seed in range(20))


def test_a_bot_does_not_miss_if_no_wrong_space_is_open() -> None:
    position = cover_all(game("12", hand_size=1))
    space = position.setup.board.spaces_of["12"][0]
    position = with_chips(position, position.chips[0], position.chips[1] & ~(1 << space))
    assert chosen(position, miss_rate=1.0) == Place(0, held(position, 0, "12"), space)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_trades_in_a_dead_card_first_and_only_one_per_turn(level: BotLevel) -> None:
    position = cover_label(cover_label(game("12 24 7"), "12"), "24")
    move = chosen(position, level)
    assert isinstance(move, Exchange)
    assert not isinstance(chosen(apply_event(position, move), level), Exchange)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_passes_draws_or_gives_up_a_card_if_nothing_else_is_legal(level: BotLevel) -> None:
    stuck = cover_all(game("Plus Plus", hand_size=2, draw=DrawMode.MANUAL))
    assert chosen(stuck, level) == Pass(0)
    assert chosen(with_state(stuck, owed=((0,), ())), level) == Draw(0)
    fined = apply_event(stuck, Penalty(Team.BLUE))
    assert isinstance(chosen(fined, level), Forfeit)


def test_out_of_turn_a_bot_gives_up_and_draws_cards() -> None:
    position = game("12", "24 7", draw=DrawMode.MANUAL)
    owed = with_state(position, owed=((), (1,)))
    labels = {card: label for card in position.hands[1] if (label := position.setup.cards_by_id[card].label)}
    assert choose(view(owed, 1), labels, BotLevel.GOOD, Random(1)) == Draw(1)
    fined = apply_event(owed, Penalty(Team.GREEN))
    assert isinstance(choose(view(fined, 1), labels, BotLevel.GOOD, Random(1)), Forfeit)


def test_choosing_without_any_legal_move_is_an_error() -> None:
    position = game("12")
    for seen in (view(position, 1), view(position, None), view(apply_event(position, Stop()), 0)):
        labels = {card.id: "12" for card in seen.hand if card.kind is CardKind.MATCH}
        with pytest.raises(ValueError, match="nothing to choose"):
            choose(seen, labels, BotLevel.GOOD, Random(1))


def test_a_forfeit_is_the_least_useful_card_and_a_plus_or_minus_only_as_a_last_resort() -> None:
    position = with_state(cover_label(game("12 24 Plus Minus"), "24"), forfeits_due=(1, 0))
    for seed in range(10):
        assert chosen(position, seed=seed) == Forfeit(0, held(position, 0, "24"))
    special = with_state(game("Plus Minus", hand_size=2), forfeits_due=(1, 0))
    assert chosen(special) == Forfeit(0, held(special, 0, "Plus"))


@pytest.mark.parametrize("level", [BotLevel.GOOD, BotLevel.STRONG])
def test_a_bot_completes_a_sequence_if_it_can(level: BotLevel) -> None:
    label = game().setup.board.labels[at(game(), "F3")]
    position = cover(game(label), blue="B3 C3 D3 E3", green="C5 C6 C7")
    moves = [chosen(position, level, seed) for seed in range(40)]
    right = Place(0, held(position, 0, label), at(position, "F3"))
    assert moves.count(right) == 40


def test_defending_levels_block_a_line_of_four() -> None:
    label = game().setup.board.labels[at(game(), "F3")]
    position = cover(game(label), green="B3 C3 D3 E3")
    right = Place(0, held(position, 0, label), at(position, "F3"))
    assert chosen(position, BotLevel.STRONG) == right
    assert [chosen(position, BotLevel.GOOD, seed) for seed in range(20)].count(right) == 20


def test_a_good_bot_always_blocks_a_line_of_three() -> None:
    label = game().setup.board.labels[at(game(), "E3")]
    position = cover(game(f"{label} 12 24 30"), green="B3 C3 D3")
    blocks = {at(position, name) for name in ("E3", "F3")}
    plays = [chosen(position, BotLevel.GOOD, seed) for seed in range(20)]
    assert all(isinstance(play, Place) and play.space in blocks for play in plays)


@pytest.mark.parametrize("line", ["B3 C3 D3", "B3 C3 D3 E3"])
def test_a_good_bot_uses_a_plus_to_block_a_line(line: str) -> None:
    position = cover(game("12 24 Plus"), green=line)
    plus = held(position, 0, "Plus")
    assert [getattr(chosen(position, BotLevel.GOOD, seed), "card", None) for seed in range(10)].count(plus) == 10


def test_a_strong_bot_breaks_a_line_of_four_with_a_minus() -> None:
    position = cover(game("Minus"), green="B3 C3 D3 E3")
    move = chosen(position)
    assert isinstance(move, Remove)
    assert move.space in {at(position, name) for name in ("B3", "C3", "D3", "E3")}


def test_a_strong_bot_saves_plus_and_minus() -> None:
    position = cover(game("12 Plus Minus"), green="D4", blue="E6")
    move = chosen(position)
    assert isinstance(move, Place)
    assert position.setup.cards_by_id[move.card].kind is CardKind.MATCH


def test_the_weakest_bot_plays_a_plus_as_often_as_any_card() -> None:
    position = game("12 24 30 36 Plus")
    plus = held(position, 0, "Plus")
    count = sum(getattr(chosen(position, BotLevel.FIRST_STEPS, seed), "card", None) == plus for seed in range(500))
    assert 70 < count < 130


def test_choices_are_reproducible() -> None:
    position = game("12 24 30 36 Plus")
    for level in LEVELS:
        assert chosen(position, level, 5, 0.5) == chosen(position, level, 5, 0.5)


def test_a_bot_solves_its_cards_first() -> None:
    position = game("12 Plus 24 Minus 7", "8 9", solve=SolveMode.AHEAD)
    for seat in (0, 1):
        moves = []
        while isinstance(move := choose_for(position, seat), Solve):
            moves.append(move)
            position = apply_event(position, move)
            if seat == 1 and not unsolved(position, position.hands[1]):
                break
        assert [move.answer for move in moves] == [
            position.setup.answers[card] for card in position.hands[seat] if card in position.setup.answers
        ]
    assert isinstance(choose_for(position, 0), Place | Remove)


def choose_for(position: Position, seat: int, miss_rate: float = 0.0) -> Move:
    labels = {
        card: str(position.setup.answers[card]) for card in position.hands[seat] if card in position.setup.answers
    }
    return choose(view(position, seat), labels, BotLevel.GOOD, Random(4), miss_rate=miss_rate)


def test_a_number_pad_can_enter_a_bots_wrong_answers() -> None:
    for right in (-999_999, -3, 0, 7, 999_999):
        numbers = {number_given(right, 1.0, Random(seed)) for seed in range(30)}
        assert right not in numbers
        assert len(numbers) == 3
        assert all(0 <= number <= 999_999 or right < 0 for number in numbers)
        assert number_given(right, 0.0, Random(1)) == right


@given(classic_setups(), st.sampled_from(LEVELS), st.integers(0, 99))
def test_a_bot_never_misses_with_playing_cards(setup: Setup, level: BotLevel, seed: int) -> None:
    position = play_at_random(setup, Random(seed), seed, wildness=0.0).position
    if position.outcome is None:
        move = chosen(position, level, seed, miss_rate=1.0)
        assert move in legal_moves(position)
        assert move == chosen(position, level, seed)
