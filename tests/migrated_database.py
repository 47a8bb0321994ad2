"""An empty SQLite file with the newest schema: migrated once in a test run, then copied.

All migrations take half a second of CPU time. The tests of migrations, upgrades, and commands run them, and a first
start.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.temporary import built_once


def copy_migrated_database(folder: Path) -> Path:
    """Copy the file into an instance folder, which is created if needed. Keep an existing file. Return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "classroom.sqlite3"
    return file if file.exists() else Path(shutil.copy(built_once("ready.sqlite3", _migrate), file))


def _migrate(file: Path) -> None:
    from classroom.services.maintenance.upgrades import upgrade_file

    upgrade_file(file, lambda _: None)
