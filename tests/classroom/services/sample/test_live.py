"""Only students of a sample class play by themselves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from classroom.database import db
from classroom.live import presence
from classroom.models import Game, GameEvent, SchoolClass, Student
from classroom.services.accounts import logins
from classroom.services.attendance import attendances_of
from classroom.services.classes.roster import students_of
from classroom.services.play.games import current_games
from classroom.services.sample import live
from classroom.services.sample.live import play_sample_classes
from classroom.services.sample.simulated_students import SimulatedStudent
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from engine import CLASSIC
from tests.classroom.sample_school import sample_school
from tests.database_snapshot import DatabaseSnapshot
from tests.factories import Cast
from tests.frozen_clock import FrozenClock


@pytest.fixture(scope="module")
def snapshot(cheap_hashes: None) -> DatabaseSnapshot[str]:
    """Create a sample class. Return its ID."""
    return sample_school()


@pytest.fixture
def school_class(
    app: Flask, db_session: object, frozen_clock: FrozenClock, snapshot: DatabaseSnapshot[str]
) -> SchoolClass:
    """A sample class."""
    return db.session.get_one(SchoolClass, snapshot.restore(app))


def open_lobby(school_class: SchoolClass, settings: TableSettings | None = None) -> str:
    return class_sessions.open_session(class_id=school_class.id, settings=settings or TableSettings()).id


def play(clock: FrozenClock, rounds: int) -> None:
    for _ in range(rounds):
        clock.move_on(seconds=5)
        play_sample_classes()


def movers(session_id: str) -> dict[str, int]:
    ids = [game.id for game in current_games(class_session_id=session_id)]
    rows = db.session.execute(
        select(Student.name, func.count())
        .join_from(GameEvent, Student, GameEvent.student_id == Student.id)
        .where(GameEvent.game_id.in_(ids))
        .group_by(Student.name)
    )
    return {name: number for name, number in rows}  # noqa: C416  a Result is no mapping


def test_simulated_students_join_and_play_at_a_human_pace(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    assert len(attendances_of(class_session_id=session_id)) == 12
    lobby.start_session(class_session_id=session_id)
    play_sample_classes()
    assert movers(session_id) == {}, "no one moves at once"
    play(frozen_clock, 36)  # three minutes: about 40 moves
    assert len(movers(session_id)) == 12
    assert 24 < sum(movers(session_id).values()) < 60


def test_simulated_students_play_with_playing_cards(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(school_class, TableSettings(edition=CLASSIC.key))
    play_sample_classes()
    lobby.start_session(class_session_id=session_id)
    play(frozen_clock, 24)
    assert len(movers(session_id)) == 12


@pytest.mark.nightly
def test_simulated_students_stop_at_the_end_of_a_game(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    lobby.start_session(class_session_id=session_id)
    play(frozen_clock, 640)
    games = current_games(class_session_id=session_id)
    assert [game.round for game in games] == [1, 1, 1], "the teacher starts the next games"
    assert all(game.over_at for game in games)


def test_a_signed_in_person_is_not_played_for(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    lobby.start_session(class_session_id=session_id)
    kenji = next(one for one in students_of(class_id=school_class.id) if one.name == "Kenji")
    logins.start_login(student_id=kenji.id)
    play(frozen_clock, 24)
    assert "Kenji" not in movers(session_id)
    assert movers(session_id)


@pytest.mark.nightly
def test_their_pages_count_as_open(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    frozen_clock.move_on(seconds=300)
    play_sample_classes(shows_presence=True)
    presence.write_seen()
    db.session.expire_all()
    assert all(presence.is_connected(one.seen_at) for one in attendances_of(class_session_id=session_id))


def test_a_pause_applies_to_simulated_students(school_class: SchoolClass, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    lobby.start_session(class_session_id=session_id)
    pause_session(class_session_id=session_id)
    play(frozen_clock, 12)
    assert movers(session_id) == {}


def test_real_students_are_not_played_for(cast: Cast, frozen_clock: FrozenClock) -> None:
    session_id = open_lobby(cast.class_7b)
    play_sample_classes()
    assert attendances_of(class_session_id=session_id) == []
    class_sessions.join_session(class_session_id=session_id, student_id=cast.bob.id)
    lobby.start_session(class_session_id=session_id)
    play(frozen_clock, 24)
    assert movers(session_id) == {}


def test_an_error_at_a_table_does_not_stop_the_others(
    school_class: SchoolClass, frozen_clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    lobby.start_session(class_session_id=session_id)
    first, *others = (game.id for game in current_games(class_session_id=session_id))
    act_at = live.act_at

    def act_or_fail(game_id: str, minds: Mapping[str, SimulatedStudent]) -> None:
        if game_id == first:
            raise RuntimeError
        act_at(game_id, minds)

    monkeypatch.setattr(live, "act_at", act_or_fail)
    play(frozen_clock, 12)
    assert all(db.session.get_one(Game, one).version > 0 for one in others)


def test_a_table_deleted_meanwhile_does_not_stop_the_others(
    school_class: SchoolClass, frozen_clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_id = open_lobby(school_class)
    play_sample_classes()
    lobby.start_session(class_session_id=session_id)
    play(frozen_clock, 6)
    first, second, third = (game.id for game in current_games(class_session_id=session_id))

    act_at = live.act_at

    def act_and_delete(game_id: str, minds: Mapping[str, SimulatedStudent]) -> None:
        act_at(game_id, minds)
        if game_id == first:
            db.session.execute(text("DELETE FROM games WHERE id = :id"), {"id": second})  # as another process would
            db.session.commit()

    monkeypatch.setattr(live, "act_at", act_and_delete)
    before = db.session.get_one(Game, third).version
    play(frozen_clock, 12)
    assert db.session.get_one(Game, third).version > before
