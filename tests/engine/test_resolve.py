from __future__ import annotations

from random import Random

import pytest

from engine import (
    Exchange,
    IllegalMoveError,
    IllegalReason,
    Miss,
    Pass,
    Place,
    Remove,
    Reshuffle,
    Stop,
    apply_event,
    legal_moves,
    resolve,
    right_spaces,
    step,
    try_of,
)

from .staging import at, cover, cover_label, game, held, used_up


def test_a_correct_move_resolves_to_itself() -> None:
    position = game("12 Plus")
    for move in legal_moves(position):
        assert resolve(position, move) is move


def test_a_wrong_open_space_is_a_miss() -> None:
    position = game("12 24")
    card, space = held(position, 0, "12"), position.setup.board.spaces_of["24"][0]
    assert resolve(position, Place(0, card, space)) == Miss(0, card, space)


def test_only_a_mistaken_trade_in_is_a_miss() -> None:
    position = game("12 24")
    card = held(position, 0, "12")
    assert resolve(position, Exchange(0, card)) == Miss(0, card, None)
    assert resolve(cover_label(position, "12"), Exchange(0, card)) == Exchange(0, card)


def test_an_occupied_space_is_refused_instead_of_a_miss() -> None:
    position = cover(game("12"), green="D4")
    with pytest.raises(IllegalMoveError) as refused:
        resolve(position, Place(0, held(position, 0, "12"), at(position, "D4")))
    assert refused.value.reason is IllegalReason.SPACE_TAKEN


@pytest.mark.parametrize("event", [Miss(0, 1, None), Reshuffle((1, 2))])
def test_no_one_can_intend_a_miss_or_a_reshuffle(event: Miss | Reshuffle) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        resolve(game(), event)
    assert refused.value.reason is IllegalReason.NOT_A_MOVE


def test_a_removal_is_never_a_miss() -> None:
    position = game("Minus")
    with pytest.raises(IllegalMoveError) as refused:
        resolve(position, Remove(0, held(position, 0, "Minus"), at(position, "D4")))
    assert refused.value.reason is IllegalReason.NO_CHIP


def test_a_step_is_one_event_and_the_position_after_it() -> None:
    position = game("12")
    move = legal_moves(position)[0]
    assert step(position, move, Random(1)) == ((move,), apply_event(position, move))


def test_a_step_that_empties_the_pile_shuffles_the_discards() -> None:
    position = game("12", "24")
    position = used_up(position, tuple(range(100, 110)), (110, 111), left=1)
    move = Place(0, held(position, 0, "12"), position.setup.board.spaces_of["12"][0])
    (first, reshuffle), after = step(position, move, Random(1))
    assert first is move
    assert isinstance(reshuffle, Reshuffle)
    assert sorted(reshuffle.deck) == sorted([*range(100, 112), move.card])
    assert after == apply_event(apply_event(position, move), reshuffle)
    assert step(position, move, Random(2))[0][1] != reshuffle


def test_a_refused_step_does_nothing() -> None:
    position = game("12")
    with pytest.raises(IllegalMoveError):
        step(position, Pass(0), Random(1))


def test_a_step_that_ends_the_game_shuffles_nothing() -> None:
    assert step(game(), Stop(), Random(1))[0] == (Stop(),)


def test_the_correct_spaces_of_a_card() -> None:
    position = game("12 Plus Minus")
    assert right_spaces(position, held(position, 0, "12")) == position.setup.board.spaces_of["12"]
    assert right_spaces(position, held(position, 0, "Plus")) == ()


def test_tries_are_counted_since_the_card_was_drawn() -> None:
    position = game("12 24", "7", tries=None)
    card, other = held(position, 0, "12"), held(position, 0, "24")
    wrong = position.setup.board.spaces_of["30"][0]
    assert try_of(position, 0, card) == 1
    for miss in (Miss(0, card, wrong), Miss(0, card, None), Miss(0, other, wrong)):
        position = apply_event(position, miss)
    assert (try_of(position, 0, card), try_of(position, 0, other)) == (3, 2)
    # The count outlives the turn ...
    position = apply_event(position, Place(0, other, position.setup.board.spaces_of["24"][0]))
    position = apply_event(position, Place(1, held(position, 1, "7"), position.setup.board.spaces_of["7"][0]))
    assert try_of(position, 0, card) == 3
    # ... but not the card's stay in the hand.
    position = apply_event(position, Place(0, card, position.setup.board.spaces_of["12"][0]))
    assert position.missed == ()


def test_the_try_of_a_card_that_is_not_held_is_refused() -> None:
    position = game("12", "24")
    with pytest.raises(IllegalMoveError) as refused:
        try_of(position, 0, held(position, 1, "24"))
    assert refused.value.reason is IllegalReason.CARD_NOT_IN_HAND
