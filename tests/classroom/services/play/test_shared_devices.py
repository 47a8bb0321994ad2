"""The students for whom a table's shared device may act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import SessionState
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.seats import student_on_device, students_at
from tests.factories import make_class_session, make_game, make_player, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session


def test_both_must_sit_at_the_table(db_session: scoped_session[Session]) -> None:
    class_session = make_class_session(state=SessionState.PLAYING)
    ana, ben, cem = (make_student(name, school_class=class_session.school_class) for name in ("Ana", "Ben", "Cem"))
    game = make_game(class_session, [ana, ben], is_shared=True)
    assert student_on_device(game=game, student_id=ana.id, holder_id=ben.id) == ben.id
    assert student_on_device(game=game, student_id=cem.id, holder_id="") == cem.id
    for signed_in, holder, table in ((cem, ana, game), (ana, cem, game), (ana, ben, None)):
        with pytest.raises(ServiceError) as refused:
            student_on_device(game=table, student_id=signed_in.id, holder_id=holder.id)
        assert refused.value.code is PlayErrorCode.NOT_SEATED


def test_students_who_left_a_seat_or_the_class_no_longer_sit_there(db_session: scoped_session[Session]) -> None:
    class_session = make_class_session(state=SessionState.PLAYING)
    ana, ben, cem, dan = (make_student(school_class=class_session.school_class) for _ in range(4))
    game = make_game(class_session, [ana, None, ben, cem], is_shared=True)
    game.players[3].left_at_version = 0
    db_session.commit()
    make_player(game, seat=3, student=dan)
    ben.class_id = make_student().class_id
    db_session.commit()
    db_session.refresh(game)
    assert students_at(game) == {0: ana, 3: dan}
