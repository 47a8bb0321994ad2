"""R13: backups while a class plays. Each is complete, contains all acknowledged moves, and is restored unchanged."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from classroom.hosting import hosted_app
from tests.crash.clients import Client, keys_of, stop_all
from tests.migrated_database import copy_migrated_database
from tests.over_http.server import LiveServer
from tests.over_http.stage import fill_stage

if TYPE_CHECKING:
    from pathlib import Path

    from tests.over_http.stage import Person

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
BACKUPS = 20
STUDENTS = int(os.environ.get("BACKUP_STUDENTS", "24"))
IN_A_CLASS = 50


def test_backups_under_load_contain_all_acknowledged_moves(tmp_path: Path) -> None:
    folder, backups = tmp_path / "school", tmp_path / "backups"
    backups.mkdir()
    students = _make_classes(folder)
    server = LiveServer(folder)
    server.start()
    clients = [Client(person, server, seed, think_seconds=(0.5, 2)) for seed, person in enumerate(students)]
    before: list[set[str]] = []
    try:
        for client in clients:
            client.start()
        for number in range(BACKUPS):
            before.append(_wait_for_acknowledged(clients, len(before[-1]) + 5 if before else 5))
            server.run_command("backup", str(backups / f"{number}.sqlite3"))
    finally:
        stop_all(clients)
        server.stop()
    server.assert_no_faults()
    took = []
    for number, acknowledged in enumerate(before):
        backup = backups / f"{number}.sqlite3"
        assert acknowledged <= _keys(backup), f"backup {number} lacks acknowledged moves"
        checksum = _checksum(backup)
        elsewhere = LiveServer(tmp_path / f"restored-{number}")
        began = time.perf_counter()
        elsewhere.run_command("restore", str(backup))
        took.append(time.perf_counter() - began)
        assert _checksum(elsewhere.database) == checksum
    moves = len(keys_of(clients))
    print(
        f"R13 {BACKUPS} of {BACKUPS} backups under {STUDENTS} students ({moves} moves) are complete, contain all moves "
        f"acknowledged before, and are restored with the same checksum, within {max(took):.1f} s each"
    )


def _make_classes(folder: Path) -> list[Person]:
    """Create classes that are playing, none larger than a class may be."""
    copy_migrated_database(folder)
    with hosted_app(instance_path=folder) as app, app.app_context():
        sizes = [min(IN_A_CLASS, STUDENTS - begun) for begun in range(0, STUDENTS, IN_A_CLASS)]
        return [person for size in sizes for person in fill_stage(app, students=size).students]


def _wait_for_acknowledged(clients: list[Client], count: int) -> set[str]:
    """Wait until `count` moves are acknowledged, and return their keys."""
    deadline = time.monotonic() + 300
    while True:
        keys = set(keys_of(clients))
        if len(keys) >= count:
            return keys
        assert time.monotonic() < deadline, "no more moves are acknowledged"
        time.sleep(0.02)


def _keys(database: Path) -> set[str]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute("SELECT client_key FROM game_events WHERE client_key IS NOT NULL")
        return {key for (key,) in rows}


def _checksum(database: Path) -> str:
    """Return a checksum of all rows, except those of tables that a restore changes."""
    digest = hashlib.sha256()
    with closing(sqlite3.connect(database)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        for (name,) in names:
            if name.startswith("sqlite_") or name in CHANGED_BY_A_RESTORE:
                continue
            rows = sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"')))  # noqa: S608 (our own names)
            digest.update(f"{name} {len(rows)}\n".encode())
            digest.update("\n".join(rows).encode())
    return digest.hexdigest()


CHANGED_BY_A_RESTORE = {"audit_entries", "login_sessions"}
