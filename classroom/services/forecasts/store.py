"""Files of forecasts: one for each kind of table, and one for the computation in progress."""

from __future__ import annotations

import json
import os
import secrets
import time
from pathlib import Path

from classroom.services.forecasts.lengths import Lengths

MOST_FILES = 200
STALE_SECONDS = 20.0
"""Without progress for this long, a process has crashed: even at the lowest priority, one second is enough."""
_RUNNING = "running"


class Store:
    """A folder shared by all processes of a server. Losing a file costs at most a second of work."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._token = secrets.token_hex(8)

    def read(self, name: str) -> Lengths | None:
        """Return a forecast; None if it is missing or its file is damaged."""
        try:
            return Lengths.from_json(json.loads((self._folder / f"{name}.json").read_bytes()))
        except (OSError, ValueError):
            return None

    def write(self, name: str, data: bytes) -> None:
        """Write a forecast, and delete the oldest ones if there are too many.

        :raises OSError: if nothing can be written.
        """
        unfinished = self._folder / f"{name}.{self._token}"
        unfinished.write_bytes(data)
        unfinished.replace(self._folder / f"{name}.json")
        files = sorted(self._folder.glob("*.json"), key=_changed_at)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)

    def begin(self, name: str) -> bool:
        """Claim the computation; return False if another process has claimed it.

        Two processes that find a stale file at the same time may both start, which only duplicates work.

        :raises OSError: if nothing can be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The file may be from the future: the clock was set back.
        if STALE_SECONDS < abs(time.time() - _changed_at(self._running)) < float("inf"):
            self._running.unlink(missing_ok=True)
        try:
            descriptor = os.open(self._running, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return False
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"{self._token} {name} 0")
        return True

    def note_progress(self, name: str, played: int) -> bool:
        """Record the number of games played; return False if another process has taken over.

        :raises OSError: if nothing can be written.
        """
        if self._read_running()[0] != self._token:
            return False
        self._running.write_text(f"{self._token} {name} {played}", encoding="ascii")
        return True

    def end(self) -> None:
        """Release the claim."""
        if self._read_running()[0] == self._token:
            self._running.unlink(missing_ok=True)

    def played(self, name: str) -> int:
        """Return the number of games played for a forecast in progress."""
        _, at_work, played = self._read_running()
        return int(played) if at_work == name and played.isdecimal() else 0

    @property
    def _running(self) -> Path:
        return self._folder / _RUNNING

    def _read_running(self) -> tuple[str, str, str]:
        """Return the owner, forecast, and progress of the current computation; empty if there is none."""
        try:
            token, name, played = self._running.read_text(encoding="ascii").split()
        except (OSError, ValueError):
            return "", "", ""
        return token, name, played


def _changed_at(file: Path) -> float:
    """Return when a file was written; far in the future if it is missing, so nothing is stale."""
    try:
        return file.stat().st_mtime
    except OSError:
        return float("inf")
