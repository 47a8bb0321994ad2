"""With several processes on one database, one plays for bots; if it is killed, another takes over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import psycopg
import pytest

from classroom import clock
from classroom.database import db
from classroom.hosting import opened_app
from classroom.models import Game
from tests.factories import make_game
from tests.over_http import LiveServer
from tests.over_http.server import HOST, PATIENCE, ROOT, reserve_port
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.nightly, pytest.mark.slow]

HOLDERS = """
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND application_name LIKE 'sequence-classroom background %'
    AND datname = current_database()
"""


def assert_bots_play(folder: Path) -> None:
    """Deal a game to two bots, and wait for their first move."""
    with opened_app(instance_path=folder) as app, app.app_context():
        game_id = make_game(students=[None, None], bot_due_at=clock.now()).id

        def has_moved() -> bool:
            db.session.rollback()
            return db.session.get_one(Game, game_id).version > 0

        wait_until(has_moved)


def holder(database: str) -> int:
    """Return the process that does the background work; there is never more than one."""
    found: list[int] = []

    def is_found() -> bool:
        with psycopg.connect(database) as connection:
            found[:] = [int(name.rpartition(" ")[2]) for (name,) in connection.execute(HOLDERS)]
        assert len(found) <= 1
        return bool(found)

    wait_until(is_found)
    return found[0]


def test_on_sqlite(tmp_path: Path) -> None:
    first, second = LiveServer(tmp_path), LiveServer(tmp_path)
    first.start()
    second.start()
    try:
        assert_bots_play(tmp_path)
        first.kill()
        assert_bots_play(tmp_path)
    finally:
        first.stop()
        second.stop()
    second.assert_no_faults()


@pytest.mark.postgres
def test_on_postgres(postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    servers = [LiveServer(tmp_path, database=postgres_database) for _ in range(2)]
    try:
        for server in servers:
            server.start()
        assert_bots_play(tmp_path)
        active = holder(postgres_database)
        dies, stays = sorted(servers, key=lambda server: server.pid != active)
        assert dies.pid == active
        dies.kill()
        assert_bots_play(tmp_path)
        assert holder(postgres_database) == stays.pid
    finally:
        for server in servers:
            server.stop()
    stays.assert_no_faults()


@pytest.fixture
def workers(postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Two processes of the WSGI entry point. Return their address."""
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    port = reserve_port(monkeypatch)
    settings = {"CLASSROOM_INSTANCE": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    command = ["--bind", f"{HOST}:{port}", "--workers", "2", "--worker-class", "gevent", "classroom.wsgi:app"]
    with subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *command],
        env={**os.environ, **settings, "CLASSROOM_STREAMS": "100"},
        cwd=ROOT,
    ) as process:
        try:
            yield f"http://{HOST}:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.mark.postgres
@pytest.mark.skipif(os.name == "nt", reason="gunicorn needs Unix")
def test_under_another_server(workers: str, postgres_database: str, tmp_path: Path) -> None:
    active = holder(postgres_database)
    with urllib.request.urlopen(f"{workers}/health", timeout=PATIENCE) as answer:  # noqa: S310  our own server
        assert answer.status == 200
    assert_bots_play(tmp_path)
    os.kill(active, signal.SIGKILL)
    wait_until(lambda: holder(postgres_database) != active)
    assert_bots_play(tmp_path)
