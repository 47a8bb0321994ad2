"""Whether the background thread works and the database takes changes: noted as it goes, asked at no cost."""

from __future__ import annotations

import time

from sqlalchemy import text

from classroom.database import transaction

LATE_SECONDS = 60.0
"""A round takes far less than a second, tidying up some; one every 0.4 seconds is due, and a change every ten."""
# A row that is always there, left as it is: the page is written all the same, so a full or read-only disk shows.
_CHANGE_NOTHING = text("UPDATE alembic_version SET version_num = version_num")


class Pulse:
    """The signs of life of one process."""

    def __init__(self) -> None:
        self._round_at = self._saved_at = time.monotonic()

    def note_round(self) -> None:
        """Note that the background thread has finished a round, even one that failed."""
        self._round_at = time.monotonic()

    def try_to_save(self) -> None:
        """Commit a no-op write, and note that it succeeded.

        :raises DBAPIError: if the database is away or takes no changes.
        """
        with transaction() as session:
            session.execute(_CHANGE_NOTHING)
        self._saved_at = time.monotonic()

    def round_age(self) -> float:
        """Seconds since the last round."""
        return time.monotonic() - self._round_at

    def save_age(self) -> float:
        """Seconds since a change was saved for the last time."""
        return time.monotonic() - self._saved_at

    def faults(self) -> list[str]:
        """Say what stands still, for the person who runs the server; nothing if all is well."""
        said = []
        if self.round_age() > LATE_SECONDS:
            said.append(f"the background thread has stood still for {self.round_age():.0f} seconds")
        if self.save_age() > LATE_SECONDS:
            said.append(f"nothing could be saved in the database for {self.save_age():.0f} seconds")
        return said


def report_of(pulse: Pulse | None) -> tuple[bool, str]:
    """Tell whether the server is ready, and say so in a line for the person who runs it.

    :param pulse: None if the background thread was never started.
    """
    faults = ["the background thread was never started"] if pulse is None else pulse.faults()
    return not faults, f"not ready: {'; '.join(faults)}\n" if faults else "ready\n"
