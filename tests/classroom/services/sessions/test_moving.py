"""Students who change tables during games. Two who swap seats: `test_swapping`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, ClassSession
from classroom.services.classes import roster
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_game_of, current_games
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.moving import TableSeat, move_student
from classroom.services.sessions.next_games import deal_next_games
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.classroom.services.sessions.seated import everything, held
from tests.factories import make_school_class, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session


@pytest.fixture
def class_session(db_session: scoped_session[Session]) -> ClassSession:
    """Two tables of two; at the second a bot sits in seat 1."""
    class_session = start(4, TableSettings(table_size=2))
    give_seat(game_id=current(class_session, 1).id, seat=1, student_id=None)
    return class_session


def move(class_session: ClassSession, student_id: str, to: TableSeat | None) -> str:
    """Move a student."""
    return move_student(class_session_id=class_session.id, student_id=student_id, to=to)


def test_a_student_moves_to_a_bots_seat_at_another_table(class_session: ClassSession) -> None:
    one, other = current_games(class_session_id=class_session.id)
    student_id = held(one)
    assert move(class_session, student_id, TableSeat(other.id, 1)) == other.id
    assert seats_of(other)[1] == student_id
    assert seats_of(one)[0] is None
    assert one.over_at is None


def test_earlier_answers_stay(class_session: ClassSession) -> None:
    one, other = current_games(class_session_id=class_session.id)
    student_id = answer(one)
    move(class_session, student_id, TableSeat(other.id, 1))
    (given,) = db.session.execute(select(Attempt)).scalars()
    assert (given.student_id, given.game_id) == (student_id, one.id)


def test_a_student_moves_to_a_new_table_with_a_bot(class_session: ClassSession) -> None:
    student_id = held(current(class_session))
    game_id = move(class_session, student_id, None)
    new = current(class_session, 2)
    assert (new.id, new.table_number, seats_of(new)) == (game_id, 3, {0: student_id, 1: None})


def test_a_game_left_to_bots_is_stopped_and_counts_for_the_student(class_session: ClassSession) -> None:
    one, other = current_games(class_session_id=class_session.id)
    student_id = held(other)
    give_seat(game_id=one.id, seat=0, student_id=None)
    move(class_session, student_id, TableSeat(one.id, 0))
    assert other.over_at is not None
    assert student_id in {player.student_id for player in other.players_at_end}
    assert set(seats_of(other).values()) == {None}


def test_an_empty_table_gets_no_next_game(class_session: ClassSession) -> None:
    other = current(class_session, 1)
    move(class_session, held(other), None)
    assert other.over_at is not None
    assert deal_next_games(class_session_id=class_session.id) == 0


def test_a_move_within_the_table_stops_no_game(class_session: ClassSession) -> None:
    other = current(class_session, 1)
    student_id = held(other)
    move(class_session, student_id, TableSeat(other.id, 1))
    assert seats_of(other) == {0: None, 1: student_id}
    assert other.over_at is None


def test_a_waiting_student_is_seated(class_session: ClassSession) -> None:
    (late,) = join(class_session, 1)
    move(class_session, late.id, TableSeat(current(class_session, 1).id, 1))
    found = current_game_of(class_session_id=class_session.id, student_id=late.id)
    assert found == current(class_session, 1)


def test_a_student_moves_from_a_finished_game(class_session: ClassSession) -> None:
    one, other = current_games(class_session_id=class_session.id)
    games.stop_game(game_id=one.id)
    student_id = held(one)
    move(class_session, student_id, TableSeat(other.id, 1))
    assert seats_of(one)[0] is None


def test_a_failed_move_changes_nothing(class_session: ClassSession) -> None:
    one, other = current_games(class_session_id=class_session.id)
    student_id, before = held(other), everything(class_session)
    for place, problem in [
        (TableSeat(one.id, 0), PlayErrorCode.SEAT_TAKEN),
        (TableSeat(one.id, 7), PlayErrorCode.NO_SUCH_SEAT),
        (TableSeat("nothing", 0), PlayErrorCode.NO_SUCH_SEAT),
        (TableSeat(current(start(2)).id, 0), PlayErrorCode.NO_SUCH_SEAT),
    ]:
        with pytest.raises(ServiceError) as refused:
            move(class_session, student_id, place)
        assert refused.value.code is problem
        assert everything(class_session) == before


def test_only_students_who_joined_can_be_moved(class_session: ClassSession) -> None:
    stranger = make_student(school_class=class_session.school_class)
    with pytest.raises(ServiceError) as refused:
        move(class_session, stranger.id, None)
    assert refused.value.code is SessionErrorCode.NOT_PRESENT


@pytest.mark.parametrize("is_archived", [True, False], ids=["archived", "in another class"])
@pytest.mark.parametrize("is_new_table", [True, False], ids=["a new table", "a bot's seat"])
def test_former_students_cannot_be_moved(class_session: ClassSession, *, is_archived: bool, is_new_table: bool) -> None:
    student_id, other = held(current(class_session)), make_school_class(teacher=class_session.school_class.teacher)
    if is_archived:
        roster.archive_student(student_id=student_id)
    else:
        move_to_class(class_id=class_session.class_id, to_class_id=other.id, student_ids=[student_id])
    before = everything(class_session)
    with pytest.raises(ServiceError) as refused:
        move(class_session, student_id, None if is_new_table else TableSeat(current(class_session, 1).id, 1))
    assert refused.value.code is SessionErrorCode.NOT_PRESENT
    assert everything(class_session) == before


def test_moving_after_the_lesson_is_refused(class_session: ClassSession) -> None:
    student_id = held(current(class_session))
    class_sessions.end_session(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        move(class_session, student_id, None)
    assert refused.value.code is SessionErrorCode.SESSION_ENDED
