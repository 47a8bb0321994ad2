from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from classroom.models import Game
from classroom.presenters.table.opening import opening
from classroom.presenters.words import isolated
from classroom.services.play.games import stop_game
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.play.tables import read_table
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import cut_for_deal
from tests.classroom.replayed import readable
from tests.classroom.services.learning.dealing import current, start

if TYPE_CHECKING:
    from tests.factories import Cast

CARDS = TableSettings(edition="classic", table_size=4)


@pytest.fixture
def game(cast: Cast) -> Game:
    """Four at a table with playing cards; no one has moved."""
    return current(start(4, CARDS, school_class=cast.class_7b))


def name(game: Game, seat: int) -> str:
    player = next(one for one in game.players if one.seat == seat)
    assert player.student is not None
    return isolated(player.student.name)


def cut(*rounds: dict[str, str], dealer: int) -> dict[str, Any]:
    return {"rounds": list(rounds), "dealer": dealer}


def test_the_lowest_card_deals(game: Game) -> None:
    assert game.cut is not None
    dealer = position_of(game).setup.dealer
    assert game.cut["dealer"] == dealer
    assert f"{name(game, dealer)} cut the " in opening(read_table(game))  # ties are possible at first


def test_the_opening_is_described(game: Game) -> None:
    game.cut = cut({"0": "AS", "1": "TH", "2": "4C", "3": "KD"}, dealer=2)
    assert opening(read_table(game)) == f"{name(game, 2)} cut the 4 of clubs, the lowest card, and deals."
    reader = next(one.student_id for one in game.players if one.seat == 2)
    assert opening(read_table(game), reader=reader) == "You cut the 4 of clubs, the lowest card, and deal."
    assert "You" not in opening(read_table(game), reader=next(one.student_id for one in game.players if one.seat == 0))


def test_ties_cut_again(game: Game) -> None:
    game.cut = cut({"0": "3S", "1": "3H", "2": "4C", "3": "KD"}, {"0": "QS", "1": "JH"}, dealer=1)
    tied = f"{name(game, 0)} and {name(game, 1)} tied for the lowest card and cut again."
    assert opening(read_table(game)) == f"{tied} {name(game, 1)} cut the jack of hearts, the lowest card, and deals."


def test_the_deal_stays_with_the_student_who_cut_when_the_seat_changes_hands(game: Game) -> None:
    assert game.cut is not None
    before = opening(read_table(game))
    give_seat(game_id=game.id, seat=game.cut["dealer"], student_id=None)
    assert opening(read_table(game)) == before


def test_the_deal_moves_on_without_a_further_cut(game: Game) -> None:
    stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id)
    assert following.cut is None
    assert opening(read_table(following)) == "The cards are dealt."
    assert position_of(following).setup.dealer == (position_of(game).setup.dealer + 1) % 4


def test_with_numbers_no_one_cuts(cast: Cast) -> None:
    game = current(start(4, TableSettings(), school_class=cast.class_7b))
    assert readable(opening(read_table(game))) == "The cards are dealt."
    assert game.cut is None


def test_aces_are_high() -> None:
    """The dealer has the lowest card of every last round, whatever was cut."""
    for seed in range(200):
        found = cut_for_deal(4, Random(seed))
        ranks = {seat: "23456789TJQKA".index(card[0]) for seat, card in found.rounds[-1].items()}
        assert min(ranks, key=lambda seat: ranks[seat]) == found.dealer
