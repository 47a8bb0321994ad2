"""Students who join during the games get a seat with the next game of a table."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.live import presence
from classroom.models import Attendance, ClassSession, SessionState, Student
from classroom.presenters.sessions.live import live_page
from classroom.presenters.student.waiting import waiting_page
from classroom.services.classes import roster
from classroom.services.errors import ServiceError, SessionErrorCode
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games, stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions.class_sessions import note_present, waiting_students
from classroom.services.sessions.late_students import join_next_game
from classroom.services.sessions.next_games import Teams, deal_next_game, deal_next_games
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import current, start
from tests.classroom.services.sessions.joining import join
from tests.classroom.services.sessions.seated import held
from tests.factories import make_class_session, make_game, make_student

if TYPE_CHECKING:
    from flask import Flask

    from tests.frozen_clock import FrozenClock

pytestmark = pytest.mark.usefixtures("db_session")


def pairs(students: int = 4) -> ClassSession:
    """Start a session at tables of two."""
    return start(students, TableSettings(table_size=2))


def deal_all(class_session: ClassSession, teams: Teams = Teams.KEPT) -> list[list[str | None]]:
    """Stop all games and start the next ones. Return who sits at each table."""
    for game in current_games(class_session_id=class_session.id):
        stop_game(game_id=game.id)
    deal_next_games(class_session_id=class_session.id, teams=teams)
    return tables(class_session)


def tables(class_session: ClassSession) -> list[list[str | None]]:
    return [list(seats_of(game).values()) for game in current_games(class_session_id=class_session.id)]


def sizes(class_session: ClassSession) -> list[tuple[int, int]]:
    """Return the number of students and of bots at each table."""
    return [(len(seats) - seats.count(None), seats.count(None)) for seats in tables(class_session)]


def waiting(class_session: ClassSession) -> set[str]:
    return {one.student_id for one in waiting_students(class_session_id=class_session.id)}


def hint(class_session: ClassSession, student: Student) -> str:
    """Return what the student's page says about the seat."""
    attendance = db.session.get_one(Attendance, (class_session.id, student.id))
    return waiting_page(class_session, attendance, student).hint


NEXT, TEACHER = "You’ll play in the next game.", "Your teacher will find you a seat."


@pytest.mark.parametrize("teams", Teams)
def test_a_late_student_plays_in_the_next_game_of_a_table(teams: Teams) -> None:
    class_session = pairs()
    (late,) = join(class_session, 1)
    assert hint(class_session, late) == NEXT
    first, second = tables(class_session)
    after = deal_all(class_session, teams)
    assert [set(one) for one in after] == [{*first, late.id}, {*second}]
    assert waiting(class_session) == set()


def test_the_table_whose_game_ends_first_takes_the_student() -> None:
    class_session = pairs()
    (late,) = join(class_session, 1)
    second = current(class_session, 1)
    stop_game(game_id=second.id)
    assert late.id in seats_of(deal_next_game(game_id=second.id)).values()


@pytest.mark.parametrize(
    ("students", "late", "after"),
    [
        (4, 1, [(5, 1)]),
        (4, 2, [(6, 0)]),
        (4, 3, [(6, 0)]),
        (3, 1, [(4, 0)]),
        (3, 2, [(4, 0)]),
        (7, 1, [(4, 0), (4, 0)]),
        (7, 2, [(5, 1), (4, 0)]),
        (1, 1, [(2, 0)]),
        (1, 3, [(4, 0)]),
    ],
)
def test_tables_of_four_fill_up_first_and_grow_by_one_step(
    students: int, late: int, after: list[tuple[int, int]]
) -> None:
    class_session = start(students)
    join(class_session, late)
    deal_all(class_session)
    assert sizes(class_session) == after
    assert len(waiting(class_session)) == students + late - sum(size for size, _ in after)


@pytest.mark.parametrize(("late", "after"), [(2, [3, 3]), (3, [3, 3])])
def test_pairs_grow_by_one_student_each(late: int, after: list[int]) -> None:
    class_session = pairs()
    students = join(class_session, late)
    promised = [hint(class_session, one) == NEXT for one in students]
    assert promised == [True, True, *[False] * (late - 2)]
    assert [len(seats) for seats in deal_all(class_session)] == after
    assert waiting(class_session) == {one.id for one in students[2:]}


def test_without_room_teacher_and_student_are_told() -> None:
    class_session = start(6, TableSettings(table_size=6))
    (late,) = join(class_session, 1)
    shown = live_page(class_session)
    assert (shown.joining, shown.without_room) == (0, 1)
    assert hint(class_session, late) == TEACHER
    deal_all(class_session)
    assert waiting(class_session) == {late.id}


def test_a_bots_seat_comes_first() -> None:
    class_session = start(5, TableSettings(table_size=2))
    gone = held(current(class_session, 1), 1)
    give_seat(game_id=current(class_session, 1).id, seat=1, student_id=None)
    presence.note_gone(student_id=gone)
    (late,) = join(class_session, 1)
    assert tables(class_session)[1].count(None) == 1
    assert deal_all(class_session)[1].count(late.id) == 1
    assert waiting(class_session) == {gone}


def test_a_student_whose_seat_a_bot_was_given_gets_it_from_the_teacher() -> None:
    class_session = pairs()
    game = current(class_session)
    student_id = held(game, 1)
    give_seat(game_id=game.id, seat=1, student_id=None)
    (late,) = join(class_session, 1)
    student = db.session.get_one(Student, student_id)
    assert "Ask your teacher" in hint(class_session, student)
    assert (live_page(class_session).joining, live_page(class_session).without_room) == (1, 1)
    first, second = deal_all(class_session)
    assert first.count(None) == 1, "kept for the student who is here"
    assert late.id in second
    assert hint(class_session, student) == TEACHER
    deal_all(class_session)
    assert waiting(class_session) == {student_id}


def test_students_who_left_get_no_seat(frozen_clock: FrozenClock) -> None:
    class_session = pairs()
    (late,) = join(class_session, 1)
    frozen_clock.move_on(minutes=5)
    assert (live_page(class_session).joining, live_page(class_session).without_room) == (0, 0)
    deal_all(class_session)
    assert waiting(class_session) == {late.id}
    presence.note_seen(class_session_id=class_session.id, student_id=late.id)
    presence.write_seen()
    deal_all(class_session)
    assert waiting(class_session) == set()


def test_the_longest_waiting_come_first(frozen_clock: FrozenClock) -> None:
    class_session = start(6, TableSettings(table_size=6))
    first = join(class_session, 1)
    give_seat(game_id=current(class_session).id, seat=0, student_id=None)
    gone = next(iter(waiting(class_session) - {first[0].id}))
    roster.archive_student(student_id=gone)
    frozen_clock.move_on(seconds=10)
    (second,) = join(class_session, 1)
    second.name = "Aaron"
    db.session.commit()
    deal_all(class_session)
    assert waiting(class_session) == {second.id}


def test_a_student_without_a_device_plays_only_where_one_is_shared() -> None:
    class_session = pairs()
    student = make_student(school_class=class_session.school_class)
    note_present(class_session_id=class_session.id, student_id=student.id)
    deal_all(class_session)
    assert waiting(class_session) == {student.id}
    current(class_session, 1).is_shared = True
    db.session.commit()
    deal_all(class_session)
    assert [len(seats) for seats in tables(class_session)] == [2, 3]


def test_a_student_whom_the_teacher_sent_elsewhere_waits_for_that_table() -> None:
    class_session = pairs()
    (late,) = join(class_session, 1)
    join_next_game(class_session_id=class_session.id, student_id=late.id, table_number=2)
    game = current(class_session)
    stop_game(game_id=game.id)
    assert late.id not in seats_of(deal_next_game(game_id=game.id)).values()
    shown = live_page(class_session)
    assert (shown.joining, shown.without_room) == (0, 0)
    assert late.id in deal_all(class_session)[1]


def test_no_game_starts_for_late_students_alone() -> None:
    class_session = pairs(2)
    game = current(class_session)
    stop_game(game_id=game.id)
    for student_id in seats_of(game).values():
        roster.archive_student(student_id=student_id or "")
    join(class_session, 1)
    with pytest.raises(ServiceError, match=SessionErrorCode.TABLE_EMPTY):
        deal_next_game(game_id=game.id)


def test_a_whole_class_game_has_no_seats_for_students() -> None:
    settings = TableSettings(whole_class_teams=2)
    class_session = make_class_session(state=SessionState.PLAYING, settings=settings, is_whole_class=True)
    game = make_game(class_session, [None, None], settings=settings)
    join(class_session, 1)
    stop_game(game_id=game.id)
    assert seats_of(deal_next_game(game_id=game.id)) == {0: None, 1: None}


def test_two_tables_that_continue_at_once_seat_the_student_once(app: Flask) -> None:
    class_session = pairs()
    (late,) = join(class_session, 1)
    for game in current_games(class_session_id=class_session.id):
        stop_game(game_id=game.id)
    ids = [game.id for game in current_games(class_session_id=class_session.id)]
    gate = threading.Barrier(len(ids))

    def press(game_id: str) -> None:
        with app.app_context():
            gate.wait()
            deal_next_game(game_id=game_id)

    threads = [threading.Thread(target=press, args=(one,)) for one in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db.session.rollback()
    assert sorted(len(seats) for seats in tables(class_session)) == [2, 3]
    assert sum(seats.count(late.id) for seats in tables(class_session)) == 1


def test_the_others_pages_change_when_room_is_taken() -> None:
    class_session = pairs(2)
    first, second = join(class_session, 2)
    assert hint(class_session, first) == NEXT
    stop_game(game_id=current(class_session).id)
    before = class_session.version
    assert hint(class_session, second) == TEACHER
    deal_next_game(game_id=current(class_session).id)
    assert class_session.version > before
    assert waiting(class_session) == {second.id}
    assert hint(class_session, second) == NEXT, "the table may grow again"
