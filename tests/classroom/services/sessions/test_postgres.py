"""Lessons and practice on PostgreSQL that start at the same time, or while their class is archived."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from sqlalchemy.exc import NoResultFound

from classroom.database import db
from classroom.models import ClassSession, SchoolClass, SessionState
from classroom.services.classes.deleting import delete_class
from classroom.services.classes.school_classes import archive_class
from classroom.services.errors import ClassErrorCode, SessionErrorCode
from classroom.services.locks import lock_open_sessions
from classroom.services.sessions.class_sessions import open_session
from classroom.services.sessions.next_games import play_again
from classroom.services.sessions.practice import start_practice
from classroom.services.settings import TableSettings
from tests.classroom.services.meeting import failure_of_second, second_comes_before_the_commit
from tests.factories import make_class_session, make_school_class, make_student

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

pytestmark = pytest.mark.postgres


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Iterator[Flask]:
    """An app on PostgreSQL, with its context open."""
    app = make_postgres_app()
    with app.app_context():
        yield app


@pytest.fixture
def school_class(app: Flask) -> SchoolClass:
    """A class whose students may practice."""
    return make_school_class(allows_practice=True)


def is_practice() -> list[bool]:
    """Return for each session that has not ended whether it is practice."""
    going_on = select(ClassSession.is_practice).where(ClassSession.state != SessionState.ENDED)
    return list(db.session.execute(going_on).scalars())


def test_a_class_with_a_lesson_is_not_archived(app: Flask, school_class: SchoolClass) -> None:
    opening = partial(open_session, class_id=school_class.id, settings=TableSettings())
    archiving = partial(archive_class, class_id=school_class.id)
    assert second_comes_before_the_commit(app, opening, archiving) == [ClassErrorCode.CLASS_HAS_OPEN_SESSION]
    assert db.session.get_one(SchoolClass, school_class.id).archived_at is None


def test_an_archived_class_gets_no_lesson_and_no_practice(app: Flask, school_class: SchoolClass) -> None:
    student_id = make_student(school_class=school_class).id
    archiving = partial(archive_class, class_id=school_class.id)
    opening = partial(open_session, class_id=school_class.id, settings=TableSettings())
    assert second_comes_before_the_commit(app, archiving, opening) == [ClassErrorCode.CLASS_ARCHIVED]
    assert db.session.get_one(SchoolClass, school_class.id).archived_at is not None
    school_class.archived_at = None
    db.session.commit()
    practicing = partial(start_practice, student_id=student_id)
    assert second_comes_before_the_commit(app, archiving, practicing) == [SessionErrorCode.NO_PRACTICE]
    assert is_practice() == []


def test_no_one_practices_in_a_lesson(app: Flask, school_class: SchoolClass) -> None:
    practicing = partial(start_practice, student_id=make_student(school_class=school_class).id)
    opening = partial(open_session, class_id=school_class.id, settings=TableSettings())
    assert second_comes_before_the_commit(app, opening, practicing) == [SessionErrorCode.CLASS_IS_PLAYING]
    assert is_practice() == [False]


def test_practice_that_begins_as_a_lesson_opens_ends(app: Flask, school_class: SchoolClass) -> None:
    practicing = partial(start_practice, student_id=make_student(school_class=school_class).id)
    opening = partial(open_session, class_id=school_class.id, settings=TableSettings())
    assert second_comes_before_the_commit(app, practicing, opening) == []
    assert is_practice() == [False]


def test_a_class_is_deleted_while_its_last_lesson_is_repeated(app: Flask) -> None:
    """Both lock the class first; otherwise a deadlock."""
    ended = make_class_session(state=SessionState.ENDED)
    class_id, session_id = ended.class_id, ended.id
    failed = failure_of_second(
        app,
        lambda: lock_open_sessions(db.session(), class_id),
        partial(play_again, class_session_id=session_id),
        then=partial(delete_class, class_id=class_id),
    )
    assert list(map(type, failed)) == [NoResultFound]


def test_a_student_practices_once(app: Flask, school_class: SchoolClass) -> None:
    practicing = partial(start_practice, student_id=make_student(school_class=school_class).id)
    assert second_comes_before_the_commit(app, practicing, practicing) == []
    assert is_practice() == [True]
