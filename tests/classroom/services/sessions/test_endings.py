"""An end that a teacher schedules some minutes ahead."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, SessionState
from classroom.services.errors import ErrorCode, ServiceError, SessionErrorCode
from classroom.services.play.positions import forget_positions
from classroom.services.sessions.endings import end_due_sessions, end_if_due, end_in, forget_end
from classroom.services.sessions.pauses import pause_session
from tests.classroom.services.learning.dealing import answer, current, start
from tests.factories import make_class_session

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock


@pytest.fixture
def lesson(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> ClassSession:
    """Two tables of two, to end in five minutes."""
    class_session = start(2)
    end_in(class_session_id=class_session.id, minutes=5)
    return class_session


def is_over(lesson: ClassSession) -> bool:
    """Return whether the lesson's games have ended."""
    return lesson.state != SessionState.PLAYING and current(lesson).over_at is not None


def test_a_session_ends_on_schedule(lesson: ClassSession, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(minutes=4, seconds=59)
    assert end_due_sessions() == 0
    answer(current(lesson))
    frozen_clock.move_on(seconds=1)
    assert end_due_sessions() == 1
    assert is_over(lesson)


def test_a_session_ends_only_once(lesson: ClassSession, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(minutes=5)
    end_due_sessions()
    version, events = lesson.version, current(lesson).version
    assert end_if_due(class_session_id=lesson.id) is False
    assert end_due_sessions() == 0
    assert (lesson.version, current(lesson).version) == (version, events)


def test_a_session_ends_after_a_restart_too(lesson: ClassSession, frozen_clock: FrozenClock) -> None:
    forget_positions()
    db.session.expunge_all()
    frozen_clock.move_on(hours=20)
    assert end_due_sessions() == 1


def test_an_end_can_be_postponed_and_canceled(lesson: ClassSession, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(minutes=4)
    end_in(class_session_id=lesson.id, minutes=10)
    assert lesson.ends_at == frozen_clock.now + timedelta(minutes=10)
    frozen_clock.move_on(minutes=9)
    assert end_due_sessions() == 0
    forget_end(class_session_id=lesson.id)
    frozen_clock.move_on(hours=2)
    assert end_due_sessions() == 0
    assert not is_over(lesson)


def test_a_session_postponed_at_the_last_moment_continues(lesson: ClassSession, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(minutes=5)
    end_in(class_session_id=lesson.id, minutes=2)  # after the runner saw that it is due, before it locks the row
    assert end_if_due(class_session_id=lesson.id) is False
    assert not is_over(lesson)


def test_a_paused_session_ends_too(lesson: ClassSession, frozen_clock: FrozenClock) -> None:
    pause_session(class_session_id=lesson.id)
    frozen_clock.move_on(minutes=5)
    assert end_due_sessions() == 1
    assert is_over(lesson)


def test_every_change_sends_a_notification(lesson: ClassSession) -> None:
    version = lesson.version
    end_in(class_session_id=lesson.id, minutes=2)
    forget_end(class_session_id=lesson.id)
    assert lesson.version == version + 2
    forget_end(class_session_id=lesson.id)
    assert lesson.version == version + 2


@pytest.mark.parametrize(
    ("state", "problem"),
    [(SessionState.LOBBY, SessionErrorCode.SESSION_NOT_RUNNING), (SessionState.ENDED, SessionErrorCode.SESSION_ENDED)],
)
def test_scheduling_requires_running_games(
    db_session: scoped_session[Session], state: SessionState, problem: ErrorCode
) -> None:
    class_session = make_class_session(state=state)
    with pytest.raises(ServiceError) as refused:
        end_in(class_session_id=class_session.id, minutes=5)
    assert refused.value.code is problem
    with pytest.raises(ServiceError) as refused:
        forget_end(class_session_id=class_session.id)
    assert refused.value.code is problem
