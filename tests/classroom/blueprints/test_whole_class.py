"""The whole class at one board, played by its teacher for each team."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom import clock
from classroom.database import db
from classroom.live import session_topic
from classroom.live.notifications import TableVersion
from classroom.models import Attempt, ClassSession, Game, GameEvent, SessionState
from classroom.presenters.moments import day_text
from classroom.presenters.page_version import PageVersion
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play import games, turns
from classroom.services.play.bots import play_due_bots
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.whole_class import whole_class_game
from classroom.services.settings import TableSettings
from engine import CardKind, right_spaces
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session
from tests.invariants import assert_invariants
from tests.page_lint import text_of

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

SETTINGS = TableSettings(whole_class_teams=2)


@pytest.fixture
def class_session(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's class before the start, in two teams; Alice is signed in."""
    page.sign_in(cast.alice)
    return make_class_session(cast.class_7b, settings=SETTINGS, is_whole_class=True)


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """The session's game, just dealt."""
    lobby.start_session(class_session_id=class_session.id)
    return game_of(class_session)


def game_of(class_session: ClassSession) -> Game:
    """Return the game on the class screen."""
    game = whole_class_game(class_session_id=class_session.id)
    assert game is not None
    return game


def front(page: PageClient, game: Game | ClassSession) -> Page:
    """Open the page for playing."""
    class_session_id = game.class_session_id if isinstance(game, Game) else game.id
    return page.get("sessions.show", class_session_id=class_session_id)


def fields(game: Game, *, rightly: bool = True) -> dict[str, str]:
    """Return a match card of the hand on turn, and one of its spaces, or an open one with another number."""
    position = position_of(game)
    board = position.setup.board
    free = [space for space in range(board.size) if position.open >> space & 1]
    for card in position.hands[position.turn]:
        right = [space for space in free if space in right_spaces(position, card)]
        if position.setup.cards_by_id[card].kind is CardKind.MATCH and right:
            space = right[0] if rightly else next(one for one in free if one not in right)
            return {"card": str(card), "space": board.name(space)}
    raise AssertionError("no equation in this hand has an open space")


def play(page: PageClient, game: Game, *, rightly: bool = True) -> Page:
    """Tap a card and a space, without JavaScript."""
    front(page, game)
    page.submit(fields(game, rightly=rightly), form="/front/moves")
    return page.follow()


class TestTheDayAfter:
    def test_a_lobby_left_open_says_from_which_day_it_is(
        self, frozen_clock: FrozenClock, page: PageClient, cast: Cast, class_session: ClassSession
    ) -> None:
        self.assert_says_the_day(page, cast, class_session, frozen_clock, "close it and start another")

    def test_a_game_left_open_says_from_which_day_it_is(
        self, frozen_clock: FrozenClock, page: PageClient, cast: Cast, class_session: ClassSession, game: Game
    ) -> None:
        assert game.over_at is None
        self.assert_says_the_day(page, cast, class_session, frozen_clock, "end it and start another")

    @staticmethod
    def assert_says_the_day(
        page: PageClient, cast: Cast, class_session: ClassSession, frozen_clock: FrozenClock, advice: str
    ) -> None:
        """The page names the day and offers to end the session, but only on a later day."""
        end = page.url("sessions.ask_end", class_session_id=class_session.id)
        assert front(page, class_session).all("a", id="end-earlier") == []
        opened = day_text(clock.local_day(class_session.opened_at))
        frozen_clock.move_on(hours=24)
        shown = front(page.sign_in(cast.alice), class_session)
        assert f"This session was opened on {opened}" in shown.text
        assert advice in shown.text
        assert shown.one("a", id="end-earlier").get("href") == end


class TestOpening:
    def test_a_teacher_chooses_it(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        page.get("sessions.new", class_id=cast.class_7b.id)
        page.submit({"who": "3"})
        shown = page.follow()
        assert "Whole class, 3 teams" in shown.text
        assert {"blue", "green", "red"} <= set(shown.form("/front/start").fields)

    def test_the_game_can_start_without_students(self, page: PageClient, class_session: ClassSession) -> None:
        front(page, class_session)
        page.submit(form="/front/start")
        shown = page.follow()
        assert shown.heading in {"Blue, your turn", "Green, your turn"}
        assert [player.student_id for player in game_of(class_session).players] == [None, None]

    def test_teams_have_the_typed_names(self, page: PageClient, class_session: ClassSession) -> None:
        front(page, class_session)
        page.submit({"blue": "Foxes", "green": "Owls"}, form="/front/start")
        shown = page.follow()
        assert shown.heading.replace("\u2068", "").replace("\u2069", "") in {"Foxes, your turn", "Owls, your turn"}

    def test_invalid_names_are_kept_in_the_form(self, page: PageClient, class_session: ClassSession) -> None:
        front(page, class_session)
        shown = page.submit({"blue": "Owls", "green": "owls"}, form="/front/start", status=422)
        assert shown.form("/front/start").fields["green"] == "owls"
        assert whole_class_game(class_session_id=class_session.id) is None

    def test_in_the_lobby_the_rules_can_change_to_tables(self, page: PageClient, class_session: ClassSession) -> None:
        page.get("sessions.settings", class_session_id=class_session.id)
        page.submit({"who": "tables"})
        assert page.follow().heading.startswith("Welcome, ")
        assert not class_session.is_whole_class


class TestPlaying:
    def test_a_right_answer_passes_the_turn(self, page: PageClient, game: Game) -> None:
        before = position_of(game).turn
        shown = play(page, game)
        assert "Yes! " in text_of(shown.one("div", role="alert"))
        assert position_of(game_of(game.class_session)).turn != before

    def test_a_wrong_answer_gets_kind_feedback_and_finally_the_right_answer(self, page: PageClient, game: Game) -> None:
        shown = play(page, game, rightly=False)
        assert "Not " in text_of(shown.one("div", role="alert"))
        (chosen,) = [card for card in shown.all("input", name="card") if "checked" in card.attrib]
        label = position_of(game).setup.cards_by_id[int(chosen.get("value", ""))].label
        shown = play(page, game, rightly=False)
        assert f"= {label}. You get a new card." in text_of(shown.one("div", role="alert"))

    def test_only_the_active_hand_is_shown(self, page: PageClient, game: Game) -> None:
        position = position_of(game)
        held = {card.get("value") for card in front(page, game).all("input", name="card")}
        assert held == {str(card) for card in position.hands[position.turn]}

    def test_a_move_sent_twice_counts_once(self, page: PageClient, game: Game) -> None:
        form = front(page, game).form("/front/moves")
        data = fields(game)
        page.send(form, data)
        page.send(form, data)
        assert game_of(game.class_session).version == 1

    def test_an_outdated_page_cannot_move(self, page: PageClient, game: Game) -> None:
        old = front(page, game).form("/front/moves")
        play(page, game)
        shown = page.send(old, fields(game), status=409)
        assert "The board has changed." in text_of(shown.one("div", role="alert"))

    def test_a_move_requires_a_card(self, page: PageClient, game: Game) -> None:
        front(page, game)
        shown = page.submit({"space": "C3"}, form="/front/moves", status=422)
        assert "First choose" in text_of(shown.one("div", role="alert"))

    def test_with_javascript_only_the_fragment_is_sent(self, page: PageClient, game: Game) -> None:
        data = front(page, game).form("/front/moves").fields | fields(game)
        shown = page.post(
            "sessions.whole_class_move", data, class_session_id=game.class_session_id, status=200, htmx=True
        )
        version = shown.all("input", name="version")[0].get("value", "")
        assert version.startswith("whole_class-")
        page.get("sessions.fragment", class_session_id=game.class_session_id, version=version, status=204, htmx=True)

    def test_the_page_that_moved_already_shows_the_change(self, app: Flask, page: PageClient, game: Game) -> None:
        stream = app.extensions["bus"].subscribe(session_topic(game.class_session_id))
        after = play(page, game)
        poked = TableVersion.parse(stream.take() or "")
        shown = PageVersion.parse(after.all("input", name="version")[0].get("value", ""))
        assert poked is not None
        assert shown is not None
        assert (shown.what, *shown.numbers[:2]) == (poked.game_id, poked.game, poked.session)

    def test_stop_next_game_and_end(self, page: PageClient, game: Game) -> None:
        dealer = position_of(game).setup.dealer
        page.open(front(page, game).link("End this game…"))
        page.submit(form="/front/stop")
        assert page.follow().heading == "It’s a draw!"
        page.submit(form="/front/next")
        assert "your turn" in page.follow().heading
        following = game_of(game.class_session)
        assert (following.round, position_of(following).setup.dealer) == (2, 1 - dealer)
        page.open(front(page, following).link("End session…"))
        page.submit(form="/end")
        assert "student reports don’t change" in page.follow().text

    def test_the_game_can_be_paused(self, page: PageClient, game: Game) -> None:
        form = front(page, game).form("/front/moves")
        data = fields(game)
        page.submit(form="/pause")
        shown = page.follow()
        assert shown.heading == "Eyes up!"
        assert shown.all("input", name="card") == []
        page.send(form, data, status=409)
        page.submit(form="/resume", page=shown)
        assert "your turn" in page.follow().heading


class TestHands:
    def test_a_device_can_cover_hands_and_uncover_one_for_a_turn(self, page: PageClient, game: Game) -> None:
        front(page, game)
        page.post("sessions.whole_class_hands", {"hands": "covered"}, class_session_id=game.class_session_id)
        shown = page.follow()
        assert shown.all("input", name="card") == []
        position = position_of(game)
        for card in position.hands[position.turn]:
            if position.setup.cards_by_id[card].kind is CardKind.MATCH:
                assert position.setup.cards_by_id[card].face not in shown.html
        uncover = next(one for one in shown.forms() if str(one.fields.get("hands")).startswith("covered."))
        page.send(uncover)
        assert page.follow().all("input", name="card")
        page.submit(fields(game), form="/front/moves")
        assert page.follow().all("input", name="card") == []  # the next team's turn
        page.post("sessions.whole_class_hands", {"hands": "open"}, class_session_id=game.class_session_id)
        assert page.follow().all("input", name="card")

    def test_only_a_student_covers_cards_by_leaving_for_their_own_page(self, page: PageClient, game: Game) -> None:
        shown = front(page, game)
        assert "Hide cards" in shown.text
        assert "Cover my cards" not in shown.text


class TestNobodysAnswers:
    def test_a_whole_game_leaves_no_attempt_and_all_invariants(self, page: PageClient, game: Game) -> None:
        for number in range(6):
            play(page, game, rightly=number % 3 != 1)
        games.stop_game(game_id=game.id)
        assert db.session.execute(select(func.count()).select_from(GameEvent)).scalar_one() > 6
        assert db.session.execute(select(func.count()).select_from(Attempt)).scalar_one() == 0
        assert_invariants()
        record = page.get("games.record", game_id=game.id)
        assert b'"sequence-record/1"' in record.data

    def test_no_bot_ever_plays(self, game: Game, class_session: ClassSession) -> None:
        assert game.bot_due_at is None
        assert game.turn_due_at is None
        assert play_due_bots() == 0
        with pytest.raises(ServiceError) as refused:
            turns.skip_turn(game_id=game.id, turn_number=position_of(game).turn_number)
        assert refused.value.code is PlayErrorCode.WHOLE_CLASS

    def test_turns_are_never_timed(self, page: PageClient, cast: Cast) -> None:
        settings = TableSettings(whole_class_teams=3, turn_seconds=30)
        class_session = make_class_session(cast.class_7b, settings=settings, is_whole_class=True)
        lobby.start_session(class_session_id=class_session.id)
        assert game_of(class_session).turn_due_at is None

    def test_students_hold_no_seats_and_look_to_the_front(
        self, page: PageClient, game: Game, class_session: ClassSession, cast: Cast
    ) -> None:
        (student,) = join(class_session, 1)
        with pytest.raises(ServiceError, match=PlayErrorCode.WHOLE_CLASS):
            class_sessions.seat_waiting(class_session_id=class_session.id)
        with pytest.raises(ServiceError, match=PlayErrorCode.WHOLE_CLASS):
            give_seat(game_id=game.id, seat=0, student_id=student.id)
        shown = page.sign_in(cast.bob).get("play.show")
        assert shown.heading == "Look at the class screen"
        faces = {card.face for card in position_of(game).setup.cards if card.kind is CardKind.MATCH}
        assert not [face for face in faces if face in shown.html]

    def test_a_session_with_tables_has_no_board_on_the_class_screen(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
        page.post("sessions.whole_class_move", class_session_id=class_session.id, status=404)
