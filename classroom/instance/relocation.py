"""Move data that version 0.1.0 kept in its installed environment to the user's data folder, once.

The old folder was `var/classroom-instance` in the environment, and was deleted with it. If the move is interrupted, the
next start finishes it. Existing data is never overwritten.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from classroom import instance
from classroom.instance.files import DAMAGED, flush, locked_file

_OLD = Path("var", "classroom-instance")
_DATABASE = "classroom.sqlite3"
_SIGNS_OF_USE = (_DATABASE, "secret_key")
"""A folder with one of these files was used."""
_MOVED_FROM = "moved-from"
"""A file in the new folder that contains the old folder's path, from the end of copying until the old folder is
deleted."""
_RUN_ONCE = ("archive-v*", "environments-v*", ".cache", "pipx")
"""Folders where uvx and `pipx run` keep one environment for each version."""


def settled_instance_path(tell: Callable[[str], None]) -> Path:
    """Return the instance folder like `instance.instance_path`, after moving old data there if necessary.

    :param tell: called with each message for the person at the terminal.
    :raises InstanceError: if the old data is in use or can't be moved. It stays where it was.
    """
    path = instance.instance_path()
    if instance.chosen_path() or instance.checkout_path():
        return path
    found = list(_old_folders())
    if found or (path / _MOVED_FROM).exists():
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked_file(path.with_name(f"{path.name}.lock")):
                _settle(path, tell)
        except OSError as error:
            raise instance.InstanceError(
                f"Can't move the data of an earlier version from {found[0] if found else 'there'} to {path} "
                f"({error.strerror or error}). Nothing was changed. Free up space or allow writing, then start "
                "again. Or set CLASSROOM_INSTANCE to the folder you want to use."
            ) from error
    return path


def _settle(path: Path, tell: Callable[[str], None]) -> None:
    """Move the old data, while no other process does so."""
    _finish_move(path)
    found = list(_old_folders())
    if not found:
        return
    old, *others = found
    if path.is_dir() and any(path.iterdir()):
        tell(
            f"Note: {old} contains data of an earlier version. It is not used, because {path} also contains data. "
            f"To use it, set CLASSROOM_INSTANCE={old}. If you don't need it, delete that folder."
        )
        return
    _check_unused(old)
    _move(old, path)
    tell(f"Your data moved from {old} to {path}. It stays there when you upgrade or remove the program.")
    for other in others:
        tell(f"Note: {other} also contains data of an earlier version. If you don't need it, delete that folder.")


def _old_folders() -> Iterator[Path]:
    """List old data folders: this environment's, then those of sibling environments, newest first."""
    environment = Path(sys.prefix)
    own = environment / _OLD
    if _is_used(own):
        yield own
    if any(environment.parent.match(pattern) for pattern in _RUN_ONCE):
        others = [one / _OLD for one in environment.parent.iterdir() if one != environment]
        yield from sorted(filter(_is_used, others), key=_last_used, reverse=True)


def _is_used(folder: Path) -> bool:
    return any(os.path.isfile(folder / name) for name in _SIGNS_OF_USE)  # noqa: PTH113 (False where one may not look)


def _last_used(folder: Path) -> tuple[bool, float]:
    """Return a sort key: folders with a database come before those with only a key."""
    files = [folder / f"{_DATABASE}{part}" for part in ("", "-wal")]
    times = [file.stat().st_mtime for file in files if file.is_file()]
    return bool(times), max(times, default=folder.stat().st_mtime)


def _check_unused(old: Path) -> None:
    """Check that no server is using the database, and merge its write-ahead log.

    :raises InstanceError: if one is.
    """
    for database in old.glob("*.sqlite3"):
        try:
            with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")  # this needs exclusive access
        except DAMAGED as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                continue  # not a database, or damaged: move it unchanged
            raise instance.InstanceError(
                f"An earlier version is using the data in {old}. Stop it, then start again. The data moves to "
                f"{instance.user_path()}."
            ) from error


def _move(old: Path, path: Path) -> None:
    if path.is_dir():
        path.rmdir()
    try:
        old.rename(path)
    except OSError:  # another file system: a copy replaces it when complete
        _copy(old, path)
        _finish_move(path)


def _copy(old: Path, path: Path) -> None:
    """Copy to a folder beside the new one, verify every byte, and only then rename it."""
    staging = path.with_name(f"{path.name}.moving")
    if staging.exists():  # from an interrupted move
        shutil.rmtree(staging)
    shutil.copytree(old, staging, symlinks=True)
    (staging / _MOVED_FROM).write_text(str(old), encoding="utf-8")
    for file in staging.rglob("*"):
        flush(file)
    if not _holds_the_same(old, staging):
        raise OSError("the copy differs from the original")
    staging.chmod(0o700)
    staging.rename(path)
    flush(path.parent)


def _finish_move(path: Path) -> None:
    """Delete the old folder after its copy is in place."""
    mark = path / _MOVED_FROM
    if mark.is_file():
        shutil.rmtree(mark.read_text(encoding="utf-8"), ignore_errors=True)
        mark.unlink()


def _holds_the_same(old: Path, copy: Path) -> bool:
    """Return whether the copy contains each file of the old folder, byte by byte."""
    names = [str(file.relative_to(old)) for file in old.rglob("*") if file.is_file()]
    return filecmp.cmpfiles(old, copy, names, shallow=False)[0] == names
