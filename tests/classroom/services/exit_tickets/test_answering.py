"""Exit tickets: opening, answering with one's own time limit, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attempt, ClassSession, ExitTicket, SessionState, Student, TicketAnswer, TicketEntry
from classroom.presenters.sessions.ticket_room import ticket_room_page
from classroom.rng import seeded
from classroom.services.attendance import attendances_of
from classroom.services.classes import roster
from classroom.services.errors import ErrorCode, ServiceError, SessionErrorCode, TicketErrorCode
from classroom.services.exit_tickets.answering import (
    answer_question,
    answers_of,
    open_ticket,
    question_at,
    start_entry,
    student_progress,
    ticket_of,
)
from classroom.services.exit_tickets.ends import end_due_tickets
from classroom.services.exit_tickets.questions import AskedEquation, Question, chosen
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.next_games import deal_next_games
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start
from tests.factories import make_class_session, make_student

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock


@pytest.fixture
def class_session(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> ClassSession:
    """Four students at a table."""
    return start(4)


@pytest.fixture
def ticket(class_session: ClassSession) -> ExitTicket:
    """The students' ticket, just opened."""
    return open_ticket(class_session_id=class_session.id, seconds=60)


@pytest.fixture
def ana(class_session: ClassSession) -> Student:
    """One of the students."""
    return attendances_of(class_session_id=class_session.id)[0].student


def begin(ticket: ExitTicket, student: Student) -> TicketEntry:
    """Press Start."""
    return start_entry(class_session_id=ticket.class_session_id, student_id=student.id)


def write(ticket: ExitTicket, student: Student, number: int, *, rightly: bool = True) -> None:
    """Answer one question."""
    entry = db.session.get_one(TicketEntry, (ticket.id, student.id))
    given = int(question_at(ticket, entry, number).answer) + (not rightly)
    answer_question(class_session_id=ticket.class_session_id, student_id=student.id, number=number, given=given)


def written(ticket: ExitTicket, student: Student) -> list[TicketAnswer]:
    """Return the stored answers."""
    return answers_of(db.session.get_one(TicketEntry, (ticket.id, student.id)))


def refusal(action: Callable[[], object]) -> ErrorCode:
    """Return why something is refused."""
    with pytest.raises(ServiceError) as refused:
        action()
    return refused.value.code


class TestOpening:
    def test_opening_a_ticket_stops_the_games(self, class_session: ClassSession) -> None:
        ticket = open_ticket(class_session_id=class_session.id, seconds=90)
        assert class_session.state == SessionState.TICKET
        assert current(class_session).outcome_reason == "stopped"
        assert (ticket.seconds, len(ticket.questions["facts"])) == (90, 45)

    def test_opening_twice_gives_the_same_ticket(self, class_session: ClassSession, ticket: ExitTicket) -> None:
        assert open_ticket(class_session_id=class_session.id, seconds=120) is ticket
        assert ticket.seconds == 60

    def test_a_ticket_can_be_opened_in_a_pause(self, class_session: ClassSession) -> None:
        pause_session(class_session_id=class_session.id)
        open_ticket(class_session_id=class_session.id, seconds=60)
        assert (class_session.state, class_session.paused_at) == (SessionState.TICKET, None)

    def test_questions_and_answers_keep_the_skill_that_was_dealt(
        self, class_session: ClassSession, ana: Student
    ) -> None:
        answer(current(class_session))
        attempt = db.session.query(Attempt).one()
        attempt.skill = "gcf-lcm"
        db.session.commit()
        ticket = open_ticket(class_session_id=class_session.id, seconds=60)
        skills = {question["equation"]: question["skill"] for question in ticket.questions["facts"]}
        assert skills[attempt.equation] == "gcf-lcm"
        assert all(skills.values())
        entry = begin(ticket, ana)
        write(ticket, ana, 1)
        assert [one.skill for one in written(ticket, ana)] == [question_at(ticket, entry, 1).skill]

    @pytest.mark.parametrize("seconds", [0, -60, 61, 10**9])
    def test_only_offered_times_are_accepted(self, class_session: ClassSession, seconds: int) -> None:
        action = lambda: open_ticket(class_session_id=class_session.id, seconds=seconds)  # noqa: E731
        assert refusal(action) is TicketErrorCode.TICKET_LENGTH
        assert class_session.state == SessionState.PLAYING

    def test_a_ticket_needs_equations(self, db_session: scoped_session[Session]) -> None:
        class_session = start(2, TableSettings(edition="classic"))
        assert refusal(lambda: open_ticket(class_session_id=class_session.id, seconds=60)) is TicketErrorCode.NO_TICKET
        assert current(class_session).over_at is None

    @pytest.mark.parametrize(
        ("state", "problem"),
        [
            (SessionState.LOBBY, SessionErrorCode.SESSION_NOT_RUNNING),
            (SessionState.ENDED, SessionErrorCode.SESSION_ENDED),
        ],
    )
    def test_a_ticket_requires_running_games(
        self, db_session: scoped_session[Session], state: SessionState, problem: ErrorCode
    ) -> None:
        class_session = make_class_session(state=state)
        assert refusal(lambda: open_ticket(class_session_id=class_session.id, seconds=60)) is problem

    def test_no_one_can_move_or_deal_during_a_ticket(self, class_session: ClassSession, ticket: ExitTicket) -> None:
        action = lambda: deal_next_games(class_session_id=class_session.id)  # noqa: E731
        assert refusal(action) is SessionErrorCode.SESSION_NOT_RUNNING


class TestQuestions:
    def test_half_are_the_hardest_and_the_others_lie_between_them_and_the_easiest(self) -> None:
        met = [AskedEquation(Question(f"{number} + 0", str(number)), 20, number) for number in range(20)]
        picked = [int(question.answer) for question in chosen(met, 8)]
        assert picked[:4] == [19, 18, 17, 16]
        assert picked[4:] == [13, 9, 5, 1]

    def test_one_miss_alone_makes_no_equation_the_hardest(self) -> None:
        once, often, never = (
            AskedEquation(Question(text, "1"), *counts) for text, *counts in (("a", 1, 1), ("b", 12, 8), ("c", 9, 0))
        )
        assert [question.equation for question in chosen([never, once, often], 3)] == ["b", "a", "c"]

    def test_equations_of_the_session_are_asked(self, class_session: ClassSession) -> None:
        game = current(class_session)
        for rightly in (True, True, False):
            answer(game, rightly=rightly)
        open_ticket(class_session_id=class_session.id, seconds=60)
        ticket = ticket_of(class_session_id=class_session.id)
        assert ticket is not None
        asked = [fact["equation"] for fact in ticket.questions["facts"]]
        answered = set(db.session.execute(select(Attempt.equation)).scalars())
        assert answered == set(asked[: len(answered)])
        assert len(set(asked)) == len(asked) == 30

    def test_right_answers_equal_those_of_the_equations(self, ticket: ExitTicket) -> None:
        signs = str.maketrans({"−": "-", "×": "*", "÷": "/"})
        for fact in ticket.questions["facts"]:
            assert eval(fact["equation"].translate(signs)) == int(fact["answer"])  # noqa: S307  the deck's own sums


class TestWriting:
    def test_students_get_the_same_questions_in_different_orders(
        self, ticket: ExitTicket, class_session: ClassSession
    ) -> None:
        students = [one.student for one in attendances_of(class_session_id=class_session.id)]
        with seeded(1):
            orders = [begin(ticket, student).order["facts"] for student in students]
        assert all(sorted(order) == list(range(30)) for order in orders)
        assert len({tuple(order) for order in orders}) == 4

    def test_starting_again_changes_nothing(self, ticket: ExitTicket, ana: Student, frozen_clock: FrozenClock) -> None:
        entry = begin(ticket, ana)
        order, started_at = list(entry.order["facts"]), entry.started_at
        frozen_clock.move_on(seconds=20)
        again = begin(ticket, ana)
        assert (again.order["facts"], again.started_at) == (order, started_at)

    def test_answers_are_stored_with_their_times(
        self, ticket: ExitTicket, ana: Student, frozen_clock: FrozenClock
    ) -> None:
        begin(ticket, ana)
        for number, rightly in ((1, True), (2, False)):
            frozen_clock.move_on(seconds=2 * number)
            write(ticket, ana, number, rightly=rightly)
        assert [(one.number, one.is_right, one.milliseconds) for one in written(ticket, ana)] == [
            (1, True, 2000),
            (2, False, 4000),
        ]

    def test_an_answer_posted_twice_counts_once(self, ticket: ExitTicket, ana: Student) -> None:
        begin(ticket, ana)
        write(ticket, ana, 1, rightly=False)
        write(ticket, ana, 1)
        assert [one.is_right for one in written(ticket, ana)] == [False]

    def test_nothing_can_be_answered_before_it_is_asked(self, ticket: ExitTicket, ana: Student) -> None:
        begin(ticket, ana)
        assert refusal(lambda: write(ticket, ana, 2)) is TicketErrorCode.TICKET_PAGE_OLD
        assert refusal(lambda: write(ticket, ana, 30)) is TicketErrorCode.TICKET_PAGE_OLD

    def test_time_runs_from_each_students_own_start(
        self, ticket: ExitTicket, ana: Student, frozen_clock: FrozenClock
    ) -> None:
        frozen_clock.move_on(seconds=100)
        begin(ticket, ana)
        frozen_clock.move_on(seconds=59)
        write(ticket, ana, 1)
        frozen_clock.move_on(seconds=1)
        assert refusal(lambda: write(ticket, ana, 2)) is TicketErrorCode.TICKET_TIME_UP
        assert len(written(ticket, ana)) == 1

    def test_extra_time_applies(self, ticket: ExitTicket, ana: Student, frozen_clock: FrozenClock) -> None:
        ana.time_factor = 1.5
        db.session.commit()
        begin(ticket, ana)
        frozen_clock.move_on(seconds=89)
        write(ticket, ana, 1)
        frozen_clock.move_on(seconds=1)
        assert refusal(lambda: write(ticket, ana, 2)) is TicketErrorCode.TICKET_TIME_UP

    def test_answering_requires_a_start(self, ticket: ExitTicket, ana: Student) -> None:
        action = lambda: answer_question(  # noqa: E731
            class_session_id=ticket.class_session_id, student_id=ana.id, number=1, given=1
        )
        assert refusal(action) is TicketErrorCode.TICKET_NOT_STARTED

    def test_late_students_can_still_take_the_ticket(self, ticket: ExitTicket, class_session: ClassSession) -> None:
        late = make_student(school_class=class_session.school_class)
        begin(ticket, late)
        write(ticket, late, 1)
        assert late.id in {one.student_id for one in attendances_of(class_session_id=class_session.id)}

    def test_answers_after_the_end_are_refused(
        self, ticket: ExitTicket, ana: Student, class_session: ClassSession
    ) -> None:
        begin(ticket, ana)
        class_sessions.end_session(class_session_id=class_session.id)
        assert refusal(lambda: write(ticket, ana, 1)) is TicketErrorCode.TICKET_CLOSED
        progress = student_progress(ticket, student_id=ana.id, ended_at=class_session.ended_at)
        assert progress is not None
        assert progress.is_over

    def test_tickets_do_not_count_as_games(self, ticket: ExitTicket, ana: Student) -> None:
        begin(ticket, ana)
        write(ticket, ana, 1)
        assert db.session.execute(select(Attempt.equation)).all() == []


class TestTheEnd:
    def test_a_ticket_ends_when_everyone_present_is_done(
        self, ticket: ExitTicket, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        students = [one.student for one in attendances_of(class_session_id=class_session.id)]
        for student in students[:3]:
            begin(ticket, student)
        frozen_clock.move_on(seconds=60)
        assert end_due_tickets() == 0  # one has not started
        begin(ticket, students[3])
        assert end_due_tickets() == 0  # and now starts
        for number in range(1, 31):
            write(ticket, students[3], number)
        assert end_due_tickets() == 1
        assert class_session.state == SessionState.ENDED

    def test_no_one_waits_for_students_who_left_the_class(
        self, ticket: ExitTicket, class_session: ClassSession, ana: Student, frozen_clock: FrozenClock
    ) -> None:
        for one in attendances_of(class_session_id=class_session.id)[1:]:
            begin(ticket, one.student)
        frozen_clock.move_on(seconds=60)
        roster.archive_student(student_id=ana.id)
        assert ana.name not in ticket_room_page(class_session).not_started
        assert end_due_tickets() == 1

    def test_a_ticket_ends_ten_minutes_after_opening(
        self, ticket: ExitTicket, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        frozen_clock.move_on(minutes=9, seconds=59)
        assert end_due_tickets() == 0
        frozen_clock.move_on(seconds=1)
        assert end_due_tickets() == 1
        assert class_session.ended_at == frozen_clock.now

    def test_a_ticket_ends_ten_minutes_after_the_last_start(
        self, ticket: ExitTicket, class_session: ClassSession, ana: Student, frozen_clock: FrozenClock
    ) -> None:
        frozen_clock.move_on(minutes=9, seconds=59)
        begin(ticket, ana)
        frozen_clock.move_on(minutes=9, seconds=59)
        assert end_due_tickets() == 0
        frozen_clock.move_on(seconds=1)
        assert end_due_tickets() == 1

    def test_games_in_progress_are_unchanged(self, class_session: ClassSession, frozen_clock: FrozenClock) -> None:
        frozen_clock.move_on(hours=1)
        assert end_due_tickets() == 0
        assert class_session.state == SessionState.PLAYING


def test_deleting_a_student_deletes_the_ticket(ticket: ExitTicket, ana: Student) -> None:
    begin(ticket, ana)
    write(ticket, ana, 1)
    roster.remove_student(student_id=ana.id)
    for table in (TicketEntry, TicketAnswer):
        assert db.session.execute(select(func.count()).select_from(table)).scalar_one() == 0
    assert ticket_of(class_session_id=ticket.class_session_id) is not None


def test_deleting_a_class_deletes_its_tickets(ticket: ExitTicket, class_session: ClassSession) -> None:
    db.session.delete(class_session.school_class)
    db.session.commit()
    assert db.session.execute(select(func.count()).select_from(ExitTicket)).scalar_one() == 0


def test_seats_are_unchanged(class_session: ClassSession, ticket: ExitTicket) -> None:
    game = current(class_session)
    action = lambda: give_seat(game_id=game.id, seat=0, student_id=None)  # noqa: E731
    assert refusal(action) is SessionErrorCode.SESSION_NOT_RUNNING
