"""Two servers on one PostgreSQL database play one lesson. One is killed, and the class continues at the other."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psycopg
import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from classroom.services.settings import TableSettings
from tests.crash import pooler
from tests.crash.clients import Client, keys_of, stop_all
from tests.invariants import assert_invariants
from tests.over_http import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.over_http import PlainBrowser
    from tests.over_http.stage import Stage

pytestmark = [pytest.mark.nightly, pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(1500)]

STUDENTS = 8
PAIRS = TableSettings(table_size=2)


@pytest.fixture(
    params=[
        "direct",
        pytest.param("pooled", marks=pytest.mark.skipif(pooler.PROGRAM is None, reason="PgBouncer is not installed")),
    ]
)
def used_address(request: pytest.FixtureRequest, postgres_database: str, tmp_path: Path) -> Iterator[str]:
    """The address of the database: direct, or through a transaction pooler."""
    if request.param == "direct":
        yield postgres_database
    else:
        with pooler.pooled(postgres_database, tmp_path) as address:
            yield address


@pytest.fixture
def servers(used_address: str, postgres_database: str, tmp_path: Path) -> list[LiveServer]:
    """Two servers started at the same moment with an empty database."""
    settings = {} if used_address == postgres_database else {"CLASSROOM_DIRECT_DATABASE_URL": postgres_database}
    both = [LiveServer(tmp_path, database=used_address, settings=settings) for _ in range(2)]
    with psycopg.connect(postgres_database) as holding, psycopg.connect(postgres_database) as looking:
        holding.execute("CREATE TABLE alembic_version (version_num varchar(32))")  # what each of them wants to do first
        with ThreadPoolExecutor(2) as pool:
            starting = [pool.submit(server.start) for server in both]
            _wait_until(lambda: _count_waiting(looking) == 2 or any(one.done() for one in starting))
            holding.rollback()
            for one in starting:
                one.result()
    return both


def test_a_class_plays_on_at_the_other_server(
    servers: list[LiveServer], postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    stays, dies = servers
    stage = set_stage(tmp_path, students=STUDENTS, settings=PAIRS)
    clients = [
        Client(person, servers[seed % 2], seed, is_paused_at_times=True) for seed, person in enumerate(stage.students)
    ]
    teacher = stays.browser(stage.teacher.cookie)
    try:
        for client in clients:
            client.start()
        _wait_until(lambda: all(len(client.ledger.acknowledged) >= 2 for client in clients), clients)
        for action in ("pause", "resume") * 3:
            _press(teacher, stage, action)
        for client in clients:
            client.browser.turn_to(stays.address)
        dies.kill()
        so_far = [len(client.ledger.acknowledged) for client in clients]
        _wait_until(
            lambda: all(len(one.ledger.acknowledged) > before for one, before in zip(clients, so_far, strict=True)),
            clients,
        )
        teacher.open(f"/sessions/{stage.class_session_id}/end")
        teacher.submit(form="/end")
    finally:
        stop_all(clients)
        stays.stop()
        dies.stop()

    stays.assert_no_faults()
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        logged = db.session.execute(
            select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        ).scalars()
        counts = Counter(logged)
        assert_invariants()
    assert set(keys_of(clients)) == set(counts)
    assert set(counts.values()) == {1}
    with psycopg.connect(postgres_database) as connection:
        deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert connection.execute(deadlocks).fetchone() == (0,)


def _press(teacher: PlainBrowser, stage: Stage, action: str) -> None:
    teacher.open(f"/sessions/{stage.class_session_id}")
    teacher.submit(form=f"/{action}")


def _count_waiting(looking: psycopg.Connection[tuple[int]]) -> int:
    found = looking.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
    looking.rollback()
    return 0 if found is None else found[0]


def _wait_until(is_so: Callable[[], bool], clients: Sequence[Client] = ()) -> None:
    """Wait; fail as soon as a client stops playing, or after five minutes, and report each client's progress."""
    deadline = time.monotonic() + 300
    while not is_so():
        stopped = [client for client in clients if not client.is_alive()]
        if stopped or time.monotonic() > deadline:
            pytest.fail("\n".join(["Stopped or too slow:", *(f"{one.name}: {one.ledger}" for one in clients)]))
        time.sleep(0.05)
