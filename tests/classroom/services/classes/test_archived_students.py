"""Archived students are on no list of the class, and their data is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from classroom import clock
from classroom.models import SessionState, Student
from classroom.presenters.sessions.live import live_page
from classroom.reports.spans import DateRange
from classroom.reports.students import student_lines
from classroom.services.accounts import login_cards, logins, student_sign_in
from classroom.services.attendance import attendances_of
from classroom.services.classes import roster, school_classes
from classroom.services.errors import AccountErrorCode, ClassErrorCode, ServiceError
from classroom.services.sessions import class_sessions
from tests.factories import (
    PIN,
    Cast,
    make_attempt,
    make_attendance,
    make_class_session,
    make_game,
    make_game_event,
    make_student,
)

if TYPE_CHECKING:
    from tests.page_client import PageClient

LISTS = (
    ("classes.show", "class_id"),
    ("classes.levels", "class_id"),
    ("home.names", "code"),
)


@pytest.fixture
def gone(cast: Cast) -> Student:
    """Zoltan, who has left 7B."""
    zoltan = make_student("Zoltan", school_class=cast.class_7b)
    roster.archive_student(student_id=zoltan.id)
    return zoltan


@pytest.mark.parametrize(("endpoint", "value"), LISTS)
def test_archived_students_are_on_no_list(
    page: PageClient, cast: Cast, gone: Student, endpoint: str, value: str
) -> None:
    make_class_session(cast.class_7b)
    if endpoint != "home.names":
        page.sign_in(cast.alice)
    values: dict[str, Any] = {value: cast.class_7b.code if value == "code" else cast.class_7b.id}
    shown = page.get(endpoint, **values).text
    assert "Zoltan" not in shown.partition("Archived students")[0]
    roster.restore_student(student_id=gone.id)
    assert "Zoltan" in page.get(endpoint, **values).text


def test_counts_exclude_archived_students(cast: Cast, gone: Student) -> None:
    assert roster.count_students(class_id=cast.class_7b.id) == 1
    assert school_classes.overview_of(class_id=cast.class_7b.id).students == 1
    assert [one.name for one in roster.students_of(class_id=cast.class_7b.id)] == ["Bob"]
    assert [one.name for one in roster.archived_students_of(class_id=cast.class_7b.id)] == ["Zoltan"]


def test_archived_students_cannot_sign_in(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b)
    token = logins.start_login(student_id=cast.bob.id)
    roster.archive_student(student_id=cast.bob.id)
    assert logins.find_login(token=token) is None
    with pytest.raises(ServiceError) as caught:
        student_sign_in.sign_in_student(student_id=cast.bob.id, secret=PIN)
    assert caught.value.code is AccountErrorCode.NO_PIN
    page.get("home.pin", code=cast.class_7b.code, student_id=cast.bob.id, status=404)


def test_archived_students_get_no_card(cast: Cast) -> None:
    zoltan = make_student("Zoltan", school_class=cast.class_7b, pin=None)
    roster.archive_student(student_id=zoltan.id)
    assert login_cards.new_cards(class_id=cast.class_7b.id) == []


def test_archived_students_leave_the_lobby(cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b)
    make_attendance(class_session, cast.bob)
    roster.archive_student(student_id=cast.bob.id)
    assert attendances_of(class_session_id=class_session.id) == []


def test_a_bot_takes_the_seat_of_an_archived_student(cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    make_attendance(class_session, cast.bob)
    game = make_game(class_session, [cast.bob, ana])
    roster.archive_student(student_id=cast.bob.id)
    assert [one.student_id for one in game.players if one.left_at_version is None] == [None, ana.id]
    assert class_sessions.waiting_students(class_session_id=class_session.id) == []
    assert live_page(class_session).waiting == ()


def test_answers_stay_in_the_reports(cast: Cast) -> None:
    make_student("Zoltan", school_class=cast.class_7b, archived_at=clock.now())
    game = make_game(make_class_session(cast.class_7b, state=SessionState.ENDED), [cast.bob, None], over_at=clock.now())
    make_attempt(make_game_event(game, {"do": "place"}, student=cast.bob), student=cast.bob)
    roster.archive_student(student_id=cast.bob.id)
    assert [(line.name, line.first.trials) for line in student_lines(DateRange(cast.class_7b.id))] == [("Bob", 1)]


def test_a_restored_student_has_the_same_name_and_card(cast: Cast, gone: Student) -> None:
    roster.restore_student(student_id=gone.id)
    roster.restore_student(student_id=gone.id)
    assert [one.name for one in roster.students_of(class_id=cast.class_7b.id)] == ["Bob", "Zoltan"]
    assert student_sign_in.sign_in_student(student_id=gone.id, secret=PIN)


def test_archiving_twice_keeps_the_first_date(cast: Cast, gone: Student) -> None:
    since = gone.archived_at
    roster.archive_student(student_id=gone.id)
    assert gone.archived_at == since


def test_restoring_into_a_full_class_is_refused(cast: Cast, gone: Student, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MAX_STUDENTS", 1)
    with pytest.raises(ServiceError) as caught:
        roster.restore_student(student_id=gone.id)
    assert caught.value.code is ClassErrorCode.CLASS_FULL
    assert gone.archived_at is not None
