"""Students who move to another class, and the reports of both classes afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import ClassSession, SchoolClass, SeatingRule, SessionState, Student
from classroom.models.seating import SeatingRuleKind
from classroom.presenters.student.page import student_location
from classroom.reports.answers import all_answers
from classroom.reports.equations import equation_lines
from classroom.reports.spans import DateRange, sessions_of
from classroom.reports.students import student_line, student_lines
from classroom.services.accounts import logins
from classroom.services.accounts.student_sign_in import sign_in_student
from classroom.services.attendance import attendances_of
from classroom.services.classes import roster
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import ClassErrorCode, ServiceError, SessionErrorCode
from classroom.services.play.location import find_location
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, practice
from tests.classroom.reports.lesson import Lesson
from tests.factories import (
    PIN,
    Cast,
    make_attendance,
    make_class_session,
    make_game,
    make_school_class,
    make_student,
)
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.page_client import PageClient


@pytest.fixture
def other(cast: Cast) -> SchoolClass:
    """Alice's second class."""
    return make_school_class("7A", teacher=cast.alice)


def move(cast: Cast, other: SchoolClass, *students: Student) -> list[str]:
    return move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[one.id for one in students])


def refusal(cast: Cast, other: SchoolClass, *students: Student) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        move(cast, other, *students)
    assert {one.class_id for one in students} & {other.id} == set()
    return caught.value


def names(class_id: str) -> list[str]:
    return [one.name for one in roster.students_of(class_id=class_id)]


def test_students_move_with_sign_in_and_pin(cast: Cast, other: SchoolClass) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    token = logins.start_login(student_id=ana.id)
    assert move(cast, other, cast.bob, ana) == ["Ana", "Bob"]
    assert (names(cast.class_7b.id), names(other.id)) == ([], ["Ana", "Bob"])
    assert logins.find_login(token=token) is not None
    make_class_session(other)
    assert sign_in_student(student_id=ana.id, secret=PIN)


def test_an_existing_name_prevents_the_move(cast: Cast, other: SchoolClass) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    make_student("BOB", school_class=other, archived_at=clock.now())
    error = refusal(cast, other, ana, cast.bob)
    assert error.code is ClassErrorCode.NAMES_TAKEN
    assert error.facts["names"] == ("BOB",)


def test_an_existing_school_id_prevents_the_move(cast: Cast, other: SchoolClass) -> None:
    ana = make_student("Ana", school_class=cast.class_7b, source_id="17")
    make_student("Anna", school_class=other, source_id="17")
    error = refusal(cast, other, cast.bob, ana)
    assert (error.code, error.facts["names"]) == (ClassErrorCode.NAMES_TAKEN, ("Anna",))


def test_other_invalid_moves_are_refused(cast: Cast, other: SchoolClass, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(cast, other).code is ClassErrorCode.NO_STUDENT_SELECTED
    assert refusal(cast, other, cast.bob, cast.charlie).code is ClassErrorCode.NOT_IN_CLASS
    archived = make_school_class("6A", teacher=cast.alice, archived_at=clock.now())
    assert refusal(cast, archived, cast.bob).code is ClassErrorCode.CLASS_ARCHIVED
    monkeypatch.setattr(roster, "MAX_STUDENTS", 0)
    assert refusal(cast, other, cast.bob).code is ClassErrorCode.CLASS_FULL


def test_a_bot_takes_the_seat_of_a_student_who_moved(cast: Cast, other: SchoolClass) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    for student in (ana, cast.bob):
        make_attendance(class_session, student)
    game = make_game(class_session, [cast.bob, ana])
    move(cast, other, cast.bob)
    assert [one.student_id for one in game.players if one.left_at_version is None] == [None, ana.id]
    assert class_sessions.waiting_students(class_session_id=class_session.id) == []
    with pytest.raises(ServiceError) as caught:
        give_seat(game_id=game.id, seat=0, student_id=cast.bob.id)
    assert caught.value.code is SessionErrorCode.NOT_PRESENT


def test_a_student_who_moves_leaves_the_lobby_and_practice(cast: Cast, other: SchoolClass) -> None:
    practice.allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    practice.start_practice(student_id=cast.bob.id)
    lobby = make_class_session(cast.class_7b)
    make_attendance(lobby, cast.bob)
    move(cast, other, cast.bob)
    assert attendances_of(class_session_id=lobby.id) == []
    practiced = select(ClassSession.state).where(ClassSession.is_practice)
    assert db.session.execute(practiced).scalars().all() == [SessionState.ENDED]


def test_the_open_page_follows_to_the_new_class(cast: Cast, other: SchoolClass, page: PageClient) -> None:
    new = make_class_session(other, state=SessionState.PLAYING)
    old = make_class_session(cast.class_7b, state=SessionState.PLAYING)  # opened later
    make_attendance(old, cast.bob)
    make_game(old, [cast.bob, None])
    page.sign_in(cast.bob)
    move(cast, other, cast.bob)
    assert student_location(cast.bob.id, find_location(cast.bob.id)).class_session is None
    page.get("play.show")
    assert student_location(cast.bob.id, find_location(cast.bob.id)).class_session == new


def test_seating_rules_of_the_old_class_are_deleted(cast: Cast, other: SchoolClass) -> None:
    ana, cem = (make_student(name, school_class=cast.class_7b) for name in ("Ana", "Cem"))
    for first, second in ((ana, cast.bob), (ana, cem)):
        rule = SeatingRule(
            class_id=cast.class_7b.id, first_id=first.id, second_id=second.id, kind=SeatingRuleKind.APART
        )
        db.session.add(rule)
    db.session.commit()
    move(cast, other, cast.bob)
    assert db.session.execute(select(SeatingRule.second_id)).scalars().all() == [cem.id]


def test_games_of_the_old_class_can_be_watched_again(cast: Cast, other: SchoolClass, page: PageClient) -> None:
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    make_attendance(class_session, cast.bob)
    game = make_game(class_session, [cast.bob, None])
    class_sessions.end_session(class_session_id=class_session.id)
    move(cast, other, cast.bob)
    page.sign_in(cast.bob).get("played.index")
    page.get("played.replay", game_id=game.id)
    page.sign_in(make_student("Zoe", school_class=cast.class_7b)).get("played.replay", game_id=game.id, status=404)


class TestReports:
    @pytest.fixture(autouse=True)
    def _moved(self, cast: Cast, other: SchoolClass) -> None:
        """Bob's three answers in 7B and, after the move, one in 7A."""
        ana = make_student("Ana", school_class=cast.class_7b)
        self.old = Lesson(cast.class_7b, days_ago=3)
        for equation, answer in (("7 × 8", "56"), ("6 × 4", "24"), ("9 × 9", "81")):
            self.old.answer(cast.bob, equation, answer)
        self.old.answer(ana, "7 × 8", "56", "54")
        make_attendance(self.old.class_session, cast.bob)
        move(cast, other, cast.bob)
        self.new = Lesson(other, days_ago=1)
        self.new.answer(cast.bob, "2 × 2", "4", "5")

    def test_each_class_keeps_the_answers_of_its_lessons(self, cast: Cast, other: SchoolClass) -> None:
        lines = {
            one.id: [(line.name, line.first.trials, line.is_moved) for line in student_lines(DateRange(one.id))]
            for one in (cast.class_7b, other)
        }
        assert lines == {
            cast.class_7b.id: [("Ana", 1, False), ("Bob", 3, True)],
            other.id: [("Bob", 1, False)],
        }
        assert {line.equation for line in equation_lines(DateRange(other.id))} == {"2 × 2"}
        assert len(list(all_answers(DateRange(cast.class_7b.id)))) == 4

    def test_the_student_report_has_all_answers(self, cast: Cast, other: SchoolClass) -> None:
        line = student_line(DateRange(None), student_id=cast.bob.id, name="Bob")
        assert (line.first.right, line.first.trials) == (3, 4)
        sessions = sessions_of(class_id=other.id, student_id=cast.bob.id)
        assert [one.id for one in sessions] == [self.new.class_session.id, self.old.class_session.id]

    def test_pages_and_files_agree(self, cast: Cast, other: SchoolClass, page: PageClient) -> None:
        page.sign_in(cast.alice)
        report = page.get("reports.school_class", class_id=cast.class_7b.id)
        assert "Bob in another class now" in report.text
        assert "Bob" not in [text_of(one) for one in report.all("a")]
        assert "9 × 9" in page.get("reports.student", student_id=cast.bob.id).text
        earlier = page.get("reports.student", student_id=cast.bob.id, session=self.old.class_session.id).text
        assert "9 × 9" in earlier
        assert "2 × 2" not in earlier
        page.get("reports.student", student_id=cast.bob.id, session=Lesson(cast.class_8c).class_session.id, status=404)
        assert "9 × 9" in page.get("reports.student_csv", student_id=cast.bob.id).data.decode()
        assert "9 × 9" not in page.get("reports.school_class", class_id=other.id).text
        assert "Bob" in page.get("reports.attempts_csv", class_id=cast.class_7b.id).data.decode()
