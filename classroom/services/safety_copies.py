"""Automatic copies of the SQLite database: before an upgrade, and when a backup replaces it.

They serve to undo a recent mistake. They contain children's data, so none is kept for long.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from classroom import clock

KEPT_COPIES = 3
KEPT_FOR = timedelta(days=30)
_FOLDER = "before-upgrade"
_DOWNLOAD_TAKES = timedelta(hours=12)


def unfinished_copy(*, database: Path) -> Path:
    """Return the path of an unfinished copy; it is renamed when complete."""
    return database.with_name(_FOLDER) / f"{database.stem}.unfinished"


def unfinished_restore(*, database: Path) -> Path:
    """Return the path of a backup that is being restored; it replaces the database when ready."""
    return database.with_name(f"{database.stem}.restoring{database.suffix}")


def keep(unfinished: Path, *, database: Path, revision: str) -> Path:
    """Rename the copy before an upgrade, and delete all but the last three; return its path.

    :param revision: the schema of the copy.
    """
    kept = unfinished.with_name(f"{database.stem}-{clock.now():%Y%m%d-%H%M%S-%f}-{revision}.sqlite3")
    unfinished.rename(kept)
    others = [one for one in _before_upgrades(database) if one != kept]  # some are newer if the clock was set back
    for old in others[: -(KEPT_COPIES - 1)]:
        old.unlink()
    return kept


def place_for_restored(*, database: Path) -> Path:
    """Return the path for the database that a backup replaces."""
    return database.with_name(f"before-restore-{clock.local_time(clock.now()):%Y%m%d-%H%M%S}.sqlite3")


def all_copies(*, database: Path) -> list[Path]:
    return [*_before_upgrades(database), *database.parent.glob("before-restore-*.sqlite3")]


def forget_old_copies(*, database: Path) -> None:
    """Delete expired copies, and download copies left over when the server stopped."""
    aged = [(file, KEPT_FOR) for file in all_copies(database=database)]
    aged += [(file, _DOWNLOAD_TAKES) for file in database.parent.glob("download-*.sqlite3")]
    for file, longest in aged:
        if clock.now().timestamp() - file.stat().st_mtime > longest.total_seconds():
            for part in ("", "-wal", "-shm"):
                file.with_name(file.name + part).unlink(missing_ok=True)


def _before_upgrades(database: Path) -> list[Path]:
    """Return the copies, oldest first: their names start with the time."""
    return sorted(database.with_name(_FOLDER).glob(f"{database.stem}-*.sqlite3"))
