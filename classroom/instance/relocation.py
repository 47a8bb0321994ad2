"""Data that version 0.1.0 kept inside its installed environment: moved once to the user's data folder.

That folder was `var/classroom-instance` of the environment, and was lost with it. Whatever the move is interrupted by,
the next start finishes it; data that are there already are never overwritten.
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
from classroom.instance.files import flush, locked_file

_OLD = Path("var", "classroom-instance")
_DATABASE = "classroom.sqlite3"
_TELLING = (_DATABASE, "secret_key")
"""A folder with one of these has been used."""
_MOVED_FROM = "moved-from"
"""A file in the new folder, from when a copy is complete until the old folder is gone: the old folder's path."""
_RUN_ONCE = ("archive-v*", "environments-v*", ".cache", "pipx")
"""Folders in which uvx and `pipx run` keep environments side by side, one for each version."""


def settled_instance_path(tell: Callable[[str], None]) -> Path:
    """Give the instance folder, as `instance.instance_path`; first bring old data there, if that is still to do.

    :param tell: is given a sentence for each thing that the person at the terminal should know.
    :raises InstanceError: if the old data are in use or cannot be moved. They are still where they were.
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
    """Move what is found now, while no other process does."""
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
    return any(os.path.isfile(folder / name) for name in _TELLING)  # noqa: PTH113 (False where one may not look)


def _last_used(folder: Path) -> tuple[bool, float]:
    """For sorting: a folder with a database comes before one with a key alone."""
    files = [folder / f"{_DATABASE}{part}" for part in ("", "-wal")]
    times = [file.stat().st_mtime for file in files if file.is_file()]
    return bool(times), max(times, default=folder.stat().st_mtime)


def _check_unused(old: Path) -> None:
    """See that no server runs on the database, and fold its write-ahead log into it.

    :raises InstanceError: if one does.
    """
    for database in old.glob("*.sqlite3"):
        try:
            with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")  # needs the file for itself
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                continue  # no database, or damaged: moved as it is
            raise instance.InstanceError(
                f"An earlier version is using the data in {old}. Stop it, then start again. The data moves to "
                f"{instance.user_path()}."
            ) from error


def _move(old: Path, path: Path) -> None:
    if path.is_dir():
        path.rmdir()
    try:
        old.rename(path)
    except OSError:  # another file system: a copy takes the place when it is complete
        _copy(old, path)
        _finish_move(path)


def _copy(old: Path, path: Path) -> None:
    """Copy to a folder beside the new one, check it byte by byte, and only then give it its name."""
    staging = path.with_name(f"{path.name}.moving")
    if staging.exists():  # of a move that was interrupted
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
    """Delete the old folder after its copy has taken the new place."""
    mark = path / _MOVED_FROM
    if mark.is_file():
        shutil.rmtree(mark.read_text(encoding="utf-8"), ignore_errors=True)
        mark.unlink()


def _holds_the_same(old: Path, copy: Path) -> bool:
    """Whether each file of the old folder is in the copy, byte by byte."""
    names = [str(file.relative_to(old)) for file in old.rglob("*") if file.is_file()]
    return filecmp.cmpfiles(old, copy, names, shallow=False)[0] == names
