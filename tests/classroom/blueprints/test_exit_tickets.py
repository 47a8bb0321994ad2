"""Exit tickets, as teachers and students see them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import ClassSession, ExitTicket, SessionState, Student, TicketAnswer, TicketEntry
from classroom.presenters.words import leading_to
from classroom.services.exit_tickets.answering import open_ticket, question_at, start_entry
from classroom.services.play.games import current_games, stop_game
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.factories import make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def class_session(cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's running session: Bob and Ana at a table."""
    class_session = make_class_session(cast.class_7b)
    for student in (cast.bob, make_student("Ana", school_class=cast.class_7b)):
        class_sessions.join_session(class_session_id=class_session.id, student_id=student.id)
    lobby.start_session(class_session_id=class_session.id)
    return class_session


@pytest.fixture
def ticket(class_session: ClassSession) -> ExitTicket:
    """The session's ticket."""
    return open_ticket(class_session_id=class_session.id, seconds=60)


@pytest.fixture
def bob(page: PageClient, cast: Cast, ticket: ExitTicket) -> PageClient:
    """Bob's browser, on the first page of the ticket."""
    page.sign_in(cast.bob).get("play.show")
    return page


def begin(browser: PageClient) -> Page:
    """Press Start."""
    browser.submit(form="/play/ticket")
    return browser.follow()


def respond(browser: PageClient, given: str) -> Page:
    """Type a number and press OK."""
    browser.submit({"answer": given}, form="/play/ticket/answers")
    return browser.follow()


def right_answer(ticket: ExitTicket, student: Student, number: int) -> str:
    """Return the right answer to a student's question with this number."""
    return question_at(ticket, db.session.get_one(TicketEntry, (ticket.id, student.id)), number).answer


def kept() -> list[TicketAnswer]:
    """Return all stored answers."""
    return list(db.session.execute(select(TicketAnswer).order_by(TicketAnswer.number)).scalars())


class TestTheTeacher:
    def test_ends_the_games_with_a_ticket(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        shown = page.sign_in(cast.alice).get("sessions.show", class_session_id=class_session.id)
        asked = page.open(shown.link("90 seconds…"))
        assert asked.heading == "End the games with an exit ticket?"
        page.submit(form="/ticket")
        shown = page.follow()
        assert shown.heading == "Exit ticket for 7B"
        assert "90 seconds" in shown.text
        assert "Not started: 2 Ana Bob" in shown.text

    def test_sees_progress_but_no_results(self, page: PageClient, cast: Cast, ticket: ExitTicket) -> None:
        start_entry(class_session_id=ticket.class_session_id, student_id=cast.bob.id)
        shown = page.sign_in(cast.alice).get("sessions.show", class_session_id=ticket.class_session_id)
        assert "Not started: 1 Ana Answering: 1 Bob Done: 0" in shown.text

    def test_is_not_offered_a_ticket_with_playing_cards(self, page: PageClient, cast: Cast) -> None:
        class_session = make_class_session(
            cast.class_7b, state=SessionState.PLAYING, settings=TableSettings(edition="classic")
        )
        page.sign_in(cast.alice)
        assert "exit ticket" not in page.get("sessions.show", class_session_id=class_session.id).text
        shown = page.post("sessions.ticket", {"seconds": "60"}, class_session_id=class_session.id, status=409)
        assert "Playing cards have no equations" in shown.text

    @pytest.mark.parametrize("seconds", ["", "61", "9" * 400])
    def test_can_only_choose_the_offered_times(
        self, page: PageClient, cast: Cast, class_session: ClassSession, seconds: str
    ) -> None:
        page.sign_in(cast.alice)
        shown = page.post("sessions.ticket", {"seconds": seconds}, class_session_id=class_session.id, status=422)
        assert "Choose one of the lengths offered" in shown.text

    def test_sees_the_results(self, bob: PageClient, cast: Cast, ticket: ExitTicket, frozen_clock: FrozenClock) -> None:
        make_student("Absent Cem", school_class=cast.class_7b)
        begin(bob)
        for number in (1, 2):
            respond(bob, right_answer(ticket, cast.bob, number))
        respond(bob, "999")
        frozen_clock.move_on(seconds=60)
        class_sessions.end_session(class_session_id=ticket.class_session_id)
        bob.sign_in(cast.alice)
        shown = bob.get("sessions.show", class_session_id=ticket.class_session_id)
        assert "Bob 2 1 2.0" in shown.text
        assert "Not started: Ana Each student" in shown.text
        shown = bob.get("reports.student", student_id=cast.bob.id)
        assert "Mon, Sep 7, 2026 2 1 2.0" in shown.text
        assert "No answers" in shown.text  # games are not affected
        (row,) = csv.DictReader(
            io.StringIO(bob.get("reports.tickets_csv", class_id=cast.class_7b.id).data.decode("utf-8-sig"))
        )
        assert list(row.values())[3:] == ["Bob", "3", "2", "1", "60", "2.0"]


class TestTheStudent:
    def test_questions_come_one_by_one_without_feedback(self, bob: PageClient, cast: Cast, ticket: ExitTicket) -> None:
        shown = begin(bob)
        pages = [shown, respond(bob, right_answer(ticket, cast.bob, 1)), respond(bob, "999")]
        assert [page.heading for page in pages] == ["Problem 1", "Problem 2", "Problem 3"]
        for page in pages[1:]:
            assert not {"right", "wrong"} & set(text_of(page.one("main")).lower().split())
        assert [one.is_right for one in kept()] == [True, False]

    def test_a_game_stopped_by_the_ticket_is_explained(self, bob: PageClient) -> None:
        shown = bob.get("play.show")
        assert text_of(shown.one("p", id="game-over")) == "Your game is over. Your answers are saved."
        assert not begin(bob).all("p", id="game-over")

    def test_a_game_that_ended_earlier_is_not_explained(
        self, page: PageClient, cast: Cast, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        for game in current_games(class_session_id=class_session.id):
            stop_game(game_id=game.id)
        frozen_clock.move_on(seconds=1)
        open_ticket(class_session_id=class_session.id, seconds=60)
        late = make_student("Cem", school_class=cast.class_7b)
        class_sessions.join_session(class_session_id=class_session.id, student_id=late.id)
        for student in (cast.bob, late):
            shown = page.sign_in(student).get("play.show")
            assert shown.heading == "Exit ticket"
            assert not shown.all("p", id="game-over")

    def test_no_page_contains_later_questions(self, bob: PageClient, cast: Cast, ticket: ExitTicket) -> None:
        entry_page = begin(bob)
        entry = db.session.get_one(TicketEntry, (ticket.id, cast.bob.id))
        asked = question_at(ticket, entry, 1).equation
        for fact in ticket.questions["facts"]:
            assert (fact["equation"] in entry_page.html) == (fact["equation"] == asked)
        assert str(entry.order["facts"])[1:-1] not in entry_page.html

    def test_correct_answers_appear_only_after_everyone_is_done(
        self, bob: PageClient, cast: Cast, ticket: ExitTicket, frozen_clock: FrozenClock
    ) -> None:
        begin(bob)
        respond(bob, right_answer(ticket, cast.bob, 1))
        missed = db.session.get_one(TicketEntry, (ticket.id, cast.bob.id))
        equation, answer, _skill = question_at(ticket, missed, 2)
        respond(bob, "999")
        frozen_clock.move_on(seconds=60)
        shown = bob.get("play.show")
        assert "1 of 2 right" in shown.text
        assert equation in shown.text
        assert f"{leading_to(equation)} {answer} You wrote 999." not in shown.text
        class_sessions.end_session(class_session_id=ticket.class_session_id)
        assert f"{leading_to(equation)} {answer} You wrote 999." in bob.get("play.show").text

    def test_another_device_continues_at_the_same_question(
        self, bob: PageClient, new_page: Callable[[], PageClient], cast: Cast
    ) -> None:
        begin(bob)
        respond(bob, "999")
        other = new_page().sign_in(cast.bob)
        assert other.get("play.show").heading == "Problem 2"
        respond(other, "999")
        bob.submit({"answer": "5"}, form="/play/ticket/answers")  # its page still shows the second question
        assert [one.given for one in kept()] == ["999", "999"]
        assert bob.follow().heading == "Problem 3"

    def test_a_late_answer_gets_a_kind_message(self, bob: PageClient, frozen_clock: FrozenClock) -> None:
        begin(bob)
        frozen_clock.move_on(seconds=61)
        shown = bob.submit({"answer": "5"}, form="/play/ticket/answers", status=409)
        assert "Time ran out before that answer" in shown.text
        assert shown.heading == "Time’s up!"
        assert kept() == []

    @pytest.mark.parametrize("typed", ["", "-5", "1234567", "\N{ARABIC-INDIC DIGIT FIVE}"])
    def test_only_numbers_are_answers(self, bob: PageClient, typed: str) -> None:
        shown = begin(bob)
        fields = {**shown.form("/play/ticket/answers").fields, "answer": typed}
        shown = bob.post("play.answer_ticket", fields, status=422)
        assert "Type a number" in shown.text
        assert shown.heading == "Problem 1"

    @pytest.mark.parametrize("changes", [{"number": ""}, {"number": "7"}, {"number": "x"}, {"version": "abc.1.1"}])
    def test_an_old_page_changes_nothing(self, bob: PageClient, changes: dict[str, str]) -> None:
        shown = begin(bob)
        fields = {**shown.form("/play/ticket/answers").fields, "answer": "5", **changes}
        shown = bob.post("play.answer_ticket", fields, status=409)
        assert shown.heading == "Problem 1"
        assert kept() == []

    def test_a_fragment_is_sent_only_if_something_changed(self, bob: PageClient, frozen_clock: FrozenClock) -> None:
        shown = begin(bob)
        version = shown.form("/play/ticket/answers").fields["version"]
        bob.get("play.fragment", version=version, status=204)
        frozen_clock.move_on(seconds=60)
        assert "Time’s up!" in bob.get("play.fragment", version=version, htmx=True).text

    def test_extra_time_is_not_shown(self, bob: PageClient, cast: Cast) -> None:
        cast.bob.time_factor = 2
        db.session.commit()
        shown = begin(bob)
        bar = shown.one("progress")
        assert (bar.get("value"), bar.get("max")) == ("120000", "120000")
        assert not {"60", "120", "seconds", "minutes"} & set(shown.text.split())

    def test_starting_requires_a_ticket(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        page.sign_in(cast.bob).post("play.start_ticket", status=409)
        assert db.session.execute(select(TicketEntry)).all() == []

    def test_students_without_a_ticket_see_the_game_after_the_end(self, bob: PageClient, ticket: ExitTicket) -> None:
        class_sessions.end_session(class_session_id=ticket.class_session_id)
        assert "The games are over" in bob.get("play.show").text
