"""S3: each question and answer of an exit ticket has a random mark, which only some people may see."""

from __future__ import annotations

import logging
import os
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from classroom.database import db, transaction
from classroom.models import ExitTicket, Game, TicketEntry
from classroom.rng import seeded
from classroom.services.exit_tickets.answering import answer_question, answers_of, open_ticket, start_entry
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_school_class
from tests.trust.test_marked_games import MARK, LeakSearch

if TYPE_CHECKING:
    from collections.abc import Callable

    from classroom.models import Student
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
TICKETS = int(os.environ.get("MARKED_TICKETS", "40"))
STEPS = 8
SECONDS = 60


@dataclass
class MarkedTicket:
    """An open ticket, its marks, and the browsers of the students."""

    class_session_id: str
    ticket_id: str
    game: Game
    questions: list[bytes]
    answers: list[bytes]
    browsers: dict[str, PageClient]
    teacher: PageClient
    search: LeakSearch
    timed_out: set[str] = field(default_factory=set)
    """Students whose time is up."""

    @property
    def everything(self) -> set[bytes]:
        """All marks."""
        return {*self.questions, *self.answers}

    def seen_by(self, student_id: str, *, has_ended: bool) -> set[bytes]:
        """Return the marks that a student may see: questions so far, and after the end their answers."""
        entry = db.session.get(TicketEntry, (self.ticket_id, student_id))
        if entry is None:
            return set()
        order, answered = entry.order["facts"], len(answers_of(entry))
        seen = {self.questions[index] for index in order[: answered + 1]}
        return seen | ({self.answers[index] for index in order[:answered]} if has_ended else set())

    def question_of(self, student_id: str) -> set[bytes]:
        """Return the mark of a student's current question."""
        entry = db.session.get(TicketEntry, (self.ticket_id, student_id))
        if entry is None or student_id in self.timed_out:
            return set()
        return {self.questions[entry.order["facts"][len(answers_of(entry))]]}

    def open_all_pages(self, *, has_ended: bool = False) -> None:
        """Open the pages of each person."""
        open_page, session_id = self.search.open_page, self.class_session_id
        if not has_ended:  # afterwards the teacher sees results
            open_page(self.teacher, self.everything, "sessions.show", class_session_id=session_id)
            open_page(self.teacher, self.everything, "sessions.fragment", htmx=True, class_session_id=session_id)
        open_page(self.teacher, self.everything, "sessions.projector", class_session_id=session_id)
        open_page(self.teacher, self.everything, "sessions.projector_fragment", htmx=True, class_session_id=session_id)
        for student_id, browser in self.browsers.items():
            hidden = self.everything - self.seen_by(student_id, has_ended=has_ended)
            at_table = self.everything if self.game.is_shared and not has_ended else hidden
            open_page(browser, at_table, "play.show")
            open_page(browser, at_table, "play.fragment", htmx=True)
            for endpoint in ("play.own_ticket_result", "played.index", "played.progress"):
                open_page(browser, hidden, endpoint)
            open_page(browser, self.everything, "sessions.show", class_session_id=session_id)  # a teacher's page: 404
        if self.game.is_shared and not has_ended:
            holder = next(iter(self.browsers.values()))
            for seat, holder_id in seats_of(self.game).items():
                hidden = self.everything - self.question_of(holder_id or "")
                open_page(holder, hidden, "play.show", uncover=f"{self.ticket_id}.{seat}")


def test_marked_tickets(
    new_page: Callable[[], PageClient], cast: Cast, frozen_clock: FrozenClock, caplog: pytest.LogCaptureFixture
) -> None:
    search = LeakSearch()
    with caplog.at_level(logging.DEBUG):
        for number in range(TICKETS):
            with seeded(number):
                _take_one(number, new_page, cast, search, frozen_clock)
    assert search.leaks == []
    assert search.seen > 10 * TICKETS, "people see the marks that they may see"
    assert MARK.search(caplog.text.encode()) is None, "a mark is in the log"
    print(
        f"S3 {TICKETS} exit tickets with marks, a third on shared devices: 0 marks seen by anyone who may not, in "
        f"{search.answers:,} answers, 0 in the log"
    )


def _take_one(
    number: int, new_page: Callable[[], PageClient], cast: Cast, search: LeakSearch, clock: FrozenClock
) -> None:
    rng = random.Random(number)
    class_session = make_class_session(make_school_class(teacher=cast.alice), settings=TableSettings(table_size=3))
    students = join(class_session, 3)
    lobby.start_session(class_session_id=class_session.id)
    [game] = current_games(class_session_id=class_session.id)
    ticket = MarkedTicket(
        class_session.id,
        *_marked(class_session.id, game, rng, is_shared=number % 3 == 0),
        browsers={one.id: new_page().sign_in(one) for one in students},
        teacher=new_page().sign_in(cast.alice),
        search=search,
    )
    for _ in range(STEPS):
        ticket.open_all_pages()
        _answer(ticket, rng.choice(students), rng)
    clock.move_on(seconds=SECONDS + 1)
    ticket.timed_out |= {one.id for one in students}
    ticket.open_all_pages()
    class_sessions.end_session(class_session_id=class_session.id)
    ticket.open_all_pages(has_ended=True)


def _marked(
    class_session_id: str, game: Game, rng: random.Random, *, is_shared: bool
) -> tuple[str, Game, list[bytes], list[bytes]]:
    """Open the ticket, and replace each question and each answer with a mark. Answers are numbers."""
    ticket_id = open_ticket(class_session_id=class_session_id, seconds=SECONDS).id
    with transaction() as session:
        ticket = session.get_one(ExitTicket, ticket_id)
        facts = [
            {**fact, "equation": f"{rng.getrandbits(64):016x}", "answer": str(rng.randrange(10**15, 10**16))}
            for fact in ticket.questions["facts"]
        ]
        ticket.questions = {"facts": facts}
        game = session.get_one(Game, game.id)
        game.is_shared = is_shared
    return ticket_id, game, [one["equation"].encode() for one in facts], [one["answer"].encode() for one in facts]


def _answer(ticket: MarkedTicket, student: Student, rng: random.Random) -> None:
    """Start the ticket for a student, or answer the current question, correctly or not."""
    entry = db.session.get(TicketEntry, (ticket.ticket_id, student.id))
    if entry is None:
        start_entry(class_session_id=ticket.class_session_id, student_id=student.id)
        return
    number = len(answers_of(entry)) + 1
    right = int(ticket.answers[entry.order["facts"][number - 1]])
    given = right if rng.random() < 0.5 else 7
    answer_question(class_session_id=ticket.class_session_id, student_id=student.id, number=number, given=given)
