"""Exit tickets at a table with a shared device: each student writes their own, and no one sees another's result."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest
from sqlalchemy import select

from classroom.database import db, transaction
from classroom.live import get_bus, student_topic
from classroom.live.notifications import PLAIN
from classroom.models import Attendance, ClassSession, ExitTicket, SessionState, Student, TicketAnswer, TicketEntry
from classroom.services.classes import roster
from classroom.services.exit_tickets.answering import answer_question, open_ticket, question_at, start_entry
from classroom.services.exit_tickets.ends import end_due_tickets
from classroom.services.sessions.class_sessions import end_session, join_session
from tests.factories import make_attendance, make_class_session, make_game, make_student, together
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

Students: TypeAlias = tuple[Student, ...]


@pytest.fixture
def class_session(cast: Cast) -> ClassSession:
    """Alice's class, in a session."""
    return make_class_session(cast.class_7b, state=SessionState.PLAYING)


@pytest.fixture
def trio(class_session: ClassSession) -> Students:
    """Ana, Ben, and Cem at a table with one device."""
    return seated(class_session, "Ana", "Ben", "Cem")


@pytest.fixture
def ticket(class_session: ClassSession, trio: Students, frozen_clock: FrozenClock) -> ExitTicket:
    """The students' ticket."""
    return open_ticket(class_session_id=class_session.id, seconds=60)


@pytest.fixture
def device(page: PageClient, trio: Students, ticket: ExitTicket) -> PageClient:
    """The table's device, on which Ben is signed in."""
    page.sign_in(trio[1]).get("play.show")
    return page


def seated(class_session: ClassSession, *names: str, is_shared: bool = True) -> Students:
    """Seat students at a table of the session."""
    with together():
        students = tuple(make_student(name, school_class=class_session.school_class) for name in names)
        for student in students:
            make_attendance(class_session, student)
    make_game(class_session, students, is_shared=is_shared)
    return students


def tap(device: PageClient, name: str) -> Page:
    """Tap a name on the covered page."""
    shown = device.get("play.show")
    (found,) = (link for link in shown.all("a") if text_of(link) in {f"I’m {name}.", f"I’m {name}. Keep going."})
    return device.open(found.get("href", ""))


def begin(device: PageClient, name: str) -> Page:
    """Tap a name and press Start."""
    tap(device, name)
    device.submit(form="/play/ticket")
    return device.follow()


def respond(device: PageClient, given: str = "999") -> Page:
    """Type a number and press OK."""
    device.submit({"answer": given}, form="/play/ticket/answers")
    return device.follow()


def write(ticket: ExitTicket, student: Student, answers: int) -> None:
    """Answer the first questions wrongly."""
    start_entry(class_session_id=ticket.class_session_id, student_id=student.id)
    for number in range(1, 1 + answers):
        answer_question(
            class_session_id=ticket.class_session_id, student_id=student.id, number=number, given=900 + number
        )


def finish(ticket: ExitTicket, student: Student) -> None:
    """Write one answer, and let the time run out."""
    write(ticket, student, 1)
    with transaction() as session:
        session.get_one(TicketEntry, (ticket.id, student.id)).seconds = 0


def names(page: Page) -> list[str]:
    """Return the texts of the students on the covered page."""
    return [text_of(one) for one in page.one("ul", class_="ticket-students")]


def kept() -> list[tuple[str, int, str]]:
    """Return all answers: student, number, and typed text."""
    rows = db.session.execute(select(TicketAnswer).order_by(TicketAnswer.number)).scalars()
    return [(one.student_id, one.number, one.given) for one in rows]


def begun() -> set[str]:
    """Return whose clock has started."""
    return set(db.session.execute(select(TicketEntry.student_id)).scalars())


class TestWriting:
    def test_the_device_shows_names_without_questions(self, device: PageClient, ticket: ExitTicket) -> None:
        shown = device.get("play.show")
        assert names(shown) == ["I’m Ana.", "I’m Ben.", "I’m Cem."]
        assert shown.heading == "Next: \u2068Ana\u2069"
        assert "Your game is over. Your answers are saved." in shown.text
        assert not [one for one in ticket.questions["facts"] if one["equation"] in shown.html]

    def test_time_starts_when_the_student_starts(self, device: PageClient, frozen_clock: FrozenClock) -> None:
        assert tap(device, "Cem").heading == "Exit ticket for Cem"
        assert begun() == set()
        frozen_clock.move_on(seconds=200)
        assert begin(device, "Cem").heading == "Cem: problem 1"
        assert device.last is not None
        assert device.last.one("progress").get("value") == "60000"

    def test_answers_count_for_the_student_who_tapped_their_name(self, device: PageClient, trio: Students) -> None:
        begin(device, "Cem")
        assert respond(device).heading == "Cem: problem 2"
        assert respond(device, "5").heading == "Cem: problem 3"
        assert kept() == [(trio[2].id, 1, "999"), (trio[2].id, 2, "5")]
        assert begun() == {trio[2].id}

    def test_students_answer_one_after_the_other(
        self, device: PageClient, ticket: ExitTicket, frozen_clock: FrozenClock
    ) -> None:
        for name, following in (("Ana", "Next: \u2068Ben\u2069"), ("Ben", "Next: \u2068Cem\u2069")):
            begin(device, name)
            frozen_clock.move_on(seconds=60)
            shown = device.get("play.show")
            assert shown.heading == following
            assert f"{name} done" in names(shown)
            assert end_due_tickets() == 0
        begin(device, "Cem")
        frozen_clock.move_on(seconds=60)
        assert device.get("play.show").heading == "You are all done!"
        assert end_due_tickets() == 1

    def test_the_last_answer_covers_the_device(self, device: PageClient, trio: Students, ticket: ExitTicket) -> None:
        begin(device, "Ana")
        last = len(ticket.questions["facts"])
        write(ticket, trio[0], last - 1)
        fields = {**device.get("play.show", uncover=f"{ticket.id}.0").form("/answers").fields, "answer": "5"}
        shown = device.post("play.answer_ticket", fields, status=200, htmx=True)
        assert names(shown) == ["Ana done", "I’m Ben.", "I’m Cem."]
        assert len(kept()) == last

    def test_a_timeout_covers_the_device(self, device: PageClient, frozen_clock: FrozenClock) -> None:
        shown = begin(device, "Ana")
        version = shown.form("/answers").fields["version"]
        device.get("play.fragment", version=version, status=204)
        frozen_clock.move_on(seconds=60)
        assert names(device.get("play.fragment", version=version, htmx=True))[0] == "Ana done"
        late = device.submit({"answer": "5"}, form="/answers", page=shown, status=409)
        assert "Time ran out before that answer" in late.text
        assert names(late)[0] == "Ana done"

    def test_a_reload_stays_uncovered_and_the_plain_address_covers(
        self, device: PageClient, ticket: ExitTicket
    ) -> None:
        begin(device, "Ana")
        respond(device)
        assert device.get("play.show", uncover=f"{ticket.id}.0").heading == "Ana: problem 2"
        assert names(device.get("play.show"))[0] == "I’m Ana. Keep going."
        assert tap(device, "Ana").heading == "Ana: problem 2"

    def test_students_who_start_elsewhere_do_not_cover_the_device(
        self, device: PageClient, trio: Students, ticket: ExitTicket
    ) -> None:
        version = begin(device, "Ana").form("/answers").fields["version"]
        join_session(class_session_id=ticket.class_session_id, student_id=make_student("Zoe").id)
        finish(ticket, trio[2])
        shown = device.get("play.fragment", version=version, htmx=True)
        assert shown.heading == "Ana: problem 1"

    @pytest.mark.parametrize("uncover", ["", "0", "1", "x", ".1", "x.0", "{}.9", "{}.-1", "{}.01", "{}.", "{}.1.1"])
    def test_an_invalid_address_uncovers_nothing(self, device: PageClient, ticket: ExitTicket, uncover: str) -> None:
        assert names(device.get("play.show", uncover=uncover.format(ticket.id)))

    @pytest.mark.parametrize(
        "version", ["", "{}", "{}.1.0.9.0", "{}.1.0.x.0", "{}.1.0.².0", "x.1.0.1.0", "{}.1.0.1", "{}.1.0.{:1>5000}.0"]
    )
    def test_an_invalid_version_uncovers_nothing(self, device: PageClient, ticket: ExitTicket, version: str) -> None:
        assert names(device.get("play.fragment", version=version.format(ticket.id, 1), htmx=True))

    def test_bots_take_no_ticket(self, page: PageClient, class_session: ClassSession) -> None:
        ana = make_student("Ana", school_class=class_session.school_class)
        make_attendance(class_session, ana)
        make_game(class_session, [None, ana], is_shared=True)
        open_ticket(class_session_id=class_session.id, seconds=60)
        assert names(page.sign_in(ana).get("play.show")) == ["I’m Ana."]

    def test_queries_do_not_grow_with_the_students(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        tables = [seated(class_session, *"AB"), seated(class_session, *"CDEFGH")]
        ticket = open_ticket(class_session_id=class_session.id, seconds=60)
        for table in tables:
            for student in table[1:]:
                finish(ticket, student)
        counts = [page.sign_in(table[0]).count_queries("play.fragment", htmx=True) for table in tables]
        assert counts[0] == counts[1] <= 8


class TestWhoMayWrite:
    """A device writes only for the students at its table."""

    def refused(self, device: PageClient, holder: str) -> None:
        """Try to start and to answer in someone's name; both are refused."""
        before = begun()
        form = device.get("play.show", uncover=self.address).form("/play/ticket").fields
        shown = device.post("play.start_ticket", {**form, "holder": holder}, status=403)
        assert "Your seat has changed" in shown.text
        answer = {**form, "holder": holder, "number": "1", "answer": "5"}
        device.post("play.answer_ticket", answer, status=403)
        assert (begun(), kept()) == (before, [])

    @pytest.fixture(autouse=True)
    def _address(self, ticket: ExitTicket) -> None:
        self.address = f"{ticket.id}.0"

    def test_another_table_with_a_shared_device_is_refused(
        self, page: PageClient, class_session: ClassSession, trio: Students
    ) -> None:
        stranger = self.neighbors(class_session, is_shared=True)[0]
        start_entry(class_session_id=class_session.id, student_id=stranger.id)
        self.refused(page.sign_in(trio[1]), stranger.id)

    def test_another_table_is_refused(self, page: PageClient, class_session: ClassSession, trio: Students) -> None:
        self.refused(page.sign_in(trio[1]), self.neighbors(class_session, is_shared=False)[0].id)

    @pytest.mark.parametrize("holder", ["unknown", "x" * 300, "\x00"])
    def test_a_table_without_students_is_refused(self, page: PageClient, trio: Students, holder: str) -> None:
        self.refused(page.sign_in(trio[1]), holder)

    def test_archived_students_are_refused(self, page: PageClient, trio: Students) -> None:
        roster.archive_student(student_id=trio[2].id)
        device = page.sign_in(trio[1])
        assert names(device.get("play.show")) == ["I’m Ana.", "I’m Ben."]
        self.refused(device, trio[2].id)

    def test_tables_without_a_shared_device_are_refused(
        self, page: PageClient, class_session: ClassSession, trio: Students
    ) -> None:
        dan, eva = self.neighbors(class_session, is_shared=False)
        form = page.sign_in(dan).get("play.show").form("/play/ticket").fields
        for holder in (eva.id, trio[0].id):
            page.post("play.start_ticket", {**form, "holder": holder}, status=403)
        assert begun() == set()

    def test_students_without_a_seat_are_refused(
        self, page: PageClient, class_session: ClassSession, trio: Students
    ) -> None:
        late = make_student("Zoe", school_class=class_session.school_class)
        form = page.sign_in(late).get("play.show").form("/play/ticket").fields
        page.post("play.start_ticket", {**form, "holder": trio[0].id}, status=403)
        assert begun() == set()
        page.post("play.start_ticket", form)
        assert begun() == {late.id}

    def neighbors(self, class_session: ClassSession, *, is_shared: bool) -> Students:
        """Another table of the same session, whose games have ended too."""
        return seated(class_session, "Dan", "Eva", is_shared=is_shared)


class TestOtherDevices:
    def test_a_ticket_on_an_own_device_counts(
        self,
        device: PageClient,
        new_page: Callable[[], PageClient],
        trio: Students,
        frozen_clock: FrozenClock,
    ) -> None:
        own = new_page().sign_in(trio[0])
        begin(own, "Ana")
        assert names(device.get("play.show"))[0] == "I’m Ana. Keep going."
        frozen_clock.move_on(seconds=60)
        assert names(device.get("play.show"))[0] == "Ana done"

    def test_answers_on_two_devices_count_once(
        self, device: PageClient, new_page: Callable[[], PageClient], trio: Students
    ) -> None:
        own = new_page().sign_in(trio[0])
        begin(own, "Ana")
        tap(device, "Ana")
        respond(own, "1")
        assert respond(device, "2").heading == "Ana: problem 2"  # its page still showed the first question
        assert kept() == [(trio[0].id, 1, "1")]

    def test_a_second_start_changes_nothing(
        self,
        device: PageClient,
        new_page: Callable[[], PageClient],
        trio: Students,
        frozen_clock: FrozenClock,
    ) -> None:
        tap(device, "Ana")
        begin(new_page().sign_in(trio[0]), "Ana")
        frozen_clock.move_on(seconds=20)
        device.submit(form="/play/ticket")
        assert device.follow().one("progress").get("value") == "40000"

    def test_start_and_end_notify_only_the_pages_of_the_table(
        self, device: PageClient, class_session: ClassSession, trio: Students, ticket: ExitTicket
    ) -> None:
        stranger = seated(class_session, "Dan", "Eva")[0]
        mates, other = ([get_bus().subscribe(student_topic(one.id)) for one in some] for some in (trio, [stranger]))
        start_entry(class_session_id=class_session.id, student_id=trio[0].id)
        assert [ear.wait(0) for ear in mates] == [PLAIN] * 3
        write(ticket, trio[0], len(ticket.questions["facts"]))
        assert [ear.wait(0) for ear in mates] == [PLAIN] * 3
        assert not other[0].wait(0)

    def test_a_student_without_a_device_stays_marked(
        self, device: PageClient, class_session: ClassSession, trio: Students
    ) -> None:
        with transaction() as session:
            session.get_one(Attendance, (class_session.id, trio[0].id)).has_device = False
        begin(device, "Ana")
        assert not db.session.get_one(Attendance, (class_session.id, trio[0].id)).has_device

    def test_the_teacher_sees_each_student(
        self, device: PageClient, cast: Cast, trio: Students, ticket: ExitTicket
    ) -> None:
        begin(device, "Ana")
        finish(ticket, trio[2])
        device.sign_in(cast.alice)
        shown = device.get("sessions.show", class_session_id=ticket.class_session_id)
        assert "Not started: 1 Ben Answering: 1 Ana Done: 1 Cem" in shown.text


class TestResults:
    def test_the_page_of_the_table_contains_no_answers(
        self, device: PageClient, trio: Students, ticket: ExitTicket
    ) -> None:
        for student in trio:
            finish(ticket, student)
        for is_over in (False, True):
            if is_over:
                end_session(class_session_id=ticket.class_session_id)
            for uncover in (None, *(f"{ticket.id}.{seat}" for seat in range(3))):
                shown = device.get("play.show", uncover=uncover)
                assert shown.heading == ("The games are over" if is_over else "You are all done!")
                assert not {"right", "wrong", "901", "1"} & set(text_of(shown.one("main")).split())

    def test_the_signed_in_student_sees_their_own_result(
        self, device: PageClient, trio: Students, ticket: ExitTicket
    ) -> None:
        for student in trio[::2]:
            finish(ticket, student)
        assert "show my answers" not in device.get("play.show").text, "Ben has not written"
        assert device.get("play.own_ticket_result", status=303).redirect == "/play"
        begin(device, "Ben")
        assert "show my answers" not in device.get("play.show").text, "Ben writes still"
        assert device.get("play.own_ticket_result", status=303).redirect == "/play"
        tap(device, "Ben")
        fact = question_at(ticket, db.session.get_one(TicketEntry, (ticket.id, trio[1].id)), 1)
        respond(device, fact.answer)
        finish(ticket, trio[1])
        shown = device.open(device.get("play.show").link("I’m Ben. Show my answers."))
        assert "1 of 1 right" in shown.text
        assert names(device.open(shown.link("Hide my answers"))) == ["Ana done", "Ben done", "Cem done"]
        device.sign_in(trio[0])
        shown = device.get("play.own_ticket_result")
        assert "901" in shown.text
        assert "Well done" not in shown.text

    def test_students_without_a_ticket_see_the_game_after_the_end(
        self, device: PageClient, trio: Students, ticket: ExitTicket
    ) -> None:
        finish(ticket, trio[0])
        end_session(class_session_id=ticket.class_session_id)
        assert "The games are over" in device.get("play.show").text

    def test_the_table_is_called_until_everyone_is_done(
        self, device: PageClient, trio: Students, ticket: ExitTicket
    ) -> None:
        finish(ticket, trio[1])
        assert 'value="call-now"' in device.get("played.index").html
        for student in trio[::2]:
            finish(ticket, student)
        assert 'value="call-now"' not in device.get("played.index").html
