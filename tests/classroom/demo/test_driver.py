from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session, scoped_session

from classroom.database import db
from classroom.demo.driver import PAUSE, play_round
from classroom.live import presence
from classroom.models import Attendance, GameEvent, SchoolClass, Student
from classroom.services import class_sessions, lobby, logins
from classroom.services.games import current_game_of, current_games, stop_game
from classroom.services.settings import TableSettings
from engine import DrawMode
from tests.factories import make_school_class, make_student
from tests.frozen_clock import FrozenClock


@pytest.fixture
def school_class(frozen_clock: FrozenClock, db_session: scoped_session[Session]) -> SchoolClass:
    """A class of four."""
    school_class = make_school_class()
    for name in ("Ana", "Bo", "Cy", "Di"):
        make_student(name, school_class=school_class)
    return school_class


def open_lobby(school_class: SchoolClass, settings: TableSettings | None = None) -> str:
    return class_sessions.open_session(class_id=school_class.id, settings=settings or TableSettings()).id


def open_session(school_class: SchoolClass, settings: TableSettings | None = None) -> str:
    """A session in which all four sit at one table."""
    session_id = open_lobby(school_class, settings)
    for _ in range(4):
        play_round()
    lobby.start_session(class_session_id=session_id)
    return session_id


def play(clock: FrozenClock, rounds: int) -> None:
    for _ in range(rounds):
        clock.move_on(seconds=5)
        play_round()


def movers() -> dict[str, int]:
    rows = db.session.execute(
        select(Student.name, func.count())
        .join_from(GameEvent, Student, GameEvent.student_id == Student.id)
        .group_by(Student.name)
    )
    return {name: count for name, count in rows}  # noqa: C416  a Result is no mapping


def test_students_come_into_the_lobby_one_by_one(school_class: SchoolClass) -> None:
    session_id = open_lobby(school_class)
    counts = []
    for _ in range(6):
        play_round()
        counts.append(len(class_sessions.attendances_of(class_session_id=session_id)))
    assert counts == [1, 2, 3, 4, 4, 4]


def test_everybody_plays_at_a_human_pace(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    open_session(school_class)
    play_round()
    assert movers() == {}, "nobody moves at once"

    play(frozen_clock, 40)  # 200 seconds
    assert movers().keys() == {"Ana", "Bo", "Cy", "Di"}
    assert 8 < sum(movers().values()) < 40


def test_the_seat_of_whoever_is_signed_in_is_left_alone(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    open_session(school_class)
    ana = db.session.execute(select(Student).where(Student.name == "Ana")).scalar_one()
    token = logins.start_login(student_id=ana.id)
    play(frozen_clock, 40)
    assert "Ana" not in movers()

    logins.end_login(token=token)
    play(frozen_clock, 40)
    assert movers()["Ana"] > 0


def test_after_a_pause_the_next_game_begins(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_session(school_class)
    (game,) = current_games(class_session_id=session_id)
    stop_game(game_id=game.id)

    frozen_clock.move_on(seconds=PAUSE.total_seconds() - 1)
    play_round()
    assert [one.round for one in current_games(class_session_id=session_id)] == [1]
    frozen_clock.move_on(seconds=2)
    play_round()
    assert [one.round for one in current_games(class_session_id=session_id)] == [2]


def test_somebody_real_has_longer_to_read_how_a_game_ended(
    school_class: SchoolClass, frozen_clock: FrozenClock
) -> None:
    session_id = open_session(school_class)
    ana = db.session.execute(select(Student).where(Student.name == "Ana")).scalar_one()
    logins.start_login(student_id=ana.id)
    game = current_game_of(class_session_id=session_id, student_id=ana.id)
    assert game is not None
    stop_game(game_id=game.id)

    frozen_clock.move_on(seconds=2 * PAUSE.total_seconds())
    play_round()
    assert [one.round for one in current_games(class_session_id=session_id)] == [1]
    frozen_clock.move_on(seconds=2 * PAUSE.total_seconds())
    play_round()
    assert [one.round for one in current_games(class_session_id=session_id)] == [2]


def test_nobody_moves_in_a_pause_or_after_the_end(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_session(school_class)
    class_sessions.pause_session(class_session_id=session_id)
    play(frozen_clock, 20)
    assert movers() == {}
    class_sessions.end_session(class_session_id=session_id)
    play(frozen_clock, 20)
    assert movers() == {}


def test_cards_owed_and_table_talk_hold_nobody_up(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    open_session(school_class, TableSettings(draw=DrawMode.MANUAL, table_talk=True))
    play(frozen_clock, 60)
    drawn = db.session.execute(select(GameEvent.event)).scalars().all()
    assert any(event["do"] == "draw" for event in drawn)
    assert len(movers()) == 4


def test_simulated_students_count_as_connected(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_session(school_class)
    frozen_clock.move_on(minutes=5)
    play_round(show_presence=True)
    presence.write_seen()

    db.session.rollback()
    seen = db.session.execute(select(Attendance.seen_at).where(Attendance.class_session_id == session_id)).scalars()
    assert all(moment is not None and frozen_clock.now - moment < timedelta(seconds=1) for moment in seen)
