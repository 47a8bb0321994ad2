"""When another device last reached the server, and how far its clock was off: a file, whose time says when.

All processes share it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

_FILE = "other_device"
_CLOSE_ENOUGH = 2.0
"""Seconds by which two looks at the same clocks may differ."""
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


def note_other_clock(folder: Path, ahead: float) -> None:
    """Note by how many seconds this computer's clock is ahead of the other device's.

    A disk that can't be written to is no error.
    """
    known = clock_ahead_of_other(folder)
    if known is None or abs(known - ahead) >= _CLOSE_ENOUGH:
        with suppress(OSError):
            (folder / _FILE).write_text(f"{ahead:.0f}", encoding="ascii")


def clock_ahead_of_other(folder: Path) -> float | None:
    """Return what `note_other_clock` noted; None if no device told its time."""
    try:
        return float((folder / _FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def other_device_seen_at(folder: Path) -> datetime | None:
    """Return the moment of the last note, by the system's clock; None if there is none."""
    try:
        return datetime.fromtimestamp((folder / _FILE).stat().st_mtime, UTC)
    except OSError:
        return None
