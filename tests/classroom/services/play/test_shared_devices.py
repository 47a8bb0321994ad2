"""The students for whom a table's shared device may act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.models import SessionState, Student
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.seats import student_on_device, students_at
from tests.factories import make_class_session, make_game, make_player, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session


def test_both_must_sit_at_the_table(db_session: scoped_session[Session]) -> None:
    class_session = make_class_session(state=SessionState.PLAYING)
    ana, ben, cem = (make_student(name, school_class=class_session.school_class) for name in ("Ana", "Ben", "Cem"))
    game = make_game(class_session, [ana, ben], is_shared=True)
    assert student_on_device(game_id=game.id, student_id=ana.id, holder_id=ben.id) == ben.id
    assert student_on_device(game_id=game.id, student_id=cem.id, holder_id="") == cem.id
    for signed_in, holder, table_id in ((cem, ana, game.id), (ana, cem, game.id), (ana, ben, None)):
        assert_not_seated(table_id, signed_in, holder)


def test_no_one_acts_for_others_if_each_has_a_device(db_session: scoped_session[Session]) -> None:
    class_session = make_class_session(state=SessionState.PLAYING)
    ana, ben = (make_student(school_class=class_session.school_class) for _ in range(2))
    game = make_game(class_session, [ana, ben])
    assert_not_seated(game.id, ana, ben)
    assert student_on_device(game_id=game.id, student_id=ana.id, holder_id=ana.id) == ana.id


def test_students_who_left_a_seat_or_the_class_no_longer_sit_there(db_session: scoped_session[Session]) -> None:
    class_session = make_class_session(state=SessionState.PLAYING)
    ana, ben, cem, dan, eva = (make_student(school_class=class_session.school_class) for _ in range(5))
    game = make_game(class_session, [ana, eva, ben, cem], is_shared=True)
    game.players[3].left_at_version = 0
    db_session.commit()
    make_player(game, seat=3, student=dan)
    ben.class_id = make_student().class_id
    eva.archived_at = clock.now()
    db_session.commit()
    db_session.refresh(game)
    assert students_at(game) == {0: ana, 3: dan}
    assert student_on_device(game_id=game.id, student_id=ana.id, holder_id=dan.id) == dan.id
    for gone in (ben, cem, eva):
        assert_not_seated(game.id, ana, gone)
        assert_not_seated(game.id, gone, ana)


def assert_not_seated(game_id: str | None, signed_in: Student, holder: Student) -> None:
    with pytest.raises(ServiceError) as refused:
        student_on_device(game_id=game_id, student_id=signed_in.id, holder_id=holder.id)
    assert refused.value.code is PlayErrorCode.NOT_SEATED
