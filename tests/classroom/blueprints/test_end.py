"""The end of a game: the student's own results come first, and every end has the same boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import rng
from classroom.database import transaction
from classroom.models import Game
from classroom.services.play.games import stop_game
from classroom.services.sessions.class_sessions import end_session
from classroom.services.settings import TableSettings
from engine import Team
from tests.classroom.replayed import readable
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.classroom.table import Table, make_table
from tests.page_lint import text_of

if TYPE_CHECKING:
    from classroom.models import Student
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

BOXES = ("end-own", "end-row", "end-score")


def sitting(game: Game, seat: int) -> Student:
    """Return the student in that seat."""
    student = next(one.student for one in game.players if one.seat == seat)
    assert student is not None
    return student


def boxes(shown: Page) -> list[str]:
    """Return the text of each box, in page order."""
    found = [one for one in shown.one("main").iter("section") if one.get("class") in BOXES]
    assert [one.get("class") for one in found] == list(BOXES)
    return [readable(" ".join(text_of(one).split())) for one in found]


@pytest.fixture
def won(cast: Cast) -> Game:
    """A game for two won by a sequence."""
    with rng.seeded(1):  # some games end without a winner
        class_session = start(2, TableSettings(sequences_to_win=1), school_class=cast.class_7b)
    game = current(class_session)
    play_out(game, strong=Team.BLUE)
    assert game.winner
    return game


def test_winners_and_losers_get_the_same_boxes(page: PageClient, won: Game) -> None:
    winner = "blue green".split().index(won.winner or "")
    for seat in (winner, 1 - winner):
        own, row, score = boxes(page.sign_in(sitting(won, seat)).get("play.show"))
        assert own.startswith("You won! " if seat == winner else "Well played! ")
        assert "right the first time" in own
        assert row.startswith("Your row: five!" if seat == winner else "Your longest row: ")
        name = (won.winner or "").capitalize()
        assert score.startswith("You were first." if seat == winner else f"{name} was first.")
        assert not {"lost", "wrong", "failed"} & set(f"{own} {row} {score}".lower().split())


def test_a_single_student_wins_alone(page: PageClient, won: Game) -> None:
    winner = "blue green".split().index(won.winner or "")
    shown = page.sign_in(sitting(won, winner)).get("play.show")
    assert shown.heading == "You won!"
    assert "team" not in boxes(shown)[2].lower()


def test_stopped_games_and_draws_have_their_own_texts(page: PageClient, cast: Cast) -> None:
    game = current(start(2, TableSettings(tries=None), school_class=cast.class_7b))
    answer(game)
    answer(game, rightly=False)
    stop_game(game_id=game.id)
    first = sitting(game, 0)
    shown = page.sign_in(first).get("play.show")
    own, _, score = boxes(shown)
    assert shown.heading == "Well played!"
    assert score == "Your teacher ended the game. It’s a draw! Blue 0 Green 0"
    assert own in {"Well played! 1 of 1 right the first time", "Well played! You worked on 1 card."}
    end_session(class_session_id=game.class_session_id)
    assert boxes(page.get("play.show"))[2] == "It’s a draw! The games are over. Blue 0 Green 0"


def test_each_card_has_its_result(page: PageClient) -> None:
    table = make_table()
    face, answer_ = table.face(), table.answer()
    student, other = table.active_player, table.other
    page.sign_in(student).get("play.show")
    page.submit(table.wrong(), form="/play/moves")
    page.follow()
    page.get("played.answers", game_id=table.game.id, status=409)
    page.submit(table.right(), form="/play/moves", page=page.get("play.show"))
    stop_game(game_id=table.game.id)
    shown = page.get("play.show")
    assert "1 of 1 cards solved" in boxes(shown)[0]
    assert [one.get("class") for one in shown.one("p", class_="marks")] == ["mark mark-later-try"]
    answers = page.open(shown.link("My answers"))
    assert [" ".join(text_of(one).split()) for one in answers.one("ol", class_="answers")] == [
        f"{face} = {answer_} second try"
    ]
    played = page.get("played.index")
    assert played.one("p", class_="own-praise").text == "1 of 1 cards solved"
    assert [one.get("class") for one in played.one("p", class_="marks")] == ["mark mark-later-try"]
    page.sign_in(other)
    assert "My answers" not in page.get("play.show").text
    assert not page.get("played.answers", game_id=table.game.id).all("ol", class_="answers")
    assert face not in page.get("played.answers", game_id=table.game.id).text


def test_shown_answers_are_marked(page: PageClient) -> None:
    table = make_table(TableSettings(tries=2))
    page.sign_in(table.active_player).get("play.show")
    face = table.face()
    for _ in range(2):
        page.submit(table.wrong(), form="/play/moves")
        page.follow()
    stop_game(game_id=table.game.id)
    assert "You worked on 1 card." in boxes(page.get("play.show"))[0]
    answers = page.get("played.answers", game_id=table.game.id)
    assert text_of(answers.one("ol", class_="answers")).startswith(f"{face} = ")
    assert "answer shown" in answers.text


def test_playing_cards_count_chips(page: PageClient, cast: Cast) -> None:
    game = current(start(2, TableSettings(edition="classic"), school_class=cast.class_7b))
    for _ in range(4):
        answer(game)
    stop_game(game_id=game.id)
    shown = page.sign_in(sitting(game, 0)).get("play.show")
    own, row, _ = boxes(shown)
    assert own == "Well played! You placed 2 chips."
    # A free corner next to them counts too.
    assert row.startswith(("Your first chip ", "Your longest row: 2 ", "Your longest row: 3 "))
    assert "My answers" not in shown.text


def test_no_one_is_praised_for_zero_chips(page: PageClient, cast: Cast) -> None:
    game = current(start(2, TableSettings(edition="classic"), school_class=cast.class_7b))
    stop_game(game_id=game.id)
    own, _, _ = boxes(page.sign_in(sitting(game, 0)).get("play.show"))
    assert own == "Well played! New cards come next time."


def test_a_shared_device_shows_no_answers(page: PageClient, won: Game) -> None:
    with transaction() as session:
        session.get_one(Game, won.id).is_shared = True
    shown = page.sign_in(sitting(won, 0)).get("play.show")
    own, row, score = boxes(shown)
    assert own == "Well played, everyone!"
    assert row.startswith("Five in a row!")
    assert score.startswith(f"{(won.winner or '').capitalize()} was first.")
    assert "My answers" not in shown.text


def test_a_game_can_end_before_the_first_chip(page: PageClient) -> None:
    table: Table = make_table()
    stop_game(game_id=table.game.id)
    own, row, _ = boxes(page.sign_in(table.other).get("play.show"))
    assert own == "Well played! New cards come next time."
    assert row == "Your first row comes next time."
