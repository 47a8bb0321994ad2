"""kill -9 during play: every acknowledged move is stored exactly once, and the class continues.

Every other kill is at a chosen step of a move, the rest at random moments. CRASH_STUDENTS, CRASH_KILLS, and CRASH_MOVES
make the test larger. CRASH_DATABASES adds PostgreSQL, and PostgreSQL behind PgBouncer (`make crash`).
"""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from tests.crash import pooler
from tests.crash.clients import Client, keys_of, stop_all, wait_for_moves
from tests.crash.fail_points import POINTS
from tests.invariants import assert_invariants
from tests.over_http.server import LiveServer
from tests.over_http.stage import set_stage
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STUDENTS = int(os.environ.get("CRASH_STUDENTS", "8"))
KILLS = int(os.environ.get("CRASH_KILLS", "3"))
MOVES = int(os.environ.get("CRASH_MOVES", "0"))
"""The minimum number of moves in total."""
DATABASES = os.environ.get("CRASH_DATABASES", "sqlite").split()


@pytest.fixture
def pooled_database(postgres_database: str, tmp_path: Path) -> Iterator[str]:
    """The same database through a transaction pooler."""
    if pooler.PROGRAM is None:
        pytest.skip("PgBouncer is not installed")
    with pooler.pooled(postgres_database, tmp_path) as address:
        yield address


@pytest.mark.slow
@pytest.mark.timeout(300 + 120 * KILLS + MOVES)
@pytest.mark.parametrize("database", DATABASES)
def test_nothing_acknowledged_is_lost_and_nothing_counts_twice(
    database: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = None if database == "sqlite" else request.getfixturevalue("postgres_database")
    if direct is not None:
        monkeypatch.setenv("DATABASE_URL", direct)
    stage = set_stage(tmp_path, students=STUDENTS)
    is_pooled = database == "pgbouncer"
    address = request.getfixturevalue("pooled_database") if is_pooled else direct
    settings = {"CLASSROOM_DIRECT_DATABASE_URL": direct or ""} if is_pooled else None
    server = LiveServer(tmp_path, command=("-m", "tests.crash.failing_server"), database=address, settings=settings)
    points = random.sample(POINTS, len(POINTS))
    server.start()
    clients = [Client(person, server, seed) for seed, person in enumerate(stage.students)]
    slowest = 0.0
    try:
        for client in clients:
            client.start()
        for kill in range(KILLS):
            if kill % 2:
                point = points[kill // 2 % len(points)]
                server.run_until_killed(FAIL_POINT=point.name, FAIL_MOVES=str(random.randint(0, 20)))
            else:
                count = max(random.randint(5, 30), 2 * MOVES // KILLS)
                wait_for_moves(clients, count, seconds=90 + count)
                time.sleep(random.uniform(0, 0.05))  # the next move has been sent; kill at any point of it
                server.kill()
            if kill % 2 or kill + 1 == KILLS:
                slowest = max(slowest, server.start())
        wait_for_moves(clients, STUDENTS)  # the class continues by itself
    finally:
        stop_all(clients)
        server.stop()

    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    assert "Traceback" not in server.console, server.console[-4000:]
    logged = _keys_in_the_log(tmp_path)
    acknowledged = keys_of(clients)
    assert len(logged) == len(set(logged)), "a move was counted twice"
    assert set(acknowledged) - set(logged) == set(), "acknowledged moves are lost"
    assert set(logged) - set(acknowledged) == set(), "moves count that were never acknowledged"
    doubts = sum(client.ledger.in_doubt for client in clients)
    print(
        f"R1 {KILLS} × kill -9, {STUDENTS} students, {database}: {len(acknowledged)} moves acknowledged, 0 lost, "
        f"0 doubled, {doubts} answers lost and asked for again; up again within {slowest:.2f} s"
    )
    check_bar(what="time to restart, in seconds", figure=slowest, bar=2)


def _keys_in_the_log(folder: Path) -> list[str]:
    with hosted_app(instance_path=folder) as app, app.app_context():
        assert_invariants()
        found = db.session.execute(select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None)))
        return [key for key in found.scalars() if key is not None]
