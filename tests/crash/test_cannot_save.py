"""A full disk, and a file locked by another program, during play: reported, and nothing is lost.

LOCK_SECONDS makes the lock longer (`make crash`): after five seconds, moves get a 503 response and are sent again.
"""

from __future__ import annotations

import os
import sqlite3
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from tests.crash.clients import Client, keys_of, stop_all, wait_for_moves
from tests.crash.test_database_restart import WatchedServer
from tests.invariants import assert_invariants
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

STUDENTS = 4
LOCK_SECONDS = float(os.environ.get("LOCK_SECONDS", "1"))


@pytest.mark.nightly
def test_a_class_plays_on_after_a_full_disk_and_a_lock(tmp_path: Path) -> None:
    stage = set_stage(tmp_path, students=STUDENTS)
    full = tmp_path / "full"
    server = WatchedServer(tmp_path, command=("-m", "tests.crash.failing_server"), settings={"FULL_WHILE": str(full)})
    server.start()
    clients = [Client(person, server, seed) for seed, person in enumerate(stage.students)]
    teacher = server.browser(stage.teacher.cookie)
    page = f"/sessions/{stage.class_session_id}"
    try:
        for client in clients:
            client.start()
        wait_for_moves(clients, STUDENTS)
        full.touch()
        began = time.monotonic()
        while "disk is full" not in teacher.send("GET", page).get_data(as_text=True):
            assert time.monotonic() - began < 60, "the page does not say so"
            time.sleep(0.05)
        after = time.monotonic() - began
        full.unlink()
        began = time.monotonic()
        wait_for_moves(clients, STUDENTS)
        back = time.monotonic() - began
        assert "disk is full" not in teacher.send("GET", page).get_data(as_text=True)

        lock = sqlite3.connect(server.database, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        time.sleep(LOCK_SECONDS)
        lock.close()
        wait_for_moves(clients, STUDENTS)
    finally:
        stop_all(clients)
        server.stop()

    assert server.seen.faults == []
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    assert "Traceback" not in server.console, server.console[-4000:]
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        assert_invariants()
        keys = select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        logged = list(db.session.execute(keys).scalars())
    acknowledged = set(keys_of(clients))
    assert len(logged) == len(set(logged)), "a move was counted twice"
    assert acknowledged == set(logged)
    print(f"R4 disk full under {STUDENTS} students: shown within {after:.1f} s, on within {back:.1f} s, 0 moves lost")
    print(f"R5 locked for {LOCK_SECONDS:.0f} s: 0 moves lost, answers {dict(server.seen.statuses)}")
