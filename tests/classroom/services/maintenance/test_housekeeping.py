from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from classroom.database import db
from classroom.models import LoginFailure, LoginSession, RosterImport
from classroom.services.accounts import logins, rate_limit
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.rosters.imports import plan_import
from tests.classroom.services.maintenance.tidying import tidy_up

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock


def kept() -> list[int]:
    db.session.rollback()
    return [
        db.session.execute(select(func.count()).select_from(kind)).scalar_one() for kind in (LoginSession, RosterImport)
    ]


def test_old_data_is_deleted(cast: Cast, frozen_clock: FrozenClock) -> None:
    logins.start_login(student_id=cast.bob.id)
    plan_import(teacher_id=cast.alice.id, class_id=cast.class_7b.id, file_name="7B.csv", draft=draft_of_file(b"Ana"))
    tidy_up()
    assert kept() == [1, 1]
    frozen_clock.move_on(hours=25)
    tidy_up()
    assert kept() == [1, 0], "the clock may be wrong by a day"
    frozen_clock.move_on(hours=25)
    tidy_up()
    assert kept() == [0, 0]


def test_old_wrong_tries_are_deleted(cast: Cast, frozen_clock: FrozenClock) -> None:
    rate_limit.add_wrong_try(scope=f"pin:{cast.bob.id}")
    rate_limit.add_wrong_try(scope="code")
    left = select(func.count()).select_from(LoginFailure)
    frozen_clock.move_on(minutes=3 * 24 * 60 - 1)
    tidy_up()
    assert db.session.execute(left).scalar_one() == 1, "it counts, or would with the clock set back"
    frozen_clock.move_on(minutes=1)
    tidy_up()
    assert db.session.execute(left).scalar_one() == 0
