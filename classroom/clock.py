"""The only module that reads the time, so tests and the demo can use another time.

The system's clock can jump: someone sets it, or a computer without a battery gets the time late. This must not end
logins, lockouts, and turns, so the app's clock advances by the time that really passed. It follows the system's clock
again when no one is signed in (`services.maintenance.background`).

Several computers may share a PostgreSQL server. If their clocks differed, a turn that one of them times would be over
at once, or last for minutes, at another. So each process takes the time from the database server's clock instead of
its own computer's (`services.maintenance.server_clock`), and does with it as above.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day

log = logging.getLogger(__name__)

JUMP = timedelta(minutes=1)
"""A larger step of the system's clock counts as a jump."""

_frozen: ContextVar[datetime | None] = ContextVar("frozen_clock", default=None)
# A clock that runs while the computer sleeps: BOOTTIME on Linux, MONOTONIC on macOS, Python's own on Windows.
_RUNNING = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
_JUMP_SECONDS = JUMP.total_seconds()


def _system_seconds() -> float:
    return time.time()


def _running_seconds() -> float:
    return time.monotonic() if _RUNNING is None else time.clock_gettime(_RUNNING)


class _OwnTime:
    """By how much the system's clock differs from the monotonic one."""

    def __init__(self) -> None:
        self.server_ahead: float | None = None
        """By how much the clock of the database server is ahead of the system's; None without a server."""
        self.ahead = self.shown() - _running_seconds()
        self.has_logged = False

    def shown(self) -> float:
        """Return the time that the followed clock shows, right or wrong."""
        return _system_seconds() + (self.server_ahead or 0.0)

    def seconds(self) -> float:
        """Return the followed clock's time, or the app's own after a jump."""
        own = _running_seconds() + self.ahead
        step = self.shown() - own
        if abs(step) < _JUMP_SECONDS:
            self.ahead += step
            return own + step
        if not self.has_logged:
            self.has_logged = True
            log.warning(
                "the system's clock jumped by %s; the app keeps its own time until no one is signed in",
                timedelta(seconds=round(step)),
            )
        return own

    def follow(self) -> None:
        """Adopt the followed clock's time."""
        self.ahead = self.shown() - _running_seconds()
        self.has_logged = False


_own = _OwnTime()


def now() -> datetime:
    """Return the current time, aware and in UTC."""
    return _frozen.get() or datetime.fromtimestamp(_own.seconds(), UTC)


def has_jumped() -> bool:
    """Return whether the system's clock has jumped and so differs from the app's."""
    return abs(_own.shown() - _own.seconds()) >= _JUMP_SECONDS


def follow_system() -> None:
    """Adopt the system's time after a jump. Earlier timestamps become that much older or newer."""
    _own.follow()


def follow_server(seconds: float | None) -> None:
    """Follow the clock of the database server from now on. It shows these seconds since 1970; None to stop following.

    The first time, adopt its time. Later, a difference is a small step, or a jump.
    """
    is_first = (_own.server_ahead is None) is not (seconds is None)
    _own.server_ahead = None if seconds is None else seconds - _system_seconds()
    if is_first:
        _own.follow()


def local_time(moment: datetime) -> datetime:
    """Convert a moment to the server's local time, which should be the school's."""
    return moment.astimezone()


def local_day(moment: datetime) -> date:
    return local_time(moment).date()


def start_of_day(day: date) -> datetime:
    """Return the first moment of a school day, which has no midnight or two where clocks change then."""
    midnights = [datetime.combine(day, time_of_day(fold=fold)).astimezone() for fold in (0, 1)]
    return min((one for one in midnights if local_day(one) == day), default=midnights[0])


def end_of_day(day: date) -> datetime:
    """Return the last second of a school day."""
    return start_of_day(day + timedelta(days=1)) - timedelta(seconds=1)


@contextmanager
def frozen_at(moment: datetime) -> Iterator[None]:
    """Let :func:`now` give ``moment`` (aware) within the block, in this context only."""
    token = _frozen.set(moment)
    try:
        yield
    finally:
        _frozen.reset(token)
