from __future__ import annotations

from engine import DrawMode, Position, start

from .staging import game, stack, table, with_state


def test_cards_are_dealt_one_at_a_time_clockwise_from_the_seat_after_the_dealer() -> None:
    setup = table(players=3)
    position = start(setup)
    assert setup.first_seat == position.turn == 0
    for seat, hand in enumerate(position.hands):
        assert hand == tuple(setup.deck[seat + 3 * turn] for turn in range(5))


def test_the_deal_starts_where_the_game_starts() -> None:
    first = table(players=4)
    setup = type(first)(first.edition, first.board, first.rules, first.seats, 1, first.cards, first.deck)
    position = start(setup)
    assert position.turn == 2
    assert [position.hands[seat][0] for seat in (2, 3, 0, 1)] == list(setup.deck[:4])
    assert [position.hands[seat][-1] for seat in (2, 3, 0, 1)] == list(setup.deck[12:16])


def test_a_game_starts_with_an_empty_board() -> None:
    position = game(players=4)
    board = position.setup.board
    assert position.chips == (board.free_mask, board.free_mask)
    assert position.locked == board.free_mask
    assert position.open == board.open_mask
    assert position.discards == ((), (), (), ())
    assert position.pile_size == len(position.setup.deck) - 4 * 4
    assert position.sequences == ()
    assert position.outcome is None
    assert position.last_event is None
    assert position.turn_number == 0
    assert not position.needs_reshuffle


def test_tries_left() -> None:
    assert game(tries=3).tries_left == 3
    assert with_state(game(tries=3), misses=2).tries_left == 1
    assert with_state(game(tries=None), misses=7).tries_left is None


def test_positions_are_values() -> None:
    setup = stack(table(draw=DrawMode.MANUAL), "Plus")
    assert start(setup) == start(setup)
    assert hash(start(setup)) == hash(start(setup))
    assert isinstance(start(setup), Position)
