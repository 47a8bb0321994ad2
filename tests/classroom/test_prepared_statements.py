"""Prepared queries that share a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, literal_column, select
from sqlalchemy.exc import DBAPIError

from classroom.database import db
from classroom.prepared_statements import PreparedSelect, one_connection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

ONE = PreparedSelect(lambda: select(literal_column("1").label("one")))
BROKEN = PreparedSelect(lambda: select(literal_column("no_such_column")))


@pytest.fixture
def taken(app: Flask) -> Iterator[list[str]]:
    """What happens to connections of the pool, without a session."""
    noted: list[str] = []

    def take(*_: object) -> None:
        noted.append("taken")

    def give_back(*_: object) -> None:
        noted.append("returned")

    with app.app_context():
        db.session.remove()
        event.listen(db.engine, "checkout", take)
        event.listen(db.engine, "checkin", give_back)
        try:
            yield noted
        finally:
            event.remove(db.engine, "checkout", take)
            event.remove(db.engine, "checkin", give_back)


def test_each_query_takes_a_connection(taken: list[str]) -> None:
    assert [ONE.all()[0].one, ONE.all()[0].one] == [1, 1]
    assert taken == ["taken", "returned"] * 2


def test_queries_of_a_block_share_one(taken: list[str]) -> None:
    with one_connection():
        assert taken == []
        assert [ONE.all()[0].one, ONE.all()[0].one] == [1, 1]
    assert taken == ["taken", "returned"]
    ONE.all()
    assert taken == ["taken", "returned"] * 2


def test_a_failed_block_returns_its_connection(taken: list[str]) -> None:
    def fail() -> None:
        with one_connection():
            ONE.all()
            BROKEN.all()

    with pytest.raises(DBAPIError):
        fail()
    assert taken.count("taken") == 1
    assert ONE.all()[0].one == 1
    assert taken.count("taken") == 2
    assert taken[-1] == "returned"
