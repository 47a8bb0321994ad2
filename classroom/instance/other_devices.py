"""When another device last reached the server: a file without contents, whose time says it. All processes share it."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

_FILE = "other_device"
_OFTEN_ENOUGH = 1.0
"""Seconds between two notes: a class that opens the page at once writes to the disk once."""


def note_other_device(folder: Path) -> bool:
    """Note that another device is here now; tell whether that is news. A disk that can't be written to is no error."""
    seen = other_device_seen_at(folder)
    if seen is not None and 0 <= time.time() - seen.timestamp() < _OFTEN_ENOUGH:
        return False
    try:
        (folder / _FILE).touch()
    except OSError:
        return False
    return True


def other_device_seen_at(folder: Path) -> datetime | None:
    """Return the moment of the last note, by the system's clock; None if there is none."""
    try:
        return datetime.fromtimestamp((folder / _FILE).stat().st_mtime, UTC)
    except OSError:
        return None
