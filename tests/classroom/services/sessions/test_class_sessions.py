"""A session from start to end."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.live import get_bus, presence, session_topic, student_topic
from classroom.models import ClassSession, SessionState
from classroom.services.attendance import attendances_of
from classroom.services.errors import ErrorCode, ServiceError, SessionErrorCode
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games, stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.pauses import pause_session, resume_session
from classroom.services.settings import TableSettings
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_school_class, make_student

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy.orm import Session, scoped_session

    from classroom.models import SchoolClass
    from tests.frozen_clock import FrozenClock


@pytest.fixture
def school_class(db_session: scoped_session[Session]) -> SchoolClass:
    """An empty class."""
    return make_school_class()


@pytest.fixture
def playing(db_session: scoped_session[Session]) -> ClassSession:
    """A running session of four students at one table."""
    class_session = make_class_session()
    join(class_session, 4)
    lobby.start_session(class_session_id=class_session.id)
    return class_session


def state_of(class_session: ClassSession) -> str:
    """Return the session's state."""
    return str(class_session.state)


def test_a_session_opens_in_its_lobby(school_class: SchoolClass) -> None:
    class_session = class_sessions.open_session(class_id=school_class.id, settings=TableSettings(tries=1))
    assert class_session.state == SessionState.LOBBY
    assert TableSettings.from_json(class_session.settings).tries == 1


def test_a_class_has_one_open_session(school_class: SchoolClass) -> None:
    class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    with pytest.raises(ServiceError) as refused:
        class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    assert refused.value.code is SessionErrorCode.SESSION_OPEN


def test_two_teachers_pages_open_one_session(school_class: SchoolClass, app: Flask) -> None:
    class_id, problems, opened = school_class.id, [], []
    gate = threading.Barrier(4)

    def open_it() -> None:
        with app.app_context():
            gate.wait()
            try:
                opened.append(class_sessions.open_session(class_id=class_id, settings=TableSettings()).id)
            except ServiceError as error:
                problems.append(error.code)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 1
    assert problems == [SessionErrorCode.SESSION_OPEN] * 3


def test_a_class_can_open_another_after_the_end(school_class: SchoolClass) -> None:
    first = class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    class_sessions.end_session(class_session_id=first.id)
    second = class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    assert second.id != first.id


def test_settings_that_cannot_be_played_open_nothing(school_class: SchoolClass) -> None:
    with pytest.raises(ServiceError):
        class_sessions.open_session(class_id=school_class.id, settings=TableSettings(board="10x10"))
    assert db.session.query(ClassSession).count() == 0


def test_waiting_students_are_notified_of_a_new_session(school_class: SchoolClass) -> None:
    ear = get_bus().subscribe(student_topic(make_student(school_class=school_class).id))
    class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    assert ear.wait(0)


def test_the_next_session_has_the_last_settings(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    assert class_sessions.last_settings(class_id=school_class.id) == TableSettings()
    for tries in (1, 3):
        one = class_sessions.open_session(class_id=school_class.id, settings=TableSettings(tries=tries))
        class_sessions.end_session(class_session_id=one.id)
        frozen_clock.move_on(days=1)
    assert class_sessions.last_settings(class_id=school_class.id).tries == 3


def test_joining_twice_counts_once(school_class: SchoolClass) -> None:
    class_session = make_class_session(school_class)
    student = make_student(school_class=school_class)
    for _ in range(2):
        class_sessions.join_session(class_session_id=class_session.id, student_id=student.id)
    assert len(attendances_of(class_session_id=class_session.id)) == 1


def test_the_teacher_is_notified_of_joining_students(school_class: SchoolClass) -> None:
    class_session = make_class_session(school_class)
    ear = get_bus().subscribe(session_topic(class_session.id))
    join(class_session, 1)
    assert ear.wait(0)


def test_present_students_are_sorted_by_name(school_class: SchoolClass) -> None:
    class_session = make_class_session(school_class)
    for name in ("zoe", "Ana", "Ben"):
        student = make_student(name, school_class=school_class)
        class_sessions.join_session(class_session_id=class_session.id, student_id=student.id)
    present = attendances_of(class_session_id=class_session.id)
    assert [one.student.name for one in present] == ["Ana", "Ben", "zoe"]


def test_no_one_joins_a_session_that_has_ended(school_class: SchoolClass) -> None:
    class_session = make_class_session(school_class, state=SessionState.ENDED)
    student = make_student(school_class=school_class)
    with pytest.raises(ServiceError) as refused:
        class_sessions.join_session(class_session_id=class_session.id, student_id=student.id)
    assert refused.value.code is SessionErrorCode.SESSION_ENDED


def test_pause_and_resume(playing: ClassSession) -> None:
    pause_session(class_session_id=playing.id)
    assert state_of(playing) == "paused"
    pause_session(class_session_id=playing.id)  # pressed twice
    resume_session(class_session_id=playing.id)
    assert state_of(playing) == "playing"


def test_a_pause_does_not_count_as_waiting(frozen_clock: FrozenClock, playing: ClassSession) -> None:
    frozen_clock.move_on(seconds=30)
    pause_session(class_session_id=playing.id)
    frozen_clock.move_on(minutes=10)
    resume_session(class_session_id=playing.id)
    (game,) = current_games(class_session_id=playing.id)
    assert frozen_clock.now - game.moved_at == timedelta(seconds=30)


@pytest.mark.parametrize(
    ("state", "problem"),
    [(SessionState.LOBBY, SessionErrorCode.SESSION_NOT_RUNNING), (SessionState.ENDED, SessionErrorCode.SESSION_ENDED)],
)
def test_only_a_running_session_can_be_paused_or_resumed(
    db_session: scoped_session[Session], state: SessionState, problem: ErrorCode
) -> None:
    class_session = make_class_session(state=state)
    for action in (pause_session, resume_session):
        with pytest.raises(ServiceError) as refused:
            action(class_session_id=class_session.id)
        assert refused.value.code is problem


@pytest.mark.parametrize("is_paused", [False, True])
def test_the_end_stops_running_games(playing: ClassSession, is_paused: bool) -> None:
    if is_paused:
        pause_session(class_session_id=playing.id)
    class_sessions.end_session(class_session_id=playing.id)
    (game,) = current_games(class_session_id=playing.id)
    assert playing.state == SessionState.ENDED
    assert playing.ended_at is not None
    assert (game.outcome_reason, game.winner) == ("stopped", None)
    assert game.over_at is not None
    assert game.bot_due_at is None


def test_ending_twice_ends_once(playing: ClassSession, frozen_clock: FrozenClock) -> None:
    class_sessions.end_session(class_session_id=playing.id)
    ended_at, version = playing.ended_at, current_games(class_session_id=playing.id)[0].version
    frozen_clock.move_on(minutes=1)
    class_sessions.end_session(class_session_id=playing.id)
    assert playing.ended_at == ended_at
    assert current_games(class_session_id=playing.id)[0].version == version


def test_a_lobby_can_be_ended(db_session: scoped_session[Session]) -> None:
    class_session = make_class_session()
    class_sessions.end_session(class_session_id=class_session.id)
    assert class_session.state == SessionState.ENDED


def test_late_students_wait(playing: ClassSession) -> None:
    late = join(playing, 2)
    waiting = class_sessions.waiting_students(class_session_id=playing.id)
    assert {one.student_id for one in waiting} == {student.id for student in late}


def test_students_without_a_seat_wait(playing: ClassSession) -> None:
    (game,) = current_games(class_session_id=playing.id)
    gone = seats_of(game)[2]
    give_seat(game_id=game.id, seat=2, student_id=None)
    assert [one.student_id for one in class_sessions.waiting_students(class_session_id=playing.id)] == [gone]


def test_a_seat_in_the_next_game_counts_as_a_seat(playing: ClassSession) -> None:
    (game,) = current_games(class_session_id=playing.id)
    gone = seats_of(game)[2]
    stop_game(game_id=game.id)
    give_seat(game_id=game.id, seat=2, student_id=None)
    deal_next_game(game_id=game.id)
    assert [one.student_id for one in class_sessions.waiting_students(class_session_id=playing.id)] == [gone]


def test_waiting_students_get_new_tables(playing: ClassSession) -> None:
    late = join(playing, 5)
    class_sessions.seat_waiting(class_session_id=playing.id)
    first, *new = current_games(class_session_id=playing.id)
    assert len(seats_of(first)) == 4
    assert [game.table_number for game in new] == [2, 3]
    assert [len(seats_of(game)) for game in new] == [3, 2]
    assert {one for game in new for one in seats_of(game).values()} == {student.id for student in late}
    assert class_sessions.waiting_students(class_session_id=playing.id) == []


def test_former_students_get_no_table(playing: ClassSession) -> None:
    here, gone = join(playing, 2)
    presence.note_gone(student_id=gone.id)
    class_sessions.seat_waiting(class_session_id=playing.id)
    assert seats_of(current_games(class_session_id=playing.id)[1]) == {0: here.id, 1: None}
    assert [one.student_id for one in class_sessions.waiting_students(class_session_id=playing.id)] == [gone.id]


def test_a_single_waiting_student_gets_a_bot(playing: ClassSession) -> None:
    (late,) = join(playing, 1)
    class_sessions.seat_waiting(class_session_id=playing.id)
    assert seats_of(current_games(class_session_id=playing.id)[1]) == {0: late.id, 1: None}


def test_no_table_is_opened_without_students(playing: ClassSession) -> None:
    with pytest.raises(ServiceError) as refused:
        class_sessions.seat_waiting(class_session_id=playing.id)
    assert refused.value.code is SessionErrorCode.NO_STUDENT_WAITING


@pytest.mark.parametrize(
    ("state", "problem"),
    [(SessionState.LOBBY, SessionErrorCode.SESSION_NOT_RUNNING), (SessionState.ENDED, SessionErrorCode.SESSION_ENDED)],
)
def test_new_tables_require_running_games(
    db_session: scoped_session[Session], state: SessionState, problem: ErrorCode
) -> None:
    class_session = make_class_session()
    join(class_session, 2)
    class_session.state = state
    db.session.commit()
    with pytest.raises(ServiceError) as refused:
        class_sessions.seat_waiting(class_session_id=class_session.id)
    assert refused.value.code is problem
