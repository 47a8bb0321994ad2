"""What holds in every game, however it is played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from engine import (
    Draw,
    Forfeit,
    IllegalMoveError,
    Place,
    Position,
    Setup,
    Stop,
    apply_event,
    event_from_json,
    legal_moves,
    replay,
    resolve,
    start,
    step,
)
from engine.events import Exchange, Move, Pass, Remove
from engine.lines import spaces_in

from .soundness import check_position
from .strategies import Played, games, setups


@given(games())
def test_every_position_of_a_game_is_sound(played: Played) -> None:
    for position in played.positions:
        check_position(position)


@given(games())
def test_replay_is_play(played: Played) -> None:
    assert replay(played.setup, played.events) == played.position


@given(games())
def test_old_positions_are_unchanged(played: Played) -> None:
    position = start(played.setup)
    kept = [(position, repr(position))]
    for event in played.events:
        position = apply_event(position, event)
        kept.append((position, repr(position)))
    assert all(repr(position) == text for position, text in kept)


@given(games())
def test_what_is_printed_of_an_event_is_read_back(played: Played) -> None:
    board = played.setup.board
    for event in played.events:
        assert event_from_json(event.to_json(board), board) == event


def every_move(position: Position) -> set[Move]:
    """List all that any seat could intend, with every card that exists and every space."""
    setup = position.setup
    cards = [*setup.cards_by_id][:40] + [card for hand in position.hands for card in hand]
    moves: set[Move] = {Stop()}
    for seat in range(len(setup.seats)):
        moves |= {Pass(seat), Draw(seat)}
        for card in cards:
            moves |= {Exchange(seat, card), Forfeit(seat, card)}
            moves |= {Place(seat, card, space) for space in range(setup.board.size)}
            moves |= {Remove(seat, card, space) for space in range(setup.board.size)}
    return moves


@settings(max_examples=30)
@given(games())
def test_every_legal_move_plays_and_every_other_of_the_seat_on_turn_is_refused(played: Played) -> None:
    position = played.position
    legal = set(legal_moves(position))
    for move in legal:
        assert apply_event(position, move) != position
        assert resolve(position, move) == move
    for move in every_move(position) - legal:
        if getattr(move, "seat", None) == position.turn:
            with pytest.raises(IllegalMoveError):
                apply_event(position, move)


@given(games())
def test_who_can_pass_can_do_nothing_else(played: Played) -> None:
    position = played.position
    legal = legal_moves(position)
    assert (Pass(position.turn) in legal) == (legal == (Pass(position.turn),))
    assert bool(legal) == (position.outcome is None)


@given(games())
def test_the_outcome_stays(played: Played) -> None:
    if played.position.outcome is None:
        (event,), over = step(played.position, Stop(), Random(1))
        assert over.outcome is not None
        assert event == Stop()
        return
    for move in [*every_move(played.position)][:200]:
        with pytest.raises(IllegalMoveError):
            resolve(played.position, move)


@given(setups())
def test_every_label_of_a_card_is_reachable_on_the_board(setup: Setup) -> None:
    for card in setup.cards:
        if card.label is not None:
            assert [setup.board.labels[space] for space in spaces_in(setup.targets[card.id])] == [card.label] * 2
