"""Gunicorn replaces its workers, as after an upgrade, while a class plays: no request fails, and no move is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from classroom.services.settings import TableSettings
from tests.crash.clients import Client
from tests.invariants import assert_invariants
from tests.over_http.browser import PlainBrowser
from tests.over_http.server import HOST, ROOT, reserve_port
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name == "nt", reason="gunicorn needs Unix"),
]

STUDENTS = 8
RESTARTS = int(os.environ.get("GRACEFUL_RESTARTS", "3"))
PATIENCE = 120.0


@dataclass(frozen=True)
class Gunicorn:
    """Two workers behind one address."""

    address: str
    pid: int
    log: Path

    def browser(self, cookie: str | None = None) -> PlainBrowser:
        """Open a browser for someone who is signed in."""
        one = PlainBrowser(self.address)
        if cookie is not None:
            one.cookies["classroom"] = cookie
        return one

    def restart(self) -> None:
        """Replace the workers, and wait until the old ones are gone."""
        ended = self.count("Worker exiting")
        os.kill(self.pid, signal.SIGHUP)
        wait_until(lambda: self.count("Worker exiting") == ended + 2)

    def count(self, words: str) -> int:
        """How often it has logged something."""
        return self.log.read_text(encoding="utf-8", errors="replace").count(words)


@pytest.fixture
def gunicorn(postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gunicorn]:
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    with hosted_app(instance_path=tmp_path):
        pass  # the tables
    port = reserve_port(monkeypatch)
    settings = {"CLASSROOM_INSTANCE": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    command = ["--bind", f"{HOST}:{port}", "--workers", "2", "--worker-class", "gevent", "classroom.wsgi:app"]
    log = tmp_path / "gunicorn.txt"
    with (
        log.open("w") as file,
        subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *command], env={**os.environ, **settings}, cwd=ROOT, stderr=file
        ) as process,
    ):
        one = Gunicorn(f"http://{HOST}:{port}", process.pid, log)
        try:
            wait_until(lambda: is_ready(one.address))
            yield one
        finally:
            process.terminate()
            process.wait(PATIENCE)


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
        for client in clients:
            client.stop()
        for client in clients:
            client.join(90)
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        logged = db.session.execute(
            select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        ).scalars()
        counts = Counter(logged)
        assert_invariants()
    acknowledged = [key for client in clients for key in client.ledger.acknowledged]
    assert set(acknowledged) == set(counts)
    assert set(counts.values()) == {1}
    doubts = sum(client.ledger.in_doubt for client in clients)
    print(f"{RESTARTS} restarts: {len(acknowledged)} moves, none lost; {doubts} sent again as their answer was lost")


def is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/ready", timeout=10):  # noqa: S310  our own server
            return True
    except OSError:
        return False


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.1)
