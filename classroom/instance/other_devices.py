"""When another device last reached the server (a file's time stamp), and how far its clock was off (its content).

All processes share it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

_FILE = "other_device"
_CLOSE_ENOUGH = 2.0
"""Tolerance in seconds between two comparisons of the same clocks."""
_OFTEN_ENOUGH = 1.0
"""Minimum seconds between two writes: a class that opens the page at once causes one."""


def note_other_device(folder: Path) -> bool:
    """Record that another device is here now; return whether it is the first in a while. Ignores write errors."""
    seen = other_device_seen_at(folder)
    if seen is not None and 0 <= time.time() - seen.timestamp() < _OFTEN_ENOUGH:
        return False
    try:
        (folder / _FILE).touch()
    except OSError:
        return False
    return True


def note_other_clock(folder: Path, ahead: float) -> None:
    """Record by how many seconds this computer's clock is ahead of the other device's.

    Ignores write errors.
    """
    known = clock_ahead_of_other(folder)
    if known is None or abs(known - ahead) >= _CLOSE_ENOUGH:
        with suppress(OSError):
            (folder / _FILE).write_text(f"{ahead:.0f}", encoding="ascii")


def clock_ahead_of_other(folder: Path) -> float | None:
    """Return the recorded difference; None if no device reported its time."""
    try:
        return float((folder / _FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def other_device_seen_at(folder: Path) -> datetime | None:
    """Return when the last device was recorded, by the system's clock; None if none was."""
    try:
        return datetime.fromtimestamp((folder / _FILE).stat().st_mtime, UTC)
    except OSError:
        return None
