"""Two cells behind HAProxy. One is killed as a whole: the other has no error, and the killed one comes back complete.

`make cells` prints what was seen; CELL_STUDENTS and CELL_SECONDS make it larger.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from classroom.services.settings import TableSettings
from tests.benchmarks.processes import cpu_of, memory_of
from tests.cells.cell import Cell, CellGoneError, School, SchoolBrowser
from tests.cells.router import PROGRAM, Router
from tests.crash.clients import Client, keys_of
from tests.invariants import assert_invariants
from tests.over_http.server import HOST
from tests.over_http.stage import set_stage
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.over_http.stage import Stage

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(PROGRAM is None, reason="HAProxy is not installed"),
]

STUDENTS = int(os.environ.get("CELL_STUDENTS", "8"))
DOWN_SECONDS = float(os.environ.get("CELL_SECONDS", "6"))
HOSTS = {"north": "hill.school.example", "south": "lake.school.example"}


class Watcher(threading.Thread):
    """An open page of a teacher: counts events of its stream, and records when it breaks."""

    def __init__(self, school: School, router: Router, stage: Stage) -> None:
        super().__init__(daemon=True)
        self.notifications = 0
        self.is_broken = False
        self._line = HTTPConnection(HOST, router.port, timeout=60)
        headers = {"Host": school.cell.host, "Cookie": f"classroom={stage.teacher.cookie}"}
        self._line.request("GET", f"/sessions/{stage.class_session_id}/stream", headers=headers)

    def run(self) -> None:
        """Read until the stream ends."""
        with closing(self._line), self._line.getresponse() as answer:
            while line := answer.readline():
                self.notifications += line.startswith(b"event: poke")
        self.is_broken = True


@dataclass
class Class:
    """A class that plays in a cell."""

    school: School
    stage: Stage
    clients: list[Client]
    watcher: Watcher

    def acknowledged(self) -> list[str]:
        """The keys of all acknowledged moves."""
        return keys_of(self.clients)

    def wait_for_moves(self, each: int) -> None:
        """Wait until each student has made this many more moves."""
        before = [len(client.ledger.acknowledged) for client in self.clients]
        wait_until(
            lambda: all(
                len(one.ledger.acknowledged) >= count + each or not one.is_alive()
                for one, count in zip(self.clients, before, strict=True)
            )
        )


@pytest.fixture
def cells(tmp_path: Path) -> Iterator[dict[str, Cell]]:
    both: dict[str, Cell] = {}
    try:
        for name, host in HOSTS.items():
            both[name] = Cell(tmp_path / name, host)
        yield both
    finally:
        for cell in both.values():
            cell.stop()


@pytest.fixture
def router(cells: dict[str, Cell], tmp_path: Path) -> Iterator[Router]:
    one = Router(tmp_path, {name: cell.port for name, cell in cells.items()})
    yield one
    one.stop()


def test_a_cell_is_killed_and_the_other_plays_on(
    cells: dict[str, Cell], router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = (_begin(cell, router, monkeypatch) for cell in cells.values())
    for one in (north, south):
        for thread in (one.watcher, *one.clients):
            thread.start()
    try:
        assert _status(router, HOSTS["north"]) == _status(router, HOSTS["south"]) == 200
        assert _status(router, "elsewhere.example") == 404
        _assert_names_are_kept_over_tls(router)
        for one in (north, south):
            one.wait_for_moves(2)
        before = len(north.acknowledged())
        cells["south"].kill()
        killed_at = time.monotonic()
        south_before = len(south.acknowledged())
        wait_until(lambda: _status(router, HOSTS["south"]) == 503)
        time.sleep(DOWN_SECONDS)
        north.wait_for_moves(2)
        meanwhile = len(north.acknowledged()) - before
        down = time.monotonic() - killed_at
        began = time.monotonic()
        cells["south"].start()
        started = time.monotonic() - began
        south.wait_for_moves(1)
        back = time.monotonic() - began
    finally:
        for one in (north, south):
            for client in one.clients:
                client.stop()
        for one in (north, south):
            for client in one.clients:
                client.join(90)
    assert north.school.errors == 0
    assert sum(client.ledger.in_doubt for client in north.clients) == 0
    assert not north.watcher.is_broken
    for one in (north, south):
        _assert_no_move_is_lost(one, monkeypatch)
    assert north.watcher.notifications > 0
    assert south.watcher.is_broken
    assert not any(word in north.school.cell.console for word in ("Traceback", "[ERROR]", "[CRITICAL]"))
    requests = north.school.requests + south.school.requests
    print(
        f"\nnorth: {len(north.acknowledged())} moves, {meanwhile} of them in the {down:.1f} s without south; 0 errors, "
        f"its stream never broke\nsouth: {south_before} moves when killed, {len(south.acknowledged())} at the end, "
        f"none lost or doubled; {sum(client.ledger.in_doubt for client in south.clients)} sent again; ready "
        f"{started:.1f} s after its start, each student had moved after {back:.1f} s\nHAProxy: {requests} requests, "
        f"{1000 * cpu_of(router.pid) / requests:.2f} CPU-ms each, {memory_of(router.pid):.0f} MB; "
        f"load {os.getloadavg()[0]:.1f}"
    )


def _begin(cell: Cell, router: Router, monkeypatch: pytest.MonkeyPatch) -> Class:
    """Start a cell, and prepare a class to play in it."""
    monkeypatch.setenv("DATABASE_URL", cell.database)
    stage = set_stage(cell.folder, students=STUDENTS, settings=TableSettings(table_size=2))
    monkeypatch.delenv("DATABASE_URL")
    cell.start()
    school = School(cell, router)
    wait_until(lambda: _status(router, cell.host) == 200)
    clients = [Client(person, school, seed) for seed, person in enumerate(stage.students)]
    watcher = Watcher(school, router, stage)
    return Class(school, stage, clients, watcher)


def _status(router: Router, host: str) -> int:
    """Return the status of the router's response for a school."""
    browser = SchoolBrowser(router.address, host)
    try:
        return browser.send("GET", "/health").status_code
    except CellGoneError:
        return 503
    finally:
        browser.close()


def _assert_names_are_kept_over_tls(router: Router) -> None:
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with trust.wrap_socket(socket.create_connection((HOST, router.tls_port), 10)) as line:
        line.sendall(f"GET /check HTTP/1.1\r\nHost: {HOSTS['north']}\r\nConnection: close\r\n\r\n".encode())
        text = b"".join(iter(lambda: line.recv(65536), b""))
    assert text.startswith(b"HTTP/1.1 200")
    assert HOSTS["north"].encode() in text


def _assert_no_move_is_lost(one: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [surprise for client in one.clients for surprise in client.ledger.surprises] == []
    monkeypatch.setenv("DATABASE_URL", one.school.cell.database)
    with hosted_app(instance_path=one.school.cell.folder) as app, app.app_context():
        logged = db.session.execute(
            select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        ).scalars()
        counts = Counter(logged)
        assert_invariants()
    assert set(one.acknowledged()) == set(counts)
    assert set(counts.values()) == {1}
