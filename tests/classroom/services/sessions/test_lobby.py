"""Before the games start: forming tables, moving students, starting."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from classroom import rng
from classroom.database import db
from classroom.live import get_bus, student_topic
from classroom.models import Attendance, ClassSession, SessionState
from classroom.services.attendance import attendances_of
from classroom.services.errors import SeatingErrorCode, ServiceError, SessionErrorCode
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.seating import planning
from classroom.services.seating.table_plans import share_device
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import seat_waiting
from classroom.services.settings import TableSettings
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_class_session, make_student

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session, scoped_session


@pytest.fixture
def class_session(db_session: scoped_session[Session]) -> ClassSession:
    """A session in its lobby, at tables of four."""
    return make_class_session()


def arrange(class_session: ClassSession, seed: int = 1) -> None:
    """Form tables, the same each time."""
    with rng.seeded(seed):
        lobby.arrange_tables(class_session_id=class_session.id)


def move(class_session: ClassSession, student_id: str, table_number: int | None) -> None:
    """Move a student."""
    planning.move_to_table(class_session_id=class_session.id, student_id=student_id, table_number=table_number)


@pytest.mark.parametrize(("present", "sizes"), [(1, [1]), (2, [2]), (5, [3, 2]), (9, [3, 3, 3]), (24, [4] * 6)])
def test_tables_consist_of_students_who_joined(class_session: ClassSession, present: int, sizes: list[int]) -> None:
    students = join(class_session, present)
    make_student(school_class=class_session.school_class)  # has not joined
    arrange(class_session)
    plan = plan_of(class_session)
    assert list(plan) == list(range(1, len(sizes) + 1))
    assert [len(people) for people in plan.values()] == sizes
    assert sorted(one for people in plan.values() for one in people) == sorted(student.id for student in students)


def test_choices_for_removed_tables_are_deleted(class_session: ClassSession) -> None:
    join(class_session, 12)
    arrange(class_session)
    share_device(class_session_id=class_session.id, table_number=3, is_shared=True)
    share_device(class_session_id=class_session.id, table_number=2, is_shared=True)
    for table, people in ((1, plan_of(class_session)[3][:2]), (2, plan_of(class_session)[3][2:])):
        for student_id in people:
            move(class_session, student_id, table)
    lobby.start_session(class_session_id=class_session.id)
    join(class_session, 4)
    seat_waiting(class_session_id=class_session.id)
    shared = {game.table_number: game.is_shared for game in current_games(class_session_id=class_session.id)}
    assert shared == {1: False, 2: True, 3: False}


def test_forming_tables_again_gives_new_ones(class_session: ClassSession) -> None:
    join(class_session, 12)
    arrange(class_session, seed=1)
    before = plan_of(class_session)
    arrange(class_session, seed=2)
    assert plan_of(class_session) != before
    assert [len(people) for people in plan_of(class_session).values()] == [4, 4, 4]


def test_without_students_no_tables_are_formed(class_session: ClassSession) -> None:
    with pytest.raises(ServiceError) as refused:
        arrange(class_session)
    assert refused.value.code is SessionErrorCode.NO_STUDENT_WAITING


def test_a_student_moves_to_the_last_place_of_another_table(class_session: ClassSession) -> None:
    join(class_session, 8)
    arrange(class_session)
    mover, *others = plan_of(class_session)[1]
    move(class_session, mover, 2)
    plan = plan_of(class_session)
    assert plan[1] == others
    assert plan[2][-1] == mover
    assert len(plan[2]) == 5


def test_a_student_can_return_to_the_last_place(class_session: ClassSession) -> None:
    join(class_session, 8)
    arrange(class_session)
    first, second, *others = plan_of(class_session)[1]
    move(class_session, first, 2)
    move(class_session, first, 1)
    assert plan_of(class_session)[1] == [second, *others, first]


def test_moving_to_the_same_table_keeps_the_seat(class_session: ClassSession) -> None:
    join(class_session, 4)
    arrange(class_session)
    before = plan_of(class_session)
    version = class_session.version
    move(class_session, before[1][0], 1)
    assert plan_of(class_session) == before
    assert class_session.version == version


def test_a_student_can_be_removed_from_the_plan(class_session: ClassSession) -> None:
    join(class_session, 4)
    arrange(class_session)
    mover, *others = plan_of(class_session)[1]
    move(class_session, mover, None)
    assert plan_of(class_session) == {1: others}


@pytest.mark.parametrize("number", [0, -1, planning.MAX_TABLES + 1])
def test_an_unknown_table_is_refused(class_session: ClassSession, number: int) -> None:
    (student,) = join(class_session, 1)
    with pytest.raises(ServiceError) as refused:
        move(class_session, student.id, number)
    assert refused.value.code is SeatingErrorCode.NO_SUCH_TABLE


def test_only_who_has_joined_can_be_moved(class_session: ClassSession) -> None:
    absent = make_student(school_class=class_session.school_class)
    with pytest.raises(ServiceError) as refused:
        move(class_session, absent.id, 1)
    assert refused.value.code is SessionErrorCode.NOT_PRESENT


def test_a_table_of_five_becomes_three_and_two(class_session: ClassSession) -> None:
    join(class_session, 9)
    for index, people in enumerate(attendances_of(class_session_id=class_session.id)):
        move(class_session, people.student_id, 1 if index < 5 else 2)
    before = plan_of(class_session)
    planning.split_table(class_session_id=class_session.id, table_number=1)
    plan = plan_of(class_session)
    assert plan == {1: before[1][:3], 2: before[2], 3: before[1][3:]}


def test_an_empty_table_cannot_be_split(class_session: ClassSession) -> None:
    with pytest.raises(ServiceError) as refused:
        planning.split_table(class_session_id=class_session.id, table_number=1)
    assert refused.value.code is SeatingErrorCode.NO_SUCH_TABLE


def test_a_student_who_leaves_is_removed_and_notified(class_session: ClassSession) -> None:
    gone, stays = join(class_session, 2)
    ear = get_bus().subscribe(student_topic(gone.id))
    lobby.leave_session(class_session_id=class_session.id, student_id=gone.id)
    assert ear.wait(0)
    assert [one.student_id for one in attendances_of(class_session_id=class_session.id)] == [stays.id]


def test_settings_can_be_changed_before_the_start(class_session: ClassSession) -> None:
    wanted = TableSettings(deck="times-tables", board="8x8", tries=3)
    lobby.change_settings(class_session_id=class_session.id, settings=wanted)
    assert TableSettings.from_json(class_session.settings) == wanted


def test_settings_that_cannot_be_played_change_nothing(class_session: ClassSession) -> None:
    with pytest.raises(ServiceError):
        lobby.change_settings(class_session_id=class_session.id, settings=TableSettings(board="10x10"))
    assert TableSettings.from_json(class_session.settings) == TableSettings()


def test_the_start_deals_at_every_table(class_session: ClassSession) -> None:
    join(class_session, 7)
    arrange(class_session)
    plan = plan_of(class_session)
    lobby.start_session(class_session_id=class_session.id)
    games = current_games(class_session_id=class_session.id)
    assert {game.table_number: list(seats_of(game).values()) for game in games} == plan
    assert class_session.state == SessionState.PLAYING
    assert class_session.started_at is not None


def test_students_who_join_later_get_a_place(class_session: ClassSession) -> None:
    join(class_session, 4)
    arrange(class_session)
    late = {student.id for student in join(class_session, 2)}
    lobby.start_session(class_session_id=class_session.id)
    games = current_games(class_session_id=class_session.id)
    assert [len(seats_of(game)) for game in games] == [4, 2]
    assert set(seats_of(games[1]).values()) == late


def test_the_start_forms_tables_if_there_are_none(class_session: ClassSession) -> None:
    join(class_session, 5)
    lobby.start_session(class_session_id=class_session.id)
    games = current_games(class_session_id=class_session.id)
    assert [len(seats_of(game)) for game in games] == [3, 2]


def test_a_single_student_plays_with_a_bot(class_session: ClassSession) -> None:
    (student,) = join(class_session, 1)
    lobby.start_session(class_session_id=class_session.id)
    (game,) = current_games(class_session_id=class_session.id)
    assert seats_of(game) == {0: student.id, 1: None}


def test_a_table_keeps_the_number_it_was_planned_with(class_session: ClassSession) -> None:
    one, two, three, four = (student.id for student in join(class_session, 4))
    for student_id, number in [(one, 2), (two, 2), (three, 7), (four, 7)]:
        move(class_session, student_id, number)
    lobby.start_session(class_session_id=class_session.id)
    assert [game.table_number for game in current_games(class_session_id=class_session.id)] == [2, 7]


def test_a_table_of_five_keeps_the_games_from_starting(class_session: ClassSession) -> None:
    for student in join(class_session, 5):
        move(class_session, student.id, 3)
    with pytest.raises(ServiceError) as refused:
        lobby.start_session(class_session_id=class_session.id)
    assert refused.value.code is SessionErrorCode.TABLE_SIZE
    assert refused.value.facts == {"table": 3, "players": 5, "sizes": (2, 3, 4, 6)}
    assert class_session.state == SessionState.LOBBY
    assert current_games(class_session_id=class_session.id) == []


def test_a_refused_start_changes_nothing(class_session: ClassSession) -> None:
    for student in join(class_session, 5):
        move(class_session, student.id, 1)
    (late,) = join(class_session, 1)
    with pytest.raises(ServiceError):
        lobby.start_session(class_session_id=class_session.id)
    attendance = db.session.get_one(Attendance, (class_session.id, late.id))
    assert attendance.table_number is None


def test_without_students_nothing_starts(class_session: ClassSession) -> None:
    with pytest.raises(ServiceError) as refused:
        lobby.start_session(class_session_id=class_session.id)
    assert refused.value.code is SessionErrorCode.NO_STUDENT_WAITING


AFTER_THE_START: dict[str, Callable[..., object]] = {
    "arrange": lobby.arrange_tables,
    "move": partial(planning.move_to_table, student_id="someone", table_number=1),
    "split": partial(planning.split_table, table_number=1),
    "leave": partial(lobby.leave_session, student_id="someone"),
    "settings": partial(lobby.change_settings, settings=TableSettings()),
    "start": lobby.start_session,
}


@pytest.mark.parametrize("state", [SessionState.PLAYING, SessionState.PAUSED, SessionState.ENDED])
@pytest.mark.parametrize("action", AFTER_THE_START)
def test_after_the_start_the_lobby_is_closed(
    db_session: scoped_session[Session], action: str, state: SessionState
) -> None:
    class_session = make_class_session()
    join(class_session, 1)
    class_session.state = state
    db.session.commit()
    with pytest.raises(ServiceError) as refused:
        AFTER_THE_START[action](class_session_id=class_session.id)
    has_ended = state is SessionState.ENDED
    assert refused.value.code is (
        SessionErrorCode.SESSION_ENDED if has_ended else SessionErrorCode.SESSION_NOT_IN_LOBBY
    )


def test_everyone_present_is_notified_of_a_change(class_session: ClassSession) -> None:
    students = join(class_session, 3)
    ears = [get_bus().subscribe(student_topic(student.id)) for student in students]
    arrange(class_session)
    assert all(ear.wait(0) for ear in ears)
