from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session, scoped_session

from classroom.database import db
from classroom.demo.driver import PAUSE, play_round
from classroom.live import presence
from classroom.models import Attendance, GameEvent, SchoolClass, Student
from classroom.services.accounts import logins
from classroom.services.attendance import attendances_of
from classroom.services.classes.roster import rename_student
from classroom.services.exit_tickets.answering import open_ticket, progress_of
from classroom.services.play.games import current_games, stop_game
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from engine import DrawMode, SolveMode
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


def test_students_join_the_lobby_one_by_one(school_class: SchoolClass) -> None:
    session_id = open_lobby(school_class)
    counts = []
    for _ in range(6):
        play_round()
        counts.append(len(attendances_of(class_session_id=session_id)))
    assert counts == [1, 2, 3, 4, 4, 4]


def test_everyone_plays_at_a_human_pace(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    open_session(school_class)
    play_round()
    assert movers() == {}, "no one moves at once"

    play(frozen_clock, 40)  # 200 seconds
    assert movers().keys() == {"Ana", "Bo", "Cy", "Di"}
    assert 8 < sum(movers().values()) < 40


def test_the_driver_does_not_play_for_a_signed_in_student(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
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


def test_a_closed_screen_blocks_the_table_until_someone_returns(
    school_class: SchoolClass, frozen_clock: FrozenClock
) -> None:
    gone = db.session.execute(select(Student).where(Student.name == "Di")).scalar_one()
    rename_student(student_id=gone.id, name="Mateus")
    session_id = open_session(school_class)
    presence.note_gone(student_id=gone.id)
    play(frozen_clock, 60)
    assert "Mateus" not in movers()
    assert sum(movers().values()) < 8, "no one plays a second time before Mateus has"

    logins.end_login(token=logins.start_login(student_id=gone.id))
    presence.note_seen(class_session_id=session_id, student_id=gone.id)
    presence.write_seen()
    play(frozen_clock, 40)
    assert movers()["Mateus"] > 0


def test_cards_are_solved_ahead_while_others_think(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    open_session(school_class, TableSettings(solve=SolveMode.AHEAD))
    play(frozen_clock, 60)
    events = db.session.execute(select(GameEvent.event)).scalars().all()
    assert {"solve", "place"} <= {event["do"] for event in events}
    assert any("ms" in event for event in events)


def test_everyone_takes_the_exit_ticket_that_a_visitor_opens(
    school_class: SchoolClass, frozen_clock: FrozenClock
) -> None:
    session_id = open_session(school_class)
    ticket = open_ticket(class_session_id=session_id, seconds=60)
    counts = []
    for _ in range(3):
        play(frozen_clock, 8)
        counts.append(sum(one.answered for one in progress_of(ticket, ended_at=None).values()))
    assert 0 < counts[0] < counts[-1]
    assert all(one.is_over for one in progress_of(ticket, ended_at=None).values())
    assert len(progress_of(ticket, ended_at=None)) == 4


def test_no_one_moves_in_a_pause_or_after_the_end(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_session(school_class)
    pause_session(class_session_id=session_id)
    play(frozen_clock, 20)
    assert movers() == {}
    class_sessions.end_session(class_session_id=session_id)
    play(frozen_clock, 20)
    assert movers() == {}


def test_owed_cards_and_table_talk_do_not_block_the_game(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
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
