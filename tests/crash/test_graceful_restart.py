"""Gunicorn replaces its workers, as after an upgrade, during play: no request fails, and no move is lost."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from classroom.services.settings import TableSettings
from tests.crash.clients import Client, keys_of, stop_all
from tests.invariants import assert_invariants
from tests.over_http.gunicorn import Gunicorn
from tests.over_http.stage import set_stage
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name == "nt", reason="gunicorn needs Unix"),
]

STUDENTS = 8
RESTARTS = int(os.environ.get("GRACEFUL_RESTARTS", "3"))


@pytest.fixture
def gunicorn(postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gunicorn]:
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    with hosted_app(instance_path=tmp_path):
        pass  # the tables
    one = Gunicorn(tmp_path, database=postgres_database)
    try:
        one.start()
        yield one
    finally:
        one.stop()


def test_a_class_plays_on_while_workers_are_replaced(gunicorn: Gunicorn, tmp_path: Path) -> None:
    stage = set_stage(tmp_path, students=STUDENTS, settings=TableSettings(table_size=2))
    clients = [Client(person, gunicorn, seed) for seed, person in enumerate(stage.students)]
    for client in clients:
        client.start()
    try:
        for _ in range(RESTARTS):
            before = sum(len(one.ledger.acknowledged) for one in clients)
            gunicorn.restart()
            wait_until(lambda before=before: sum(len(one.ledger.acknowledged) for one in clients) > before)  # type: ignore[misc]
    finally:
        stop_all(clients)
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        logged = db.session.execute(
            select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        ).scalars()
        counts = Counter(logged)
        assert_invariants()
    acknowledged = keys_of(clients)
    assert set(acknowledged) == set(counts)
    assert set(counts.values()) == {1}
    doubts = sum(client.ledger.in_doubt for client in clients)
    print(f"{RESTARTS} restarts: {len(acknowledged)} moves, none lost; {doubts} sent again as their answer was lost")
