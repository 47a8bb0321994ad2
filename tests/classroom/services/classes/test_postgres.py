"""Classes on PostgreSQL, changed or deleted while something in them is in progress."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from sqlalchemy.exc import NoResultFound

from classroom.database import db, transaction
from classroom.models import ClassSession, Game, SchoolClass
from classroom.services.classes import roster
from classroom.services.classes.deleting import delete_class, delete_student
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import NameErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import lock_open_sessions, locked_game
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions.class_sessions import end_session
from engine import legal_moves
from tests.classroom.services.learning.dealing import current, start
from tests.classroom.services.meeting import failure_of_second, second_comes_before_the_commit, wait_until_it_waits
from tests.classroom.services.sessions.joining import join
from tests.factories import make_school_class, make_student
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

pytestmark = pytest.mark.postgres


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Iterator[Flask]:
    """An app on PostgreSQL, with its context open."""
    app = make_postgres_app()
    with app.app_context():
        yield app


def test_the_second_of_two_equal_names_is_refused(app: Flask) -> None:
    ana = make_student("Ana")
    ids = [ana.id, make_student("Ben", school_class=ana.school_class).id]
    one, other = (partial(roster.rename_student, student_id=student_id, name="Eve") for student_id in ids)
    assert second_comes_before_the_commit(app, one, other) == [NameErrorCode.NAME_TAKEN]
    assert sorted(student.name for student in roster.students_of(class_id=ana.class_id)) == ["Ben", "Eve"]


WAYS_TO_LEAVE: dict[str, Callable[[str, str, str], object]] = {
    "archived": lambda student_id, _class_id, _other_id: roster.archive_student(student_id=student_id),
    "deleted": lambda student_id, _class_id, _other_id: roster.remove_student(student_id=student_id),
    "moved": lambda student_id, class_id, other_id: move_to_class(
        class_id=class_id, to_class_id=other_id, student_ids=[student_id]
    ),
}


@pytest.mark.parametrize("leaves_first", nightly_except({False}, [True, False]))
@pytest.mark.parametrize("leave", WAYS_TO_LEAVE.values(), ids=WAYS_TO_LEAVE.keys())
def test_a_student_who_leaves_during_seating_gets_no_seat(
    app: Flask, leave: Callable[[str, str, str], object], leaves_first: bool
) -> None:
    class_session = start(2)
    game_id = current(class_session).id
    give_seat(game_id=game_id, seat=1, student_id=None)
    (late,) = join(class_session, 1)
    leaving = partial(leave, late.id, class_session.class_id, make_school_class("8A").id)
    seating = partial(give_seat, game_id=game_id, seat=1, student_id=late.id)
    if leaves_first:
        assert second_comes_before_the_commit(app, leaving, seating) == [SessionErrorCode.NOT_PRESENT]
    else:
        assert second_comes_before_the_commit(app, seating, leaving) == []
    assert seats_of(db.session.get_one(Game, game_id))[1] is None


def test_deleting_a_class_waits_for_a_move_in_progress(app: Flask) -> None:
    """The move locks its game, and the database checks its session; otherwise a deadlock."""
    class_session = start(2)
    class_id, session_id, game_id = class_session.class_id, class_session.id, current(class_session).id

    def delete() -> None:
        with app.app_context():
            delete_class(class_id=class_id)

    deleting = threading.Thread(target=delete)
    looked_up = select(ClassSession.id).where(ClassSession.id == session_id)
    with db.engine.connect() as looking, transaction() as session:
        locked_game(session, game_id)
        deleting.start()
        wait_until_it_waits(deleting, looking)
        assert deleting.is_alive()
        session.execute(looked_up.with_for_update(read=True, key_share=True, nowait=True))
    deleting.join()
    db.session.rollback()
    assert db.session.get(SchoolClass, class_id) is None


def test_a_class_and_one_of_its_students_are_deleted_at_once(app: Flask) -> None:
    """Both lock the lesson first; otherwise a deadlock."""
    class_session = start(2)
    class_id, student_id = class_session.class_id, seats_of(current(class_session))[0] or ""
    failed = failure_of_second(
        app,
        lambda: lock_open_sessions(db.session(), class_id),
        partial(delete_student, student_id=student_id),
        then=partial(delete_class, class_id=class_id),
    )
    assert list(map(type, failed)) == [NoResultFound]


def test_a_move_during_the_deletion_is_refused(app: Flask) -> None:
    class_session = start(2)
    game = current(class_session)
    game_id, session_id = game.id, class_session.id
    position = position_of(game)
    move = next(one for one in legal_moves(position) if isinstance(one, SeatMove))
    moving = partial(
        play_move,
        game_id=game_id,
        student_id=seats_of(game)[position.turn] or "",
        move=move,
        version=game.version,
        idempotency_key="k",
    )
    deleting = partial(delete_class, class_id=class_session.class_id)
    assert second_comes_before_the_commit(app, deleting, moving) == [SessionErrorCode.SESSION_ENDED]
    for late in (
        partial(give_seat, game_id=game_id, seat=0, student_id=None),
        partial(end_session, class_session_id=session_id),
    ):
        with pytest.raises(ServiceError) as caught:
            late()
        assert caught.value.code is SessionErrorCode.SESSION_ENDED
