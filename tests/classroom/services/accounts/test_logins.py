from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom import clock
from classroom.models import LoginSession, SessionState
from classroom.services.accounts import logins
from classroom.services.sessions.class_sessions import end_session
from tests.factories import make_class_session

if TYPE_CHECKING:
    from flask_sqlalchemy.session import Session
    from sqlalchemy.orm import scoped_session

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock


def test_a_token_finds_its_person(cast: Cast) -> None:
    teacher = logins.find_login(token=logins.start_login(teacher_id=cast.alice.id))
    assert teacher is not None
    assert (teacher.teacher_id, teacher.student_id, teacher.name) == (cast.alice.id, None, cast.alice.name)
    student = logins.find_login(token=logins.start_login(student_id=cast.bob.id))
    assert student is not None
    assert (student.student_id, student.class_id, student.name) == (cast.bob.id, cast.class_7b.id, cast.bob.name)


def test_archived_students_are_not_signed_in(cast: Cast, db_session: scoped_session[Session]) -> None:
    token = logins.start_login(student_id=cast.bob.id)
    cast.bob.archived_at = clock.now()
    db_session.commit()
    assert logins.find_login(token=token) is None


def test_the_database_does_not_hold_the_token(cast: Cast, db_session: scoped_session[Session]) -> None:
    token = logins.start_login(teacher_id=cast.alice.id)
    kept = db_session.execute(select(LoginSession.token_hash)).scalar_one()
    assert token not in kept
    assert logins.find_login(token=kept) is None


@pytest.mark.parametrize("token", ["", "nonsense", "x" * 10_000])
def test_other_tokens_find_no_one(cast: Cast, token: str) -> None:
    logins.start_login(teacher_id=cast.alice.id)
    assert logins.find_login(token=token) is None


def test_ending_one_login_keeps_the_others(cast: Cast) -> None:
    first, second = (logins.start_login(teacher_id=cast.alice.id) for _ in range(2))
    logins.end_login(token=first)
    assert logins.find_login(token=first) is None
    assert logins.find_login(token=second) is not None


def test_all_logins_of_a_person_can_be_ended(cast: Cast) -> None:
    tokens = [logins.start_login(student_id=cast.bob.id) for _ in range(2)]
    other = logins.start_login(student_id=cast.charlie.id)
    logins.end_logins_of_student(student_id=cast.bob.id)
    assert [logins.find_login(token=token) for token in tokens] == [None, None]
    assert logins.find_login(token=other) is not None


@pytest.mark.parametrize(
    ("kind", "idle", "longest"),
    [
        ("teacher_id", logins.TEACHER_IDLE, logins.TEACHER_LONGEST),
        ("student_id", logins.STUDENT_IDLE, logins.STUDENT_LONGEST),
    ],
)
def test_a_login_expires(cast: Cast, frozen_clock: FrozenClock, kind: str, idle: timedelta, longest: timedelta) -> None:
    person = cast.alice.id if kind == "teacher_id" else cast.bob.id
    token = logins.start_login(**{kind: person})
    frozen_clock.move_on(seconds=idle.total_seconds() - 1)
    assert logins.find_login(token=token) is not None
    frozen_clock.move_on(seconds=1)
    assert logins.find_login(token=token) is None

    token = logins.start_login(**{kind: person})
    passed = timedelta()
    while passed < longest - timedelta(minutes=10):
        login = logins.find_login(token=token)
        assert login is not None
        logins.touch_login(login=login)
        frozen_clock.move_on(minutes=10)
        passed += timedelta(minutes=10)
    frozen_clock.move_on(minutes=10)
    assert logins.find_login(token=token) is None


def test_logins_do_not_expire_in_a_lesson(
    cast: Cast, frozen_clock: FrozenClock, db_session: scoped_session[Session]
) -> None:
    teacher, student = logins.start_login(teacher_id=cast.alice.id), logins.start_login(student_id=cast.bob.id)
    lesson = make_class_session(cast.class_7b)
    frozen_clock.move_on(hours=2)
    logins.delete_expired_logins()
    assert logins.find_login(token=teacher) is not None
    assert logins.find_login(token=student) is not None
    lesson.state = SessionState.ENDED
    db_session.commit()
    assert logins.find_login(token=teacher) is None
    assert logins.find_login(token=student) is None


def test_the_idle_time_begins_after_the_lesson(cast: Cast, frozen_clock: FrozenClock) -> None:
    teacher, student = logins.start_login(teacher_id=cast.alice.id), logins.start_login(student_id=cast.bob.id)
    lesson = make_class_session(cast.class_7b)
    frozen_clock.move_on(hours=1)
    end_session(class_session_id=lesson.id)
    frozen_clock.move_on(minutes=19)
    assert logins.find_login(token=student) is not None
    frozen_clock.move_on(minutes=1)
    assert logins.find_login(token=student) is None
    frozen_clock.move_on(minutes=9)
    assert logins.find_login(token=teacher) is not None
    frozen_clock.move_on(minutes=1)
    assert logins.find_login(token=teacher) is None


def test_expired_logins_are_deleted(cast: Cast, frozen_clock: FrozenClock, db_session: scoped_session[Session]) -> None:
    logins.start_login(student_id=cast.bob.id)
    frozen_clock.move_on(days=2, minutes=15)
    logins.delete_expired_logins()
    fresh = logins.start_login(student_id=cast.bob.id)
    logins.start_login(teacher_id=cast.alice.id)
    logins.delete_expired_logins()
    assert db_session.scalar(select(func.count()).select_from(LoginSession)) == 2
    assert logins.find_login(token=fresh) is not None
