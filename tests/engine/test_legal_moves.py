from __future__ import annotations

from dataclasses import replace

from engine import Draw, DrawMode, Exchange, Forfeit, Pass, Place, Remove, Stop, apply_event, legal_moves, start
from engine.legal_moves import LegalMoves

from .staging import at, complete, cover, cover_all, cover_label, game, held, with_state


def test_a_match_card_can_be_placed_on_each_open_space_of_its_label() -> None:
    position = game("12", hand_size=1)
    card = held(position, 0, "12")
    spaces = position.setup.board.spaces_of["12"]
    assert legal_moves(position) == (Place(0, card, spaces[0]), Place(0, card, spaces[1]))
    name = position.setup.board.name(spaces[0])
    assert legal_moves(cover(position, green=name)) == (Place(0, card, spaces[1]),)


def test_a_wild_card_can_be_placed_on_every_open_space() -> None:
    position = cover(game("Plus", hand_size=1), green="D4", blue="D5")
    moves = legal_moves(position)
    assert len(moves) == 60 - 2
    assert {move.space for move in moves if isinstance(move, Place)} == {
        space for space in range(64) if position.open >> space & 1
    }


def test_a_removal_card_can_remove_every_unlocked_chip_of_others() -> None:
    position = cover(game("Minus", hand_size=1, players=3, sequences_to_win=2), green="D5", red="D6", blue="D7")
    position = complete(position, "red", "A3 B3 C3 D3 E3")
    card = held(position, 0, "Minus")
    assert set(legal_moves(position)) == {Remove(0, card, at(position, "D5")), Remove(0, card, at(position, "D6"))}


def test_a_dead_card_can_be_traded_in_once_per_turn() -> None:
    position = cover_label(cover_label(game("12 24", hand_size=2), "12"), "24")
    exchanges = {Exchange(0, card) for card in position.hands[0]}
    assert set(legal_moves(position)) == exchanges
    position = apply_event(position, Exchange(0, held(position, 0, "12")))
    assert not exchanges & set(legal_moves(position))


def test_passing_is_listed_only_if_nothing_else_is_legal() -> None:
    position = cover_all(game("Plus Plus", hand_size=2))
    assert legal_moves(position) == (Pass(0),)
    assert legal_moves(position._replace(hands=((), position.hands[1]))) == (Pass(0),)


def test_a_seat_that_is_owed_a_card_can_draw_it_and_cannot_pass() -> None:
    position = cover_all(game("Plus Plus", hand_size=2, draw=DrawMode.MANUAL))
    assert legal_moves(with_state(position, owed=((0,), ()))) == (Draw(0),)


def test_a_seat_that_owes_a_forfeit_can_do_nothing_else() -> None:
    position = with_state(game("12 24"), forfeits_due=(1, 0), owed=((0,), ()))
    assert legal_moves(position) == tuple(Forfeit(0, card) for card in position.hands[0])


def test_there_are_no_legal_moves_after_the_end() -> None:
    assert legal_moves(apply_event(game(), Stop())) == ()


def test_the_list_supports_membership_length_and_iteration() -> None:
    moves: LegalMoves = legal_moves(game("12", hand_size=1))
    assert bool(moves)
    assert len(moves) == len(list(moves)) == len(set(moves))
    assert all(move in moves for move in moves)
    assert Pass(0) not in moves


def test_moves_with_large_card_ids_are_listed() -> None:
    position = game("Plus", hand_size=1)
    plus = position.setup.cards_by_id[held(position, 0, "Plus")]
    for number in range(1_000, 1_600):
        cards = tuple(replace(card, id=number) if card is plus else card for card in position.setup.cards)
        deck = tuple(number if card == plus.id else card for card in position.setup.deck)
        moves = legal_moves(start(replace(position.setup, cards=cards, deck=deck)))
        assert {move.card for move in moves if isinstance(move, Place)} == {number}
