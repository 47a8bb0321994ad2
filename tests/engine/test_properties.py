"""Properties of every game, with random moves."""

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
def test_a_replay_gives_the_same_positions(played: Played) -> None:
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
def test_events_are_printed_and_read_back(played: Played) -> None:
    board = played.setup.board
    for event in played.events:
        assert event_from_json(event.to_json(board), board) == event


def every_move(position: Position) -> set[Move]:
    """List all moves that any seat could try, with every card and every space."""
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
def test_exactly_the_legal_moves_of_the_active_seat_can_be_played(played: Played) -> None:
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
def test_passing_is_legal_only_if_nothing_else_is(played: Played) -> None:
    position = played.position
    legal = legal_moves(position)
    assert (Pass(position.turn) in legal) == (legal == (Pass(position.turn),))
    assert bool(legal) == (position.outcome is None)


@given(games())
def test_the_outcome_does_not_change(played: Played) -> None:
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
