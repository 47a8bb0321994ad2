"""Locks between processes, and file writes that survive a power failure."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises for a damaged file: Python can't decode a message that quotes a broken name."""


def flush(path: Path) -> None:
    """Wait until a file, or a folder's directory entries, are on disk. Windows flushes folders by itself."""
    if path.is_dir():
        if os.name == "nt":
            return
        descriptor = os.open(path, os.O_RDONLY)
    else:
        descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(fresh: Path, place: Path) -> None:
    """Atomically move a finished file into place, replacing an existing one."""
    flush(fresh)
    fresh.replace(place)
    flush(place.parent)


_TRY_EVERY = 0.05  # seconds


@contextmanager
def locked_file(path: Path) -> Iterator[None]:
    """Hold the lock during the block, waiting for other processes.

    The file is not deleted: otherwise, a waiting process and a new one could hold two different locks.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        while not _try_to_lock(descriptor):
            time.sleep(_TRY_EVERY)
        yield
    finally:
        os.close(descriptor)  # this releases the lock


class FileLock:
    """The same lock without waiting: try repeatedly, and keep it after the first success."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def is_held(self) -> bool:
        """Try to take the lock; return whether this process holds it."""
        if self._descriptor is None:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            if _try_to_lock(descriptor):
                self._descriptor = descriptor
            else:
                os.close(descriptor)
        return self._descriptor is not None

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None


if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_to_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
