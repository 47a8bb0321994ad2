"""PgBouncer between the app and PostgreSQL: each transaction may get another connection."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tests.over_http.server import HOST, reserve_port

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
PATIENCE = 20.0
_SETTINGS = """
[databases]
* = host={folder} user=postgres
[pgbouncer]
listen_addr = {host}
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
max_client_conn = 500
"""


@contextmanager
def pooled(database: str, folder: Path) -> Iterator[str]:
    """Run a pooler with six connections in front of a PostgreSQL server. Yield the database address through it."""
    assert PROGRAM is not None
    parts = urlsplit(database)
    (sockets,) = parse_qs(parts.query)["host"]
    holder: set[int] = set()
    port = reserve_port(holder)
    file = folder / "pgbouncer.ini"
    file.write_text(_SETTINGS.format(folder=sockets, host=HOST, port=port), encoding="utf-8")
    file.chmod(0o644)
    # PgBouncer refuses to run as root. PostgreSQL's user can connect, but can't read a test's folder.
    user = [f"--user={Path(sockets).owner()}"] if os.geteuid() == 0 else []
    with (
        file.open() as settings,
        subprocess.Popen(
            [PROGRAM, "--quiet", *user, "/dev/stdin"], stdin=settings, stdout=subprocess.DEVNULL
        ) as process,
    ):
        try:
            _wait_for(port, process)
            yield f"postgresql://postgres@{HOST}:{port}{parts.path}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "the pooler did not start"
        try:
            with socket.create_connection((HOST, port), 1):
                return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.05)
