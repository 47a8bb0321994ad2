"""A SQLite file at the newest schema without rows: migrated once in a run of the tests, then copied.

To migrate one from nothing takes half a second of the processor. That the migrations work from nothing, and what a
first start makes, is for the tests of migrations, upgrades and commands.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.temporary import made_once


def put_ready_database(folder: Path) -> Path:
    """Copy it into an instance folder, which is made if needed; gives the file. One that is there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "classroom.sqlite3"
    return file if file.exists() else Path(shutil.copy(made_once("ready.sqlite3", _migrate), file))


def _migrate(file: Path) -> None:
    from classroom.services.maintenance.upgrades import upgrade_file

    upgrade_file(file, lambda _: None)
