"""A teacher's actions during games, and what students see of them: pauses, turns, moves, time, the end."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, Game, Student
from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.play.turns import play_due_turns, skip_turn
from classroom.services.sessions.endings import end_in
from classroom.services.sessions.pauses import pause_game
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.classroom.slot import announced, said
from tests.factories import make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

TIMED = TableSettings(table_size=2, turn_seconds=60)
ISOLATES = re.compile("[\u2066\u2068\u2069]")


@pytest.fixture
def class_session(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's lesson: two tables of two, 60 seconds per turn; Alice is signed in."""
    page.sign_in(cast.alice)
    return start(4, TIMED, school_class=cast.class_7b)


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """The first table."""
    return current(class_session)


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The page of all tables."""
    return page.get("sessions.show", class_session_id=class_session.id)


def table(page: PageClient, game: Game) -> Page:
    """The page of one table."""
    return page.get("games.show", game_id=game.id)


def holder(game: Game, *, active_player: bool = True) -> Student:
    """Return the student on turn, or the one who waits."""
    turn = position_of(game).turn
    return db.session.get_one(Student, seats_of(game)[turn if active_player else 1 - turn])


def play(new_page: Callable[[], PageClient], student: Student) -> Page:
    """Open the student's own page."""
    client = new_page()
    client.sign_in(student)
    return client.get("play.show")


def last_line(shown: Page) -> str:
    """Return the newest line of the log."""
    return ISOLATES.sub("", text_of(next(iter(shown.one("ol", class_="log")))))


class TestPauseOfOneTable:
    def test_one_table_can_be_paused_and_resumed(
        self, page: PageClient, new_page: Callable[[], PageClient], game: Game, class_session: ClassSession
    ) -> None:
        table(page, game)
        page.submit(form="/pause")
        assert "This table is paused" in page.follow().text
        assert text_of(play(new_page, holder(game)).one("h1")) == "Paused"
        assert text_of(play(new_page, holder(current(class_session, 1))).one("h1")) == "Your turn"
        page.submit(form=f"/games/{game.id}/resume", page=table(page, game))
        assert text_of(play(new_page, holder(game)).one("h1")) == "Your turn"

    def test_the_tile_shows_the_pause_and_resumes_it(
        self, page: PageClient, game: Game, class_session: ClassSession
    ) -> None:
        pause_game(game_id=game.id)
        shown = show(page, class_session)
        assert "Paused" in text_of(shown.one("article", id="table-1"))
        assert "Paused" not in text_of(shown.one("article", id="table-2"))
        page.submit(form=f"/games/{game.id}/resume")
        assert page.last is not None
        assert page.last.headers["Location"] == page.url("sessions.show", class_session_id=class_session.id)
        assert game.paused_at is None

    def test_a_paused_table_needs_no_visit(
        self, page: PageClient, game: Game, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        pause_game(game_id=game.id)
        frozen_clock.move_on(minutes=9)
        alarms = [one.get("id") for one in show(page, class_session).all("article", class_="tile-alarm")]
        assert alarms == ["table-2"]


class TestSkipping:
    def test_a_bot_plays_and_all_pages_show_it(
        self, page: PageClient, new_page: Callable[[], PageClient], game: Game
    ) -> None:
        student, other = holder(game), holder(game, active_player=False)
        table(page, game)
        page.submit(form="/skip")
        line = last_line(page.follow())
        assert re.fullmatch(rf"A bot (played|removed) .+ for {student.name}\.", line)
        assert last_line(play(new_page, other)) == line
        assert last_line(play(new_page, student)) == line.replace(student.name, "you")

    def test_skipping_twice_counts_once(self, page: PageClient, game: Game) -> None:
        form = table(page, game).form("/skip")
        page.send(form)
        page.send(form)
        assert position_of(game).turn_number == 1

    def test_a_timeout_is_shown(
        self, page: PageClient, new_page: Callable[[], PageClient], game: Game, frozen_clock: FrozenClock
    ) -> None:
        student = holder(game)
        frozen_clock.move_on(seconds=61)
        play_due_turns()
        line = last_line(table(page, game))
        assert re.fullmatch(rf"Time ran out\. A bot .+ for {student.name}\.", line)
        assert last_line(play(new_page, student)).endswith("for you.")

    def test_an_earlier_miss_no_longer_counts_after_a_skip(
        self, new_page: Callable[[], PageClient], game: Game
    ) -> None:
        student = holder(game)
        answer(game, rightly=False)
        missed = play(new_page, student)
        assert said(missed).startswith("Not ")
        assert announced(missed) == said(missed)
        skip_turn(game_id=game.id, turn_number=position_of(game).turn_number)
        assert not said(play(new_page, student))

    def test_skipping_is_not_offered_during_a_bots_turn_or_a_pause(self, page: PageClient, game: Game) -> None:
        def offered() -> bool:
            return any(form.action.endswith("/skip") for form in table(page, game).forms())

        assert offered()
        pause_game(game_id=game.id)
        assert not offered()
        page.post("games.skip", {"turn": "0"}, game_id=game.id, status=409)
        page.post("games.resume", game_id=game.id)
        give_seat(game_id=game.id, seat=position_of(game).turn, student_id=None)
        assert not offered()

    def test_an_invalid_turn_number_is_refused(self, page: PageClient, game: Game) -> None:
        for turn in ("", "x", "-1", "99999999999999999999"):
            page.post("games.skip", {"turn": turn}, game_id=game.id)
        assert game.version == 0


class TestTheEnd:
    def test_an_end_can_be_scheduled_shown_and_canceled(
        self, page: PageClient, new_page: Callable[[], PageClient], class_session: ClassSession, game: Game
    ) -> None:
        show(page, class_session)
        page.submit({"minutes": "5"}, form="/end-in")
        assert re.search(r"Ends at \d+:\d\d.[AP]M, in 5 minutes", page.follow().text)
        for student in (holder(game), holder(game, active_player=False)):
            assert re.search(r"The games end at \d+:\d\d.[AP]M\. 5 minutes left", play(new_page, student).text)
        page.submit(form="/forget-end")
        assert "Ends at" not in page.follow().text
        assert "The games end at" not in play(new_page, holder(game)).text

    def test_the_page_counts_down_the_minutes(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        end_in(class_session_id=class_session.id, minutes=2)
        page.sign_in(class_session.school_class.teacher)
        session_id = class_session.id
        version = show(page, class_session).one("input", name="version").get("value", "")
        page.get("sessions.fragment", class_session_id=session_id, version=version, htmx=True, status=204)
        frozen_clock.move_on(seconds=61)
        shown = page.get("sessions.fragment", class_session_id=session_id, version=version, htmx=True)
        assert "in less than a minute" in shown.text

    def test_students_who_finished_see_the_end(
        self, new_page: Callable[[], PageClient], class_session: ClassSession, game: Game
    ) -> None:
        student = holder(game)
        games.stop_game(game_id=game.id)
        end_in(class_session_id=class_session.id, minutes=10)
        assert "10 minutes left" in play(new_page, student).text

    def test_waiting_students_see_the_end(
        self, new_page: Callable[[], PageClient], class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        (late,) = join(class_session, 1)
        assert "The games end" not in play(new_page, late).text
        end_in(class_session_id=class_session.id, minutes=10)
        shown = play(new_page, late)
        assert shown.heading == "You’re in!"
        assert re.search(r"The games end at \d+:\d\d.[AP]M\. 10 minutes left", shown.text)
        # Elapsed minutes are not read aloud.
        read_out = [*shown.all("div", role="status"), *shown.all("p", role="status")]
        assert len(read_out) > 1
        assert not any("minutes" in text_of(one) for one in read_out)
        frozen_clock.move_on(minutes=9)
        assert "1 minute left" in play(new_page, late).text

    @pytest.mark.parametrize("minutes", ["", "0", "-5", "3", "x", "9999999999"])
    def test_only_some_times_can_be_set(self, page: PageClient, class_session: ClassSession, minutes: str) -> None:
        page.post("sessions.end_in", {"minutes": minutes}, class_session_id=class_session.id, status=404)
        assert class_session.ends_at is None

    def test_an_end_cannot_be_scheduled_in_the_lobby(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.dora)
        lobby = make_class_session(cast.class_8c)
        page.post("sessions.end_in", {"minutes": "5"}, class_session_id=lobby.id, status=409)


class TestTime:
    def test_only_the_active_student_sees_the_time(
        self, page: PageClient, new_page: Callable[[], PageClient], game: Game, frozen_clock: FrozenClock
    ) -> None:
        frozen_clock.move_on(seconds=18)
        bar = play(new_page, holder(game)).one("progress", id="turn-bar")
        assert (bar.get("max"), bar.get("value")) == ("60", "42")
        for shown in (play(new_page, holder(game, active_player=False)), table(page, game)):
            assert shown.all("progress", id="turn-bar") == []

    def test_extra_time_is_not_visible_to_others(self, new_page: Callable[[], PageClient], game: Game) -> None:
        student, other = holder(game), holder(game, active_player=False)
        before = play(new_page, other)
        student.time_factor = 2.0
        db.session.commit()
        answer(game)
        answer(game)
        assert play(new_page, student).one("progress", id="turn-bar").get("max") == "120"
        shown = play(new_page, other)
        for text in ('max="120"', "turn-bar", "data-left"):
            assert text not in shown.html
            assert text not in before.html

    def test_no_time_is_shown_without_the_rule_or_in_a_pause(
        self, new_page: Callable[[], PageClient], game: Game, cast: Cast
    ) -> None:
        student = holder(game)
        pause_game(game_id=game.id)
        assert play(new_page, student).all("progress", id="turn-bar") == []
        untimed = current(start(2, replace(TIMED, turn_seconds=None), school_class=cast.class_8c))
        assert play(new_page, holder(untimed)).all("progress", id="turn-bar") == []

    def test_the_time_limit_is_chosen_with_the_rules(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.dora)
        shown = page.get("sessions.new", class_id=cast.class_8c.id)
        assert shown.form("/sessions/new").fields["turn_seconds"] == "none"
        page.submit({"turn_seconds": "45"}, form="/sessions/new")
        assert "Time for a turn 45 seconds" in page.follow().text

    def test_only_some_times_can_be_chosen(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.dora)
        page.get("sessions.new", class_id=cast.class_8c.id)
        page.submit({"turn_seconds": "1"}, form="/sessions/new", status=422)


class TestTablesAndPeople:
    def test_absent_students_are_listed(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        make_student("Zoe", school_class=cast.class_7b)
        absent = show(page, class_session).one("details", id="absent")
        assert text_of(absent).startswith("2 absent")
        assert "Bob" in text_of(absent)
        assert "Zoe" in text_of(absent)

    def test_a_table_links_to_its_neighbors(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 2)
        page.post("sessions.seat_waiting", class_session_id=class_session.id)
        found = games.current_games(class_session_id=class_session.id)
        middle = table(page, found[1])
        assert middle.one("a", id="before").get("href") == page.url("games.show", game_id=found[0].id)
        assert middle.one("a", id="after").get("href") == page.url("games.show", game_id=found[2].id)
        assert table(page, found[0]).all("a", id="before") == []
        assert table(page, found[2]).all("a", id="after") == []

    def test_the_most_urgent_table_is_first(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        join(class_session, 6)
        page.post("sessions.seat_waiting", class_session_id=class_session.id)
        for number in (2, 0, 4, 1, 3):
            frozen_clock.move_on(minutes=2)
            current(class_session, number).moved_at = frozen_clock.now
            db.session.commit()
        frozen_clock.move_on(minutes=2)
        shown = show(page, class_session)
        alarms = [one.get("id") for one in shown.all("article", class_="tile-alarm")]
        assert alarms == ["table-3", "table-1", "table-5", "table-2", "table-4"]

    def test_the_page_polls_without_events(self, page: PageClient, class_session: ClassSession) -> None:
        assert show(page, class_session).one("div", id="live").get("data-live-every") == "10000"
