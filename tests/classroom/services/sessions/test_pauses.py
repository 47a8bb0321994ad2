"""One table paused, all paused, and both: no one can move, and no time counts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom.live import get_bus, student_topic
from classroom.models import ClassSession, Game
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.bots import play_bot, play_due_bots
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.play.turns import play_due_turns
from classroom.services.sessions import class_sessions
from classroom.services.sessions.pauses import pause_game, pause_session, resume_game, resume_session
from classroom.services.settings import TableSettings
from engine import IllegalMoveError, IllegalReason, Team
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock


@pytest.fixture
def class_session(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> ClassSession:
    """Two tables of two, with 60 seconds per turn and table talk."""
    return start(4, TableSettings(turn_seconds=60, table_size=2, table_talk=True))


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """The first table."""
    return current(class_session)


def pause_all(game: Game) -> None:
    """Pause all tables ("eyes up")."""
    pause_session(class_session_id=game.class_session_id)


def resume_all(game: Game) -> None:
    """Resume all tables."""
    resume_session(class_session_id=game.class_session_id)


def pause_one(game: Game) -> None:
    """Pause this table; the others continue."""
    pause_game(game_id=game.id)


def resume_one(game: Game) -> None:
    """Resume this table."""
    resume_game(game_id=game.id)


def test_no_one_moves_at_a_paused_table(class_session: ClassSession, game: Game) -> None:
    pause_one(game)
    with pytest.raises(ServiceError) as refused:
        answer(game)
    assert refused.value.code is PlayErrorCode.TABLE_PAUSED
    answer(current(class_session, 1))
    resume_one(game)
    answer(game)


def test_no_penalty_is_given_at_a_paused_table(game: Game) -> None:
    pause_one(game)
    with pytest.raises(ServiceError) as refused:
        games.call_penalty(game_id=game.id, team=Team.BLUE)
    assert refused.value.code is PlayErrorCode.TABLE_PAUSED


def test_bots_do_not_play_at_a_paused_table(game: Game, frozen_clock: FrozenClock) -> None:
    give_seat(game_id=game.id, seat=position_of(game).turn, student_id=None)
    pause_one(game)
    frozen_clock.move_on(seconds=10)
    assert play_due_bots() == 0
    assert play_bot(game_id=game.id) is False
    resume_one(game)
    assert play_due_bots() == 1


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([pause_one, resume_one], id="one"),
        pytest.param([pause_all, resume_all], id="all"),
        pytest.param([pause_one, pause_all, resume_all, resume_one], id="all within one"),
        pytest.param([pause_all, pause_one, resume_one, resume_all], id="one within all"),
        pytest.param([pause_one, pause_all, resume_one, resume_all], id="one first"),
        pytest.param([pause_all, pause_one, resume_all, resume_one], id="all first"),
    ],
)
def test_turn_time_stops_in_a_pause(game: Game, frozen_clock: FrozenClock, steps: list[Callable[[Game], None]]) -> None:
    frozen_clock.move_on(seconds=20)
    for step in steps:
        step(game)
        frozen_clock.move_on(minutes=3)
        if step is not steps[-1]:
            play_due_turns()
            assert game.version == 0
    frozen_clock.move_on(minutes=-3)
    assert frozen_clock.now - game.moved_at == timedelta(seconds=20)
    assert game.turn_due_at == frozen_clock.now + timedelta(seconds=40)


def test_a_student_seated_in_a_pause_has_a_full_turn(
    class_session: ClassSession, game: Game, frozen_clock: FrozenClock
) -> None:
    seat = position_of(game).turn
    give_seat(game_id=game.id, seat=seat, student_id=None)
    (late,) = join(class_session, 1)
    pause_all(game)
    frozen_clock.move_on(minutes=2)
    give_seat(game_id=game.id, seat=seat, student_id=late.id)
    frozen_clock.move_on(minutes=2)
    resume_all(game)
    assert game.turn_due_at == frozen_clock.now + timedelta(seconds=60)


def test_a_table_opened_in_a_pause_begins_with_a_full_turn(
    class_session: ClassSession, game: Game, frozen_clock: FrozenClock
) -> None:
    join(class_session, 2)
    pause_all(game)
    frozen_clock.move_on(minutes=2)
    class_sessions.seat_waiting(class_session_id=class_session.id)
    frozen_clock.move_on(minutes=2)
    resume_all(game)
    new = current(class_session, 2)
    assert (new.moved_at, new.turn_due_at) == (frozen_clock.now, frozen_clock.now + timedelta(seconds=60))


def test_a_clock_set_back_in_a_pause_takes_no_time_away(game: Game, frozen_clock: FrozenClock) -> None:
    moved, due = game.moved_at, game.turn_due_at
    pause_one(game)
    frozen_clock.move_on(hours=-2)
    resume_one(game)
    assert (game.moved_at, game.turn_due_at) == (moved, due)


def test_pausing_twice_changes_nothing(game: Game, frozen_clock: FrozenClock) -> None:
    pause_one(game)
    since, version = game.paused_at, game.class_session.version
    frozen_clock.move_on(seconds=5)
    pause_one(game)
    assert (game.paused_at, game.class_session.version) == (since, version)
    resume_one(game)
    version = game.class_session.version
    resume_one(game)
    assert game.class_session.version == version


def test_the_students_at_the_table_are_notified(game: Game) -> None:
    student_id = next(one for one in seats_of(game).values() if one)
    ear = get_bus().subscribe(student_topic(student_id))
    pause_one(game)
    assert ear.wait(0)
    resume_one(game)
    assert ear.wait(0)


def test_a_game_that_is_over_is_not_paused(game: Game) -> None:
    pause_one(game)
    games.stop_game(game_id=game.id)
    assert game.paused_at is None
    with pytest.raises(IllegalMoveError) as refused:
        pause_one(game)
    assert refused.value.reason is IllegalReason.GAME_OVER


def test_nothing_is_paused_after_the_lesson(class_session: ClassSession, game: Game) -> None:
    class_sessions.end_session(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        pause_one(game)
    assert refused.value.code is SessionErrorCode.SESSION_ENDED
