"""Playing cards as students and teachers see them: drawn, named, without any math."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attempt
from classroom.presenters.table.opening import opening
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.games import stop_game
from classroom.services.play.positions import position_of
from classroom.services.play.tables import read_table
from classroom.services.sessions.class_sessions import end_session
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import CardKind, DrawMode
from tests.classroom.random_lesson import play_random_lesson
from tests.classroom.services.learning.dealing import current, start
from tests.classroom.table import Table, make_table
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

CARDS = TableSettings(edition="classic", draw=DrawMode.AUTO)


@pytest.fixture
def table(db_session: object) -> Table:
    """Ana and Ben at a table with playing cards."""
    return make_table(CARDS)


def send(page: PageClient, move: dict[str, str], *, status: int = 303) -> Page:
    """Play a move on the open page."""
    return page.submit(move, form="/moves", status=status)


def test_cards_are_drawn_and_named(page: PageClient, table: Table) -> None:
    shown = page.sign_in(table.active_player).get("play.show")
    assert shown.one("button", id="B1").get("aria-label") == "Row 1, column 2, 2 of spades, open"
    assert shown.one("button", id="J5").get("aria-label") == "Row 5, column 10, A, ace of spades, open"
    for button in shown.all("button", name="space"):  # voice control users say the visible label
        assert text_of(button) in (button.get("aria-label") or "").split(", ")[2].split() or not text_of(button)
    assert text_of(shown.one("button", id="A6")) == "10"
    assert 'href="#hearts"' in shown.html
    hand = text_of(shown.one("fieldset", id="hand"))
    cards = [table.position.setup.cards_by_id[card] for card in table.position.hands[table.position.turn]]
    assert all(hand.count(" of ") >= 1 for _ in cards)
    assert hand.count("any open space") == sum(card.kind is CardKind.WILD for card in cards)
    assert hand.count("removes a chip") == sum(card.kind is CardKind.REMOVE for card in cards)
    assert "left" not in text_of(shown.one("div", class_="turn"))


def test_the_cut_for_the_deal_is_shown_at_the_start_and_in_the_replay(page: PageClient, cast: Cast) -> None:
    game = current(start(2, CARDS, school_class=cast.class_7b))
    line, dealer = opening(read_table(game)), position_of(game).setup.dealer
    for player in list(game.players):
        assert player.student is not None
        shown = page.sign_in(player.student).get("play.show")
        log = text_of(shown.one("ol", class_="log"))
        assert ("You cut the " in log) if player.seat == dealer else log == line
    assert line in page.sign_in(cast.alice).get("games.show", game_id=game.id).text
    stop_game(game_id=game.id)
    assert line in page.get("replays.show", game_id=game.id).text


def test_a_wrong_space_is_refused_and_nothing_is_recorded(page: PageClient, table: Table) -> None:
    page.sign_in(table.active_player).get("play.show")
    shown = send(page, table.wrong(), status=422)
    assert "That card doesn’t go there." in shown.text
    db.session.refresh(table.game)
    assert table.game.version == 0


def test_the_log_calls_cards_by_name(page: PageClient, table: Table) -> None:
    name = table.active_player.name
    page.sign_in(table.active_player).get("play.show")
    send(page, table.right())
    shown = page.sign_in(table.active_player).get("play.show")
    assert f"{name}" in shown.text
    assert " played the " in shown.text
    assert " of " in text_of(shown.one("ol", class_="log"))


def test_the_end_does_not_mention_answers(page: PageClient, table: Table) -> None:
    stop_game(game_id=table.game.id)
    shown = page.sign_in(table.active_player).get("play.show")
    assert "Your answers" not in shown.text


def test_the_next_game_is_dealt(table: Table) -> None:
    stop_game(game_id=table.game.id)
    following = deal_next_game(game_id=table.game.id)
    assert (following.round, len(following.players)) == (2, 2)


def test_no_answers_are_recorded(cast: Cast, page: PageClient) -> None:
    settings = TableSettings(edition="classic", table_talk=True)
    session_id = play_random_lesson(cast.class_7b, settings, present=7, seed=2)
    assert db.session.execute(select(func.count()).select_from(Attempt)).scalar_one() == 0
    assert rebuild_attempts() == 0
    shown = page.sign_in(cast.alice).get("sessions.show", class_session_id=session_id)
    assert "Correct on first try" not in shown.text
    assert "Open full report" not in shown.text


def test_a_teacher_sees_no_misses(page: PageClient, table: Table) -> None:
    class_session = table.game.class_session
    page.sign_in(class_session.school_class.teacher).get("sessions.show", class_session_id=class_session.id)
    assert page.last is not None
    assert "iss" not in page.last.text
    shown = page.get("games.show", game_id=table.game.id)
    assert " of " in text_of(shown.one("li", id="seat-0"))
    end_session(class_session_id=class_session.id)
    replay = page.get("replays.show", game_id=table.game.id)
    assert " of " in replay.text
