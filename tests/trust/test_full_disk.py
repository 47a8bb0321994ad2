"""R4: the disk is full while a class plays. Pages report it, no move is lost, and no restart is needed."""

from __future__ import annotations

import subprocess
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
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(600)]
STUDENTS = 4
SIZE = "24m"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a small disk in memory."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this user can't mount a disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


def _fill(path: Path) -> None:
    """Write until nothing more fits."""
    with path.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


def test_a_full_disk_is_reported_and_loses_nothing(disk: Path) -> None:
    stage = set_stage(disk, students=STUDENTS)
    server = WatchedServer(disk)
    server.start()
    clients = [Client(person, server, seed) for seed, person in enumerate(stage.students)]
    teacher = server.browser(stage.teacher.cookie)
    page = f"/sessions/{stage.class_session_id}"
    try:
        for client in clients:
            client.start()
        wait_for_moves(clients, STUDENTS)
        _fill(disk / "filler")
        began = time.monotonic()
        while "disk is full" not in teacher.send("GET", page).get_data(as_text=True):
            assert time.monotonic() - began < 60, "the teacher's page does not report it"
            _fill(disk / "filler")
            time.sleep(0.05)
        reported = time.monotonic() - began
        (disk / "filler").unlink()
        began = time.monotonic()
        wait_for_moves(clients, STUDENTS)
        back = time.monotonic() - began
        assert "disk is full" not in teacher.send("GET", page).get_data(as_text=True)
    finally:
        (disk / "filler").unlink(missing_ok=True)
        stop_all(clients)
        server.stop()
    assert server.seen.faults == []
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    with hosted_app(instance_path=disk) as app, app.app_context():
        assert_invariants()
        logged = set(db.session.execute(select(GameEvent.idempotency_key)).scalars()) - {None}
    assert set(keys_of(clients)) == logged
    times = f"reported within {reported:.1f} s, moves again within {back:.1f} s"
    print(f"R4 a full disk of {SIZE}: {times}, 0 of {len(logged)} moves lost")
    check_bar(what="seconds until it is reported", figure=reported, bar=5)
    check_bar(what="seconds until moves count again", figure=back, bar=5)
