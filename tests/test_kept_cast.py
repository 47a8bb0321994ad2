"""Tests get the cast from a copy of a database, as if it were created for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import inspect

from classroom.database import db, new_id
from tests.conftest import ON_POSTGRES
from tests.factories import make_cast
from tests.repeatable import values_of_their_own

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.factories.kept_cast import KeptCast
    from tests.frozen_clock import FrozenClock

GENERATED = {"id", "class_id", "teacher_id", "code", "created_at", "animal", "disc"}


@pytest.mark.skipif(ON_POSTGRES, reason="created for each test")
def test_the_kept_cast_is_like_a_new_one(app: Flask, kept_cast: KeptCast, cast: Cast) -> None:
    kept = _values(cast)
    for teacher in (cast.alice, cast.dora):
        db.session.delete(teacher)
    db.session.commit()
    assert _values(make_cast()) == kept


def _values(cast: Cast) -> dict[str, dict[str, object]]:
    """Return the values of all columns that a factory sets in the same way each time."""
    return {
        name: {one.key: getattr(row, one.key) for one in inspect(type(row)).column_attrs if one.key not in GENERATED}
        for name, row in vars(cast).items()
    }


@pytest.mark.parametrize("person", ["alice", "class_7b", "bob"])
def test_the_cast_is_created_at_the_time_of_a_frozen_clock(frozen_clock: FrozenClock, cast: Cast, person: str) -> None:
    assert getattr(cast, person).created_at == frozen_clock.now


def test_shared_values_leave_those_of_a_test_alone() -> None:
    with values_of_their_own("cast"):
        shared = new_id()
    own = new_id()
    with values_of_their_own("cast"):
        assert new_id() == shared
    assert own != shared
