"""Health of the background thread and the database: recorded as they work, so checking costs nothing."""

from __future__ import annotations

import time

from sqlalchemy import text

from classroom.database import transaction

LATE_SECONDS = 60.0
"""Limits in seconds. A round is due every 0.4 seconds and a test write every ten; a cleanup takes a few seconds."""
# Rewrites an existing row unchanged. The page is still written, so a full or read-only disk is detected.
_CHANGE_NOTHING = text("UPDATE alembic_version SET version_num = version_num")


class Pulse:
    """The health data of one process."""

    def __init__(self) -> None:
        self._round_at = self._saved_at = time.monotonic()

    def note_round(self) -> None:
        """Record that the background thread has finished a round, with or without errors."""
        self._round_at = time.monotonic()

    def test_write(self) -> None:
        """Commit a no-op write, and record that it succeeded.

        :raises DBAPIError: if the database is unavailable or rejects writes.
        """
        with transaction() as session:
            session.execute(_CHANGE_NOTHING)
        self._saved_at = time.monotonic()

    def round_age(self) -> float:
        """Return the seconds since the last round."""
        return time.monotonic() - self._round_at

    def save_age(self) -> float:
        """Return the seconds since the last successful write."""
        return time.monotonic() - self._saved_at

    def faults(self) -> list[str]:
        """Describe what has stopped working, for the operator; empty if everything works."""
        found = []
        if self.round_age() > LATE_SECONDS:
            found.append(f"the background thread has not finished a round for {self.round_age():.0f} seconds")
        if self.save_age() > LATE_SECONDS:
            found.append(f"the database has accepted no writes for {self.save_age():.0f} seconds")
        return found


def report_of(pulse: Pulse | None) -> tuple[bool, str]:
    """Return whether the server is ready, and a line about it for the operator.

    :param pulse: None if the background thread was never started.
    """
    faults = ["the background thread was never started"] if pulse is None else pulse.faults()
    return not faults, f"not ready: {'; '.join(faults)}\n" if faults else "ready\n"
