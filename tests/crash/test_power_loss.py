"""Power loss: acknowledged moves are on disk, and a write-ahead log torn at any place loses only its end."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.database import database_file, db
from classroom.services.settings import TableSettings
from tests.classroom.random_lesson import play_random_lesson
from tests.factories import make_school_class
from tests.migrated_database import copy_migrated_database

if TYPE_CHECKING:
    from flask import Flask

ROOT = Path(__file__).parents[2]
TRIALS = 1000


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.nightly
def test_each_commit_is_synced(tmp_path: Path) -> None:
    """Count write commits and calls of fsync and fdatasync while a process plays."""
    copy_migrated_database(tmp_path / "instance")
    answer, trace = tmp_path / "answer", tmp_path / "trace"
    played = [sys.executable, "-m", "tests.crash.committed_moves", str(tmp_path / "instance"), str(answer)]
    calls = "trace=fsync,fdatasync,openat"
    command = ["strace", "-f", "-qq", "-e", calls, "-e", "signal=none", "-o", str(trace), *played]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    begin, end = [at for at, line in enumerate(lines) if str(answer) in line]
    syncs = sum(bool(re.search(r"\bf(data)?sync\(", line)) for line in lines[begin:end])
    commits = int(answer.read_text(encoding="utf-8"))
    print(f"R3 {commits} commits, {syncs} syncs")
    assert commits > 50
    assert syncs >= commits


@pytest.mark.nightly
def test_a_torn_log_loses_only_its_end(app: Flask, tmp_path: Path) -> None:
    """Cut the log or flip a bit at a random place: the database opens with a prefix of all moves."""
    with app.app_context():
        engine = db.engine
        with closing(engine.raw_connection()) as keeper:  # keeps the log from being checkpointed
            keeper.execute("PRAGMA wal_autocheckpoint=0")
            play_random_lesson(make_school_class(), TableSettings(table_size=2), present=2, seed=1)
            file = database_file()
            assert file is not None
            database, log = file.read_bytes(), file.with_name(f"{file.name}-wal").read_bytes()
            everything = _moves(_put(tmp_path, database, log))
    assert len(everything) > 50
    rng = random.Random(TRIALS)
    shorter = 0
    for trial in range(TRIALS):
        at = rng.randrange(len(log))
        torn = log[:at] if trial % 2 else log[:at] + bytes([log[at] ^ 1 << rng.randrange(8)]) + log[at + 1 :]
        kept = _moves(_put(tmp_path, database, torn))
        assert kept == everything[: len(kept)], f"torn at {at}"
        shorter += len(kept) < len(everything)
    assert shorter > TRIALS // 4
    print(f"R3 {TRIALS} torn logs: each database whole, with the first of the moves and no others")


def _put(folder: Path, database: bytes, log: bytes) -> Path:
    file = folder / "torn.sqlite3"
    for name in folder.iterdir():
        name.unlink()
    file.write_bytes(database)
    file.with_name(f"{file.name}-wal").write_bytes(log)
    return file


def _moves(file: Path) -> list[tuple[str, int, str]]:
    """Check a database, and return its events in the order in which they were written."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA mmap_size=0")
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'game_events'").fetchone():
            return []
        return connection.execute("SELECT game_id, version, event FROM game_events ORDER BY rowid").fetchall()
