"""A lock between the processes of one computer, on a file of its own. It ends with the process, even a killed one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TRY_EVERY = 0.05  # seconds


@contextmanager
def locked_file(path: Path) -> Iterator[None]:
    """Hold the lock for the block; wait for other processes that hold it.

    The file stays: deleting it would let a waiting process and a new one hold two different locks.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        while not _try_to_lock(descriptor):
            time.sleep(_TRY_EVERY)
        yield
    finally:
        os.close(descriptor)  # which ends the lock


class FileLock:
    """The same lock for whoever cannot wait: asked for again and again, and kept from the first success on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def is_held(self) -> bool:
        """Take the lock if it is free, and tell whether this process has it."""
        if self._descriptor is None:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            if _try_to_lock(descriptor):
                self._descriptor = descriptor
            else:
                os.close(descriptor)
        return self._descriptor is not None

    def release(self) -> None:
        """Let another process have it."""
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
