from __future__ import annotations

import pytest

from classroom.database import db
from classroom.models import SchoolClass, SessionState
from classroom.services.accounts import logins
from classroom.services.classes import school_classes
from classroom.services.errors import AccountErrorCode, ClassErrorCode, ServiceError, SessionErrorCode
from classroom.services.open_sessions import lets_students_in
from classroom.services.sessions import class_sessions, practice
from classroom.services.settings import TableSettings
from tests.factories import Cast, make_class_session


def find(code: str) -> SchoolClass:
    return school_classes.find_class_by_code(code=code)


@pytest.fixture
def away(cast: Cast) -> SchoolClass:
    """Class 7B, archived while practice was open, with Bob signed in until then."""
    practice.allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    school_classes.archive_class(class_id=cast.class_7b.id)
    return cast.class_7b


def test_archived_classes_are_listed_separately(cast: Cast, away: SchoolClass) -> None:
    assert school_classes.classes_of(teacher_id=cast.alice.id) == []
    assert [one.id for one in school_classes.archived_classes_of(teacher_id=cast.alice.id)] == [away.id]
    assert school_classes.archived_classes_of(teacher_id=cast.dora.id) == []


def test_the_code_of_an_archived_class_does_not_work(away: SchoolClass) -> None:
    assert not lets_students_in(away)
    with pytest.raises(ServiceError) as caught:
        find(away.code)
    assert caught.value.code is AccountErrorCode.CLASS_CLOSED


def test_an_archived_class_cannot_open_a_session(away: SchoolClass) -> None:
    with pytest.raises(ServiceError) as caught:
        class_sessions.open_session(class_id=away.id, settings=TableSettings())
    assert caught.value.code is ClassErrorCode.CLASS_ARCHIVED


def test_students_of_an_archived_class_are_signed_out(cast: Cast) -> None:
    bob, charlie = (logins.start_login(student_id=one.id) for one in (cast.bob, cast.charlie))
    school_classes.archive_class(class_id=cast.class_7b.id)
    assert logins.find_login(token=bob) is None
    assert logins.find_login(token=charlie) is not None


def test_practice_ends_with_archiving(cast: Cast) -> None:
    practice.allow_practice(class_id=cast.class_7b.id, is_allowed=True)
    game = practice.start_practice(student_id=cast.bob.id)
    school_classes.archive_class(class_id=cast.class_7b.id)
    db.session.refresh(game)
    assert game.over_at is not None
    with pytest.raises(ServiceError) as caught:
        practice.start_practice(student_id=cast.bob.id)
    assert caught.value.code is SessionErrorCode.NO_PRACTICE


def test_an_open_session_must_be_ended_first(cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, state=SessionState.PAUSED)
    with pytest.raises(ServiceError) as caught:
        school_classes.archive_class(class_id=cast.class_7b.id)
    assert caught.value.code is ClassErrorCode.CLASS_HAS_OPEN_SESSION
    class_sessions.end_session(class_session_id=class_session.id)
    school_classes.archive_class(class_id=cast.class_7b.id)
    assert cast.class_7b.archived_at is not None


def test_a_restored_class_is_unchanged(cast: Cast, away: SchoolClass) -> None:
    for _ in range(2):
        school_classes.restore_class(class_id=away.id)
    assert find(away.code) == away
    assert lets_students_in(away)
    assert [one.id for one in school_classes.classes_of(teacher_id=cast.alice.id)] == [away.id]
