"""A SQLite file at the newest schema without rows: migrated once per process of tests, then copied.

To migrate one from nothing takes half a second of the processor. That the migrations work from nothing, and what a
first start makes, is for the tests of migrations, upgrades and commands.
"""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from pathlib import Path


def put_ready_database(folder: Path) -> Path:
    """Copy it into an instance folder, which is made if needed; gives the file. One that is there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "classroom.sqlite3"
    return file if file.exists() else Path(shutil.copy(_ready_database(), file))


@functools.cache
def _ready_database() -> Path:
    from classroom.services.maintenance.upgrades import upgrade_file

    folder = Path(tempfile.mkdtemp(prefix="ready-database-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "classroom.sqlite3"
    upgrade_file(file, lambda _: None)
    return file
