"""CPU time of PostgreSQL's backends, from /proc. SQLite works within the calling process."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text

from classroom.database import db


def postmaster() -> int | None:
    """Return the PID of the database server; None for SQLite."""
    if db.engine.dialect.name == "sqlite":
        return None
    backend = db.session.execute(text("SELECT pg_backend_pid()")).scalar_one()
    db.session.rollback()
    return _parent(Path(f"/proc/{backend}"))


def work_of(server: int | None) -> Mapping[Path, float]:
    """Return the CPU milliseconds of each process of a database server so far."""
    found = {}
    for process in Path("/proc").glob("[0-9]*") if server else ():
        with suppress(OSError):  # it has ended
            if _parent(process) == server:
                found[process] = int((process / "schedstat").read_text(encoding="ascii").split()[0]) / 1e6
    return found


def work_between(before: Mapping[Path, float], after: Mapping[Path, float]) -> float:
    """Return the CPU milliseconds of all processes together; those that began meanwhile count from their start."""
    return sum(spent - before.get(process, 0.0) for process, spent in after.items())


def _parent(process: Path) -> int:
    status = (process / "stat").read_text(encoding="utf-8", errors="replace")
    return int(status.rpartition(")")[2].split()[1])
